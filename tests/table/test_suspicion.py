"""The running sums: what makes them rise, and that honest ranks do not. Figures of whole evenings are in the study."""

from __future__ import annotations

import random

import pytest

from slamdeck.table.races.suspicion import (
    ALARM,
    EVENTS_AROUND,
    MOST_WAITING,
    QUICK,
    SHARES,
    HandTrace,
    Suspicion,
    rank,
    weight,
)
from slamdeck.table.times import MS


def evening(hands: int, seed: int, slower: int = 0, longer: int = 0, reaction: int = 300 * MS) -> Suspicion:
    """`slower`: hands than the messages around them; `longer`: events with a hand than those without."""
    roll = random.Random(seed)
    suspicion = Suspicion()

    def wobble() -> int:
        return round(roll.expovariate(1 / 3_000))

    for _ in range(hands):
        for _ in range(4):
            suspicion.note_quiet(50_000 + wobble())
        near = [20_000 + wobble() for _ in range(8)]
        suspicion.note_hand(HandTrace(20_000 + wobble() + slower, near, 50_000 + wobble() + longer, reaction))
    return suspicion


def test_ranks_are_counted_with_ties_as_half() -> None:
    assert rank(5, [1, 5, 5, 9]) == 2
    assert rank(0, [1, 2]) == 0
    assert rank(9, [1, 2]) == 2


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("others", [3, 8, 24])
def test_fair_ranks_weigh_less_than_nothing_on_average(others: int, share: float) -> None:
    assert sum(weight(place, others, share) for place in range(others + 1)) < 0
    assert weight(others, others, share) > 0


def test_honest_evenings_leave_no_trace() -> None:
    assert not any(evening(200, seed).fired for seed in range(40))


@pytest.mark.parametrize(
    "lie", [{"slower": 20 * MS}, {"longer": 20 * MS}, {"reaction": QUICK - 1}], ids=["neighbours", "travel", "quick"]
)
def test_each_sum_rises_by_itself_within_twenty_hands(lie: dict[str, int]) -> None:
    assert evening(20, 1, **lie).fired


def test_who_lies_is_looked_at_closely_before_the_alarm_and_honest_people_hardly_ever_are() -> None:
    liar = next(hands for hands in range(20) if evening(hands, 1, slower=20 * MS).wary)
    assert not evening(liar + 2, 1, slower=20 * MS).fired
    assert sum(evening(200, seed).wary for seed in range(40)) <= 1


def test_a_sum_that_takes_long_to_fall_again_makes_nobody_wary() -> None:
    """That of who lies in three of ten hands: honest people may have it for a hundred hands."""
    suspicion = Suspicion()
    suspicion.neighbours[1] = ALARM - 5
    suspicion.note_hand(HandTrace(10_000, [20_000, 21_000, 22_000], 50_000, 300 * MS))
    suspicion.add(suspicion.waiting.pop())
    assert suspicion.neighbours[1] > 8
    assert not suspicion.wary


def test_who_is_no_longer_suspect_is_no_longer_looked_at_closely() -> None:
    suspicion = evening(10, 1, slower=20 * MS)
    assert suspicion.wary
    for _ in range(40):
        suspicion.note_hand(HandTrace(10_000, [20_000, 21_000, 22_000], 50_000, 300 * MS))
    assert not suspicion.wary


def test_a_hand_is_weighed_when_eight_events_after_it_are_known() -> None:
    suspicion = Suspicion()
    for _ in range(EVENTS_AROUND):
        suspicion.note_quiet(50_000)
    suspicion.note_hand(HandTrace(0, (), 90_000, 300 * MS))
    for _ in range(EVENTS_AROUND - 1):
        suspicion.note_quiet(50_000)
    assert suspicion.travel == [0.0, 0.0]
    suspicion.note_quiet(50_000)
    assert min(suspicion.travel) > 0


def test_where_every_event_has_a_hand_nobody_waits_for_ever() -> None:
    suspicion = Suspicion()
    for _ in range(500):
        suspicion.note_hand(HandTrace(30_000, [10_000, 11_000, 12_000], 50_000, 300 * MS))
    assert len(suspicion.waiting) == MOST_WAITING
    assert suspicion.fired
    assert max(suspicion.neighbours) > ALARM
    assert suspicion.travel == [0.0, 0.0], "there is nothing to compare with"
