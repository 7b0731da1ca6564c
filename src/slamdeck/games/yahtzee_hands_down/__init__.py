"""Yahtzee Hands Down: swap dice cards, call at any moment, beat the other hand that is down."""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.deck import Deck, require_families
from slamdeck.core.game import GameInfo, Phase, Setup
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rules import Rules
from slamdeck.games.yahtzee_hands_down.bots import YahtzeeInstinct
from slamdeck.games.yahtzee_hands_down.combinations import COLORS, TYPES
from slamdeck.games.yahtzee_hands_down.options import PRESETS, SHORT, SIMULATED, YahtzeeOptions
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.games.yahtzee_hands_down.terms import HAND, STAGE_NAMES, TALLIES, Terms
from slamdeck.games.yahtzee_hands_down.words import EVENTS, card_words

NUMBERS = ("1", "2", "3", "4", "5", "6")
MOST_POINTS = 10_000


def check_deck(deck: Deck) -> None:
    """Three groups of cards that can be told apart, made of the faces of a die.

    YH-02, YH-46, YH-47, YH-48, YH-49.
    """
    require_families(deck, ["plain", "combo", "chance"])
    check_faces(deck)
    check_combos(deck)
    groups: dict[str, str] = {}
    for kind in deck.kinds:
        group = kind.family if kind.family in ("combo", "chance") else "dice"
        if groups.setdefault(kind.back, group) != group:
            raise CheckFailed(f"{deck.place}: {groups[kind.back]} and {group} cards share the back {kind.back!r}")
        if not 0 <= kind.points <= MOST_POINTS:
            raise CheckFailed(f"{deck.place}: {kind.name} has {kind.points} points, expected 0 to {MOST_POINTS}")


def check_faces(deck: Deck) -> None:
    for kind in deck.kinds:
        color = kind.values.get("color", "red")
        if color not in COLORS:
            raise CheckFailed(f"{deck.place}: {kind.name} has color {color!r}, expected {', '.join(COLORS)}")
        if kind.family == "double":
            faces = kind.word("faces").split("/")
            if len(faces) != 2 or faces[0] == faces[1] or any(n not in NUMBERS for n in faces):
                raise CheckFailed(f"{deck.place}: {kind.name} has faces {kind.word('faces')!r}, expected e.g. 1/6")
        number = kind.values.get("number", 1)
        if number not in (1, 2, 3, 4, 5, 6):
            raise CheckFailed(f"{deck.place}: {kind.name} has number {number!r}, expected 1 to 6")


def check_combos(deck: Deck) -> None:
    """YH-04: all six types are there, each described once."""
    types = [deck.kinds[kind].word("type") for kind in deck.family("combo")]
    for name in types:
        if name not in TYPES:
            raise CheckFailed(f"{deck.place}: combo {name!r} is not one of {', '.join(TYPES)}")
        if types.count(name) > 1:
            raise CheckFailed(f"{deck.place}: combo {name!r} is described twice")
    for name in TYPES:
        if name not in types:
            raise CheckFailed(f"{deck.place}: no combo {name!r}")


def set_up(table: Setup) -> Rules:
    seats, deck, options = table.seats, table.deck, table.options
    assert isinstance(options, YahtzeeOptions)
    combos = sum(deck.kinds[kind].copies for kind in deck.family("combo"))
    if options.combo_count > combos:
        raise UsageProblem(f"combo_count is {options.combo_count}, but the deck has only {combos} Combo cards")
    dice = sum(kind.copies for kind in deck.kinds if kind.family not in ("combo", "chance"))
    if dice < HAND * seats + HAND:
        why = f"{dice} dice cards, {seats} players need {HAND * seats + HAND}: five each, and five to draw"
        raise CheckFailed(f"{deck.place}: {why}")
    return YahtzeeHandsDown(Terms(seats, deck, options), table.dice)


GAME = GameInfo(
    contract=1,
    slug="yahtzee_hands_down",
    title="Yahtzee Hands Down",
    tagline="Swap dice cards, shout Hands Down at any moment, and hope the other hand is worse.",
    prefix="YH",
    fewest=2,
    most=6,
    minutes=5,
    ages=8,
    rules_version=1,
    options=YahtzeeOptions,
    simulated=SIMULATED,
    presets=PRESETS,
    short=SHORT,
    families={
        "plain": ("color", "number"),
        "double": ("color", "faces"),
        "any_number": ("color",),
        "any_color": ("number",),
        "combo": ("type",),
        "chance": ("value",),
        "starter": (),
    },
    tallies=TALLIES,
    events=EVENTS,
    phases=tuple(Phase(name) for name in STAGE_NAMES),
    card_words=card_words,
    set_up=set_up,
    folder=Path(__file__).parent,
    check_deck=check_deck,
    instinct=YahtzeeInstinct,
    searched=True,
)
