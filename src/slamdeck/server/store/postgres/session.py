"""One connection to the database, made anew when it was lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from slamdeck.server.store.contract import ForeignDatabase, StoreUnavailable
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.opening import connect
from slamdeck.server.store.postgres.reasons import LOST, as_problem
from slamdeck.server.store.postgres.schema import SCHEMA

log = logging.getLogger("slamdeck.store")

Result = TypeVar("Result")
UNREACHABLE: Final = "the database cannot be reached at the moment"
CLOSE_S: Final = 2.0
PATIENCE_S: Final = 3.0
PAUSE_S: Final = 0.1
# A connection of ours that nobody answers may live on at the database's end, and hold the lock of our name.
END_FORMER: Final = f"""SELECT pg_terminate_backend(pid) FROM pg_locks WHERE pid = $2 AND locktype = 'advisory'
    AND (classid::bigint << 32 | objid::bigint) = {SCHEMA}.node_key($1)"""


class NameTaken(StoreUnavailable):
    """Another node of that name lives."""


class DatabaseSession:
    """Used by one at a time. `node`: whose it is, once that was announced."""

    def __init__(self, address: PostgresAddress) -> None:
        self.address = address
        self.db: Any = None
        self.node = ""
        self.lost = 0  # connections, so far
        self.said = ""  # what was wrong, since it was last right
        self.number = 0  # of the connection that is or was, as the database counts them

    async def connected(self) -> Any:
        """Raises StoreUnavailable."""
        if self.db is not None and not self.db.is_closed():
            return self.db
        if self.db is not None:
            self.lost += 1
        try:
            self.db = await connect(self.address)
        except (StoreUnavailable, ForeignDatabase) as problem:
            if self.said != str(problem):
                log.warning("%s", problem)
            self.said = str(problem)
            raise StoreUnavailable(UNREACHABLE) from problem  # players read this: where it is, is not their business
        self.said = ""
        before, self.number = self.number, self.db.get_server_pid()
        if self.node:
            await self.db.execute(END_FORMER, self.node, before)
            await self.show_alive(self.db, self.node)
        return self.db

    async def announce(self, node: str) -> None:
        """Others see from now on whether we live. Raises StoreUnavailable if one of that name does already: one that
        has just been killed is given a moment to be found dead."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                await self.show_alive(await self.connected(), node)
                break
            except NameTaken:
                if time.monotonic() > until:
                    raise
            await asyncio.sleep(PAUSE_S)
        self.node = node

    async def show_alive(self, db: Any, node: str) -> None:
        if not await db.fetchval(f"SELECT pg_try_advisory_lock({SCHEMA}.node_key($1))", node):
            self.drop()
            raise NameTaken(f"{self.address}: another server called {node} uses this database")

    async def do(self, work: Callable[[Any], Awaitable[Result]], failing: str) -> Result:
        """Raises StoreUnavailable: `failing`, and why."""
        try:
            return await work(await self.connected())
        except Exception as error:
            if isinstance(error, LOST):
                self.drop()
            problem = as_problem(error, failing)
            raise problem from problem.__cause__  # an error that stays as it is keeps its own

    def drop(self) -> None:
        """What it did last may have been done or not; another connection will tell."""
        if self.db is not None:
            self.db.terminate()

    async def close(self) -> None:
        if self.db is not None:
            with contextlib.suppress(*LOST, asyncio.CancelledError):
                await self.db.close(timeout=CLOSE_S)
            self.db.terminate()
