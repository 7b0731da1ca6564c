"""Many tables that are claimed, looked for and read in one go, as when a node dies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from slamdeck.server.store.contract import StoreUnavailable, TableClosed, TableHeld
from slamdeck.server.store.postgres import leases
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.store import PostgresStore
from slamdeck.table.journal.chain import Chain
from tests.server.store.postgres import is_there
from tests.server.store.stories import LONG, some_entries
from tests.server.store.test_postgres import tell

pytestmark = pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")


def test_tables_that_are_claimed_together_have_their_own_fate_each() -> None:
    async def story(address: PostgresAddress) -> None:
        dead, living, two = [await PostgresStore.open(address) for _ in range(3)]
        for name, store in (("dead", dead), ("living", living), ("two", two)):
            await store.announce(name)
        for table, store, name in (("D", dead, "dead"), ("E", dead, "dead"), ("L", living, "living")):
            await store.open_table(table, name, "a:1", LONG)
        await living.open_table("OUT", "living", "a:1", 0)
        await two.close_table("C", await two.open_table("C", "two", "b:1", LONG))
        dead.session.drop()
        while await two.look(lambda db: db.fetchval("SELECT slamdeck.node_lives('dead')")):
            await asyncio.sleep(0.01)  # locks of a database that has just started say nothing
        names = ["D", "E", "L", "OUT", "C", "NEW"]
        claims = (two.open_table(table, "two", "b:1", LONG) for table in names)
        found = await asyncio.gather(*claims, return_exceptions=True)
        assert found[:2] == [2, 2]
        assert isinstance(found[2], TableHeld)
        assert (found[2].owner, 0 < found[2].left_ms <= LONG) == ("living", True)
        assert found[3] == 2
        assert isinstance(found[4], TableClosed)
        assert found[5] == 1
        for store in (dead, living, two):
            await store.close()

    tell(story)


def test_a_table_that_somebody_writes_to_holds_up_no_other_claim() -> None:
    """Neither one whose lock is held, nor one whose row is; each is claimed when that is over."""

    async def story(address: PostgresAddress) -> None:
        one, two = await PostgresStore.open(address), await PostgresStore.open(address)
        for table in ("A", "B", "C"):
            await one.open_table(table, "one", "a:1", 0)
        writing, renewing = [await asyncpg.connect(address.url) for _ in range(2)]
        over = asyncio.Event()

        async def hold(db: asyncpg.Connection, statement: str) -> None:
            async with db.transaction():
                await db.execute(statement)
                await over.wait()

        holding = [
            asyncio.create_task(hold(writing, "SELECT pg_advisory_xact_lock_shared(slamdeck.table_key('B'))")),
            asyncio.create_task(hold(renewing, "UPDATE slamdeck.tables SET lease_until = 0 WHERE id = 'C'")),
        ]
        await asyncio.sleep(0.1)
        claim_all = await two.look(lambda db: db.fetch(leases.CLAIM, ["A", "B", "C"], "two", "b:1", LONG, False))
        assert [(row["epoch"], row["waits"]) for row in claim_all] == [(2, False), (None, True), (None, True)]
        claims = [asyncio.create_task(two.open_table(table, "two", "b:1", LONG)) for table in ("B", "C")]
        await asyncio.sleep(0.05)
        assert not any(claim.done() for claim in claims)
        over.set()
        assert await asyncio.gather(*claims) == [2, 2]
        await asyncio.gather(*holding)
        for db in (writing, renewing):
            await db.close()
        await one.close()
        await two.close()

    tell(story)


def test_a_purse_that_many_take_from_at_once_is_counted_right() -> None:
    async def story(address: PostgresAddress) -> None:
        store = await PostgresStore.open(address)
        taken = [store.spend(purse, 1.0, 0.0001, 3.0) for purse in ("b", "a", "b", "b", "b")]
        looks = [store.spend("a", 0.0, 0.0001, 3.0) for _ in range(3)]
        left = [round(one or 0.0) for one in await asyncio.gather(*taken)]
        assert left == [2, 2, 1, 0, -1]
        assert {round(one or 0.0) for one in await asyncio.gather(*looks)} == {2}
        await store.close()

    tell(story)


def test_what_waits_for_a_connection_is_asked_as_one() -> None:
    async def story(address: PostgresAddress) -> None:
        store = await PostgresStore.open(address)
        codes = [f"T{number}" for number in range(20)]
        journals = {code: some_entries(Chain(code), 3) for code in codes}
        await asyncio.gather(*(store.open_table(code, "node", "here:1", LONG) for code in codes))
        await asyncio.gather(*(store.append(code, 1, journals[code]) for code in codes))
        asked = 0
        look = store.reader.do

        async def counted(work: Callable[[Any], Awaitable[Any]], failing: str) -> Any:
            nonlocal asked
            asked += 1
            return await look(work, failing)

        store.reader.do = counted  # type: ignore[method-assign]
        found = await asyncio.gather(*(store.find(code) for code in [*codes, "NONE"]))
        read = await asyncio.gather(*(store.read(code, 2, 9) for code in codes))
        assert [one.table if one else "" for one in found] == [*codes, ""]
        assert read == [journals[code][1:] for code in codes]
        assert asked <= 4
        await store.close()
        with pytest.raises(StoreUnavailable):
            await store.find(codes[0])

    tell(story)
