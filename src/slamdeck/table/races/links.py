"""What the server knows about one player's device beyond a single event: how far away it is, how late its screen is,
how much of the hangs of its page is still forgiven, and whether its messages fit together.

All times are integer microseconds. One `Link` is one device; seats that share a tablet share its link. Nothing here
helps or harms a claim but the usual lateness of the screen, within narrow bounds.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import Final

from slamdeck.table.races.evidence import FRAME, TimesUse
from slamdeck.table.races.suspicion import Suspicion
from slamdeck.table.times import MS, SECOND

REMEMBERED_TRIPS: Final = 8
REMEMBERED_PAINTS: Final = 32
FEWEST_PAINTS: Final = 8  # before anybody is told of a slow screen
LONGEST_TRIP: Final = 60 * SECOND
FIRST_CREDIT: Final = 40 * MS  # so much is forgiven at the beginning of an evening …
MOST_CREDIT: Final = 200 * MS  # … and no more than this is ever saved up
EARNED: Final = 8 * MS  # by every hand that is believed as it came …
EARNED_AT_FIRST: Final = 30 * MS  # … and by the first few: who lies with every hand has none, and most people soon do
FIRST_HANDS: Final = 8
COARSE_CLOCK: Final = 5 * MS
LATE_SCREEN: Final = 40 * MS
LATE_PONGS: Final = 40 * MS
LONGEST_LEAD: Final = 100 * MS
SHORTEST_LEAD: Final = 4 * MS  # a quarter of a screen's frame: nobody sees less


class Link:
    """One device's connection."""

    __slots__ = (
        "away",
        "believed",
        "coarse",
        "credit",
        "frame",
        "kernel_trip",
        "local",
        "ordered_paints",
        "paints",
        "suspicion",
        "trip",
        "trips",
        "use",
        "usual_paint",
    )

    def __init__(self, local: bool = False, away: bool = False) -> None:
        self.local = local  # a bot: its inputs have no way to go
        self.away = away  # hidden tab or closed socket, for all to see: nobody waits for this device
        # Lists, though they lose their first: a deque takes ten times the room.
        self.trips: list[int] = []  # of the latest pings that were sent with an event, or by themselves
        self.trip = 0  # their median
        self.kernel_trip: int | None = None
        self.paints: list[int] = []  # of the latest events without a hand: `seen` after its ping
        self.ordered_paints: list[int] = []  # the same by length
        self.usual_paint = 0  # what the screen needs in nine of ten of them
        self.frame = FRAME
        self.coarse = False  # the device's clock is too coarse for its claims to be used
        self.credit = 0 if local else FIRST_CREDIT  # what is still forgiven; less than 0: owed
        self.believed = 0  # hands, as they came
        self.use = TimesUse.MEASURED
        self.suspicion = Suspicion()

    # ---- round trips -----------------------------------------------------------------------------

    def pong(self, trip: int) -> None:
        """A WebSocket ping came back. The page's script can neither see nor delay these."""
        if not self.local and trip >= 0:
            if len(self.trips) == REMEMBERED_TRIPS:
                del self.trips[0]
            self.trips.append(min(trip, LONGEST_TRIP))
            self.trip = sorted(self.trips)[len(self.trips) // 2]

    def kernel_says(self, trip: int) -> None:
        """The kernel's own minimum (TCP_INFO), where TLS ends here: a client that answers pings late cannot hide it."""
        self.kernel_trip = trip

    def usual_trip(self) -> int:
        """For a seat whose claims are not used; only here is the kernel asked."""
        return self.trip if self.kernel_trip is None else min(self.trip, self.kernel_trip)

    def late_pongs(self) -> int:
        """How much later than the kernel's its pongs come, if that is much."""
        late = 0 if self.kernel_trip is None or not self.trips else self.trip - self.kernel_trip
        return late if late >= LATE_PONGS else 0

    # ---- the screen and its clock ----------------------------------------------------------------

    def clock_is(self, granularity: int, frame: int) -> None:
        """What the page reports; a coarse clock falls back to the server's own estimate."""
        self.coarse = granularity > COARSE_CLOCK
        self.frame = frame

    def note_paint(self, paint: int) -> None:
        """So much later than the ping that was sent with the event came `seen`."""
        ordered = self.ordered_paints
        if len(self.paints) == REMEMBERED_PAINTS:
            del ordered[bisect_left(ordered, self.paints.pop(0))]
        self.paints.append(paint)
        insort(ordered, paint)
        self.usual_paint = ordered[9 * (len(ordered) - 1) // 10]

    def late_screen(self) -> int:
        """What this screen usually needs, if that is long."""
        usual = self.usual_paint if len(self.paints) >= FEWEST_PAINTS else 0
        return usual if usual > LATE_SCREEN else 0

    # ---- credit for hangs ------------------------------------------------------------------------

    def note_hand(self, believed: bool) -> None:
        """Who needs to be forgiven something with every hand earns nothing."""
        if believed and not self.local:
            self.believed += 1
            earned = EARNED_AT_FIRST if self.believed <= FIRST_HANDS else EARNED
            self.credit = min(self.credit + earned, MOST_CREDIT)

    def spend(self, price: int) -> None:
        self.credit -= price

    # ---- whether claims are used -----------------------------------------------------------------

    @property
    def wary(self) -> bool:
        """Is it looked at so closely that less is allowed?"""
        return self.use is TimesUse.MEASURED and self.suspicion.wary

    @property
    def was_in_play(self) -> bool:
        """Has it been shown anything by which it could be known?"""
        return bool(self.suspicion.quiet or self.suspicion.waiting) or self.use is not TimesUse.MEASURED

    def use_times(self, use: TimesUse) -> None:
        """From now on so; what was noticed before is forgotten."""
        self.use = use
        self.suspicion = Suspicion()


def leads(links: Sequence[Link]) -> list[int]:
    """How much earlier each device is sent an event, so that all screens flip together: its way there, ≤ 100 ms."""
    ahead = [0 if link.away else min(link.trip // 2, LONGEST_LEAD) for link in links]
    return ahead if max(ahead) >= SHORTEST_LEAD else [0] * len(ahead)
