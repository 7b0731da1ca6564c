"""Several nodes over one database, as people meet them: whichever they reach, they sit at their table."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest

from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.measure.fairness.lines import LaneKind, both
from slamdeck.measure.fairness.live.relay import Relay
from slamdeck.server.app import Server
from slamdeck.server.cluster import forwarding
from slamdeck.server.cluster.cluster import Cluster
from slamdeck.server.cluster.passport import HEADER, Passports
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.http.answers import OpenTables, TableInfo, Ticket
from slamdeck.server.http.limits import Rate
from slamdeck.server.store.contract import NodeShown
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.table.messages import OpenUp
from tests.server.evening import base_of, farewell, listening, play, until
from tests.server.store.postgres import is_there, new_database
from tests.server.test_shared_database import CutOff

BENEFIT_OF_DOUBT_S = 10  # a database that has just started takes every node for alive: they are about to come back

pytestmark = pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")


@contextlib.asynccontextmanager
async def nodes(count: int, **more: object) -> AsyncIterator[list[Server]]:
    """So many that know each other."""
    address = await new_database()
    async with contextlib.AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(node(address, str(n), **more)) for n in range(count)]
        for server in servers:
            await server.lobby.peers.meet()
        yield servers


@contextlib.asynccontextmanager
async def node(address: PostgresAddress, name: str, **more: object) -> AsyncIterator[Server]:
    server = await Server.start(ServerConfig(port=0, db=address, node=name, **more))  # type: ignore[arg-type]
    try:
        yield server
    finally:
        await server.stop()


def owner_of(code: str, servers: list[Server]) -> Server:
    (owner,) = [server for server in servers if code in server.lobby.tables]
    return owner


def cluster_of(server: Server) -> Cluster:
    assert server.front.cluster is not None
    return server.front.cluster


def go_to(person: Client, server: Server) -> None:
    person.base = base_of(server)
    person.http.headers["Origin"] = person.base


async def at_another_node(servers: list[Server], person: Client, **more: object) -> tuple[str, Server, Server]:
    """A table, its node, and one that does not have it: there the person goes."""
    code = await person.open("slamwich", **more)
    owner = owner_of(code, servers)
    other = next(server for server in servers if server is not owner)
    go_to(person, other)
    return code, owner, other


# ---- finding one's table ---------------------------------------------------------------------------


def test_whichever_node_is_asked_the_table_is_found_and_played() -> None:
    async def evening() -> None:
        async with nodes(2) as servers, Client(base_of(servers[0]), "Ann") as ann:
            code, owner, other = await at_another_node(servers, ann, bots=["quick", "quick"], start=True)
            async with Client(base_of(other), "Bob") as bob:
                shown = msgspec.json.decode(await bob.get(f"/api/tables/{code}"), type=TableInfo)
                assert shown.host == "Ann"
                await bob.join(code, watch=True)
                await ann.connect()
                await bob.connect()
                async with listening(ann, bob):
                    await until(lambda: ann.last > 3 and bob.last > 3)
                    assert len(cluster_of(other).relays.open) == 2
                    playing = asyncio.ensure_future(ann.play(pace=(0.01, 0.02)))
                    await until(lambda: bool(ann.answers))
                    playing.cancel()
                assert not other.lobby.tables
                assert other.lobby.metrics.relaying.quantile(0.5) > 0
            await until(lambda: len(owner.lobby.tables[code].wires) == 1)

    play(evening)


def test_a_relayed_socket_ends_as_any_other_does() -> None:
    async def evening() -> None:
        async with nodes(2) as servers, Client(base_of(servers[0]), "Ann") as ann:
            code, owner, other = await at_another_node(servers, ann)
            await ann.connect()
            await until(lambda: bool(owner.lobby.tables[code].wires))
            await owner.lobby.close_table(owner.lobby.tables[code])
            assert (await farewell(ann)).error == "closed"
            await ann.hang_up()
            await until(lambda: not other.api.sockets.open and not owner.api.sockets.open)
            assert not cluster_of(other).relays.open

    play(evening)


def test_the_law_of_races_sees_the_whole_line_with_the_relay_in_it() -> None:
    """The way between two nodes is made long: the owner's pings measure it as part of the line."""

    async def evening() -> None:
        async with nodes(2) as servers, Client(base_of(servers[0]), "Ann") as ann:
            code, owner, other = await at_another_node(servers, ann)
            peer = other.lobby.peers.living[owner.lobby.ownership.node.name]
            host, _, port = peer.shown.addr.rpartition(":")
            async with Relay(both(LaneKind(30)), (host, int(port)), "between nodes") as line:
                ticket = await ann.ticket()
                peer.shown = msgspec.structs.replace(peer.shown, addr=f"{host}:{line.port}")
                other.lobby.peers.marked = lambda mark: peer  # type: ignore[method-assign]
                await ann.connect(ticket=ticket)
                async with listening(ann):
                    people = owner.lobby.tables[code].live.people
                    await until(lambda: any(one.link.trips for one in people.values()))
                    (presence,) = people.values()
                    assert presence.link.trip >= 60_000
                    assert presence.link.kernel_trip is None  # that would be the way to the other node only

    play(evening)


