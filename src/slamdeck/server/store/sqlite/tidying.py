"""Keeping house: what is no longer kept is forgotten, what is old is packed, in steps so small that nobody waits.

Each step is looked for beside the writer, and carried out by the writer between two commits. Room that becomes free in
the file is used again for new entries, so a file stops growing when as much is forgotten as is written.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import Final

from slamdeck.server.store.contract import Keeping, StoreDamaged
from slamdeck.server.store.sqlite.opening import Database
from slamdeck.server.store.sqlite.packing import NewPack, next_pack
from slamdeck.server.store.sqlite.reasons import as_reading_problem
from slamdeck.server.store.sqlite.schema import FORGOTTEN, one_value

log = logging.getLogger("slamdeck.store")

TABLES_LOOKED_AT: Final = 64  # in one step
ROWS_LOOKED_AT: Final = 1024
ROWS_DELETED: Final = 256
PACKS_DELETED: Final = 4
PACKS_IN_ROUND: Final = 1000  # however many more could be made: the file shall become smaller some day


class Rounds:
    """How far we have come: first over all tables, to pack their entries, then over all rows, to delete those that are
    packed. Rows are in the order in which they were written: tables of one evening share pages, and a page that becomes
    empty as a whole is written once."""

    def __init__(self) -> None:
        self.table = ""
        self.row = 0
        self.packed = 1  # in this round, and perhaps by a server that was killed
        self.deleting = False
        self.damaged: set[str] = set()

    def is_under_way(self) -> bool:
        return bool(self.table) or self.deleting

    def end_of_tables(self) -> None:
        self.table = ""
        self.deleting, self.packed = self.packed > 0, 0

    def end_of_rows(self) -> None:
        self.row = 0
        self.deleting = False


def table_to_forget(db: sqlite3.Connection, keeping: Keeping, running: int) -> str | None:
    """One that is half forgotten, or has rested longest, if that is too long or there is too little room."""
    row = db.execute("SELECT id, used, closed FROM tables WHERE owner = '' ORDER BY used LIMIT 1").fetchone()
    if row is None:
        return None
    table, used, closed = row
    too_old = running - used > keeping.rest_ms
    too_much = 0 < keeping.most_bytes < bytes_used(db)
    return str(table) if closed == FORGOTTEN or too_old or too_much else None


def bytes_used(db: sqlite3.Connection) -> int:
    """Without what is free for new entries."""
    pages: int = one_value(db, "PRAGMA page_count") - one_value(db, "PRAGMA freelist_count")
    return pages * int(one_value(db, "PRAGMA page_size"))


def forget(db: sqlite3.Connection, table: str) -> bool:
    """A part of its journal; with the last part, the table itself. From the first part on nobody finds it. True if
    there is more."""
    assert isinstance(db, Database)
    db.ends.pop(table, None)
    begun = db.execute(
        "UPDATE tables SET closed = ?1, used = 0 WHERE id = ?2 AND owner = '' AND closed <> ?1", (FORGOTTEN, table)
    ).rowcount
    gone = db.execute("SELECT 1 FROM tables WHERE id = ? AND closed = ?", (table, FORGOTTEN)).fetchone()
    if not gone:
        return False  # somebody has opened it since
    if begun:
        log.info("table %s is forgotten", table)
    deleted = 0
    for name, most in (("packs", PACKS_DELETED), ("entries", ROWS_DELETED)):
        some = f'SELECT rowid FROM {name} WHERE "table" = ? LIMIT {most}'
        deleted += db.execute(f"DELETE FROM {name} WHERE rowid IN ({some})", (table,)).rowcount
    if not deleted:
        db.execute("DELETE FROM tables WHERE id = ?", (table,))
    return deleted > 0


def is_there(db: sqlite3.Connection, table: str) -> bool:
    return db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is not None


def pack_to_make(db: sqlite3.Connection, rounds: Rounds) -> NewPack | None:
    """Of the next table that has enough for one; afterwards the same table is looked at again."""
    some = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?"
    tables = [table for (table,) in db.execute(some, (rounds.table, TABLES_LOOKED_AT))]
    for table in tables:
        found = pack_of(db, table, rounds)
        if found is not None:
            rounds.packed += 1
            if rounds.packed >= PACKS_IN_ROUND:
                rounds.end_of_tables()
            return found
    if len(tables) == TABLES_LOOKED_AT:
        rounds.table = tables[-1]
    else:
        rounds.end_of_tables()
    return None


def pack_of(db: sqlite3.Connection, table: str, rounds: Rounds) -> NewPack | None:
    """A table that cannot be read stays as it is, and is not in the way of the others."""
    if table in rounds.damaged:
        return None
    try:
        return next_pack(db, table)
    except Exception as error:
        problem = as_reading_problem(error)
        if not isinstance(problem, StoreDamaged):
            raise
        log.error("table %s: %s", table, problem)
        rounds.damaged.add(table)
        return None


PACKED = """seq <= (SELECT packed FROM tables WHERE id = entries."table")"""


def rows_to_delete(db: sqlite3.Connection, rounds: Rounds) -> tuple[int, int] | None:
    """The next rows whose entries are in packs, or some of them: from row to row."""
    first = rounds.row + 1
    rows, at_the_end = some_rows(db, first)
    packed = [row for row, is_packed in rows if is_packed][:ROWS_DELETED]
    if len(packed) == ROWS_DELETED:
        rounds.row = packed[-1]
    elif at_the_end:
        rounds.end_of_rows()
    else:
        rounds.row = rows[-1][0] if rows else first + ROWS_LOOKED_AT - 1
    return (first, packed[-1]) if packed else None


def some_rows(db: sqlite3.Connection, first: int) -> tuple[list[tuple[int, int]], bool]:
    """The next rows, and whether each is packed; whether there are no more. Damaged pages are passed over."""
    try:
        looked_at = f"SELECT rowid, {PACKED} FROM entries WHERE rowid >= ? ORDER BY rowid LIMIT ?"
        rows = db.execute(looked_at, (first, ROWS_LOOKED_AT)).fetchall()
        return rows, len(rows) < ROWS_LOOKED_AT
    except sqlite3.DatabaseError as error:
        if not isinstance(as_reading_problem(error), StoreDamaged):
            raise
        return [], first + ROWS_LOOKED_AT > (one_value(db, "SELECT max(rowid) FROM entries") or 0)


def delete_rows(db: sqlite3.Connection, first: int, last: int) -> None:
    db.execute(f"DELETE FROM entries WHERE rowid BETWEEN ? AND ? AND {PACKED}", (first, last))
