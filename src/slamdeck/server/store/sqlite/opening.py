"""Opening a file: ours, new, or refused and left as it is."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import ForeignDatabase, StoreUnavailable, pieces
from slamdeck.server.store.fences import Ends
from slamdeck.server.store.sqlite.packing import read
from slamdeck.server.store.sqlite.reasons import REASONS, primary_code, reason_of
from slamdeck.server.store.sqlite.schema import APPLICATION_ID, COLUMNS, FENCE, SCHEMA_VERSION, one_value, prepare
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry

MAGIC: Final = b"SQLite format 3\0"
# 4 MB, after which the log is written from its beginning again. While it grows, every commit has to write its length as
# well, so it should have its full length soon (decision 0009).
CHECKPOINT_PAGES: Final = 1_000
# Should a backup have kept it from that for long, it becomes shorter again.
LONGEST_LOG: Final = 16 * 1024 * 1024
STATEMENTS: Final = 128  # that are kept prepared
CACHE_KB: Final = 512  # of each connection: the system keeps the file in its memory as well


class Database(sqlite3.Connection):
    """The writer's own connection: it remembers where journals end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ends: Ends = {}


def connect(path: Path, patience: float) -> Database:
    """A checked and prepared database. Raises ForeignDatabase and StoreUnavailable."""
    with plain_problems(path):
        if not path.exists():
            create(path)
        check(path, patience)
        db = sqlite3.connect(
            path, timeout=patience, isolation_level=None, factory=Database, cached_statements=STATEMENTS
        )
        try:
            prepare(db)
            make_durable(db, path)
            keep_little(db)
            db.execute(FENCE)  # of this connection, not of the file
        except BaseException:
            db.close()
            raise
    return db


def connect_reader(path: Path, patience: float, how: str = "mode=ro") -> sqlite3.Connection:
    """Reads beside the writer what was committed."""
    uri = f"{path.resolve().as_uri()}?{how}"
    db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
    keep_little(db)
    return db


def create(path: Path) -> None:
    """Under another name until it is complete: a server that is killed meanwhile leaves no half of a database, so a
    file with nothing in it was never one of ours."""
    path = path.resolve()
    part = path.with_name(path.name + ".new")
    for leftover in (part, part.with_name(part.name + "-journal")):
        leftover.unlink(missing_ok=True)
    part.touch(mode=0o600)  # hands and seeds will be in it
    with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as db:
        prepare(db)
    part.replace(path)


def check(path: Path, patience: float) -> None:
    """Whether the file is one of ours and seems whole. It takes as long for a large one as for a small one: damage in
    the middle of a file is found by whoever reads there, since journals are chained. Looking everywhere is
    `check_everything`."""
    check_header(path)
    if beside(path, "-journal").exists():
        return  # an earlier Slamdeck was killed while creating it: SQLite will undo that
    # Without a log nobody uses it, and nothing has to be written beside it in order to read it.
    how = "mode=ro" if has_log(path) else "immutable=1"
    with contextlib.closing(connect_reader(path, patience, how)) as db:
        version = check_version(path, db)
        check_length(path, db)
        db.execute(f"SELECT {COLUMNS[version]} FROM tables ORDER BY rowid DESC LIMIT 1").fetchone()
        db.execute('SELECT "table", seq, epoch, prev_hash, body FROM entries ORDER BY rowid DESC LIMIT 1').fetchone()
        for last in ("max(id) FROM tables", 'max("table") FROM entries'):  # their indexes
            db.execute(f"SELECT {last}").fetchone()


def check_header(path: Path) -> None:
    """Look at the first bytes before SQLite does: opening a stranger's database could already change it."""
    with path.open("rb") as file:
        header = file.read(100)
        names = os.fstat(file.fileno()).st_nlink
    if not header:
        raise ForeignDatabase(
            f"{path}: is empty, so it is not a Slamdeck database, or what was in it is lost; it was left as it is "
            "(delete it, and a new one is made)"
        )
    if header[:16] != MAGIC or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise ForeignDatabase(f"{path}: is not a Slamdeck database; it was left as it is")
    if names > 1:
        raise ForeignDatabase(
            f"{path}: has {names} names (hard links), and two servers could each take one; it was left as it is"
        )


def check_version(path: Path, db: sqlite3.Connection) -> int:
    version: int = one_value(db, "PRAGMA user_version")
    if version > SCHEMA_VERSION:
        raise ForeignDatabase(
            f"{path}: was written by a newer Slamdeck (version {version} of the database, "
            f"this one reads up to {SCHEMA_VERSION}); it was left as it is"
        )
    if version not in COLUMNS:
        raise damaged(path, f"its version is {version}")
    return version


def check_length(path: Path, db: sqlite3.Connection) -> None:
    """Unless its last pages are still in the log only."""
    if has_log(path):
        return
    missing = one_value(db, "PRAGMA page_count") * one_value(db, "PRAGMA page_size") - path.stat().st_size
    if missing > 0:
        raise damaged(path, f"its last {missing} bytes are missing")


def has_log(path: Path) -> bool:
    log = beside(path, "-wal")
    return log.exists() and log.stat().st_size > 0


def beside(path: Path, end: str) -> Path:
    """A file that SQLite puts beside a database, by the name that the database really has."""
    real = path.resolve()
    return real.with_name(real.name + end)


def check_everything(path: Path, db: sqlite3.Connection) -> int:
    """Every page, and every link of every journal, from one state of the file; how many entries there are."""
    db.execute("BEGIN")
    found = one_value(db, "PRAGMA quick_check(1)")
    if found != "ok":
        raise damaged(path, found)
    count = 0
    for table, last in db.execute('SELECT id, (SELECT max(seq) FROM entries WHERE "table" = id) FROM tables'):
        chain = Chain(table)
        for first, until in pieces(1, last or 0):
            for entry in read(db, table, first, until):
                accept(path, chain, entry)
        if chain.seq != (last or 0):
            raise damaged(path, f"table {table}: entry {chain.seq + 1} is missing")
        count += chain.seq
    return count


def accept(path: Path, chain: Chain, entry: ChainedEntry) -> None:
    try:
        chain.accept(entry)
    except CheckFailed as problem:
        raise damaged(path, str(problem)) from problem


def make_durable(db: sqlite3.Connection, path: Path) -> None:
    if one_value(db, "PRAGMA journal_mode = WAL") != "wal":
        raise StoreUnavailable(f"{path}: this disk cannot keep a write-ahead log (a network drive?)")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute(f"PRAGMA journal_size_limit = {LONGEST_LOG}")
    db.execute("PRAGMA fullfsync = ON")  # macOS: an fsync that reaches the disk


def keep_little(db: sqlite3.Connection) -> None:
    """Old journals are hardly ever read again, so a large cache would only hold what has long been written."""
    db.execute(f"PRAGMA cache_size = -{CACHE_KB}")


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
