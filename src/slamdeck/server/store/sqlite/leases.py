"""Whose a table is. All of it happens inside a transaction of the writer's."""

from __future__ import annotations

import sqlite3

from slamdeck.server.store.contract import StaleEpoch, StoredTable, TableClosed, TableHeld, now_ms


def claim(db: sqlite3.Connection, table: str, owner: str, addr: str, lease_ms: int) -> int:
    now = now_ms()
    row = db.execute("SELECT owner, addr, epoch, lease_until, closed FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO tables (id, owner, addr, epoch, lease_until) VALUES (?, ?, ?, 1, ?)",
            (table, owner, addr, now + lease_ms),
        )
        return 1
    held_by, held_at, epoch, lease_until, closed = row
    if closed:
        raise TableClosed(f"table {table} was closed")
    if held_by not in ("", owner) and lease_until > now:
        raise TableHeld(table, held_by, held_at)
    db.execute(
        "UPDATE tables SET owner = ?, addr = ?, epoch = ?, lease_until = ? WHERE id = ?",
        (owner, addr, epoch + 1, now + lease_ms, table),
    )
    return int(epoch) + 1


def prolong(db: sqlite3.Connection, owner: str, lease_ms: int) -> list[str]:
    """A lease that ran out unnoticed is alive again, unless somebody else has opened the table."""
    db.execute("UPDATE tables SET lease_until = ? WHERE owner = ?", (now_ms() + lease_ms, owner))
    return [table for (table,) in db.execute("SELECT id FROM tables WHERE owner = ? ORDER BY id", (owner,))]


GIVEN_BACK = "UPDATE tables SET owner = '', addr = '', lease_until = min(lease_until, ?)"


def give_back(db: sqlite3.Connection, table: str, epoch: int) -> None:
    check_epoch(db, table, epoch)
    db.execute(f"{GIVEN_BACK} WHERE id = ?", (now_ms(), table))


def give_all_back(db: sqlite3.Connection, owner: str) -> None:
    db.execute(f"{GIVEN_BACK} WHERE owner = ?", (now_ms(), owner))


def close_for_good(db: sqlite3.Connection, table: str, epoch: int) -> None:
    give_back(db, table, epoch)
    db.execute("UPDATE tables SET closed = 1 WHERE id = ?", (table,))


def check_epoch(db: sqlite3.Connection, table: str, epoch: int) -> None:
    row = db.execute("SELECT epoch FROM tables WHERE id = ?", (table,)).fetchone()
    check_present(table, epoch, row[0] if row else None)


def check_present(table: str, epoch: int, present: int | None) -> None:
    """Fence 1: only the present owner writes."""
    if present is None:
        raise StaleEpoch(f"table {table} was never opened")
    if present != epoch:
        raise StaleEpoch(f"table {table} is in epoch {present}, this came from epoch {epoch}")


def list_tables(db: sqlite3.Connection) -> list[StoredTable]:
    rows = db.execute(
        """SELECT id, owner, addr, epoch, lease_until,
            coalesce((SELECT max(seq) FROM entries WHERE "table" = id), 0), closed
        FROM tables ORDER BY id"""
    )
    return [
        StoredTable(table, owner, addr, epoch, lease_until, last_seq, bool(closed))
        for table, owner, addr, epoch, lease_until, last_seq, closed in rows
    ]
