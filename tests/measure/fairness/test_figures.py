"""Figures from races that were made up for it, so that everybody can count along."""

from __future__ import annotations

import math

from slamdeck.measure.fairness.figures import (
    StudiedEvening,
    StudiedRace,
    fair_share,
    gain,
    honest_figures,
    lie_figures,
    quantile,
)
from slamdeck.measure.fairness.people import USUAL_TOUCH
from slamdeck.measure.fairness.tables import honest_cells, lie_cells, plain


def race(mine: float, theirs: float, winner: int | None, counted: float | None = None, **more: object) -> StudiedRace:
    facts: dict[str, object] = {
        "truth": (mine, theirs),
        "counted": (mine if counted is None else counted, theirs),
        "claimed": (mine, theirs),
        "travelled": (mine + 200, theirs + 40),
        "winner": winner,
        "void": False,
        "told": (150.0, 90.0),
        "proof": 30.0,
        "waited": 0.0,
        "estimated": False,
    }
    return StudiedRace(**{**facts, **more})  # type: ignore[arg-type]


RACES = [race(250, 300, 0), race(300, 250, 1), race(250, 300, 1, counted=310), race(280, 281, None)]


def test_wrong_is_what_went_to_the_wrong_hand_and_a_dead_heat_is_nobodys_mistake() -> None:
    row = honest_figures("any", [StudiedEvening(RACES)], [], 6.0)
    assert row.races == 4
    assert row.wrong == 0.25
    assert row.wrong_by_arrival == 0.75
    assert row.true_share == 0.75
    assert row.share == 1.5 / 4
    assert row.dead_heats == 0.25
    assert row.moved == 0.25
    assert row.moved_by == 60
    assert honest_cells(row)[0] == "any"


def test_shares_are_as_if_reactions_had_been_equal() -> None:
    assert fair_share(RACES) == 0.5 + (1.5 - 3) / 4
    assert fair_share([]) == 0.5


def test_a_gain_is_what_counts_less_than_it_took() -> None:
    assert gain([race(300, 300, 0, counted=260)]) == 40 + USUAL_TOUCH


def test_a_lie_that_is_never_noticed_says_so() -> None:
    short = [StudiedEvening(RACES), StudiedEvening(RACES, alarm=3)]
    row = lie_figures("a lie", "20 ms", short, [], False, True)
    assert math.isinf(row.alarm_p95)
    assert "never" in lie_cells(row)[4]
    assert plain(row)["alarm_p95"] is None
    assert quantile([1, 2, 3, 4], 0.5) == 3
