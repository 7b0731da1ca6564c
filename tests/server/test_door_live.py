"""The door of a table on a real server: who is sent away stays away, by cookie and by network, after a restart too."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.http.answers import TableInfo
from slamdeck.server.http.networks import network_of
from slamdeck.server.tables.networks import network_mark
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import ChainedEntry, Guarded
from slamdeck.table.journal.journal import read_entry
from tests.server.evening import base_of, farewell, listening, play, serving, until

ELSEWHERE = "203.0.113.7"
PROXY = "127.0.0.1"


def guest(server: Server, name: str) -> Client:
    """Somebody who comes by way of a proxy, without TLS."""
    client = Client(base_of(server), name)
    client.http.headers["X-Forwarded-Proto"] = "http"
    return client


def from_elsewhere(client: Client) -> Client:
    """Behind the proxy, somebody of another network."""
    client.http.headers["X-Forwarded-For"] = ELSEWHERE
    return client


async def refusal(client: Client, code: str) -> str:
    with pytest.raises(ServerSaidNo) as caught:
        await client.join(code)
    return caught.value.error


def bans_in(entries: list[ChainedEntry]) -> list[Guarded]:
    return [entry for entry in map(read_entry, entries) if isinstance(entry, Guarded)]


def test_who_is_sent_away_is_told_and_stays_away(tmp_path: Path) -> None:
    async def evening() -> None:
        db = tmp_path / "a.db"
        async with serving(db, trusted_proxies=(PROXY,)) as server, guest(server, "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            pest = guest(server, "Pest")
            async with listening(ann), from_elsewhere(pest):
                await pest.join(code, watch=True)
                await pest.connect()
                await until(lambda: ann.table is not None and len(ann.table.guests) == 1)
                assert ann.table is not None
                await ann.tell(say.SendAway(guest=ann.table.guests[0].guest))
                closing = await farewell(pest)
                assert (closing.error, closing.again) == ("sent_away", -1)
                assert await refusal(pest, code) == "sent_away"
                for ask in (pest.get(f"/api/tables/{code}"), pest.ticket()):
                    with pytest.raises(ServerSaidNo) as caught:
                        await ask
                    assert caught.value.error == "sent_away"
                pest.http.cookie_jar.clear()
                pest.name = "Somebody quite different"
                assert await refusal(pest, code) == "sent_away", "by network"
                async with guest(server, "Bob") as bob:
                    await bob.join(code)
                await ann.tell(say.Lock(True))
                await until(lambda: ann.table is not None and ann.table.locked)
                async with guest(server, "Cleo") as cleo:
                    assert await refusal(cleo, code) == "locked"
                    info = msgspec.json.decode(await cleo.get(f"/api/tables/{code}"), type=TableInfo)
                    assert (info.locked, info.room) == (True, False)
            cookies = ann.http.cookie_jar
            entries = await server.store.load(code)
            assert ELSEWHERE.encode() not in b"".join(entry.body for entry in entries)
            assert len(bans_in(entries)) == 2

        async with serving(db, trusted_proxies=(PROXY,)) as server:
            again = guest(server, "Pest again")
            async with from_elsewhere(again):
                assert await refusal(again, code) == "sent_away"
            async with guest(server, "Dora") as dora:
                assert await refusal(dora, code) == "locked"
            async with guest(server, "Ann") as ann:
                ann.http.cookie_jar.update_cookies({one.key: one.value for one in cookies})
                ann.code = code
                await ann.connect()
                async with listening(ann):
                    await until(lambda: ann.table is not None)
                    assert ann.table is not None
                    assert ann.table.hosting
                    assert ann.table.sent_away == ["Pest"]
                    await ann.tell(say.LetBack(0))
                    await ann.tell(say.Lock(False))
                    await until(lambda: ann.table is not None and not ann.table.locked and not ann.table.sent_away)
                    back = guest(server, "Pest")
                    async with from_elsewhere(back):
                        await back.join(code)

    play(evening)


def test_a_network_is_a_house_and_its_mark_tells_nothing_of_it() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2::5") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network_of("not an address") == "not an address"
    assert network_mark("192.0.2.7", "K7Q2M4XA") != network_mark("192.0.2.7", "00000000")
    assert len(network_mark("192.0.2.7", "K7Q2M4XA")) == 4
    assert network_mark("", "K7Q2M4XA") == ""
