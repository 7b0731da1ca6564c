"""A store that survives nothing: for tables whose evening need not be kept, and for measuring all but the disk.

It refuses whatever the others refuse, so nothing can go well here that would fail on disk.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import (
    Conflict,
    Keeping,
    StaleEpoch,
    Store,
    StoredTable,
    StoreUnavailable,
    TableClosed,
    TableHeld,
    WhenStored,
    now_ms,
)
from slamdeck.table.journal.chain import FIRST, Chain
from slamdeck.table.journal.entries import ChainedEntry


class Shelf:
    """What is kept of one table."""

    __slots__ = ("addr", "chain", "closed", "entries", "epoch", "lease_until", "owner", "size", "used")

    def __init__(self, table: str) -> None:
        self.owner = ""
        self.addr = ""
        self.epoch = 0
        self.lease_until = 0
        self.chain = Chain(table)
        self.entries: list[ChainedEntry] = []
        self.closed = False
        self.used = time.monotonic()
        self.size = 0  # bytes

    def rested_ms(self) -> int:
        return 0 if self.owner else round(1000 * (time.monotonic() - self.used))

    def give_back(self) -> None:
        self.used = time.monotonic()
        self.owner, self.addr, self.lease_until = "", "", min(self.lease_until, now_ms())


class MemoryStore(Store):
    def __init__(self) -> None:
        self.shelves: dict[str, Shelf] = {}
        self.own: dict[str, bytes] = {}  # the server's
        self.closed = False

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        self.check_open()
        shelf = self.shelves.setdefault(table, Shelf(table))
        if shelf.closed:
            raise TableClosed(f"table {table} was closed")
        if shelf.owner not in ("", owner) and shelf.lease_until > now_ms():
            raise TableHeld(table, shelf.owner, shelf.addr, shelf.lease_until - now_ms())
        shelf.owner, shelf.addr, shelf.lease_until = owner, addr, now_ms() + lease_ms
        shelf.used = time.monotonic()
        shelf.epoch += 1
        return shelf.epoch

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        self.check_open()
        own = sorted(table for table, shelf in self.shelves.items() if shelf.owner == owner)
        for table in own:
            self.shelves[table].lease_until = now_ms() + lease_ms
        return own

    async def release(self, table: str, epoch: int) -> None:
        self.present(table, epoch).give_back()

    async def release_all(self, owner: str) -> None:
        self.check_open()
        for shelf in self.shelves.values():
            if shelf.owner == owner:
                shelf.give_back()

    async def close_table(self, table: str, epoch: int) -> None:
        shelf = self.present(table, epoch)
        shelf.give_back()
        shelf.closed = True

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], told: WhenStored) -> None:
        try:
            put_away(self.present(table, epoch), entries)
        except Exception as problem:
            told(problem)
        else:
            told(None)

    async def find(self, table: str) -> StoredTable | None:
        self.check_open()
        shelf = self.shelves.get(table)
        return stored(table, shelf) if shelf is not None else None

    async def read(self, table: str, first: int, last: int) -> list[ChainedEntry]:
        self.check_open()
        shelf = self.shelves.get(table)
        return shelf.entries[max(first - FIRST, 0) : last] if shelf is not None else []

    async def tables(self) -> list[StoredTable]:
        self.check_open()
        return [stored(table, shelf) for table, shelf in sorted(self.shelves.items())]

    async def forget(self, table: str) -> bool:
        self.check_open()
        if table in self.shelves and self.shelves[table].owner:
            return False
        self.shelves.pop(table, None)
        return True

    async def tidy(self, keeping: Keeping) -> bool:
        self.check_open()
        resting = [(shelf.used, table) for table, shelf in self.shelves.items() if not shelf.owner]
        if not resting:
            return False
        _, table = min(resting)
        too_much = 0 < keeping.most_bytes < sum(shelf.size for shelf in self.shelves.values())
        if not too_much and self.shelves[table].rested_ms() <= keeping.rest_ms:
            return False
        del self.shelves[table]
        return True

    async def keep(self, name: str, value: bytes | None) -> None:
        self.check_open()
        if value is None:
            self.own.pop(name, None)
        else:
            self.own[name] = value

    async def kept(self, beginning: str) -> dict[str, bytes]:
        self.check_open()
        return {name: value for name, value in self.own.items() if name.startswith(beginning)}

    async def kept_names(self, beginning: str) -> list[str]:
        self.check_open()
        return [name for name in self.own if name.startswith(beginning)]

    async def close(self) -> None:
        self.closed = True

    def check_open(self) -> None:
        if self.closed:
            raise StoreUnavailable("the journal is closed")

    def present(self, table: str, epoch: int) -> Shelf:
        """Only the present owner writes."""
        self.check_open()
        shelf = self.shelves.get(table)
        if shelf is None:
            raise StaleEpoch(f"table {table} was never opened")
        if shelf.epoch != epoch:
            raise StaleEpoch(f"table {table} is in epoch {shelf.epoch}, this came from epoch {epoch}")
        return shelf


def stored(table: str, shelf: Shelf) -> StoredTable:
    return StoredTable(
        table,
        shelf.owner,
        shelf.addr,
        shelf.epoch,
        shelf.lease_until,
        shelf.chain.seq,
        shelf.closed,
        shelf.rested_ms(),
    )


def put_away(shelf: Shelf, entries: Sequence[ChainedEntry]) -> None:
    """All or none; what is there already must be the same."""
    chain = shelf.chain
    for entry in entries:
        if entry.seq <= chain.seq and (entry.seq < FIRST or shelf.entries[entry.seq - FIRST] != entry):
            raise Conflict(f"table {chain.table}, entry {entry.seq}: another entry is stored under this number")
    fresh = [entry for entry in entries if entry.seq > chain.seq]
    if fresh and fresh[0].seq > chain.seq + 1:
        raise StoreUnavailable(f"table {chain.table}, entry {fresh[0].seq}: entry {chain.seq + 1} is not stored yet")
    try:
        for entry in fresh:
            chain.accept(entry)
    except CheckFailed as problem:
        shelf.chain = Chain(chain.table, shelf.entries[-1] if shelf.entries else None)
        raise Conflict(str(problem)) from problem
    shelf.entries += fresh
    shelf.size += sum(len(entry.body) for entry in fresh)
