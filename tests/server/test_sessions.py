"""Sessions: made by the server alone, renewed, forgotten; and seats that no neighbour's wrong guesses lock up."""

from __future__ import annotations

import time
from pathlib import Path

import aiohttp
import msgspec
import pytest
from yarl import URL

from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.config import Limits
from slamdeck.server.http.answers import TableInfo
from slamdeck.server.http.limits import Rate
from slamdeck.server.http.sessions import COOKIE, COOKIE_DAYS, DAY_S, Session, Sessions
from slamdeck.server.store.memory import MemoryStore
from slamdeck.server.tables.joining import MOST_GUESTS
from tests.server.evening import base_of, farewell, play, serving, until

NOW = 1_800_000_000


def test_a_session_is_what_the_server_signed() -> None:
    sessions = Sessions(b"k" * 32, {})
    session = sessions.new(NOW)
    cookie = sessions.cookie(session)
    assert sessions.read(cookie, NOW) == session
    for wrong in (None, "", "0" * 32, cookie[:-1], cookie + "0", "0" * 72, cookie.upper(), "é" * 72):
        assert sessions.read(wrong, NOW) is None
    for at in range(0, len(cookie), 7):
        flipped = cookie[:at] + ("1" if cookie[at] == "0" else "0") + cookie[at + 1 :]
        assert sessions.read(flipped, NOW) is None
    assert Sessions(b"q" * 32, {}).read(cookie, NOW) is None


def test_a_session_is_renewed_and_ends_when_nobody_comes() -> None:
    sessions = Sessions(b"k" * 32, {})
    session = sessions.new(NOW)
    assert sessions.renewed(session, NOW + 3600) is session
    later = sessions.renewed(session, NOW + 2 * DAY_S)
    assert later == Session(session.id, NOW + 2 * DAY_S)
    assert sessions.read(sessions.cookie(session), NOW + (COOKIE_DAYS + 1) * DAY_S) is None
    assert sessions.read(sessions.cookie(later), NOW + (COOKIE_DAYS + 1) * DAY_S) == later


def test_a_pass_is_for_one_session_and_one_table() -> None:
    sessions = Sessions(b"k" * 32, {})
    ann, bob = sessions.new(NOW), sessions.new(NOW)
    shown = sessions.seat_pass(ann, "AAAA0000")
    assert sessions.opens(shown, ann, "AAAA0000")
    assert not sessions.opens(shown, ann, "AAAA0001")
    assert not sessions.opens(shown, bob, "AAAA0000")
    assert not sessions.opens(None, ann, "AAAA0000")
    assert not sessions.opens("é", ann, "AAAA0000")


def test_the_key_and_what_was_forgotten_outlive_the_server() -> None:
    async def evening() -> None:
        store = MemoryStore()
        sessions = await Sessions.load(store, NOW)
        session, other = sessions.new(NOW), sessions.new(NOW)
        await sessions.forget(session, store, NOW)
        again = await Sessions.load(store, NOW)
        assert again.read(again.cookie(session), NOW) is None
        assert again.read(again.cookie(other), NOW) == other
        much_later = await Sessions.load(store, NOW + (COOKIE_DAYS + 1) * DAY_S)
        assert not much_later.forgotten
        assert not await store.kept("forgotten ")

    play(evening)


def cookie_of(client: Client) -> str:
    return client.http.cookie_jar.filter_cookies(URL(client.base))[COOKIE].value


def test_a_session_that_somebody_chose_is_not_taken() -> None:
    async def evening() -> None:
        async with serving() as server:
            for chosen in ("0" * 32, "0" * 72, "x"):
                async with aiohttp.ClientSession(cookies={COOKIE: chosen}) as http:
                    body = {"game": "slamwich", "name": "Ann"}
                    async with http.post(base_of(server) + "/api/tables", json=body) as answer:
                        given = answer.cookies[COOKIE].value
                        assert given != chosen
                        assert server.api.reception.sessions.read(given, round(time.time())) is not None

    play(evening)


def test_an_old_cookie_is_given_anew_on_the_way() -> None:
    async def evening() -> None:
        async with serving() as server:
            sessions = server.api.reception.sessions
            now = round(time.time())
            old = Session("ab" * 16, now - 3 * DAY_S)
            async with aiohttp.ClientSession(cookies={COOKIE: sessions.cookie(old)}) as http:
                async with http.get(base_of(server) + "/api/games") as answer:
                    renewed = sessions.read(answer.cookies[COOKIE].value, now)
                    assert renewed is not None
                    assert renewed.id == old.id
                    assert renewed.since >= now - 60
                async with http.get(base_of(server) + "/") as answer:
                    assert not answer.cookies, "pages are the same for everybody"

    play(evening)


