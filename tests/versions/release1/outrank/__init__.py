"""Outrank, first release: the higher card takes. A game of the tests, whose rules change with its second release."""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.game import GameInfo, Phase
from slamdeck.core.telling import GOOD, Telling

from .rules import OutrankOptions, set_up

GAME = GameInfo(
    contract=1,
    slug="outrank",
    title="Outrank",
    tagline="The higher card takes.",
    prefix="OR",
    fewest=2,
    most=4,
    minutes=2,
    rules_version=1,
    options=OutrankOptions,
    simulated={"turn_ms": 0},
    families={"rank": ("n",)},
    tallies=(),
    events={"took": Telling("{who} takes the round.", GOOD)},
    phases=(Phase("LAYING"), Phase("DONE")),
    card_words=lambda kind: f"a {kind.name}",
    set_up=set_up,
    folder=Path(__file__).parent,
)
