"""A race can be judged again from its evidence, after a trip through the journal."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from msgspec import structs

from slamdeck.core.problems import CheckFailed
from slamdeck.measure.fairness.lies import LIES
from slamdeck.measure.fairness.lines import LINES
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.people import Device
from slamdeck.measure.fairness.venue import Venue
from slamdeck.table.races.closing import rejudge, rejudge_input
from slamdeck.table.races.evidence import LAW, Evidence, Goal, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.times import MS

PLAYERS = (
    Player(line=LINES["20 ms"], lie=LIES["claim and all stills −60"]),
    Player(line=LINES["1 % loss, 200–300 ms each"], breaks=True),
    Player(line=LINES["mobile"], lie=LIES["`seen` held back 30"]),
    Player(line=LINES["Wi-Fi"], device=Device(hang_at_paint=0.9)),
)


@cache
def records(goal: Goal) -> list[RaceRecord]:
    """Short evenings on bad lines, with liars, and with a page that hangs when cards come."""
    played = []
    for seed in range(3):
        venue = Venue(PLAYERS, seed, goal=goal)
        for _ in range(10):
            record = venue.race().record
            assert record is not None
            played.append(record)
    return played


@pytest.mark.parametrize("goal", list(Goal))
def test_judging_again_from_stored_evidence_gives_the_same_verdict(goal: Goal) -> None:
    stored = msgspec.json.encode(records(goal))
    for record in msgspec.json.decode(stored, type=list[RaceRecord]):
        assert rejudge(record) == record


def test_the_races_of_this_test_have_seen_much() -> None:
    seen = {judged.verdict for goal in Goal for record in records(goal) for judged in record.evidence}
    assert {Verdict.COUNTS, Verdict.CORRECTED, Verdict.SLOWER} <= seen


def test_a_race_is_kept_in_few_bytes() -> None:
    """Only the witnesses that a verdict rests on."""
    sizes = [len(msgspec.json.encode(judged)) for record in records(Goal.FIRST_WINS) for judged in record.evidence]
    assert sum(sizes) / len(sizes) < 400
    assert max(sizes) < 700


def winner_of(record: RaceRecord) -> Evidence:
    return next(judged for judged in record.evidence if judged.seat == record.seats[0])


@pytest.mark.parametrize("part", ["pressed", "stamp", "arrived", "seen", "sent", "paired"])
def test_altered_evidence_does_not_fit_the_verdict(part: str) -> None:
    """Whatever is moved so far that it matters."""
    fits = []
    for record in records(Goal.FIRST_WINS):
        if record.outcome is not RaceOutcome.WON:
            continue
        winner = winner_of(record)
        value = getattr(winner, part)
        for shift in (-300 * MS, 300 * MS):
            forged = structs.replace(winner, **{part: (value or 0) + shift})
            fits.append(rejudge_input(forged) == forged)
    assert not all(fits)
    if part in ("pressed", "stamp"):
        assert not any(fits)


def test_a_law_from_the_future_is_named_and_an_input_that_never_came_is_refused() -> None:
    record = records(Goal.FIRST_WINS)[0]
    with pytest.raises(CheckFailed, match=f"law {LAW + 1} of races"):
        rejudge(structs.replace(record, law=LAW + 1))
    with pytest.raises(CheckFailed, match=f"law {LAW + 1} of races"):
        rejudge_input(structs.replace(record.evidence[0], law=LAW + 1))
    with pytest.raises(CheckFailed, match="never came"):
        rejudge_input(structs.replace(record.evidence[0], arrived=None))
