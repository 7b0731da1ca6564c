"""The way to the database, which can go dark: connections stay, and nothing arrives any more.

Each is a process of its own. In that of the crowd, whatever keeps the crowd busy would stand between the nodes and
their database, and the time that people take to come back would be counted as time that it takes to take a table over.
"""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import cast

from slamdeck.server.app import new_loop
from tests.server.warm import WarmProcess

HERE = "127.0.0.1"
SWALLOW, LIGHT, CUT = signal.SIGUSR1, signal.SIGUSR2, signal.SIGHUP


class DarkEnd(asyncio.Protocol):
    def __init__(self, hole: HoleInside) -> None:
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


class HoleInside:
    """What goes on in its process."""

    def __init__(self, port: int) -> None:
        """`port`: of the database, on this computer."""
        self.target = port
        self.dark = False
        self.ends: set[DarkEnd] = set()
        self.tasks: set[asyncio.Task[None]] = set()

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


async def relay(port: int) -> None:
    """To that port, until somebody ends it; says on which one."""
    hole = HoleInside(port)
    loop = asyncio.get_running_loop()
    for number, work in ((SWALLOW, hole.swallow), (LIGHT, hole.light), (CUT, hole.cut)):
        loop.add_signal_handler(number, work)
    listening = await loop.create_server(hole.accept, HERE, 0)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


def run_relay(port: str) -> None:
    with asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(relay(int(port)))


class Blackhole:
    """As the tests see it."""

    def __init__(self, port: int, folder: Path) -> None:
        """`port`: of the database, on this computer."""
        self.process = WarmProcess(run_relay, (str(port),), folder / "ways_to_the_database.log")
        self.port = int(self.process.stdout.readline())

    def swallow(self) -> None:
        self.process.send_signal(SWALLOW)

    def light(self) -> None:
        self.process.send_signal(LIGHT)

    def cut(self) -> None:
        self.process.send_signal(CUT)

    def end(self) -> None:
        self.process.kill()
        self.process.wait(30)
        self.process.stdout.close()
