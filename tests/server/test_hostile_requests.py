"""Every address with whatever somebody could send it, beside a table that plays: clean refusals, and nothing else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import aiohttp
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from yarl import URL

from slamdeck.measure.client import Client
from slamdeck.server.app import Server
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.http import answers
from slamdeck.server.http.limits import Rate
from tests.hostile import almost, any_json
from tests.scale import scaled
from tests.server.evening import base_of, until

BUSY = {"toss_ms": 500, "min_toss_ms": 300}
OFTEN = Rate(1e6, 1e6)
WIDE_OPEN = Limits(
    opening=OFTEN,
    joining=OFTEN,
    ticketing=OFTEN,
    learning=OFTEN,
    wrong_codes=OFTEN,
    records=OFTEN,
    own_records=OFTEN,
    checking=OFTEN,
    connecting=OFTEN,
    requests=OFTEN,
    requests_per_session=OFTEN,
    traffic=Rate(1e9, 1e9),
    tables_per_session=10_000,
)
ASKED = [answers.OpenTable, answers.JoinTable, answers.TicketWanted, answers.StageWanted]
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"]
PARTS = [
    "K7Q2M4XA",
    "slamwich",
    "..",
    ".",
    "",
    "%00",
    "%2e%2e",
    "%ff",
    "a" * 300,
    "\u00b2",
    "0" * 8,
    "snap.js",
    "%0d%0a",
    "~",
]


@dataclass
class Evening:
    """A server, and Ann at a table with bots, in a loop that runs while somebody asks for something."""

    loop: asyncio.AbstractEventLoop
    server: Server
    ann: Client
    listening: asyncio.Task[None]
    code: str
    routes: list[str]


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    loop = asyncio.new_event_loop()

    async def begin() -> Evening:
        server = await Server.start(ServerConfig(port=0, limits=WIDE_OPEN))
        ann = Client(base_of(server), "Ann")
        code = await ann.open("slamwich", bots=["lightning"], start=True, options=BUSY)
        await ann.connect()
        listening = loop.create_task(ann.listen(keep=True))
        await until(lambda: ann.last > 0)
        routes = sorted({resource.canonical for resource in server.api.app().router.resources()})
        return Evening(loop, server, ann, listening, code, routes)

    async def end(begun: Evening) -> None:
        begun.listening.cancel()
        await begun.ann.hang_up()
        await begun.ann.http.close()
        await begun.server.stop()

    begun = loop.run_until_complete(begin())
    yield begun
    loop.run_until_complete(end(begun))
    loop.run_until_complete(asyncio.sleep(0.05))
    loop.close()


@st.composite
def requests(draw: st.DrawFn, routes: list[str], code: str) -> tuple[str, str, bytes, dict[str, str]]:
    part = st.sampled_from([*PARTS, code]) | st.text(max_size=8).map(lambda text: quote(text, safe=""))
    route = draw(st.sampled_from(routes))
    path = re.sub(r"\{[^}]*\}", lambda _: draw(part), route)
    bodies = [almost(kind) for kind in ASKED]
    encoded = any_json().map(lambda value: repr(value).encode("utf-8", "replace"))
    body = draw(st.one_of(*bodies, encoded, st.binary(max_size=60), st.just(b"")))
    headers = draw(
        st.dictionaries(
            st.sampled_from(["Cookie", "If-None-Match", "Accept-Encoding", "X-Forwarded-For", "Upgrade", "Range"]),
            st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
            max_size=2,
        )
    )
    return draw(st.sampled_from(METHODS)), path, body, headers


@settings(
    max_examples=scaled(60),
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_every_address_answers_in_its_own_words(evening: Evening, data: st.DataObject) -> None:
    asked = data.draw(st.lists(requests(evening.routes, evening.code), min_size=4, max_size=8))
    hosted = evening.server.lobby.tables[evening.code]

    async def ask() -> None:
        async with aiohttp.ClientSession(headers={"Origin": base_of(evening.server)}) as http:
            for method, path, body, headers in asked:
                url = URL(base_of(evening.server) + path, encoded=True)
                try:
                    async with http.request(method, url, data=body, headers=headers, allow_redirects=False) as answer:
                        assert answer.status < 500 or answer.status == 503, f"{method} {path} {body!r}: {answer.status}"
                        await answer.read()
                except aiohttp.ClientError:
                    pass  # not even HTTP: the server has hung up

    evening.loop.run_until_complete(asyncio.wait_for(ask(), 60))
    assert evening.server.lobby.tables[evening.code] is hosted, "the table is the one it was"
    assert evening.ann.closing is None


def test_the_table_beside_all_that_plays_on(evening: Evening) -> None:
    last = evening.ann.last
    evening.loop.run_until_complete(until(lambda: evening.ann.last > last + 2))
    assert evening.ann.closing is None
