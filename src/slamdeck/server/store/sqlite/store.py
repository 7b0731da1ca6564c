"""The store for one machine: what the contract asks for, as jobs of the writer's thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from slamdeck.server.store.contract import RunSoon, Store, StoredTable, WhenStored, settle
from slamdeck.server.store.sqlite.appending import Append, read
from slamdeck.server.store.sqlite.leases import (
    claim,
    close_for_good,
    give_all_back,
    give_back,
    list_tables,
    prolong,
)
from slamdeck.server.store.sqlite.transactions import Job
from slamdeck.server.store.sqlite.writer import WriterThread
from slamdeck.table.journal.entries import ChainedEntry

Result = TypeVar("Result")


class SqliteStore(Store):
    """It lives on the event loop that opened it."""

    def __init__(self, writer: WriterThread) -> None:
        self.writer = writer

    @classmethod
    async def open(cls, path: Path, *, patience: float = 2.0, most_waiting: int = 4096) -> SqliteStore:
        """Open or create the database.

        `patience` is how many seconds another program's lock is waited for, `most_waiting` how many calls may queue.
        Raises ForeignDatabase and StoreUnavailable.
        """
        writer = WriterThread(path, patience, most_waiting)
        writer.thread.start()
        try:
            await asyncio.shield(writer.opened)
        except BaseException:
            writer.queue.put(None)  # nobody will use it: let the thread end
            raise
        return cls(writer)

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        return await self.ask(lambda db: claim(db, table, owner, addr, lease_ms))

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        return await self.ask(lambda db: prolong(db, owner, lease_ms))

    async def release(self, table: str, epoch: int) -> None:
        await self.ask(lambda db: give_back(db, table, epoch))

    async def release_all(self, owner: str) -> None:
        await self.ask(lambda db: give_all_back(db, owner))

    async def close_table(self, table: str, epoch: int) -> None:
        await self.ask(lambda db: close_for_good(db, table, epoch))

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], told: WhenStored) -> None:
        append = Append(table, epoch, tuple(entries))  # the caller may go on filling its list
        self.writer.submit(Job(append, lambda job: told(job.problem), append))

    def answer_through(self, run_soon: RunSoon) -> None:
        self.writer.run_soon = run_soon

    async def load(self, table: str, first: int = 1) -> list[ChainedEntry]:
        return await self.ask(lambda db: read(db, table, first))

    async def tables(self) -> list[StoredTable]:
        return await self.ask(list_tables)

    async def close(self) -> None:
        await self.writer.close()

    async def ask(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        answer: asyncio.Future[Result] = self.writer.loop.create_future()
        self.writer.submit(Job(work, lambda job: settle(answer, job.result, job.problem), None))
        return await answer
