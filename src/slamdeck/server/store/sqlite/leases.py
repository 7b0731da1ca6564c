"""Whose a table is. All of it happens inside a transaction of the writer's."""

from __future__ import annotations

import sqlite3

from slamdeck.server.store.contract import StoredTable, TableClosed, TableHeld
from slamdeck.server.store.fences import check_present
from slamdeck.server.store.sqlite.schema import FORGOTTEN, one_value


def clock_ms(db: sqlite3.Connection) -> int:
    """SQLite's own, not the node's, since 1970: all who share a file share it."""
    return int(one_value(db, "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"))


def claim(db: sqlite3.Connection, table: str, owner: str, addr: str, lease_ms: int, running: int) -> int:
    now = clock_ms(db)
    row = db.execute("SELECT owner, addr, epoch, lease_until, closed FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO tables (id, owner, addr, epoch, lease_until, used) VALUES (?, ?, ?, 1, ?, ?)",
            (table, owner, addr, now + lease_ms, running),
        )
        return 1
    held_by, held_at, epoch, lease_until, closed = row
    if closed:
        raise TableClosed(f"table {table} was closed")
    if held_by not in ("", owner) and lease_until > now:
        raise TableHeld(table, held_by, held_at, lease_until - now)
    db.execute(
        "UPDATE tables SET owner = ?, addr = ?, epoch = ?, lease_until = ?, used = ? WHERE id = ?",
        (owner, addr, epoch + 1, now + lease_ms, running, table),
    )
    return int(epoch) + 1


def prolong(db: sqlite3.Connection, owner: str, lease_ms: int) -> list[str]:
    """A lease that ran out unnoticed is alive again, unless somebody else has opened the table."""
    db.execute(f"UPDATE tables SET lease_until = ? WHERE {HELD_BY}", (clock_ms(db) + lease_ms, owner))
    return [table for (table,) in db.execute(f"SELECT id FROM tables WHERE {HELD_BY} ORDER BY id", (owner,))]


HELD_BY = "owner = ? AND owner <> ''"  # so that SQLite looks only at tables that somebody holds
GIVEN_BACK = "UPDATE tables SET owner = '', addr = '', lease_until = min(lease_until, ?), used = ?"


def give_back(db: sqlite3.Connection, table: str, epoch: int, running: int) -> None:
    check_epoch(db, table, epoch)
    db.execute(f"{GIVEN_BACK} WHERE id = ?", (clock_ms(db), running, table))


def give_all_back(db: sqlite3.Connection, owner: str, running: int) -> None:
    db.execute(f"{GIVEN_BACK} WHERE {HELD_BY}", (clock_ms(db), running, owner))


def close_for_good(db: sqlite3.Connection, table: str, epoch: int, running: int) -> None:
    give_back(db, table, epoch, running)
    db.execute("UPDATE tables SET closed = 1 WHERE id = ?", (table,))


def check_epoch(db: sqlite3.Connection, table: str, epoch: int) -> None:
    row = db.execute("SELECT epoch FROM tables WHERE id = ?", (table,)).fetchone()
    check_present(table, epoch, row[0] if row else None)


STORED = f"""SELECT id, owner, addr, epoch, lease_until,
        coalesce((SELECT max(seq) FROM entries WHERE "table" = id), 0), closed, used
    FROM tables WHERE closed <> {FORGOTTEN}"""


def list_tables(db: sqlite3.Connection, running: int) -> list[StoredTable]:
    return [as_stored(row, running) for row in db.execute(f"{STORED} ORDER BY id")]


def find_table(db: sqlite3.Connection, table: str, running: int) -> StoredTable | None:
    row = db.execute(f"{STORED} AND id = ?", (table,)).fetchone()
    return as_stored(row, running) if row is not None else None


def as_stored(row: tuple[str, str, str, int, int, int, int, int], running: int) -> StoredTable:
    table, owner, addr, epoch, lease_until, last_seq, closed, used = row
    rested = 0 if owner else max(0, running - used)
    return StoredTable(table, owner, addr, epoch, lease_until, last_seq, bool(closed), rested)
