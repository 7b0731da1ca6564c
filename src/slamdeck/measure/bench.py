"""`slamdeck bench`: our speed as ratios to peers measured in the same run on one pinned core.

A benchmark, not a test: it reports, and never fails because a machine is slow. Times are processor time, and every
figure is the best of several interleaved rounds, so that a busy neighbour disturbs neither side. Every row says how
both sides are driven, for a loop in C against a loop in Python says little about the games.
"""

from __future__ import annotations

import gc
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from rich.progress import Progress

import slamdeck
from slamdeck.bots.search import iterations_per_second
from slamdeck.core.bits import lowest
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.rules import Rules
from slamdeck.games import games_with
from slamdeck.lab.envs.batch import batch_env
from slamdeck.lab.playouts import MOST_INPUTS, Playout, clone_many, play_many
from slamdeck.measure.peers import PARTS, PEERS, installed

FLAGSHIP = "hit_the_deck"  # the game whose bars are named in the design
HEAVY = "lowdown"  # has by far the most actions, and lower bars where they are listed
TABLES = 1024  # of the batch environment: as many as it has by itself
COMPILED = "one compiled loop"
FROM_PYTHON = "list, choice and action from Python"
BATCH = f"{TABLES:,} tables a call: random shares by NumPy, the answers at them by the engine"
SEATS = 4
PURE = "SLAMDECK_BENCH_PURE"


@dataclass(frozen=True)
class Figure:
    """What was measured, its peer from the same run, and the bar we hold ourselves to."""

    game: str
    what: str
    driven: str  # how our side was
    ours: float
    unit: str
    peer_name: str = ""
    peer_driven: str = ""
    peer: float | None = None
    bar: float | None = None
    at_most: bool = False  # the bar is an upper limit of our own figure

    def ratio(self) -> float | None:
        return None if not self.peer else self.ours / self.peer

    def met(self) -> bool | None:
        if self.bar is None:
            return None
        if self.at_most:
            return self.ours <= self.bar
        ratio = self.ratio()
        return None if ratio is None else ratio >= self.bar

    def ours_text(self) -> str:
        return with_unit(self.ours, self.unit)

    def peer_text(self) -> str:
        if not self.peer_name:
            return ""
        return "peer not installed" if self.peer is None else with_unit(self.peer, self.unit)

    def ratio_text(self) -> str:
        ratio = self.ratio()
        return "" if ratio is None else f"{ratio:,.1f}×"

    def bar_text(self) -> str:
        if self.bar is None:
            return ""
        return f"≤ {with_unit(self.bar, self.unit)}" if self.at_most else f"≥ {self.bar:g}×"

    def mark(self) -> str:
        met = self.met()
        return "" if met is None else "[green]✓[/green]" if met else "[red]✗[/red]"

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "ratio": self.ratio(), "met": self.met()}


def with_unit(value: float, unit: str) -> str:
    if unit == "/s":
        return f"{value / 1e6:.2f} M/s" if value >= 1e5 else f"{value / 1e3:.1f} k/s"
    return f"{value:,.3g} {unit}" if value < 1000 else f"{value:,.0f} {unit}"


# ---- our side -----------------------------------------------------------------------------------------


def table_of(info: GameInfo) -> Rules:
    seats = min(SEATS, info.most)
    return info.table(seats, info.deck(), info.read_options(info.simulated, seats), FastDice(1))


def playouts(info: GameInfo, seconds: float) -> float:
    """Random playouts of whole games: inputs per second."""
    playout = Playout(table_of(info), FastDice(2))
    inputs = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        inputs += play_many(playout, 1, MOST_INPUTS)
    return inputs / (time.process_time() - start)


def from_python(info: GameInfo, seconds: float) -> float:
    """One table driven as OpenSpiel is: a list of actions comes to Python, one is chosen there and made."""
    playout = Playout(table_of(info), FastDice(2))
    roll = random.Random(1).random
    list_choices: Callable[[], list[int]] = playout.choices
    act: Callable[[int], int] = playout.act
    made = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        playout.rules.deal()
        while moves := list_choices():
            act(moves[int(roll() * len(moves))])
            made += 1
    return made / (time.process_time() - start)


