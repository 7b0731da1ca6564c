"""The socket: hello, frames that are none, rates, replacement, resuming, slow readers, farewells."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from typing import Any

import aiohttp
import msgspec
import pytest

from slamdeck.measure.client import Client
from slamdeck.server.config import Limits
from slamdeck.server.http.answers import PROTOCOL
from slamdeck.server.http.limits import Rate
from slamdeck.server.socket import connection
from slamdeck.server.socket.messages import Closing, Hello, Lag, Welcome
from slamdeck.server.tables.hosted import PING_GRID, RunningTable
from slamdeck.table import messages as say
from slamdeck.table.company.door import MOST_WATCHING
from slamdeck.table.races.links import Link
from slamdeck.table.times import NEVER_COMES
from tests.server.evening import base_of, farewell, listening, play, serving, until

BUSY = {"toss_ms": 500, "min_toss_ms": 300}  # something happens all the time
PLENTY = Rate(100_000, 100_000)
FAST = Limits(messages=PLENTY, messages_per_session=PLENTY, messages_per_network=PLENTY, slaps=PLENTY)


async def first_words(client: Client, hello: bytes) -> Closing:
    """What the server says to a socket that begins like this."""
    await client.open_socket()
    await client.tell_raw(hello)
    return await farewell(client)


def test_a_hello_that_is_none_is_told_so() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            await ann.open("slamwich")
            good = Hello(PROTOCOL, await ann.ticket())
            for frame in (b"", b"[]", b'{"m":"seen","n":1}', b'{"m":"hello"}', b'{"m":"hello","version":1,"ticket":7}'):
                assert (await first_words(ann, frame)).error == "bad_hello"
            old = msgspec.structs.replace(good, version=0)
            assert (await first_words(ann, msgspec.json.encode(old))).error == "old_version"
            newer = msgspec.structs.replace(good, version=PROTOCOL + 1)
            assert (await first_words(ann, msgspec.json.encode(newer))).error == "old_version"
            unknown = msgspec.structs.replace(good, ticket="nonsense")
            assert (await first_words(ann, msgspec.json.encode(unknown))).error == "ticket"
            await ann.connect()
            await ann.hang_up()
            spent = await ann.ticket()
            await ann.open_socket()
            await ann.tell_raw(msgspec.json.encode(Hello(PROTOCOL, spent)))
            assert isinstance(await ann.hear(5), Welcome)
            await ann.hang_up()
            assert (await first_words(ann, msgspec.json.encode(Hello(PROTOCOL, spent)))).error == "ticket"

    play(evening)


def test_who_says_nothing_is_sent_away() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(hello_s=0.1)) as server, Client(base_of(server), "Ann") as ann:
            await ann.open_socket()
            assert (await farewell(ann)).error == "bad_hello"
            assert ann.ws is not None
            assert ann.ws.close_code == 4000

    play(evening)


def test_the_third_frame_that_is_none_closes() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            await ann.open("slamwich")
            await ann.connect()
            await ann.tell_raw(b'{"m":"fly"}')
            assert ann.ws is not None
            await ann.ws.send_bytes(b"\x00\x01")
            await ann.tell_raw(b"nothing")
            told = []
            while (message := await ann.hear(5)) is not None:
                told.append(message)
            assert sum(isinstance(message, say.Refused) for message in told) == 2
            assert ann.closing is not None
            assert (ann.closing.error, ann.ws.close_code) == ("bad_frames", 1008)
            await ann.connect()
            await ann.tell_raw(b'"' + b"x" * 3000 + b'"')
            assert (await farewell(ann)).error == "too_large"
            assert ann.ws.close_code == 1009
            await ann.connect()
            await ann.tell_raw(b'"' + b"x" * 70_000 + b'"')
            while await ann.hear(5) is not None:
                pass
            assert ann.ws.closed

    play(evening)


def test_a_flood_is_dropped_and_then_cut_off() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            code = await ann.open("slamwich")
            await ann.connect()
            await bob.join(code)
            await bob.connect()
            async with listening(bob):
                await until(lambda: len(server.lobby.tables[code].wires) == 2)
                for _ in range(700):
                    await ann.tell(say.Emote("wow"))
                closing = await farewell(ann)
                assert closing.error == "flood"
                await until(lambda: any(isinstance(one, say.Emoted) for one in bob.heard))
                assert sum(isinstance(one, say.Emoted) for one in bob.heard) <= 2
            assert server.lobby.metrics.dropped_frames.value > 300

    play(evening)


def test_a_steady_flood_is_cut_off_too() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            await ann.open("slamwich")
            await ann.connect()
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):  # cut off in the middle of it
                for number in range(900):
                    await ann.tell(say.Emote("wow"))
                    if number % 50 == 49:
                        await asyncio.sleep(0.03)  # every now and then one may pass
            assert (await farewell(ann)).error == "flood"

    play(evening)


def test_a_second_window_takes_over_from_the_first() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            first, ann.ws = ann.ws, None
            await ann.connect()
            second, ann.ws = ann.ws, first
            assert (await farewell(ann)).error == "replaced"
            assert ann.ws is not None
            assert ann.ws.close_code == 4003
            ann.ws = second
            await until(lambda: len(server.lobby.tables[code].wires) == 1)
            assert not server.lobby.tables[code].live.output.seat_shown(0).away

    play(evening)


def test_round_trips_are_measured_and_told() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            async with listening(ann):
                await until(lambda: any(isinstance(one, Lag) for one in ann.heard), 10)
            (person,) = server.lobby.tables[code].live.people.values()
            assert 0 < person.link.trip < 200_000

    play(evening)


class Written:
    """Stands in for a transport, and keeps what is written."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.pieces.append(data)

    def abort(self) -> None:
        pass


