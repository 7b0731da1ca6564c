"""The lab's commands: `simulate` (random games), `arena` (bots)."""

from __future__ import annotations

import json
from pathlib import Path

import click

from slamdeck.cli.runs import asked_for, kept_run, play_kept
from slamdeck.cli.shared import (
    boxed_game,
    check_folder,
    deck_option,
    house_rules,
    json_option,
    out,
    report_interruption,
    run_with_progress,
    seed_option,
    write_whole,
)
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options, parse_assignment


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
    ray_address: str,
    as_json: bool,
) -> None:
    """Play many random games of GAME and show what they add up to."""
    from slamdeck.lab.simulation import Simulation, record_game

    info = boxed_game(game, deck_path)
    kept = asked_for(out_path, resume, vary, workers, ray_address)
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
    ray_address: str,
    as_json: bool,
) -> None:
    """Let bots play complete timed games of GAME against each other, in virtual time."""
    from slamdeck.bots.roster import parse_bots
    from slamdeck.lab.league import League

    info = boxed_game(game, deck_path)
    bots = parse_bots(names, info)
    kept = asked_for(out_path, resume, vary, workers, ray_address)
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