def batch(info: GameInfo, seconds: float) -> float:
    """The batch environment with bytes to see and masks of bits, random answers: decisions per second."""
    import numpy as np

    env = batch_env(info.slug, n=TABLES, seats=min(SEATS, info.most), deck=info.deck().data)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    made = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        env.step(env.choose(rng.random(TABLES)))
        made += TABLES
    return made / (time.process_time() - start)


def search_speed(info: GameInfo, seconds: float) -> float:
    """IS-MCTS from the first decision of a deal: iterations per second."""
    rules = table_of(info)
    rules.cards.track()
    rules.deal()
    seat = lowest(rules.awaited())
    return iterations_per_second(info.instinct(rules), rules.imagine(seat, FastDice(3)), seat, seconds)


def mid_game(info: GameInfo, tracked: bool) -> Rules:
    rules = table_of(info)
    if tracked:
        rules.cards.track()
    rules.deal()
    Playout(rules, FastDice(2)).play_on(20)
    return rules


def clone_time(info: GameInfo, seconds: float) -> float:
    """Microseconds to clone a state in mid-game."""
    rules = mid_game(info, tracked=False)
    batch = 20_000
    best = float("inf")
    start = time.process_time()
    while time.process_time() - start < seconds:
        before = time.process_time()
        clone_many(rules, batch)
        best = min(best, (time.process_time() - before) / batch * 1e6)
    return best


