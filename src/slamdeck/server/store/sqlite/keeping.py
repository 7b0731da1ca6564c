"""A few things that the server itself must not forget.

Files of earlier servers get a place for them when it is first needed; those servers do not mind it.
"""

from __future__ import annotations

import sqlite3
from typing import Final

PLACE: Final = "CREATE TABLE IF NOT EXISTS kept (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)"


def keep(db: sqlite3.Connection, name: str, value: bytes | None) -> None:
    db.execute(PLACE)
    if value is None:
        db.execute("DELETE FROM kept WHERE name = ?", (name,))
    else:
        db.execute("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)", (name, value))


def kept(db: sqlite3.Connection, beginning: str) -> dict[str, bytes]:
    db.execute(PLACE)
    found = db.execute("SELECT name, value FROM kept WHERE substr(name, 1, ?) = ?", (len(beginning), beginning))
    return dict(found.fetchall())
