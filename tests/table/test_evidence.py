"""A race can be judged again from its evidence, after a trip through the journal."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from slamdeck.measure.fairness import Setting, Venue, around_the_world, draw_hand
from slamdeck.table.races.evidence import Goal, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.races.law import TIE_BAND, rejudge
from slamdeck.table.times import MS


def records(goal: Goal) -> list[RaceRecord]:
    """Many short games on connections so bad that everything happens that can."""
    setting = Setting("rough", around_the_world(loss=0.2, breaks=0.1), goal, TIE_BAND)
    played = []
    for seed in range(20):
        venue = Venue(setting, seed)
        played += [venue.play([draw_hand(person, venue.chance) for person in setting.people])[0] for _ in range(10)]
    return played


@pytest.mark.parametrize("goal", list(Goal))
def test_judging_again_from_stored_evidence_gives_the_same_verdict(goal: Goal) -> None:
    stored = msgspec.json.encode(records(goal))
    for record in msgspec.json.decode(stored, type=list[RaceRecord]):
        assert rejudge(record) == record


def test_the_rough_races_of_this_test_have_seen_everything() -> None:
    played = [*records(Goal.FIRST_WINS), *records(Goal.LAST_LOSES)]
    seen = {judged.verdict for record in played for judged in record.evidence}
    assert {Verdict.COUNTS, Verdict.CLAMPED, Verdict.SLOWER, Verdict.STALLED} <= seen
    assert {record.outcome for record in played} == set(RaceOutcome)


def test_altered_evidence_does_not_fit_the_verdict() -> None:
    record = next(record for record in records(Goal.FIRST_WINS) if record.outcome is RaceOutcome.WON)
    winner = next(judged for judged in record.evidence if judged.seat == record.seats[0])
    forged = structs.replace(winner, claim=(winner.claim or 0) + 400 * MS, arrived=(winner.arrived or 0) + 400 * MS)
    others = tuple(judged for judged in record.evidence if judged is not winner)
    again = rejudge(structs.replace(record, evidence=(forged, *others)))
    assert again.evidence[0].reaction != winner.reaction