def state_size(info: GameInfo, tracked: bool) -> float:
    """Bytes of memory that one more state takes, by what the process grows."""
    rules = mid_game(info, tracked)
    dice = rules.dice
    many = 40_000
    kept = [rules.branch(dice) for _ in range(many // 4)]  # let the allocator take its first arenas
    gc.collect()
    before = resident()
    kept += [rules.branch(dice) for _ in range(many)]
    after = resident()
    del kept
    return (after - before) / many


def state_sizes(info: GameInfo) -> tuple[float, float] | None:
    """Of a state, and of one that remembers who knows what; where the system tells."""
    if not Path("/proc/self/statm").exists():
        return None
    return state_size(info, tracked=False), state_size(info, tracked=True)


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def game_cost(info: GameInfo, games: int) -> float:
    """Microseconds per game in a run of so many games."""
    playout = Playout(table_of(info), FastDice(2))
    start = time.process_time()
    play_many(playout, games, MOST_INPUTS)
    return (time.process_time() - start) / games * 1e6


# ---- the same source, uncompiled -----------------------------------------------------------------------


def uncompiled(seconds: float, games: Mapping[str, GameInfo]) -> dict[str, float]:
    """Playouts of every game by the same source files without their compiled twins, in a process of its own."""
    package = Path(slamdeck.__file__).parent
    boxes = [str(info.box.resolve()) for info in games.values() if info.box is not None]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(
            package,
            Path(folder) / "slamdeck",
            ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"),
        )
        done = subprocess.run(
            [sys.executable, "-m", "slamdeck.measure.bench", str(seconds), *boxes],
            env={**os.environ, "PYTHONPATH": folder, PURE: "1"},
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
    found: dict[str, float] = json.loads(done.stdout)
    return found


# ---- one run ---------------------------------------------------------------------------------------------


def pin_to_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def best_of(
    rounds: int,
    measures: dict[str, Callable[[float], float]],
    seconds: float,
    tick: Callable[[], None],
) -> dict[str, float]:
    """Each measure's best figure over interleaved rounds."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, measure in measures.items():
            best[name] = max(best.get(name, 0.0), measure(seconds))
            tick()
    return best


def run_bench(
    quick: bool, progress: Progress, games: Mapping[str, GameInfo], parts: Collection[str] = PARTS
) -> list[Figure]:
    pin_to_one_core()
    rounds, seconds = (2, 0.1) if quick else (5, 0.4)
    sizes: dict[str, tuple[float, float] | None] = {}
    if "states" in parts:  # first: later there is memory to be used again
        sizes = {slug: state_sizes(info) for slug, info in games.items()}
    measures = measures_of(games, parts)
    task = progress.add_task("measuring", total=rounds * len(measures) + 1)
    best = best_of(rounds, measures, seconds, lambda: progress.advance(task))
    pure = uncompiled(seconds, games) if "playouts" in parts and slamdeck.is_compiled() else {}
    progress.advance(task)
    rows: list[Figure] = []
    for slug, info in games.items():
        rows += speed_rows(info, best, pure.get(slug))
        if "states" in parts:
            rows += state_rows(info, sizes[slug], seconds, quick)
    return rows


def measures_of(games: Mapping[str, GameInfo], parts: Collection[str]) -> dict[str, Callable[[float], float]]:
    """What takes turns, and only what these parts of a run need."""
    found: dict[str, Callable[[float], float]] = {}
    for key, rival in PEERS.items():
        if installed(rival.module) and not rival.parts.isdisjoint(parts):
            found[key] = rival.measure
    for slug, info in games.items():
        if "playouts" in parts:
            found[slug] = partial(playouts, info)
        if "python" in parts:
            found[f"python {slug}"] = partial(from_python, info)
        if "batch" in parts and installed("numpy"):
            found[f"batch {slug}"] = partial(batch, info)
        if "search" in parts and info.searched:
            found[f"search {slug}"] = partial(search_speed, info)
    return found


def speed_rows(info: GameInfo, best: dict[str, float], pure: float | None) -> list[Figure]:
    flagship, heavy = info.slug == FLAGSHIP, info.slug == HEAVY
    rows: list[Figure] = []

    def compare(what: str, driven: str, measure: str, peer: str, bar: float | None) -> None:
        if measure in best:
            rival = PEERS[peer]
            figures = (best[measure], "/s", rival.name, rival.driven, best.get(peer), bar)
            rows.append(Figure(info.title, what, driven, *figures))

    compare("random moves", FROM_PYTHON, f"python {info.slug}", "spiel", 2 if heavy else 3)
    compare("batch environment", BATCH, f"batch {info.slug}", "spiel", 3 if heavy else 6)
    compare("random playouts", COMPILED, info.slug, "spiel", 20 if flagship else 10)
    if flagship:
        compare("random playouts", COMPILED, info.slug, "rollouts", 3)
    compare("random playouts", COMPILED, info.slug, "uno", 100)
    compare("IS-MCTS iterations", COMPILED, f"search {info.slug}", "search", 3 if flagship else 1)
    if pure is not None:
        name, driven = "uncompiled", "the same loop as plain Python"
        rows.append(Figure(info.title, "random playouts", COMPILED, best[info.slug], "/s", name, driven, pure, 25))
    return rows


def state_rows(info: GameInfo, sizes: tuple[float, float] | None, seconds: float, quick: bool) -> list[Figure]:
    rows: list[Figure] = []

    def limit(what: str, value: float, unit: str, most: float | None) -> None:
        rows.append(Figure(info.title, what, COMPILED, value, unit, bar=most, at_most=True))

    limit("clone", clone_time(info, seconds), "µs", 0.3)
    if sizes is not None:
        limit("state", sizes[0], "B", 1500)
        limit("state with memory", sizes[1], "B", None)
    few, many = (10, 200) if quick else (100, 20_000)
    cost = game_cost(info, many)
    few_cost = game_cost(info, few)
    rows.append(Figure(info.title, f"game of {many:,}", COMPILED, cost, "µs", f"game of {few}", COMPILED, few_cost))
    return rows


if __name__ == "__main__":
    if slamdeck.is_compiled() or not os.environ.get(PURE):
        sys.exit("this is the uncompiled half of `slamdeck bench`")
    boxed = games_with([Path(path) for path in sys.argv[2:]])
    print(json.dumps({slug: playouts(info, float(sys.argv[1])) for slug, info in boxed.items()}))
