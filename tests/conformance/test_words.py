"""What games say: events have words for everybody, nobody loses a card without being told, refusals are sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, Game
from slamdeck.core.rules import APPLIED, Rules
from slamdeck.core.sights import Told
from slamdeck.core.telling import MOVEMENTS, owner_of, sentence
from slamdeck.core.views import heard
from slamdeck.core.zones import PUBLIC
from tests.conformance.driving import GAMES, every_game, new_game, play
from tests.scale import scaled

NAMES = ["Mia", "Ada", "Ben", "Cleo", "Dot", "Eli"]
CARD_MOVES = {"move", "take", "sweep", "bury", "trade", "show", "gather", "shuffle", "turn", "look", "swap"}


def entries(info: GameInfo, seats: int, storm: float, most: int = 400) -> Iterator[tuple[Game, Entry]]:
    for seed in range(scaled(3)):
        game = new_game(info, seats, seed, live=seed % 2 == 0)
        for entry in play(game, seed, scaled(most), storm):
            yield game, entry


def read_by(info: GameInfo, rules: Rules, entry: Entry, seat: int) -> list[tuple[Told, str]]:
    told = [heard(rules, event, seat) for event in entry.told]
    return [(one, sentence(info.events, one, NAMES, [seat])) for one in told]


@every_game
def test_every_event_has_words_for_everybody(info: GameInfo) -> None:
    said: set[str] = set()
    for game, entry in entries(info, info.fewest, storm=0.1):
        for seat in [*range(info.fewest), int(PUBLIC)]:
            for told, text in read_by(info, game.rules, entry, seat):
                assert told.what in info.events or told.what in CARD_MOVES, f"{told.what} is told, but has no words"
                if told.what in info.events or told.what in MOVEMENTS:
                    said.add(told.what)
                    assert text[0].isupper()
                    assert text[-1] in ".!…"
                    assert not set("{}[]|") & set(text)
                    assert "  " not in text
    assert len(said) > 1, "hardly any event ever came"


@every_game
def test_words_for_the_way_of_a_card_are_about_ways_that_cards_go(info: GameInfo) -> None:
    ways = {what for what in info.events if " " in what}
    gone: set[str] = set()
    for game, entry in entries(info, info.fewest, storm=0.1):
        for event in entry.told:
            one = heard(game.rules, event, int(PUBLIC))
            way = " ".join([one.what, family(one.source), family(one.target)])
            if way in ways:
                gone.add(way)
                assert sentence(info.events, replace(one, what=way), NAMES).startswith(tuple(NAMES))
    assert gone == ways


def family(zone: str | None) -> str:
    return (zone or "").partition("[")[0]


def test_who_loses_a_card_is_told_so() -> None:
    """Where the card goes to somebody else; what one puts down is one's own doing, or that of the clock."""
    assert sum(told_losses(info) for info in GAMES) > 20


def told_losses(info: GameInfo) -> int:
    lost = 0
    for game, entry in entries(info, info.most, storm=0.1, most=1200):
        for event in entry.told:
            one = heard(game.rules, event, int(PUBLIC))
            loser, taker = owner_of(one.source), owner_of(one.target)
            if loser < 0 or taker < 0 or loser == taker:
                continue
            lost += 1
            read = " ".join(text for _, text in read_by(info, game.rules, entry, loser))
            assert re.search(r"\byour?\b", read, re.IGNORECASE), f"{one}: {read!r}"
    return lost


@every_game
def test_a_refusal_is_a_sentence_to_you(info: GameInfo) -> None:
    """It goes on after "No: ", and ends with a full stop that others put there."""
    for game, entry in entries(info, info.fewest, storm=0.7):
        if entry.verdict != APPLIED and entry.seat < game.rules.seats:
            assert entry.why[0].islower()
            assert entry.why[-1] not in ".!"
            assert 3 <= len(entry.why.split()) <= 20
