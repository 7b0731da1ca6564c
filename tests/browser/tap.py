"""A tap on the line right at the browser: a relay that delays nothing and writes down every frame that passes.

With `ping_ms` it asks the browser by pings of its own, whose pongs it keeps to itself. What arrives is told with the
number of TCP segments that had brought data by then, as the kernel counts them: two messages may be read at once that
left the browser one by one.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from slamdeck.server.socket.frames import PING, PONG, TEXT, Frames, frame

HERE: Final = "127.0.0.1"
LARGEST: Final = 1 << 24
OWN: Final = b"tap"
DATA_SEGMENTS_IN: Final = slice(152, 156)  # of struct tcp_info: tcpi_data_segs_in
SPEAKS_FRAMES: Final = b"HTTP/1.1 101"
HEAD_ENDS: Final = b"\r\n\r\n"


def segments(writer: asyncio.StreamWriter) -> int:
    info = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    return int.from_bytes(info[DATA_SEGMENTS_IN], sys.byteorder)


class Tap:
    """One connection of the browser, and its continuation to the server."""

    def __init__(self, log: TextIO, browser: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.log = log
        self.browser = browser
        self.server = server
        self.up = Frames(LARGEST)
        self.down = Frames(LARGEST, from_client=False)
        self.speaks_frames = False
        self.pings = 0
        self.reads = 0

    def write_down(self, way: str, kind: int, payload: bytes) -> None:
        text = payload.decode() if kind == TEXT else payload.hex()
        line = {"at": time.perf_counter_ns() // 1000, "way": way, "kind": kind, "text": text}
        if way == "up":
            line |= {"read": self.reads, "segments": segments(self.browser)}
        self.log.write(json.dumps(line) + "\n")

    def from_server(self, data: bytes) -> None:
        if not self.speaks_frames and data.startswith(SPEAKS_FRAMES):
            self.speaks_frames = True
            data, _, rest = data.partition(HEAD_ENDS)
            self.browser.write(data + HEAD_ENDS)
            data = rest
        self.browser.write(data)
        if self.speaks_frames:
            for kind, payload in self.down.feed(data):
                self.write_down("down", kind, payload)

    def from_browser(self, data: bytes) -> None:
        if not self.speaks_frames:
            self.server.write(data)
            return
        self.reads += 1
        stream = self.up.rest + data
        at = 0
        while (found := self.up.one(stream, at)) is not None:
            first, payload, end = found
            self.write_down("up", first & 0x0F, payload)
            if first & 0x0F != PONG or not payload.startswith(OWN):
                self.server.write(stream[at:end])
            at = end
        self.up.rest = stream[at:]

    def ping(self) -> None:
        """Between two frames of the server, never within one."""
        if self.speaks_frames and not self.down.rest and not self.browser.is_closing():
            self.pings += 1
            payload = OWN + self.pings.to_bytes(4, "big")
            self.browser.write(frame(PING, payload))
            self.write_down("down", PING, payload)


async def tap(listen: int, forward: int, log: TextIO, ping_ms: int) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(HERE, forward)
        for one in (writer, back):
            one.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line = Tap(log, writer, back)

        async def pump(source: asyncio.StreamReader, take: Any, end: asyncio.StreamWriter) -> None:
            while data := await source.read(65_536):
                take(data)
            end.close()

        async def ask() -> None:
            while ping_ms and not writer.is_closing():
                await asyncio.sleep(ping_ms / 1000)
                line.ping()

        asking = asyncio.ensure_future(ask())
        await asyncio.gather(
            pump(reader, line.from_browser, back), pump(there, line.from_server, writer), return_exceptions=True
        )
        asking.cancel()

    async with await asyncio.start_server(connected, HERE, listen) as server:
        print("ready", flush=True)
        await server.serve_forever()


@contextmanager
def tapped(listen: int, forward: int, log: Path, ping_ms: int = 0) -> Iterator[None]:
    """Whoever calls the one port reaches the other, and everything that passes is written down."""
    command = [sys.executable, "-m", "tests.browser.tap", str(listen), str(forward), str(log), str(ping_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield
        finally:
            process.terminate()


def written(log: Path) -> list[dict[str, Any]]:
    """What passed so far, in order."""
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines(keepends=True) if line[-1] == "\n"]


if __name__ == "__main__":
    listening, forwarding, path, every = sys.argv[1:]
    with Path(path).open("w", encoding="utf-8", buffering=1) as file:
        asyncio.run(tap(int(listening), int(forwarding), file, int(every)))
