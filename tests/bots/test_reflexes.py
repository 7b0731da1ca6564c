"""Hands that move like hands: reaction times follow the model, lapses happen as often as they should."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from slamdeck.bots.levels import LEVELS, ExGaussian, Level, find_level
from slamdeck.bots.reflexes import FASTEST_MS, PERSONAL, Matchmaker, Reflexes, somebody
from slamdeck.core.instincts import CHANCE, RACE, READY, RHYTHM, SHOUT, STIMULI, TURN
from slamdeck.core.problems import UsageProblem

every_level = pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
SAMPLES = 4000


def normal_cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def ex_gaussian_cdf(times: ExGaussian, x: float) -> float:
    """The distribution of a normal plus an exponential variable, in closed form."""
    z = (x - times.mu) / times.sigma
    tail = math.exp(times.sigma**2 / (2 * times.tau**2) - (x - times.mu) / times.tau)
    return normal_cdf(z) - tail * normal_cdf(z - times.sigma / times.tau)


def kolmogorov_distance(samples: list[int], times: ExGaussian) -> float:
    """The largest gap between the samples' distribution and the model's (a sample stands for its millisecond)."""
    ordered = sorted(samples)
    n = len(ordered)
    return max(
        max(abs((i + 1) / n - ex_gaussian_cdf(times, x + 0.5)), abs(i / n - ex_gaussian_cdf(times, x - 0.5)))
        if i == 0 or ordered[i - 1] != x
        else abs((i + 1) / n - ex_gaussian_cdf(times, x + 0.5))
        for i, x in enumerate(ordered)
        if i + 1 == n or ordered[i + 1] != x
    )


@every_level
@pytest.mark.parametrize("stimulus", [TURN, RHYTHM, RACE, READY, CHANCE, SHOUT], ids=lambda s: STIMULI[s])
def test_reaction_times_follow_the_model(level: Level, stimulus: int) -> None:
    """Kolmogorov–Smirnov at the 0.1 % level."""
    reflexes = Reflexes(level, seed=stimulus)
    samples = [reflexes.delay(stimulus) for _ in range(SAMPLES)]
    assert min(samples) >= FASTEST_MS
    assert kolmogorov_distance(samples, reflexes.times[stimulus]) < 1.95 / math.sqrt(SAMPLES)


def test_the_test_notices_another_distribution() -> None:
    reflexes = Reflexes(LEVELS["casual"], seed=1)
    samples = [reflexes.delay(RACE) for _ in range(SAMPLES)]
    assert kolmogorov_distance(samples, LEVELS["quick"].race) > 0.2


@every_level
def test_lapses_happen_as_often_as_the_level_says(level: Level) -> None:
    reflexes = Reflexes(level, seed=3)
    n = 40_000
    for happens, share in (
        (reflexes.misses, level.miss),
        (reflexes.is_fooled, level.fooled),
        (reflexes.starts_too_early, level.false_start),
        (reflexes.forgets_the_words, level.forget),
        (reflexes.cannot_wait, level.eagerness),
        (reflexes.lets_others_first, level.courtesy),
    ):
        seen = sum(happens() for _ in range(n)) / n
        assert abs(seen - share) <= 4 * math.sqrt(share * (1 - share) / n)


def test_the_ladder_of_levels_is_monotone() -> None:
    levels = list(LEVELS.values())
    for slower, faster in pairwise(levels):
        for part in ("race", "ready", "chance", "shout", "rhythm", "think"):
            assert getattr(faster, part).mean < getattr(slower, part).mean
        for lapse in ("miss", "false_start", "fooled", "forget", "eagerness"):
            assert getattr(faster, lapse) < getattr(slower, lapse)


def test_an_unknown_level_is_named_with_those_that_exist() -> None:
    with pytest.raises(
        UsageProblem, match="there is no level 'turbo'; there are kid, steady, casual, brisk, quick, sharp, lightning"
    ):
        find_level("turbo")


@pytest.mark.parametrize("person_ms", [260, 420, 600])
def test_the_matchmaker_lets_a_person_win_about_half(person_ms: int) -> None:
    reflexes = Reflexes(LEVELS["quick"], seed=5)
    matchmaker = Matchmaker(reflexes)
    person = random.Random(6)
    won = []
    for _ in range(1200):
        bot_won = reflexes.delay(RACE) < person.gauss(person_ms, 50)
        matchmaker.race_decided(bot_won)
        won.append(bot_won)
    assert 0.44 < sum(won[400:]) / len(won[400:]) < 0.56


def test_two_of_one_level_differ_and_all_of_them_together_are_the_level() -> None:
    people = [somebody(LEVELS["quick"], seed).person or 0.0 for seed in range(400)]
    assert len(set(people)) == 400
    logarithms = [math.log(person) for person in people]
    assert abs(sum(logarithms) / 400) < 0.02
    assert 0.8 * PERSONAL < math.sqrt(sum(x * x for x in logarithms) / 400) < 1.2 * PERSONAL
    assert somebody(LEVELS["quick"], 7).person == somebody(LEVELS["quick"], 7).person


def test_somebody_warms_up_and_tires() -> None:
    reflexes = somebody(LEVELS["quick"], 1)
    forms = [reflexes.form() for _ in range(2000)]
    best = min(range(2000), key=forms.__getitem__)
    assert 20 < best < 120
    assert forms[0] > 1.03 * forms[best]
    assert forms[-1] > 1.02 * forms[best]
    assert forms[-1] < 1.08 * forms[best]


def test_a_level_between_two_is_as_far_from_one_as_from_the_other() -> None:
    slower, middle, faster = LEVELS["casual"], LEVELS["brisk"], LEVELS["quick"]
    assert middle.chance.mu**2 == pytest.approx(slower.chance.mu * faster.chance.mu)
    assert middle.miss**2 == pytest.approx(slower.miss * faster.miss)
