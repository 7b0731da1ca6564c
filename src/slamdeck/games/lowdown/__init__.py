"""Lowdown: nine closed cards, lower the total, clear three of a colour."""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.deck import Deck, Kind, require_families
from slamdeck.core.game import Earlier, GameInfo, Phase, Setup
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.games.lowdown.bots import LowdownInstinct
from slamdeck.games.lowdown.options import PRESETS, SHORT, SIMULATED, LowdownOptions
from slamdeck.games.lowdown.rules import Lowdown
from slamdeck.games.lowdown.terms import HAND_OVER, PHASES, TALLIES, Terms
from slamdeck.games.lowdown.words import ENDINGS, EVENTS, card_words

MOST_COLOURS = 60
MOST_POINTS = 1000


def check_deck(deck: Deck) -> None:
    """LD-62: all five families are needed; a card counts its value (LD-26), a number card has a colour (LD-R21)."""
    require_families(deck, ["number", "wild", "swap", "peek", "steal"])
    for kind in deck.kinds:
        check_value(deck, kind)
        colour = kind.values.get("color", "none")
        if not isinstance(colour, str) or (kind.family == "number" and colour == "none"):
            raise CheckFailed(f"{deck.place}: card {kind.name} needs a colour, not {colour!r}")
    colours = {kind.word("color") for kind in deck.kinds if kind.family != "wild"}
    if len(colours) > MOST_COLOURS:
        raise CheckFailed(f"{deck.place}: has more than {MOST_COLOURS} colours")


def check_value(deck: Deck, kind: Kind) -> None:
    value = kind.values["value"]
    if not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise CheckFailed(f"{deck.place}: card {kind.name} has value {value!r}, expected a number up to {MOST_POINTS}")
    if kind.points != value:
        raise CheckFailed(f'{deck.place}: card {kind.name} counts its value; write points = "value"')


def set_up(table: Setup) -> Rules:
    """LD-03, LD-07, LD-10: nine cards each, one to discard, and something to draw."""
    seats, deck, options = table.seats, table.deck, table.options
    assert isinstance(options, LowdownOptions)
    if deck.size < 9 * seats + 2:
        raise CheckFailed(f"{deck.place}: {seats} players need at least {9 * seats + 2} cards, it has {deck.size}")
    return Lowdown(Terms(seats, deck, options, table.version), table.dice)


GAME = GameInfo(
    contract=1,
    slug="lowdown",
    title="Lowdown",
    tagline="Nine cards, most of them a secret. Swap, peek, steal, and clear three of a colour.",
    prefix="LD",
    fewest=2,
    most=6,
    minutes=20,
    rules_version=2,
    options=LowdownOptions,
    simulated=SIMULATED,
    presets=PRESETS,
    short=SHORT,
    families={
        "number": ("color", "value"),
        "wild": ("value",),
        "swap": ("color", "value"),
        "peek": ("color", "value"),
        "steal": ("color", "value"),
    },
    tallies=TALLIES,
    events=EVENTS,
    phases=tuple(Phase(name, between_hands=stage == HAND_OVER) for stage, name in enumerate(PHASES)),
    card_words=card_words,
    set_up=set_up,
    folder=Path(__file__).parent,
    check_deck=check_deck,
    instinct=LowdownInstinct,
    searched=True,
    endings=ENDINGS,
    earlier=(Earlier(version=1, release="0.1.0"),),
)
