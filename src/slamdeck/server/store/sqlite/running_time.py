"""The clock by which tables are kept: it stands still while no server runs, so a holiday costs nobody a table."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

from slamdeck.server.store.sqlite.schema import one_value

NOTED_MS: Final = 60_000  # a killed server has forgotten this much of its time at most


class RunningTime:
    """How long servers have run with a database, all together."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.before: int = one_value(db, "SELECT ms FROM running")
        self.noted: int = self.before
        self.began = time.monotonic()

    def now(self) -> int:
        """Milliseconds."""
        return self.before + round(1000 * (time.monotonic() - self.began))

    def is_due(self) -> bool:
        return self.now() - self.noted > NOTED_MS

    def note(self, db: sqlite3.Connection) -> None:
        """In a transaction of the writer's."""
        self.noted = self.now()
        db.execute("UPDATE running SET ms = max(ms, ?)", (self.noted,))
