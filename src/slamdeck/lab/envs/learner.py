"""A small agent that learns to beat uniform play, with NumPy alone: `python -m slamdeck.lab.envs.learner GAME`.

The policy is one matrix: what the seat sees, times weights, gives a score for every action; actions that are not
possible are left out, and the others are drawn by their scores (softmax). After every game each decision of the learner
is made more likely if the game was won, less likely if it was lost (REINFORCE, Williams 1992, with Adam's steps).
Seat 0 learns; everybody else answers at random, fouls included.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from slamdeck.games import find_game
from slamdeck.lab.envs.batch import BatchEnv, batch_env
from slamdeck.lab.extras import needed

Floats = NDArray[np.float64]
TABLES = 256
LEARNER = 0


class Learner:
    """Weights, and how they change."""

    def __init__(self, env: BatchEnv, rate: float) -> None:
        self.rate = rate
        self.phases = len(env.plan.setup.info.phases)
        inputs = self.phases * (1 + 8) + env.plan.width
        self.weights = np.zeros((inputs, env.actions))
        self.mean = np.zeros_like(self.weights)
        self.square = np.zeros_like(self.weights)
        self.steps = 0

    def inputs(self, seen: NDArray[np.uint8]) -> Floats:
        """The phase (alone, and with each hand that is down in it) as zeros and ones; everything else as it is."""
        phase = np.eye(self.phases)[seen[:, 0]]
        down = np.unpackbits(seen[:, 2:3], axis=1)
        crossed = (phase[:, :, None] * down[:, None, :]).reshape(len(seen), -1)
        return np.concatenate([phase, crossed, np.minimum(seen, 20) / 20], axis=1)

    def chances(self, inputs: Floats, possible: NDArray[np.bool_]) -> Floats:
        scores = np.where(possible, inputs @ self.weights, -np.inf)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        share: Floats = scores / scores.sum(axis=1, keepdims=True)
        return share

    def learn(self, inputs: Floats, possible: NDArray[np.bool_], chosen: NDArray[np.int64], gains: Floats) -> None:
        wish = -self.chances(inputs, possible)
        wish[np.arange(len(chosen)), chosen] += 1
        gradient = inputs.T @ (wish * gains[:, None]) / len(chosen)
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient**2
        step = (self.mean / (1 - 0.9**self.steps)) / (np.sqrt(self.square / (1 - 0.999**self.steps)) + 1e-8)
        self.weights += self.rate * step


def play(env: BatchEnv, learner: Learner, rng: np.random.Generator, games: int) -> Iterator[tuple[float, int]]:
    """Play and learn; yields the learner's reward and its decisions for every game that ends."""
    memory: list[list[tuple[Floats, NDArray[np.bool_], int]]] = [[] for _ in range(env.n)]
    finished: list[tuple[list[tuple[Floats, NDArray[np.bool_], int]], float]] = []
    ended = 0
    while ended < games:
        answers = np.array(env.choose(rng.random(env.n)))
        mine = np.flatnonzero(env.seats == LEARNER)
        if len(mine):
            inputs, possible = learner.inputs(env.observations[mine]), env.possible()[mine]
            chances = learner.chances(inputs, possible).cumsum(axis=1)
            answers[mine] = (chances < rng.random((len(mine), 1))).sum(axis=1).clip(0, env.actions - 1)
            for row, table in enumerate(mine):
                memory[table].append((inputs[row], possible[row], int(answers[table])))
        _, rewards, terminated, truncated, _ = env.step(answers)
        for table in np.flatnonzero(terminated | truncated):
            made, reward = memory[table], float(rewards[table, LEARNER])
            memory[table] = []
            finished.append((made, reward))
            ended += 1
            yield reward, len(made)
        if len(finished) >= 64:
            update(learner, finished)
            finished = []


def update(learner: Learner, finished: list[tuple[list[tuple[Floats, NDArray[np.bool_], int]], float]]) -> None:
    usual = sum(reward for _, reward in finished) / len(finished)
    decisions = [(decision, reward - usual) for made, reward in finished for decision in made]
    if decisions:
        learner.learn(
            np.array([inputs for (inputs, _, _), _ in decisions]),
            np.array([possible for (_, possible, _), _ in decisions]),
            np.array([chosen for (_, _, chosen), _ in decisions]),
            np.array([gain for _, gain in decisions]),
        )


def train(game: str, games: int, seed: int, every: int, rate: float) -> list[float]:
    """The mean reward of each so many games, from −1 (always lost) to 1 (always won)."""
    env = batch_env(game, n=min(TABLES, games), seats=2, most_decisions=1000)
    env.reset(seed=seed)
    learner = Learner(env, rate)
    rewards: list[float] = []
    curve: list[float] = []
    for reward, _ in play(env, learner, np.random.default_rng(seed), games):
        rewards.append(reward)
        if len(rewards) % every == 0:
            curve.append(float(np.mean(rewards[-every:])))
            print(f"{len(rewards):7} games  mean reward {curve[-1]:+.3f}", flush=True)
    return curve


def plot(curve: list[float], every: int, title: str, path: Path) -> None:
    needed("matplotlib", "lab").use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3))
    axes.axhline(0, color="#888888", linewidth=1)
    axes.plot([every * (number + 1) for number in range(len(curve))], curve, color="#1f7a4d")
    axes.set_xlabel("games")
    axes.set_ylabel("mean reward")
    axes.set_ylim(-1, 1)
    axes.set_title(title, fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=130)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game")
    words.add_argument("--games", type=int, default=20_000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--every", type=int, default=500, help="games to a line")
    words.add_argument("--rate", type=float, default=0.01)
    words.add_argument("--plot", type=Path, help="draw the curve into this file (needs matplotlib)")
    given = words.parse_args()
    curve = train(given.game, given.games, given.seed, given.every, given.rate)
    if given.plot is not None:
        plot(curve, given.every, f"learning {find_game(given.game).title} against uniform play, 2 seats", given.plot)


if __name__ == "__main__":
    main()
