"""Continuous time: answers are hands on their way, and whoever is quicker comes first."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

import slamdeck as sd
from slamdeck.bots.levels import find_level
from slamdeck.core.game import GameInfo
from slamdeck.lab.envs.reaction_times import likely_times
from slamdeck.lab.envs.tables import EnvPlan
from tests.conformance.driving import every_game
from tests.scale import scaled

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@every_game
def test_pettingzoo_is_content_with_hands_that_take_their_time(info: GameInfo) -> None:
    api_test(sd.aec_env(info.slug, reflexes="quick", most_decisions=80), num_cycles=60)
    parallel_api_test(sd.parallel_env(info.slug, reflexes="quick", most_decisions=80), num_cycles=60)


@every_game
def test_everybody_is_asked_before_the_first_hand_lands(info: GameInfo) -> None:
    """Nobody's answer changes what another one sees of that moment, and a hand that is lifted is not asked."""
    stepper = EnvPlan(info.slug, None, False, 5000, None, {}, "casual").stepper()
    stepper.deal(1, 2)
    roll = random.Random(1)
    together = 0
    for _ in range(scaled(400)):
        if stepper.over():
            break
        before, now, asked = stepper.at, stepper.rules.now, stepper.asked_with()
        seat = stepper.seat
        assert asked >> seat & 1
        stepper.answer(roll.choice(stepper.choices()))
        if asked & (asked - 1) and not stepper.over() and stepper.asked_with() == asked & ~(1 << seat):
            assert (stepper.at, stepper.rules.now) == (before, now)
            together += 1
    if info.slug in ("lowdown", "slamwich"):  # in the others it takes more than a few random moves
        assert together > 0


@every_game
def test_one_table_is_the_first_of_a_batch_and_copies_have_the_same_future(info: GameInfo) -> None:
    single, batch = sd.aec_env(info.slug, reflexes="quick"), sd.batch_env(info.slug, n=2, reflexes="quick")
    single.reset(seed=3)
    batch.reset(seed=3)
    roll = random.Random(3)
    for number in range(scaled(90)):
        observed, _, terminated, truncated, _ = single.last()
        if terminated or truncated:
            return
        assert observed is not None
        assert np.array_equal(observed["observation"], batch.observations[0])
        assert np.array_equal(observed["action_mask"].astype(bool), batch.possible()[0])
        answer = int(roll.choice(np.flatnonzero(observed["action_mask"]).tolist()))
        single.step(answer)
        batch.step([answer, 0])
        if number % 30 == 29:
            single = copy.deepcopy(single) if number < 60 else pickle.loads(pickle.dumps(single))


def test_the_quicker_hand_wins_what_both_go_for() -> None:
    """Both toss on their turn and slap whatever there is to slap: only their hands differ."""
    env = sd.batch_env("slamwich", n=24, seats=2, reflexes=["kid", "lightning"])
    toss, slap = (env.plan.catalogue.parse(words) for words in ("toss", "slap"))
    env.reset(seed=1)
    gains: list[float] = []
    for _ in range(1500):
        possible = env.possible()
        answers = np.where(possible[:, toss], toss, np.where(possible[:, slap], slap, env.wait))
        _, rewards, terminated, _, _ = env.step(answers)
        gains += rewards[terminated, 1].tolist()
        if len(gains) >= 20:
            break
    assert len(gains) >= 20
    assert sum(gains) / len(gains) > 0.5


def test_times_are_those_of_the_level() -> None:
    level = find_level("casual")
    times = likely_times(level.race)
    assert times == sorted(times)
    assert sum(times) / len(times) == pytest.approx(level.race.mean, rel=0.02)


def test_bad_reflexes_have_one_sentence() -> None:
    for reflexes, sentence in (
        ("sleepy", "there is no level 'sleepy'"),
        (["quick"], "there are 4 seats, and 1 levels"),
        (3, "3 are no reflexes"),
    ):
        with pytest.raises(sd.Problem, match=sentence):
            sd.batch_env("slamwich", seats=4, reflexes=reflexes)  # type: ignore[arg-type]
