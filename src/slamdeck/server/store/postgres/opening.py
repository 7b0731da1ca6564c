"""Opening a database: ours, a new one, or refused and left as it is."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import asyncpg

from slamdeck.server.store.contract import ForeignDatabase, StoreUnavailable
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.reasons import LOST, reason_of
from slamdeck.server.store.postgres.schema import MIGRATIONS, SCHEMA, SCHEMA_VERSION

CONNECT_S: Final = 4.0
COMMAND_S: Final = 4.0
PREPARE_S: Final = 4.0  # until we know what the database is; to bring it up to date may take as long as it likes
TURN_S: Final = 2.0
NO_DEADLINE_S: Final = 86_400.0
OLDEST_SERVER: Final = 13
MIGRATING: Final = 0x51A3DECC  # the lock of whoever brings a database up to date
SETTINGS: Final = {
    "application_name": "slamdeck",
    "synchronous_commit": "on",  # durable before visible, whatever the database's owner usually does
    "default_transaction_isolation": "read committed",
    "search_path": "pg_catalog",
    "idle_in_transaction_session_timeout": "10000",
    "tcp_user_timeout": "5000",  # a node whose machine is gone is found dead soon
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}


async def connect(address: PostgresAddress) -> Any:
    """Raises StoreUnavailable and ForeignDatabase, each naming the database."""
    try:
        return await asyncpg.connect(
            address.url, timeout=CONNECT_S, command_timeout=COMMAND_S, server_settings=SETTINGS
        )
    except asyncpg.InvalidCatalogNameError as error:
        raise ForeignDatabase(f"{address}: there is no such database (createdb makes one)") from error
    except asyncpg.InvalidAuthorizationSpecificationError as error:
        raise StoreUnavailable(f"{address}: does not let us in (user or password)") from error
    except LOST as error:
        raise StoreUnavailable(f"{address}: cannot be reached ({reason_of(error)})") from error
    except (asyncpg.PostgresError, ValueError) as error:
        raise StoreUnavailable(f"{address}: cannot be opened ({reason_of(error)})") from error


async def prepare(address: PostgresAddress) -> None:
    """Check it, and bring it up to date, all or nothing. Raises StoreUnavailable and ForeignDatabase."""
    until = time.monotonic() + PREPARE_S
    db = await connect(address)
    # Nothing else ends everything at once: who is only cancelled still asks for a rollback, and waits for that.
    patience = asyncio.get_running_loop().call_later(max(until - time.monotonic(), 0.0), db.terminate)
    try:
        check_server(address, db)
        await check_writable(address, db)
        async with db.transaction():
            await wait_for_turn(address, db)
            version = await version_of(address, db)
            patience.cancel()
            await bring_up_to_date(db, version)
    except asyncpg.InsufficientPrivilegeError as error:
        raise StoreUnavailable(f"{address}: this user may not do what is needed ({reason_of(error)})") from error
    except asyncpg.ReadOnlySQLTransactionError as error:
        raise StoreUnavailable(f"{address}: may only be read") from error
    except (*LOST, asyncpg.PostgresError) as error:
        reason = reason_of(error) if patience.cancelled() or time.monotonic() < until else reason_of(TimeoutError())
        raise StoreUnavailable(f"{address}: cannot be prepared ({reason})") from error
    finally:
        patience.cancel()
        db.terminate()
        await asyncio.sleep(0)


async def bring_up_to_date(db: Any, version: int) -> None:
    for migration in MIGRATIONS[version:]:
        await db.execute(migration, timeout=NO_DEADLINE_S)
    if version < SCHEMA_VERSION:
        await db.execute(f"UPDATE {SCHEMA}.version SET version = $1", SCHEMA_VERSION)


async def wait_for_turn(address: PostgresAddress, db: Any) -> None:
    """To bring it up to date. Raises StoreUnavailable if that takes long."""
    try:
        await db.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING, timeout=TURN_S)
    except TimeoutError as error:
        raise StoreUnavailable(
            f"{address}: somebody else is moving this database, or bringing it up to date"
        ) from error


def check_server(address: PostgresAddress, db: Any) -> None:
    major = db.get_server_version().major
    if major < OLDEST_SERVER:
        raise ForeignDatabase(f"{address}: is PostgreSQL {major}; Slamdeck needs {OLDEST_SERVER} or newer")


async def check_writable(address: PostgresAddress, db: Any) -> None:
    if await db.fetchval("SELECT current_setting('transaction_read_only')") == "on":
        raise StoreUnavailable(f"{address}: may only be read (a standby, or a read-only database)")


async def version_of(address: PostgresAddress, db: Any, unfinished: int = 0) -> int:
    """0: there is nothing of ours, and nothing of anybody else's in our place. A negative one belongs to a move that is
    not finished: whoever goes on with it asks for it (`unfinished`), everybody else is refused."""
    known = await db.fetchval("SELECT to_regnamespace($1) IS NOT NULL", SCHEMA)
    if not known:
        return 0
    if await db.fetchval("SELECT to_regclass($1) IS NULL", f"{SCHEMA}.version"):
        raise ForeignDatabase(f"{address}: has a schema called {SCHEMA} that is not Slamdeck's; it was left as it is")
    version = await db.fetchval(f"SELECT max(version) FROM {SCHEMA}.version")
    if isinstance(version, int) and version < 0:
        if version == unfinished:
            return version
        how = "begin again, after DROP SCHEMA slamdeck CASCADE" if unfinished else "slamdeck migrate goes on with it"
        raise ForeignDatabase(f"{address}: a move into this database was not finished ({how}); it was left as it is")
    if not isinstance(version, int) or version < 1:
        raise ForeignDatabase(f"{address}: is a damaged Slamdeck database (version {version}); it was left as it is")
    if version > SCHEMA_VERSION:
        raise ForeignDatabase(
            f"{address}: was written by a newer Slamdeck (version {version} of the database, "
            f"this one reads up to {SCHEMA_VERSION}); it was left as it is"
        )
    return version
