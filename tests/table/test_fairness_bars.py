"""The bars of the design, section 2, on the real arbiter in virtual time. Seeds are fixed."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from slamdeck.measure.fairness import (
    SETTINGS,
    Person,
    Setting,
    SettingFigures,
    Venue,
    around_the_world,
    draw_hand,
    near_and_far,
    plot,
    run,
    study,
)
from slamdeck.table.races.evidence import Goal, Outcome
from slamdeck.table.races.law import TIE_BAND

BY_NAME = {setting.name: setting for setting in SETTINGS}


def measured(name: str, races: int) -> SettingFigures:
    row = run(BY_NAME[name], races, seed=1)
    assert row.races == races
    assert row.slowest_close <= row.close_bar
    return row


def test_20_against_150_ms_the_wrong_hand_wins_at_most_2_5_percent_and_shares_are_even() -> None:
    row = measured("20 and 150 ms", 4_000)
    assert row.wrong <= 0.025
    assert all(abs(share - 0.5) <= 0.01 for share in row.shares)
    assert row.wrong_by_arrival > 0.4  # what it is all for


def test_a_truly_faster_player_far_away_wins_as_often_as_deserved() -> None:
    row = measured("20 and 150 ms, the far one 40 ms faster", 3_000)
    assert row.unfairness() <= 0.01
    assert row.shares[1] > 0.67
    assert row.arrival_shares[1] < 0.15


def test_four_seats_the_wrong_winner_at_most_6_percent() -> None:
    row = measured("20, 60, 150 and 300 ms, first wins", 2_500)
    assert row.wrong <= 0.06
    assert row.unfairness() <= 0.02


def test_four_seats_the_wrong_loser_at_most_5_percent() -> None:
    row = measured("20, 60, 150 and 300 ms, last loses", 2_500)
    assert row.wrong <= 0.05
    assert row.unfairness() <= 0.02


@pytest.mark.parametrize(
    ("name", "races"),
    [
        ("20 and 150 ms, 0.3 % loss, tie band", 3_000),
        ("four seats, 0.3 % loss, first wins, tie band", 2_000),
        ("four seats, 0.3 % loss, last loses, tie band", 2_000),
    ],
)
def test_with_message_loss_the_wrong_hand_wins_at_most_1_5_percent(name: str, races: int) -> None:
    row = measured(name, races)
    assert row.wrong <= 0.015
    assert row.voids <= 0.01


def test_broken_sockets_that_resend_everything_in_any_order_decide_few_races() -> None:
    row = measured("20 and 150 ms, sockets break in 2 %", 1_500)
    assert row.wrong <= 0.02


# ---- the metamorphic test ------------------------------------------------------------------------


def outcomes(setting: Setting, races: int) -> list[tuple[Outcome, frozenset[int]]]:
    venue = Venue(setting, seed=7)
    drawn = random.Random(8)
    results = []
    for _ in range(races):
        record, _ = venue.play([draw_hand(person, drawn) for person in setting.people])
        results.append((record.outcome, frozenset(record.seats)))
    return results


@pytest.mark.parametrize("goal", list(Goal))
def test_adding_a_constant_delay_to_any_seat_changes_no_winner(goal: Goal) -> None:
    people = tuple(Person(trip, jitter=8) for trip in (20, 60, 120))
    expected = outcomes(Setting("as it is", people, goal, TIE_BAND), 150)
    for seat in range(len(people)):
        for delay in (30, 200):
            slower = replace(people[seat], trip=people[seat].trip + delay)
            moved = (*people[:seat], slower, *people[seat + 1 :])
            assert outcomes(Setting("moved", moved, goal, TIE_BAND), 150) == expected


# ---- the study as a whole ------------------------------------------------------------------------


def test_the_study_is_the_same_in_every_run() -> None:
    setting = Setting("any", near_and_far(loss=0.05, breaks=0.05), band=TIE_BAND)
    assert run(setting, 60, 3) == run(setting, 60, 3)
    assert run(setting, 60, 3) != run(setting, 60, 4)


def test_even_on_awful_connections_every_race_closes_in_time() -> None:
    for goal in Goal:
        row = run(Setting("awful", around_the_world(loss=0.1, breaks=0.2), goal, TIE_BAND), 200, 5)
        assert row.slowest_close <= row.close_bar


def test_the_study_has_a_row_per_setting_and_can_be_drawn(tmp_path: Path) -> None:
    rows = study(races=4, seed=1)
    assert [row.name for row in rows] == [setting.name for setting in SETTINGS]
    pytest.importorskip("matplotlib")
    plot(rows, tmp_path / "fairness.png")
    assert (tmp_path / "fairness.png").stat().st_size > 1_000


def test_without_matplotlib_the_plot_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(RuntimeError, match="pip install matplotlib"):
        plot([], tmp_path / "never.png")
