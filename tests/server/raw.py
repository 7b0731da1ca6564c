"""Connections on which anything can be said, byte by byte."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator

from slamdeck.server.app import Server
from slamdeck.server.socket.frames import PONG, masked

MASK = b"\x01\xfe\x80\x7f"


class Raw:
    """A client without manners."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def say(self, data: bytes) -> None:
        self.writer.write(data)
        with contextlib.suppress(ConnectionError):
            await self.writer.drain()

    async def head(self) -> bytes:
        """Of the next answer; empty if the server hung up."""
        try:
            return await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 20)
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    async def is_cut_off(self, patience: float = 20.0) -> bool:
        """Whatever still comes is thrown away."""
        try:
            async with asyncio.timeout(patience):
                while await self.reader.read(65536):
                    pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True

    async def ask(self, path: str, *headers: str, method: str = "GET") -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: x", *headers, "", ""]
        await self.say("\r\n".join(lines).encode("latin-1"))
        return await self.head()

    async def become_a_socket(self, server: Server) -> bytes:
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        return await self.ask(
            "/ws",
            f"Origin: http://127.0.0.1:{server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        )

    async def hang_up(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


async def connect(server: Server, address: str = "127.0.0.1") -> Raw:
    """From another address of this computer, which is another network to the server."""
    return Raw(*await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0)))


@contextlib.asynccontextmanager
async def connected(server: Server, count: int, address: str = "127.0.0.1") -> AsyncIterator[list[Raw]]:
    found = [await connect(server, address) for _ in range(count)]
    try:
        yield found
    finally:
        for one in found:
            await one.hang_up()


def pongs(count: int) -> bytes:
    return masked(PONG, b"", MASK) * count


def pong_nobody_asked_for() -> bytes:
    return masked(PONG, os.urandom(8), MASK)