def test_where_nodes_have_addresses_of_their_own_tickets_lead_there() -> None:
    async def evening() -> None:
        async with nodes(2, public="https://one.example/") as servers, Client(base_of(servers[0]), "Ann") as ann:
            code, _, other = await at_another_node(servers, ann)
            ticket = msgspec.json.decode(await ann.post(f"/api/tables/{code}/ticket", {}), type=Ticket)
            assert ticket.at == "https://one.example"
            async with ann.http.get(base_of(other) + "/") as page:
                assert "connect-src 'self' wss://one.example;" in page.headers["Content-Security-Policy"]
            # Its pages may open sockets here.
            async with ann.http.ws_connect(base_of(other) + "/ws", headers={"Origin": "https://one.example"}):
                pass
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await ann.http.ws_connect(base_of(other) + "/ws", headers={"Origin": "https://two.example"})

    play(evening)


def test_records_and_refusals_are_the_same_from_every_node() -> None:
    async def evening() -> None:
        async with nodes(2) as servers, Client(base_of(servers[0]), "Ann") as ann:
            code, _, _ = await at_another_node(servers, ann)
            for path, error in ((f"/api/tables/{code}/record", "not_over"), ("/api/tables/00000000", "wrong_code")):
                with pytest.raises(ServerSaidNo) as refused:
                    await ann.get(path)
                assert refused.value.error == error

    play(evening)


def test_open_tables_of_all_nodes_are_listed_by_each() -> None:
    async def evening() -> None:
        async with (
            nodes(2) as servers,
            Client(base_of(servers[0]), "Ann") as ann,
            Client(base_of(servers[0]), "Bob") as bob,
        ):
            codes: list[str] = []
            for person in (ann, bob):
                codes.append(await person.open("slamwich"))
                await person.connect()
                await person.tell(OpenUp(True))
            tables = [table for server in servers for table in server.lobby.tables.values()]
            await until(lambda: all(table.live.output.listed for table in tables))
            for server in servers:
                go_to(ann, server)
                shown = msgspec.json.decode(await ann.get("/api/tables"), type=OpenTables)
                assert {one.code for one in shown.tables} == set(codes)

    play(evening)


def test_new_tables_are_opened_where_there_is_least_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "PLACE_S", 60.0)  # a busy computer takes its time

    async def evening() -> None:
        async with nodes(3) as servers, Client(base_of(servers[0]), "Ann") as ann:
            for _ in range(6):
                await ann.open("slamwich")
            counts = [len(server.lobby.tables) for server in servers]
            assert sum(counts) == 6
            assert all(counts)

    play(evening)


