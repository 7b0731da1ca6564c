"""House rules of Lowdown (section 5.2 of its rules)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from slamdeck.core.options import LAST_RESORT, Ms, Options, Preset, Seat, ShortGame


class LowdownOptions(Options, frozen=True, kw_only=True):
    setup_ms: Annotated[
        Ms | None,
        Meta(title="Time to open two cards", description="LD-R3: time to open two cards; then chance opens them"),
    ] = 15_000
    turn_ms: Annotated[
        Ms | None,
        Meta(title="Time for each step", description="LD-R30: time for each step of a turn; then it is made for you"),
    ] = 30_000
    clear_ms: Annotated[
        Ms | None, Meta(title="Time for the last clears", description="LD-R23: time to clear lines when a hand is over")
    ] = 10_000
    peek_show_ms: Annotated[
        Ms, Meta(title="How long a look lasts", description="LD-R27: how long the screen shows a card looked at")
    ] = 3_000
    start_seat: Annotated[
        Seat | None, Meta(title="Who begins", description="LD-R2: who begins the first hand; none: random")
    ] = None
    target_score: Annotated[
        int,
        Meta(ge=1, le=100_000, title="Points that end the game", description="LD-57: a total this high ends the game"),
    ] = 50
    max_turns_per_hand: Annotated[
        int,
        Meta(
            ge=1,
            le=100_000,
            title="Most turns in a hand",
            description="LD-R33: a hand that never ends stops here",
            extra=LAST_RESORT,
        ),
    ] = 500
    max_hands: Annotated[
        int,
        Meta(
            ge=1,
            le=100_000,
            title="Most hands",
            description="LD-R35: a game that never ends stops here",
            extra=LAST_RESORT,
        ),
    ] = 100
    allow_discard_action: Annotated[
        bool,
        Meta(
            title="Action cards may be discarded",
            description="LD-R4: a drawn action card may be discarded for the look",
        ),
    ] = False
    peek_at_draw_pile: Annotated[
        bool,
        Meta(title="Peeking at the draw pile", description="LD-R36: a Peek may look at the top card of the draw pile"),
    ] = False
    clear_while_holding: Annotated[
        bool,
        Meta(
            title="Clearing with a card in hand",
            description="LD-R17: you may clear before you have placed the card in your hand",
        ),
    ] = False
    memory_aid: Annotated[
        bool,
        Meta(title="Memory aid", description="LD-R27: closed cards of your own that you have seen stay visible to you"),
    ] = False

    def check(self, seats: int) -> None:
        if self.start_seat is not None and self.start_seat >= seats:
            raise ValueError(f"start_seat {self.start_seat} is not a seat (0 to {seats - 1})")


SIMULATED: dict[str, object] = {
    "setup_ms": None,
    "turn_ms": None,
    "clear_ms": None,
    "peek_show_ms": 0,
}

PRESETS = (
    Preset("usual", "As usual", "The rulebook, with our answers where it leaves a choice", {}),
    Preset(
        "box",
        "By the box",
        "Every sentence of the rulebook by its letter",
        {"peek_at_draw_pile": True, "clear_while_holding": True},
    ),
    Preset(
        "quick",
        "Quick",
        "Short turns, up to 25 points",
        {"setup_ms": 8000, "turn_ms": 15_000, "clear_ms": 6000, "peek_show_ms": 2000, "target_score": 25},
    ),
    Preset(
        "children",
        "For children",
        "Long turns, and cards that you have seen stay visible to you",
        {
            "setup_ms": 30_000,
            "turn_ms": 90_000,
            "clear_ms": 20_000,
            "peek_show_ms": 6000,
            "memory_aid": True,
            "target_score": 30,
        },
    ),
)

# Today's deal: who takes seat 0 is the one who plays it.
SHORT = ShortGame(
    "one hand",
    4,
    {
        "max_hands": 1,
        "setup_ms": 8000,
        "turn_ms": 12_000,
        "clear_ms": 4000,
        "peek_show_ms": 2000,
        "start_seat": 0,
    },
    "points",
    fewest_win=True,
)
