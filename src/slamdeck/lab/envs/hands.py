"""Continuous time: hands that are on their way to a table, and how long each of them takes.

A seat that answers lifts its hand, and the hand lands when that seat's reflexes have had their time. Meanwhile others'
hands are on their way, too; it lands whatever has happened since. The times are looked up in a table of equally likely
ones (`reaction_times`), so that a die is all it takes.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import FastDice
from slamdeck.core.native import i64, vec
from slamdeck.core.races import LAST_LOSES
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.schedule import Schedule

# What a hand answers to.
ON_TURN: Final[i64] = 0  # think, then choose
ALL_HANDS: Final[i64] = 1  # every hand must come down now
OFF_TURN: Final[i64] = 2  # recognise that there is something to slap, to clear, to call
OCCASIONS: Final[i64] = 3

LIKELY_TIMES: Final[i64] = 256  # of each occasion, equally likely


@final
class Hands:
    """The hands of one table."""

    def __init__(self, seats: i64, times: vec[i64]) -> None:
        self.seats: i64 = seats
        self.times: vec[i64] = times  # of each seat, occasion by occasion
        self.schedule = Schedule(seats)
        self.meant: vec[i64] = vec[i64]([0] * seats)  # what each of them is about to do
        self.lifted: i64 = 0  # the set of seats whose hands are on their way

    def put_down(self) -> None:
        """Nothing is on its way any more: a new game."""
        for seat in range(self.seats):
            self.schedule.expect(seat, NEVER)
        self.lifted = 0

    def lift(self, rules: Rules, seat: i64, action: i64, at: i64, dice: FastDice) -> None:
        """That seat's hand will do that when its time has passed."""
        row = (OCCASIONS * seat + occasion(rules, seat)) * LIKELY_TIMES
        self.schedule.expect(seat, at + self.times[row + dice.below(LIKELY_TIMES)])
        self.meant[seat] = action
        self.lifted |= BIT[seat]

    def land(self, seat: i64) -> i64:
        """That hand comes down; returns what it does."""
        self.schedule.expect(seat, NEVER)
        self.lifted &= ~BIT[seat]
        return self.meant[seat]

    def copy(self) -> Hands:
        twin = Hands(self.seats, self.times)
        for seat in range(self.seats):
            twin.schedule.expect(seat, self.schedule.hands[seat])
            twin.meant[seat] = self.meant[seat]
        twin.lifted = self.lifted
        return twin


def occasion(rules: Rules, seat: i64) -> i64:
    """What this seat's hand would answer to now."""
    if rules.race.open and rules.race.goal == LAST_LOSES:
        return ALL_HANDS
    if rules.waits_for() & BIT[seat]:
        return ON_TURN
    return OFF_TURN
