"""Races as data: who may enter, whose hands are down and in which order, when it closes.

Rules see only this ordered account. How a live hand gets its time is the arbiter's business, how a simulated
one does is the reflex model's.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT, count, lowest
from slamdeck.core.native import i64, mypyc_attr

FIRST_WINS: Final[i64] = 0
LAST_LOSES: Final[i64] = 1
NO_SEAT: Final[i64] = -1


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class RaceState:
    """One race. `entrants` and `down` are sets of seats."""

    def __init__(self, source: RaceState | None = None) -> None:
        """No race, or a copy of one."""
        if source is None:
            self.open = False
            self.goal: i64 = FIRST_WINS
            self.entrants: i64 = 0
            self.down: i64 = 0
            self.first: i64 = NO_SEAT
            self.last: i64 = NO_SEAT
            self.opened_at: i64 = 0
            self.closes_at: i64 = 0
            self.last_at: i64 = 0
            self.before_last_at: i64 = 0
            self.order: i64 = 0  # the hands in order of landing, four bits each, the first lowest
        else:
            self.open = source.open
            self.goal = source.goal
            self.entrants = source.entrants
            self.down = source.down
            self.first = source.first
            self.last = source.last
            self.opened_at = source.opened_at
            self.closes_at = source.closes_at
            self.last_at = source.last_at
            self.before_last_at = source.before_last_at
            self.order = source.order

    def start(self, goal: i64, entrants: i64, at: i64, closes_at: i64) -> None:
        self.open = True
        self.goal = goal
        self.entrants = entrants
        self.down = 0
        self.first = NO_SEAT
        self.last = NO_SEAT
        self.opened_at = at
        self.closes_at = closes_at
        self.order = 0

    def close(self) -> None:
        self.open = False

    def hand_down(self, seat: i64, at: i64) -> bool:
        """Record a hand; False if this seat may not enter or is down already."""
        if not self.entrants & BIT[seat] or self.down & BIT[seat]:
            return False
        self.order |= seat << (4 * count(self.down))
        self.down |= BIT[seat]
        if self.first == NO_SEAT:
            self.first = seat
        self.before_last_at = self.last_at
        self.last_at = at
        self.last = seat
        return True

    def missing(self) -> i64:
        """The set of entrants whose hand is not down."""
        return self.entrants & ~self.down

    def complete(self) -> bool:
        return self.down == self.entrants

    def jammed(self, clump_ms: i64) -> bool:
        """All hands are down and the last two landed so close together that nobody can tell them apart."""
        return self.complete() and count(self.down) >= 2 and self.last_at - self.before_last_at < clump_ms

    def slowest(self, start: i64, step: i64, seats: i64) -> i64:
        """Who lost a last-loses race. Missing hands are last; of several, the one nearest after `start`."""
        missing = self.missing()
        if missing == 0:
            return self.last
        if count(missing) == 1:
            return lowest(missing)
        seat = start
        for _ in range(seats):
            seat = (seat + step + seats) % seats
            if missing & BIT[seat]:
                return seat
        return NO_SEAT

    def hands(self) -> list[int]:
        """The seats whose hands are down, in order of landing."""
        return [(self.order >> (4 * i)) & 15 for i in range(count(self.down))]

    def clone(self) -> RaceState:
        return RaceState(self)
