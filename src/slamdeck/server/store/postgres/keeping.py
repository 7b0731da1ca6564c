"""What is kept: a few things of the server's own, and tables for as long as somebody wants them."""

from __future__ import annotations

import logging
from typing import Any, Final

from slamdeck.server.store.contract import Keeping
from slamdeck.server.store.postgres.leases import LOCK, NOW, RUNNING
from slamdeck.server.store.postgres.schema import FORGOTTEN, LONGEST_GAP_MS, SCHEMA

log = logging.getLogger("slamdeck.store")

ROWS_DELETED: Final = 256  # in one step
OF_A_ROW: Final = 120  # bytes, besides its body

# The clock by which tables are kept stands still while no server runs.
NOTE: Final = f"""UPDATE {SCHEMA}.running SET noted_at = {NOW},
    ms = ms + coalesce(least(greatest({NOW} - noted_at, 0), {LONGEST_GAP_MS}), 0)"""
STAND_STILL: Final = f"UPDATE {SCHEMA}.running SET noted_at = NULL"


async def note_running(db: Any) -> None:
    await db.execute(NOTE)


async def stand_still(db: Any) -> None:
    """A server stops. Those beside it lose a minute of the clock at most."""
    async with db.transaction():
        await db.execute(NOTE)
        await db.execute(STAND_STILL)


async def keep(db: Any, name: str, value: bytes | None) -> None:
    if value is None:
        await db.execute(f"DELETE FROM {SCHEMA}.kept WHERE name = $1", name)
    else:
        await db.execute(
            f"INSERT INTO {SCHEMA}.kept VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2", name, value
        )


async def keep_first(db: Any, name: str, value: bytes) -> bytes:
    async with db.transaction():
        await db.execute(f"INSERT INTO {SCHEMA}.kept VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name, value)
        found: bytes = await db.fetchval(f"SELECT value FROM {SCHEMA}.kept WHERE name = $1", name)
        return found


async def kept(db: Any, beginning: str) -> dict[str, bytes]:
    rows = await db.fetch(f"SELECT name, value FROM {SCHEMA}.kept WHERE starts_with(name, $1)", beginning)
    return {row["name"]: row["value"] for row in rows}


async def kept_names(db: Any, beginning: str) -> list[str]:
    rows = await db.fetch(f"SELECT name FROM {SCHEMA}.kept WHERE starts_with(name, $1)", beginning)
    return [row["name"] for row in rows]


async def table_to_forget(db: Any, keeping: Keeping) -> str | None:
    """One that is half forgotten, or has rested longest, if that is too long or there is too much."""
    row = await db.fetchrow(
        f"""SELECT id, closed, {RUNNING} - used AS rested FROM {SCHEMA}.tables WHERE owner = '' ORDER BY used LIMIT 1"""
    )
    if row is None:
        return None
    wanted = row["closed"] == FORGOTTEN or row["rested"] > keeping.rest_ms
    if not wanted and keeping.most_bytes:
        wanted = await db.fetchval(f"SELECT sum(bytes) > $1 FROM {SCHEMA}.tables", keeping.most_bytes) is True
    return row["id"] if wanted else None


async def table_to_weigh(db: Any) -> tuple[str, int] | None:
    """One at rest of which nobody knows yet how much room it takes, and how much that is."""
    table = await db.fetchval(f"SELECT id FROM {SCHEMA}.tables WHERE owner = '' AND bytes IS NULL LIMIT 1")
    if table is None:
        return None
    size = await db.fetchval(
        f'SELECT coalesce(sum(length(body) + {OF_A_ROW}), 0)::bigint FROM {SCHEMA}.entries WHERE "table" = $1', table
    )
    return table, size


async def note_weight(db: Any, table: str, size: int) -> None:
    await db.execute(f"UPDATE {SCHEMA}.tables SET bytes = $2 WHERE id = $1 AND owner = ''", table, size)


async def forget(db: Any, table: str) -> bool:
    """A part of its journal; with the last part, the table itself. From the first part on nobody finds it. True if
    there is more."""
    async with db.transaction():
        await db.execute(LOCK, table)
        begun = await db.execute(
            f"""UPDATE {SCHEMA}.tables SET closed = {FORGOTTEN}, used = 0
                WHERE id = $1 AND owner = '' AND closed <> {FORGOTTEN}""",
            table,
        )
        if await db.fetchval(f"SELECT closed FROM {SCHEMA}.tables WHERE id = $1", table) != FORGOTTEN:
            return False  # somebody has opened it since
        if begun == "UPDATE 1":
            log.info("table %s is forgotten", table)
        deleted = await db.execute(
            f"""DELETE FROM {SCHEMA}.entries WHERE "table" = $1 AND seq IN
                (SELECT seq FROM {SCHEMA}.entries WHERE "table" = $1 LIMIT {ROWS_DELETED})""",
            table,
        )
        if deleted == "DELETE 0":
            await db.execute(f"DELETE FROM {SCHEMA}.tables WHERE id = $1", table)
        return bool(deleted != "DELETE 0")


async def is_gone(db: Any, table: str) -> bool:
    return await db.fetchval(f"SELECT 1 FROM {SCHEMA}.tables WHERE id = $1", table) is None