def test_todays_deal_is_one_deal_and_one_try_wherever_it_is_asked_for() -> None:
    async def evening() -> None:
        async with nodes(2) as servers, Client(base_of(servers[0]), "Ann") as ann:
            deals = [server.api.daily.deals for server in servers]
            day = deals[0].today
            assert deals[0].seed_of("slamwich", day) == deals[1].seed_of("slamwich", day)
            wanted: dict[str, object] = {"day": day, "name": "Ann"}
            before = await ann.post("/api/daily/slamwich", wanted)
            go_to(ann, servers[1])
            assert await ann.post("/api/daily/slamwich", wanted) == before
            # At the same moment at both: who comes second is led to the table of the first.
            info, short = deals[0].short_of("lowdown")
            await asyncio.gather(*(one.hands_of(info, short, day) for one in deals))
            first, second = await asyncio.gather(*(one.play("lowdown", day, "Ann", "somebody") for one in deals))
            assert first == second

    play(evening)


def test_what_waits_for_another_device_is_found_from_every_node() -> None:
    async def evening() -> None:
        async with nodes(2) as servers, aiohttp.ClientSession() as http:
            name = servers[0].api.profiles.transfers.put(b"sealed")
            async with http.post(base_of(servers[1]) + f"/api/transfers/{name}") as answer:
                assert await answer.read() == b"sealed"
            async with http.post(base_of(servers[1]) + f"/api/transfers/{name}") as answer:
                assert answer.status == 404

    play(evening)


# ---- limits and sessions ---------------------------------------------------------------------------


def test_wrong_codes_and_new_tables_are_counted_over_all_nodes() -> None:
    limits = Limits(wrong_codes=Rate(0.001, 4), opening=Rate(0.001, 3))

    async def evening() -> None:
        async with nodes(2, limits=limits) as servers:
            refused: list[str] = []
            for number in range(6):
                async with Client(base_of(servers[number % 2]), "Eve") as eve:
                    with pytest.raises(ServerSaidNo) as no:
                        await eve.get(f"/api/tables/0000000{number}")
                    refused.append(no.value.error)
            assert refused == ["wrong_code"] * 4 + ["too_many"] * 2
            for number in range(5):
                async with Client(base_of(servers[number % 2]), "Eve") as eve:
                    if number < 3:
                        await eve.open("slamwich")
                    else:
                        with pytest.raises(ServerSaidNo, match="too many new tables from here"):
                            await eve.open("slamwich")

    play(evening)


def test_nobody_opens_more_tables_by_going_from_node_to_node() -> None:
    async def evening() -> None:
        async with nodes(2, limits=Limits(tables_per_session=2)) as servers, Client(base_of(servers[0]), "Eve") as eve:
            codes = []
            for number in range(2):
                go_to(eve, servers[number])
                codes.append(await eve.open("slamwich"))
            before = await servers[0].store.tables()
            for server in servers:
                go_to(eve, server)
                with pytest.raises(ServerSaidNo, match="you have opened 2 tables already"):
                    await eve.open("slamwich")
            assert [one.table for one in await servers[0].store.tables()] == [one.table for one in before]
            owner = owner_of(codes[0], servers)
            await owner.lobby.put_to_sleep(owner.lobby.tables[codes[0]])
            await eve.open("slamwich")

    play(evening)


def test_who_asks_to_be_forgotten_is_forgotten_everywhere() -> None:
    async def evening() -> None:
        async with nodes(2) as servers, Client(base_of(servers[0]), "Ann") as ann:
            code, owner, other = await at_another_node(servers, ann)
            await ann.connect()
            await until(lambda: bool(owner.lobby.tables[code].wires))
            async with ann.http.delete(base_of(other) + "/api/session") as answer:
                assert answer.status == 204
            assert all(len(server.api.reception.sessions.forgotten) == 1 for server in servers)
            assert (await farewell(ann)).error == "forgotten"

    play(evening)


# ---- moving ----------------------------------------------------------------------------------------


