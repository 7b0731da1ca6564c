"""What the server knows about one player's connection: how far away it is, how much it wobbles, whether it stalls.

All times are integer microseconds of the server's clock, handed in by the caller. One `Link` is one device; seats
that share a tablet share its link.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import Final

from slamdeck.table.times import MS, SECOND

WINDOW: Final = 64  # pings that are remembered: about a minute of play
LONGEST_TRIP: Final = 60 * SECOND
SMALLEST_BUDGET: Final = 20 * MS
LARGEST_BUDGET: Final = 120 * MS
BUDGET_MARGIN: Final = 10 * MS

MOST_CREDIT: Final = 3
CREDIT_REFILL: Final = 120 * SECOND  # one credit grows back in this time

BURST: Final = 20 * MS  # what a repaired connection delivers at once arrives within this time
BEAT: Final = 50 * MS  # the client says `still` this often …
LAST_BEAT: Final = 1_200 * MS  # … until then
COARSE_CLOCK: Final = 5 * MS
LONGEST_LEAD: Final = 100 * MS
SHORTEST_LEAD: Final = 4 * MS  # a quarter of a screen's frame: nobody sees less


class Link:
    """One device's connection.

    `trip` is the windowed minimum round trip m: no message made it faster, so physics allows no less.
    `budget` is the jitter budget U = clamp(p97 − m + 10 ms, 20, 120 ms): how late an honest message may be.
    """

    __slots__ = (
        "away",
        "budget",
        "burst_began",
        "coarse",
        "credit_time",
        "heard",
        "kernel_trip",
        "local",
        "oldest",
        "ordered",
        "ping_trip",
        "refilled",
        "silence",
        "trip",
        "trips",
    )

    def __init__(self, now: int, local: bool = False, away: bool = False) -> None:
        self.trips = array("i")  # the latest ones, in a ring …
        self.oldest = 0  # … where the next one goes
        self.ordered = array("i")  # the same, shortest first
        self.local = local  # a bot: its inputs have no way to go
        self.trip = 0  # nothing measured yet: assume nothing in the player's favour
        self.budget = 0 if local else LARGEST_BUDGET
        self.ping_trip: int | None = None
        self.kernel_trip: int | None = None
        self.heard = now
        self.silence = 0  # before the burst of messages that was heard last
        self.burst_began = now
        self.coarse = False  # the device's clock is too coarse for its claims to be used
        self.away = away  # hidden tab or closed socket, for all to see: nobody waits for this device
        self.credit_time = 0 if local else MOST_CREDIT * CREDIT_REFILL  # credit, as the time it takes to grow back
        self.refilled = now

    # ---- round trips -----------------------------------------------------------------------------

    def pong(self, now: int, trip: int) -> None:
        """A WebSocket ping came back. The page's script can neither see nor delay these."""
        self.hear(now)
        if self.local or trip < 0:
            return
        ordered = self.ordered
        trip = min(trip, LONGEST_TRIP)
        if len(self.trips) < WINDOW:
            self.trips.append(trip)
        else:
            del ordered[bisect_left(ordered, self.trips[self.oldest])]
            self.trips[self.oldest] = trip
            self.oldest = (self.oldest + 1) % WINDOW
        insort(ordered, trip)
        shortest = ordered[0]
        p97 = ordered[97 * (len(ordered) - 1) // 100]
        self.ping_trip = shortest
        self.budget = min(max(p97 - shortest + BUDGET_MARGIN, SMALLEST_BUDGET), LARGEST_BUDGET)
        self.measure()

    def kernel_says(self, trip: int) -> None:
        """The kernel's own minimum (TCP_INFO), where TLS ends here: a client that answers pings late cannot hide it."""
        self.kernel_trip = trip
        self.measure()

    def measure(self) -> None:
        if self.ping_trip is None or self.kernel_trip is None:
            self.trip = self.ping_trip or self.kernel_trip or 0
        else:
            self.trip = min(self.ping_trip, self.kernel_trip)

    def clock_granularity(self, granularity: int) -> None:
        """What the client reports about its timer; a coarse one falls back to the server's own estimate."""
        self.coarse = granularity > COARSE_CLOCK

    # ---- silence ---------------------------------------------------------------------------------

    def hear(self, now: int) -> None:
        """Anything at all arrived. A stalled connection delivers what it held back in one burst, so the silence
        before a burst belongs to every message of it."""
        if now - self.burst_began > BURST:
            self.silence = now - self.heard
            self.burst_began = now
        self.heard = now

    # ---- stall credit ----------------------------------------------------------------------------

    def credit(self, now: int) -> int:
        """How many more stalls are forgiven: at most three, slowly refilled (after Lichess's lag quota)."""
        if now > self.refilled and not self.local:
            self.credit_time = min(self.credit_time + now - self.refilled, MOST_CREDIT * CREDIT_REFILL)
            self.refilled = now
        return self.credit_time // CREDIT_REFILL

    def spend(self, now: int) -> None:
        if self.credit(now) >= 1:
            self.credit_time -= CREDIT_REFILL


def leads(links: Sequence[Link]) -> list[int]:
    """How much earlier each device is sent an event, so that all screens flip together: its way there, ≤ 100 ms."""
    ahead = [0 if link.away else min(link.trip // 2, LONGEST_LEAD) for link in links]
    return ahead if max(ahead) >= SHORTEST_LEAD else [0] * len(ahead)