@contextlib.contextmanager
def recorded(table: RunningTable) -> Iterator[tuple[connection.Connection, list[bytes]]]:
    """The only socket of a table, and whatever it writes meanwhile."""
    (wire,) = table.wires.values()
    assert isinstance(wire, connection.Connection)
    real, written = wire.socket.transport, Written()
    wire.socket.transport = written  # type: ignore[assignment]
    yield wire, written.pieces
    wire.socket.transport = real


def test_a_ping_goes_in_one_piece_with_an_event() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            async with listening(ann):
                await until(lambda: any(isinstance(one, Lag) for one in ann.heard), 10)
            with recorded(server.lobby.tables[code]) as (wire, pieces):
                wire.pings.under_way.clear()
                wire.put([b"an event", b"and more"], 7)
                assert pieces[-1].count(b"\x89\x08") == 1
                ((nonce, ping),) = wire.pings.under_way.items()
                assert (nonce, ping.event, ping.paired) == (pieces[-1][-8:], 7, True), "its answer will be known"
                wire.send(say.Refused(why="two"))
                assert b"\x89\x08" not in pieces[-1], "nothing has happened"
                wire.ask(7)
                assert pieces[-1][:2] == b"\x89\x08"
                assert [(one.event, one.paired) for one in wire.pings.under_way.values()] == [(7, True), (7, False)]
                assert len(pieces) == 3

    play(evening)


def test_an_event_that_had_to_wait_for_its_reader_leaves_with_a_ping_and_counts_from_then() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["quick"])
            await ann.connect()
            await ann.tell(say.Start())
            table = server.lobby.tables[code]
            await until(lambda: table.live.series.play is not None)
            assert table.live.series.play is not None
            sightings = table.live.series.play.sightings
            event = table.live.state.event
            seat = table.live.state.seats_of(next(iter(table.wires)))[0]
            with recorded(table) as (wire, pieces):
                wire.pings.under_way.clear()
                wire.full()
                wire.put([b"before it", b"an event"], event)
                wire.send(say.Refused(why="three"))
                assert pieces == []
                assert not wire.pings.under_way
                sightings.events[event].screens[seat].sent = 0
                wire.free()
                assert [piece.count(b"\x89\x08") for piece in pieces] == [0, 1, 0]
                (ping,) = wire.pings.under_way.values()
                assert (ping.event, ping.paired) == (event, True)
                assert sightings.events[event].screens[seat].sent == ping.sent > 0

    play(evening)


@pytest.mark.parametrize(("game", "raced"), [("slamwich", True), ("hit_the_deck", False), ("lowdown", False)])
def test_only_events_on_which_a_race_is_possible_bring_a_ping(game: str, raced: bool) -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open(game, bots=["quick"])
            await ann.connect()
            await ann.tell(say.Start())
            table = server.lobby.tables[code]
            await until(lambda: table.live.state.event > 0 and not table.waiting)
            (wire,) = table.wires.values()
            assert isinstance(wire, connection.Connection)
            assert any(ping.paired for ping in wire.pings.under_way.values()) is raced
            assert table.asking.at == NEVER_COMES or table.asking.at % PING_GRID == 0, "all tables ask together"

    play(evening)


def test_lag_is_told_when_it_has_changed() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            await until(lambda: bool(server.lobby.tables[code].wires))
            with recorded(server.lobby.tables[code]) as (wire, pieces):
                link = Link()
                told = []
                for trip in (40_000, 40_900, 41_100, 41_200, 30_000):
                    link.trip = trip
                    before = len(pieces)
                    wire.show_lag(link)
                    told.append(len(pieces) > before)
                assert told == [True, False, True, False, True]

    play(evening)


