"""What nobody would send by accident: refused cheaply, with a sentence, and a line in the log without secrets."""

from __future__ import annotations

import asyncio
import gzip
import logging

import aiohttp
import pytest

from slamdeck.measure.client import Client
from slamdeck.server.http.pages import SECURITY_HEADERS
from slamdeck.server.ops import events
from slamdeck.server.ops.events import SecurityEvents
from tests.server.evening import base_of, play, serving
from tests.server.raw import connect, connected

ZEROS = gzip.compress(b"0" * 50_000_000)


def test_nothing_is_unpacked() -> None:
    async def evening() -> None:
        async with serving() as server, aiohttp.ClientSession(base_of(server)) as http:
            for path in ("/api/tables", "/api/records", "/", "/nothing"):
                for encoding in ("gzip", "deflate", "br", "identity"):
                    headers = {"Content-Encoding": encoding}
                    async with http.post(path, data=ZEROS, headers=headers) as answer:
                        assert answer.status == 415, path
                        assert (await answer.json())["error"] == "encoded"

    play(evening)


def test_a_compressed_body_is_refused_before_it_is_here() -> None:
    async def evening() -> None:
        async with serving() as server, connected(server, 1) as (one,):
            answer = await one.ask("/api/tables", "Content-Encoding: gzip", "Content-Length: 400000", method="POST")
            assert b" 415 " in answer
            assert b"Connection: close" in answer

    play(evening)


def test_a_large_body_is_refused_before_it_is_here() -> None:
    async def evening() -> None:
        async with serving() as server, connected(server, 3) as (one, two, three):
            assert b" 413 " in await one.ask("/api/tables", "Content-Length: 16385", method="POST")
            assert b" 413 " in await two.ask("/api/records", "Content-Length: 8000001", method="POST")
            await three.say(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            await three.say(b"3000\r\n" + b"x" * 0x3000 + b"\r\n3000\r\n" + b"x" * 0x3000 + b"\r\n")
            assert b" 413 " in await three.head()

    play(evening)


def test_addresses_that_cannot_be_are_refused_and_nothing_breaks() -> None:
    async def evening() -> None:
        async with serving() as server, connected(server, 1) as (one,):
            for path, status in (
                ("/%00", 400),
                ("/assets/%00.js", 400),
                ("/api/lessons/%00", 400),
                ("/api/tables/%00", 400),
                ("/" + "x" * 3000 + ".js", 400),
                ("/api/lessons/" + "x" * 500, 404),
                ("/assets/" + "x" * 900 + ".js", 404),
                ("/assets////index.js", 404),
                ("//index.html", 404),
                ("/..%2f..%2fetc/passwd.txt", 404),
                ("/%ff%fe.js", 404),
                ("/metrics", 404),
                ("/api", 404),
            ):
                answer = await one.ask(path)
                assert f" {status} ".encode() in answer, path
                length = int(answer.lower().partition(b"content-length: ")[2].split()[0])
                body = await one.reader.readexactly(length)
                assert b'"error":' in body

    play(evening)


MALFORMED = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 not TLS here\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 9000 + b"\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 100 + b"\r\n",
)


def test_what_is_no_http_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with serving() as server:
            for _ in range(3):
                for data in MALFORMED:
                    one = await connect(server)
                    await one.say(data)
                    head = await one.head()
                    assert b" 400 " in head, data[:60]
                    for name in ("Content-Security-Policy", "X-Frame-Options"):
                        assert f"{name}: {SECURITY_HEADERS[name]}".encode() in head
                    assert b"Server: slamdeck\r\n" in head
                    assert await one.is_cut_off()
                    await one.hang_up()
            assert server.api.reception.events.counts["malformed request"] >= 3 * len(MALFORMED)

    with caplog.at_level(logging.WARNING):
        play(evening)
    assert sum("malformed request" in message for message in caplog.messages) == 1
    assert all(record.exc_info is None for record in caplog.records)


def test_no_answer_tells_what_we_run_on() -> None:
    async def evening() -> None:
        async with serving() as server:
            for path, *headers in (("/", "Expect: the unexpected"), ("/health",), ("/none.js",), ("/", "Upgrade: h2c")):
                one = await connect(server)
                answer = (await one.ask(path, *headers)).lower()
                assert b"server: slamdeck\r\n" in answer, path
                assert b"aiohttp" not in answer
                assert b"python" not in answer
                assert b"nosniff" in answer
                await one.hang_up()

    play(evening)


def test_who_hangs_up_in_the_middle_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with serving() as server:
            for data in (
                b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
                b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
                b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost",
            ):
                one = await connect(server)
                await one.say(data)
                await asyncio.sleep(0.02)
                one.writer.transport.abort()
                await asyncio.sleep(0.05)

    with caplog.at_level(logging.WARNING):
        play(evening)
    assert all(record.exc_info is None for record in caplog.records)


def test_security_events_are_one_line_each_and_tell_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            for number in range(5):
                async with ann.http.get(f"{ann.base}/api/tables/0000000{number}") as answer:
                    assert answer.status == 404
            async with ann.http.post(ann.base + "/api/tables", headers={"Origin": "http://evil.example"}) as answer:
                assert answer.status == 403
            async with aiohttp.ClientSession(cookies={"slamdeck": "5e1f" * 18}) as http:
                await http.get(f"{ann.base}/api/tables/{code}")
            assert server.api.reception.events.total() >= 7

    with caplog.at_level(logging.WARNING):
        play(evening)
    lines = [record.getMessage() for record in caplog.records if record.name == "slamdeck.security"]
    kinds = [line.partition(" from ")[0] for line in lines]
    assert {"wrong code", "foreign page", "made-up or old session"} <= set(kinds)
    assert len(kinds) == len(set(kinds))
    for secret in ("00000001", "evil.example", "5e1f"):
        assert not any(secret in line for line in lines)


def test_how_many_more_there_were_is_said_with_the_next_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    noted = SecurityEvents()
    with caplog.at_level(logging.WARNING):
        for _ in range(1000):
            noted.note("flood", "192.0.2.1")
        monkeypatch.setattr(events, "EVERY_S", 0.0)
        noted.note("flood", "192.0.2.2", "of frames")
    assert caplog.messages == [
        "flood from 192.0.2.1",
        "flood from 192.0.2.2: of frames (and 999 more since the last such line)",
    ]


def test_answers_for_everybody_are_made_once() -> None:
    async def evening() -> None:
        async with serving() as server, aiohttp.ClientSession(base_of(server)) as http:
            for path in ("/api/games", "/api/lessons/slamwich", "/"):
                tags = set()
                for _ in range(3):
                    async with http.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
                        assert answer.headers["Content-Encoding"] == "gzip"
                        tags.add(answer.headers["ETag"])
                        await answer.read()
                assert len(tags) == 1
            first = server.api.games
            assert first is not None
            await http.get("/api/games")
            assert server.api.games is first
            assert list(server.api.lessons) == ["slamwich"]
            assert len(server.api.pages.made) <= max(1, len(server.api.pages.files))

    play(evening)
