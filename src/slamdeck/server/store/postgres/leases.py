"""Whose a table is, by the database's clock. Each takes the writer's connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slamdeck.server.store.contract import StoredTable, StoreProblem, TableClosed, TableHeld
from slamdeck.server.store.fences import check_present
from slamdeck.server.store.postgres.schema import FORGOTTEN, SCHEMA

NOW: Final = f"{SCHEMA}.now_ms()"
RUNNING: Final = f"{SCHEMA}.running_ms()"
LOCK: Final = f"SELECT pg_advisory_xact_lock({SCHEMA}.table_key($1))"  # waits until appends under way have ended
CLAIM: Final = f"SELECT * FROM {SCHEMA}.claim($1, $2, $3, $4, $5)"
ABANDONED_MS: Final = 600_000  # a lease that ran out so long ago is nobody's any more


class Claim:
    """A table that somebody wants to own."""

    __slots__ = ("addr", "lease_ms", "owner", "table")

    def __init__(self, table: str, owner: str, addr: str, lease_ms: int) -> None:
        self.table = table
        self.owner = owner
        self.addr = addr
        self.lease_ms = lease_ms

    @property
    def terms(self) -> tuple[str, str, int]:
        return self.owner, self.addr, self.lease_ms


async def claim_all(db: Any, claims: Sequence[Claim], node: str) -> list[int | Exception]:
    """All that have the same terms by one statement. `node`: whose connection this is."""
    answers: dict[Claim, int | Exception] = {}
    for terms in {claim.terms: None for claim in claims}:
        some = [claim for claim in claims if claim.terms == terms]
        names = list({claim.table: None for claim in some})
        watched = terms[0] == node
        found = dict(zip(names, await db.fetch(CLAIM, names, *terms, watched), strict=True))
        for claim in some:
            row = found[claim.table]
            answers[claim] = await claimed_alone(db, claim, watched) if row["waits"] else claimed(claim.table, row)
    return [answers[claim] for claim in claims]


def claimed(table: str, row: Any) -> int | Exception:
    if row["epoch"] is not None:
        return int(row["epoch"])
    if row["closed"]:
        return TableClosed(f"table {table} was closed")
    return TableHeld(table, row["owner"], row["addr"], row["left_ms"])


async def claimed_alone(db: Any, claim: Claim, watched: bool) -> int | Exception:
    try:
        return await claim_alone(db, claim.table, *claim.terms, watched)
    except StoreProblem as problem:
        return problem


async def claim_alone(db: Any, table: str, owner: str, addr: str, lease_ms: int, watched: bool) -> int:
    """Waits for whoever writes there just now."""
    async with db.transaction():
        await db.execute(LOCK, table)
        row = await db.fetchrow(
            f"""SELECT owner, addr, epoch, closed, watched, lease_until - {NOW} AS left_ms
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
        held = row["owner"] not in ("", owner) and row["left_ms"] > 0
        if held and not (row["watched"] and await is_dead(db, row["owner"])):
            raise TableHeld(table, row["owner"], row["addr"], row["left_ms"])
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


async def find_tables(db: Any, tables: Sequence[str]) -> list[StoredTable | None]:
    rows = await db.fetch(f"{STORED} AND id = ANY ($1)", list(tables))
    found = {row["id"]: StoredTable(*row) for row in rows}
    return [found.get(table) for table in tables]


async def note_opener(db: Any, table: str, opener: str) -> int:
    opened: int = await db.fetchval(f"SELECT {SCHEMA}.note_opener($1, $2)", table, opener)
    return opened
