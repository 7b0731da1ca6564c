"""What a received frame and an open connection cost: our WebSocket framing against others (decision 0007).

    PYTHONPATH=src python bench/own_frames.py [connections] [seconds] [rounds]

Each server runs in a process of its own, on uvloop, without compression. The clients send a `still` twenty times a
second each, as browsers do, and for every twentieth they get a piece of news. picows and websockets are measured where
they are installed.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from aiohttp import WSMsgType, web

from slamdeck.server.http.sockets import hand_over
from slamdeck.server.socket.frames import TEXT, Owner, Socket, accept_key, masked, switching
from slamdeck.table.messages import Seen, Still

STILL = b'{"m":"still","n":1234,"c":350000123}'
FRAME = masked(TEXT, STILL, b"\x5a\x13\xc7\x08")
NEWS = b'{"m":"news","text":"' + b"x" * 380 + b'"}'
NEWS_EVERY = 20
BEAT_S = 0.05
MOST_BYTES = 2048


# ---- the servers: each reads what comes, counts, and answers every twentieth message ----------------


class Ours(Owner):
    """Owns one of our sockets. `shortcut`: a `still` is read where it lies, as our server does."""

    def __init__(self, transport: asyncio.Transport, shortcut: bool) -> None:
        self.socket = Socket(transport, self, MOST_BYTES)
        self.shortcut = shortcut
        self.count = 0

    def text(self, data: bytes) -> None:
        msgspec.json.decode(data)
        self.note()

    def report(self, report: Seen | Still) -> bool:
        if self.shortcut:
            self.note()
        return self.shortcut

    def note(self) -> None:
        self.count += 1
        if self.count % NEWS_EVERY == 0:
            self.socket.send([NEWS], b"")

    def binary(self) -> None: ...

    def asked_for_pong(self, data: bytes) -> bool:
        return True

    def pong(self, data: bytes) -> None: ...

    def piece(self) -> None: ...

    def broken(self, code: int) -> None: ...

    def full(self) -> None: ...

    def free(self) -> None: ...

    def gone(self) -> None: ...


def ours(shortcut: bool) -> Callable[[], Awaitable[int]]:
    async def answer(request: web.Request) -> web.StreamResponse:
        accept = accept_key(request.headers)
        assert accept is not None
        assert request.transport is not None
        owner = Ours(request.transport, shortcut)
        hand_over(request, switching(accept, {}), owner.socket)
        return web.Response()

    return lambda: by_aiohttp(answer)


async def answered_by_aiohttp(request: web.Request) -> web.StreamResponse:
    socket = web.WebSocketResponse(compress=False, max_msg_size=MOST_BYTES)
    await socket.prepare(request)
    count = 0
    async for message in socket:
        if message.type is WSMsgType.TEXT:
            msgspec.json.decode(message.data)
            count += 1
            if count % NEWS_EVERY == 0:
                await socket.send_frame(NEWS, WSMsgType.TEXT)
    return socket


async def by_aiohttp(answer: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> int:
    app = web.Application()
    app.router.add_get("/ws", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return int(runner.addresses[0][1])


async def by_websockets() -> int:
    from websockets.asyncio.server import ServerConnection, serve

    async def answer(socket: ServerConnection) -> None:
        count = 0
        async for message in socket:
            msgspec.json.decode(message)
            count += 1
            if count % NEWS_EVERY == 0:
                await socket.send(NEWS, text=True)

    server = await serve(answer, "127.0.0.1", 0, compression=None, ping_interval=None, max_size=MOST_BYTES)
    return int(next(iter(server.sockets)).getsockname()[1])


async def by_picows() -> int:
    from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

    class Listening(WSListener):
        def __init__(self) -> None:
            self.count = 0

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                msgspec.json.decode(frame.get_payload_as_bytes())
                self.count += 1
                if self.count % NEWS_EVERY == 0:
                    transport.send(WSMsgType.TEXT, NEWS)

    server = await ws_create_server(
        lambda request: Listening(), "127.0.0.1", 0, max_frame_size=MOST_BYTES, read_buffer_init_size=MOST_BYTES
    )
    return int(server.sockets[0].getsockname()[1])


SERVERS: dict[str, Callable[[], Awaitable[int]]] = {
    "ours": ours(shortcut=True),
    "ours, every message decoded": ours(shortcut=False),
    "picows": by_picows,
    "aiohttp": lambda: by_aiohttp(answered_by_aiohttp),
    "websockets": by_websockets,
}


def run_server(name: str, pipe: Pipe) -> None:
    logging.disable()  # some complain when the clients go

    async def serve() -> None:
        pipe.send(await SERVERS[name]())
        await asyncio.Event().wait()

    uvloop.run(serve())


# ---- the clients -----------------------------------------------------------------------------------


class Browser(asyncio.Protocol):
    """Sends, and forgets what it hears."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.upgraded = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        lines = ("GET /ws HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade")
        more = ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")
        transport.write(("\r\n".join((*lines, *more)) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        if not self.upgraded.done():
            assert data.startswith(b"HTTP/1.1 101"), data
            self.upgraded.set_result(None)


async def connect(port: int) -> Browser:
    _, browser = await asyncio.get_running_loop().create_connection(Browser, "127.0.0.1", port)
    await browser.upgraded
    return browser


async def beat(browser: Browser, first: float, until: float) -> int:
    sent = 0
    await asyncio.sleep(first)
    while time.monotonic() < until:
        browser.transport.write(FRAME)
        sent += 1
        await asyncio.sleep(BEAT_S)
    return sent


async def load(port: int, pid: int, connections: int, seconds: float) -> tuple[float, float]:
    """µs of CPU per frame, and kB per connection."""
    browsers = [await connect(port) for _ in range(20)]
    before = memory_kb(pid)
    browsers += [await connect(port) for _ in range(connections)]
    started, until = cpu(pid), time.monotonic() + seconds
    count = len(browsers)
    counts = await asyncio.gather(*(beat(one, BEAT_S * n / count, until) for n, one in enumerate(browsers)))
    await asyncio.sleep(0.2)
    spent = cpu(pid) - started
    return 1e6 * spent / sum(counts), (memory_kb(pid) - before) / connections


def cpu(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0])


def measure(name: str, connections: int, seconds: float) -> tuple[float, float]:
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    process = context.Process(target=run_server, args=(name, theirs), daemon=True)
    process.start()
    try:
        return uvloop.run(load(mine.recv(), process.pid or 0, connections, seconds))
    finally:
        process.kill()


def main() -> None:
    connections = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 8.0
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    names = [name for name in SERVERS if name.startswith("ours") or importlib.util.find_spec(name)]
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for _ in range(rounds):  # in turn, so that a busy moment of the computer hits them all
        for name in names:
            found[name].append(measure(name, connections, seconds))
    for name, results in found.items():
        frame, connection = (statistics.median(column) for column in zip(*results, strict=True))
        print(f"{name:28} {frame:6.1f} µs CPU per frame  {connection:6.1f} kB per connection")


if __name__ == "__main__":
    main()
