"""Playing a run: on one core or on many, each game the same wherever it is played, rows in the order of the games."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict
from typing import Final

from slamdeck.core.problems import Problem, UsageProblem
from slamdeck.lab.extras import needed
from slamdeck.lab.runs.clusters import ray_chunks
from slamdeck.lab.runs.figures import figures_of, ratings_of, standings_of
from slamdeck.lab.runs.folder import PARQUET, REPORT, SUMMARY, RunFolder
from slamdeck.lab.runs.plans import Cell, GameRow, RunPlan
from slamdeck.lab.runs.report import as_html

CHUNK: Final = 50  # games that a worker plays before it reports
AHEAD: Final = 4  # chunks for each worker that wait to be written

CELLS: dict[int, Cell] = {}  # of this worker, made when they are needed
PLAN: list[RunPlan] = []


def usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def begin_work(plan: RunPlan) -> None:
    """In a worker: Ctrl-C is for the one who gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    PLAN[:] = [plan]
    CELLS.clear()


def play_rows(first: int, last: int) -> list[GameRow]:
    (plan,) = PLAN
    return [row_of(plan, CELLS, number) for number in range(first, last)]


def row_of(plan: RunPlan, cells: dict[int, Cell], number: int) -> GameRow:
    """Row `number` of all: the cells of a sweep come one after the other."""
    cell, game = divmod(number, plan.games)
    if cell not in cells:
        cells[cell] = Cell(plan, cell)
    return cells[cell].play(game)


def chunks(plan: RunPlan, first: int, workers: int, ray_address: str = "") -> Iterator[list[GameRow]]:
    """All rows from the first one on, in order."""
    spans = [(start, min(start + CHUNK, plan.rows)) for start in range(first, plan.rows, CHUNK)]
    if ray_address:
        yield from ray_chunks(plan, spans, ray_address)
        return
    if workers <= 1 or len(spans) < 2:
        cells: dict[int, Cell] = {}
        for start, end in spans:
            yield [row_of(plan, cells, number) for number in range(start, end)]
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=begin_work, initargs=(plan,))
    try:
        waiting: list[Future[list[GameRow]]] = []
        for span in spans:
            waiting.append(pool.submit(play_rows, *span))
            if len(waiting) >= AHEAD * workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def check_workers(workers: int | None) -> int:
    if workers is None:
        return usable_cores()
    if not 1 <= workers <= 512:
        raise UsageProblem(f"{workers} is not a number of workers: 1 to 512")
    return workers


def play_run(folder: RunFolder, workers: int, progressed: Callable[[int], None], ray_address: str = "") -> list[str]:
    """Play what is missing and write what it adds up to; returns sentences about what could not be written."""
    for rows in chunks(folder.plan, folder.done, workers, ray_address):
        folder.append(rows)
        progressed(folder.done)
    return finish(folder)


def finish(folder: RunFolder) -> list[str]:
    figures = figures_of(folder.rows(), len(folder.plan.cells))
    missing: list[str] = []
    ratings: dict[str, dict[str, float]] = {}
    try:
        ratings = ratings_of(folder.rows())
    except Problem as problem:
        missing.append(f"no ratings: {problem}")
    standings = standings_of(folder.plan, folder.rows())
    summary: dict[str, object] = {
        "game": folder.plan.game,
        "kind": folder.plan.kind,
        "seed": folder.plan.seed,
        "cells": [None if cell is None else cell.as_json() for cell in figures],
        "ratings": ratings,
    }
    if standings:
        summary["standings"] = [asdict(standing) for standing in standings]
    folder.write(SUMMARY, (json.dumps(summary, indent=2) + "\n").encode())
    folder.write(REPORT, as_html(folder.plan, figures, ratings, standings).encode())
    try:
        folder.write(PARQUET, parquet_of(folder))
    except Problem as problem:
        missing.append(f"no {PARQUET}: {problem}")
    return missing


def parquet_of(folder: RunFolder) -> bytes:
    pyarrow = needed("pyarrow", "lab")
    parquet = needed("pyarrow.parquet", "lab")
    columns: dict[str, list[object]] = {name: [] for name in GameRow.__struct_fields__}
    for row in folder.rows():
        for name, values in columns.items():
            values.append(getattr(row, name))
    lists = {"bots": pyarrow.list_(pyarrow.string()), "places": pyarrow.list_(pyarrow.int64())}
    lists["points"] = lists["places"]
    words = {"options", "deck", "clause"}
    fields = [
        pyarrow.field(name, lists.get(name) or (pyarrow.string() if name in words else pyarrow.int64()))
        for name in columns
    ]
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(columns, schema=pyarrow.schema(fields)), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
