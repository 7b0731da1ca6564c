"""The statistic, asked about many evenings: it speaks of liars as at a whole table, and not of honest people."""

from __future__ import annotations

import pytest

from slamdeck.measure.fairness.false_alarms import FalseAlarms, LoneEvening, play_alone
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.rows import CLEAN_NAME, liar
from slamdeck.measure.fairness.venue import play_evening


@pytest.mark.parametrize("lie", ["claim −60", "`seen` held back 30", "clock slowed by 60, caught up"])
def test_a_liar_is_noticed_alone_as_soon_as_in_company(lie: str) -> None:
    alone = play_alone(liar(lie, CLEAN_NAME), 20, 3).alarm
    assert alone is not None
    together = play_evening(liar(lie, CLEAN_NAME), Player(), 20, 3).alarm
    assert together is not None
    assert abs(alone - together) <= 2


def test_an_honest_evening_raises_no_alarm() -> None:
    assert [LoneEvening(row, seed=2, slaps=60).play().alarm for row in ("20 ms", "mobile")] == [None, None]


def test_what_was_found_bounds_what_is_true() -> None:
    none = FalseAlarms({"20 ms": 2500, "mobile": 2500}, {"20 ms": 0, "mobile": 0})
    assert (none.asked, none.fired) == (5000, 0)
    assert 0.0005 < none.interval[1] < 0.001
