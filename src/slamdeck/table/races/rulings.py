"""What the arbiter says: one input as it sees it, and one step of the game."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from slamdeck.table.races.evidence import Evidence, RaceRecord, Verdict

# What is only told to its sender; everything else waits, and comes out of `Arbiter.take`.
TURNED_AWAY: Final = frozenset({Verdict.LATE, Verdict.UNKNOWN, Verdict.CROWDED})


class Ruling(Struct, frozen=True, kw_only=True, gc=False):
    """One input as the arbiter sees it.

    `event` is the one it is about. For an anticipation that is the event *before* the one it claims: the table must
    judge the hand against the state of that event, as it must any hand whose event is no longer the game's latest.
    """

    seat: int
    id: int
    action: int
    at: int  # virtual time: what the kernel is told
    event: int
    verdict: Verdict
    evidence: Evidence | None = None  # none only if the event is unknown


class Release(Struct, frozen=True, kw_only=True, gc=False):
    """One step of the game: the inputs to feed now, in this order, or an alarm that is due.

    In a dead heat of a first-wins race or of mere moves the order of the seats in `rulings` is to be drawn from the
    committed seed. With `race`, that race is closed and may be told: if it is void, its hands are not to be fed but
    resolved by the game's own rule; a last-loses dead heat is among `race.seats`, whose hands are the last ones.
    """

    at: int
    rulings: tuple[Ruling, ...] = ()
    alarm: bool = False
    dead_heat: bool = False
    race: RaceRecord | None = None
