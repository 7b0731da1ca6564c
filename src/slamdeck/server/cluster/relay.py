"""A socket that reached one node, relayed byte by byte to the one that has the table.

Nothing here is read or kept back: the owner's pings go all the way to the browser and back, so the law of races
measures this part of the line like any other.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections.abc import Callable
from typing import Final, cast

from slamdeck.server.cluster.passport import HEADER, Passports
from slamdeck.server.cluster.peers import OtherNode
from slamdeck.server.ops.metrics import Metrics
from slamdeck.server.socket.frames import TEXT, masked

CONNECT_S: Final = 2.0
GOODBYE_S: Final = 2.0  # for what is on its way
LONGEST_HEAD: Final = 16_384


class RelayedEnd(asyncio.Protocol):
    """One of two connections: what comes in leaves by the other."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: RelayedEnd | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        other = self.other
        if other is not None and other.transport is not None:
            other.transport.write(data)

    def pause_writing(self) -> None:
        """Who reads slowly here is not sent more from there."""
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            self.other.transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        other, self.other, self.transport = self.other, None, None
        if other is not None:
            other.hang_up()

    def hang_up(self) -> None:
        """What is on its way still arrives, unless nobody takes it: who reads nothing holds no place here."""
        if self.transport is not None:
            self.transport.close()
            asyncio.get_running_loop().call_later(GOODBYE_S, self.transport.abort)


class BrowserEnd(RelayedEnd):
    def __init__(self, transport: asyncio.Transport, gone: Callable[[], None]) -> None:
        super().__init__()
        self.transport = transport
        self.gone = gone

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.gone()


class OwnerEnd(RelayedEnd):
    """It asks for a socket first."""

    def __init__(self, head: bytes) -> None:
        super().__init__()
        self.head = head
        self.answer = b""
        self.shaken: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        cast(asyncio.Transport, transport).write(self.head)

    def data_received(self, data: bytes) -> None:
        if self.shaken.done():
            super().data_received(data)
            return
        self.answer += data
        answer, end, rest = self.answer.partition(b"\r\n\r\n")
        if end and answer.startswith(b"HTTP/1.1 101 "):
            assert self.transport is not None
            self.transport.pause_reading()  # until both ends know each other
            self.shaken.set_result(rest)
        elif end or len(self.answer) > LONGEST_HEAD:
            self.shaken.set_exception(ConnectionError("no socket there"))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.shaken.done():
            self.shaken.set_exception(ConnectionError("hung up"))
        super().connection_lost(error)


class Relays:
    """All sockets that come in here and belong elsewhere."""

    def __init__(self, passports: Passports, metrics: Metrics) -> None:
        self.passports = passports
        self.metrics = metrics
        self.open: dict[OwnerEnd, str] = {}  # with the name of the owner
        metrics.gauge("relayed_sockets", "WebSockets relayed to other servers.", lambda: len(self.open))

    async def connect(self, peer: OtherNode, address: str, secure: bool, said: list[bytes], rest: bytes) -> OwnerEnd:
        """To the owner, with all that the browser has said so far: whole messages, and what has begun. Raises OSError
        and TimeoutError."""
        began = time.monotonic_ns()
        end = OwnerEnd(self.head(peer, address, secure))
        host, _, port = peer.shown.addr.rpartition(":")
        try:
            async with asyncio.timeout(CONNECT_S):
                await asyncio.get_running_loop().create_connection(lambda: end, host.strip("[]"), int(port))
                end.answer = await end.shaken
        except BaseException:
            end.hang_up()
            raise
        self.metrics.relaying.note((time.monotonic_ns() - began) // 1000)
        assert end.transport is not None
        end.transport.write(b"".join(masked(TEXT, text, secrets.token_bytes(4)) for text in said) + rest)
        return end

    def head(self, peer: OtherNode, address: str, secure: bool) -> bytes:
        lines = [
            "GET /ws HTTP/1.1",
            f"Host: {peer.shown.addr}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
            f"{HEADER}: {self.passports.write(peer.name, address, secure)}",
        ]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def join(self, owner: str, end: OwnerEnd, browser: asyncio.Transport, gone: Callable[[], None]) -> BrowserEnd:
        """From here on they speak with each other. `gone`: it is over."""

        def over() -> None:
            self.open.pop(end, None)
            gone()

        near = BrowserEnd(browser, over)
        near.other, end.other = end, near
        self.open[end] = owner
        browser.set_protocol(near)
        if end.answer:
            browser.write(end.answer)
        if end.transport is not None:
            end.transport.resume_reading()
            browser.resume_reading()
        else:
            browser.close()  # the owner is gone meanwhile
        return near

    def cut(self, owner: str) -> None:
        """That node is gone, or hangs: whoever was relayed there comes back, and is led to another."""
        for end in [end for end, name in self.open.items() if name == owner]:
            near = end.other
            if end.transport is not None:
                end.transport.abort()
            if near is not None:
                near.hang_up()
