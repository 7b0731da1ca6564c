"""A table in virtual time: modelled people and lines around the real arbiter.

Four events without a slap, one with, and so on: what a seat does when nothing is at stake is what its hands are
compared with. A server that judges by arrival would send to all at once, so a hand's way counts from its own sending.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from slamdeck.measure.fairness.figures import StudiedEvening, StudiedRace
from slamdeck.measure.fairness.lines import Lane
from slamdeck.measure.fairness.page import ModelPage, Player, Said
from slamdeck.measure.fairness.timeline import Timeline
from slamdeck.table.messages import Seen, Still
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.closing import LAST_LOSES_CAP, LAST_PING, PING_EVERY
from slamdeck.table.races.evidence import Evidence, Goal, RaceOutcome, RaceRecord, TimesUse, Verdict
from slamdeck.table.races.law import TIE_BAND
from slamdeck.table.races.links import Link
from slamdeck.table.races.rulings import Ruling
from slamdeck.table.times import MS, SECOND

QUIET_EVENTS: Final = 4  # between two races
PAUSE: Final = (600, 1300)  # ms between two events
FIRST_EVENTS: Final = 8  # before the first race
PING: Final = 8  # bytes


class SeatWorld:
    """Where one page lives: virtual time, and two lanes."""

    def __init__(self, venue: Venue, seat: int, player: Player) -> None:
        self.venue = venue
        self.seat = seat
        chance = random.Random(venue.chance.random())
        self.down, self.up = Lane(player.line.down, chance), Lane(player.line.up, chance)
        self.page = ModelPage(player, self, chance)
        self.call_at = venue.timeline.call_at

    @property
    def now(self) -> int:
        return self.venue.timeline.now

    def send(self, said: Said) -> None:
        self.call_at(self.up.arrival(self.now), lambda: self.venue.hear(self.seat, said))

    def pong(self, ping: bytes) -> None:
        self.call_at(self.up.arrival(self.now), lambda: self.venue.pong(self.seat, ping))

    def deliver(self, arrive: Callable[[], None]) -> None:
        """What the server sends now arrives later."""
        self.call_at(self.down.arrival(self.now), arrive)


@dataclass
class OpenStudy:
    """One race that is under way."""

    event: int
    judged: dict[int, Evidence] = field(default_factory=dict)  # every hand's, also of those that came too late
    came: dict[int, int] = field(default_factory=dict)
    settled: dict[int, int] = field(default_factory=dict)  # when there was no doubt any more
    record: RaceRecord | None = None
    closed: int = 0
    told: dict[int, int] = field(default_factory=dict)


class Venue:
    def __init__(
        self,
        people: Sequence[Player],
        seed: int,
        *,
        goal: Goal = Goal.FIRST_WINS,
        band: int = TIE_BAND,
        enforced: bool = True,
    ) -> None:
        """`enforced`: a seat of which the statistic has spoken is estimated, as at a live table."""
        self.chance = random.Random(seed)
        self.timeline = Timeline()
        self.goal = goal
        self.enforced = enforced
        self.links = [Link() for _ in people]
        self.arbiter = Arbiter(self.links, band=band)
        self.worlds = [SeatWorld(self, seat, player) for seat, player in enumerate(people)]
        self.everybody = (1 << len(people)) - 1
        self.event = 0
        self.study: OpenStudy | None = None
        self.alarms: dict[int, int] = {}  # by seat: the race after which the statistic spoke
        self.races = 0
        for link, world in zip(self.links, self.worlds, strict=True):
            line = world.page.player.line
            link.clock_is(world.page.granularity, round(world.page.frame))
            if line.kernel is not None:
                link.kernel_says(round(line.kernel * MS))
        for _ in range(FIRST_EVENTS):
            self.quiet_event()

    @property
    def now(self) -> int:
        return self.timeline.now

    # ---- events ----------------------------------------------------------------------------------

    def quiet_event(self) -> None:
        self.release(False)
        self.pass_time(self.now + self.pause())

    def pause(self) -> int:
        return round(self.chance.uniform(*PAUSE) * MS)

    def race(self) -> OpenStudy:
        """An event at which everybody slaps, from its release until nothing of it is under way any more."""
        self.races += 1
        self.release(True)
        study = self.study = OpenStudy(self.event)
        end = self.now + SECOND + 2 * LAST_LOSES_CAP
        seats = len(self.worlds)
        self.run(lambda: study.record is not None and len(study.told) == len(study.judged) == seats, end)
        assert study.record is not None, "the arbiter never waits for ever"
        self.study = None
        self.pass_time(self.now + self.pause())
        for _ in range(QUIET_EVENTS):
            self.quiet_event()
        return study

    def release(self, slaps: bool) -> None:
        self.event += 1
        entrants = self.everybody if slaps and self.goal is Goal.LAST_LOSES else 0
        goal = self.goal if slaps else Goal.FIRST_WINS
        stimulus = self.arbiter.release(self.event, self.now, goal, entrants)
        self.listen_to_the_statistic()
        for world, screen in zip(self.worlds, stimulus.screens, strict=True):
            self.timeline.call_at(screen.sent, self.sending(world, self.event, slaps, screen.sent))

    def sending(self, world: SeatWorld, event: int, slaps: bool, sent: int) -> Callable[[], None]:
        """The event with a ping in the same segment, and further pings for as long as a race is possible."""
        page = world.page

        def send() -> None:
            def arrive() -> None:
                page.show(event, slaps)
                page.ping(ping_of(event, sent))

            world.deliver(arrive)

        def ping(at: int) -> Callable[[], None]:
            def send_ping() -> None:
                if event == self.event:
                    world.deliver(lambda: page.ping(ping_of(event, at)))

            return send_ping

        for at in range(sent + PING_EVERY, sent + LAST_PING + 1, PING_EVERY):
            self.timeline.call_at(at, ping(at))
        return send

    def listen_to_the_statistic(self) -> None:
        for seat, link in enumerate(self.links):
            if link.suspicion.fired and seat not in self.alarms:
                self.alarms[seat] = self.races
                if self.enforced:
                    link.use = TimesUse.ESTIMATED

    # ---- what arrives ----------------------------------------------------------------------------

    def hear(self, seat: int, said: Said) -> None:
        sightings = self.arbiter.sightings
        if said.what == "seen":
            sightings.hear(seat, Seen(said.n, said.about, said.clock), self.now)
        elif said.what == "still":
            sightings.hear(seat, Still(said.n, said.clock), self.now)
        else:
            if self.study is not None:
                self.study.came[seat] = self.now
            ruling = self.arbiter.rule(seat, said.n, said.about, said.clock, said.n, 0, True, self.now)
            if ruling is not None:
                self.note(ruling)

    def pong(self, seat: int, ping: bytes) -> None:
        event, sent = int.from_bytes(ping[:PING]), int.from_bytes(ping[PING:])
        paired = sent == self.arbiter.sightings.events[event].screens[seat].sent if self.knows(event) else False
        self.arbiter.sightings.pong(seat, event, sent, self.now, paired)
        if paired:
            self.links[seat].pong(self.now - sent)

    def knows(self, event: int) -> bool:
        return event in self.arbiter.sightings.events

    # ---- time ------------------------------------------------------------------------------------

    def run(self, done: Callable[[], bool], end: int) -> None:
        """From message to message and from wake-up to wake-up."""
        arbiter, timeline = self.arbiter, self.timeline
        while not done():
            wake = arbiter.next_wakeup(timeline.now) if arbiter.may_go_on(timeline.now) else None
            planned = timeline.next_at
            soonest = min(wake if wake is not None else end, planned if planned is not None else end)
            if soonest >= end:
                timeline.now = max(timeline.now, end)
                return
            if planned is not None and planned <= soonest:
                timeline.advance()
            else:
                timeline.now = max(timeline.now, soonest)
            if arbiter.may_go_on(timeline.now):
                self.collect()

    def pass_time(self, until: int) -> None:
        self.run(lambda: False, until)

    def collect(self) -> None:
        arbiter = self.arbiter
        while (release := arbiter.take(self.now, self.everybody)) is not None:
            for ruling in release.rulings:
                self.note(ruling)
            if release.race is not None:
                self.close(release.race)
        for ruling in arbiter.take_turned_away():
            self.note(ruling)
        if self.study is not None:
            for ruling in arbiter.held:
                self.note(ruling)

    def note(self, ruling: Ruling) -> None:
        study = self.study
        if study is not None and ruling.evidence is not None and ruling.seat not in study.judged:
            study.judged[ruling.seat] = ruling.evidence
            study.settled[ruling.seat] = self.now

    def close(self, record: RaceRecord) -> None:
        study = self.study
        if study is None or record.event != study.event:
            return
        study.record, study.closed = record, self.now
        for world in self.worlds:
            world.deliver(partial(self.hear_verdict, study, world.seat))

    def hear_verdict(self, study: OpenStudy, seat: int) -> None:
        study.told.setdefault(seat, self.now)


def ping_of(event: int, sent: int) -> bytes:
    return event.to_bytes(PING) + sent.to_bytes(PING)


# ---- evenings of two -------------------------------------------------------------------------------


def studied(venue: Venue, study: OpenStudy) -> StudiedRace:
    """The race of two beside the truth."""
    assert study.record is not None
    record = study.record
    hands = [world.page.hands[study.event] for world in venue.worlds]
    judged = [study.judged[seat] for seat in (0, 1)]
    first = min(study.came[seat] for seat in record.seats if seat in study.came) if record.seats else study.closed
    won = record.outcome in (RaceOutcome.WON, RaceOutcome.LOST) and len(record.seats) == 1
    return StudiedRace(
        truth=(hands[0].reaction, hands[1].reaction),
        counted=(counted(judged[0]), counted(judged[1])),
        claimed=(claimed(judged[0]), claimed(judged[1])),
        travelled=(
            (judged[0].arrived or 0) / MS - judged[0].sent / MS,
            (judged[1].arrived or 0) / MS - judged[1].sent / MS,
        ),
        winner=record.seats[0] if won else None,
        void=record.outcome is RaceOutcome.VOID,
        told=((study.told[0] - hands[0].pressed) / MS, (study.told[1] - hands[1].pressed) / MS),
        proof=(study.closed - first) / MS,
        waited=(study.settled[0] - study.came[0]) / MS,
        estimated=venue.links[0].use is TimesUse.ESTIMATED,
    )


def counted(judged: Evidence) -> float | None:
    return None if judged.verdict is Verdict.ANTICIPATION or judged.reaction is None else judged.reaction / MS


def claimed(judged: Evidence) -> float | None:
    """What the device says, if it was asked."""
    if judged.verdict is Verdict.ESTIMATED or judged.pressed is None:
        return None
    return judged.pressed / MS


def play_evening(subject: Player, opponent: Player, slaps: int, seed: int, enforced: bool = True) -> StudiedEvening:
    venue = Venue((subject, opponent), seed, enforced=enforced)
    evening = StudiedEvening()
    for _ in range(slaps):
        evening.races.append(studied(venue, venue.race()))
    venue.listen_to_the_statistic()
    evening.alarm = venue.alarms.get(0)
    return evening


def play_until_alarms(subject: Player, opponent: Player, slaps: int, seed: int) -> StudiedEvening:
    """So many slaps of which the statistic has said nothing: from the beginning of an evening until it speaks, and then
    of another evening. The alarm is that of the first one."""
    evening = StudiedEvening()
    seeds = random.Random(seed)
    first = True
    while len(evening.races) < slaps:
        venue = Venue((subject, opponent), seeds.getrandbits(64))
        while len(evening.races) < slaps and 0 not in venue.alarms:
            evening.races.append(studied(venue, venue.race()))
            venue.listen_to_the_statistic()
        if first:
            evening.alarm, first = venue.alarms.get(0), False
    return evening
