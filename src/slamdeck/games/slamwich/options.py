"""House rules of Slamwich (section 5.2 of its rules)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from slamdeck.core.options import LAST_RESORT, BounceMs, Ms, Options, PositiveMs, Preset, ShortGame


class SlamwichOptions(Options, frozen=True, kw_only=True):
    min_toss_ms: Annotated[
        Ms, Meta(title="Pause between two tosses", description="SW-R18: shortest time between two tosses")
    ] = 500
    toss_ms: Annotated[
        PositiveMs, Meta(title="Time to toss", description="SW-R28: an absent player tosses after this time")
    ] = 5000
    late_grace_ms: Annotated[
        Ms, Meta(title="Forgiveness for late slaps", description="SW-R17, SW-R34: a slap this late is forgiven")
    ] = 250
    debounce_ms: Annotated[
        BounceMs,
        Meta(title="A bouncing hand counts once within", description="SW-R29: slaps of one hand this close count once"),
    ] = 300
    munch_ms: Annotated[
        Ms, Meta(title="Last chance to stop a munch", description="SW-R22: last chance to stop a munch")
    ] = 1500
    yell_grace_ms: Annotated[
        Ms, Meta(title="First slapper's time to shout", description="SW-R19: the first slapper's time to shout")
    ] = 700
    yell_ms: Annotated[
        Ms, Meta(title="Time to shout at a Thief", description="SW-R19: after this a Thief is wasted")
    ] = 3000
    time_limit_ms: Annotated[
        PositiveMs | None, Meta(title="Time limit", description="SW-42: the game stops after this time")
    ] = None
    max_tosses: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000_000,
            title="Most tosses",
            description="SW-R40: a game that never ends stops here",
            extra=LAST_RESORT,
        ),
    ] = 20_000
    use_munchers: Annotated[bool, Meta(title="Munchers", description="SW-44: play with the eight munchers")] = True
    slap_in: Annotated[
        bool, Meta(title="Slapping back in", description="SW-R35: players who are out may slap back in")
    ] = False
    out_at_once: Annotated[
        bool, Meta(title="Out at once", description="SW-R9: out of cards is out at once, without a last chance")
    ] = False
    any_slap_stops_munch: Annotated[
        bool,
        Meta(title="Any slap stops a munch", description="SW-R37: during a munch a Thief is won without the shout"),
    ] = False
    slip_ends_munch: Annotated[
        bool,
        Meta(
            title="A slip slap ends a munch",
            description="SW-R13: after a slip slap the player on the left begins, during a munch, too",
        ),
    ] = False
    start_cards_count: Annotated[
        bool, Meta(title="First cards count", description="SW-R4: the cards laid out at the start may be slapped")
    ] = False
    dealer: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None, Meta(title="Who deals", description="SW-R31: who deals; none: random")
    ] = None

    def check(self, seats: int) -> None:
        if self.toss_ms < self.min_toss_ms:
            raise ValueError(f"toss_ms ({self.toss_ms}) is less than min_toss_ms ({self.min_toss_ms})")
        if self.yell_grace_ms > self.yell_ms:
            raise ValueError(f"yell_grace_ms ({self.yell_grace_ms}) is more than yell_ms ({self.yell_ms})")
        if self.dealer is not None and self.dealer >= seats:
            raise ValueError(f"dealer {self.dealer} is not a seat (0 to {seats - 1})")


SIMULATED: dict[str, object] = {"late_grace_ms": 0, "debounce_ms": 0}

PRESETS = (
    Preset("usual", "As usual", "The rulebook, with our answers where it leaves a choice", {}),
    Preset(
        "box",
        "By the box",
        "Every sentence of the rulebook by its letter",
        {"out_at_once": True, "any_slap_stops_munch": True, "slip_ends_munch": True, "start_cards_count": True},
    ),
    Preset(
        "quick",
        "Quick",
        "Faster tosses, five minutes at most",
        {
            "min_toss_ms": 350,
            "toss_ms": 2500,
            "munch_ms": 1000,
            "yell_grace_ms": 500,
            "yell_ms": 2000,
            "time_limit_ms": 300_000,
        },
    ),
    Preset(
        "children",
        "For children",
        "Time to look and to shout; who is out may slap back in",
        {
            "min_toss_ms": 1000,
            "toss_ms": 12_000,
            "late_grace_ms": 600,
            "munch_ms": 3000,
            "yell_grace_ms": 1500,
            "yell_ms": 6000,
            "time_limit_ms": 900_000,
            "slap_in": True,
        },
    ),
)

# Today's deal: who takes seat 0 is the one who plays it.
SHORT = ShortGame(
    "90 seconds",
    4,
    {
        "time_limit_ms": 90_000,
        "min_toss_ms": 350,
        "toss_ms": 2500,
        "munch_ms": 1000,
        "yell_grace_ms": 500,
        "yell_ms": 2000,
        "dealer": 3,
    },
    "cards",
)
