"""Figures with intervals."""

from __future__ import annotations

import random
import statistics

from slamdeck.lab.simulation import game_seed
from slamdeck.lab.statistics import Running, share_interval


def test_running_figures_agree_with_the_textbook() -> None:
    roll = random.Random(1)
    values = [roll.gauss(50, 7) for _ in range(500)]
    running = Running()
    for value in values:
        running.add(value)
    assert abs(running.mean - statistics.fmean(values)) < 1e-9
    assert abs(running.deviation - statistics.stdev(values)) < 1e-9
    assert (running.least, running.most) == (min(values), max(values))


def test_share_intervals_cover_the_truth_about_95_times_in_100() -> None:
    roll = random.Random(2)
    covered = 0
    for _ in range(1000):
        wins = sum(roll.random() < 0.25 for _ in range(200))
        low, high = share_interval(wins, 200)
        covered += low <= 0.25 <= high
    assert 925 <= covered <= 975


def test_share_intervals_are_sensible_at_the_ends() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)
    low, high = share_interval(0, 50)
    assert low < 1e-12
    assert 0 < high < 0.1
    low, high = share_interval(50, 50)
    assert high > 1 - 1e-12


def test_every_game_has_a_seed_of_its_own() -> None:
    seeds = {game_seed(seed, number) for seed in range(20) for number in range(500)}
    assert len(seeds) == 20 * 500
    assert all(0 <= seed < 1 << 62 for seed in seeds)
