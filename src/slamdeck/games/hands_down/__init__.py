"""Hands Down: slap for every pair, and let the slowest rival pay for it."""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.deck import Deck, require_families
from slamdeck.core.game import Earlier, GameInfo, Phase, Setup
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.games.hands_down.bots import HandsDownInstinct
from slamdeck.games.hands_down.options import PRESETS, SHORT, SIMULATED, HandsDownOptions
from slamdeck.games.hands_down.rules import HandsDown
from slamdeck.games.hands_down.terms import HAND, STAGE_NAMES, TALLIES, Terms
from slamdeck.games.hands_down.words import EVENTS, card_words

FEWEST = 3
MOST = 4
HIGHEST_NUMBER = 1000
MOST_NUMBERS = 60


def check_deck(deck: Deck) -> None:
    """HD-05, HD-16, HD-44: one Joker, no blank in play, and numbers that all come out in pairs."""
    require_families(deck, ["number", "joker"])
    if deck.family("blank"):
        raise CheckFailed(f"{deck.place}: a blank is never in play, set in_play = false")
    jokers = [deck.kinds[kind] for kind in deck.family("joker")]
    if len(jokers) != 1 or jokers[0].copies != 1:
        raise CheckFailed(f"{deck.place}: there is exactly one Joker, one block with one copy")
    check_numbers(deck)
    if deck.size < HAND * MOST:
        raise CheckFailed(f"{deck.place}: {deck.size} cards are too few to deal {HAND} to {MOST} players")


def check_numbers(deck: Deck) -> None:
    """Each number is one kind, with an even count, or the game could not end: HD-14, HD-44."""
    seen: set[object] = set()
    for kind in (deck.kinds[k] for k in deck.family("number")):
        n = kind.values["n"]
        if not isinstance(n, int) or not 1 <= n <= HIGHEST_NUMBER:
            raise CheckFailed(f"{deck.place}: a number is {n!r}, expected 1 to {HIGHEST_NUMBER}")
        if n in seen:
            raise CheckFailed(f"{deck.place}: number {n} is described twice")
        seen.add(n)
        if kind.copies % 2:
            raise CheckFailed(
                f"{deck.place}: number {n} has {kind.copies} cards; with an odd count one never "
                "finds a partner and the game could not end"
            )
    if len(seen) > MOST_NUMBERS:
        raise CheckFailed(f"{deck.place}: {len(seen)} numbers, at most {MOST_NUMBERS} are possible")


def set_up(table: Setup) -> Rules:
    seats, deck, options = table.seats, table.deck, table.options
    assert isinstance(options, HandsDownOptions)
    return HandsDown(Terms(seats, deck, options, table.version), table.dice)


GAME = GameInfo(
    contract=1,
    slug="hands_down",
    title="Hands Down",
    tagline="Slap for your pair: the slowest hand pays. And was that a slap at all?",
    prefix="HD",
    fewest=FEWEST,
    most=MOST,
    minutes=5,
    rules_version=2,
    options=HandsDownOptions,
    simulated=SIMULATED,
    presets=PRESETS,
    short=SHORT,
    families={"number": ("n",), "joker": (), "blank": ()},
    tallies=TALLIES,
    events=EVENTS,
    phases=tuple(Phase(name) for name in STAGE_NAMES),
    card_words=card_words,
    set_up=set_up,
    folder=Path(__file__).parent,
    check_deck=check_deck,
    instinct=HandsDownInstinct,
    earlier=(Earlier(version=1, release="0.1.0"),),
)
