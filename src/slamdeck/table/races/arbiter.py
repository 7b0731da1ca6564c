"""The arbiter: every input gets the time at which a player with no network would have made it, and they all reach the
game in the order of those times.

It has no clock, no socket and no die: times come in as arguments, dead heats go out for the table to draw. How a live
table uses it:

    arbiter = Arbiter(links)                              # one link per seat; seats on one tablet share theirs
    stimulus = arbiter.release(n, now)                    # event n: send it to seat k at stimulus.screens[k].sent
    links[seat].hear(now)                                 # something has arrived from there: …
    arbiter.sightings.hear(seat, report, now)             # … what a screen says by itself, or …
    arbiter.rule(seat, n, claim, id, action, hand, now)   # … what its player does
    while release := arbiter.take(now, rules.contenders()):
        …                                                 # feed release.rulings to the kernel, or its alarm
    wake_me_at(arbiter.next_wakeup(now))

`take` returns one step at a time because every step may change who is a contender. That set is the table's to say and
follows from public facts only; how long an input waits then depends on nothing else but links and messages, never on
what is in the cards.

All times are integer microseconds of one server clock. Virtual times (`at`) are on the same clock.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from msgspec import structs

from slamdeck.table.races.evidence import COUNTING, Evidence, Goal, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.races.law import FIRST_WINS_CAP, LAST_LOSES_CAP, TIE_BAND, close_race, judge, within
from slamdeck.table.races.links import Link
from slamdeck.table.races.open_race import OpenRace
from slamdeck.table.races.rulings import TURNED_AWAY, Release, Ruling
from slamdeck.table.races.sightings import LONG_AGO, NOT_YET, Sightings, Stimulus
from slamdeck.table.times import MS, NEVER_COMES

BOUNCE_TIME: Final = 300 * MS  # a hand cannot be lifted and come down again sooner
MOST_HELD: Final = 16  # of one seat

virtual_time = attrgetter("at")


class Arbiter:
    """Judges and orders the inputs of one table."""

    def __init__(
        self,
        links: Sequence[Link],
        *,
        band: int = TIE_BAND,
        bounce: int = BOUNCE_TIME,
        staggered: bool = True,
    ) -> None:
        """`links[k]` is the link of seat k. If all seats share one link they share one clock: shared-screen mode.

        `bounce` should be the game's own, so that both agree on what is one hand.
        """
        self.sightings = Sightings(links, staggered)
        self.band = band
        self.bounce = bounce
        self.held: list[Ruling] = []  # in order of virtual time
        self.alarm: int | None = None  # when time alone changes the game (virtual time); takes its place like an input
        self.race: OpenRace | None = None
        self.frontier = LONG_AGO  # virtual time of the last input that was let go: the order up to here is told
        self.contenders = 0

    def release(self, event: int, now: int, goal: Goal = Goal.FIRST_WINS, entrants: int = 0) -> Stimulus:
        """Event `event` goes out: to seat k at `screens[k].sent`, earlier to those who are far away.

        The goal of the race it may start, and the entrants of a last-loses race, must be public at this moment. Away
        seats are left out; the table tells `sightings.sent` when one of them gets the event after all. A new last-loses
        race takes the place of one that is still open.
        """
        stimulus = self.sightings.release(event, now, self.frontier, goal is Goal.FIRST_WINS)
        if goal is Goal.LAST_LOSES:
            self.race = OpenRace(stimulus, entrants, self.sightings, self.band)
        elif self.race is not None and not self.race.hands:
            self.race = None
        return stimulus

    # ---- judging ---------------------------------------------------------------------------------

    def rule(self, seat: int, event: int, claim: int | None, id: int, action: int, hand: bool, now: int) -> Ruling:
        """An input arrives. `hand`: it means something only at its moment; any other may be made at any speed and keeps
        its meaning when it is late. One that is held already is the same input, sent again."""
        sightings = self.sightings
        for ruling in self.held:
            if ruling.id == id and ruling.seat == seat:
                return ruling
        stimulus = sightings.events.get(event)
        if stimulus is None or stimulus.screens[seat].sent == NOT_YET:
            return Ruling(seat=seat, id=id, action=action, at=now, event=event, verdict=Verdict.UNKNOWN)
        ruling = self.place(judge(sightings.of_input(seat, stimulus, claim, hand, now)), id, action)
        if ruling.verdict not in TURNED_AWAY:
            self.hold(ruling, stimulus, now)
        return ruling

    def place(self, judged: Evidence, id: int, action: int) -> Ruling:
        """Where in the order of virtual times this input belongs."""
        entrant = self.sightings.entrants[judged.seat]
        at, event, verdict = judged.at, judged.event, judged.verdict
        if entrant.held >= MOST_HELD:
            verdict = Verdict.CROWDED
        elif verdict is Verdict.ANTICIPATION:
            # It is about the state before this event, and a foul does not go away by being late.
            at, event = max(judged.shown - 1, self.frontier), self.sightings.event_before(judged.event)
        elif judged.hand and at < self.frontier:
            verdict = Verdict.LATE
        elif judged.hand and at - entrant.hand_at < self.bounce:
            verdict = Verdict.BOUNCE
        at = max(at, entrant.acted_at, self.frontier) if verdict is not Verdict.LATE else at
        if verdict is not judged.verdict:
            judged = structs.replace(judged, verdict=verdict, spent=0)
        return Ruling(seat=judged.seat, id=id, action=action, at=at, event=event, verdict=verdict, evidence=judged)

    def hold(self, ruling: Ruling, stimulus: Stimulus, now: int) -> None:
        """Until nobody can produce an earlier input any more."""
        judged = ruling.evidence
        assert judged is not None
        entrant = self.sightings.entrants[ruling.seat]
        if judged.spent:
            self.sightings.links[ruling.seat].spend(now)
        entrant.held += 1
        entrant.acted_at = ruling.at
        entrant.settled = max(entrant.settled, ruling.at)
        if judged.hand:
            stimulus.handed |= 1 << ruling.seat
            if ruling.verdict is not Verdict.BOUNCE:
                entrant.hand_at = ruling.at
        if self.race is not None and self.race.admits(ruling):
            self.race.admit(ruling, now)
        insort(self.held, ruling, key=virtual_time)

    # ---- waiting ---------------------------------------------------------------------------------

    def take(self, now: int, contenders: int) -> Release | None:
        """The next step of the game, if it is certain: nobody among the contenders can still produce an earlier input
        that matters, or the longest wait is over."""
        self.contenders = contenders
        if self.ready_at(now) > now:
            return None
        if self.alarm_is_next():
            return self.take_alarm()
        if self.race is not None and self.held[0].at >= self.race.first_at:
            return self.take_race(self.race, now)
        return self.take_inputs(now)

    def may_go_on(self, now: int) -> bool:
        """Can a `seen` or a `still` have made anything certain at all? Most of them come while nothing waits."""
        return bool(self.held) or (self.alarm is not None and self.alarm <= now)

    def next_wakeup(self, now: int) -> int | None:
        """When to look again even if no message comes; None if only a message can change anything.

        With nothing but an alarm to wait for, that is the alarm's own time, so that `seen`s and `still`s before it
        change nothing."""
        if not self.held and self.alarm is not None and self.alarm > now:
            return self.alarm
        at = self.ready_at(now)
        return None if at >= NEVER_COMES else max(at, now)

    def ready_at(self, now: int) -> int:
        """When the next step is certain, as far as is known now. Every wait has an end, whatever is lost."""
        if not self.held and self.alarm is None:
            return NEVER_COMES
        cap = self.longest_wait()
        if self.alarm_is_next():
            assert self.alarm is not None
            certain = max(self.alarm, self.sightings.passed_by_all(self.contenders, self.alarm, now))
            return min(cap, certain, self.alarm + FIRST_WINS_CAP)
        head = self.held[0]
        if self.race is not None and head.at >= self.race.first_at:
            return min(cap, self.race.certain_at(now))
        others = self.contenders & ~(1 << head.seat)
        return min(cap, max(head.at, self.sightings.passed_by_all(others, head.at + self.band, now)))

    def longest_wait(self) -> int:
        """Until when the inputs that are held may be held."""
        race = self.race
        cap = NEVER_COMES if race is None else race.first_hand + LAST_LOSES_CAP
        for ruling in self.unblocked():
            if ruling.evidence is not None:
                cap = min(cap, (ruling.evidence.arrived or 0) + FIRST_WINS_CAP)
        return cap

    def unblocked(self) -> list[Ruling]:
        """The inputs that do not have to wait for a last-loses race."""
        race = self.race
        if race is None:
            return self.held
        return [ruling for ruling in self.held if ruling.at < race.first_at]

    def alarm_is_next(self) -> bool:
        """A span that ends at this very moment has ended: the alarm goes before an input of the same time."""
        if self.alarm is None:
            return False
        return not self.held or self.alarm <= self.held[0].at

    # ---- letting go ------------------------------------------------------------------------------

    def take_alarm(self) -> Release:
        assert self.alarm is not None
        at = max(self.alarm, self.frontier)
        self.alarm = None
        self.frontier = at
        return Release(at=at, alarm=True)

    def take_inputs(self, now: int) -> Release:
        """The earliest input, with whatever came too close after it to be told apart."""
        head = self.held[0]
        barrier = NEVER_COMES if self.alarm is None else self.alarm
        count = 1
        for ruling in self.unblocked()[1:]:
            if ruling.at >= barrier or not within(self.band, ruling.at - head.at):
                break
            count += 1
        record = self.first_hand_record(count, now)
        rulings = self.let_go(count)
        dead_heat = len({ruling.seat for ruling in rulings}) > 1
        return Release(at=rulings[-1].at, rulings=rulings, dead_heat=dead_heat, race=record)

    def take_race(self, race: OpenRace, now: int) -> Release:
        """All hands of a last-loses race, and whatever else was done before the last of them."""
        self.race = None
        record = race.close(now)
        self.charge(record, now)
        last = race.last_at()
        count = sum([1 for ruling in self.held if ruling.at <= last])
        dead_heat = record.outcome is RaceOutcome.DEAD_HEAT
        return Release(at=last, rulings=self.let_go(count), dead_heat=dead_heat, race=record)

    def first_hand_record(self, count: int, now: int) -> RaceRecord | None:
        """If a hand is among the next inputs, and the first on its event: the race that it wins or shares."""
        hands: dict[int, Ruling] = {}
        for ruling in self.held:
            if self.may_win(ruling):
                hands.setdefault(ruling.seat, ruling)
        first = next(iter(hands.values()), None)
        if first is None or first not in self.held[:count]:
            return None
        self.sightings.events[first.event].first_wins = False
        facts = [hand.evidence for hand in hands.values() if hand.evidence is not None]
        missing = [seat for seat in self.sightings.seats if self.contenders >> seat & 1 and seat not in hands]
        facts += self.sightings.absentees(missing, first.at + self.band, now)
        record = close_race(first.event, Goal.FIRST_WINS, self.band, now, facts)
        self.charge(record, now)
        return record

    def may_win(self, ruling: Ruling) -> bool:
        if ruling.verdict not in COUNTING or ruling.evidence is None or not ruling.evidence.hand:
            return False
        stimulus = self.sightings.events.get(ruling.event)
        return stimulus is not None and stimulus.first_wins

    def charge(self, record: RaceRecord, now: int) -> None:
        """Whoever kept the table waiting to the very end by silence pays for it: pulling the cable must not pay."""
        for judged in record.evidence:
            if judged.verdict is Verdict.STALLED and judged.spent:
                self.sightings.links[judged.seat].spend(now)

    def let_go(self, count: int) -> tuple[Ruling, ...]:
        rulings = tuple(self.held[:count])
        del self.held[:count]
        for ruling in rulings:
            self.sightings.entrants[ruling.seat].held -= 1
        self.frontier = max(self.frontier, rulings[-1].at)
        return rulings
