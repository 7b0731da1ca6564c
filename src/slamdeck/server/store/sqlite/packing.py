"""Journals at rest: runs of old entries, compressed together. They need a sixth of the room.

A pack has the bodies of a run of entries and the head before the first of them; all other heads follow, since the
entries are a chain. The last entry of a journal is never packed, so its end is found without opening a pack.

Entries are packed first and deleted afterwards, so for a while some are there twice; they are read from the pack.
"""

from __future__ import annotations

import sqlite3
import zlib
from typing import Final

import msgspec

from slamdeck.server.store.contract import PIECE
from slamdeck.table.journal.entries import ChainedEntry

LEVEL: Final = 6
AT_REST: Final = 8  # entries: fewer are not worth a pack; a short game has some twenty
IN_PLAY: Final = 2 * PIECE  # at a table that is played at, so many are left as they are


def pack(entries: list[ChainedEntry]) -> bytes:
    return zlib.compress(msgspec.msgpack.encode([entry.body for entry in entries]), LEVEL)


def unpack(first: int, prev: bytes, bodies: bytes) -> list[ChainedEntry]:
    entries: list[ChainedEntry] = []
    for seq, body in enumerate(msgspec.msgpack.decode(zlib.decompress(bodies), type=list[bytes]), start=first):
        entries.append(ChainedEntry(seq, prev, body))
        prev = entries[-1].head
    return entries


def read(db: sqlite3.Connection, table: str, first: int, last: int) -> list[ChainedEntry]:
    """The entries from number `first` to `last`, from packs and as they were written. Inside a transaction."""
    packed = packed_until(db, table)
    entries: list[ChainedEntry] = []
    if first <= packed:
        for row in db.execute(
            """SELECT first, prev_hash, bodies FROM packs
                WHERE "table" = ?1 AND first BETWEEN ?2 - ?4 AND ?3 AND last >= ?2 ORDER BY first""",
            (table, first, last, PIECE),
        ):
            entries += [entry for entry in unpack(*row) if first <= entry.seq <= last]
    rows = db.execute(
        'SELECT seq, prev_hash, body FROM entries WHERE "table" = ? AND seq BETWEEN ? AND ? ORDER BY seq',
        (table, max(first, packed + 1), last),
    )
    entries += [ChainedEntry(*row) for row in rows]
    return entries


def packed_until(db: sqlite3.Connection, table: str) -> int:
    row = db.execute("SELECT packed FROM tables WHERE id = ?", (table,)).fetchone()
    return int(row[0]) if row is not None else 0


class NewPack(msgspec.Struct, frozen=True):
    """Made beside the writer, from entries that never change."""

    table: str
    first: int
    last: int
    prev: bytes
    bodies: bytes

    def put_away(self, db: sqlite3.Connection) -> None:
        """In a transaction of the writer's. Whatever has become of the table meanwhile, no entry gets lost by it."""
        put = db.execute(
            "UPDATE tables SET packed = ? WHERE id = ? AND packed = ?", (self.last, self.table, self.first - 1)
        )
        if put.rowcount == 1:
            row = (self.table, self.first, self.last, self.prev, self.bodies)
            db.execute("INSERT INTO packs VALUES (?, ?, ?, ?, ?)", row)


def next_pack(db: sqlite3.Connection, table: str) -> NewPack | None:
    """The next run of this table that should be packed, if there is one."""
    row = db.execute(
        """SELECT packed, owner, (SELECT max(seq) FROM entries WHERE "table" = id)
            FROM tables WHERE id = ? AND closed <= 1""",
        (table,),
    ).fetchone()
    if row is None or row[2] is None:
        return None
    packed, owner, last_seq = row
    last = last_seq - (IN_PLAY if owner else 1)
    if last - packed < (PIECE if owner else AT_REST):
        return None
    entries = read(db, table, packed + 1, min(packed + PIECE, last))
    if not entries:
        return None
    bodies = pack(entries)
    if unpack(packed + 1, entries[0].prev, bodies) != entries:
        return None  # a damaged journal: it stays as it is
    return NewPack(table, packed + 1, packed + len(entries), entries[0].prev, bodies)
