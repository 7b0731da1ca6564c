"""A store that survives nothing: for tables whose evening need not be kept, and for measuring all but the disk.

It refuses whatever the others refuse, so nothing can go well here that would fail on disk.
"""

from __future__ import annotations

from collections.abc import Sequence

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import (
    Conflict,
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

    __slots__ = ("addr", "chain", "closed", "entries", "epoch", "lease_until", "owner")

    def __init__(self, table: str) -> None:
        self.owner = ""
        self.addr = ""
        self.epoch = 0
        self.lease_until = 0
        self.chain = Chain(table)
        self.entries: list[ChainedEntry] = []
        self.closed = False

    def give_back(self) -> None:
        self.owner, self.addr, self.lease_until = "", "", min(self.lease_until, now_ms())


class MemoryStore(Store):
    def __init__(self) -> None:
        self.shelves: dict[str, Shelf] = {}
        self.closed = False

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        self.check_open()
        shelf = self.shelves.setdefault(table, Shelf(table))
        if shelf.closed:
            raise TableClosed(f"table {table} was closed")
        if shelf.owner not in ("", owner) and shelf.lease_until > now_ms():
            raise TableHeld(table, shelf.owner, shelf.addr)
        shelf.owner, shelf.addr, shelf.lease_until = owner, addr, now_ms() + lease_ms
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

    async def load(self, table: str, first: int = 1) -> list[ChainedEntry]:
        self.check_open()
        shelf = self.shelves.get(table)
        return [entry for entry in shelf.entries if entry.seq >= first] if shelf is not None else []

    async def tables(self) -> list[StoredTable]:
        self.check_open()
        return [
            StoredTable(table, shelf.owner, shelf.addr, shelf.epoch, shelf.lease_until, shelf.chain.seq, shelf.closed)
            for table, shelf in sorted(self.shelves.items())
        ]

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
