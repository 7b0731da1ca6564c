"""Modelled lines behave as lines do: in order, each way by itself, and what is held up comes out in a burst."""

from __future__ import annotations

import itertools
import random
from statistics import median

import pytest

from slamdeck.measure.fairness.lines import LINES, Lane, LaneKind, Spikes, Stalls, Swelling
from slamdeck.table.times import MS, SECOND


def lane(kind: LaneKind, seed: int = 1) -> Lane:
    return Lane(kind, random.Random(seed))


@pytest.mark.parametrize("name", sorted(LINES))
def test_nothing_overtakes_and_nothing_is_lost(name: str) -> None:
    for kind in (LINES[name].up, LINES[name].down):
        one = lane(kind)
        sent = [SECOND + 7 * MS * k for k in range(2_000)]
        arrived = [one.arrival(at) for at in sent]
        assert all(a < b for a, b in itertools.pairwise(arrived))
        assert all(at >= start + kind.base * MS for at, start in zip(arrived, sent, strict=True))


def test_the_two_ways_are_as_long_as_they_say() -> None:
    line = LINES["5 up, 200 down"]
    ways = [
        median(way.arrival(at) - at for at in range(0, 60 * SECOND, SECOND)) / MS
        for way in map(lane, (line.up, line.down))
    ]
    assert 5 <= ways[0] <= 8
    assert 200 <= ways[1] <= 215


def test_a_lost_packet_holds_up_what_comes_after_it() -> None:
    one = lane(LaneKind(20, spikes=Spikes(0.05, 200, 300)))
    late = 0
    for start in range(0, 400 * SECOND, SECOND):
        first, second = one.arrival(start), one.arrival(start + 10 * MS)
        if first - start > 200 * MS:
            late += 1
            assert first < second <= first + 20 * MS or second - start > 200 * MS
    assert late > 5


def test_a_stall_ends_in_a_burst() -> None:
    one = lane(LaneKind(10, stalls=Stalls(5, 200, 200)))
    arrived = [one.arrival(at) for at in range(0, 60 * SECOND, 20 * MS)]
    bursts = sum(b - a < 100 for a, b in itertools.pairwise(arrived))
    assert bursts > 30


def test_a_swelling_queue_swells_and_drains() -> None:
    one = lane(LaneKind(10, swelling=Swelling(20, 400, 0.5)))
    delays = [one.arrival(at) - at for at in range(0, 60 * SECOND, 500 * MS)]
    assert min(delays) < 15 * MS
    assert max(delays) > 380 * MS
