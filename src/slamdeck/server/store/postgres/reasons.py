"""PostgreSQL's and the network's errors in plain words. A password is in none of them."""

from __future__ import annotations

from typing import Final

import asyncpg

from slamdeck.server.store.contract import StoreUnavailable

# The connection is gone, or never was: another one may do.
LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.QueryCanceledError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InternalClientError,
)

REASONS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (asyncpg.DiskFullError, "the database's disk is full"),
    (asyncpg.TooManyConnectionsError, "the database has no more connections for us"),
    (asyncpg.ReadOnlySQLTransactionError, "the database may only be read"),
    (asyncpg.CannotConnectNowError, "the database is starting or stopping"),
    (asyncpg.AdminShutdownError, "the database was stopped"),
    (ConnectionRefusedError, "nobody listens there"),
    (TimeoutError, "it does not answer in time"),
    (asyncpg.InterfaceError, "the connection to the database is gone"),
    (asyncpg.ConnectionDoesNotExistError, "the connection to the database is gone"),
)


def reason_of(error: BaseException) -> str:
    for kind, words in REASONS:
        if isinstance(error, kind):
            return words
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def as_problem(error: Exception, what: str) -> Exception:
    """What whoever asked is told. `what`: such as "the journal failed"."""
    if isinstance(error, (*LOST, asyncpg.PostgresError)):
        problem = StoreUnavailable(f"{what}: {reason_of(error)}")
        problem.__cause__ = error
        return problem
    return error
