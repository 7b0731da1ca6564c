"""Entries into the database and out of it: a fast way for what nearly always happens, a careful one for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slamdeck.server.store.fences import MOST_ENDS, Ends, Unusual, check_follows, check_present, check_same
from slamdeck.server.store.postgres.schema import SCHEMA
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry

APPEND: Final = f"SELECT {SCHEMA}.append($1, $2, $3, $4, $5)"
SHARED: Final = f"SELECT pg_advisory_xact_lock_shared({SCHEMA}.table_key($1))"


class NewEntries:
    """Of one table, which are to be written."""

    __slots__ = ("entries", "epoch", "table")

    def __init__(self, table: str, epoch: int, entries: tuple[ChainedEntry, ...]) -> None:
        self.table = table
        self.epoch = epoch
        self.entries = entries


async def write_all(db: Any, ends: Ends, news: Sequence[NewEntries]) -> None:
    """Entries that follow from those which this connection itself wrote last, in one statement, which is a transaction.

    Raises on anything unusual, with nothing written, for `write` to judge; then nothing in `ends` counts any more.
    """
    if len(ends) > MOST_ENDS:
        ends.clear()
    rows: list[tuple[str, int, int, bytes, bytes]] = []
    for new in news:
        known = ends.get(new.table)
        if known is None:
            present, last = await end_of(db, new.table)
            known = ends[new.table] = (present or 0, Chain(new.table, last))
        epoch, chain = known
        if epoch != new.epoch or (new.entries and new.entries[0].seq != chain.seq + 1):
            raise Unusual
        for entry in new.entries:
            chain.accept(entry)
            rows.append((new.table, entry.seq, epoch, entry.prev, entry.body))
    if rows:
        await db.execute(APPEND, *(list(column) for column in zip(*rows, strict=True)))


async def write(db: Any, new: NewEntries) -> None:
    """In a transaction of its own. Says what is wrong, if anything is."""
    table, entries = new.table, new.entries
    async with db.transaction():
        await db.execute(SHARED, table)
        present, last = await end_of(db, table)
        check_present(table, new.epoch, present)
        stored = last.seq if last else 0
        if entries and entries[0].seq <= stored:
            again = [entry for entry in entries if entry.seq <= stored]
            check_same(table, again, await read(db, table, again[0].seq, again[-1].seq))
        fresh = [entry for entry in entries if entry.seq > stored]
        check_follows(Chain(table, last), fresh)
        if fresh:
            rows = [(table, entry.seq, new.epoch, entry.prev, entry.body) for entry in fresh]
            await db.execute(APPEND, *(list(column) for column in zip(*rows, strict=True)))


async def end_of(db: Any, table: str) -> tuple[int | None, ChainedEntry | None]:
    """Epoch and last entry."""
    row = await db.fetchrow(
        f"""SELECT epoch, seq, prev_hash, body FROM (SELECT epoch FROM {SCHEMA}.tables WHERE id = $1) AS present
            LEFT JOIN (SELECT seq, prev_hash, body FROM {SCHEMA}.entries WHERE "table" = $1 ORDER BY seq DESC LIMIT 1)
                AS ending ON true""",
        table,
    )
    if row is None:
        return None, None
    return row[0], ChainedEntry(*row[1:]) if row[1] is not None else None


Stretch = tuple[str, int, int]  # a table, and its entries from one number to another
STRETCHES: Final = f"""SELECT number, seq, prev_hash, body
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS wanted (name, first, last, number),
    LATERAL (SELECT seq, prev_hash, body FROM {SCHEMA}.entries
        WHERE "table" = wanted.name AND seq BETWEEN wanted.first AND wanted.last) AS stretch
    ORDER BY number, seq"""


async def read_all(db: Any, wanted: Sequence[Stretch]) -> list[list[ChainedEntry]]:
    """Of several journals at once."""
    found: list[list[ChainedEntry]] = [[] for _ in wanted]
    for number, *entry in await db.fetch(STRETCHES, *(list(column) for column in zip(*wanted, strict=True))):
        found[number - 1].append(ChainedEntry(*entry))
    return found


async def read(db: Any, table: str, first: int, last: int) -> list[ChainedEntry]:
    rows = await db.fetch(
        f'SELECT seq, prev_hash, body FROM {SCHEMA}.entries WHERE "table" = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq',
        *(table, first, last),
    )
    return [ChainedEntry(*row) for row in rows]
