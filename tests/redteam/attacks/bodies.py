"""Requests that are large, slow, packed, or no requests at all."""

from __future__ import annotations

import asyncio
import time
import zlib
from functools import cache
from typing import Final

from tests.redteam.attack import attack
from tests.redteam.scene import Scene
from tests.redteam.wire import Line, http

MILLION: Final = 1_000_000
MOST_HALF_OPEN: Final = 60  # for one network
PACKED_MB: Final = 100
DEADLINE_S: Final = 10.0  # for headers, and for bodies
LATE_S: Final = 3.0
CHUNK: Final = b"1000\r\n" + b"x" * 4096 + b"\r\n"


@cache
def packed() -> bytes:
    """A hundred thousand bytes that become a hundred million."""
    squeeze = zlib.compressobj(1, zlib.DEFLATED, 31)
    zeros = bytes(MILLION)
    return b"".join([*(squeeze.compress(zeros) for _ in range(PACKED_MB)), squeeze.flush()])


@attack(law=1)
async def gzip_bodies(scene: Scene) -> None:
    """Law 1: packed bodies, which nobody unpacks; ten at a time, to every kind of address."""
    data = packed()
    paths = ["/api/tables", "/api/records", "/api/tables/AAAAAAAA/join", "/nowhere", "/api/lessons/slamwich/first"]
    until = time.monotonic() + scene.seconds
    refused = 0
    while time.monotonic() < until:
        asked = (scene.ask("POST", path, data, Content_Encoding="gzip") for path in paths * 2)
        answers = await scene.at_once(asked, 10)
        scene.insist(all(answer.status in (0, *range(400, 500)) for answer in answers), "a packed body was taken")
        refused += len(answers)
    scene.note(f"{refused} refused")


@attack(law=1)
async def deflate_and_other_codings(scene: Scene) -> None:
    """Law 1: every other coding that a body may claim to have."""
    for coding in ("deflate", "br", "zstd", "gzip, gzip", "identity, gzip", "GZIP", "x-gzip", "compress"):
        for path in ("/api/tables", "/api/records"):
            answer = await scene.ask("POST", path, packed(), Content_Encoding=coding)
            scene.insist(answer.status in (0, *range(400, 500)), f"a body packed by {coding} was taken")


async def hold(scene: Scene, count: int, begun: bytes, source: str = "") -> list[Line]:
    """Connections that have said so much and no more."""

    async def one() -> Line:
        line = await scene.line(source)
        await line.send(begun)
        return line

    return await scene.at_once(one() for _ in range(count))


async def insist_few_are_held(scene: Scene, lines: list[Line]) -> None:
    held = len(lines) - sum(await asyncio.gather(*(line.is_cut(0.2) for line in lines)))
    scene.note(f"{held} of {len(lines)} were held for one network")
    scene.insist(held <= MOST_HALF_OPEN, f"{held} half-open connections are held for one network")


@attack(law=1)
async def half_open_requests(scene: Scene) -> None:
    """Law 1: connections by the thousand that never finish their request, from one network; newcomers still get in."""
    begun = http("GET", "/", scene.headers())[:-2]
    lines = await hold(scene, scene.many(1200, 100), begun)
    for _ in range(3):
        answer = await scene.ask("GET", "/health", source=scene.new_source())
        scene.insist(answer.status == 200, "a newcomer does not get in")
        await asyncio.sleep(scene.seconds / 4)
    await insist_few_are_held(scene, lines)


@attack(law=1)
async def silent_connections(scene: Scene) -> None:
    """Law 1: connections by the thousand that never say a word."""
    lines = await hold(scene, scene.many(1200, 100), b"")
    answer = await scene.ask("GET", "/health", source=scene.new_source())
    scene.insist(answer.status == 200, "a newcomer does not get in")
    await asyncio.sleep(scene.seconds / 3)
    await insist_few_are_held(scene, lines)


