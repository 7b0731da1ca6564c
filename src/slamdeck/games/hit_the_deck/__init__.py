"""Hit the Deck: match, cut, flip — and when the hand card comes, do not be the last one down."""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.deck import Deck, require_families
from slamdeck.core.game import Earlier, GameInfo, Phase, Setup
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.games.hit_the_deck.bots import HitTheDeckInstinct
from slamdeck.games.hit_the_deck.options import PRESETS, SHORT, SIMULATED, HitTheDeckOptions
from slamdeck.games.hit_the_deck.rules import HitTheDeck
from slamdeck.games.hit_the_deck.terms import DEALT_EACH, HAND_OVER, PHASE_NAMES, TALLIES, Terms
from slamdeck.games.hit_the_deck.words import EVENTS, card_words

FAMILIES: dict[str, tuple[str, ...]] = {
    "number": ("color", "number"),
    "cut": ("color",),
    "flip": ("color",),
    "hit_number": ("number",),
    "hit_color": ("color",),
    "hit_hand": (),
}
MOST_KINDS = 62  # what fits on a card is a set of kinds in one integer


def check_deck(deck: Deck) -> None:
    """HT-02: all six families are needed, all demands can be met, every card counts something."""
    require_families(deck, list(FAMILIES))
    if len(deck.kinds) > MOST_KINDS:
        raise CheckFailed(f"{deck.place}: {len(deck.kinds)} kinds of card, at most {MOST_KINDS}")
    check_demands(deck, "hit_number", "number")
    check_demands(deck, "hit_color", "color")
    for kind in deck.kinds:
        if kind.points < 1:
            raise CheckFailed(f"{deck.place}: {kind.name} counts {kind.points}, expected 1 or more")


def check_demands(deck: Deck, family: str, attribute: str) -> None:
    """A demand that no number card can meet would go round for ever (HT-33, HT-38)."""
    there = {deck.kinds[kind].values[attribute] for kind in deck.family("number")}
    for kind in deck.family(family):
        wanted = deck.kinds[kind].values[attribute]
        if wanted not in there:
            name = deck.kinds[kind].name
            raise CheckFailed(f"{deck.place}: {name} demands {wanted!r}, which no number card has")


def check_size(deck: Deck, seats: int) -> None:
    """HT-05, HT-07, HT-R4: after the deal a card that can start the pile must be left."""
    starters = sum(kind.copies for kind in deck.kinds if kind.family != "hit_hand")
    needed = int(DEALT_EACH) * seats + 1
    if starters < needed:
        why = f"{starters} cards besides the hit-hand cards, {seats} players need {needed}"
        raise CheckFailed(f"{deck.place}: {why}")


def set_up(table: Setup) -> Rules:
    seats, deck, options = table.seats, table.deck, table.options
    assert isinstance(options, HitTheDeckOptions)
    check_size(deck, seats)
    return HitTheDeck(Terms(seats, deck, options), table.dice)


GAME = GameInfo(
    contract=1,
    slug="hit_the_deck",
    title="Hit the Deck",
    tagline="Match, cut, flip. And when the hand card falls, do not be the last one down.",
    prefix="HT",
    fewest=2,
    most=6,
    minutes=30,
    rules_version=2,
    options=HitTheDeckOptions,
    simulated=SIMULATED,
    presets=PRESETS,
    short=SHORT,
    families=FAMILIES,
    tallies=TALLIES,
    events=EVENTS,
    phases=tuple(Phase(name, between_hands=stage == HAND_OVER) for stage, name in enumerate(PHASE_NAMES)),
    card_words=card_words,
    set_up=set_up,
    folder=Path(__file__).parent,
    check_deck=check_deck,
    instinct=HitTheDeckInstinct,
    searched=True,
    earlier=(Earlier(version=1, release="0.1.0", defaults={"max_turns_per_hand": 2000}),),
)
