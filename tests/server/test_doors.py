"""The door: what is too much is refused before anything is done for it, and locks nobody else out."""

from __future__ import annotations

import asyncio
import sys

import aiohttp
import pytest

from slamdeck.measure.client import Client
from slamdeck.server.config import Limits
from slamdeck.server.http.errors import Refusing
from slamdeck.server.http.limits import MOST_OWED, Account, Accounts, Bucket, NetworkRates, Networks, Rate, Rates
from slamdeck.server.ops import open_files
from slamdeck.server.socket.connection import Connection
from slamdeck.server.socket.frames import TEXT, masked
from slamdeck.table.messages import Act, Emote
from tests.server.evening import base_of, farewell, listening, play, serving, until
from tests.server.raw import MASK, connect, connected, pongs

ELSEWHERE = "127.0.0.2"  # another network
needs_addresses = pytest.mark.skipif(sys.platform != "linux", reason="one computer has only one loopback address there")


# ---- connections -----------------------------------------------------------------------------------


def test_half_open_requests_end_and_lock_nobody_out() -> None:
    async def evening() -> None:
        limits = Limits(half_open_per_network=10, header_s=2.0)
        async with serving(limits=limits) as server, connected(server, 40) as many:
            for one in many:
                await one.say(b"GET / HTTP/1.1\r\nHost: ")
            assert server.front.door is not None
            await until(lambda: server.front.door is not None and len(server.front.door.waiting) <= 10)
            honest = await connect(server)
            assert b" 200 OK" in await honest.ask("/health")
            await honest.hang_up()
            for one in many:
                assert await one.is_cut_off()

    play(evening)


@needs_addresses
def test_half_open_requests_of_all_networks_together_lock_nobody_out() -> None:
    async def evening() -> None:
        limits = Limits(half_open=20, header_s=60)
        async with serving(limits=limits) as server, connected(server, 15) as some, connected(server, 15, ELSEWHERE):
            honest = await connect(server, "127.0.0.3")
            assert b" 200 OK" in await honest.ask("/health")
            await honest.hang_up()
            for one in some[:10]:
                assert await one.is_cut_off(), "who waits longest makes way"

    play(evening)


def test_who_trickles_headers_is_cut_off() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(header_s=0.4)) as server, connected(server, 1) as (slow,):
            await slow.say(b"GET / HTTP/1.1\r\n")
            for number in range(8):
                await slow.say(f"X-{number}: 1\r\n".encode())
                await asyncio.sleep(0.1)
            assert await slow.is_cut_off()
            assert server.api.reception.events.counts == {"half-open request": 1}

    play(evening)


def test_who_never_ends_the_headers_is_cut_off() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(header_bytes=20_000)) as server, connected(server, 1) as (endless,):
            await endless.say(b"GET / HTTP/1.1\r\n")
            for number in range(6):
                await endless.say(f"X-{number}: {'x' * 5000}\r\n".encode())
                await asyncio.sleep(0.01)
            assert await endless.is_cut_off()
            assert server.api.reception.events.counts == {"endless headers": 1}

    play(evening)


def test_a_second_request_has_a_deadline_too_and_silence_ends() -> None:
    async def evening() -> None:
        limits = Limits(header_s=1.5, idle_s=1.5)
        async with serving(limits=limits) as server, connected(server, 2) as (slow, silent):
            for one in (slow, silent):
                assert b" 200 OK" in await one.ask("/health")
            await slow.say(b"GET / HTTP/1.1\r\nHost: ")
            assert await slow.is_cut_off()
            assert await silent.is_cut_off()

    play(evening)


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(body_s=0.3)) as server, connected(server, 1) as (slow,):
            answer = await slow.ask("/api/tables", "Content-Length: 100", method="POST")
            assert b" 408 " in answer
            assert await slow.is_cut_off()

    play(evening)


def test_no_request_lasts_for_ever() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(request_s=0.5)) as server, connected(server, 1) as (one,):
            await one.say(b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
            assert await one.is_cut_off()

    play(evening)


def test_idle_connections_make_way_for_new_ones_of_their_network() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(connections_per_network=5)) as server:
            many = []
            for _ in range(20):
                many.append(await connect(server))
                answer = await many[-1].ask("/health")
                assert b" 200 OK" in answer, "the newest is always served"
            assert server.front.door is not None
            assert len(server.front.door.all) == 5
            for one in many:
                await one.hang_up()

    play(evening)


