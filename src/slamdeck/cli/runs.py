"""Runs that are kept: what `simulate`, `arena` and `tournament` do with `--out`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from slamdeck.cli.shared import INTERRUPTED, err, out, progress_bar
from slamdeck.core.game import GameInfo
from slamdeck.core.options import parse_assignment
from slamdeck.core.problems import UsageProblem

if TYPE_CHECKING:
    from slamdeck.lab.runs.plans import RunPlan


@dataclass(frozen=True)
class KeptRun:
    """How a run is kept, as the command line says it."""

    path: Path
    resume: bool
    vary: tuple[str, ...]
    workers: int | None
    ray_address: str = ""


def kept_run(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a run that is kept."""
    for option in (
        click.option(
            "--ray", "ray_address", default="", metavar="ADDRESS", help="With --out: on that Ray cluster, or auto."
        ),
        click.option("--workers", type=click.IntRange(1, 512), help="With --out: processes; default: all cores."),
        click.option(
            "--vary",
            multiple=True,
            metavar="NAME=VALUE,VALUE,…",
            help="With --out: house rules, or seats.",
        ),
        click.option("--resume", is_flag=True, help="With --out: go on with the run in that folder."),
        click.option(
            "--out",
            "out_path",
            type=click.Path(path_type=Path),
            metavar="FOLDER",
            help="Keep every game there.",
        ),
    ):
        command = option(command)
    return command


def asked_for(
    out_path: Path | None, resume: bool, vary: tuple[str, ...], workers: int | None, ray_address: str
) -> KeptRun | None:
    if out_path is not None:
        return KeptRun(out_path, resume, vary, workers, ray_address)
    if resume or vary or workers or ray_address:
        raise UsageProblem("--resume, --vary, --workers and --ray are for runs that are kept: they need --out FOLDER")
    return None


def play_kept(
    kept: KeptRun,
    kind: str,
    info: GameInfo,
    *,
    games: int,
    seed: int,
    assignments: tuple[str, ...],
    seats: int | None = None,
    bots: str = "",
    as_json: bool = False,
) -> None:
    """Check everything, play what is missing, write the report."""
    from slamdeck.lab.runs.folder import SUMMARY, RunFolder
    from slamdeck.lab.runs.plans import parse_vary, plan_run
    from slamdeck.lab.runs.running import check_workers, play_run

    given = dict(parse_assignment(text) for text in assignments)
    varied = parse_vary(kept.vary)
    plan = plan_run(
        kind, info, games=games, seed=seed, seats=seats, bots=bots, deck=info.deck(), options=given, vary=varied
    )
    workers = check_workers(kept.workers)
    folder = RunFolder(kept.path, plan, kept.resume)
    try:
        with progress_bar() as progress:
            task = progress.add_task(info.title, total=plan.rows, completed=folder.done)
            notes = play_run(folder, workers, lambda done: progress.update(task, completed=done), kept.ray_address)
    except KeyboardInterrupt:
        err.print(f"stopped after {folder.done} of {plan.rows} games; --resume goes on", markup=False)
        sys.exit(INTERRUPTED)
    for note in notes:
        err.print(note, markup=False, soft_wrap=True)
    if as_json:
        click.echo((kept.path / SUMMARY).read_text(encoding="utf-8"), nl=False)
    else:
        print_cells(plan, kept.path)


def print_cells(plan: RunPlan, path: Path) -> None:
    """One line for each table of the sweep."""
    import json

    from slamdeck.lab.runs.folder import REPORT, SUMMARY

    summary = json.loads((path / SUMMARY).read_text(encoding="utf-8"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in (*plan.vary, "games", "median minutes", "wins by distance from who began"):
        table.add_column(column, justify="right")
    for cell, figures in zip(plan.cells, summary["cells"], strict=True):
        varied = [str({**cell.options, "seats": cell.seats}[name]) for name in plan.vary]
        shares = figures["wins_by_distance_from_starter"]
        wins = " / ".join("–" if share["share"] is None else f"{share['share']:.1%}" for share in shares)
        minutes = figures["quantiles"]["ms"]["0.5"] / 60_000
        table.add_row(*varied, f"{figures['games']:,}", f"{minutes:.1f}", wins)
    out.print(table)
    print_ratings(summary["ratings"])
    out.print(f"{path / REPORT}", markup=False, soft_wrap=True)


def print_ratings(ratings: dict[str, dict[str, float]], title: str = "") -> None:
    """Best first, with the 95 % interval."""
    for name, rating in sorted(ratings.items(), key=lambda item: -item[1]["rating"]):
        line = f"{name}: rating {rating['rating']:.1f} ({rating['low']:.1f} – {rating['high']:.1f})"
        out.print(f"{title}, {line}" if title else line, markup=False)
