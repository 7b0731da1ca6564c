"""The store for several servers over one database: what the contract asks for, as turns on two connections."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from slamdeck.server.store.contract import (
    Keeping,
    NodeShown,
    Store,
    StoredTable,
    StoreProblem,
    StoreUnavailable,
    WhenStored,
    settle,
)
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.appending import NewEntries, Stretch, read_all, write
from slamdeck.server.store.postgres.gathering import Gathering
from slamdeck.server.store.postgres.keeping import (
    forget,
    is_gone,
    keep,
    keep_first,
    kept,
    kept_names,
    note_running,
    note_weight,
    stand_still,
    table_to_forget,
    table_to_weigh,
)
from slamdeck.server.store.postgres.leases import (
    Claim,
    claim_all,
    find_tables,
    give_abandoned_back,
    give_all_back,
    give_back,
    list_tables,
    note_opener,
    prolong,
)
from slamdeck.server.store.postgres.neighbours import Spending, forget_purses, meet, part, spend_all
from slamdeck.server.store.postgres.opening import prepare
from slamdeck.server.store.postgres.session import DatabaseSession
from slamdeck.server.store.postgres.writer import GroupWriter, Turn
from slamdeck.table.journal.entries import ChainedEntry

Result = TypeVar("Result")
NOTED_S: Final = 60.0
READING: Final = "the journal cannot be read"
CLAIMED_AT_ONCE: Final = 64
FOUND_AT_ONCE: Final = 256
SPENT_AT_ONCE: Final = 256
READ_AT_ONCE: Final = 16  # pieces of journals


class PostgresStore(Store):
    """It lives on the event loop that opened it."""

    def __init__(self, address: PostgresAddress, most_waiting: int) -> None:
        self.address = address
        self.session = DatabaseSession(address)
        self.writer = GroupWriter(self.session, most_waiting)
        self.reader = DatabaseSession(address)
        self.reading = asyncio.Lock()
        self.noted = time.monotonic()
        self.claims: Gathering[Claim, int] = Gathering(self.ask, self.claim_all, CLAIMED_AT_ONCE)
        self.finds: Gathering[str, StoredTable | None] = Gathering(self.look, find_tables, FOUND_AT_ONCE)
        self.spendings: Gathering[Spending, float] = Gathering(self.look, spend_all, SPENT_AT_ONCE)
        self.reads: Gathering[Stretch, list[ChainedEntry]] = Gathering(self.look, read_all, READ_AT_ONCE)

    @classmethod
    async def open(cls, address: PostgresAddress, *, most_waiting: int = 4096) -> PostgresStore:
        """Open or create what is ours in that database. Raises ForeignDatabase and StoreUnavailable."""
        await prepare(address)
        store = cls(address, most_waiting)
        try:
            await store.ask(note_running)
        except BaseException:
            await store.close()
            raise
        return store

    async def announce(self, owner: str) -> None:
        await self.ask(lambda _: self.session.announce(owner))

    async def meet(self, node: NodeShown, lease_ms: int) -> list[NodeShown]:
        return await self.ask(lambda db: meet(db, node, lease_ms))

    async def part(self, name: str) -> None:
        await self.ask(lambda db: part(db, name))

    async def spend(self, purse: str, cost: float, per_second: float, burst: float) -> float | None:
        return await self.spendings.ask(Spending(purse, cost, per_second, burst))

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        return await self.claims.ask(Claim(table, owner, addr, lease_ms))

    async def claim_all(self, db: Any, claims: Sequence[Claim]) -> list[int | Exception]:
        for claim in claims:
            self.writer.ends.pop(claim.table, None)  # it changes hands
        return await claim_all(db, claims, self.session.node)

    async def note_opener(self, table: str, opener: str) -> int | None:
        return await self.ask(lambda db: note_opener(db, table, opener))

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        return await self.ask(lambda db: prolong(db, owner, lease_ms))

    async def release(self, table: str, epoch: int) -> None:
        await self.ask(lambda db: give_back(db, table, epoch), table)

    async def release_all(self, owner: str) -> None:
        await self.ask(lambda db: give_all_back(db, owner))

    async def close_table(self, table: str, epoch: int) -> None:
        await self.ask(lambda db: give_back(db, table, epoch, closed=True), table)

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], told: WhenStored) -> None:
        new = NewEntries(table, epoch, tuple(entries))  # the caller may go on filling its list
        self.writer.submit(Turn(lambda turn: told(turn.problem), new=new, work=lambda db: write(db, new)))

    async def find(self, table: str) -> StoredTable | None:
        return await self.finds.ask(table)

    async def read(self, table: str, first: int, last: int) -> list[ChainedEntry]:
        return await self.reads.ask((table, first, last))

    async def tables(self) -> list[StoredTable]:
        return await self.look(list_tables)

    async def forget(self, table: str) -> bool:
        while await self.ask(lambda db: forget(db, table)):
            pass
        return await self.look(lambda db: is_gone(db, table))

    async def tidy(self, keeping: Keeping) -> bool:
        if time.monotonic() - self.noted > NOTED_S:
            self.noted = time.monotonic()
            await self.ask(note_running)
            await self.ask(give_abandoned_back)
            await self.ask(forget_purses)
        weighed = await self.look(table_to_weigh) if keeping.most_bytes else None
        if weighed is not None:
            await self.ask(lambda db: note_weight(db, *weighed))
            return True
        table = await self.look(lambda db: table_to_forget(db, keeping))
        if table is not None:
            await self.ask(lambda db: forget(db, table))
        return table is not None

    async def keep(self, name: str, value: bytes | None) -> None:
        await self.ask(lambda db: keep(db, name, value))

    async def keep_first(self, name: str, value: bytes) -> bytes:
        return await self.ask(lambda db: keep_first(db, name, value))

    async def kept(self, beginning: str) -> dict[str, bytes]:
        return await self.look(lambda db: kept(db, beginning))

    async def kept_names(self, beginning: str) -> list[str]:
        return await self.look(lambda db: kept_names(db, beginning))

    async def close(self) -> None:
        if not self.writer.closed:
            with contextlib.suppress(StoreProblem):
                await self.ask(stand_still)
        await self.writer.close()
        async with self.reading:
            await self.reader.close()
        await self.session.close()

    async def ask(self, work: Callable[[Any], Awaitable[Result]], table: str = "") -> Result:
        """On the writer's connection, in turn. `table`: the one that changes hands by it."""
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.writer.submit(Turn(lambda turn: settle(answer, turn.result, turn.problem), work=work, table=table))
        return await answer

    async def look(self, work: Callable[[Any], Awaitable[Result]]) -> Result:
        """Beside the writer."""
        if self.writer.closed:
            raise StoreUnavailable("the journal is closed")
        async with self.reading:
            return await self.reader.do(work, READING)
