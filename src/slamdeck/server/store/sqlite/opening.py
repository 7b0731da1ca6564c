"""Opening a file: ours, new, or refused and left as it is."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from slamdeck.server.store.contract import ForeignDatabase, StoreUnavailable
from slamdeck.server.store.sqlite.reasons import REASONS, primary_code, reason_of
from slamdeck.server.store.sqlite.schema import APPLICATION_ID, COLUMNS, SCHEMA_VERSION, one_value, prepare
from slamdeck.table.journal.chain import Chain

MAGIC: Final = b"SQLite format 3\0"
# 4 MB, after which the log is written from its beginning again. While it grows, every commit has to write its length as
# well, so it should have its full length soon (decision 0009).
CHECKPOINT_PAGES: Final = 1_000
STATEMENTS: Final = 128  # that are kept prepared


class Database(sqlite3.Connection):
    """The writer's own connection: it remembers where journals end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ends: dict[str, tuple[int, Chain]] = {}  # by table: its epoch, and the end of its journal


def connect(path: Path, patience: float) -> Database:
    """A checked and prepared database. Raises ForeignDatabase and StoreUnavailable."""
    with plain_problems(path):
        check_header(path)
        check_contents(path, patience)
        if not path.exists():
            path.touch(mode=0o600)  # hands and seeds will be in it
        db = sqlite3.connect(
            path, timeout=patience, isolation_level=None, factory=Database, cached_statements=STATEMENTS
        )
        try:
            prepare(db)
            make_durable(db, path)
        except BaseException:
            db.close()
            raise
    return db


def check_header(path: Path) -> None:
    """Look at the first bytes before SQLite does: opening a stranger's database could already change it."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        return
    if header and (header[:16] != MAGIC or int.from_bytes(header[68:72], "big") != APPLICATION_ID):
        raise ForeignDatabase(f"{path}: is not a Slamdeck database; it was left as it is")


def check_contents(path: Path, patience: float) -> None:
    """Refuse a newer or damaged database over a connection that cannot write to it."""
    unfinished = path.with_name(path.name + "-journal")  # killed while creating it: SQLite will undo that
    if not path.exists() or path.stat().st_size == 0 or unfinished.exists():
        return
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=patience)) as db:
        version = one_value(db, "PRAGMA user_version")
        if version > SCHEMA_VERSION:
            raise ForeignDatabase(
                f"{path}: was written by a newer Slamdeck (version {version} of the database, "
                f"this one reads up to {SCHEMA_VERSION}); it was left as it is"
            )
        found = one_value(db, "PRAGMA quick_check(1)")
        if found != "ok":
            raise damaged(path, found)
        if version not in COLUMNS:
            raise damaged(path, f"its version is {version}")
        db.execute(f"SELECT {COLUMNS[version]} FROM tables LIMIT 0")
        db.execute('SELECT "table", seq, epoch, prev_hash, body FROM entries LIMIT 0')


def make_durable(db: sqlite3.Connection, path: Path) -> None:
    if one_value(db, "PRAGMA journal_mode = WAL") != "wal":
        raise StoreUnavailable(f"{path}: this disk cannot keep a write-ahead log (a network drive?)")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute("PRAGMA fullfsync = ON")  # macOS: an fsync that reaches the disk


@contextlib.contextmanager
def plain_problems(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreUnavailable(f"{path}: cannot be opened ({error.strerror})") from error
    except sqlite3.Error as error:
        if primary_code(error) in REASONS:
            raise StoreUnavailable(f"{path}: {reason_of(error)}") from error
        raise damaged(path, str(error)) from error


def damaged(path: Path, how: str) -> ForeignDatabase:
    detail = how.strip().splitlines()[-1]
    return ForeignDatabase(f"{path}: is a damaged Slamdeck database ({detail}); it was left as it is")
