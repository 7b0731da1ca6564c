"""Which bots beat which: `tournament`, and its preset that measures what the bots' names promise."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slamdeck.cli.runs import kept_run, print_ratings
from slamdeck.cli.shared import (
    INTERRUPTED,
    check_docs,
    decks_option,
    err,
    house_rules,
    json_option,
    out,
    progress_bar,
    seed_option,
    write_whole,
)
from slamdeck.core.game import GameInfo
from slamdeck.core.options import parse_assignment
from slamdeck.core.problems import UsageProblem
from slamdeck.games import find_game, games_with

if TYPE_CHECKING:
    from slamdeck.lab.runs.folder import RunFolder
    from slamdeck.lab.runs.plans import RunPlan
    from slamdeck.lab.strength import Measured

STRENGTH = "strength"
USUAL_SEATS = (2, 4)  # of the preset


@click.command()
@click.argument("game", nargs=-1)
@click.option("--bots", "names", metavar="BOT,BOT,…", help="Each against each: quick:policy, kid, my_module:MyBot …")
@click.option("--preset", type=click.Choice([STRENGTH]), help="Instead of --bots: what the bots' names promise.")
@click.option("--seats", "seats_text", metavar="N,N,…", help="Tables of these sizes; default: the smallest even one.")
@click.option("--games", "count", type=click.IntRange(2), default=400, show_default=True, help="Of each pairing.")
@seed_option
@house_rules
@decks_option
@click.option(
    "--docs", "docs_path", type=click.Path(path_type=Path), help="With a preset: write its page and plot there."
)
@kept_run
@json_option
def tournament(
    game: tuple[str, ...],
    names: str | None,
    preset: str | None,
    seats_text: str | None,
    count: int,
    seed: int,
    assignments: tuple[str, ...],
    deck_paths: tuple[Path, ...],
    docs_path: Path | None,
    out_path: Path | None,
    resume: bool,
    vary: tuple[str, ...],
    workers: int | None,
    ray_address: str,
    as_json: bool,
) -> None:
    """Let bots meet each other in pairs at GAME: every deal twice with places exchanged, 95 % intervals, ratings."""
    from slamdeck.lab.runs.plans import TOURNAMENT, parse_vary, plan_run
    from slamdeck.lab.runs.running import check_workers
    from slamdeck.lab.strength import claims

    if (names is None) == (preset is None):
        raise UsageProblem("a tournament needs either --bots BOT,BOT,… or --preset strength")
    if names is not None and not game:
        raise UsageProblem("which game do they play? slamdeck tournament GAME --bots …")
    if docs_path is not None:
        if preset is None:
            raise UsageProblem("--docs writes the page of a preset: it needs --preset")
        check_docs(docs_path)
    if resume and out_path is None:
        raise UsageProblem("--resume goes on with a run that is kept: it needs --out FOLDER")
    boxes = games_with(deck_paths)
    chosen = [find_game(name, boxes) for name in game] or list(boxes.values())
    given = dict(parse_assignment(text) for text in assignments)
    varied = parse_vary(vary)
    plans: list[RunPlan] = []
    for info in chosen:
        pairs = claims(info) if names is None else each_against_each(names)
        here = dict(varied)
        if "seats" not in here:
            here["seats"] = list(sizes(info, seats_text, preset is not None))
        games = count + count % 2
        plans.append(
            plan_run(TOURNAMENT, info, games=games, seed=seed, pairs=pairs, deck=info.deck(), options=given, vary=here)
        )
    with kept_or_not(out_path) as path:
        folders = open_folders(path, plans, resume)
        if not play_all(folders, check_workers(workers), ray_address):
            played = sum(folder.done for folder in folders)
            advice = "--resume goes on" if out_path else "with --out FOLDER it could go on"
            err.print(f"stopped after {played} of {sum(plan.rows for plan in plans)} games; {advice}", markup=False)
            sys.exit(INTERRUPTED)
        tell(folders, chosen, as_json)
        if docs_path is not None:
            write_page(docs_path, measured(folders, chosen), count, seed, seats_text)
        if out_path is not None and not as_json:
            out.print(str(out_path), markup=False, soft_wrap=True)


def each_against_each(names: str) -> list[str]:
    bots = [name.strip() for name in names.split(",")]
    if len(bots) < 2:
        raise UsageProblem(f"a tournament needs two bots at least, not only {names!r}")
    if len(set(bots)) < len(bots):
        raise UsageProblem(f"--bots {names} names a bot twice")
    return [f"{first},{second}" for first, second in combinations(bots, 2)]


def sizes(info: GameInfo, text: str | None, several: bool) -> Sequence[int]:
    """How many sit at the tables of that game; of several games each has those that it can."""
    from slamdeck.lab.tournament import even_seats

    if text is None:
        wanted: Sequence[int] = USUAL_SEATS if several else (even_seats(info),)
    else:
        parts = text.split(",")
        if not all(part.isdecimal() for part in parts) or len(set(parts)) < len(parts):
            raise UsageProblem(f"--seats {text!r} must be numbers, each of them once: 2,4")
        wanted = [int(part) for part in parts]
    possible = [seats for seats in wanted if info.fewest <= seats <= info.most] if several else wanted
    if not possible:
        raise UsageProblem(f"{info.title} is for {info.fewest} to {info.most} players, not {text}")
    return possible


@contextlib.contextmanager
def kept_or_not(path: Path | None) -> Iterator[Path]:
    """The folder of the run; one that nobody asked for is gone afterwards."""
    if path is not None:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def open_folders(path: Path, plans: list[RunPlan], resume: bool) -> list[RunFolder]:
    """Checked before the first game. Of several games each has its own folder in that folder."""
    from slamdeck.lab.runs.folder import RunFolder

    if len(plans) == 1:
        return [RunFolder(path, plans[0], resume)]
    own = {plan.game for plan in plans}
    if path.exists() and (not path.is_dir() or any(inside.name not in own for inside in path.iterdir())):
        raise UsageProblem(f"{path}: is there already and no folder of a tournament; nothing was written")
    return [RunFolder(path / plan.game, plan, resume) for plan in plans]


def play_all(folders: list[RunFolder], workers: int, ray_address: str) -> bool:
    """False: somebody stopped it."""
    from slamdeck.lab.runs.running import play_run

    try:
        with progress_bar() as progress:
            for folder in folders:
                task = progress.add_task(folder.plan.game, total=folder.plan.rows, completed=folder.done)
                told = partial(progress.update, task)
                for note in play_run(folder, workers, lambda done, t=told: t(completed=done), ray_address):  # type: ignore[misc]
                    err.print(note, markup=False, soft_wrap=True)
                progress.remove_task(task)
    except KeyboardInterrupt:
        return False
    return True


def measured(folders: list[RunFolder], chosen: list[GameInfo]) -> list[Measured]:
    from slamdeck.lab.runs.figures import standings_of
    from slamdeck.lab.strength import Measured

    rows: list[Measured] = []
    for folder, info in zip(folders, chosen, strict=True):
        standings = standings_of(folder.plan, folder.rows())
        rows += [Measured(info, cell.seats, one) for cell, one in zip(folder.plan.cells, standings, strict=True)]
    return rows


def tell(folders: list[RunFolder], chosen: list[GameInfo], as_json: bool) -> None:
    from slamdeck.lab.reports import print_standings
    from slamdeck.lab.runs.folder import SUMMARY

    summaries = [json.loads((folder.path / SUMMARY).read_text(encoding="utf-8")) for folder in folders]
    if as_json:
        click.echo(json.dumps(summaries[0] if len(summaries) == 1 else summaries, indent=2))
        return
    print_standings(out, measured(folders, chosen))
    for info, summary in zip(chosen, summaries, strict=True):
        print_ratings(summary["ratings"], info.title if len(chosen) > 1 else "")


def write_page(path: Path, rows: list[Measured], count: int, seed: int, seats: str | None) -> None:
    from slamdeck.lab.strength import as_markdown, plot

    sized = f" --seats {seats}" if seats else ""
    command = f"slamdeck tournament --preset strength{sized} --games {count} --seed {seed}"
    write_whole(path / "images" / "strength.png", plot(rows))
    write_whole(path / "strength.md", as_markdown(rows, command).encode())
