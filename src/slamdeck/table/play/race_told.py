"""What is told of a race that is closed: everybody's times, and no more about anybody than that."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from slamdeck.table.messages import Race, SeatTime
from slamdeck.table.races.evidence import Evidence, RaceRecord, Verdict
from slamdeck.table.races.law import claim_of, event_trip
from slamdeck.table.races.marks import marks_of


def race_told(record: RaceRecord, drawn: Sequence[int]) -> Race:
    return Race(
        n=record.event,
        goal=record.goal,
        outcome=record.outcome,
        seats=sorted(record.seats),
        drawn=list(drawn),
        times=[seat_time(one) for one in sorted(record.evidence, key=attrgetter("seat"))],
    )


def seat_time(judged: Evidence) -> SeatTime:
    """What is told of one seat. Nobody is told why a time is estimated, nor what the device had said then."""
    estimated = judged.verdict is Verdict.ESTIMATED
    marks = marks_of(judged)
    claim = None if estimated or judged.arrived is None else claim_of(judged)
    return SeatTime(
        seat=judged.seat,
        reaction=judged.reaction,
        verdict=judged.verdict,
        handicap=judged.handicap,
        claim=claim,
        why=judged.why,
        sent=judged.sent,
        seen=judged.seen,
        arrived=judged.arrived,
        trip=event_trip(judged),
        painted=marks.painted,
        painted_said=None if estimated else marks.painted_said,
        pressed=marks.pressed,
        pressed_said=None if estimated else marks.pressed_said,
    )
