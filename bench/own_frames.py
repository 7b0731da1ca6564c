"""What a received frame and an open connection cost: our WebSocket framing against aiohttp's own (decision 0007).

    PYTHONPATH=src python bench/own_frames.py [connections] [seconds]

Each server runs in a process of its own and counts `still`s; the clients send twenty a second each, as browsers do.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import msgspec
import uvloop
from aiohttp import WSMsgType, web

from slamdeck.server.http.api import hand_over
from slamdeck.server.socket.frames import TEXT, Owner, Socket, accept_key, head, switching

STILL = b'{"m":"still","n":1234,"up":350000}'
FRAME = head(TEXT, len(STILL), 0x80) + bytes(4) + STILL
BEAT_S = 0.05


class Counting(Owner):
    """Owns one of our sockets."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.socket = Socket(transport, self, 1 << 16)
        self.count = 0

    def text(self, data: bytes) -> None:
        msgspec.json.decode(data)
        self.count += 1

    def glance(self, n: int, up: int) -> bool:
        self.count += 1
        return True

    def binary(self) -> None: ...

    def asked_for_pong(self, data: bytes) -> bool:
        return True

    def pong(self, data: bytes) -> None: ...

    def broken(self, code: int) -> None: ...

    def full(self) -> None: ...

    def free(self) -> None: ...

    def gone(self) -> None: ...


async def ours(request: web.Request) -> web.StreamResponse:
    accept = accept_key(request.headers)
    assert accept is not None
    assert request.transport is not None
    counting = Counting(request.transport)
    hand_over(request, switching(accept, {}), counting.socket)
    return web.Response()


async def aiohttps(request: web.Request) -> web.StreamResponse:
    socket = web.WebSocketResponse(compress=False)
    await socket.prepare(request)
    async for message in socket:
        if message.type is WSMsgType.TEXT:
            msgspec.json.decode(message.data)
    return socket


async def serve(name: str, pipe: Pipe) -> None:
    app = web.Application()
    app.router.add_get("/ws", {"ours": ours, "aiohttp": aiohttps}[name])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    pipe.send(runner.addresses[0][1])
    await asyncio.Event().wait()


def run_server(name: str, pipe: Pipe) -> None:
    uvloop.run(serve(name, pipe))


async def connect(port: int) -> asyncio.StreamWriter:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = ("GET /ws HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    writer.write(("\r\n".join((*lines, key)) + "\r\n\r\n").encode())
    await reader.readuntil(b"\r\n\r\n")
    return writer


async def beat(writer: asyncio.StreamWriter, until: float) -> int:
    sent = 0
    while time.monotonic() < until:
        writer.write(FRAME)
        sent += 1
        await asyncio.sleep(BEAT_S)
    return sent


async def load(port: int, pid: int, connections: int, seconds: float) -> None:
    writers = [await connect(port)]
    before = memory_kb(pid)
    writers += [await connect(port) for _ in range(connections)]
    started = cpu(pid)
    counts = await asyncio.gather(*(beat(writer, time.monotonic() + seconds) for writer in writers))
    spent = cpu(pid) - started
    print(f"  {1e6 * spent / sum(counts):6.1f} µs CPU per frame")
    print(f"  {(memory_kb(pid) - before) / connections:6.1f} kB per connection", flush=True)


def cpu(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0])


def main() -> None:
    connections = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 8.0
    context = multiprocessing.get_context("spawn")
    for name in ("ours", "aiohttp"):
        mine, theirs = context.Pipe()
        process = context.Process(target=run_server, args=(name, theirs), daemon=True)
        process.start()
        print(name)
        uvloop.run(load(mine.recv(), process.pid or 0, connections, seconds))
        process.kill()


if __name__ == "__main__":
    main()
