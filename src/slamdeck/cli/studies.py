"""`study`: what decides these games? A page of the documents, with its plots."""

from __future__ import annotations

from pathlib import Path

import click

from slamdeck.cli.shared import check_docs, err, progress_bar, seed_option, write_whole
from slamdeck.games import all_games, find_game


@click.command()
@click.argument("game", nargs=-1)
@click.option("--games", "count", type=click.IntRange(2), default=100, show_default=True, help="For each figure.")
@seed_option
@click.option("--workers", type=click.IntRange(1, 512), help="Processes; default: all cores.")
@click.option(
    "--docs",
    "docs_path",
    type=click.Path(path_type=Path),
    required=True,
    help="Write study.md and its plots into this folder.",
)
def study(game: tuple[str, ...], count: int, seed: int, workers: int | None, docs_path: Path) -> None:
    """Ask every GAME what decides it: who begins, skill, length, house rules, cards, what would be missed."""
    from slamdeck.lab.runs.running import check_workers
    from slamdeck.lab.study.asking import study_all
    from slamdeck.lab.study.page import PLOTS, as_page, plots

    slugs = [find_game(name).slug for name in game] or list(all_games())
    check_docs(docs_path)
    with progress_bar() as progress:
        task = progress.add_task("games", total=len(slugs))
        studied = study_all(slugs, count, seed, check_workers(workers), lambda slug: progress.advance(task))
    only = "".join(f" {slug}" for slug in game)
    command = f"slamdeck study{only} --games {count} --seed {seed} --docs docs"
    for name, picture in zip(PLOTS, plots(studied), strict=True):
        write_whole(docs_path / "images" / name, picture)
    write_whole(docs_path / "study.md", as_page(studied, command).encode())
    err.print(f"{docs_path / 'study.md'}", markup=False, soft_wrap=True)
