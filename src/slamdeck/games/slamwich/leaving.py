"""Who is in, who is out, and how a game of Slamwich ends."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT, count, lowest
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Outcome, places_by
from slamdeck.games.slamwich.state import State
from slamdeck.games.slamwich.terms import NOTHING


@mypyc_attr(acyclic=True)
class Leaving(State):
    """No cards, no game; but the card tossed last is still a hope."""

    def may_slap(self) -> i64:
        """Who may slap and shout: players still in (SW-16, SW-R10), or nearly all (SW-R35)."""
        if self.terms.slap_in:
            return ALL_BELOW[self.seats] & ~self.barred
        return self.inside

    def next_with_cards(self, seat: i64) -> i64:
        """The next seat to the left that is still in and has cards: SW-10, SW-22, SW-R23.

        It is `seat` itself when nobody else has any.
        """
        follower = self.left_of(seat)
        while follower != seat:
            if self.inside & BIT[follower] and self.cards.size(follower) > 0:
                return follower
            follower = self.left_of(follower)
        return seat

    def leave_the_brink(self, tosser: i64) -> bool:
        """Before a toss whoever has no card left goes out, except the muncher: SW-39, SW-R9.

        If that leaves the tosser alone, the game ends without a toss (SW-R25).
        """
        seats = self.inside
        while seats:
            seat = lowest(seats)
            seats &= ~BIT[seat]
            if self.cards.size(seat) == 0 and seat != tosser and seat != self.muncher:
                self.send_out(seat)
        return self.end_if_alone()

    def send_out(self, seat: i64) -> None:
        """No cards, no game: SW-39. The moment is kept for the places (SW-R38)."""
        self.inside &= ~BIT[seat]
        self.out_since[seat] = self.moment
        self.tell("out", "SW-39", seat, 0)

    def drop_out_without_cards(self) -> None:
        """No cards, not the muncher, one's last toss not on top: out (SW-39, SW-R9, SW-R12)."""
        seats = self.inside
        while seats:
            seat = lowest(seats)
            seats &= ~BIT[seat]
            if self.cards.size(seat) == 0 and seat != self.muncher and seat != self.tosser:
                self.send_out(seat)

    def end_if_alone(self) -> bool:
        """The last player left wins and gets every card: SW-02, SW-40, SW-41, SW-R24."""
        if not self.over and count(self.inside) == 1:
            self.cards.sweep_under(self.centre, lowest(self.inside))
            self.finish("SW-41", "everybody else is out of cards")
        return self.over

    def time_is_up(self) -> None:
        """SW-42, SW-43, SW-R26: the most cards among those still in win; the pile is nobody's."""
        self.finish("SW-43", "the agreed time is up")

    def finish(self, clause: str, why: str) -> None:
        """Play stops at once and whatever was undecided is dropped: SW-41, SW-R26, SW-R40."""
        self.over = True
        self.live = NOTHING
        self.holder = NO_SEAT
        self.muncher = NO_SEAT
        self.closing = False
        self.race.close()
        self.ended_by = clause
        self.ended_because = why
        self.tell("end", clause, -1, 0)

    def outcome(self) -> Outcome | None:
        """Who is in, by cards; then who is out, the later the better.

        SW-41, SW-43, SW-R26, SW-R38.
        """
        if not self.over:
            return None
        keys = [
            1_000_000_000 + self.cards.size(seat) if self.inside & BIT[seat] else self.out_since[seat]
            for seat in range(self.seats)
        ]
        points = [self.cards.size(seat) for seat in range(self.seats)]
        return Outcome(places_by(keys), points, self.ended_because, self.ended_by)
