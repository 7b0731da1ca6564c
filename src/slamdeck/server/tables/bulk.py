"""Many records out of a store, and into one: all of a file or nothing of it. docs/library.md describes the files."""

from __future__ import annotations

import io
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.server.http.codes import read_code
from slamdeck.server.store.contract import Store, StoreProblem, pieces
from slamdeck.server.tables.library import Library, LibraryLine
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.journal.export import export
from slamdeck.table.journal.reading import open_record, read_entries
from slamdeck.table.journal.record_parts import BulkHeader, BulkRow
from slamdeck.table.journal.summaries import summary_of

FORMAT: Final = 1
OWNER: Final = "import"
LEASE_MS: Final = 60_000
PARQUET: Final = ".parquet"


# ---- files -----------------------------------------------------------------------------------------


def write_rows(path: Path, rows: Sequence[BulkRow], parquet: Any) -> bytes:
    """As JSON lines, or as Parquet if the name says so; `parquet` is pyarrow, if it is wanted."""
    if path.suffix != PARQUET:
        encode = msgspec.json.encode
        return b"\n".join([encode(BulkHeader(FORMAT)), *map(encode, rows), b""])
    from pyarrow.parquet import write_table

    columns: dict[str, list[Any]] = {
        name: [getattr(row, name) for row in rows] for name in BulkRow.__struct_fields__ if rows
    }
    types = {"names": parquet.string(), "places": parquet.int64(), "points": parquet.int64(), "ended": parquet.int64()}
    text = ("record", "table", "game", "title")
    fields = [
        parquet.field(name, parquet.list_(types[name]) if name in types else column_type(parquet, name in text))
        for name in BulkRow.__struct_fields__
    ]
    schema = parquet.schema(fields, metadata={"slamdeck_library": str(FORMAT)})
    sink = io.BytesIO()
    write_table(parquet.table({name: columns.get(name, []) for name in schema.names}, schema=schema), sink)
    return sink.getvalue()


def column_type(parquet: Any, text: bool) -> Any:
    return parquet.string() if text else parquet.int64()


def read_rows(path: Path, data: bytes) -> list[BulkRow]:
    """Every row of a file; a Problem says what is wrong with it."""
    return rows_of_parquet(path, data) if path.suffix == PARQUET else rows_of_lines(path, data)


def rows_of_lines(path: Path, data: bytes) -> list[BulkRow]:
    lines = data.split(b"\n")
    if lines.pop() != b"" or not lines:
        raise CheckFailed(f"{path}: is empty or cut off")
    try:
        check_format(path, msgspec.json.decode(lines[0], type=BulkHeader).slamdeck_library)
    except msgspec.MsgspecError as error:
        raise CheckFailed(f"{path}: is not a file of many records") from error
    rows: list[BulkRow] = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            rows.append(msgspec.json.decode(line, type=BulkRow))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise CheckFailed(f"{path}, line {number}: {error}") from error
    return rows


def rows_of_parquet(path: Path, data: bytes) -> list[BulkRow]:
    from pyarrow import ArrowException
    from pyarrow.parquet import read_table

    try:
        found = read_table(io.BytesIO(data))
        kind = (found.schema.metadata or {}).get(b"slamdeck_library", b"")
        if not kind.isdigit():
            raise CheckFailed(f"{path}: is not a file of many records")
        check_format(path, int(kind))
        return [msgspec.convert(row, BulkRow) for row in found.to_pylist()]
    except (ArrowException, OSError, msgspec.ValidationError) as error:
        raise CheckFailed(f"{path}: is not a file of many records ({str(error)[:200]})") from error


def check_format(path: Path, kind: int) -> None:
    if not 1 <= kind <= FORMAT:
        raise CheckFailed(f"{path}: has format {kind}, this Slamdeck reads up to {FORMAT}")


# ---- out -------------------------------------------------------------------------------------------


async def all_lines(store: Store, library: Library) -> list[LibraryLine]:
    """What every table with a finished game is about, the oldest first."""
    found: list[LibraryLine] = []
    for stored in await store.tables():
        line = await library.line(stored.table) or await library.read_off(stored.table)
        if line is not None:
            found.append(line)
    return sorted(found, key=lambda line: (line.ended[-1], line.summary.table))


async def row_of(store: Store, line: LibraryLine, games: Mapping[str, GameInfo]) -> BulkRow:
    summary, last = line.summary, line.summary.games[-1]
    entries: list[ChainedEntry] = []
    for piece in pieces(1, summary.entries):
        entries += await store.read(summary.table, *piece)
    info = games.get(summary.game)
    return BulkRow(
        record=export(entries).decode(),
        table=summary.table,
        game=summary.game,
        title=info.title if info is not None else summary.game,
        games=len(summary.games),
        inputs=sum(game.inputs for game in summary.games),
        races=sum(game.races for game in summary.games),
        fouls=sum(game.fouls for game in summary.games),
        ms=sum(game.ms for game in summary.games),
        names=last.names,
        places=last.places,
        points=last.points,
        ended=line.ended,
    )


# ---- in --------------------------------------------------------------------------------------------


class Import(msgspec.Struct, frozen=True):
    table: str
    entries: list[ChainedEntry]
    ended: list[int]


def checked_import(row: BulkRow, games: Mapping[str, GameInfo], place: str) -> Import:
    """Played again from its first entry to its last. A Problem, if anything in it does not fit."""
    data = row.record.encode()
    record = open_record(data, games, place)
    if read_code(record.table) != record.table:
        raise CheckFailed(f"{place}: was played without a table ({record.table}); `slamdeck replay` opens it")
    if not record.results:
        raise CheckFailed(f"{place}: has no finished game")
    entries = read_entries(record.table, data.split(b"\n")[1:-2], place)
    return Import(record.table, entries, row.ended)


async def import_all(store: Store, library: Library, imports: Sequence[Import]) -> int:
    """Put them away; how many were new. Others of the same code are never overwritten, and if anything fails, nothing
    of the file stays."""
    fresh = [one for one in imports if not await is_there(store, one)]
    done: list[str] = []
    try:
        for one in fresh:
            epoch = await store.open_table(one.table, OWNER, "", LEASE_MS)
            done.append(one.table)
            for first, last in pieces(1, len(one.entries)):
                await store.append(one.table, epoch, one.entries[first - 1 : last])
            await store.close_table(one.table, epoch)
            await library.keep(line_of(one, library))
    except (StoreProblem, CheckFailed):
        for table in done:
            await store.release_all(OWNER)
            await store.forget(table)
            await library.forget(table)
        raise
    return len(fresh)


def line_of(one: Import, library: Library) -> LibraryLine:
    summary = summary_of(one.entries)
    assert summary is not None
    number = len(summary.games)
    ended = one.ended if len(one.ended) == number else [round(time.time())] * number
    return LibraryLine(summary=summary, ended=ended, seen_by=library.seen_by)


async def is_there(store: Store, one: Import) -> bool:
    if await store.find(one.table) is None:
        return False
    there = await store.load(one.table)
    if there[: len(one.entries)] != one.entries:
        raise CheckFailed(f"table {one.table}: another table of that code is here already; nothing was imported")
    return True
