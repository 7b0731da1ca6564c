"""Other engines on the same core in the same run. They belong to the `bench` extra and are imported only here."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CRAZY_EIGHTS = "crazy_eights"
PARTS = ("python", "batch", "playouts", "search", "states")  # of a run, for who wants only some of them


def installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def spiel_from_python(seconds: float) -> float:
    """OpenSpiel crazy_eights driven from Python: player actions per second (dealing is not counted, as ours is not).

    Chance is a node of its game like any other, for every card that is dealt or drawn, and goes through Python, too:
    about two for three actions of players, and two fifths of the time. There is no other way to drive it. How many of
    the actions were players' is counted afterwards, in the same games: asking would cost time.
    """
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    roll = random.Random(1).random
    games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
        games += 1
    spent = time.process_time() - start
    roll = random.Random(1).random
    return sum(play_spiel(game, roll) for _ in range(games)) / spent


def play_spiel(game: Any, roll: Callable[[], float]) -> int:
    """One random game from the deal to the end; returns the number of player actions."""
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal():
        made += not state.is_chance_node()
        legal = state.legal_actions()
        state.apply_action(legal[int(roll() * len(legal))])
    return made


def spiel_rollouts(seconds: float) -> float:
    """OpenSpiel's own C++ loop: whole games of crazy_eights between its C++ uniform bots, player actions per second.

    The loop does not count actions, so the mean length of a game is counted from Python first.
    """
    import pyspiel

    game = pyspiel.load_game(CRAZY_EIGHTS)
    roll = random.Random(1).random
    sample = 200
    mean_length = sum(play_spiel(game, roll) for _ in range(sample)) / sample
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
        games += 1
    return games * mean_length / (time.process_time() - start)


def rlcard_uno(seconds: float) -> float:
    """RLCard UNO, `env.run` with its random agents: player actions per second."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    made = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        trajectories, _ = env.run(is_training=False)
        made += sum(len(trajectory) // 2 for trajectory in trajectories)
    return made / (time.process_time() - start)


def spiel_search(seconds: float) -> float:
    """OpenSpiel's C++ IS-MCTS on hearts: iterations per second of searches from the first card."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    roll = random.Random(1).random
    iterations = 50
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    made = 0
    spent = 0.0
    while spent < seconds:
        bot = pyspiel.ISMCTSBot(7, evaluator, 2.0, iterations, -1, most_visited, False, False)
        state = game.new_initial_state()
        while state.is_chance_node() or len(state.legal_actions()) == 1:
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
        start = time.process_time()
        bot.step(state)
        spent += time.process_time() - start
        made += iterations
    return made / spent


@dataclass(frozen=True)
class Rival:
    """Another engine, how it is driven, and the parts of a run that compare with it."""

    name: str
    driven: str
    module: str
    measure: Callable[[float], float]
    parts: frozenset[str]


FROM_PYTHON = "list, choice and action from Python, chance too"
PLAYOUTS = frozenset({"playouts"})
PEERS: dict[str, Rival] = {
    "spiel": Rival("OpenSpiel crazy_eights", FROM_PYTHON, "pyspiel", spiel_from_python, PLAYOUTS | {"python", "batch"}),
    "rollouts": Rival("OpenSpiel crazy_eights", "its own C++ loop", "pyspiel", spiel_rollouts, PLAYOUTS),
    "search": Rival("OpenSpiel hearts", "its own C++ IS-MCTS", "pyspiel", spiel_search, frozenset({"search"})),
    "uno": Rival("RLCard UNO", "its own env.run in Python", "rlcard", rlcard_uno, PLAYOUTS),
}
