"""SQLite's error codes in plain words."""

from __future__ import annotations

import sqlite3
import zlib
from typing import Final

import msgspec

from slamdeck.server.store.contract import StoreDamaged, StoreProblem, StoreUnavailable

REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program keeps the database locked",
    sqlite3.SQLITE_LOCKED: "another program keeps the database locked",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_READONLY: "the database may not be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_PERM: "the file may not be opened",
}

DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def primary_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def reason_of(error: sqlite3.Error) -> str:
    return REASONS.get(primary_code(error), str(error))


def as_reading_problem(error: Exception) -> Exception:
    """What whoever asked for something to be read is told."""
    problem: StoreProblem
    if isinstance(error, zlib.error | msgspec.MsgspecError) or (
        isinstance(error, sqlite3.Error) and primary_code(error) in DAMAGE
    ):
        problem = StoreDamaged(f"the journal is damaged: {error}")
    elif isinstance(error, sqlite3.Error):
        problem = StoreUnavailable(f"the journal cannot be read: {reason_of(error)}")
    else:
        return error
    problem.__cause__ = error
    return problem


def as_problem(error: Exception) -> Exception:
    """What whoever asked for a write is told."""
    if isinstance(error, sqlite3.Error):
        problem = StoreUnavailable(f"the journal failed: {reason_of(error)}; nothing was stored")
        problem.__cause__ = error
        return problem
    return error