async def trickle(lines: list[Line], letter: bytes, seconds: float) -> None:
    """One byte on each, again and again."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for line in lines:
            line.push(letter)
        await asyncio.sleep(0.1)


async def insist_on_the_deadline(scene: Scene, lines: list[Line], letter: bytes) -> None:
    """In the long form: those that go on and on are there shortly before their deadline, and gone after it."""
    if scene.size < 1:
        return
    await trickle(lines, letter, DEADLINE_S - scene.seconds - 2)
    held = [line for line in lines if not await line.is_cut(0.01)]
    scene.insist(held, "nobody was even let wait until the deadline")
    await trickle(held, letter, 2 + LATE_S)
    left = len(held) - sum(await asyncio.gather(*(line.is_cut(0.2) for line in held)))
    scene.insist(not left, f"{left} are still there {LATE_S} s after the deadline")
    scene.note(f"{len(held)} of {len(lines)} were held until the deadline, none after it")


@attack(law=1)
async def slow_headers(scene: Scene) -> None:
    """Law 1: headers that arrive a letter at a time (slowloris), until the deadline for headers ends them."""
    lines = await hold(scene, scene.many(150, 20), b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ")
    await trickle(lines, b"x", scene.seconds)
    answer = await scene.ask("GET", "/health", source=scene.new_source())
    scene.insist(answer.status == 200, "a newcomer does not get in")
    await insist_on_the_deadline(scene, lines, b"x")


@attack(law=1)
async def slow_bodies(scene: Scene) -> None:
    """Law 1: bodies that arrive a letter at a time, to every address that takes one, until their deadline."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich")
    table = f"/api/tables/{host.code}"
    example = (await scene.ask("GET", "/api/examples/slamwich")).json()["examples"][0]["name"]
    paths = ["/api/tables", f"{table}/join", f"{table}/ticket", f"{table}/deck", "/api/decks/slamwich"]
    paths += ["/api/lessons/slamwich/slamwich", f"/api/examples/slamwich/{example}"]
    lines: list[Line] = []
    for path in paths:
        begun = http("POST", path, scene.headers(Content_Length="4000"))
        lines += await hold(scene, scene.many(40, 3), begun, scene.new_source())
    begun = http("POST", "/api/records", scene.headers(Content_Length="4000000"))
    large = await hold(scene, scene.many(40, 3), begun, scene.new_source())
    await trickle(lines + large, b" ", scene.seconds)
    answer = await scene.ask("GET", "/health", source=scene.new_source())
    scene.insist(answer.status == 200, "a newcomer does not get in")
    await insist_on_the_deadline(scene, lines, b" ")


@attack(law=1)
async def endless_bodies(scene: Scene) -> None:
    """Law 1: bodies in pieces without an end."""

    async def one(path: str) -> int:
        line = await scene.line()
        await line.send(http("POST", path, scene.headers(Transfer_Encoding="chunked")))
        until = time.monotonic() + scene.seconds
        sent = 0
        while time.monotonic() < until and await line.send(CHUNK * 8):
            sent += 8 * 4096
        return sent

    paths = ["/api/tables", "/api/tables/AAAAAAAA/join", "/nowhere", "/api/records"] * 2
    sent = await asyncio.gather(*(one(path) for path in paths))
    scene.note(f"{sum(sent) / MILLION:.0f} MB sent")


@attack(law=1)
async def huge_headers(scene: Scene) -> None:
    """Law 1: headers of a megabyte, and thousands of small ones."""
    many = {f"X-{number}": "x" for number in range(5000)}
    for headers in ({"X-Huge": "x" * MILLION}, many, {"Cookie": "a=b; " * 20_000}):
        for _ in range(scene.many(10)):
            line = await scene.line()
            await line.send(http("GET", "/health", {**scene.headers(), **headers}))
            answer = await line.answer(2.0)
            scene.insist(answer.status in (0, 400, 413, 429, 431), "huge headers were read")
            line.cut()


@attack(law=1)
async def long_addresses(scene: Scene) -> None:
    """Law 1: an address of a hundred thousand letters, and a verb of as many."""
    for _ in range(scene.many(20)):
        for method, path in (("GET", "/" + "x" * 100_000), ("X" * 100_000, "/"), ("GET", "/?" + "a=b&" * 25_000)):
            answer = await scene.ask(method, path)
            scene.insist(answer.status in (0, *range(400, 500)), "an endless address was read")


@attack(law=2)
async def pipelined_requests(scene: Scene) -> None:
    """Law 2: thousands of requests at once on one connection, whose answers nobody reads."""
    bundle = http("GET", "/api/games", scene.headers(Accept_Encoding="gzip")) * 500
    lines = [await scene.line(small=True) for _ in range(scene.many(8))]
    until = time.monotonic() + scene.seconds
    while time.monotonic() < until and lines:
        for line in lines:
            if line.unsent() < MILLION:
                line.push(bundle)
        await asyncio.sleep(0.05)


ODD_REQUESTS: Final = (
    b"\r\n\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET //[ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT here:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nCookie: \xff\xfe=\x00\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nExpect: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n",
    bytes(range(256)) * 4,
)


@attack(law=4)
async def no_requests_at_all(scene: Scene) -> None:
    """Law 4: bytes that are no requests; each is its sender's refusal, without a traceback in the log."""

    async def one(data: bytes) -> int:
        line = await scene.line()
        await line.send(data)
        status = (await line.answer(0.5)).status
        line.cut()
        return status

    for _ in range(scene.many(10)):
        found = await scene.at_once(one(data) for data in ODD_REQUESTS)
        scene.insist(all(status < 500 or status in (501, 505) for status in found), "the server blames itself")


ODD_JSON: Final = (
    b"[" * 4000,
    b'{"game":' * 500,
    b'{"game":"slamwich","game":"slamwich","name":"A","name":"B","bots":[],"bots":7}',
    b'{"game":"slamwich","name":1e400}',
    b'{"game":"slamwich","name":"A","options":{"toss_ms":' + b"9" * 3000 + b"}}",
    b'{"game":"slamwich","name":"A","options":{"toss_ms":9223372036854775808}}',
    b'{"game":"slamwich","name":"A","options":{"toss_ms":-1e308}}',
    b'{"game":"slamwich","name":NaN}',
    b'{"game":"slamwich","name":"\xff\xfe\x80"}',
    b'{"game":"slamwich","name":"\\ud800"}',
    b'{"game":"slamwich","name":"\\u0000"}',
    b'{"game":"\\u0000","name":"A"}',
    b'{"game":"slamwich","name":"A","settings":{"grace_ms":1e99}}',
    b'{"game":"slamwich","name":"A","settings":{"stand_in":"\\u0000:search"}}',
    b'{"game":"slamwich","name":"A","bots":["quick:search:search","","=","\\u202e"]}',
    b'{"game":"../slamwich","name":"A"}',
    b"\xef\xbb\xbf{}",
    b"null",
    b'"',
    b"0" * 4000,
)