def test_a_rolling_restart_costs_nobody_a_seat() -> None:
    """Each node is stopped when the next one is there; whoever sits at a table follows it."""

    async def evening() -> None:
        address = await new_database()
        before = await Server.start(ServerConfig(port=0, db=address, node="old"))
        async with Client(base_of(before), "Ann") as ann:
            code = await ann.open("slamwich", bots=["quick", "quick"], start=True)
            await ann.connect()
            for name in ("new", "newer"):
                after = await Server.start(ServerConfig(port=0, db=address, node=name))
                await before.lobby.peers.meet()
                async with listening(ann):
                    shown = ann.last
                    await until(lambda: ann.last > shown + 1)  # noqa: B023
                    epoch = before.lobby.tables[code].epoch
                    stopping = asyncio.ensure_future(before.stop())
                    await until(lambda: ann.closing is not None)
                assert ann.closing is not None
                assert (ann.closing.error, ann.closing.again) == ("moved", 0)
                taken = await after.lobby.take_over(code)  # at once: nobody waits for a lease
                assert taken.epoch == epoch + 1
                go_to(ann, after)
                await ann.connect()
                await stopping
                before = after
            async with listening(ann):
                await until(lambda: ann.table is not None and ann.table.yours == [0])
        await before.stop()

    play(evening)


def test_a_node_that_lost_the_database_sends_its_people_to_one_that_has_it() -> None:
    async def evening() -> None:
        async with nodes(2) as servers, Client(base_of(servers[0]), "Ann") as ann:
            code = await ann.open("slamwich", bots=["quick", "quick"], start=True)
            owner = owner_of(code, servers)
            other = next(server for server in servers if server is not owner)
            go_to(ann, owner)
            await ann.connect()
            table = owner.lobby.tables[code]
            await until(lambda: bool(table.wires))
            way = CutOff(owner.store)
            way.cut()
            assert (await farewell(ann)).error == "moved"
            async with ann.http.get(base_of(owner) + "/health") as answer:
                assert answer.status == 503
            await ann.hang_up()
            go_to(ann, other)
            await ann.connect()
            assert other.lobby.tables[code].epoch == table.epoch + 1
            way.mend()

    play(evening)


# ---- strangers -------------------------------------------------------------------------------------


def test_nobody_but_a_node_of_this_database_is_answered_inside() -> None:
    async def evening() -> None:
        async with nodes(2) as (one, two), aiohttp.ClientSession() as http:
            inside = f"http://{one.lobby.ownership.node.addr}/api/games"
            own = await Passports.load(one.store, "1")
            for passport, status in (
                ("", 404),
                (Passports(b"guessed", "1").write("0", "10.0.0.1", True), 404),
                (own.write("1", "10.0.0.1", True), 404),  # for another node
                (own.write("0", "10.0.0.1", True), 200),
            ):
                async with http.get(inside, headers={HEADER: passport}) as answer:
                    assert answer.status == status
            # On the public port it means nothing.
            said = {HEADER: own.write("0", "10.0.0.1", True), "Origin": "https://evil.example"}
            async with http.delete(base_of(one) + "/api/session", headers=said) as answer:
                assert answer.status == 403
            assert two.lobby.peers.living.keys() == {"0"}

    play(evening)


def test_nodes_that_start_together_sign_with_one_key() -> None:
    async def evening() -> None:
        async with nodes(2) as (one, two):
            found = await asyncio.gather(one.store.keep_first("k", b"1"), two.store.keep_first("k", b"2"))
            assert found[0] == found[1]
            assert one.api.reception.sessions.key == two.api.reception.sessions.key

    play(evening)


def test_a_node_that_went_without_a_word_is_not_among_the_living() -> None:
    async def evening() -> None:
        async with nodes(1) as (one,):
            await one.store.meet(NodeShown("ghost", "127.0.0.1:1", "", 0), 60_000)  # nobody holds the lock of that name
            patient = time.monotonic() + BENEFIT_OF_DOUBT_S
            while one.lobby.peers.living and time.monotonic() < patient:
                await asyncio.sleep(0.1)
                await one.lobby.peers.meet()
            assert not one.lobby.peers.living

    play(evening)
