"""The record of a table for whoever asks for it: found and written piece by piece, beside everything else.

A long evening has a hundred thousand entries. Nobody holds all of them in memory to send them, and nothing else waits
for them: pieces are read beside the writer, turned into lines in a thread, and sent as fast as they are taken. All
records that are wanted at once take turns, and together they take a third of one core at most.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import Final

from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.store.contract import Store, StoredTable, StoreUnavailable, pieces
from slamdeck.table.journal.entries import ChainedEntry, Given, Opened
from slamdeck.table.journal.export import ENDED, encode, finished, header_of, line_of
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.record_parts import RecordClosing

GIVEN_SEQ: Final = 2  # where a journal says that its deal is given
SHARE: Final = 2  # times as long as a piece takes, nobody reads
LONGEST_S: Final = 0.1


class Record:
    """Entries from the first to the end of the last finished game; what follows has secrets still."""

    def __init__(self, store: Store, turn: asyncio.Lock, table: str, last: int) -> None:
        self.store = store
        self.turn = turn
        self.table = table
        self.last = last
        self.games = 0

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """The file that `write_record` would make, in pieces."""
        entry: ChainedEntry | None = None
        for first, last in pieces(1, self.last):
            async with self.turn:
                began = time.monotonic()
                entries = await self.store.read(self.table, first, last)
                if len(entries) != last - first + 1:
                    raise StoreUnavailable(f"table {self.table}: entries from {first} on are gone")
                lines = await asyncio.to_thread(self.write, entries)
                await asyncio.sleep(min(SHARE * (time.monotonic() - began), LONGEST_S))
            entry = entries[-1]
            yield lines
        assert entry is not None
        yield encode(RecordClosing(self.last, self.games, entry.head)) + b"\n"

    def write(self, entries: list[ChainedEntry]) -> bytes:
        lines = [*map(line_of, entries), b""]
        if entries[0].seq == 1:
            opened = read_entry(entries[0])
            assert isinstance(opened, Opened)
            lines.insert(0, encode(header_of(opened)))
        self.games += sum(1 for entry in entries if entry.body.startswith(ENDED))
        return b"\n".join(lines)


async def find_record(store: Store, turn: asyncio.Lock, stored: StoredTable) -> Record | None:
    """None if no game has ended at this table. The last end is looked for from behind: it is seldom far."""
    for first, last in reversed(list(pieces(1, stored.last_seq))):
        async with turn:
            end = finished(await store.read(stored.table, first, last))
        if end:
            return Record(store, turn, stored.table, end)
    return None


async def check_not_today(store: Store, turn: asyncio.Lock, code: str, today: str) -> None:
    """The record of today's deal has its cards, and others have yet to play it."""
    async with turn:
        found = await store.read(code, GIVEN_SEQ, GIVEN_SEQ)
    for chained in found:
        given = read_entry(chained)
        if isinstance(given, Given) and given.kind == "today" and given.day >= today:
            raise Refusing(No.NOT_OVER, "others have yet to play today's deal; its record can be had tomorrow")
