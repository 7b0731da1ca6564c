"""The store for one machine: what the contract asks for, as jobs of the writer's thread and of the reader's."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from slamdeck.server.store.contract import Keeping, RunSoon, Store, StoredTable, StoreUnavailable, WhenStored, settle
from slamdeck.server.store.sqlite.appending import Append
from slamdeck.server.store.sqlite.keeping import keep, kept, kept_names
from slamdeck.server.store.sqlite.leases import (
    claim,
    close_for_good,
    find_table,
    give_all_back,
    give_back,
    list_tables,
    prolong,
)
from slamdeck.server.store.sqlite.packing import read
from slamdeck.server.store.sqlite.reader import ReaderThread
from slamdeck.server.store.sqlite.running_time import RunningTime
from slamdeck.server.store.sqlite.tidying import (
    Rounds,
    delete_rows,
    forget,
    is_there,
    pack_to_make,
    rows_to_delete,
    table_to_forget,
)
from slamdeck.server.store.sqlite.transactions import Job
from slamdeck.server.store.sqlite.writer import WriterThread
from slamdeck.table.journal.entries import ChainedEntry

Result = TypeVar("Result")


class SqliteStore(Store):
    """It lives on the event loop that opened it."""

    def __init__(self, writer: WriterThread, running: RunningTime) -> None:
        self.writer = writer
        self.reader = ReaderThread(writer.path, writer.patience)
        self.running = running
        self.rounds = Rounds()

    @classmethod
    async def open(cls, path: Path, *, patience: float = 2.0, most_waiting: int = 4096) -> SqliteStore:
        """Open or create the database.

        `patience` is how many seconds another program's lock is waited for, `most_waiting` how many calls may queue.
        Raises ForeignDatabase and StoreUnavailable.
        """
        writer = WriterThread(path, patience, most_waiting)
        writer.thread.start()
        try:
            running = await asyncio.shield(writer.opened)
        except BaseException:
            writer.queue.put(None)  # nobody will use it: let the thread end
            raise
        return cls(writer, running)

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        return await self.ask(lambda db: claim(db, table, owner, addr, lease_ms, self.running.now()))

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        return await self.ask(lambda db: prolong(db, owner, lease_ms))

    async def release(self, table: str, epoch: int) -> None:
        await self.ask(lambda db: give_back(db, table, epoch, self.running.now()))

    async def release_all(self, owner: str) -> None:
        await self.ask(lambda db: give_all_back(db, owner, self.running.now()))

    async def close_table(self, table: str, epoch: int) -> None:
        await self.ask(lambda db: close_for_good(db, table, epoch, self.running.now()))

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], told: WhenStored) -> None:
        append = Append(table, epoch, tuple(entries))  # the caller may go on filling its list
        self.writer.submit(Job(append, lambda job: told(job.problem), append))

    def answer_through(self, run_soon: RunSoon) -> None:
        self.writer.run_soon = run_soon

    async def find(self, table: str) -> StoredTable | None:
        return await self.reader.ask(lambda db: find_table(db, table, self.running.now()))

    async def read(self, table: str, first: int, last: int) -> list[ChainedEntry]:
        return await self.reader.ask(lambda db: read(db, table, first, last))

    async def tables(self) -> list[StoredTable]:
        return await self.reader.ask(lambda db: list_tables(db, self.running.now()))

    async def forget(self, table: str) -> bool:
        while await self.ask(lambda db: forget(db, table), keeps_ends=True):
            await asyncio.sleep(0)
        return await self.reader.ask(lambda db: not is_there(db, table))

    async def tidy(self, keeping: Keeping) -> bool:
        if self.running.is_due():
            await self.ask(self.running.note, keeps_ends=True)
        table = await self.reader.ask(lambda db: table_to_forget(db, keeping, self.running.now()))
        if table is not None:
            await self.ask(lambda db: forget(db, table), keeps_ends=True)
            return True
        if self.rounds.deleting:
            rows = await self.reader.ask(lambda db: rows_to_delete(db, self.rounds))
            if rows is not None:
                await self.ask(lambda db: delete_rows(db, *rows), keeps_ends=True)
            return True
        pack = await self.reader.ask(lambda db: pack_to_make(db, self.rounds))
        if pack is not None:
            await self.ask(pack.put_away, keeps_ends=True)
        return pack is not None or self.rounds.is_under_way()

    async def keep(self, name: str, value: bytes | None) -> None:
        await self.ask(lambda db: keep(db, name, value))

    async def kept(self, beginning: str) -> dict[str, bytes]:
        return await self.reader.ask(lambda db: kept(db, beginning))

    async def kept_names(self, beginning: str) -> list[str]:
        return await self.reader.ask(lambda db: kept_names(db, beginning))

    async def close(self) -> None:
        """With the time it has run, so that this counts."""
        if not self.writer.closed:
            with contextlib.suppress(StoreUnavailable):
                await self.ask(self.running.note, keeps_ends=True)
        await self.reader.close()
        await self.writer.close()

    async def ask(self, work: Callable[[sqlite3.Connection], Result], keeps_ends: bool = False) -> Result:
        answer: asyncio.Future[Result] = self.writer.loop.create_future()
        self.writer.submit(Job(work, lambda job: settle(answer, job.result, job.problem), None, keeps_ends))
        return await answer
