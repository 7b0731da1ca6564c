"""Cards of the host's own box at a live table: laid out between games, journaled, rebuilt, recorded and verified."""

from __future__ import annotations

import msgspec

from slamdeck.bots.roster import House
from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.core.game import GameInfo
from slamdeck.core.own_cards import cards_of, is_same
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import Agreed
from slamdeck.table.journal.export import export
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.reading import open_record
from slamdeck.table.journal.rebuild import rebuild
from tests.conformance.driving import every_game
from tests.table.evening import Evening, seeds


def more_of_the_first(info: GameInfo) -> list[CardsOfAKind]:
    first, *others = cards_of(info.own_deck)
    return [msgspec.structs.replace(first, copies=first.copies + 2), *others]


def lay_out(evening: Evening, cards: list[CardsOfAKind] | None, person: str = "p0") -> None:
    """As a browser says it, through the decoder."""
    evening.table.receive(evening.now, person, say.decode_client(msgspec.json.encode(say.SetDeck(cards))))
    evening.pump()


def refusals(evening: Evening) -> list[str]:
    return [one.message.why for one in evening.delivered if isinstance(one.message, say.Refused)]


@every_game
def test_a_game_with_other_cards_is_played_rebuilt_and_verified(info: GameInfo) -> None:
    evening = Evening(info.slug, seed=6)
    cards = more_of_the_first(info)
    lay_out(evening, cards)
    assert evening.table.state.deck_mark
    assert evening.table.state.deck.size == info.own_deck.size + 2
    evening.start()
    evening.play_on()
    evening.wait(2)
    again = rebuild(evening.entries, all_games(), House(), seeds(1))
    assert is_same(again.state.deck, evening.table.state.deck)
    assert again.state.rules.deck.size == info.own_deck.size + 2
    checked = open_record(export(evening.entries), all_games(), "the record")
    assert checked.results
    assert is_same(checked.state.deck, info.deck_of(cards, "what was laid out"))


def test_between_two_games_the_cards_may_change_and_the_record_has_both() -> None:
    evening = Evening("slamwich", seed=3)
    info = evening.table.state.info
    evening.start()
    evening.play_on()
    evening.wait(2)
    lay_out(evening, more_of_the_first(info))
    evening.start()
    lay_out(evening, None)
    assert refusals(evening)[-1] == "the game has begun"
    evening.play_on()
    evening.wait(2)
    checked = open_record(export(evening.entries), all_games(), "the record")
    assert len(checked.results) == 2
    assert checked.state.deck.size == 57


def test_only_the_host_lays_cards_out_and_what_does_not_add_up_is_a_sentence() -> None:
    evening = Evening("slamwich")
    before = len(evening.entries)
    lay_out(evening, more_of_the_first(evening.table.state.info), person="p1")
    lay_out(evening, [])
    lay_out(evening, [CardsOfAKind(family="dragon", copies=1)])
    lay_out(evening, [CardsOfAKind(family="food", copies=1)])
    assert refusals(evening) == [
        "only the host may do that",
        "your cards: needs at least one [[cards]] block",
        "your cards: there is no family 'dragon'; there are food, thief, muncher",
        "your cards: a card of family 'food' is described by food",
    ]
    assert len(evening.entries) == before, "nothing was written"


def test_the_same_cards_again_are_no_news() -> None:
    evening = Evening("slamwich")
    cards = more_of_the_first(evening.table.state.info)
    for _ in range(3):
        lay_out(evening, cards)
    assert sum(isinstance(read_entry(chained), Agreed) for chained in evening.entries) == 1