@needs_addresses
def test_too_many_connections_at_once_are_refused_to_their_network_alone() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(connecting=Rate(0.001, 10))) as server, connected(server, 10) as many:
            assert b" 200 OK" in await many[-1].ask("/health")
            refused = await connect(server)
            assert await refused.ask("/health") == b""
            await refused.hang_up()
            honest = await connect(server, ELSEWHERE)
            assert b" 200 OK" in await honest.ask("/health")
            await honest.hang_up()

    play(evening)


@needs_addresses
def test_too_many_requests_are_told_so_and_then_not_even_read() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(requests=Rate(0.001, 20))) as server, connected(server, 1) as (greedy,):
            answers = [await greedy.ask("/health") for _ in range(21)]
            assert all(b" 200 OK" in answer for answer in answers[:20])
            assert b" 429 " in answers[20]
            told = 0
            for _ in range(40):
                again = await connect(server)
                told += b" 429 " in await again.ask("/health")
                await again.hang_up()
            assert told < 25
            honest = await connect(server, ELSEWHERE)
            assert b" 200 OK" in await honest.ask("/health")
            await honest.hang_up()

    play(evening)


@needs_addresses
def test_too_many_bytes_are_not_read() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(traffic=Rate(1, 200_000))) as server, connected(server, 1) as (greedy,):
            await greedy.say(b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n")
            for _ in range(30):
                await greedy.say(b"x" * 20_000)
            assert await greedy.is_cut_off()
            honest = await connect(server, ELSEWHERE)
            assert b" 200 OK" in await honest.ask("/health")
            await honest.hang_up()

    play(evening)


def test_a_pipeline_of_requests_is_charged_one_by_one() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(requests=Rate(0.001, 50))) as server, connected(server, 1) as (one,):
            await one.say(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)
            assert await one.is_cut_off()
            assert server.lobby.metrics.refusals.value <= 40

    play(evening)


def test_as_many_files_as_the_system_gives() -> None:
    assert open_files.raise_limit() >= 16


# ---- sockets ---------------------------------------------------------------------------------------


def only_socket(connections: set[Connection]) -> Connection:
    (connection,) = connections
    return connection


def test_a_flood_of_pongs_is_cut_off_after_a_few_hundred() -> None:
    async def evening() -> None:
        async with serving() as server, connected(server, 1) as (one,):
            assert b" 101 " in await one.become_a_socket(server)
            connection = only_socket(server.api.sockets.open)
            for _ in range(50):
                await one.say(pongs(2_000))
            assert await one.is_cut_off()
            assert connection.dropped <= Limits().flood + 1, "what came after that was not even looked at"
            assert server.lobby.metrics.dropped_frames.value <= Limits().flood + 1

    play(evening)


def test_a_flood_of_pieces_of_frames_is_cut_off_too() -> None:
    async def evening() -> None:
        limits = Limits(messages=Rate(40, 20), flood=20)
        async with serving(limits=limits) as server, connected(server, 1) as (one,):
            await one.become_a_socket(server)
            whole = masked(TEXT, b"x" * 1500, MASK)
            for at in range(len(whole) - 1):
                await one.say(whole[at : at + 1])
                await asyncio.sleep(0)
                if one.reader.at_eof():
                    break
            assert await one.is_cut_off()
            assert server.lobby.metrics.dropped_frames.value > 0

    play(evening)


def test_an_honest_player_s_pongs_are_free() -> None:
    async def evening() -> None:
        limits = Limits(ping_idle_s=0.02, messages=Rate(0.001, 30))
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            async with listening(ann):
                await until(lambda: bool(server.lobby.tables[code].wires))
                connection = only_socket(server.api.sockets.open)
                await until(lambda: connection.measured > 60)
                assert connection.dropped == 0

    play(evening)


def test_messages_are_charged_to_the_network_and_to_the_session_as_well() -> None:
    async def evening() -> None:
        for limits in (Limits(messages_per_network=Rate(0.001, 10)), Limits(messages_per_session=Rate(0.001, 10))):
            async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
                await ann.open("slamwich")
                await ann.connect()
                for _ in range(30):
                    await ann.tell(Emote("wow"))
                metrics = server.lobby.metrics
                await until(lambda metrics=metrics: metrics.dropped_frames.value >= 20)  # type: ignore[misc]

    play(evening)


