"""The attacker's hands: raw connections from any address of this computer, HTTP as one likes it, and bare frames."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
from dataclasses import dataclass
from typing import Any, Final

from slamdeck.server.socket.frames import CLOSE, PING, PONG, TEXT, Frames, masked

MOST_ANSWER: Final = 1 << 24
PATIENCE_S: Final = 30.0  # with a busy computer; the long form has a stopwatch of its own
KEY: Final = b"\x11\x22\x33\x44"
LOST: Final = (OSError, asyncio.IncompleteReadError, TimeoutError, asyncio.LimitOverrunError)


@dataclass(frozen=True)
class Answer:
    """What the server said to a request; status 0: it hung up, or said nothing in time."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: tuple[str, ...] = ()  # `name=value` of each that is set

    def json(self) -> Any:
        return json.loads(self.body)


NOTHING: Final = Answer(0, {}, b"")


def http(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    if body and "Transfer-Encoding" not in headers and "Content-Length" not in headers:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


class Line:
    """A connection that nothing is known about: bytes in, bytes out."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, host: str, port: int, source: str, small: bool = False) -> Line:
        """`small`: this side takes hardly anything before it reads. Refused: a line that leads nowhere."""
        limit = 1024 if small else MOST_ANSWER
        opening = asyncio.open_connection(host, port, local_addr=(source, 0), limit=limit)
        try:
            reader, writer = await asyncio.wait_for(opening, PATIENCE_S)
        except LOST:
            return NoLine()
        if small:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        return cls(reader, writer)

    def is_open(self) -> bool:
        return not self.writer.is_closing()

    def without_delay(self) -> None:
        """Every write is a packet of its own."""
        self.writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def push(self, data: bytes) -> bool:
        """Without waiting. False: nobody takes it any more."""
        if not self.is_open():
            return False
        try:
            self.writer.write(data)
        except RuntimeError:  # uvloop's way to say the same
            return False
        return True

    def unsent(self) -> int:
        """Bytes that the other side has not taken yet."""
        return 0 if not self.is_open() else self.writer.transport.get_write_buffer_size()

    async def send(self, data: bytes) -> bool:
        if not self.push(data):
            return False
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self.writer.drain()
        except LOST:
            return False
        return self.is_open()

    async def answer(self, patience: float = PATIENCE_S) -> Answer:
        try:
            async with asyncio.timeout(patience):
                return await self.read_answer()
        except (*LOST, ValueError):
            return NOTHING

    async def read_answer(self) -> Answer:
        top = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = [line.partition(":") for line in top[1:]]
        headers = {name.strip().lower(): value.strip() for name, _, value in fields}
        set_cookies = [value.strip() for name, _, value in fields if name.lower() == "set-cookie"]
        cookies = tuple(value.partition(";")[0] for value in set_cookies)
        status = int(top[0].split()[1])
        if headers.get("transfer-encoding") == "chunked":
            return Answer(status, headers, await self.read_pieces(), cookies)
        size = int(headers.get("content-length", "0"))
        return Answer(status, headers, await self.reader.readexactly(size), cookies)

    async def read_pieces(self) -> bytes:
        pieces = []
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            pieces.append(await self.reader.readexactly(size))
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)
        return b"".join(pieces)

    async def status(self) -> int:
        """Only the head of an answer is read; 0 if there is none."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return int((await self.reader.readuntil(b"\r\n\r\n")).split()[1])
        except LOST:
            return 0

    async def more(self) -> int:
        """Some of what follows; how many bytes it is."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return len(await self.reader.read(65536))
        except LOST:
            return 0

    async def is_cut(self, patience: float) -> bool:
        """Has the other side hung up, or does it within this time?"""
        try:
            async with asyncio.timeout(patience):
                while await self.reader.read(65536):
                    pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def cut(self) -> None:
        self.writer.transport.abort()


class NoLine(Line):
    """What is left of a connection that was refused."""

    def __init__(self) -> None:
        pass

    def is_open(self) -> bool:
        return False

    def without_delay(self) -> None:
        pass

    def push(self, data: bytes) -> bool:
        return False

    def unsent(self) -> int:
        return 0

    async def answer(self, patience: float = PATIENCE_S) -> Answer:
        return NOTHING

    async def status(self) -> int:
        return 0

    async def more(self) -> int:
        return 0

    async def is_cut(self, patience: float) -> bool:
        return True

    def cut(self) -> None:
        pass


all_ears: Final[set[asyncio.Task[None]]] = set()  # the loop itself does not keep what nobody else keeps


class Plug:
    """A WebSocket whose owner decides what it sends; what comes in is kept."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.frames = Frames(MOST_ANSWER, from_client=False)
        self.heard: list[bytes] = []
        self.code = 0  # with which the server closed
        self.cut_off = asyncio.Event()
        self.arrived = asyncio.Event()
        self.ears: asyncio.Task[None] | None = None

    async def shake_hands(self, path: str, headers: dict[str, str]) -> Answer:
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        await self.line.send(http("GET", path, {**headers, **upgrade, "Sec-WebSocket-Key": key}))
        return await self.line.answer()

    def listen(self) -> None:
        self.ears = asyncio.ensure_future(self.hear_all())
        all_ears.add(self.ears)
        self.ears.add_done_callback(all_ears.discard)

    async def hear_all(self) -> None:
        with contextlib.suppress(OSError):
            while data := await self.line.reader.read(65536):
                for kind, payload in self.frames.feed(data):
                    if kind == TEXT:
                        self.heard.append(payload)
                        self.arrived.set()
                    elif kind == PING:
                        self.line.push(masked(PONG, payload, KEY))
                    elif kind == CLOSE:
                        self.code = int.from_bytes(payload[:2], "big")
                        self.line.push(masked(CLOSE, payload[:2], KEY))
        self.cut_off.set()
        self.arrived.set()

    async def send(self, data: bytes) -> bool:
        return not self.cut_off.is_set() and await self.line.send(data)

    async def say(self, m: str, **fields: object) -> bool:
        return await self.send(text_frame({"m": m, **fields}))

    def messages(self, m: str = "", since: int = 0) -> list[dict[str, Any]]:
        """What was heard, of one kind or of all."""
        tag = f'"m":"{m}"'.encode()
        return [json.loads(one) for one in self.heard[since:] if not m or tag in one[: len(tag) + 2]]

    async def wait_for(self, m: str, since: int = 0, patience: float = PATIENCE_S) -> dict[str, Any] | None:
        """The first message of that kind after those; None if none comes."""
        try:
            async with asyncio.timeout(patience):
                while True:
                    self.arrived.clear()
                    if found := self.messages(m, since):
                        return found[0]
                    if self.cut_off.is_set():
                        return None
                    await self.arrived.wait()
        except TimeoutError:
            return None

    async def is_closed(self, patience: float = PATIENCE_S) -> bool:
        try:
            async with asyncio.timeout(patience):
                await self.cut_off.wait()
        except TimeoutError:
            return False
        return True

    def cut(self) -> None:
        if self.ears is not None:
            self.ears.cancel()
        self.line.cut()


def text_frame(message: object) -> bytes:
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    return masked(TEXT, data, KEY)
