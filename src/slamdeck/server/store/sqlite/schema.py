"""What is in the file, and how a file of an older Slamdeck becomes one of this."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

APPLICATION_ID: Final = 0x51A3DECC  # marks a file as ours
SCHEMA_VERSION: Final = 2

TABLES: Final = """CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        owner TEXT NOT NULL,
        addr TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        lease_until INTEGER NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0
    )"""
# Entries keep SQLite's row numbers: new ones of all tables then share pages, a third of the writing (measured).
ENTRIES: Final = """CREATE TABLE entries (
        "table" TEXT NOT NULL,
        seq INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        prev_hash BLOB NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY ("table", seq)
    )"""

# Fence 1 of the writer's connection: only the present owner of a table writes. Fence 2 is the primary key: should every
# check be wrong, no entry is ever written over.
FENCE: Final = """CREATE TEMP TRIGGER fence BEFORE INSERT ON entries
    WHEN NEW.epoch IS NOT (SELECT epoch FROM tables WHERE id = NEW."table")
    BEGIN SELECT RAISE(ABORT, 'this epoch is over'); END"""

# Version 1 kept snapshots that nobody read. A closed table was one without owner and lease, and a sleeping one was
# leased to somebody called "asleep".
FROM_1_TO_2: Final = (
    "ALTER TABLE tables RENAME TO tables_1",
    TABLES,
    """INSERT INTO tables (id, owner, addr, epoch, lease_until, closed)
        SELECT id, CASE owner WHEN 'asleep' THEN '' ELSE owner END, addr, epoch, lease_until, owner = ''
        FROM tables_1""",
    "DROP TABLE tables_1",
)

# What must be there for a file of that version to be whole.
COLUMNS: Final = {
    1: "id, owner, addr, epoch, lease_until, snapshot_seq, snapshot",
    2: "id, owner, addr, epoch, lease_until, closed",
}


def prepare(db: sqlite3.Connection) -> None:
    """All in one transaction, so that a file is either as it was or a complete database of this version."""
    db.execute("BEGIN IMMEDIATE")
    if one_value(db, "SELECT count(*) FROM sqlite_master") == 0:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(TABLES)
        db.execute(ENTRIES)
    elif one_value(db, "PRAGMA user_version") == 1:
        for statement in FROM_1_TO_2:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")
    db.execute(FENCE)  # of this connection, not of the file


def one_value(db: sqlite3.Connection, statement: str) -> Any:
    return db.execute(statement).fetchone()[0]
