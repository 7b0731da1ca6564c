"""Snap: turn over your cards, grab when two are alike. A game for Slamdeck from outside of it."""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.deck import Deck, require_families
from slamdeck.core.game import GameInfo, Phase, Setup
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.core.zones import Layout
from slamdeck_snap.bots import SnapInstinct
from slamdeck_snap.options import PRESETS, SIMULATED, SnapOptions
from slamdeck_snap.rules import ROWS, TALLIES, Snap
from slamdeck_snap.words import EVENTS, card_words


def check_deck(deck: Deck) -> None:
    """SN-02: numbers and courts, whatever is in your own box."""
    require_families(deck, ["number", "court"])


def set_up(table: Setup) -> Rules:
    """SN-01, SN-03: everybody gets at least one card."""
    assert isinstance(table.options, SnapOptions)
    if table.deck.size < table.seats:
        raise CheckFailed(f"{table.deck.place}: too few cards for {table.seats} players")
    return Snap(Layout(ROWS, table.seats, table.deck.size), table.deck, table.options, table.dice)


GAME = GameInfo(
    contract=1,
    slug="snap",
    title="Snap",
    tagline="Turn over your cards. When two are alike, be the first to grab.",
    prefix="SN",
    fewest=2,
    most=6,
    minutes=5,
    rules_version=1,
    options=SnapOptions,
    simulated=SIMULATED,
    presets=PRESETS,
    families={"number": ("rank",), "court": ("rank",)},
    tallies=TALLIES,
    events=EVENTS,
    phases=(Phase("TURNING"), Phase("FINISHED")),
    card_words=card_words,
    set_up=set_up,
    folder=Path(__file__).parent,
    check_deck=check_deck,
    instinct=SnapInstinct,
)
