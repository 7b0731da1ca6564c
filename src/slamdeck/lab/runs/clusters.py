"""The same games on many machines: the chunks of a run as tasks of a Ray cluster.

A task knows the whole plan and the numbers of its games, and a row depends on nothing else: a task whose worker dies is
simply done again somewhere else. Every machine needs the same release of Slamdeck, and the modules of your own bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import slamdeck
from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.lab.extras import needed
from slamdeck.lab.runs.plans import Cell, GameRow, RunPlan

TRIES: Final = 8  # that a chunk is worth: machines come and go
AHEAD: Final = 4  # chunks for each core of the cluster that wait to be written

CELLS: dict[int, Cell] = {}  # of this worker, for the plan that it has
PLANS: list[RunPlan] = []


def play_span(plan: RunPlan, version: str, first: int, last: int) -> list[GameRow]:
    """On some machine: these rows of the run."""
    if version != slamdeck.__version__:
        raise CheckFailed(f"a machine of the cluster has slamdeck {slamdeck.__version__}, not {version}")
    if [plan] != PLANS:
        PLANS[:] = [plan]
        CELLS.clear()
    rows: list[GameRow] = []
    for number in range(first, last):
        cell, game = divmod(number, plan.games)
        if cell not in CELLS:
            CELLS[cell] = Cell(plan, cell)
        rows.append(CELLS[cell].play(game))
    return rows


def ray_chunks(plan: RunPlan, spans: list[tuple[int, int]], address: str) -> Iterator[list[GameRow]]:
    """The rows of these spans, in order."""
    ray = joined(address)
    try:
        task = ray.remote(max_retries=TRIES)(play_span)
        shared = ray.put(plan)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        for first, last in spans:
            waiting.append(task.remote(shared, slamdeck.__version__, first, last))
            if len(waiting) >= room:
                yield result_of(ray, waiting.pop(0))
        for one in waiting:
            yield result_of(ray, one)
    finally:
        ray.shutdown()


def joined(address: str) -> Any:
    ray = needed("ray", "ray")
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise CheckFailed(f"there is no Ray cluster at {address} ({str(error).splitlines()[0]})") from error
    return ray


def result_of(ray: Any, task: Any) -> list[GameRow]:
    try:
        rows: list[GameRow] = ray.get(task)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, Problem):
            raise error.cause from error
        raise
    except ray.exceptions.RayError as error:
        raise CheckFailed(f"the cluster gave up ({str(error).splitlines()[0]})") from error
    return rows
