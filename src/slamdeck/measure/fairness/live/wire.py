"""One WebSocket of a client of ours: only what the study needs of RFC 6455, since whatever a client spends on a message
makes all the others at this computer later."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 0x1
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
LAST_PART: Final = 0x80
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)  # there is nobody between us and the server whom a mask could protect
SHORT, LONG = 126, 127


class PlayerWire(asyncio.Protocol):
    """Whole messages in, whole messages out, each at once."""

    def __init__(
        self, origin: str, hear: Callable[[bytes], None], ping: Callable[[bytes], None], end: Callable[[], None]
    ) -> None:
        """`hear` gets every text, `ping` what every ping carries; `end` is called when it is all over."""
        self.origin = origin
        self.hear = hear
        self.ping = ping
        self.end = end
        self.transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.unread = bytearray()

    # ---- asyncio's side --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        host = self.origin.partition("://")[2]
        lines = ["GET /ws HTTP/1.1", f"Host: {host}", f"Origin: {self.origin}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        self.transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self.unread += data
        if not self.open.done():
            self.shake_hands()
        if self.open.done():
            self.read_frames()

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        self.closed = True
        self.end()
        if not self.open.done():
            self.open.set_exception(ConnectionError("the server closed the connection"))

    # ---- reading ---------------------------------------------------------------------------------

    def shake_hands(self) -> None:
        end = self.unread.find(b"\r\n\r\n")
        if end < 0:
            return
        status = bytes(self.unread[: self.unread.find(b"\r\n")]).decode("latin-1")
        del self.unread[: end + 4]
        if " 101 " in status:
            self.open.set_result(None)
        else:
            self.open.set_exception(ConnectionError(f"the server opened no WebSocket: {status}"))

    def read_frames(self) -> None:
        unread, at = self.unread, 0
        while len(unread) >= at + 2:
            size, head = unread[at + 1], 2
            if size in (SHORT, LONG):
                head = 4 if size == SHORT else 10
                size = int.from_bytes(unread[at + 2 : at + head])
            if len(unread) < at + head + size:
                break
            self.read_frame(unread[at] & 0x0F, bytes(unread[at + head : at + head + size]))
            at += head + size
        del unread[:at]

    def read_frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.hear(payload)
        elif kind == PING:
            self.ping(payload)
        elif kind == CLOSE:
            self.close()

    # ---- writing ---------------------------------------------------------------------------------

    def say(self, text: bytes) -> None:
        self.write(TEXT, text)

    def pong(self, payload: bytes) -> None:
        self.write(PONG, payload)

    def write(self, kind: int, payload: bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        size = len(payload)
        length = bytes([MASKED | size]) if size < SHORT else bytes([MASKED | SHORT]) + size.to_bytes(2)
        self.transport.write(bytes([LAST_PART | kind]) + length + NO_MASK + payload)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()
