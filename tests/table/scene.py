"""A small stage for the arbiter: seats at fixed distances, times in milliseconds, honest browsers on request."""

from __future__ import annotations

from slamdeck.table.messages import ScreenReport, Seen, Still
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.evidence import Goal, RaceRecord
from slamdeck.table.races.law import TIE_BAND
from slamdeck.table.races.links import Link
from slamdeck.table.races.rulings import Release, Ruling
from slamdeck.table.times import MS

PINGS = 20


def steady_link(trip: float, now: int = 0) -> Link:
    """A connection without any jitter: U is its smallest, 20 ms."""
    link = Link(now)
    for _ in range(PINGS):
        link.pong(now, round(trip * MS))
    return link


class Scene:
    """Event 1 is released at 0 ms unless told otherwise; the seats are `trips` milliseconds away."""

    def __init__(self, *trips: float, band: int = TIE_BAND, bounce: int = 300 * MS) -> None:
        self.trips = trips
        self.links = [steady_link(trip) for trip in trips]
        self.arbiter = Arbiter(self.links, band=band, bounce=bounce, staggered=False)
        self.contenders = (1 << len(trips)) - 1
        self.now = 0.0
        self.event = 0
        self.shown = 0.0
        self.ids = 0
        self.releases: list[Release] = []

    def show(self, goal: Goal = Goal.FIRST_WINS, entrants: int = 0) -> int:
        self.event += 1
        self.shown = self.now
        self.arbiter.release(self.event, round(self.now * MS), goal, entrants)
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

    def seen(self, seat: int, at: float, event: int = 0) -> None:
        self.wait(at)
        self.hear(seat, Seen(event or self.event), at)
        self.collect()

    def still(self, seat: int, up: float, at: float, event: int = 0) -> None:
        self.wait(at)
        self.hear(seat, Still(event or self.event, round(up * MS)), at)
        self.collect()

    def hear(self, seat: int, report: ScreenReport, at: float) -> None:
        self.links[seat].hear(round(at * MS))
        self.arbiter.sightings.hear(seat, report, round(at * MS))

    def hand(self, seat: int, claim: float | None, at: float, event: int = 0, id: int = 0, hand: bool = True) -> Ruling:
        self.wait(at)
        self.ids += 1
        claimed = None if claim is None else round(claim * MS)
        self.links[seat].hear(round(at * MS))
        ruling = self.arbiter.rule(seat, event or self.event, claimed, id or self.ids, 0, hand, round(at * MS))
        self.collect()
        return ruling

    def move(self, seat: int, claim: float | None, at: float, event: int = 0) -> Ruling:
        return self.hand(seat, claim, at, event, hand=False)

    # ---- honest browsers -------------------------------------------------------------------------

    def race(self, hands: dict[int, float | None]) -> None:
        """Everybody sees the latest event; those with a time slap at it then, the others keep still."""
        script: list[tuple[float, int, str, float]] = []
        for seat, reaction in hands.items():
            painted = self.shown + self.trips[seat]  # as the server hears of it
            end = 1_200.0 if reaction is None else reaction
            script.append((painted, seat, "seen", 0.0))
            script += [(painted + up, seat, "still", float(up)) for up in range(50, 1_201, 50) if up < end]
            if reaction is not None:
                script.append((painted + reaction, seat, "hand", reaction))
        for at, seat, what, value in sorted(script):
            if what == "seen":
                self.seen(seat, at)
            elif what == "still":
                self.still(seat, value, at)
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
