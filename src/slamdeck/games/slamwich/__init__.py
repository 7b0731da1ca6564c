"""Slamwich: toss onto one pile, slap first what may be slapped, munch what nobody stops."""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.deck import Deck, require_families
from slamdeck.core.game import GameInfo, Phase, Setup
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.games.slamwich.bots import SlamwichInstinct
from slamdeck.games.slamwich.options import PRESETS, SHORT, SIMULATED, SlamwichOptions
from slamdeck.games.slamwich.rules import Slamwich
from slamdeck.games.slamwich.terms import PHASE_NAMES, TALLIES, Terms
from slamdeck.games.slamwich.words import EVENTS, card_words


def check_deck(deck: Deck) -> None:
    """SW-03: all three families are needed, and a muncher's number is 1, 2 or 3 (SW-23).

    Cards that are identical by SW-R1 must be one kind, since the rules compare kinds.
    """
    require_families(deck, ["food", "thief", "muncher"])
    for kind in deck.family("muncher"):
        bite = deck.kinds[kind].values["n"]
        if bite not in (1, 2, 3):
            raise CheckFailed(f"{deck.place}: a muncher has n = {bite!r}, expected 1, 2 or 3")
    for family, attribute in (("food", "food"), ("muncher", "n"), ("thief", "")):
        values = [deck.kinds[kind].values.get(attribute) for kind in deck.family(family)]
        if len(values) > len(set(values)):
            alike = f"all {family} cards of one {attribute}" if attribute else "all thieves"
            raise CheckFailed(f"{deck.place}: {alike} are alike, so they need one block, not two")


def set_up(table: Setup) -> Rules:
    """A table for two to six (SW-01) with at least one card for each (SW-06)."""
    seats, deck, options = table.seats, table.deck, table.options
    assert isinstance(options, SlamwichOptions)
    terms = Terms(seats, deck, options)
    if terms.cards_in_play < seats:
        raise CheckFailed(f"{deck.place}: too few cards for {seats} players")
    return Slamwich(terms, table.dice)


GAME = GameInfo(
    contract=1,
    slug="slamwich",
    title="Slamwich",
    tagline="First slap takes the sandwich. Stop the thief, and mind the munchers.",
    prefix="SW",
    fewest=2,
    most=6,
    minutes=10,
    ages=6,
    rules_version=1,
    options=SlamwichOptions,
    simulated=SIMULATED,
    presets=PRESETS,
    short=SHORT,
    families={"food": ("food",), "thief": (), "muncher": ("n",)},
    tallies=TALLIES,
    events=EVENTS,
    phases=tuple(Phase(name) for name in PHASE_NAMES),
    card_words=card_words,
    set_up=set_up,
    folder=Path(__file__).parent,
    check_deck=check_deck,
    instinct=SlamwichInstinct,
)
