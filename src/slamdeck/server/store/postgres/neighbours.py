"""What nodes know of each other: who lives, and what networks have used up at all of them together."""

from __future__ import annotations

from typing import Any, Final

from slamdeck.server.store.contract import NodeShown
from slamdeck.server.store.postgres.leases import NOW
from slamdeck.server.store.postgres.schema import SCHEMA

FULL_AGAIN_MS: Final = 3_600_000  # a purse from which nobody has taken for so long says nothing any more

NOTE: Final = f"""INSERT INTO {SCHEMA}.nodes VALUES ($1, $2, $3, $4, {NOW} + $5)
    ON CONFLICT (name) DO UPDATE SET addr = $2, public = $3, load = $4, lease_until = {NOW} + $5"""
OTHERS: Final = f"""SELECT name, addr, public, load, lease_until - {NOW} FROM {SCHEMA}.nodes
    WHERE name <> $1 AND lease_until > {NOW} AND {SCHEMA}.node_lives(name) ORDER BY name"""


async def meet(db: Any, node: NodeShown, lease_ms: int) -> list[NodeShown]:
    await db.execute(NOTE, node.name, node.addr, node.public, node.load, lease_ms)
    return [NodeShown(*row) for row in await db.fetch(OTHERS, node.name)]


async def part(db: Any, name: str) -> None:
    await db.execute(f"DELETE FROM {SCHEMA}.nodes WHERE name = $1", name)


async def spend(db: Any, purse: str, cost: float, per_second: float, burst: float) -> float:
    left: float = await db.fetchval(f"SELECT {SCHEMA}.spend($1, $2, $3, $4)", purse, cost, per_second, burst)
    return left


async def forget_purses(db: Any) -> None:
    await db.execute(f"DELETE FROM {SCHEMA}.purses WHERE filled < {NOW} - {FULL_AGAIN_MS}")
