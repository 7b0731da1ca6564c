"""Whether the soak would notice: memory that leaks, and memory that only fills up or wanders about."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.redteam.soak import LOOKS, MOST_GROWTH, later
from tests.redteam.trend import trend_of

TIMES = 200


def looks(memory: Callable[[float, float], float], seed: int) -> list[tuple[float, float]]:
    """`memory(minute, noise)`, where the noise of a moment is much like that of the moment before, as with memory."""
    roll = random.Random(seed)
    noise = 0.0
    points = []
    for look in range(1, LOOKS + 1):
        noise = 0.7 * noise + roll.gauss(0, 0.5)
        points.append((600 * look / LOOKS, memory(10 * look / LOOKS, noise)))
    return points


def noticed(memory: Callable[[float, float], float]) -> float:
    """How often."""
    found = sum(later(looks(memory, seed)).surely_more_than(MOST_GROWTH) for seed in range(TIMES))
    return found / TIMES


@pytest.mark.parametrize("leak", [0.8, 1.6])
def test_a_leak_is_noticed(leak: float) -> None:
    assert noticed(lambda minute, noise: 80 + leak * minute + noise) > 0.95


def test_what_only_fills_up_or_wanders_about_is_none() -> None:
    assert noticed(lambda _, noise: 80 + noise) < 0.02
    assert noticed(lambda minute, noise: 80 + 8 * min(minute, 3) + noise) < 0.02, "a cache that is full by then"


def test_a_straight_line_is_known_for_what_it_is() -> None:
    trend = trend_of([(float(second), 5 + second / 30) for second in range(60)])
    assert trend.slope == pytest.approx(2)
    assert trend.margin == pytest.approx(0, abs=1e-6)
    assert trend.surely_more_than(1.9)
    assert not trend.surely_more_than(2.1)


def test_too_few_figures_say_nothing() -> None:
    assert not trend_of([(0.0, 1.0), (60.0, 100.0)]).surely_more_than(0)
