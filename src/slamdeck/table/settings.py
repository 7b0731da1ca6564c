"""How a table is run, as opposed to the house rules of its game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from slamdeck.core.options import Ms


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the table is run, as opposed to the game's own house rules."""

    absent: Annotated[
        Literal["bot", "skip"],
        Meta(title="When somebody stays away", description="what becomes of the seat of somebody who stays away"),
    ] = "bot"
    grace_ms: Annotated[Ms, Meta(title="Waiting for somebody", description="how long a seat waits for its owner")] = (
        60_000
    )
    stand_in: Annotated[
        Annotated[str, Meta(max_length=40)],
        Meta(title="Bot that stands in", description="the bot that takes over for somebody who stays away"),
    ] = "casual"
    next_hand_ms: Annotated[
        Ms, Meta(title="Pause between hands", description="the next hand starts by itself after this")
    ] = 15_000
    late_join: Annotated[
        bool, Meta(title="Joining a running game", description="a bot's seat may be taken while the game runs")
    ] = True
    shared_screen: Annotated[bool, Meta(title="Shared tablet", description="one tablet, several hands")] = False
