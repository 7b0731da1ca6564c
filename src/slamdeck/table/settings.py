"""How a table is run, as opposed to the house rules of its game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from slamdeck.core.options import Ms


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the table is run, as opposed to the game's own house rules."""

    absent: Literal["bot", "skip"] = "bot"  # what becomes of the seat of somebody who stays away
    grace_ms: Annotated[Ms, Meta(description="how long a seat waits for its owner")] = 60_000
    stand_in: Annotated[str, Meta(max_length=40)] = "casual"  # the bot that takes over
    next_hand_ms: Annotated[Ms, Meta(description="the next hand starts by itself after this")] = 15_000
    late_join: bool = True  # a bot's seat may be taken while the game runs
    shared_screen: bool = False  # one tablet, several hands
