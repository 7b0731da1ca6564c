"""The way to the database, which can go dark: connections stay, and nothing arrives any more."""

from __future__ import annotations

import asyncio
from typing import Self, cast

HERE = "127.0.0.1"


class DarkEnd(asyncio.Protocol):
    def __init__(self, hole: Blackhole) -> None:
        self.hole = hole
        self.other: DarkEnd | None = None
        self.transport: asyncio.Transport | None = None
        self.waiting = b""  # until there is another end

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.hole.ends.add(self)
        if self.hole.dark:
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)
        else:
            self.waiting += data

    def connection_lost(self, error: Exception | None) -> None:
        self.hole.ends.discard(self)
        self.transport = None
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()


class Blackhole:
    def __init__(self, port: int) -> None:
        """`port`: of the database, on this computer."""
        self.target = port
        self.dark = False
        self.ends: set[DarkEnd] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.listening: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self.listening = await asyncio.get_running_loop().create_server(self.accept, HERE, 0)
        return self

    async def __aexit__(self, *args: object) -> None:
        assert self.listening is not None
        self.listening.close()
        for task in self.tasks:
            task.cancel()
        self.cut()
        await asyncio.sleep(0.01)

    @property
    def port(self) -> int:
        assert self.listening is not None
        return int(self.listening.sockets[0].getsockname()[1])

    def accept(self) -> DarkEnd:
        near, far = DarkEnd(self), DarkEnd(self)
        task = asyncio.get_running_loop().create_task(self.connect(near, far))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return near

    async def connect(self, near: DarkEnd, far: DarkEnd) -> None:
        try:
            await asyncio.get_running_loop().create_connection(lambda: far, HERE, self.target)
        except OSError:
            if near.transport is not None:
                near.transport.abort()
            return
        near.other, far.other = far, near
        if far.transport is not None and near.waiting:
            far.transport.write(near.waiting)
        if near.transport is None and far.transport is not None:
            far.transport.abort()

    def swallow(self) -> None:
        self.dark = True
        for end in list(self.ends):
            if end.transport is not None and not end.transport.is_closing():
                end.transport.pause_reading()

    def light(self) -> None:
        """What was on its way arrives now."""
        self.dark = False
        for end in list(self.ends):
            if end.transport is not None and not end.transport.is_closing():
                end.transport.resume_reading()

    def cut(self) -> None:
        for end in list(self.ends):
            if end.transport is not None:
                end.transport.abort()
