"""Whatever arrives, in whatever order, and whatever is lost: the arbiter's promises hold.

Clocks run backwards, jump, stand still or lie about their grain; stamps lie in the future; pings are never answered,
answered twice, or answered without having been sent; `still`s come without events.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from slamdeck.table.messages import ScreenReport, Seen, Still
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.closing import FIRST_WINS_CAP, LAST_LOSES_CAP, rejudge, rejudge_input
from slamdeck.table.races.evidence import Goal, TimesUse, Verdict
from slamdeck.table.races.links import LONGEST_LEAD, Link
from slamdeck.table.races.rulings import TURNED_AWAY, Release, Ruling
from slamdeck.table.times import MS

SEATS = 3
EVERYBODY = (1 << SEATS) - 1
seats = st.integers(0, SEATS - 1)
shifts = st.just(0) | st.integers(-600 * MS, 600 * MS) | st.sampled_from([1 << 52, -(1 << 52)])  # of a page's clock
claims = st.none() | st.integers(-10 * MS, 2_000 * MS)
LAST_STAMP = 1 << 53
ids = st.integers(1, 40)  # few, so that many are resends
back = st.integers(0, 3)  # which event: the latest, or one of those before


class AnyMessages(RuleBasedStateMachine):
    """Random events, messages, waits and alarms against one arbiter."""

    @initialize(shared=st.booleans(), trips=st.lists(st.integers(0, 400), min_size=SEATS, max_size=SEATS))
    def sit_down(self, shared: bool, trips: list[int]) -> None:
        self.now = 0
        self.links = [Link()] * SEATS if shared else [Link() for _ in range(SEATS)]
        for link, trip in zip(self.links, trips, strict=True):
            link.pong(trip * MS)
        self.arbiter = Arbiter(self.links)
        self.event = 1
        self.contenders = EVERYBODY
        self.last_loses = False  # has there been such a race?
        self.accepted: dict[tuple[int, int], Ruling | None] = {}  # None: in doubt
        self.clocks = [0] * SEATS  # what each page's clock shows more than the server's
        self.releases: list[Release] = []
        self.arbiter.release(1, 0)

    # ---- what may happen -------------------------------------------------------------------------

    @rule(goal=st.sampled_from(Goal), entrants=st.integers(1, EVERYBODY), race=st.booleans(), together=st.booleans())
    def release(self, goal: Goal, entrants: int, race: bool, together: bool) -> None:
        if self.arbiter.race is not None and self.arbiter.race.hands:
            return  # no game starts a race before the last one is decided
        self.event += 1
        self.last_loses |= goal is Goal.LAST_LOSES
        self.arbiter.release(self.event, self.now, goal, entrants, race, together)

    def page_time(self, seat: int, shift: int) -> int:
        return min(max(self.now + self.clocks[seat] + shift, 0), LAST_STAMP)

    @rule(seat=seats, shift=shifts)
    def clock_jumps(self, seat: int, shift: int) -> None:
        self.clocks[seat] = shift

    @rule(seat=seats, granularity=st.integers(0, 100 * MS), frame=st.integers(0, 3_600_000_000))
    def clock_is(self, seat: int, granularity: int, frame: int) -> None:
        self.links[seat].clock_is(granularity, frame)

    @rule(seat=seats, use=st.sampled_from(TimesUse))
    def use_times(self, seat: int, use: TimesUse) -> None:
        self.links[seat].use_times(use)

    @rule(seat=seats, back=back, painted=shifts, sent=shifts)
    def seen(self, seat: int, back: int, painted: int, sent: int) -> None:
        self.hear(seat, Seen(self.event - back, self.page_time(seat, painted), self.page_time(seat, sent)))

    @rule(seat=seats, back=back, sent=shifts)
    def still(self, seat: int, back: int, sent: int) -> None:
        self.hear(seat, Still(self.event - back, self.page_time(seat, sent)))

    def hear(self, seat: int, report: ScreenReport) -> None:
        self.arbiter.sightings.hear(seat, report, self.now)

    @rule(seat=seats, back=back, claim=claims, sent=shifts, id=ids, hand=st.booleans())
    def act(self, seat: int, back: int, claim: int | None, sent: int, id: int, hand: bool) -> None:
        known = self.accepted.get((seat, id))
        if known is not None and known not in self.arbiter.held:
            return  # the table has its answer, and never asks again
        stimulus = self.arbiter.sightings.events.get(self.event - back)
        painted = 0 if stimulus is None else stimulus.screens[seat].painted
        pressed = None if claim is None else min(max(painted + claim, 0), LAST_STAMP)
        stamp = self.page_time(seat, sent)
        ruling = self.arbiter.rule(seat, self.event - back, pressed, stamp, id, 0, hand, self.now)
        assert known is None or ruling is known, "an input that is held is not judged twice"
        self.accepted[seat, id] = ruling

    @rule(seat=seats, trip=st.integers(-5, 900 * MS))
    def pong(self, seat: int, trip: int) -> None:
        self.links[seat].pong(trip)

    @rule(seat=seats, back=back, trip=st.integers(0, 900 * MS), paired=st.booleans())
    def event_pong(self, seat: int, back: int, trip: int, paired: bool) -> None:
        self.arbiter.sightings.pong(seat, self.event - back, self.now - trip, self.now, paired)

    @rule(seat=seats, away=st.booleans())
    def look_away(self, seat: int, away: bool) -> None:
        self.links[seat].away = away

    @rule(contenders=st.integers(0, EVERYBODY))
    def contend(self, contenders: int) -> None:
        self.contenders = contenders

    @rule(after=st.none() | st.integers(0, 2_000 * MS))
    def set_alarm(self, after: int | None) -> None:
        self.arbiter.alarm = None if after is None else self.now + after

    @rule(pause=st.integers(0, 300 * MS))
    def wait(self, pause: int) -> None:
        self.pass_time(self.now + pause)

    # ---- what must follow ------------------------------------------------------------------------

    def pass_time(self, until: int) -> None:
        self.collect()
        while (wake := self.arbiter.next_wakeup(self.now)) is not None and wake <= until:
            assert wake > self.now, "nothing was ready, so waking up at once would be a busy loop"
            self.now = wake
            self.collect()
        self.now = until

    def collect(self) -> None:
        while (release := self.arbiter.take(self.now, self.contenders)) is not None:
            self.take_turned_away()
            self.check(release)
            self.releases.append(release)
        self.take_turned_away()
        assert all(self.now < doubt.until for doubt in self.arbiter.doubtful), "doubt has an end"

    def take_turned_away(self) -> None:
        for ruling in self.arbiter.take_turned_away():
            assert self.accepted[ruling.seat, ruling.id] is None
            assert ruling.verdict is Verdict.LATE
            self.accepted[ruling.seat, ruling.id] = ruling

    def check(self, release: Release) -> None:
        assert release.alarm or release.rulings
        assert [ruling.at for ruling in release.rulings] == sorted(ruling.at for ruling in release.rulings)
        if self.releases:
            assert release.at >= self.releases[-1].at, "what was told is never overtaken"
        for ruling in release.rulings:
            assert self.accepted[ruling.seat, ruling.id] in (ruling, None)
            self.accepted[ruling.seat, ruling.id] = ruling
            assert ruling.verdict not in TURNED_AWAY
            assert ruling.evidence is not None
            assert rejudge_input(ruling.evidence) == ruling.evidence
            waited = self.now - ruling.evidence.came
            assert waited <= (LAST_LOSES_CAP + FIRST_WINS_CAP if self.last_loses else FIRST_WINS_CAP)
        if release.race is not None:
            race = release.race
            assert rejudge(race) == race
            assert race.event not in {old.race.event for old in self.releases if old.race}, "one outcome per race"
            waited = race.closed - race.first_hand
            assert waited <= (LAST_LOSES_CAP if self.last_loses else FIRST_WINS_CAP)
            assert race.seats

    @invariant()
    def nobody_puts_the_order_into_the_future(self) -> None:
        assert not hasattr(self, "arbiter") or self.arbiter.frontier <= self.now + LONGEST_LEAD

    @invariant()
    def nothing_is_let_go_twice(self) -> None:
        released = [(ruling.seat, ruling.id) for release in self.releases for ruling in release.rulings]
        assert len(released) == len(set(released))

    def teardown(self) -> None:
        """Liveness: when no message ever comes again, everything that was accepted still gets its turn."""
        if not hasattr(self, "arbiter"):
            return
        self.pass_time(self.now + 10_000 * MS)
        assert not self.arbiter.held
        assert not self.arbiter.doubtful
        assert self.arbiter.next_wakeup(self.now) is None
        released = {(ruling.seat, ruling.id) for release in self.releases for ruling in release.rulings}
        assert released == {
            key for key, ruling in self.accepted.items() if ruling is None or ruling.verdict not in TURNED_AWAY
        }


AnyMessages.TestCase.settings = settings(
    max_examples=200,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
TestAnyMessages = AnyMessages.TestCase
