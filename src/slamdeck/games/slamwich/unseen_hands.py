"""Who slaps before anybody can have seen the card, and when.

A hand that goes off at every card of a large pile wins whatever can be slapped there, and pays one card for each of the
others. Eyes cannot keep up with it; only another such hand can. So a player watches when a rival does it: at the
rival's own tosses or at those of others, on piles of what size; and where it was done of late, expects it again. On
small piles it costs more than it brings, and is best left to the rival.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.games.slamwich.rules import Slamwich

SOONEST_MS: Final[i64] = 150  # from the toss: a hand that lands earlier wins nothing at a live table
UNSEEN_MS: Final[i64] = 200  # no eye tells the cards apart and moves a hand sooner
LARGE: Final[i64] = 9  # cards for which it is worth paying one
ONCE: Final[i64] = 4  # how much one such hand counts, in cards that the rival let pass
MOST: Final[i64] = 16
ENOUGH: Final[i64] = 4  # to expect it again
NO_PILE: Final[i64] = 1_000_000


@final
class UnseenHands:
    """What one player has noticed of the others' hands. Kept twice for each seat: own tosses, and those of others."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.habit: vec[i64] = vec[i64]([0] * (2 * seats))
        self.smallest: vec[i64] = vec[i64]([NO_PILE] * (2 * seats))  # pile on which it was seen
        self.tosses: i64 = 0  # the last toss that was watched …
        self.tosser: i64 = NO_SEAT
        self.pile: i64 = 0  # … and the cards that it made
        self.hands: i64 = 0  # the set of seats that did not wait to see it

    def watch(self, world: Slamwich) -> None:
        """Look up; as often as one likes."""
        if world.tosses < self.tosses:
            self.forget()
        if world.tosses > self.tosses:
            self.count_the_patient()
            self.tosses = world.tosses
            self.tosser = world.tosser
            self.pile = world.cards.size(world.centre)
            self.hands = 0
        if self.tosses == 0:
            return
        for seat in range(self.seats):
            since = world.slapped_at[seat] - world.tossed_at
            if since >= SOONEST_MS and since < UNSEEN_MS and not self.hands & BIT[seat]:
                self.hands |= BIT[seat]
                here = self.place(seat)
                self.habit[here] = min(MOST, self.habit[here] + ONCE)
                self.smallest[here] = min(self.smallest[here], self.pile)

    def forget(self) -> None:
        """Another game."""
        self.tosses = 0
        self.tosser = NO_SEAT
        for here in range(2 * self.seats):
            self.habit[here] = 0
            self.smallest[here] = NO_PILE

    def count_the_patient(self) -> None:
        """Who let the last card pass, where the hand went off before, does so less than it seemed."""
        if self.tosser == NO_SEAT:
            return
        for seat in range(self.seats):
            here = self.place(seat)
            if self.habit[here] > 0 and self.pile >= self.smallest[here] and not self.hands & BIT[seat]:
                self.habit[here] -= 1

    def place(self, seat: i64) -> i64:
        if seat == self.tosser:
            return 2 * seat
        return 2 * seat + 1

    def expects(self, world: Slamwich, rival: i64) -> bool:
        """Will that hand go off at the card that lies on top now, whatever it is?"""
        if world.tosses != self.tosses:
            return False
        here = self.place(rival)
        return self.habit[here] >= ENOUGH and self.pile >= max(LARGE, self.smallest[here])
