"""A move from a file, or to one: the new file has another name until the move is over."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import StoreUnavailable
from slamdeck.server.store.moving.contents import UNKNOWN_EPOCH, MovedEntry, MovedTable
from slamdeck.server.store.sqlite.copying import flush
from slamdeck.server.store.sqlite.exclusive import hold
from slamdeck.server.store.sqlite.keeping import PLACE, kept
from slamdeck.server.store.sqlite.opening import beside, check, connect_reader, plain_problems
from slamdeck.server.store.sqlite.packing import packed_until, read
from slamdeck.server.store.sqlite.schema import FORGOTTEN, one_value, prepare

PATIENCE_S: Final = 10.0  # for a lock
MOVING: Final = ".moving"
TABLES: Final = f"""SELECT id, epoch, closed, CASE owner WHEN '' THEN used ELSE ?1 END,
        coalesce((SELECT max(seq) FROM entries WHERE "table" = id), 0)
    FROM tables WHERE closed <> {FORGOTTEN} ORDER BY id"""


class SqliteEnd:
    def __init__(self, place: Path, db: sqlite3.Connection) -> None:
        self.place = place
        self.name = str(place)
        self.db = db

    async def tables(self) -> list[MovedTable]:
        with plain_problems(self.place):
            rows = self.db.execute(TABLES, (await self.running(),))
            return [MovedTable(name, epoch, bool(closed), *rest) for name, epoch, closed, *rest in rows]

    async def read(self, table: str, first: int, last: int) -> list[MovedEntry]:
        with plain_problems(self.place):
            packed = packed_until(self.db, table)
            known = dict(
                self.db.execute(
                    'SELECT seq, epoch FROM entries WHERE "table" = ? AND seq BETWEEN ? AND ?',
                    (table, max(first, packed + 1), last),
                )
            )
            return [
                MovedEntry(known.get(entry.seq, UNKNOWN_EPOCH), entry) for entry in read(self.db, table, first, last)
            ]

    async def kept(self) -> dict[str, bytes]:
        with plain_problems(self.place):
            return kept(self.db, "")

    async def running(self) -> int:
        with plain_problems(self.place):
            return int(one_value(self.db, "SELECT ms FROM running"))


class SqliteSource(SqliteEnd):
    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, path: Path) -> AsyncIterator[SqliteSource]:
        """Raises ForeignDatabase and StoreUnavailable."""
        if not path.exists():
            raise CheckFailed(f"{path}: there is no such database")
        with hold(path), plain_problems(path):
            check(path, PATIENCE_S)
            with contextlib.closing(connect_reader(path, PATIENCE_S, "mode=rw")) as db:
                prepare(db)  # one of an older version is brought up to date, as a server would
                yield cls(path, db)


class SqliteTarget(SqliteEnd):
    """What is written is in another file until the end."""

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, path: Path) -> AsyncIterator[SqliteTarget]:
        """Raises CheckFailed if there is something of that name, and StoreUnavailable."""
        path = path.resolve()
        with hold(path):
            if path.exists():
                raise CheckFailed(
                    f"{path}: exists already; a move makes a new database, and leaves what is there alone"
                )
            part = path.with_name(path.name + MOVING)
            with plain_problems(part):
                part.touch(mode=0o600)  # hands and seeds will be in it
                if (
                    part.stat().st_size and not beside(part, "-journal").exists()
                ):  # else SQLite undoes a half of it first
                    check(part, PATIENCE_S)
                with contextlib.closing(sqlite3.connect(part, timeout=PATIENCE_S, isolation_level=None)) as db:
                    prepare(db)
                    db.execute(PLACE)
                    yield cls(path, db)

    @property
    def part(self) -> Path:
        return self.place.with_name(self.place.name + MOVING)

    async def begin_table(self, table: MovedTable) -> None:
        with plain_problems(self.part):
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute(
                """INSERT INTO tables (id, owner, addr, epoch, lease_until, closed, used)
                    VALUES (?, '', '', ?, 0, ?, ?)""",
                (table.id, table.epoch, int(table.closed), table.used),
            )

    async def write(self, table: str, entries: Sequence[MovedEntry]) -> None:
        with plain_problems(self.part):
            self.db.executemany(
                'INSERT INTO entries ("table", seq, epoch, prev_hash, body) VALUES (?, ?, ?, ?, ?)',
                [(table, one.entry.seq, one.epoch, one.entry.prev, one.entry.body) for one in entries],
            )

    async def end_table(self) -> None:
        with plain_problems(self.part):
            self.db.execute("COMMIT")

    async def drop_table(self, table: str) -> None:
        with plain_problems(self.part):
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute('DELETE FROM entries WHERE "table" = ?', (table,))
            self.db.execute('DELETE FROM packs WHERE "table" = ?', (table,))
            self.db.execute("DELETE FROM tables WHERE id = ?", (table,))
            self.db.execute("COMMIT")

    async def write_rest(self, kept: dict[str, bytes], running: int) -> None:
        with plain_problems(self.part):
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute("DELETE FROM kept")
            self.db.executemany("INSERT INTO kept (name, value) VALUES (?, ?)", kept.items())
            self.db.execute("UPDATE running SET ms = ?", (running,))
            self.db.execute("COMMIT")

    async def finish(self) -> None:
        with plain_problems(self.part):
            found = one_value(self.db, "PRAGMA quick_check(1)")
            if found != "ok":
                raise StoreUnavailable(f"{self.part}: did not arrive whole ({found}); delete it and begin again")
            self.db.close()
            flush(self.part)
            self.part.replace(self.place)
            flush(self.place.parent)
