"""What a decision of the batch environment and an input of a playout cost, counted in instructions (decision 0037).

    python bench/instructions.py [game …]

Seconds depend on what else a computer does; instructions hardly do: two counts differ by less than one in a hundred.
Each figure is the difference of two runs under Valgrind, so that what comes before the first decision is in none.
With --where there follow the functions that take most of a decision.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from slamdeck import is_compiled
from slamdeck.core.dice import FastDice
from slamdeck.games import all_games, find_game
from slamdeck.lab.envs.batch import batch_env
from slamdeck.lab.playouts import MOST_INPUTS, Playout, play_many
from slamdeck.measure.bench import SEATS, table_of

TABLES = 1024
FROM_STEP, TO_STEP = 40, 60
GAMES = 60
MOST_SHOWN = 30
TOTAL = re.compile(r"Collected : (\d+)")
FUNCTION = re.compile(r"^\s*([\d,]+) \(\s*[\d.]+%\)\s+\S+?:(\S+)", re.MULTILINE)


def step_tables(game: str, steps: int) -> int:
    """Many tables, so many decisions at each of them; returns how many that are."""
    import numpy

    env = batch_env(game, n=TABLES, seats=SEATS)
    roll = numpy.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(steps):
        env.step(env.choose(roll.random(TABLES)))
    return steps * TABLES


def play_games(game: str, games: int) -> int:
    """Random games to the end; returns their inputs."""
    return play_many(Playout(table_of(find_game(game)), FastDice(2)), games, MOST_INPUTS)


def counted(what: str, game: str, number: int) -> tuple[int, int, Counter[str]]:
    """Of a run of this file what it counts itself, then all its instructions, then those of each function."""
    quiet = {"PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        notes = str(Path(folder) / "callgrind.out")
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={notes}", sys.executable, __file__]
        done = said([*command, "--run", what, game, str(number)], quiet)
        listed = said(["callgrind_annotate", "--threshold=100", notes], {})
    functions: Counter[str] = Counter()
    for instructions, name in FUNCTION.findall(listed.stdout):
        functions[name] += int(instructions.replace(",", ""))
    (total,) = TOTAL.findall(done.stderr)
    return int(done.stdout), int(total), functions


def said(command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)


def cost(what: str, game: str, few: int, many: int) -> tuple[float, Counter[str]]:
    """Instructions for one of them, all and function by function, without what comes before the first."""
    made_before, before, at_first = counted(what, game, few)
    made, after, at_last = counted(what, game, many)
    at_last.subtract(at_first)
    each = made - made_before
    return (after - before) / each, Counter({name: number // each for name, number in at_last.items()})


def tell(game: str, where: bool) -> None:
    decision, functions = cost("steps", game, FROM_STEP, TO_STEP)
    an_input, _ = cost("games", game, 0, GAMES)
    print(f"{game:20} a decision {decision:7,.0f}   an input {an_input:7,.0f}", flush=True)
    for name, number in functions.most_common(MOST_SHOWN if where else 0):
        print(f"{number:7,}  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--where", action="store_true")
    parser.add_argument("--run", nargs=3, metavar=("WHAT", "GAME", "NUMBER"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        what, game, number = given.run
        print(step_tables(game, int(number)) if what == "steps" else play_games(game, int(number)))
    elif not is_compiled():
        sys.exit("the engine is not compiled: `make engine` first")
    else:
        for game in given.games or all_games():
            tell(game, given.where)


if __name__ == "__main__":
    main()
