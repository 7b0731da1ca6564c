"""PettingZoo's own tests over every game, one agent at a time and all at once."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import slamdeck as sd
from slamdeck.core.game import GameInfo
from tests.conformance.driving import every_game
from tests.scale import scaled

SHORT = 150

# PettingZoo knows its own games that show a mask by name, and wonders about all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@every_game
def test_pettingzoo_is_content_with_agents_one_at_a_time(info: GameInfo) -> None:
    api_test(sd.aec_env(info.slug, most_decisions=SHORT), num_cycles=100)
    seed_test(lambda: sd.aec_env(info.slug), num_cycles=30)
    render_test(lambda render_mode=None: sd.aec_env(info.slug, render_mode=render_mode))


@every_game
def test_pettingzoo_is_content_with_agents_all_at_once(info: GameInfo) -> None:
    parallel_api_test(sd.parallel_env(info.slug, most_decisions=SHORT), num_cycles=100)
    parallel_seed_test(lambda: sd.parallel_env(info.slug), num_cycles=30)


@every_game
def test_one_agent_at_a_time_is_the_first_table_of_a_batch(info: GameInfo) -> None:
    single, batch = sd.aec_env(info.slug), sd.batch_env(info.slug, n=1)
    single.reset(seed=3)
    batch.reset(seed=3)
    roll = random.Random(3)
    for _ in range(scaled(200)):
        seat = int(batch.seats[0])
        assert single.agent_selection == f"player_{seat}"
        observed, _, terminated, truncated, _ = single.last()
        assert not terminated
        assert not truncated
        assert observed is not None
        assert np.array_equal(observed["observation"], batch.observations[0])
        assert np.array_equal(observed["action_mask"].astype(bool), batch.possible()[0])
        answer = int(roll.choice(np.flatnonzero(observed["action_mask"]).tolist()))
        single.step(answer)
        _, rewards, done, _, _ = batch.step([answer])
        if done[0]:
            assert [single.rewards[name] for name in single.possible_agents] == pytest.approx(rewards[0].tolist())
            return


def test_in_a_race_all_hands_are_asked_at_once() -> None:
    env = sd.parallel_env("hit_the_deck", seats=4)
    roll = random.Random(1)
    seen, _ = env.reset(seed=1)
    most = 0
    for _ in range(400):
        if not env.agents:
            break
        asked = [name for name in env.agents if seen[name]["action_mask"][:-1].any()]
        assert asked, "somebody is"
        most = max(most, len(asked))
        answers = {name: int(roll.choice(np.flatnonzero(seen[name]["action_mask"]).tolist())) for name in env.agents}
        seen, *_ = env.step(answers)
    assert most >= 3


def test_actions_are_numbers_and_whoever_does_not_answer_waits() -> None:
    env = sd.aec_env("slamwich", seats=3)
    env.reset(seed=1)
    env.step(1 << 80)
    with pytest.raises(sd.Problem, match="'toss' is not an action: they are numbers from 0 to 4"):
        env.step("toss")  # type: ignore[arg-type]
    together = sd.parallel_env("slamwich", seats=3)
    together.reset(seed=1)
    together.step({"player_1": None, "nobody": 3})  # type: ignore[dict-item]
    with pytest.raises(sd.Problem, match="are not actions: a dict is needed"):
        together.step([0, 1, 2])  # type: ignore[arg-type]


def test_there_are_two_ways_to_show_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    env = sd.parallel_env("slamwich", seats=3, render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("Slamwich: TURN at ")
    loud = sd.parallel_env("slamwich", seats=3, render_mode="human")
    loud.reset(seed=1)
    assert loud.render() is None
    assert "centre" in capsys.readouterr().out
    with pytest.raises(sd.Problem, match="there is no render mode 'hologram'"):
        sd.aec_env("slamwich", render_mode="hologram")
