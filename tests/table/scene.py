"""A small stage for the arbiter: seats at fixed distances, times in milliseconds, honest browsers on request."""

from __future__ import annotations

from slamdeck.measure.client import STILLS, STILLS_AFTER_HAND
from slamdeck.table.messages import Seen, Still
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.closing import LAST_PING, PING_EVERY
from slamdeck.table.races.evidence import FRAME, Goal, RaceRecord
from slamdeck.table.races.law import TIE_BAND
from slamdeck.table.races.links import Link
from slamdeck.table.races.rulings import Release, Ruling
from slamdeck.table.times import MS

PINGS = 20
CLOCK = 5_000.0  # what the pages' clocks show at 0 ms
FRAME_MS = FRAME / MS


def steady_link(trip: float) -> Link:
    """A connection without any jitter."""
    link = Link()
    for _ in range(PINGS):
        link.pong(round(trip * MS))
    return link


class Scene:
    """Event 1 is released at 0 ms unless told otherwise; the seats are `trips` milliseconds away, half of it each way,
    and paint an event the moment it is there. The pages' clocks show CLOCK more than the server's."""

    def __init__(self, *trips: float, band: int = TIE_BAND, bounce: int = 300 * MS) -> None:
        self.trips = trips
        self.links = [steady_link(trip) for trip in trips]
        self.arbiter = Arbiter(self.links, band=band, bounce=bounce, staggered=False)
        self.contenders = (1 << len(trips)) - 1
        self.now = 0.0
        self.event = 0
        self.shown = 0.0
        self.painted: dict[tuple[int, int], float] = {}  # by seat and event, on the page's clock
        self.ids = 0
        self.releases: list[Release] = []

    def show(self, goal: Goal = Goal.FIRST_WINS, entrants: int = 0, race: bool = True) -> int:
        self.event += 1
        self.shown = self.now
        self.arbiter.release(self.event, round(self.now * MS), goal, entrants, race)
        return self.event

    def wait(self, until: float) -> None:
        """Let the time pass that far, waking up whenever the arbiter asks for it."""
        while (wake := self.arbiter.next_wakeup(round(self.now * MS))) is not None and wake <= until * MS:
            self.now = max(self.now, wake / MS)
            self.collect()
        self.now = max(self.now, until)
        self.collect()

    def collect(self) -> None:
        while (release := self.arbiter.take(round(self.now * MS), self.contenders)) is not None:
            self.releases.append(release)

    def drain(self) -> list[Release]:
        self.wait(self.now + 5_000)
        return self.releases

    # ---- messages: `at` is when they arrive ------------------------------------------------------

    def up(self, seat: int) -> float:
        return self.trips[seat] / 2

    def pong(self, seat: int, at: float, sent: float | None = None, event: int = 0) -> None:
        """That of the event's own ping, unless it was sent at another time."""
        self.wait(at)
        when = self.shown if sent is None else sent
        event = event or self.event
        self.arbiter.sightings.pong(seat, event, round(when * MS), round(at * MS), sent is None)
        self.collect()

    def seen(self, seat: int, at: float, event: int = 0, painted: float | None = None) -> None:
        """With the pong of the event's own ping right before it, in time; painted when it was sent."""
        event = event or self.event
        if painted is None:
            painted = at - self.up(seat)
        self.painted[seat, event] = CLOCK + painted
        self.pong(seat, min(at, self.shown + self.trips[seat]), event=event)
        self.wait(at)
        c = round((CLOCK + at - self.up(seat)) * MS)
        self.arbiter.sightings.hear(seat, Seen(event, round((CLOCK + painted) * MS), c), round(at * MS))
        self.collect()

    def still(self, seat: int, at: float, stamp: float | None = None, event: int = 0) -> None:
        """`stamp`: on the server's clock, when it was sent."""
        self.wait(at)
        sent = at - self.up(seat) if stamp is None else stamp
        self.arbiter.sightings.hear(seat, Still(event or self.event, round((CLOCK + sent) * MS)), round(at * MS))
        self.collect()

    def hand(
        self,
        seat: int,
        claim: float | None,
        at: float,
        event: int = 0,
        id: int = 0,
        hand: bool = True,
        stamp: float | None = None,
    ) -> Ruling | None:
        """Sent when it was made, unless `stamp` (on the server's clock) says otherwise. None: its time is in doubt."""
        self.wait(at)
        self.ids += 1
        event = event or self.event
        painted = self.painted.get((seat, event), CLOCK + self.shown)
        pressed = None if claim is None else round((painted + claim) * MS)
        sent = round((CLOCK + (at - self.up(seat) if stamp is None else stamp)) * MS)
        c = pressed if pressed is not None and stamp is None else sent
        ruling = self.arbiter.rule(seat, event, pressed, c, id or self.ids, 0, hand, round(at * MS))
        self.collect()
        return ruling

    def ruled(self, seat: int, claim: float | None, at: float, event: int = 0, id: int = 0) -> Ruling:
        """A hand whose time is certain at once."""
        ruling = self.hand(seat, claim, at, event, id)
        assert ruling is not None
        return ruling

    def move(self, seat: int, claim: float | None, at: float, event: int = 0) -> Ruling:
        ruling = self.hand(seat, claim, at, event, hand=False)
        assert ruling is not None
        return ruling

    # ---- honest browsers -------------------------------------------------------------------------

    def race(self, hands: dict[int, float | None]) -> None:
        """Everybody sees the latest event; those with a time slap at it then, the others keep still."""
        script: list[tuple[float, int, str, float]] = []
        for seat, reaction in hands.items():
            trip = self.trips[seat]
            painted = self.shown + trip  # as the server hears of it
            end = 10_000.0 if reaction is None else reaction
            script.append((painted, seat, "seen", 0.0))
            script += [(painted + up / MS, seat, "still", 0.0) for up in STILLS if up / MS < end]
            if reaction is not None:
                script.append((painted + reaction, seat, "hand", reaction))
                script += [(painted + reaction + up / MS, seat, "still", 0.0) for up in STILLS_AFTER_HAND]
            pings = [self.shown + up / MS for up in range(PING_EVERY, LAST_PING + 1, PING_EVERY)]
            script += [(sent + trip, seat, "pong", sent) for sent in pings]
        for at, seat, what, value in sorted(script):
            if what == "seen":
                self.seen(seat, at)
            elif what == "still":
                self.still(seat, at)
            elif what == "pong":
                self.pong(seat, at, value)
            else:
                self.hand(seat, value, at)

    # ---- what came of it -------------------------------------------------------------------------

    def records(self) -> list[RaceRecord]:
        return [release.race for release in self.releases if release.race is not None]

    def record(self) -> RaceRecord:
        (record,) = self.records()
        return record

    def order(self) -> list[tuple[int, ...]]:
        """The seats of every step, in the order in which the game gets them."""
        return [tuple(ruling.seat for ruling in release.rulings) for release in self.releases]
