"""House rules of Snap: each has a type, a default and the clause that it belongs to."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from slamdeck.core.options import BounceMs, Ms, Options, PositiveMs, Preset


class SnapOptions(Options, frozen=True, kw_only=True):
    pace_ms: Annotated[
        Ms, Meta(title="Pause between two cards", description="SN-R1: a moment to look, before the next card")
    ] = 400
    patience_ms: Annotated[
        PositiveMs, Meta(title="Time to turn over", description="SN-R2: after this time a card turns over by itself")
    ] = 4000
    same_hand_ms: Annotated[
        BounceMs,
        Meta(title="A bouncing hand counts once within", description="SN-R3: grabs of one hand this close count once"),
    ] = 300
    forgiving_ms: Annotated[
        Ms, Meta(title="Forgiveness for late grabs", description="SN-R4: a grab this late is forgiven")
    ] = 250
    most_cards: Annotated[
        int, Meta(ge=1, le=1_000_000, title="Most cards", description="SN-R5: the game stops after so many cards")
    ] = 2000

    def check(self, seats: int) -> None:
        if self.patience_ms < self.pace_ms:
            raise ValueError(f"patience_ms ({self.patience_ms}) is less than pace_ms ({self.pace_ms})")


# The lab's players have steady hands and judge by the rules alone.
SIMULATED: dict[str, object] = {"same_hand_ms": 0, "forgiving_ms": 0}

# What a host may choose at one tap; the first is what holds if nobody chooses.
PRESETS = (
    Preset("box", "By the box", "As the rules have it", {}),
    Preset("quick", "Quick", "Faster, and fewer cards", {"pace_ms": 300, "patience_ms": 2000, "most_cards": 500}),
)
