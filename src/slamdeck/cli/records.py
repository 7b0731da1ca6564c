"""Games that were kept: `replay` plays one again, `verify` checks what a table promised."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.table import Table

from slamdeck.cli.shared import json_option, out
from slamdeck.core.records import Recording, read_record
from slamdeck.core.records import replay as play_again
from slamdeck.games import all_games


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--log", "show_log", is_flag=True, help="Print every input with its verdict.")
@json_option
def replay(file: Path, show_log: bool, as_json: bool) -> None:
    """Replay a record FILE and check that every byte comes out the same."""
    data = read_record(file)
    recording = play_again(data, all_games(), f"record {file}")
    closing = recording.closing()
    if as_json:
        click.echo(
            json.dumps(
                {
                    "game": recording.info.slug,
                    "inputs": closing.inputs,
                    "places": closing.places,
                    "points": closing.points,
                    "reason": closing.reason,
                    "digest": closing.digest,
                }
            )
        )
        return
    if show_log:
        print_log(recording)
    out.print(f"{recording.info.title}: {closing.inputs} inputs replayed, every byte the same.")
    if closing.places is None:
        out.print("The game was not finished.")
        return
    for seat, place in sorted(enumerate(closing.places), key=lambda pair: pair[1]):
        points = closing.points[seat] if closing.points else 0
        out.print(f"  {place}. seat {seat}  ({points})")
    out.print(f"Ended because {closing.reason}.")


def print_log(recording: Recording) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("at", "seat", "input", "verdict", "clause"):
        table.add_column(column)
    for raw in recording.lines[1:]:
        line = json.loads(raw)
        seat = "host" if line["seat"] == 7 else str(line["seat"])
        table.add_row(str(line["at"]), seat, line["do"], line["verdict"], line.get("clause", ""))
    out.print(table)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Check the record FILE of a table: that every deal, race and verdict in it is as it was promised."""
    from slamdeck.table.journal.export import check

    checked = check(read_record(file), all_games(), f"record {file}")
    if as_json:
        results = [
            {"places": result.places, "points": result.points, "reason": result.reason} for result in checked.results
        ]
        head = checked.head.hex()
        click.echo(json.dumps({"table": checked.table, "entries": checked.entries, "games": results, "head": head}))
        return
    out.print(f"[green]verified[/green]  table {checked.table}, {checked.info.title}: {checked.entries} entries")
    for number, result in enumerate(checked.results, start=1):
        winners = ", ".join(f"seat {seat}" for seat, place in enumerate(result.places) if place == 1)
        out.print(f"  game {number}: {winners} won because {result.reason}", markup=False)
    out.print(f"  head {checked.head.hex()}", style="dim")
