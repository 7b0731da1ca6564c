"""Stores to tell stories about: a new database adds one opener, and keeps every promise that is tested here."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path

from slamdeck.server.store.contract import Store
from slamdeck.server.store.memory import MemoryStore
from slamdeck.server.store.postgres.store import PostgresStore
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store.postgres import database_of

OpenStore = Callable[[], Awaitable[Store]]
LONG = 60_000

# Each opener takes a folder; opening twice in one folder gives two nodes on one database.
LASTING: dict[str, Callable[[Path], Awaitable[Store]]] = {
    "sqlite": lambda folder: SqliteStore.open(folder / "journal.db"),
    "postgres": lambda folder: in_postgres(folder),
}
FLEETING: dict[str, Callable[[Path], Awaitable[Store]]] = {
    "memory": lambda folder: in_memory(),
}


async def in_memory() -> Store:
    return MemoryStore()


async def in_postgres(folder: Path) -> Store:
    return await PostgresStore.open(await database_of(folder))


def with_store(open_store: OpenStore, story: Callable[[Store], Coroutine[None, None, None]]) -> None:
    async def tell() -> None:
        store = await open_store()
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(tell())


def with_two_nodes(open_node: OpenStore, story: Callable[[Store, Store], Coroutine[None, None, None]]) -> None:
    async def first(one: Store) -> None:
        two = await open_node()
        try:
            await story(one, two)
        finally:
            await two.close()

    with_store(open_node, first)


def some_entries(chain: Chain, count: int) -> list[ChainedEntry]:
    return [chain.extend(f"entry {chain.seq + 1}".encode()) for _ in range(count)]


# SQLite.


def open_and_close(path: Path) -> None:
    async def story() -> None:
        store = await SqliteStore.open(path)
        await store.close()

    asyncio.run(story())


def a_filled_database(path: Path) -> None:
    async def story() -> None:
        store = await SqliteStore.open(path)
        epoch = await store.open_table("T", "node", "here:1", LONG)
        await store.append("T", epoch, some_entries(Chain("T"), 500))
        await store.close()

    asyncio.run(story())


def with_sqlite(path: Path, story: Callable[[SqliteStore], Coroutine[None, None, None]], **settings: float) -> None:
    async def tell() -> None:
        store = await SqliteStore.open(
            path, patience=settings.get("patience", 2.0), most_waiting=int(settings.get("most_waiting", 4096))
        )
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(tell())


@contextlib.contextmanager
def edited(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        yield db
        db.commit()


@contextlib.contextmanager
def locked(path: Path) -> Iterator[Callable[[], None]]:
    """Another program writes and does not finish; gives the call that lets go."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield lambda: db.rollback()
