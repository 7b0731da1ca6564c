"""Servers over one PostgreSQL: games are kept, a table has one server at a time, and one that is cut off stops."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import asyncpg
import msgspec
import pytest

from slamdeck.measure.client import Client
from slamdeck.server.app import Server
from slamdeck.server.config import ServerConfig
from slamdeck.server.http.errors import Elsewhere
from slamdeck.server.operators import Health
from slamdeck.server.ops.address import OpsAddress
from slamdeck.server.store.contract import StoreProblem, StoreUnavailable
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.store import PostgresStore
from slamdeck.server.tables.lobby import NO_LEASE
from tests.server.evening import base_of, listening, play, until
from tests.server.store.postgres import is_there, new_database

pytestmark = pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")


@contextlib.asynccontextmanager
async def sharing(address: PostgresAddress, node: str, ops: OpsAddress | None = None) -> AsyncIterator[Server]:
    server = await Server.start(ServerConfig(port=0, db=address, node=node, ops=ops))
    try:
        yield server
    finally:
        await server.stop()


async def deal(ann: Client) -> str:
    code = await ann.open("slamwich", bots=["quick", "quick"], start=True)
    await ann.connect()
    return code


def test_a_game_outlives_its_server() -> None:
    async def evening() -> None:
        address = await new_database()
        async with sharing(address, "one") as server, Client(base_of(server), "Ann") as ann:
            code = await deal(ann)
            async with listening(ann):
                await until(lambda: ann.last > 3)
            before = server.lobby.tables[code].durable
        async with sharing(address, "two") as server:
            table = await server.lobby.find(code)
            assert table.durable >= before
            assert table.live.state.number == 1

    play(evening)


def test_a_table_is_at_one_server_at_a_time() -> None:
    async def evening() -> None:
        address = await new_database()
        async with (
            sharing(address, "one") as one,
            sharing(address, "two") as two,
            Client(base_of(one), "Ann") as ann,
            Client(base_of(two), "Bob") as bob,
        ):
            code = await ann.open("slamwich")
            with pytest.raises(Elsewhere):
                await two.lobby.take_over(code)
            await bob.get(f"/api/tables/{code}")
            assert code not in two.lobby.tables
            await one.lobby.put_to_sleep(one.lobby.tables[code])
            await bob.get(f"/api/tables/{code}")
            assert code in two.lobby.tables

    play(evening)


def test_two_servers_of_one_name_are_refused() -> None:
    async def evening() -> None:
        address = await new_database()
        async with sharing(address, "twin") as first, Client(base_of(first), "Ann") as ann:
            code = await ann.open("slamwich")
            with pytest.raises(StoreUnavailable, match="another server called twin uses this database"):
                await Server.start(ServerConfig(port=0, db=address, node="twin"))
            stored = await first.store.find(code)
            assert stored is not None
            assert stored.owner == "twin", "what is the first one's is left alone"
            async with sharing(address, "other") as other:
                assert list(other.lobby.peers.living) == ["twin"], "it was told to go"

    play(evening)


class CutOff:
    """The way to the database, which the test can cut."""

    def __init__(self, store: Any) -> None:
        assert isinstance(store, PostgresStore)
        self.store = store
        self.connected = store.session.connected

    def cut(self) -> None:
        async def nobody() -> Any:
            raise StoreUnavailable("cut off")

        self.store.session.connected = nobody  # type: ignore[method-assign]
        self.store.session.drop()

    def mend(self) -> None:
        self.store.session.connected = self.connected  # type: ignore[method-assign]


def test_a_server_that_cannot_renew_stands_still_before_others_take_over_and_goes_on_if_nobody_has() -> None:
    async def evening() -> None:
        address = await new_database()
        async with sharing(address, "one") as server, Client(base_of(server), "Ann") as ann:
            code = await deal(ann)
            table = server.lobby.tables[code]
            async with listening(ann):
                await until(lambda: ann.last > 0)
                way = CutOff(server.store)
                way.cut()
                await until(lambda: bool(table.frozen))
                await until(lambda: server.lobby.ownership.is_lost)
                way.mend()
                await until(lambda: not table.frozen)
                last = ann.last
                await until(lambda: ann.last > last)
            assert server.lobby.tables[code] is table

    play(evening)


def test_a_database_that_fails_later_is_named_to_the_operator(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        address = await new_database()
        async with sharing(address, "one", OpsAddress(host="127.0.0.1")) as server:
            assert await health(server) == (200, [])
            await may_only_be_read(server, address, "on")
            await until(lambda: server.lobby.ownership.is_lost)
            assert await health(server) == (503, [f"{address}: {ONLY_READ}"])
            await may_only_be_read(server, address, "off")
            await until(lambda: not server.lobby.ownership.is_lost)
            assert await health(server) == (200, [])
            assert isinstance(server.store, PostgresStore)
            server.store.session.address = PostgresAddress(f"{address.url}_gone")
            server.store.session.drop()
            await until(lambda: server.lobby.ownership.is_lost)
            assert await health(server) == (503, [f"{address}_gone: there is no such database (createdb makes one)"])
            server.store.session.address = address

    play(evening)
    assert caplog.text.count(f"leases are not renewed: {ONLY_READ}") == 1, "it is tried twice a second, and said once"


ONLY_READ = "the journal failed: the database may only be read"


async def may_only_be_read(server: Server, address: PostgresAddress, switch: str) -> None:
    """As when a standby has taken its place."""
    db = await asyncpg.connect(address.url)
    await db.execute("SET default_transaction_read_only = off")
    await db.execute(f"ALTER DATABASE {address.url.rpartition('/')[2]} SET default_transaction_read_only = {switch}")
    await db.close()
    assert isinstance(server.store, PostgresStore)
    server.store.session.drop()


async def health(server: Server) -> tuple[int, list[str]]:
    assert server.front.ops is not None
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{server.front.ops.port}/health") as answer:
        return answer.status, msgspec.json.decode(await answer.read(), type=Health).problems


def test_who_comes_while_a_table_stands_still_does_not_keep_it_from_going_on() -> None:
    async def evening() -> None:
        address = await new_database()
        async with (
            sharing(address, "one") as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Bob") as bob,
        ):
            code = await ann.open("slamwich")
            table = server.lobby.tables[code]
            await bob.join(code)
            way = CutOff(server.store)
            way.cut()
            await until(lambda: table.frozen == NO_LEASE)
            await bob.connect()
            await until(lambda: bool(table.unsaved))  # he has sat down, and nothing of it is stored
            way.mend()
            await until(lambda: not table.frozen and not table.unsaved)

    play(evening)


def test_a_server_whose_table_was_taken_over_lets_its_people_go() -> None:
    async def evening() -> None:
        address = await new_database()
        async with sharing(address, "one") as one, sharing(address, "two") as two:
            async with Client(base_of(one), "Ann") as ann:
                code = await ann.open("slamwich")
                await ann.connect()
                table = one.lobby.tables[code]
                await until(lambda: bool(table.wires))
                way = CutOff(one.store)
                way.cut()
                with contextlib.suppress(StoreProblem):
                    await one.lobby.ownership.renew()
                taken = await two.lobby.take_over(code)  # the dead connection is noticed at once
                assert taken.epoch == table.epoch + 1
                await until(lambda: table.frozen == NO_LEASE)
                way.mend()
                await until(lambda: code not in one.lobby.tables)
                assert table.stopped
            assert two.lobby.tables[code] is taken

    play(evening)


def test_it_is_a_database_like_any_other_to_a_whole_game() -> None:
    async def evening() -> None:
        address = await new_database()
        async with sharing(address, "one") as server, Client(base_of(server), "Ann") as ann:
            await deal(ann)
            async with listening(ann):
                player = asyncio.ensure_future(ann.play(slaps=0.1))
                await until(lambda: server.lobby.metrics.entries.value > 30)
                player.cancel()
            assert server.lobby.metrics.store_failures.value == 0

    play(evening)