def test_sockets_are_counted_by_network_and_by_session() -> None:
    async def evening() -> None:
        limits = Limits(sockets_per_network=3, sockets_per_session=2)
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            await ann.open("slamwich")
            await ann.connect()
            await ann.open("slamwich")
            second, ann.ws = ann.ws, None
            await ann.connect()
            third, ann.ws = ann.ws, None
            await ann.open("slamwich")
            await ann.connect()
            assert (await farewell(ann)).error == "too_many"
            for ws in (second, third):
                assert ws is not None
                await ws.close()
            await until(lambda: not server.api.sockets.open)
            assert not server.api.reception.browsers.present
            async with Client(base_of(server), "Bob") as bob:
                sockets = []
                for _ in range(3):
                    await bob.open_socket()
                    sockets.append(bob.ws)
                with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                    await bob.open_socket()
                assert caught.value.status == 429
                for ws in sockets:
                    assert ws is not None
                    await ws.close()

    play(evening)


@needs_addresses
def test_a_network_keeps_so_many_tables_awake_and_is_in_nobody_s_way() -> None:
    async def evening() -> None:
        limits = Limits(tables_per_network=2)
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            sockets = []
            for _ in range(2):
                await ann.open("slamwich")
                await ann.connect()
                sockets.append(ann.ws)
                ann.ws = None
            third = await ann.open("slamwich")
            await ann.connect()
            assert (await farewell(ann)).error == "too_many"
            ann.ws = None
            async with Client(base_of(server), "Bob") as bob:
                await bob.http.close()
                elsewhere = aiohttp.TCPConnector(local_addr=(ELSEWHERE, 0))
                jar = aiohttp.CookieJar(unsafe=True)
                bob.http = aiohttp.ClientSession(connector=elsewhere, cookie_jar=jar, headers={"Origin": bob.base})
                await bob.join(third)
                await bob.connect()
                await until(lambda: len(server.lobby.tables[third].wires) == 1)
                await ann.connect()  # the table is awake anyway
                await until(lambda: len(server.lobby.tables[third].wires) == 2)

    play(evening)


def test_who_has_left_keeps_no_table_awake() -> None:
    rate = Rate(1, 1)
    networks = Networks(NetworkRates(rate, rate, rate, rate, rate), most=20, per_site=2)
    home = networks.of("2001:db8:1:1::/64", 0.0)
    beside = networks.of("2001:db8:1:2::/64", 0.0)
    home.comes_to("A")
    home.comes_to("A")
    assert home.may_keep_awake("A", most=1, per_site=2)
    assert not home.may_keep_awake("B", most=1, per_site=2)
    beside.comes_to("B")
    assert not networks.of("2001:db8:1:3::/64", 0.0).may_keep_awake("C", most=1, per_site=2), "a site counts as two"
    home.leaves("A")
    assert not home.may_keep_awake("B", most=1, per_site=2)
    home.leaves("A")
    assert home.may_keep_awake("C", most=1, per_site=2)
    assert networks.of("2001:db8:1:3::/64", 0.0).may_keep_awake("C", most=1, per_site=2)


def test_what_a_network_may_have_written_down_is_bounded() -> None:
    async def evening() -> None:
        limits = Limits(inputs_per_network=Rate(0.001, 3))
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            await ann.open("slamwich", bots=["kid"])
            await ann.connect()
            for id in range(10):
                await ann.tell(Act(n=0, t=None, c=1, id=id, do="toss"))
            await until(lambda: server.lobby.metrics.dropped_frames.value == 7)

    play(evening)


def test_a_socket_offers_no_compression() -> None:
    async def evening() -> None:
        async with serving() as server, aiohttp.ClientSession(headers={"Origin": base_of(server)}) as http:
            ws = await http.ws_connect(base_of(server) + "/ws", compress=15)
            assert ws.compress == 0
            await ws.close()

    play(evening)


# ---- accounts --------------------------------------------------------------------------------------


def account(name: str, now: float) -> Account:
    rate = Rate(1, 2)
    return Account(name, Bucket(rate, now), Bucket(rate, now))


