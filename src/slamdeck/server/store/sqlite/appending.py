"""Entries into the file and out of it: a fast way for what nearly always happens, a careful one for the rest."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from slamdeck.server.store.fences import MOST_ENDS, Unusual, check_follows, check_present, check_same
from slamdeck.server.store.sqlite.opening import STATEMENTS, Database
from slamdeck.server.store.sqlite.packing import read
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry

MOST_ROWS: Final = STATEMENTS // 2  # in one statement
ROW: Final = 5  # columns
INSERT: Final = [
    'INSERT INTO entries ("table", seq, epoch, prev_hash, body) VALUES ' + ", ".join(["(?, ?, ?, ?, ?)"] * count)
    for count in range(MOST_ROWS + 1)
]


class Append:
    """Entries of one table that are to be written."""

    __slots__ = ("entries", "epoch", "table")

    def __init__(self, table: str, epoch: int, entries: tuple[ChainedEntry, ...]) -> None:
        self.table = table
        self.epoch = epoch
        self.entries = entries

    def __call__(self, db: sqlite3.Connection) -> None:
        write(db, self.table, self.epoch, self.entries)


# The fast way.


def write_all(db: Database, appends: Sequence[Append]) -> None:
    """What nearly always happens: entries that follow from those which this connection itself wrote last.

    Nothing is asked: whoever else has written to a table has raised its epoch, which the fence sees. One statement is a
    transaction of its own, and this thread waits for its turn at the interpreter after every statement. Raises on
    anything unusual, with nothing written, for `write` to judge.
    """
    if len(db.ends) > MOST_ENDS:
        db.ends.clear()
    rows: list[object] = []
    for append in appends:
        known = db.ends.get(append.table)
        if known is None:
            present, last = end_of(db, append.table)
            known = db.ends[append.table] = (present or 0, Chain(append.table, last))
        epoch, chain = known
        if epoch != append.epoch or (append.entries and append.entries[0].seq != chain.seq + 1):
            raise Unusual
        for entry in append.entries:
            chain.accept(entry)
            rows += (append.table, entry.seq, epoch, entry.prev, entry.body)
    count = len(rows) // ROW
    if count <= MOST_ROWS:
        if count:
            db.execute(INSERT[count], rows)
        return
    db.execute("BEGIN IMMEDIATE")
    for first in range(0, len(rows), MOST_ROWS * ROW):
        some = rows[first : first + MOST_ROWS * ROW]
        db.execute(INSERT[len(some) // ROW], some)
    db.execute("COMMIT")


# The careful way.


def write(db: sqlite3.Connection, table: str, epoch: int, entries: Sequence[ChainedEntry]) -> None:
    """Inside a transaction. Says what is wrong, if anything is."""
    present, last = end_of(db, table)
    check_present(table, epoch, present)
    stored = last.seq if last else 0
    if entries and entries[0].seq <= stored:
        again = [entry for entry in entries if entry.seq <= stored]
        check_same(table, again, read(db, table, again[0].seq, again[-1].seq))
    fresh = [entry for entry in entries if entry.seq > stored]
    check_follows(Chain(table, last), fresh)
    db.executemany(INSERT[1], [(table, entry.seq, epoch, entry.prev, entry.body) for entry in fresh])


def end_of(db: sqlite3.Connection, table: str) -> tuple[int | None, ChainedEntry | None]:
    """Epoch and last entry."""
    row = db.execute(
        """SELECT present, seq, prev_hash, body FROM
            (SELECT epoch AS present FROM tables WHERE id = ?1) LEFT JOIN
            (SELECT seq, prev_hash, body FROM entries WHERE "table" = ?1 ORDER BY seq DESC LIMIT 1)""",
        (table,),
    ).fetchone()
    if row is None:
        return None, None
    return row[0], ChainedEntry(*row[1:]) if row[1] is not None else None
