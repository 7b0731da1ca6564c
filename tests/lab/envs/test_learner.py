"""The example that learns: what was rewarded becomes more likely, and a short training runs to its end."""

from __future__ import annotations

import numpy as np
import pytest

import slamdeck as sd
from slamdeck.lab.envs.learner import Learner, train


def test_what_was_rewarded_becomes_more_likely_and_nothing_impossible_is_ever_chosen() -> None:
    env = sd.batch_env("slamwich", n=8, seats=2)
    env.reset(seed=1)
    learner = Learner(env, rate=0.05)
    inputs, possible = learner.inputs(env.observations), env.possible()
    chosen = possible.argmax(axis=1)
    before = learner.chances(inputs, possible)[np.arange(8), chosen]
    for _ in range(10):
        learner.learn(inputs, possible, chosen, np.ones(8))
    after = learner.chances(inputs, possible)
    assert (after[np.arange(8), chosen] > before).all()
    assert (after[~possible] == 0).all()
    assert after.sum(axis=1) == pytest.approx(np.ones(8))


def test_a_short_training_runs_and_is_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    curve = train("slamwich", 80, seed=1, every=40, rate=0.01)
    assert len(curve) == 2
    assert train("slamwich", 80, seed=1, every=40, rate=0.01) == curve
    assert "mean reward" in capsys.readouterr().out
