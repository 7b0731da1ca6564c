"""House rules of Hit the Deck (section 5.2 of its rules)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from slamdeck.core.options import LAST_RESORT, BounceMs, Ms, Options, PositiveMs, Preset, ShortGame


class HitTheDeckOptions(Options, frozen=True, kw_only=True):
    hand_ms: Annotated[
        PositiveMs, Meta(title="Time for all hands", description="HT-41, HT-R24: how long a hand race lasts")
    ] = 4000
    settle_ms: Annotated[
        Ms, Meta(title="Forgiveness after a hand race", description="HT-R26, HT-R45: no fake-out after a race")
    ] = 1000
    debounce_ms: Annotated[
        BounceMs,
        Meta(title="A bouncing hand counts once within", description="HT-R28, HT-R45: a bouncing hand pays once"),
    ] = 400
    turn_ms: Annotated[
        PositiveMs | None,
        Meta(title="Time for a turn", description="HT-R37, HT-R43: then an idle player's move is made"),
    ] = 20_000
    target_score: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            title="Points that end the game",
            description="HT-55, HT-R36: who reaches this ends the game",
        ),
    ] = 100
    resolve_last_card: Annotated[
        bool,
        Meta(
            title="Hand race after a last card",
            description="HT-R20, HT-R41: a hit-hand card is raced even as the last card",
        ),
    ] = False
    hold_back: Annotated[
        bool,
        Meta(title="Holding a card back", description="HT-R6: you may draw although you hold a card that fits"),
    ] = False
    last_words_act: Annotated[
        bool,
        Meta(
            title="Cut and Flip as last cards",
            description="HT-R41: a Cut or Flip is carried out even as the last card, before the hand is counted",
        ),
    ] = False
    max_turns_per_hand: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000_000,
            title="Most turns in a hand",
            description="HT-R40: a hand that never ends stops here",
            extra=LAST_RESORT,
        ),
    ] = 250
    first_dealer: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(title="Who deals first", description="HT-05, HT-R34: who deals the first hand; none: random"),
    ] = None

    def check(self, seats: int) -> None:
        if self.first_dealer is not None and self.first_dealer >= seats:
            raise ValueError(f"first_dealer {self.first_dealer} is not a seat (0 to {seats - 1})")


SIMULATED: dict[str, object] = {"debounce_ms": 0, "turn_ms": None}

PRESETS = (
    Preset("usual", "As usual", "The rulebook, with our answers where it leaves a choice", {}),
    Preset(
        "box",
        "By the box",
        "Every sentence of the rulebook by its letter",
        {"hold_back": True, "resolve_last_card": True, "last_words_act": True},
    ),
    Preset("quick", "Quick", "Short turns, up to 50 points", {"turn_ms": 10_000, "hand_ms": 2500, "target_score": 50}),
    Preset(
        "children",
        "For children",
        "Long turns, time for every hand, up to 50 points",
        {"turn_ms": 60_000, "hand_ms": 6000, "settle_ms": 2000, "target_score": 50},
    ),
)

# Today's deal: who takes seat 0 is the one who plays it.
SHORT = ShortGame(
    "one hand",
    4,
    {"target_score": 1, "turn_ms": 8000, "hand_ms": 2500, "max_turns_per_hand": 60, "first_dealer": 3},
    "points",
    fewest_win=True,
)
