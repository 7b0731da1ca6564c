"""Other engines on the same core in the same run. They belong to the `bench` extra and are imported only here."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable

CRAZY_EIGHTS = "crazy_eights"


def installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def spiel_from_python(seconds: float) -> float:
    """OpenSpiel crazy_eights driven from Python: actions per second, its chance actions counted too."""
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    roll = random.Random(1).random
    made = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
            made += 1
    return made / (time.perf_counter() - start)


def spiel_rollouts(seconds: float) -> float:
    """OpenSpiel's own C++ rollouts of crazy_eights: actions per second.

    The evaluator does not count actions, so the mean length of a rollout is counted from Python first.
    """
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    roll = random.Random(1).random
    games = 200
    made = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
            made += 1
    batch = 50
    evaluator = pyspiel.RandomRolloutEvaluator(batch, 1)
    state = game.new_initial_state()
    rollouts = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        evaluator.evaluate(state)
        rollouts += batch
    return rollouts * made / games / (time.perf_counter() - start)


def rlcard_uno(seconds: float) -> float:
    """RLCard UNO, `env.run` with its random agents: player actions per second."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    made = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        trajectories, _ = env.run(is_training=False)
        made += sum(len(trajectory) // 2 for trajectory in trajectories)
    return made / (time.perf_counter() - start)


PEERS: dict[str, tuple[str, str, Callable[[float], float]]] = {
    "spiel": ("OpenSpiel crazy_eights from Python", "pyspiel", spiel_from_python),
    "rollouts": ("OpenSpiel crazy_eights C++ rollouts", "pyspiel", spiel_rollouts),
    "uno": ("RLCard UNO env.run", "rlcard", rlcard_uno),
}
