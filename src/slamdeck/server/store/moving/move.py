"""The move itself: table by table, each as a whole; then everything is read again at both ends and compared.

Whoever is killed begins again: tables that have arrived are not sent a second time. Nothing but a move that came to its
end makes the target a server's database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

import msgspec

from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.server.store.contract import pieces
from slamdeck.server.store.moving.contents import (
    MovedTable,
    MoveEnd,
    MoveTarget,
    accept,
    digest_of_rest,
    look_through,
)
from slamdeck.server.store.moving.sqlite_end import SqliteSource, SqliteTarget
from slamdeck.server.store.places import needs_asyncpg
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.table.journal.chain import Chain

Progress = Callable[[str, int, int], None]  # what is being done, how far, of how much


class Arrived(msgspec.Struct, frozen=True):
    """What has arrived."""

    tables: int
    entries: int
    sent: int  # entries, this time


def move(source: Path | PostgresAddress, target: Path | PostgresAddress, tell: Progress) -> Arrived:
    """Raises UsageProblem, ForeignDatabase, StoreUnavailable and CheckFailed; then the target is no server's."""
    return asyncio.run(move_between(source, target, tell))


async def move_between(source: Path | PostgresAddress, target: Path | PostgresAddress, tell: Progress) -> Arrived:
    if source == target or (isinstance(source, Path) and isinstance(target, Path) and is_same_file(source, target)):
        raise UsageProblem(f"{source}: is both where from and where to")
    async with contextlib.AsyncExitStack() as ends:
        here = await ends.enter_async_context(source_at(source))
        there = await ends.enter_async_context(target_at(target))
        return await move_all(here, there, tell)


def is_same_file(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def source_at(place: Path | PostgresAddress) -> contextlib.AbstractAsyncContextManager[MoveEnd]:
    if isinstance(place, Path):
        return SqliteSource.opened(place)
    needs_asyncpg(place)
    from slamdeck.server.store.moving.postgres_end import PostgresSource

    return PostgresSource.opened(place)


def target_at(place: Path | PostgresAddress) -> contextlib.AbstractAsyncContextManager[MoveTarget]:
    if isinstance(place, Path):
        return SqliteTarget.opened(place)
    needs_asyncpg(place)
    from slamdeck.server.store.moving.postgres_end import PostgresTarget

    return PostgresTarget.opened(place)


async def move_all(here: MoveEnd, there: MoveTarget, tell: Progress) -> Arrived:
    tables = await here.tables()
    total = sum(table.last_seq for table in tables)
    sent = await send_tables(here, there, tables, lambda done: tell("moving", done, total))
    await there.write_rest(await here.kept(), await here.running())
    await compare(here, there, tables, lambda done: tell("checking", done, total))
    await there.finish()
    return Arrived(len(tables), total, sent)


async def send_tables(here: MoveEnd, there: MoveTarget, tables: list[MovedTable], done: Callable[[int], None]) -> int:
    """Those that are not there yet. What is there and not here, or is another, came from some other move."""
    arrived = {table.id: table for table in await there.tables()}
    known = {table.id: table for table in tables}
    for name, found in arrived.items():
        if known.get(name) != found:
            await there.drop_table(name)
    sent = seen = 0
    for table in tables:
        if arrived.get(table.id) != table:
            await send(here, there, table, seen, done)
            sent += table.last_seq
        seen += table.last_seq
        done(seen)
    return sent


async def send(here: MoveEnd, there: MoveTarget, table: MovedTable, before: int, done: Callable[[int], None]) -> None:
    chain = Chain(table.id)
    await there.begin_table(table)
    for first, last in pieces(1, table.last_seq):
        entries = await here.read(table.id, first, last)
        accept(here, chain, entries, last)
        await there.write(table.id, entries)
        done(before + last)
    await there.end_table()


async def compare(here: MoveEnd, there: MoveTarget, tables: list[MovedTable], done: Callable[[int], None]) -> None:
    """Raises CheckFailed."""
    if [table.id for table in await there.tables()] != [table.id for table in tables]:
        raise CheckFailed(f"{there.name}: has other tables than {here.name}; nothing takes it for whole")
    arrived = {table.id: table for table in await there.tables()}
    seen = 0
    for table in tables:
        if await look_through(here, table) != await look_through(there, arrived[table.id]):
            raise CheckFailed(f"{there.name}: table {table.id} is not as it is in {here.name}")
        seen += table.last_seq
        done(seen)
    rests = [digest_of_rest(await end.kept(), await end.running()) for end in (here, there)]
    if rests[0] != rests[1]:
        raise CheckFailed(f"{there.name}: what the server itself keeps is not as it is in {here.name}")
