"""House rules of Hands Down (section 5.2 of its rules)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from slamdeck.core.options import BounceMs, Ms, Options, PositiveMs, Preset, ShortGame

BARE_SLAPS: Final = ("turn", "card", "nothing")


class HandsDownOptions(Options, frozen=True, kw_only=True):
    windup_ms: Annotated[
        Ms,
        Meta(
            title="Wind-up of a hand",
            description="HD-R32: the visible wind-up before a slap lands, the same for a fake",
        ),
    ] = 250
    race_ms: Annotated[Ms, Meta(title="Time for all hands", description="HD-R8: after this a missing hand is last")] = (
        3000
    )
    fake_ms: Annotated[
        Ms, Meta(title="Time to fall for a fake", description="HD-35: how long a fake can be fallen for")
    ] = 1500
    clump_ms: Annotated[
        Ms,
        Meta(title="Too close to tell", description="HD-R9: the last two hands this close jam the paddles; 0: never"),
    ] = 15
    debounce_ms: Annotated[
        BounceMs,
        Meta(
            title="A bouncing hand counts once within",
            description="HD-R11: a hand that paid this short a time ago has only bounced",
        ),
    ] = 400
    settle_ms: Annotated[
        Ms,
        Meta(
            title="Forgiveness after a race",
            description="HD-R26, HD-R41: stray hands are forgiven after a race or a turn",
        ),
    ] = 700
    start_ms: Annotated[
        PositiveMs | None,
        Meta(
            title="Time for the opening card", description="HD-R40: an idle player's opening cards come by themselves"
        ),
    ] = 10_000
    turn_ms: Annotated[
        PositiveMs | None, Meta(title="Time to think", description="HD-R40: an idle player passes after this time")
    ] = 20_000
    turn_cap_ms: Annotated[
        PositiveMs | None, Meta(title="Longest turn", description="HD-R42: the longest a whole turn may last")
    ] = 120_000
    stall_rounds: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            title="Rounds without a pair",
            description="HD-R31: rounds without a pair that end the game",
        ),
    ] = 10
    final_take_before_end: Annotated[
        bool,
        Meta(
            title="A card for the last pair, too",
            description="HD-R18: the last pair, too, costs its loser a card before the end",
        ),
    ] = False
    bare_slap: Annotated[
        Literal["turn", "card", "nothing"],
        Meta(title="A slap without a pair costs", description="HD-R2: what a full slap without a pair in hand costs"),
    ] = "turn"
    pick_backs: Annotated[
        bool,
        Meta(
            title="Picking a back",
            description="HD-R21: you pick the back of the card that you take, and chance mixes the hand before",
        ),
    ] = False
    dealer: Annotated[
        Annotated[int, Meta(ge=0, le=3)] | None, Meta(title="Who deals", description="HD-R29: who deals; none: random")
    ] = None

    def check(self, seats: int) -> None:
        if self.fake_ms < self.windup_ms:
            raise ValueError(f"fake_ms ({self.fake_ms}) is less than windup_ms ({self.windup_ms})")
        if self.clump_ms > 0 and self.clump_ms >= self.race_ms:
            raise ValueError(
                f"clump_ms ({self.clump_ms}) must be less than race_ms ({self.race_ms}), or every race would jam"
            )
        for name, limit in (("turn_ms", self.turn_ms), ("turn_cap_ms", self.turn_cap_ms)):
            if limit is not None and limit <= self.settle_ms:
                raise ValueError(
                    f"{name} ({limit}) must be more than settle_ms ({self.settle_ms}), or nobody could ever slap"
                )
        if self.dealer is not None and self.dealer >= seats:
            raise ValueError(f"dealer {self.dealer} is not a seat (0 to {seats - 1})")


SIMULATED: dict[str, object] = {
    "clump_ms": 0,
    "debounce_ms": 0,
    "start_ms": None,
    "turn_ms": None,
    "turn_cap_ms": None,
}

PRESETS = (
    Preset("usual", "As usual", "The rulebook, with our answers where it leaves a choice", {}),
    Preset(
        "box",
        "By the box",
        "Every sentence of the rulebook by its letter",
        {"bare_slap": "nothing", "pick_backs": True},
    ),
    Preset(
        "quick",
        "Quick",
        "Short turns and short races",
        {
            "race_ms": 2000,
            "fake_ms": 1000,
            "settle_ms": 500,
            "start_ms": 5000,
            "turn_ms": 10_000,
            "turn_cap_ms": 60_000,
            "stall_rounds": 5,
        },
    ),
    Preset(
        "children",
        "For children",
        "Slow hands that are easy to see, and time for every slap",
        {
            "windup_ms": 500,
            "race_ms": 5000,
            "fake_ms": 2000,
            "settle_ms": 1500,
            "start_ms": 20_000,
            "turn_ms": 60_000,
            "turn_cap_ms": 300_000,
        },
    ),
)

# Today's deal: who takes seat 0 is the one who plays it.
SHORT = ShortGame(
    "until the pairs run out",
    4,
    {"stall_rounds": 2, "turn_ms": 6000, "turn_cap_ms": 12_000, "settle_ms": 400, "dealer": 3},
    "points",
)
