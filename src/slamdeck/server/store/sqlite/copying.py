"""Backups, and back again. A copy appears under its name when it is complete, checked and on the disk, or not at all.

A backup may be made while a server runs: it reads one state of the database, beside the writer. So everything that was
acknowledged before it began is in it, and whatever comes later is not.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.sqlite.exclusive import hold
from slamdeck.server.store.sqlite.opening import check, check_everything, connect_reader, plain_problems
from slamdeck.server.store.sqlite.schema import one_value, prepare

PIECE_PAGES: Final = 1024  # 4 MB
SHARE: Final = 1.0  # of the disk's time is left to a server beside us, as much as we take
PATIENCE_S: Final = 10.0  # for a lock
FREE: Final = 10  # a tenth of a copy may be empty


class Copied(msgspec.Struct, frozen=True):
    """What is in a copy."""

    tables: int
    entries: int
    size: int  # bytes


def back_up(db: Path, copy: Path, replace: bool = False, nap: Callable[[float], None] = time.sleep) -> Copied:
    """Raises ForeignDatabase, StoreUnavailable and CheckFailed."""
    refuse_to_overwrite(copy, replace)
    if not db.exists():
        raise CheckFailed(f"{db}: there is no such database")
    if copy.exists() and copy.samefile(db):
        raise CheckFailed(f"{copy}: is the database itself")
    with plain_problems(db):
        check(db, PATIENCE_S)
    return make_copy(db, copy, nap)


def restore(copy: Path, db: Path, replace: bool = False) -> Copied:
    """The same way back, while no server uses the database; the backup is checked in full before anything happens."""
    if not copy.exists():
        raise CheckFailed(f"{copy}: there is no such backup")
    if db.exists() and db.samefile(copy):
        raise CheckFailed(f"{copy}: is the database itself")
    with plain_problems(copy):
        check(copy, PATIENCE_S)
    with hold(db):
        refuse_to_overwrite(db, replace)
        return make_copy(copy, db.resolve(), lambda _: None, before=fold_log)


def refuse_to_overwrite(path: Path, replace: bool) -> None:
    if path.is_dir():
        raise CheckFailed(f"{path}: is a folder")
    if path.exists() and not replace:
        raise CheckFailed(f"{path}: exists already (--force replaces it)")


def make_copy(
    origin: Path, target: Path, nap: Callable[[float], None], before: Callable[[Path], None] = lambda _: None
) -> Copied:
    """`before`: what has to be done about a file that is replaced."""
    part = target.with_name(target.name + ".part")
    with plain_problems(part):
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # hands and seeds will be in it
    try:
        with plain_problems(origin):
            copy_pages(origin, part, nap)
            copied = look_through(part, origin)
        with plain_problems(part):
            flush(part)
            before(target)
            part.replace(target)
            flush(target.parent)
        return copied
    finally:
        for leftover in (part, *(part.with_name(part.name + end) for end in ("-journal", "-wal", "-shm"))):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)


def copy_pages(origin: Path, part: Path, nap: Callable[[float], None]) -> None:
    """All from one state of the original, however long it takes, and with breaks for whoever else needs the disk."""
    began = time.monotonic()

    def after_piece(status: int, remaining: int, total: int) -> None:
        nonlocal began
        flush(part)
        nap(SHARE * (time.monotonic() - began))
        began = time.monotonic()

    with (
        # It could write, so that SQLite clears its log away afterwards if nobody else uses the file.
        contextlib.closing(connect_reader(origin, PATIENCE_S, "mode=rw")) as source,
        contextlib.closing(sqlite3.connect(part, isolation_level=None)) as target,
    ):
        source.execute("BEGIN")
        one_value(source, "SELECT count(*) FROM sqlite_master")  # from here on it does not change for us
        target.execute("PRAGMA synchronous = OFF")  # we see to that ourselves
        source.backup(target, pages=PIECE_PAGES, progress=after_piece)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it


def look_through(part: Path, origin: Path) -> Copied:
    """Every page and every journal of the copy. One of an older version is brought up to date first; room that was free
    is not kept."""
    with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as db:
        prepare(db)
        if FREE * one_value(db, "PRAGMA freelist_count") > one_value(db, "PRAGMA page_count"):
            db.execute("VACUUM")
        tables = one_value(db, "SELECT count(*) FROM tables")
        entries = check_everything(origin, db)
        db.rollback()
    return Copied(tables, entries, part.stat().st_size)


def fold_log(db: Path) -> None:
    """The log of a database that is replaced must not be taken for the new one's. Until that moment the old one stays
    whole, unless it is damaged anyway."""
    if not db.exists():
        return
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(db)) as old:
        old.execute("PRAGMA journal_mode = DELETE")
    for end in ("-wal", "-shm", "-journal"):
        db.with_name(db.name + end).unlink(missing_ok=True)


def flush(path: Path) -> None:
    """A file, or a folder with a new name in it, onto the disk."""
    if path.is_dir() and os.name == "nt":
        return  # knows no such thing
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
