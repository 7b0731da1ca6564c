"""What is in the file, and how a file of an older Slamdeck becomes one of this."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

APPLICATION_ID: Final = 0x51A3DECC  # marks a file as ours
SCHEMA_VERSION: Final = 3

TABLES_2: Final = """CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        owner TEXT NOT NULL,
        addr TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        lease_until INTEGER NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0
    )"""
# Version 3 counts how long tables rest, and packs journals. `used` is the running time at which a table was last opened
# or given back; `packed` is the last entry that is in a pack; `closed` may also be FORGOTTEN.
FROM_2_TO_3: Final = (
    "ALTER TABLE tables ADD COLUMN used INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN packed INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX held ON tables (owner) WHERE owner <> ''",
    "CREATE INDEX resting ON tables (used) WHERE owner = ''",
    """CREATE TABLE packs (
        "table" TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        prev_hash BLOB NOT NULL,
        bodies BLOB NOT NULL,
        PRIMARY KEY ("table", first)
    )""",
    "CREATE TABLE running (ms INTEGER NOT NULL)",  # how long servers have run with this file, all together
    "INSERT INTO running VALUES (0)",
)
FORGOTTEN: Final = 2  # it is being deleted, piece by piece
# Entries keep SQLite's row numbers: new ones of all tables then share pages, a third of the writing (measured).
ENTRIES: Final = """CREATE TABLE entries (
        "table" TEXT NOT NULL,
        seq INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        prev_hash BLOB NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY ("table", seq)
    )"""

# Fence 1 of the writer's connection: only the present owner of a table writes. Fence 2 is the primary key, and that
# nothing is written before what is packed: should every check be wrong, no entry is ever written over.
FENCE: Final = """CREATE TEMP TRIGGER fence BEFORE INSERT ON entries
    WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW."table" AND epoch = NEW.epoch AND packed < NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'this epoch is over'); END"""

# Version 1 kept snapshots that nobody read. A closed table was one without owner and lease, and a sleeping one was
# leased to somebody called "asleep".
FROM_1_TO_2: Final = (
    "ALTER TABLE tables RENAME TO tables_1",
    TABLES_2,
    """INSERT INTO tables (id, owner, addr, epoch, lease_until, closed)
        SELECT id, CASE owner WHEN 'asleep' THEN '' ELSE owner END, addr, epoch, lease_until, owner = ''
        FROM tables_1""",
    "DROP TABLE tables_1",
)

# From every version to the next one, so that there is one way to each.
UPGRADES: Final = {1: FROM_1_TO_2, 2: FROM_2_TO_3}

# What must be there for a file of that version to be whole.
COLUMNS: Final = {
    1: "id, owner, addr, epoch, lease_until, snapshot_seq, snapshot",
    2: "id, owner, addr, epoch, lease_until, closed",
    3: "id, owner, addr, epoch, lease_until, closed, used, packed",
}


def prepare(db: sqlite3.Connection) -> None:
    """All in one transaction, so that a file is either as it was or a complete database of this version."""
    db.execute("BEGIN IMMEDIATE")
    version = one_value(db, "PRAGMA user_version")
    if one_value(db, "SELECT count(*) FROM sqlite_master") == 0:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(TABLES_2)
        db.execute(ENTRIES)
        version = 2
    for number in range(version, SCHEMA_VERSION):
        for statement in UPGRADES[number]:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")


def one_value(db: sqlite3.Connection, statement: str) -> Any:
    return db.execute(statement).fetchone()[0]
