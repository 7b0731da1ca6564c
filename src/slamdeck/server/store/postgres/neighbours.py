"""What nodes know of each other: who lives, and what networks have used up at all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

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


class Spending(Struct, frozen=True, order=True):
    """What is taken out of a purse, or 0 to see what is in it."""

    purse: str
    cost: float
    per_second: float
    burst: float


SPEND: Final = f"""SELECT {SCHEMA}.spend(purse, cost, per_second, burst)
    FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) AS asked (purse, cost, per_second, burst)"""


async def spend_all(db: Any, asked: Sequence[Spending]) -> list[float]:
    """In the order of their names, or two nodes might wait for each other. Whoever only looks sees the same."""
    looks = {one for one in asked if not one.cost}
    numbered = [(one, number) for number, one in enumerate(asked) if one.cost]
    ordered = sorted([*((one, -1) for one in looks), *numbered])
    rows = await db.fetch(SPEND, *(list(column) for column in zip(*(astuple(one) for one, _ in ordered), strict=True)))
    found = {spent: row[0] for spent, row in zip(ordered, rows, strict=True)}
    return [found[one, number if one.cost else -1] for number, one in enumerate(asked)]


async def forget_purses(db: Any) -> None:
    await db.execute(f"DELETE FROM {SCHEMA}.purses WHERE filled < {NOW} - {FULL_AGAIN_MS}")
