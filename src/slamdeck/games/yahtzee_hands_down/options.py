"""House rules of Yahtzee Hands Down (section 5.2 of its rules)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from slamdeck.core.options import LAST_RESORT, Ms, Options, PositiveMs, Preset, ShortGame


class YahtzeeOptions(Options, frozen=True, kw_only=True):
    turn_ms: Annotated[
        PositiveMs | None,
        Meta(
            title="Time for a turn", description="YH-R31: an idle player exchanges nothing after this time; none: never"
        ),
    ] = 45_000
    lastcall_ms: Annotated[
        Ms, Meta(title="Last call", description="YH-R20: last chance to answer a lone hand; 0: no last chance")
    ] = 5000
    reveal_ms: Annotated[
        Ms, Meta(title="Pause after a round", description="YH-R38: pause between a scored round and the next; 0: none")
    ] = 4000
    combo_count: Annotated[
        int, Meta(ge=1, le=12, title="Combo cards", description="YH-58, YH-R29: Combo cards in the game")
    ] = 6
    short_game: Annotated[
        bool, Meta(title="Short game", description="YH-60: after a call only three more turns are played")
    ] = False
    short_game_with_two: Annotated[
        bool,
        Meta(
            title="Short game with two, too",
            description="YH-R23: in a short game two players, too, have three more turns instead of two",
        ),
    ] = False
    last_call_with_two: Annotated[
        bool,
        Meta(
            title="Last call with two",
            description="YH-R20: with two players there is a last call after the second turn",
        ),
    ] = True
    call_guard: Annotated[
        bool,
        Meta(
            title="Guard against wrong calls",
            description="YH-R33: a call that would be a foul is refused, to its caller only",
        ),
    ] = False
    foul_waits: Annotated[
        bool,
        Meta(title="Exchange after a foul", description="YH-R39: after a foul one must exchange before calling again"),
    ] = True
    max_turns_per_round: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            title="Most turns in a round",
            description="YH-R34: a round of that many exchanges and repaired fouls ends the game",
            extra=LAST_RESORT,
        ),
    ] = 500
    starter: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(title="Who begins", description="YH-R30: who holds the starter card first; none: random"),
    ] = None

    def check(self, seats: int) -> None:
        if self.starter is not None and self.starter >= seats:
            raise ValueError(f"starter {self.starter} is not a seat (0 to {seats - 1})")


SIMULATED: dict[str, object] = {"turn_ms": None, "lastcall_ms": 1, "reveal_ms": 0}

PRESETS = (
    Preset("usual", "As usual", "The rulebook, with our answers where it leaves a choice", {}),
    Preset(
        "box",
        "By the box",
        "Every sentence of the rulebook by its letter",
        {"short_game_with_two": True, "last_call_with_two": False, "foul_waits": False},
    ),
    Preset(
        "quick",
        "Quick",
        "Short turns, and after a call only three more",
        {"turn_ms": 20_000, "lastcall_ms": 3000, "reveal_ms": 2500, "short_game": True},
    ),
    Preset(
        "children",
        "For children",
        "Time to look, and no call that does not fit",
        {"turn_ms": 120_000, "lastcall_ms": 10_000, "reveal_ms": 8000, "call_guard": True},
    ),
)

# Today's deal: who takes seat 0 is the one who plays it.
SHORT = ShortGame(
    "three combos",
    4,
    {
        "combo_count": 3,
        "turn_ms": 12_000,
        "lastcall_ms": 3000,
        "reveal_ms": 2500,
        "short_game": True,
        "starter": 0,
    },
    "points",
)
