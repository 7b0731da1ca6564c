"""What happens next: the earliest of a deadline, a hand and the host. One place for everybody who runs a game: live
tables, the terminal, the arena, playouts and searches.

Who knows when hands will land (a table, a terminal, an arena) keeps them in a `Schedule`; who only samples a plausible
next hand (a playout, a search) asks `pause_before` how long it takes. For both, time comes first: a deadline that has
come by the moment of a hand is carried out before it.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, vec
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.zones import HOST

NOTHING_COMES: Final[i64] = 0  # nobody is about to do anything, and no deadline is set
DEADLINE: Final[i64] = 1  # time alone changes the game
HAND_LANDS: Final[i64] = 2  # somebody's input
HOST_CALL: Final[i64] = 3  # the host's word

# How quick players are where nobody measures.
PACE_MS: Final[i64] = 500  # one for whom alone the game waits
SOONEST_MS: Final[i64] = 1  # the first of several comes after this …
SPREAD_MS: Final[i64] = 300  # … and before this much more


@final
class Schedule:
    """The hands that are on their way to one game. After `next` was asked, `at` and `seat` tell of its answer."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.hands: vec[i64] = vec[i64]([NEVER] * seats)
        self.host_at: i64 = NEVER
        self.at: i64 = NEVER
        self.seat: i64 = 0

    def expect(self, seat: i64, at: i64) -> None:
        """This seat's hand will land then; NEVER: it is not lifted."""
        self.hands[seat] = at

    def next(self, deadline: i64) -> i64:
        """The earliest of all. A deadline comes before a hand of the same moment, a hand before the host."""
        seat = self.earliest_hand()
        at = self.hands[seat]
        if deadline < NEVER and deadline <= at and deadline <= self.host_at:
            self.at = deadline
            return DEADLINE
        if at < NEVER and at <= self.host_at:
            self.at = at
            self.seat = seat
            return HAND_LANDS
        self.at = self.host_at
        if self.host_at < NEVER:
            self.seat = HOST
            return HOST_CALL
        return NOTHING_COMES

    def earliest_hand(self) -> i64:
        """Hands of the same moment take turns by the clock, not by the seat."""
        best: i64 = 0
        for seat in range(1, self.seats):
            at = self.hands[seat]
            if at < self.hands[best] or (at == self.hands[best] and self.is_before(seat, best, at)):
                best = seat
        return best

    def is_before(self, seat: i64, other: i64, at: i64) -> bool:
        return at < NEVER and (seat + at) % self.seats < (other + at) % self.seats


def is_due(rules: Rules, at: i64) -> bool:
    """Does time act before a hand of that moment?"""
    return rules.deadline <= at


def pause_before(awaited: i64, dice: Dice) -> i64:
    """How long the next hand takes: one player alone keeps a pace, the first of several is quick."""
    if awaited & (awaited - 1):
        return SOONEST_MS + dice.below(SPREAD_MS)
    return PACE_MS