def test_after_a_lost_connection_nothing_is_missing_and_nothing_comes_twice() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["lightning", "lightning"], start=True, options=BUSY)
            updates: list[int] = []
            for _ in range(3):
                await ann.connect()
                end = time.monotonic() + 1.2
                while time.monotonic() < end:
                    message = await ann.hear(10)
                    if isinstance(message, say.Stim | say.News):
                        updates.append(message.u)
                assert ann.ws is not None
                ann.ws._response.close()  # no goodbye: the cable is pulled
                ann.ws = None
                await asyncio.sleep(0.3)
            assert server.lobby.tables[code].phase() == "playing"
            assert len(updates) > 5
            assert updates == list(range(1, len(updates) + 1))

    play(evening)


def test_the_game_begins_by_itself_when_its_opener_is_there() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            await ann.open("lowdown", bots=["quick", "kid"], start=True)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.table is not None and ann.table.phase == "playing", 5)
            assert ann.views[0].view.seat == 0

    play(evening)


def test_a_late_guest_takes_a_bots_seat_and_a_screen_only_watches() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            code = await ann.open("slamwich", bots=["kid"], start=True)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.table is not None and ann.table.phase == "playing", 5)
                await bob.join(code)
                await bob.connect()
                async with listening(bob):
                    await until(lambda: bob.table is not None and bob.table.yours == [1])
                screen = Client(base_of(server), "TV")
                async with screen:
                    ticket = await screen.post(f"/api/tables/{code}/ticket", {"screen": True})
                    await screen.open_socket()
                    await screen.tell_raw(msgspec.json.encode(Hello(PROTOCOL, msgspec.json.decode(ticket)["ticket"])))
                    async with listening(screen):
                        await until(lambda: bool(screen.views))
                    assert set(screen.views) == {6}
                    assert all(zone.face == "open" or not any(zone.cards) for zone in screen.views[6].view.zones)

    play(evening)


def test_spectators_are_bounded() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            table = server.lobby.tables[code]
            for number in range(MOST_WATCHING):
                table.live.join(1, f"w{number}", f"W{number}", watch=True)
            async with Client(base_of(server), "Bob") as bob:
                await bob.post(f"/api/tables/{code}/ticket", {"screen": True})
                ticket = await bob.post(f"/api/tables/{code}/ticket", {"screen": True})
                hello = Hello(PROTOCOL, msgspec.json.decode(ticket)["ticket"])
                assert (await first_words(bob, msgspec.json.encode(hello))).error == "no_room"

    play(evening)


def test_a_slow_reader_holds_up_nobody_and_is_brought_up_to_date() -> None:
    async def evening() -> None:
        limits = msgspec.structs.replace(FAST, queue=32)
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            async with listening(ann), Client(base_of(server), "Slow") as slow:
                await slow.join(code, watch=True)
                await slow.connect()
                stop_reading(slow)
                wires = server.lobby.tables[code].wires
                await until(lambda: len(wires) == 2)
                (wire,) = (one for who, one in wires.items() if not server.lobby.tables[code].live.state.seats_of(who))
                assert isinstance(wire, connection.Connection)
                for _ in range(40_000):
                    wire.send(say.Notice(text="nobody reads this " * 20))
                    if wire.behind:
                        break
                assert wire.behind
                assert len(wire.queue) <= 32
                await ann.tell(say.Rename("the end"))
                await until(lambda: ann.table is not None and ann.table.seats[0].name == "the end")
                start_reading(slow)
                async with listening(slow):
                    await until(lambda: slow.table is not None and slow.table.seats[0].name == "the end")
                assert server.lobby.metrics.resyncs.value >= 1

    play(evening)


def transport_of(client: Client) -> Any:
    assert client.ws is not None
    connected = client.ws._response.connection
    assert connected is not None
    return connected.transport


def stop_reading(client: Client) -> None:
    transport_of(client).pause_reading()


def start_reading(client: Client) -> None:
    transport_of(client).resume_reading()


def test_a_reader_that_never_comes_back_is_cut_off() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(dead_s=0.5, ping_idle_s=0.1)) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            stop_reading(ann)  # so no ping is answered
            await until(lambda: len(server.lobby.tables[code].wires) == 1)
            await until(lambda: not server.lobby.tables[code].wires, 10)
            start_reading(ann)
            assert server.lobby.tables[code].live.output.seat_shown(0).away

    play(evening)


def test_a_stopping_server_says_goodbye() -> None:
    async def evening() -> None:
        async with Client("http://127.0.0.1:1", "Ann") as ann:
            async with serving() as server:
                ann.base = base_of(server)
                ann.http.headers["Origin"] = ann.base
                await ann.open("slamwich", bots=["lightning"], start=True)
                await ann.connect()
                saying = asyncio.ensure_future(farewell(ann))
                await asyncio.sleep(0.5)
            closing = await saying
            assert (closing.error, closing.again) == ("stopping", 1)
            assert isinstance(ann.ws, aiohttp.ClientWebSocketResponse)
            assert ann.ws.close_code == 1012

    play(evening)
