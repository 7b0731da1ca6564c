"""A move from a PostgreSQL database, or to one: its version is negative until then, and no server opens it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, Self

import asyncpg

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import ForeignDatabase, StoreUnavailable
from slamdeck.server.store.moving.contents import MovedEntry, MovedTable
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.keeping import kept
from slamdeck.server.store.postgres.leases import RUNNING
from slamdeck.server.store.postgres.opening import (
    MIGRATING,
    check_server,
    check_writable,
    connect,
    prepare,
    version_of,
)
from slamdeck.server.store.postgres.reasons import LOST, reason_of
from slamdeck.server.store.postgres.schema import FORGOTTEN, MIGRATIONS, SCHEMA, SCHEMA_VERSION
from slamdeck.table.journal.entries import ChainedEntry

UNFINISHED: Final = -SCHEMA_VERSION
TRIES: Final = 20
LONG_S: Final = 600.0  # for what looks at everything
TABLES: Final = f"""SELECT id, epoch, closed > 0, CASE owner WHEN '' THEN used ELSE $1 END,
        coalesce((SELECT max(seq) FROM {SCHEMA}.entries WHERE "table" = id), 0)
    FROM {SCHEMA}.tables WHERE closed <> {FORGOTTEN} ORDER BY id"""
# Servers say who they are; one that was there before us is seen, one that comes later waits for our lock.
OTHERS: Final = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'slamdeck' AND pid <> pg_backend_pid()"""


@contextlib.asynccontextmanager
async def alone(address: PostgresAddress) -> AsyncIterator[Any]:
    """A connection while no server uses the database. Raises StoreUnavailable and ForeignDatabase."""
    db = await connect(address)
    try:
        check_server(address, db)
        await check_writable(address, db)
        free = await db.fetchval("SELECT pg_try_advisory_lock($1)", MIGRATING)
        if not free or await anybody_else(db):
            raise StoreUnavailable(f"{address}: a Slamdeck server, or another move, is using this database")
        yield db
    except (*LOST, asyncpg.PostgresError) as error:
        raise StoreUnavailable(f"{address}: the move stopped ({reason_of(error)})") from error
    finally:
        db.terminate()


async def anybody_else(db: Any) -> bool:
    """A connection that has just been closed is seen for a moment longer."""
    for _ in range(TRIES):
        if not await db.fetchval(OTHERS):
            return False
        await asyncio.sleep(0.1)
    return True


class PostgresEnd:
    def __init__(self, address: PostgresAddress, db: Any, running: int) -> None:
        self.name = str(address)
        self.db = db
        self.ran = running  # when we came

    @classmethod
    async def at(cls, address: PostgresAddress, db: Any) -> Self:
        return cls(address, db, await db.fetchval(f"SELECT {RUNNING}"))

    async def tables(self) -> list[MovedTable]:
        return [MovedTable(*row) for row in await self.db.fetch(TABLES, await self.running(), timeout=LONG_S)]

    async def read(self, table: str, first: int, last: int) -> list[MovedEntry]:
        rows = await self.db.fetch(
            f"""SELECT epoch, seq, prev_hash, body FROM {SCHEMA}.entries
                WHERE "table" = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq""",
            *(table, first, last),
        )
        return [MovedEntry(epoch, ChainedEntry(*entry)) for epoch, *entry in rows]

    async def kept(self) -> dict[str, bytes]:
        return await kept(self.db, "")

    async def running(self) -> int:
        return self.ran


class PostgresSource(PostgresEnd):
    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, address: PostgresAddress) -> AsyncIterator[PostgresSource]:
        db = await connect(address)
        try:
            check_server(address, db)
            if not await version_of(address, db):
                raise CheckFailed(f"{address}: there is nothing of Slamdeck's in this database")
        finally:
            db.terminate()
        await prepare(address)  # one of an older version is brought up to date, as a server would
        async with alone(address) as db:
            yield await cls.at(address, db)


class PostgresTarget(PostgresEnd):
    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, address: PostgresAddress) -> AsyncIterator[PostgresTarget]:
        """Raises ForeignDatabase if it is anybody's already, and StoreUnavailable."""
        async with alone(address) as db:
            version = await version_of(address, db, unfinished=UNFINISHED)
            if version > 0:
                raise ForeignDatabase(
                    f"{address}: is a server's database already; a move makes a new one, and leaves what is there alone"
                )
            if version == 0:
                async with db.transaction():
                    for migration in MIGRATIONS:
                        await db.execute(migration)
                    await db.execute(f"UPDATE {SCHEMA}.version SET version = $1", UNFINISHED)
            yield await cls.at(address, db)

    def __init__(self, address: PostgresAddress, db: Any, running: int) -> None:
        super().__init__(address, db, running)
        self.transaction: Any = None

    async def running(self) -> int:
        return int(await self.db.fetchval(f"SELECT ms FROM {SCHEMA}.running"))

    async def begin_table(self, table: MovedTable) -> None:
        self.transaction = self.db.transaction()
        await self.transaction.start()
        await self.db.execute(
            f"""INSERT INTO {SCHEMA}.tables (id, owner, addr, epoch, lease_until, closed, watched, used)
                VALUES ($1, '', '', $2, 0, $3, false, $4)""",
            *(table.id, table.epoch, int(table.closed), table.used),
        )

    async def write(self, table: str, entries: Sequence[MovedEntry]) -> None:
        await self.db.copy_records_to_table(
            "entries",
            schema_name=SCHEMA,
            records=[(table, one.entry.seq, one.epoch, one.entry.prev, one.entry.body) for one in entries],
            columns=["table", "seq", "epoch", "prev_hash", "body"],
        )

    async def end_table(self) -> None:
        await self.transaction.commit()

    async def drop_table(self, table: str) -> None:
        async with self.db.transaction():
            await self.db.execute(f'DELETE FROM {SCHEMA}.entries WHERE "table" = $1', table, timeout=LONG_S)
            await self.db.execute(f"DELETE FROM {SCHEMA}.tables WHERE id = $1", table)

    async def write_rest(self, kept: dict[str, bytes], running: int) -> None:
        async with self.db.transaction():
            await self.db.execute(f"DELETE FROM {SCHEMA}.kept")
            await self.db.executemany(f"INSERT INTO {SCHEMA}.kept VALUES ($1, $2)", list(kept.items()))
            await self.db.execute(f"UPDATE {SCHEMA}.running SET ms = $1, noted_at = NULL", running)

    async def finish(self) -> None:
        await self.db.execute(f"UPDATE {SCHEMA}.version SET version = $1", SCHEMA_VERSION)
