"""A relay that makes a near server far: whatever comes in on one side leaves on the other as late as a modelled line
would have it, in order, each direction by itself. Loopback only."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from typing import Final, Self, cast

from slamdeck.measure.fairness.lines import Lane, LineKind
from slamdeck.server.tables.alarms import Alarm, Alarms, micros

HERE: Final = "127.0.0.1"


class Delay:
    """One direction of one connection: a queue of what is under way.

    All share one timer, which never goes off before its time: uvloop's know no parts of a millisecond, and whoever is
    woken too early asks again and again until the time has come.
    """

    def __init__(self, lane: Lane, alarms: Alarms) -> None:
        self.lane = lane
        self.way: deque[tuple[int, bytes]] = deque()
        self.out: asyncio.Transport | None = None
        self.alarm = Alarm(alarms, self.deliver)

    def take(self, data: bytes) -> None:
        self.way.append((self.lane.arrival(micros()), data))
        if len(self.way) == 1:
            self.wait()

    def wait(self) -> None:
        if self.way and self.out is not None:
            self.alarm.set(self.way[0][0])

    def deliver(self, due: int) -> None:
        now = micros()
        while self.way and self.way[0][0] <= now:
            data = self.way.popleft()[1]
            if self.out is not None and not self.out.is_closing():
                self.out.write(data)
        self.wait()


class RelayEnd(asyncio.Protocol):
    """One socket of the two: what it hears goes into one direction, what leaves the other direction it says."""

    def __init__(self, hears: Delay, says: Delay) -> None:
        self.hears, self.says = hears, says
        self.other: RelayEnd | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = self.says.out = cast(asyncio.Transport, transport)
        self.says.wait()

    def data_received(self, data: bytes) -> None:
        self.hears.take(data)

    def connection_lost(self, error: Exception | None) -> None:
        self.says.out = None
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()


class Relay:
    """Listens on a port of this computer for the people behind one kind of line."""

    def __init__(self, line: LineKind, server: tuple[str, int], seed: str, alarms: Alarms | None = None) -> None:
        self.line = line
        self.server = server
        self.alarms = alarms or Alarms()
        self.chance = random.Random(seed)
        self.listening: asyncio.Server | None = None
        self.connecting: set[asyncio.Task[None]] = set()
        self.ends: list[RelayEnd] = []

    async def __aenter__(self) -> Self:
        self.listening = await asyncio.get_running_loop().create_server(self.accept, HERE, 0)
        return self

    async def __aexit__(self, *args: object) -> None:
        assert self.listening is not None
        self.listening.close()
        for task in self.connecting:
            task.cancel()
        for end in self.ends:
            if end.transport is not None:
                end.transport.abort()
        await asyncio.sleep(0.01)  # until the sockets are closed

    @property
    def port(self) -> int:
        assert self.listening is not None
        return int(self.listening.sockets[0].getsockname()[1])

    def accept(self) -> RelayEnd:
        up = Delay(Lane(self.line.up, self.chance), self.alarms)
        down = Delay(Lane(self.line.down, self.chance), self.alarms)
        near, far = RelayEnd(up, down), RelayEnd(down, up)
        self.ends += near, far
        task = asyncio.get_running_loop().create_task(self.connect(near, far))
        self.connecting.add(task)
        task.add_done_callback(self.connecting.discard)
        return near

    async def connect(self, near: RelayEnd, far: RelayEnd) -> None:
        near.other, far.other = far, near
        try:
            await asyncio.get_running_loop().create_connection(lambda: far, *self.server)
        except OSError:
            if near.transport is not None:
                near.transport.close()
