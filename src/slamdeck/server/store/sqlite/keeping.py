"""A few things that the server itself must not forget.

Files of earlier servers get a place for them when it is first needed; those servers do not mind it.
"""

from __future__ import annotations

import sqlite3
from typing import Any, Final

LAST: Final = chr(0x10FFFF)  # comes after every other character
PLACE: Final = "CREATE TABLE IF NOT EXISTS kept (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)"


def keep(db: sqlite3.Connection, name: str, value: bytes | None) -> None:
    db.execute(PLACE)
    if value is None:
        db.execute("DELETE FROM kept WHERE name = ?", (name,))
    else:
        db.execute("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)", (name, value))


def kept(db: sqlite3.Connection, beginning: str) -> dict[str, bytes]:
    return dict(looked_up(db, "name, value", beginning))


def kept_names(db: sqlite3.Connection, beginning: str) -> list[str]:
    return [name for (name,) in looked_up(db, "name", beginning)]


def looked_up(db: sqlite3.Connection, columns: str, beginning: str) -> list[Any]:
    """Asked beside the writer, so by a connection that cannot make the place for it."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'kept'").fetchone() is None:
        return []
    after = beginning[:-1] + chr(ord(beginning[-1]) + 1) if beginning else LAST
    return db.execute(f"SELECT {columns} FROM kept WHERE name >= ? AND name < ?", (beginning, after)).fetchall()
