"""The hands of a game that was played, as ghosts of it need them: what each did, when, and in answer to what."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

MOST_RECORDED: Final = 4_000  # inputs: half an hour of the fastest game
TIME_ALONE: Final = -1  # the action of a line at which only time has acted

Moment = Annotated[int, Meta(ge=0, le=1 << 43)]


class RecordedInput(Struct, frozen=True, array_like=True, gc=False):
    """One line of the log. It answered what line `since` had brought (−1: the deal); after it the cards lay so."""

    at: Moment
    seat: Annotated[int, Meta(ge=-1000, le=1000)]
    action: Annotated[int, Meta(ge=-1, le=1 << 41)]
    since: Annotated[int, Meta(ge=-1, le=MOST_RECORDED)]
    lie: Annotated[int, Meta(ge=0, le=0xFFFF)]


class RecordedHands(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole game. `times`: by seat and kind of stimulus, how many milliseconds each answer took."""

    inputs: Annotated[tuple[RecordedInput, ...], Meta(max_length=MOST_RECORDED)]
    times: Annotated[tuple[dict[Annotated[str, Meta(max_length=20)], tuple[Moment, ...]], ...], Meta(max_length=8)]