def test_a_cookie_from_before_they_were_signed_keeps_its_seat_and_nothing_else() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Eve") as eve:
            code = await ann.open("slamwich")
            sessions, now = server.api.reception.sessions, round(time.time())
            session = sessions.read(cookie_of(ann), now)
            assert session is not None
            table = f"{eve.base}/api/tables/{code}"
            for chosen, known in ((session.id, True), ("ab" * 16, False)):
                eve.http.cookie_jar.clear()
                eve.http.cookie_jar.update_cookies({COOKIE: chosen}, URL(eve.base))
                async with eve.http.get(table) as answer:
                    assert msgspec.json.decode(await answer.read(), type=TableInfo).joined is known
                async with eve.http.post(table + "/ticket", json={}) as answer:
                    assert (answer.status == 200) is known
                    given = answer.cookies.get(COOKIE)
                    assert (sessions.read(given.value, now) if given else None) == (session if known else None)
            await sessions.forget(session, server.lobby.store, now)
            eve.http.cookie_jar.update_cookies({COOKIE: session.id}, URL(eve.base))
            async with eve.http.get(table) as answer:
                assert not msgspec.json.decode(await answer.read(), type=TableInfo).joined

    play(evening)


def test_forget_me() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Eve") as eve:
            code = await ann.open("slamwich")
            await ann.connect()
            stolen = cookie_of(ann)
            await until(lambda: bool(server.lobby.tables[code].wires))
            async with ann.http.delete(ann.base + "/api/session", headers={"Origin": "http://evil.example"}) as answer:
                assert answer.status == 403
            async with ann.http.delete(ann.base + "/api/session") as answer:
                assert answer.status == 204
            assert (await farewell(ann)).error == "forgotten"
            assert COOKIE not in ann.http.cookie_jar.filter_cookies(URL(ann.base))
            eve.http.cookie_jar.update_cookies({COOKIE: stolen}, URL(eve.base))
            eve.code = code
            with pytest.raises(ServerSaidNo) as caught:
                await eve.ticket()
            assert caught.value.error == "not_joined"
            async with eve.http.delete(eve.base + "/api/session") as answer:
                assert answer.status == 204, "nobody in particular can be forgotten as well"

    play(evening)


# ---- neighbours ------------------------------------------------------------------------------------


async def guess(server: Server, count: int) -> list[int]:
    found = []
    async with Client(base_of(server), "Mallory") as mallory:
        for number in range(count):
            async with mallory.http.get(f"{mallory.base}/api/tables/0000{number:04}") as answer:
                found.append(answer.status)
    return found


def test_twenty_wrong_codes_do_not_keep_a_neighbour_from_an_own_seat() -> None:
    async def evening() -> None:
        limits = Limits(wrong_codes=Rate(0.001, 20))
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            assert await guess(server, 25) == [404] * 20 + [429] * 5
            await ann.connect()
            await until(lambda: bool(server.lobby.tables[code].wires))
            await ann.hang_up()
            info = msgspec.json.decode(await ann.get(f"/api/tables/{code}"), type=TableInfo)
            assert info.joined
            async with Client(base_of(server), "Bob") as bob:
                with pytest.raises(ServerSaidNo) as caught:
                    await bob.join(code)
                assert caught.value.status == 429, "who has no seat has to wait"

    play(evening)


def test_neither_do_they_while_the_table_sleeps_or_after_a_restart(tmp_path: Path) -> None:
    async def evening() -> None:
        limits = Limits(wrong_codes=Rate(0.001, 20))
        async with Client("http://127.0.0.1:1", "Ann") as ann:
            async with serving(tmp_path / "a.db", limits) as server:
                ann.base = ann.http.headers["Origin"] = base_of(server)
                code = await ann.open("slamwich")
            async with serving(tmp_path / "a.db", limits) as server:
                ann.base = ann.http.headers["Origin"] = base_of(server)
                assert (await guess(server, 21))[-1] == 429
                assert code not in server.lobby.tables
                await ann.connect()
                await until(lambda: bool(server.lobby.tables[code].wires))

    play(evening)


def test_many_joins_of_neighbours_do_not_keep_anybody_from_an_own_seat() -> None:
    async def evening() -> None:
        limits = Limits(ticketing=Rate(0.001, 5), joining=Rate(0.001, 5))
        async with (
            serving(limits=limits) as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Mallory") as mallory,
        ):
            code = await ann.open("slamwich")
            for _ in range(5):
                await mallory.post(f"/api/tables/{code}/ticket", {"screen": True})
                mallory.http.cookie_jar.clear()
            with pytest.raises(ServerSaidNo) as caught:
                await mallory.post(f"/api/tables/{code}/ticket", {"screen": True})
            assert caught.value.status == 429
            assert await ann.ticket()

    play(evening)


def test_screens_that_never_come_are_forgotten() -> None:
    async def evening() -> None:
        limits = Limits(ticketing=Rate(1000, 1000), requests_per_session=Rate(1000, 1000))
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            for _ in range(MOST_GUESTS + 5):
                async with Client(base_of(server), "Mallory") as mallory:
                    await mallory.post(f"/api/tables/{code}/ticket", {"screen": True})
            assert len(server.lobby.tables[code].guests) == MOST_GUESTS

    play(evening)
