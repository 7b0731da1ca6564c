"""The races of a film: as they were told at a live table, or drawn from the hands of a game that nobody measured."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from slamdeck.core.races import LAST_LOSES
from slamdeck.core.rules import Rules
from slamdeck.table.messages import Race, SeatTime
from slamdeck.table.play.race_told import race_told, seat_time
from slamdeck.table.races.bracket import BracketEvidence, BracketRecord
from slamdeck.table.races.evidence import Correction, Evidence, Goal, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.times import MS


def race_of(record: RaceRecord | BracketRecord, drawn: Sequence[int]) -> Race:
    """By whichever law it was judged."""
    if isinstance(record, RaceRecord):
        return race_told(record, drawn)
    times = [time_before(one) for one in sorted(record.evidence, key=lambda one: one.seat)]
    return Race(
        n=record.event,
        goal=record.goal,
        outcome=record.outcome,
        seats=sorted(record.seats),
        drawn=list(drawn),
        times=times,
    )


def time_before(judged: BracketEvidence) -> SeatTime:
    """A time of the first law. It kept no page clocks: a screen is placed half a round trip before its `seen`."""
    corrected = judged.verdict.value == "clamped"
    verdict = Verdict.CORRECTED if corrected else Verdict(judged.verdict.value)
    painted = None if judged.seen is None else judged.seen - judged.shown - judged.trip // 2
    timed = judged.reaction is not None and judged.reaction >= 0 and painted is not None
    pressed = (painted or 0) + (judged.reaction or 0) + judged.handicap if timed else None
    return SeatTime(
        seat=judged.seat,
        reaction=judged.reaction,
        verdict=verdict,
        handicap=judged.handicap,
        claim=judged.claim,
        why=Correction.LINE if corrected else Correction.NONE,
        sent=judged.sent - judged.shown,
        seen=None if judged.seen is None else judged.seen - judged.shown,
        arrived=None if judged.arrived is None else judged.arrived - judged.shown,
        trip=judged.trip,
        painted=painted,
        painted_said=painted,
        pressed=pressed,
        pressed_said=pressed,
    )


def with_late_hand(race: Race, late: Evidence) -> Race:
    """A hand that came when all was decided has its lane, too."""
    times = [seat_time(late) if one.seat == late.seat and one.arrived is None else one for one in race.times]
    return structs.replace(race, times=times)


class PlainRaces:
    """Races of a game without a network, from its inputs alone: a hand is as fast as it follows what it is about."""

    def __init__(self) -> None:
        self.shown_at = 0  # when the cards last changed other than by a hand
        self.hands: list[tuple[int, int]] = []  # of a race in which the last hand loses: seat, and when
        self.opened_at = -1  # of that race
        self.entrants = 0

    def after(self, rules: Rules, at: int, seat: int, is_hand: bool, applied: bool, told: bool) -> Race | None:
        """What was decided by this step, if anything was."""
        race = rules.race
        last_loses = bool(race.open and race.goal == LAST_LOSES)
        decided: Race | None = None
        if self.opened_at >= 0:
            if is_hand and applied:
                self.hands.append((seat, at))
            if not last_loses or int(race.opened_at) != self.opened_at:
                decided = self.lost()
                self.opened_at = -1
        elif is_hand and applied and not last_loses:
            decided = won_by(seat, at - self.shown_at)
        if last_loses and self.opened_at < 0:
            self.opened_at, self.entrants = int(race.opened_at), int(race.entrants)
            self.hands = [(seat, at)] if is_hand and applied else []
        if told and not is_hand:
            self.shown_at = at
        return decided

    def lost(self) -> Race | None:
        down = {seat for seat, _ in self.hands}
        missing = [seat for seat in range(8) if self.entrants >> seat & 1 and seat not in down]
        if not self.hands:
            return None
        times = [plain_time(seat, at - self.opened_at) for seat, at in self.hands]
        times += [plain_time(seat, -1) for seat in missing]
        return Race(
            n=0,
            goal=Goal.LAST_LOSES,
            outcome=RaceOutcome.LOST,
            seats=missing or [self.hands[-1][0]],
            drawn=[],
            times=sorted(times, key=lambda one: one.seat),
        )


def won_by(seat: int, ms: int) -> Race:
    time = plain_time(seat, ms)
    return Race(n=0, goal=Goal.FIRST_WINS, outcome=RaceOutcome.WON, seats=[seat], drawn=[], times=[time])


def with_plain_hand(race: Race, seat: int, ms: int) -> Race:
    """Somebody else's hand, too late."""
    if any(one.seat == seat for one in race.times):
        return race
    late = structs.replace(plain_time(seat, ms), verdict=Verdict.LATE)
    return structs.replace(race, times=sorted([*race.times, late], key=lambda one: one.seat))


def plain_time(seat: int, ms: int) -> SeatTime:
    """Everything at once: nothing travels. −1: no hand came."""
    if ms < 0:
        return SeatTime(seat=seat, reaction=None, verdict=Verdict.SLOWER, seen=0, painted=0, painted_said=0)
    came = ms * MS
    return SeatTime(
        seat=seat,
        reaction=came,
        verdict=Verdict.COUNTS,
        claim=came,
        seen=0,
        arrived=came,
        painted=0,
        painted_said=0,
        pressed=came,
        pressed_said=came,
    )
