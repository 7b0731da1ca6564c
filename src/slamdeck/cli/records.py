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
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.zones import HOST, PUBLIC
from slamdeck.games import all_games

if TYPE_CHECKING:
    from slamdeck.table.journal.reading import CheckedGame, CheckedRecord

STDIN = Path("-")

file_argument = click.argument("file", type=click.Path(path_type=Path))


def opened(file: Path) -> CheckedRecord:
    from slamdeck.table.journal.reading import open_record

    return open_record(content_of(file), all_games(), place_of(file))


def content_of(file: Path) -> bytes:
    """`-` is what comes in at the standard input."""
    from slamdeck.table.journal.reading import read_file

    return sys.stdin.buffer.read() if file == STDIN else read_file(file)


def place_of(file: Path) -> str:
    return "the record" if file == STDIN else f"record {file}"


@click.command()
@file_argument
@click.option("--tell", is_flag=True, help="Tell the game like a commentary, with everybody's times in its races.")
@click.option("--race", type=click.IntRange(1), help="Tell of that race alone.")
@click.option("--eyes", default="all", show_default=True, metavar="SEAT|public|all", help="As whom to see it.")
@click.option("--game", "number", type=click.IntRange(1), help="Which game of the record; default: the last.")
@click.option("--log", "show_log", is_flag=True, help="Print every input with its verdict.")
@click.option("--film", "as_film", is_flag=True, help="Print the film of the game, for programs that show it.")
@json_option
def replay(
    file: Path,
    tell: bool,
    race: int | None,
    eyes: str,
    number: int | None,
    show_log: bool,
    as_film: bool,
    as_json: bool,
) -> None:
    """Play the record FILE (`-`: standard input) again and insist that everything comes out the same."""
    if as_film or tell or race:
        show_film(file, number or 0, eyes, race or 0, as_film)
        return
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


def show_film(file: Path, number: int, eyes: str, race: int, as_film: bool) -> None:
    from slamdeck.table.films.filming import filmed
    from slamdeck.terminal.commentary import commentary

    found = filmed(content_of(file), all_games(), place_of(file), number)
    film, info = found.film(), found.record.info
    if as_film:
        from slamdeck.server.http.answers import FilmShown
        from slamdeck.server.http.decks import shown

        deck = shown(info, found.deck, with_verbs=True) if found.camera.deck_mark else None
        sys.stdout.buffer.write(msgspec.json.encode(FilmShown(film=film, deck=deck)))
        return
    for line in commentary(film, info, found.deck, eyes_of(eyes, len(film.seats)), race):
        out.print(line, markup=False, soft_wrap=True)


def eyes_of(text: str, seats: int) -> int:
    from slamdeck.table.films.parts import ALL_OPEN

    if text in ("all", "public"):
        return ALL_OPEN if text == "all" else int(PUBLIC)
    if not text.isdecimal() or int(text) >= seats:
        raise UsageProblem(f"--eyes: {text!r} is nobody here; there are the seats 0 to {seats - 1}, public and all")
    return int(text)


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
@click.option("--head", "heads", multiple=True, metavar="HEAD", help="A head that you were shown; repeatable.")
@json_option
def verify(file: Path, heads: tuple[str, ...], as_json: bool) -> None:
    """Check the record FILE (`-`: standard input): that every deal, race and verdict in it is as it was promised.

    Whoever rebuilds a whole record can make it fit together, but not to a head of the journal that a player was shown
    while it was played. Every browser keeps the last head of its games: "check this game" shows it.
    """
    wanted = [read_head(text) for text in heads]
    record = opened(file)
    for head in wanted:
        if head not in record.heads:
            raise CheckFailed(
                f"{place_of(file)}: fits together, but the head {head.hex()[:16]}… that you were shown is not in it: "
                "this is not what was played then"
            )
    if as_json:
        click.echo(json.dumps(as_plain(record)))
        return
    heading = f"{record.table}, {record.info.title}: {len(record.entries)} entries"
    out.print(f"[green]verified[/green]  table {heading}")
    for game in record.games:
        out.print(f"  game {game.number}: {what_became_of(game)}", markup=False)
        out.print(f"    {how_it_was_dealt(game)}, rules version {game.rules_version}", style="dim", markup=False)
    out.print(f"  head {record.head.hex()}", style="dim")
    if wanted:
        out.print(f"  what you were shown is in it: {len(wanted)} of {len(wanted)} heads", style="dim")


def read_head(text: str) -> bytes:
    """As `verify` prints it, or as a page shows it."""
    import base64
    import binascii

    try:
        head = bytes.fromhex(text) if len(text) == 64 else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        head = b""
    if len(head) != 32:
        raise UsageProblem(f"--head: {text[:80]!r} is no head; it has 64 hexadecimal digits, or 44 signs of base64")
    return head


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
