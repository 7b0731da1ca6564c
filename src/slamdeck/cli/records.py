"""Games that were kept, wherever they were played: `replay` plays them again, `verify` vouches for them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from rich.table import Table

from slamdeck.cli.shared import json_option, out
from slamdeck.core.zones import HOST
from slamdeck.games import all_games

if TYPE_CHECKING:
    from slamdeck.table.journal.reading import CheckedGame, CheckedRecord

STDIN = Path("-")

file_argument = click.argument("file", type=click.Path(path_type=Path))


def opened(file: Path) -> CheckedRecord:
    """`-` is what comes in at the standard input."""
    from slamdeck.table.journal.reading import open_record, read_file

    data = sys.stdin.buffer.read() if file == STDIN else read_file(file)
    return open_record(data, all_games(), "the record" if file == STDIN else f"record {file}")


@click.command()
@file_argument
@click.option("--log", "show_log", is_flag=True, help="Print every input with its verdict.")
@json_option
def replay(file: Path, show_log: bool, as_json: bool) -> None:
    """Play the record FILE again and insist that everything comes out the same."""
    record = opened(file)
    if as_json:
        click.echo(json.dumps(as_plain(record)))
        return
    if show_log:
        print_log(record)
    inputs = sum(game.inputs for game in record.games)
    out.print(f"{record.info.title}: {inputs} inputs replayed, every byte the same.", markup=False)
    for game in record.games:
        print_standings(record, game)


def print_standings(record: CheckedRecord, game: CheckedGame) -> None:
    if len(record.games) > 1:
        out.print(f"Game {game.number}")
    if game.result is None:
        out.print("The game was not finished.")
        return
    for seat, place in sorted(enumerate(game.result.places), key=lambda pair: pair[1]):
        out.print(f"  {place}. seat {seat}  ({game.result.points[seat]})", markup=False)
    out.print(f"Ended because {game.result.reason}.", markup=False)


def print_log(record: CheckedRecord) -> None:
    from slamdeck.table.journal.entries import Ended, Passed, Played

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("at", "seat", "input", "verdict", "clause"):
        table.add_column(column)
    for entry in record.entries:
        match entry:
            case Played():
                seat = "host" if entry.seat == HOST else str(entry.seat)
                table.add_row(str(entry.at), seat, entry.do, entry.verdict, entry.clause)
            case Passed():
                table.add_row(str(entry.at), "", "time", "", "")
            case Ended():
                table.add_row("", "", "end", "", entry.clause)
    out.print(table)


@click.command()
@file_argument
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Check the record FILE (`-`: standard input): that every deal, race and verdict in it is as it was promised."""
    record = opened(file)
    if as_json:
        click.echo(json.dumps(as_plain(record)))
        return
    heading = f"{record.table}, {record.info.title}: {len(record.entries)} entries"
    out.print(f"[green]verified[/green]  table {heading}")
    for game in record.games:
        out.print(f"  game {game.number}: {what_became_of(game)}", markup=False)
        out.print(f"    {how_it_was_dealt(game)}, rules version {game.rules_version}", style="dim", markup=False)
    out.print(f"  head {record.head.hex()}", style="dim")


def what_became_of(game: CheckedGame) -> str:
    if game.result is None:
        return "not finished"
    winners = ", ".join(f"seat {seat}" for seat, place in enumerate(game.result.places) if place == 1)
    return f"{winners} won because {game.result.reason}"


def how_it_was_dealt(game: CheckedGame) -> str:
    return "dealt from a sealed seed and the players' numbers" if game.sealed else "dealt from a plain number"


def as_plain(record: CheckedRecord) -> dict[str, object]:
    return {
        "table": record.table,
        "game": record.info.slug,
        "title": record.info.title,
        "entries": len(record.entries),
        "games": [game_as_plain(game) for game in record.games],
        "head": record.head.hex(),
    }


def game_as_plain(game: CheckedGame) -> dict[str, object]:
    result = game.result
    plain: dict[str, object] = {
        "number": game.number,
        "rules_version": game.rules_version,
        "sealed": game.sealed,
        "inputs": game.inputs,
        "finished": result is not None,
    }
    if result is not None:
        plain |= msgspec.to_builtins({"places": result.places, "points": result.points, "reason": result.reason})
    return plain