def test_accounts_of_those_who_are_here_are_not_forgotten() -> None:
    accounts = Accounts(account, most=2)
    here = accounts.of("here", 0.0)
    accounts.hold(here)
    here.requests.take(0.0)
    for number in range(10):
        accounts.of(f"passer-by {number}", 0.0).requests.take(0.0)
    assert len(accounts.absent) == 2
    assert accounts.of("here", 0.0) is here
    accounts.let_go(here)
    assert accounts.of("here", 0.0) is here
    for number in range(10):
        accounts.of(f"passer-by {number}", 0.0).requests.take(0.0)
    assert accounts.of("here", 0.0) is not here


def test_who_has_used_nothing_up_is_not_remembered() -> None:
    """A day of passers-by leaves nothing behind: what fills up again in a minute is kept for about a minute."""
    rate = Rate(1, 60)
    accounts = Networks(NetworkRates(rate, rate, rate, rate, rate), most=10_000, per_site=8)
    rates = Rates(rate, "tables", most=10_000, site=8)
    for second in range(3_000):
        for name in (f"192.0.2.{second}", f"2001:db8:{second // 50:x}:{second:x}::/64"):
            assert accounts.of(name, second).requests.take(second, 8)
            rates.take(name, second)
    assert len(accounts.absent) <= 2 * 62
    assert len(accounts.sites.absent) <= 62
    assert len(rates.buckets) <= 2 * 62


def test_who_has_used_something_up_is_remembered_whoever_else_comes() -> None:
    rates = Rates(Rate(0.01, 1), "tables", most=10_000, site=8)
    rates.take("192.0.2.1", 0.0)
    for number in range(5_000):
        rates.take(f"a{number}", 50.0)
    with pytest.raises(Refusing):
        rates.take("192.0.2.1", 51.0)


def test_all_networks_of_a_site_share_what_eight_of_them_have() -> None:
    rate = Rate(1, 10)
    networks = Networks(NetworkRates(rate, rate, rate, rate, rate), most=100, per_site=8)
    homes = [networks.of(f"2001:db8:1:{number:x}::/64", 0.0) for number in range(99)]
    assert [home.requests.take(0.0, 10) for home in homes].count(True) == 8
    assert not homes[50].requests.take(0.0), "a home that has done nothing yet pays for its site"
    assert networks.of("2001:db8:2:1::/64", 0.0).requests.take(0.0), "another site does not"
    assert networks.of("192.0.2.1", 0.0).site is None
    assert homes[50].requests.take(1.0), "it fills up again"


def test_one_home_has_no_more_than_its_own_at_a_quiet_site() -> None:
    rates = Rates(Rate(1, 3), "tables", most=100, site=8)
    for _ in range(3):
        rates.take("2001:db8:1:2::/64", 0.0)
    with pytest.raises(Refusing):
        rates.take("2001:db8:1:2::/64", 0.0)
    for number in range(21):
        rates.take(f"2001:db8:1:{number + 16:x}::/64", 0.0)
    with pytest.raises(Refusing, match="wait"):
        rates.take("2001:db8:1:ff::/64", 0.0)
    with pytest.raises(Refusing):
        rates.check("2001:db8:1:fe::/64", 0.0)
    rates.take("2001:db8:7:ff::/64", 0.0)


def test_a_site_is_remembered_as_long_as_its_networks_come() -> None:
    """Whoever has 65,536 networks cannot make a server forget what they have used up together."""
    rate = Rate(0.001, 10)
    networks = Networks(NetworkRates(rate, rate, rate, rate, rate), most=20, per_site=2)
    rates = Rates(rate, "tables", most=20, site=2)
    taken = refused = 0
    for number in range(2000):
        name = f"2001:db8:1:{number:x}::/64"
        taken += networks.of(name, 0.0).requests.take(0.0)
        try:
            rates.take(name, 0.0)
        except Refusing:
            refused += 1
    assert (taken, refused) == (20, 1980)
    assert len(networks.absent) <= 20
    assert len(rates.buckets) <= 20


def test_what_has_happened_is_paid_in_arrears() -> None:
    bucket = Bucket(Rate(1, 3), 0.0)
    assert bucket.owe(0.0, 3)
    assert not bucket.owe(0.0, 2)
    assert bucket.left == -2
    assert not bucket.take(2.5)
    assert bucket.take(3.1)
    bucket.owe(3.1, 1000)
    assert bucket.left == -MOST_OWED, "debts have an end"
