"""A few things that the server itself must not forget.

Files of earlier servers get a place for them when it is first needed; those servers do not mind it.
"""

from __future__ import annotations

import sqlite3
from typing import Final

LAST: Final = chr(0x10FFFF)  # comes after every other character
PLACE: Final = "CREATE TABLE IF NOT EXISTS kept (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)"


def keep(db: sqlite3.Connection, name: str, value: bytes | None) -> None:
    db.execute(PLACE)
    if value is None:
        db.execute("DELETE FROM kept WHERE name = ?", (name,))
    else:
        db.execute("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)", (name, value))


def kept(db: sqlite3.Connection, beginning: str) -> dict[str, bytes]:
    """Beside the writer, where nothing can be made: a file that has no place for them yet has none of them."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept'").fetchone() is None:
        return {}
    rows = db.execute("SELECT name, value FROM kept WHERE name >= ? AND name < ?", (beginning, beginning + LAST))
    return dict(rows.fetchall())
