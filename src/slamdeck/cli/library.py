"""The finished games of a server, from its own computer: listed, searched, saved and read in bulk, deleted."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.table import Table

from slamdeck.cli.keeping import db_option, file_of
from slamdeck.cli.shared import check_folder, json_option, out, write_whole
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import all_games

if TYPE_CHECKING:
    from slamdeck.server.store.contract import Store
    from slamdeck.server.tables.library import Library, LibraryLine

Result = TypeVar("Result")
Work = Callable[["Store", "Library"], Awaitable[Result]]

game_option = click.option("--game", help="Of this game alone.")
find_option = click.option("--find", "words", default="", help="With these words in names, game, code or reason.")


@click.group()
def library() -> None:
    """The finished games of a server: list, search, export, import, share, delete."""


@library.command("list")
@db_option
@game_option
@find_option
@json_option
def list_games(db: str | None, game: str | None, words: str, as_json: bool) -> None:
    """List the tables with finished games, the latest last."""
    lines = reading(db, lambda store, library: chosen(store, library, game, words, ()))
    if as_json:
        click.echo(json.dumps([as_plain(line) for line in lines]))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("table", "game", "ended", "players", "games", "seen by"):
        table.add_column(column)
    for line in lines:
        last = line.summary.games[-1]
        names = ", ".join(f"{name} ({place})" for name, place in zip(last.names, last.places, strict=True))
        ended = datetime.fromtimestamp(line.ended[-1], UTC).strftime("%Y-%m-%d %H:%M")
        table.add_row(line.summary.table, line.summary.game, ended, names, str(len(line.summary.games)), line.seen_by)
    out.print(table)


@library.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("codes", nargs=-1)
@db_option
@game_option
@find_option
def export_games(file: Path, codes: tuple[str, ...], db: str | None, game: str | None, words: str) -> None:
    """Save records to FILE: all, those of CODES, or those that are found. FILE.parquet is Parquet, else JSON lines."""
    from slamdeck.server.tables.bulk import row_of, write_rows

    check_folder(file)
    parquet = pyarrow_for(file)

    async def rows(store: Store, library: Library) -> list[Any]:
        lines = await chosen(store, library, game, words, codes)
        return [await row_of(store, line, library.games) for line in lines]

    found = reading(db, rows)
    write_whole(file, write_rows(file, found, parquet))
    out.print(f"{file}: {len(found)} records", markup=False, soft_wrap=True)


@library.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@db_option
def import_games(file: Path, db: str | None) -> None:
    """Read the records of FILE into a database that no server uses. Each is checked first; all of them or none."""
    from slamdeck.server.tables.bulk import checked_import, import_all, read_rows
    from slamdeck.table.journal.reading import read_file

    pyarrow_for(file)
    rows = read_rows(file, read_file(file))
    games = all_games()
    imports = [checked_import(row, games, f"{file}, record {number}") for number, row in enumerate(rows, start=1)]
    codes = [one.table for one in imports]
    if len(set(codes)) != len(codes):
        raise CheckFailed(f"{file}: has a table twice; nothing was imported")
    fresh = alone(db, lambda store, library: import_all(store, library, imports))
    out.print(f"{fresh} records imported, {len(imports) - fresh} were there already")


@library.command()
@click.argument("code")
@click.argument("seen_by", type=click.Choice(["players", "link"]))
@db_option
def share(code: str, seen_by: str, db: str | None) -> None:
    """Say who may see the record of table CODE: who played, or whoever has its link."""

    async def change(store: Store, library: Library) -> None:
        line = await line_of(library, code)
        await library.show_to(line, "link" if seen_by == "link" else "players")

    alone(db, change)
    out.print(f"{code}: seen by {seen_by}", markup=False)


@library.command()
@click.argument("code")
@db_option
@click.confirmation_option(prompt="Everything that was played at this table will be gone for good. Delete it?")
def delete(code: str, db: str | None) -> None:
    """Delete the table CODE with everything that was played there."""
    from slamdeck.server.tables.ownership import ServerNode

    async def remove(store: Store, library: Library) -> None:
        await line_of(library, code)
        await store.release_all(ServerNode().name)  # what a server that was killed has left
        await library.forget(code)
        if not await store.forget(code):
            raise CheckFailed(f"table {code}: is with another server")

    alone(db, remove)
    out.print(f"{code}: deleted", markup=False)


# ---- databases -------------------------------------------------------------------------------------


def reading(db: str | None, work: Work[Result]) -> Result:
    """While a server runs on it, a copy is read."""
    from slamdeck.server.store.contract import StoreUnavailable
    from slamdeck.server.store.sqlite.copying import back_up
    from slamdeck.server.store.sqlite.exclusive import hold

    path = existing(db)
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(hold(path))
        except StoreUnavailable:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            back_up(path, Path(folder) / "copy.db", False)
            path = Path(folder) / "copy.db"
        return asyncio.run(within(path, work))


def alone(db: str | None, work: Work[Result]) -> Result:
    from slamdeck.server.store.sqlite.exclusive import hold

    path = file_of(db)
    with hold(path):
        return asyncio.run(within(path, work))


def existing(db: str | None) -> Path:
    path = file_of(db)
    if not path.exists():
        raise UsageProblem(f"{path}: there is no such database; a server makes one when it is first started")
    return path


async def within(path: Path, work: Work[Result]) -> Result:
    async with opened(path) as (store, library):
        return await work(store, library)


@contextlib.asynccontextmanager
async def opened(path: Path) -> AsyncIterator[tuple[Store, Library]]:
    from slamdeck.server.store.sqlite.store import SqliteStore
    from slamdeck.server.tables.library import Library

    store = await SqliteStore.open(path)
    try:
        yield store, Library(store, all_games(), asyncio.Lock(), "players")
    finally:
        await store.close()


async def chosen(
    store: Store, library: Library, game: str | None, words: str, codes: tuple[str, ...]
) -> list[LibraryLine]:
    from slamdeck.server.tables.bulk import all_lines

    lines = [line for line in await all_lines(store, library) if fits(line, game, words)]
    if not codes:
        return lines
    known = {line.summary.table: line for line in lines}
    for code in codes:
        if code not in known:
            raise UsageProblem(f"table {code}: has no finished game here")
    return [known[code] for code in codes]


def fits(line: LibraryLine, game: str | None, words: str) -> bool:
    if game is not None and line.summary.game != game:
        return False
    text = " ".join(searched(line)).lower()
    return all(word in text for word in words.lower().split())


def searched(line: LibraryLine) -> Iterator[str]:
    yield line.summary.table
    yield line.summary.game.replace("_", " ")
    for game in line.summary.games:
        yield from game.names
        yield game.reason


async def line_of(library: Library, code: str) -> LibraryLine:
    line = await library.line(code) or await library.read_off(code)
    if line is None:
        raise UsageProblem(f"table {code}: has no finished game here")
    return line


def pyarrow_for(file: Path) -> Any:
    from slamdeck.lab.extras import needed

    return needed("pyarrow", "lab") if file.suffix == ".parquet" else None


def as_plain(line: LibraryLine) -> dict[str, object]:
    summary = line.summary
    return {
        "table": summary.table,
        "game": summary.game,
        "entries": summary.entries,
        "head": summary.head.hex(),
        "seen_by": line.seen_by,
        "games": [
            {
                "number": game.number,
                "ended": ended,
                "names": game.names,
                "bots": game.bots,
                "places": game.places,
                "points": game.points,
                "reason": game.reason,
                "inputs": game.inputs,
                "races": game.races,
                "fouls": game.fouls,
                "ms": game.ms,
            }
            for game, ended in zip(summary.games, line.ended, strict=True)
        ],
    }
