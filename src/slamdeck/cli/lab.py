"""The lab's commands: `simulate` (random games), `arena` (bots), `strength` (which bots beat which)."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import click

from slamdeck.cli.runs import asked_for, kept_run, play_kept
from slamdeck.cli.shared import (
    INTERRUPTED,
    boxed_game,
    check_folder,
    deck_option,
    decks_option,
    err,
    house_rules,
    json_option,
    out,
    progress_bar,
    report_interruption,
    run_with_progress,
    seed_option,
    write_whole,
)
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options, parse_assignment
from slamdeck.core.problems import CheckFailed
from slamdeck.games import find_game, games_with


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="Players at the table.")
@click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True)
@seed_option
@house_rules
@deck_option
@click.option(
    "--record",
    "record_path",
    type=click.Path(path_type=Path),
    help="Keep the first game as a record.",
)
@kept_run
@json_option
def simulate(
    game: str,
    seats: int | None,
    count: int,
    seed: int,
    assignments: tuple[str, ...],
    deck_path: Path | None,
    record_path: Path | None,
    out_path: Path | None,
    resume: bool,
    vary: tuple[str, ...],
    workers: int | None,
    as_json: bool,
) -> None:
    """Play many random games of GAME and show what they add up to."""
    from slamdeck.lab.simulation import Simulation, record_game

    info = boxed_game(game, deck_path)
    kept = asked_for(out_path, resume, vary, workers)
    if record_path is not None:
        check_folder(record_path)
    if kept is not None:
        play_kept(kept, "simulate", info, games=count, seed=seed, assignments=assignments, seats=seats, as_json=as_json)
        return
    seats = seats_at(info, seats)
    deck = info.deck()
    options = options_from(info, seats, assignments)
    simulation = Simulation(info, seats, deck, options, seed)
    if record_path is not None:
        write_whole(record_path, record_game(info, seats, deck, options, seed).to_bytes())
    interrupted = run_with_progress(info.title, count, simulation.play_next)
    if as_json:
        click.echo(json.dumps(simulation.summary.as_json(), indent=2))
    else:
        from slamdeck.lab.reports import print_summary

        print_summary(out, info, simulation.summary)
    report_interruption(interrupted, simulation.summary.games, count)


def seats_at(info: GameInfo, seats: int | None) -> int:
    chosen = min(4, info.most) if seats is None else seats
    info.check_seats(chosen)
    return chosen


def options_from(info: GameInfo, seats: int, assignments: tuple[str, ...]) -> Options:
    """The simulation's options, with the house rules of the command line."""
    given = {**info.simulated, **dict(parse_assignment(text) for text in assignments)}
    return info.read_options(given, seats)


@click.command()
@click.argument("game")
@click.option(
    "--bots",
    "names",
    required=True,
    metavar="BOT,BOT,…",
    help="One per seat: quick:policy, casual, search, my_module:MyBot …",
)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True)
@seed_option
@house_rules
@deck_option
@kept_run
@json_option
def arena(
    game: str,
    names: str,
    count: int,
    seed: int,
    assignments: tuple[str, ...],
    deck_path: Path | None,
    out_path: Path | None,
    resume: bool,
    vary: tuple[str, ...],
    workers: int | None,
    as_json: bool,
) -> None:
    """Let bots play complete timed games of GAME against each other, in virtual time."""
    from slamdeck.bots.roster import parse_bots
    from slamdeck.lab.league import League

    info = boxed_game(game, deck_path)
    bots = parse_bots(names, info)
    kept = asked_for(out_path, resume, vary, workers)
    if kept is not None:
        play_kept(kept, "arena", info, games=count, seed=seed, assignments=assignments, bots=names, as_json=as_json)
        return
    given = dict(parse_assignment(text) for text in assignments)
    league = League(info, bots, info.read_options(given, len(bots)), seed)
    interrupted = run_with_progress(info.title, count, league.play_next)
    if as_json:
        click.echo(json.dumps(league.as_json(), indent=2))
    else:
        from slamdeck.lab.reports import print_league

        print_league(out, league)
    report_interruption(interrupted, league.games, count)


@click.command()
@click.option("--game", "only", multiple=True, metavar="GAME", help="Only this game; repeatable.")
@click.option("--games", "count", type=click.IntRange(2), default=2000, show_default=True, help="Per pairing.")
@seed_option
@decks_option
@click.option(
    "--docs", "docs_path", type=click.Path(path_type=Path), help="Write strength.md and its plot into this folder."
)
@json_option
def strength(
    only: tuple[str, ...],
    count: int,
    seed: int,
    deck_paths: tuple[Path, ...],
    docs_path: Path | None,
    as_json: bool,
) -> None:
    """Measure which bots beat which: paired deals, balanced seats, 95 % intervals."""
    from slamdeck.lab.reports import print_strength
    from slamdeck.lab.strength import Claim, as_markdown, claims, measure, plot
    from slamdeck.lab.tournament import Standing

    if docs_path is not None:
        check_docs(docs_path)
    games = games_with(deck_paths)
    chosen = [find_game(name, games) for name in only] or list(games.values())
    rows: list[tuple[Claim, Standing]] = []
    interrupted = False
    with progress_bar() as progress:
        try:
            for claim in [claim for info in chosen for claim in claims(info)]:
                task = progress.add_task(f"{claim.info.title}: {claim.first} – {claim.second}", total=count)
                for standing in measure(claim, count, seed):
                    progress.update(task, completed=standing.games)
                rows.append((claim, standing))
                progress.remove_task(task)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        click.echo(json.dumps([{"game": claim.info.slug, **vars(standing)} for claim, standing in rows], indent=2))
    else:
        print_strength(out, rows)
    if docs_path is not None and rows and not interrupted:
        write_whole(docs_path / "images" / "strength.png", plot(rows))
        write_whole(docs_path / "strength.md", as_markdown(rows, count, seed).encode())
    if interrupted:
        err.print(f"stopped after {len(rows)} complete pairings; the figures above are theirs")
        sys.exit(INTERRUPTED)


def check_docs(path: Path) -> None:
    """Better now than after an hour: can the page and its plot be made, and can they be written?"""
    from slamdeck.lab.extras import needed

    needed("matplotlib", "lab")
    images = path / "images"
    try:
        images.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CheckFailed(f"{images}: cannot be made ({error.strerror})") from error
    if not (os.access(path, os.W_OK) and os.access(images, os.W_OK)):
        raise CheckFailed(f"{path}: cannot be written")
