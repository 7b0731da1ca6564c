"""Whose a table is, by the database's clock. Each takes the writer's connection."""

from __future__ import annotations

from typing import Any, Final

from slamdeck.server.store.contract import StoredTable, TableClosed, TableHeld
from slamdeck.server.store.fences import check_present
from slamdeck.server.store.postgres.schema import FORGOTTEN, SCHEMA

NOW: Final = f"{SCHEMA}.now_ms()"
RUNNING: Final = f"{SCHEMA}.running_ms()"
LOCK: Final = f"SELECT pg_advisory_xact_lock({SCHEMA}.table_key($1))"  # waits until appends under way have ended
ABANDONED_MS: Final = 600_000  # a lease that ran out so long ago is nobody's any more


async def claim(db: Any, table: str, owner: str, addr: str, lease_ms: int, watched: bool) -> int:
    async with db.transaction():
        await db.execute(LOCK, table)
        row = await db.fetchrow(
            f"""SELECT owner, addr, epoch, closed, watched, lease_until > {NOW} AS leased
                FROM {SCHEMA}.tables WHERE id = $1""",
            table,
        )
        if row is None:
            await db.execute(
                f"""INSERT INTO {SCHEMA}.tables (id, owner, addr, epoch, lease_until, watched, used)
                    VALUES ($1, $2, $3, 1, {NOW} + $4, $5, {RUNNING})""",
                *(table, owner, addr, lease_ms, watched),
            )
            return 1
        if row["closed"]:
            raise TableClosed(f"table {table} was closed")
        held = row["owner"] not in ("", owner) and row["leased"]
        if held and not (row["watched"] and await is_dead(db, row["owner"])):
            raise TableHeld(table, row["owner"], row["addr"])
        epoch: int = await db.fetchval(
            f"""UPDATE {SCHEMA}.tables SET owner = $2, addr = $3, epoch = epoch + 1, lease_until = {NOW} + $4,
                watched = $5, used = {RUNNING}, bytes = NULL WHERE id = $1 RETURNING epoch""",
            *(table, owner, addr, lease_ms, watched),
        )
        return epoch


async def is_dead(db: Any, owner: str) -> bool:
    """Whoever lives holds the lock of its name."""
    return not await db.fetchval(f"SELECT {SCHEMA}.node_lives($1)", owner)


async def prolong(db: Any, owner: str, lease_ms: int) -> list[str]:
    """A lease that ran out unnoticed is alive again, unless somebody else has opened the table."""
    rows = await db.fetch(
        f"UPDATE {SCHEMA}.tables SET lease_until = {NOW} + $2 WHERE owner = $1 AND owner <> '' RETURNING id",
        *(owner, lease_ms),
    )
    return sorted(row["id"] for row in rows)


GIVEN_BACK: Final = f"""UPDATE {SCHEMA}.tables
    SET owner = '', addr = '', lease_until = least(lease_until, {NOW}), used = {RUNNING}, bytes = NULL"""


async def give_back(db: Any, table: str, epoch: int, closed: bool = False) -> None:
    async with db.transaction():
        await db.execute(LOCK, table)
        check_present(table, epoch, await db.fetchval(f"SELECT epoch FROM {SCHEMA}.tables WHERE id = $1", table))
        await db.execute(f"{GIVEN_BACK}, closed = greatest(closed, $2) WHERE id = $1", table, int(closed))


async def give_all_back(db: Any, owner: str) -> None:
    await db.execute(f"{GIVEN_BACK} WHERE owner = $1 AND owner <> ''", owner)


async def give_abandoned_back(db: Any) -> None:
    """Those of nodes that never came back rest from now on, or nobody would ever forget them."""
    await db.execute(f"{GIVEN_BACK} WHERE owner <> '' AND lease_until < {NOW} - {ABANDONED_MS}")


STORED: Final = f"""SELECT id, owner, addr, epoch, lease_until,
        coalesce((SELECT max(seq) FROM {SCHEMA}.entries WHERE "table" = id), 0), closed > 0,
        CASE owner WHEN '' THEN greatest(0, {RUNNING} - used) ELSE 0 END
    FROM {SCHEMA}.tables WHERE closed <> {FORGOTTEN}"""


async def list_tables(db: Any) -> list[StoredTable]:
    return [StoredTable(*row) for row in await db.fetch(f"{STORED} ORDER BY id")]


async def find_table(db: Any, table: str) -> StoredTable | None:
    row = await db.fetchrow(f"{STORED} AND id = $1", table)
    return StoredTable(*row) if row is not None else None
