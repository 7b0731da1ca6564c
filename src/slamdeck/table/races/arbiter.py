"""The arbiter: every input gets the time at which a player with no network would have made it, and they all reach the
game in the order of those times.

It has no clock, no socket and no die: times come in as arguments, dead heats go out for the table to draw. How a live
table uses it:

    arbiter = Arbiter(links)                              # one link per seat; seats on one tablet share theirs
    stimulus = arbiter.release(n, now)                    # event n: send it to seat k at stimulus.screens[k].sent
    arbiter.sightings.hear(seat, report, now)             # what a screen says by itself, …
    arbiter.sightings.pong(seat, n, sent, now, paired)    # … a ping of event n that came back, …
    arbiter.rule(seat, n, pressed, stamp, id, action, hand, now)   # … what its player does
    while release := arbiter.take(now, rules.contenders()):
        …                                                 # feed release.rulings to the kernel, or its alarm
    arbiter.take_turned_away()                            # inputs whose doubt ended too late for them
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
from typing import Final, final

from msgspec import structs

from slamdeck.table.races.closing import FIRST_WINS_CAP, LAST_LOSES_CAP, close_race, within
from slamdeck.table.races.evidence import COUNTING, Evidence, Goal, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.races.law import LONGEST_DOUBT, TIE_BAND, essential, judge, judge_finally
from slamdeck.table.races.links import Link
from slamdeck.table.races.open_race import OpenRace
from slamdeck.table.races.rulings import TURNED_AWAY, Release, Ruling
from slamdeck.table.races.sightings import LONG_AGO, NOT_YET, Sightings, Stimulus
from slamdeck.table.times import MS, NEVER_COMES

BOUNCE_TIME: Final = 300 * MS  # a hand cannot be lifted and come down again sooner
MOST_HELD: Final = 16  # of one seat

virtual_time = attrgetter("at")


@final
class Doubt:
    """An input that is believed only in part, as long as a witness that bears it out may still come."""

    __slots__ = ("action", "earliest", "facts", "id", "stimulus", "until")

    def __init__(self, facts: Evidence, stimulus: Stimulus, id: int, action: int) -> None:
        self.facts = facts
        self.stimulus = stimulus
        self.id = id
        self.action = action
        self.earliest = facts.shown + (facts.pressed or 0) - facts.handicap  # if everything is borne out
        self.until = facts.came + LONGEST_DOUBT


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
        self.doubtful: list[Doubt] = []  # inputs that witnesses still to come may bear out, in order of arrival
        self.turned_away: list[Ruling] = []
        self.alarm: int | None = None  # when time alone changes the game (virtual time); takes its place like an input
        self.race: OpenRace | None = None
        self.frontier = LONG_AGO  # virtual time of the last input that was let go: the order up to here is told
        self.contenders = 0
        self.looked_at = LONG_AGO  # when `take` found nothing certain, if nothing has happened here since, …
        self.seen_then = 0  # … how many sightings there had been, …
        self.certain_at = 0  # … and from when on the next step is certain, as it found out

    def release(
        self,
        event: int,
        now: int,
        goal: Goal = Goal.FIRST_WINS,
        entrants: int = 0,
        race: bool = True,
        together: bool = True,
    ) -> Stimulus:
        """Event `event` goes out: to seat k at `screens[k].sent`, earlier to those who are far away.

        The goal of the race it may start, the entrants of a last-loses race, and whether a `race` is possible at all
        must be public at this moment; if nobody's input can be buried by another's it need not be shown `together`.
        Away seats are left out; the table tells `sightings.sent` when one of them gets the event after all. A new
        last-loses race takes the place of one that is still open.
        """
        self.looked_at = LONG_AGO
        first_wins = goal is Goal.FIRST_WINS
        stimulus = self.sightings.release(event, now, self.frontier, first_wins, race, together)
        if not first_wins:
            self.race = OpenRace(stimulus, entrants, self.sightings, self.band)
        elif self.race is not None and not self.race.hands:
            self.race = None
        return stimulus

    # ---- judging ---------------------------------------------------------------------------------

    def rule(
        self, seat: int, event: int, pressed: int | None, stamp: int, id: int, action: int, hand: bool, now: int
    ) -> Ruling | None:
        """An input arrives: the page's clock when the hand came down and when it was sent. `hand`: it means something
        only at its moment; any other may be made at any speed and keeps its meaning when it is late. One that waits
        already is the same input, sent again. None: its time is still in doubt."""
        sightings = self.sightings
        for ruling in self.held:
            if ruling.id == id and ruling.seat == seat:
                return ruling
        for doubt in self.doubtful:
            if doubt.id == id and doubt.facts.seat == seat:
                return None
        self.end_doubts(seat)  # what a seat does later does not overtake what it did before
        stimulus = sightings.events.get(event)
        if stimulus is None or stimulus.screens[seat].sent == NOT_YET:
            return Ruling(seat=seat, id=id, action=action, at=now, event=event, verdict=Verdict.UNKNOWN)
        facts = sightings.of_input(seat, stimulus, pressed, stamp, hand, now)
        judged, in_doubt = judge(facts, now - stimulus.shown)
        if in_doubt and sightings.entrants[seat].held < MOST_HELD:
            self.looked_at = LONG_AGO
            self.doubtful.append(Doubt(facts, stimulus, id, action))
            sightings.entrants[seat].held += 1
            return None
        return self.settle(judge_finally(facts) if in_doubt else judged, id, action)

    def settle(self, judged: Evidence, id: int, action: int) -> Ruling:
        """There is no doubt any more: it waits in its place, or is turned away."""
        ruling = self.place(essential(judged), id, action)
        if ruling.verdict not in TURNED_AWAY:
            self.hold(ruling)
        return ruling

    def reconsider(self, now: int) -> None:
        """Have witnesses come for those that are in doubt, or is it too late for them?"""
        for doubt in self.doubtful[:]:
            facts = self.sightings.with_later_witnesses(doubt.facts, doubt.stimulus)
            judged, in_doubt = judge(facts, now - facts.shown)
            if not in_doubt:
                self.end_doubt(doubt, judged)

    def end_doubts(self, seat: int) -> None:
        for doubt in self.doubtful[:]:
            if doubt.facts.seat == seat:
                facts = self.sightings.with_later_witnesses(doubt.facts, doubt.stimulus)
                self.end_doubt(doubt, judge_finally(facts))

    def end_all_doubts(self) -> None:
        for seat in self.sightings.seats:
            self.end_doubts(seat)

    def end_doubt(self, doubt: Doubt, judged: Evidence) -> None:
        self.looked_at = LONG_AGO
        self.doubtful.remove(doubt)
        self.sightings.entrants[judged.seat].held -= 1
        ruling = self.settle(judged, doubt.id, doubt.action)
        if ruling.verdict in TURNED_AWAY:
            self.turned_away.append(ruling)

    def take_turned_away(self) -> list[Ruling]:
        turned_away, self.turned_away = self.turned_away, []
        return turned_away

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

    def hold(self, ruling: Ruling) -> None:
        """Until nobody can produce an earlier input any more."""
        judged = ruling.evidence
        assert judged is not None
        entrant = self.sightings.entrants[ruling.seat]
        link = self.sightings.links[ruling.seat]
        if judged.spent:
            link.spend(judged.spent)
        self.looked_at = LONG_AGO
        entrant.held += 1
        entrant.acted_at = ruling.at
        entrant.settled = max(entrant.settled, ruling.at)
        if judged.hand and ruling.verdict is not Verdict.BOUNCE:
            entrant.hand_at = ruling.at
            link.note_hand(ruling.verdict is Verdict.COUNTS and not judged.spent)
            self.sightings.note_hand(judged)
        if self.race is not None and self.race.admits(ruling):
            self.race.admit(ruling)
        insort(self.held, ruling, key=virtual_time)

    def hold_late(self, ruling: Ruling) -> bool:
        """A hand whose place in the order has passed wins nothing, but the table may want it judged all the same, as if
        it had come just now. False for one that bounces, or that comes on top of too many."""
        entrant = self.sightings.entrants[ruling.seat]
        if entrant.held >= MOST_HELD or ruling.at - entrant.hand_at < self.bounce:
            return False
        self.looked_at = LONG_AGO
        entrant.held += 1
        entrant.hand_at = ruling.at
        entrant.acted_at = max(self.frontier, entrant.acted_at)
        insort(self.held, structs.replace(ruling, at=entrant.acted_at), key=virtual_time)
        return True

    # ---- waiting ---------------------------------------------------------------------------------

    def take(self, now: int, contenders: int) -> Release | None:
        """The next step of the game, if it is certain: nobody among the contenders can still produce an earlier input
        that matters, or the longest wait is over."""
        self.contenders = contenders
        if self.doubtful:
            self.reconsider(now)
        self.certain_at = self.ready_at()
        if self.certain_at > now:
            self.looked_at, self.seen_then = now, self.sightings.changes
            return None
        self.looked_at = LONG_AGO
        if self.alarm_is_next():
            return self.take_alarm()
        if self.race is not None and self.held[0].at >= self.race.first_at:
            return self.take_race(self.race, now)
        return self.take_inputs(now)

    def may_go_on(self, now: int) -> bool:
        """Can a witness have made anything certain at all? Most of them come while nothing waits."""
        return bool(self.held or self.doubtful) or (self.alarm is not None and self.alarm <= now)

    def next_wakeup(self, now: int) -> int | None:
        """When to look again even if no message comes; None if only a message can change anything.

        With nothing but an alarm to wait for, that is the alarm's own time, so that witnesses before it change
        nothing."""
        if not self.held and not self.doubtful and self.alarm is not None and self.alarm > now:
            return self.alarm
        known = self.looked_at == now and self.seen_then == self.sightings.changes
        at = self.certain_at if known else self.ready_at()
        for doubt in self.doubtful:
            at = min(at, doubt.until)
        return None if at >= NEVER_COMES else max(at, now)

    def ready_at(self) -> int:
        """When the next step is certain, as far as is known now. Every wait has an end, whatever is lost."""
        if not self.held and self.alarm is None:
            return NEVER_COMES
        cap = self.longest_wait()
        if self.alarm_is_next():
            assert self.alarm is not None
            certain = max(self.alarm, self.sightings.passed_by_all(self.contenders, self.alarm))
            return min(cap, max(certain, self.doubted_until(self.alarm)), self.alarm + FIRST_WINS_CAP)
        head = self.held[0]
        if self.race is not None and head.at >= self.race.first_at:
            return min(cap, max(self.race.certain_at(), self.doubted_until(NEVER_COMES)))
        others = self.contenders & ~(1 << head.seat)
        certain = max(head.at, self.sightings.passed_by_all(others, head.at + self.band))
        return min(cap, max(certain, self.doubted_until(head.at + self.band)))

    def doubted_until(self, moment: int) -> int:
        """Until when an input in doubt may still turn out to be earlier than that virtual time."""
        until = 0
        for doubt in self.doubtful:
            if doubt.earliest < moment:
                until = max(until, doubt.until)
        return until

    def longest_wait(self) -> int:
        """Until when the inputs that are held may be held."""
        race = self.race
        cap = NEVER_COMES if race is None else race.first_hand + LAST_LOSES_CAP
        for ruling in self.unblocked():
            if ruling.evidence is not None:
                cap = min(cap, ruling.evidence.came + FIRST_WINS_CAP)
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
        self.charge(record)
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
        facts += [essential(one) for one in self.sightings.absentees(missing, first.at + self.band)]
        record = close_race(first.event, Goal.FIRST_WINS, self.band, now, facts)
        self.charge(record)
        return record

    def may_win(self, ruling: Ruling) -> bool:
        if ruling.verdict not in COUNTING or ruling.evidence is None or not ruling.evidence.hand:
            return False
        stimulus = self.sightings.events.get(ruling.event)
        return stimulus is not None and stimulus.first_wins

    def charge(self, record: RaceRecord) -> None:
        """Whoever kept the table waiting to the very end by silence pays for it: pulling the cable must not pay."""
        for judged in record.evidence:
            if judged.verdict is Verdict.STALLED and judged.spent:
                self.sightings.links[judged.seat].spend(judged.spent)

    def let_go(self, count: int) -> tuple[Ruling, ...]:
        rulings = tuple(self.held[:count])
        del self.held[:count]
        for ruling in rulings:
            self.sightings.entrants[ruling.seat].held -= 1
        self.frontier = max(self.frontier, rulings[-1].at)
        return rulings