@attack(law=4)
async def odd_json(scene: Scene) -> None:
    """Law 4: deep, doubled, endless and broken JSON to every address that takes any."""
    code = "AAAAAAAA"
    paths = ["/api/tables", f"/api/tables/{code}/join", f"/api/tables/{code}/ticket", "/api/lessons/slamwich/first"]
    paths += ["/api/decks/slamwich", f"/api/tables/{code}/deck", "/api/examples/slamwich/first", "/api/daily/slamwich"]
    for path in paths:
        sources = [scene.new_source() for _ in ODD_JSON]  # so that no limit answers in place of the reader
        asked = (scene.ask("POST", path, data, source) for data, source in zip(ODD_JSON, sources, strict=True))
        answers = await scene.at_once(asked, 8)
        wrong = {answer.status for answer in answers if not 400 <= answer.status < 500}
        scene.insist(not wrong, f"{path} answers {wrong}")


ODD_WORDS: Final = (
    b"\xff\xfe" * 16,
    b"\xed\xa0\x80" * 8,
    "\u00e9\u202e\U0001f600".encode() * 4,
    b"\xe9" * 30,
    b"x" * 32,
    b"",
)
READ_HEADERS: Final = (
    b"X-Profile-Secret", b"If-None-Match", b"Accept-Encoding", b"Content-Type", b"X-Forwarded-For", b"X-Slamdeck-Node",
    b"X-Forwarded-Proto", b"Range", b"Expect", b"Sec-WebSocket-Key", b"Upgrade", b"Host",
)  # fmt: skip


@attack(law=4)
async def odd_headers(scene: Scene) -> None:
    """Law 4: every header that the server reads, with bytes that are no text, from somebody who has a seat."""
    person = scene.person("Odd")
    await person.open("slamwich")
    session, seat = person.cookies
    base = http("POST", f"/api/tables/{person.code}/ticket", scene.headers(Content_Length="2"))[:-2]
    asks = [(base, b"Cookie", f"{session}={person.cookies[session]}; {seat}=".encode() + word) for word in ODD_WORDS]
    asks += [(base, b"Cookie", f"{session}=".encode() + word) for word in ODD_WORDS]
    for method, path in (("PUT", "/api/profiles/" + "a" * 32), ("GET", "/"), ("GET", "/ws")):
        head = http(method, path, scene.headers(Content_Length="2"))[:-2]
        asks += [(head, name, word) for name in READ_HEADERS for word in ODD_WORDS]

    async def one(head: bytes, name: bytes, word: bytes) -> int:
        line = await scene.line(scene.new_source())
        await line.send(head + name + b": " + word + b"\r\n\r\n{}")
        status = (await line.answer(2.0)).status
        scene.drop(line)
        return status

    asks = asks if scene.size == 1 else asks[::5]
    found = await scene.at_once((one(*ask) for ask in asks), 16)
    wrong = {f"{name.decode()} {word!r}" for (_, name, word), status in zip(asks, found, strict=True) if status == 500}
    scene.insist(not wrong, f"the server blames itself: {sorted(wrong)[:2]}")


ODD_PATHS: Final = (
    "/%00", "/assets/%00.js", "/assets/%2e%2e/%2e%2e/server/app.py", "/../../etc/passwd", "/assets/..%2f..%2fx.js",
    "/assets/" + "x" * 300 + ".js", "/" + "a/" * 2000 + "x.js", "/%ff%fe.js", "/%e2%80%ae.js", "/assets/\\..\\x.js",
    "/api/tables/%00", "/api/tables/" + "A" * 7000, "/api/tables/%2e%2e/record", "/api/tables/AAAAAAAA%00/record",
    "/api/lessons/%00", "/api/lessons/..%2f..", "/api/lessons/slamwich%00x", "/api/", "/api//", "//", "/.", "/..",
    "/assets/", "/assets", "/assets/.", "/%", "/%zz", "/con.js", "/file.js::$DATA", "/.git/config", "/index.html/x.js",
)  # fmt: skip


@attack(law=4)
async def odd_paths(scene: Scene) -> None:
    """Law 4: addresses with zeros, dots and endless names; none is the server's own fault, none leaves its folder."""
    answers = await scene.at_once((scene.ask("GET", path) for path in ODD_PATHS), 8)
    for path, answer in zip(ODD_PATHS, answers, strict=True):
        scene.insist(answer.status < 500, f"{path[:40]} answers {answer.status}")
        scene.insist(b"root:" not in answer.body and b"import " not in answer.body, f"{path} left its folder")
