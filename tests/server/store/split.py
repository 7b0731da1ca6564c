"""One store over two databases, split by the codes of the tables.

It shows what the capacity model counts on (docs/capacity.md): nothing on the way of an input asks for two tables at
once, so tables may live in as many databases as are needed. What a server keeps for itself is in the first one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from slamdeck.server.store.contract import Keeping, NodeShown, Store, StoredTable, WhenStored
from slamdeck.server.store.postgres.store import PostgresStore
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store.postgres import database_of


def part_of(table: str, parts: int) -> int:
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big") % parts


class SplitStore(Store):
    def __init__(self, parts: Sequence[Store]) -> None:
        self.parts = parts

    def home(self, table: str) -> Store:
        return self.parts[part_of(table, len(self.parts))]

    # ---- a table's, in its own database ----------------------------------------------------------

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        return await self.home(table).open_table(table, owner, addr, lease_ms)

    async def release(self, table: str, epoch: int) -> None:
        await self.home(table).release(table, epoch)

    async def close_table(self, table: str, epoch: int) -> None:
        await self.home(table).close_table(table, epoch)

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], told: WhenStored) -> None:
        self.home(table).post(table, epoch, entries, told)

    async def find(self, table: str) -> StoredTable | None:
        return await self.home(table).find(table)

    async def read(self, table: str, first: int, last: int) -> list[ChainedEntry]:
        return await self.home(table).read(table, first, last)

    async def forget(self, table: str) -> bool:
        return await self.home(table).forget(table)

    # ---- a server's, in each ---------------------------------------------------------------------

    async def announce(self, owner: str) -> None:
        for part in self.parts:
            await part.announce(owner)

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        return sorted([table for part in self.parts for table in await part.renew(owner, lease_ms)])

    async def release_all(self, owner: str) -> None:
        for part in self.parts:
            await part.release_all(owner)

    async def tables(self) -> list[StoredTable]:
        found = [table for part in self.parts for table in await part.tables()]
        return sorted(found, key=lambda table: table.table)

    async def tidy(self, keeping: Keeping) -> bool:
        return any([await part.tidy(keeping) for part in self.parts])

    async def close(self) -> None:
        for part in self.parts:
            await part.close()

    # ---- its own ---------------------------------------------------------------------------------

    async def meet(self, node: NodeShown, lease_ms: int) -> list[NodeShown]:
        return await self.parts[0].meet(node, lease_ms)

    async def part(self, name: str) -> None:
        await self.parts[0].part(name)

    async def spend(self, purse: str, cost: float, per_second: float, burst: float) -> float | None:
        return await self.parts[0].spend(purse, cost, per_second, burst)

    async def keep_first(self, name: str, value: bytes) -> bytes:
        return await self.parts[0].keep_first(name, value)

    async def keep(self, name: str, value: bytes | None) -> None:
        await self.parts[0].keep(name, value)

    async def kept(self, beginning: str) -> dict[str, bytes]:
        return await self.parts[0].kept(beginning)


async def in_two_databases(folder: Path) -> SplitStore:
    return SplitStore([await PostgresStore.open(await database_of(folder / name)) for name in ("left", "right")])
