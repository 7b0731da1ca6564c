"""The collector looks at young objects all the time, and at all of them when nobody is playing; what is large does not
wait for it."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter

import pytest

from slamdeck.measure.client import Client
from slamdeck.server.ops import gc_schedule
from slamdeck.server.socket.connection import Connection
from slamdeck.server.socket.frames import Socket
from slamdeck.server.tables.hosted import RunningTable
from slamdeck.table.live import LiveTable
from tests.server.evening import base_of, play, serving, until


@pytest.mark.parametrize("playing", [True, False])
def test_a_full_collection_waits_until_nobody_plays(monkeypatch: pytest.MonkeyPatch, playing: bool) -> None:
    asked: list[int] = []

    def note(generation: int = 2) -> int:
        asked.append(generation)
        return 0

    monkeypatch.setattr(gc_schedule, "EVERY_S", 0.001)
    monkeypatch.setattr(gc_schedule, "ALL_EVERY_S", 0.0)
    monkeypatch.setattr(gc_schedule, "YOUNG_EVERY", 10)
    monkeypatch.setattr(gc, "collect", note)

    async def serve() -> None:
        task = asyncio.get_running_loop().create_task(gc_schedule.collect(lambda: playing))
        async with asyncio.timeout(60):
            while len(asked) < 12:
                await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(serve())
    assert asked[:12] == ([0] * 9 + [1] + [0] * 2 if playing else [2] * 12)


def test_somebody_who_always_plays_cannot_keep_all_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_schedule, "EVERY_S", 0.001)
    monkeypatch.setattr(gc_schedule, "AT_LEAST_EVERY_S", 0.0)

    class Circle:
        gone = False

        def __init__(self) -> None:
            self.own = self

        def __del__(self) -> None:
            Circle.gone = True

    async def serve() -> None:
        circle = Circle()
        gc.collect(1)  # it is old by now, and stays until a full collection
        del circle
        gc.collect(1)
        assert not Circle.gone
        task = asyncio.get_running_loop().create_task(gc_schedule.collect(lambda: True))
        async with asyncio.timeout(60):
            while not Circle.gone:
                await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(serve())


def alive() -> Counter[str]:
    """Of what is large, how many there are."""
    kinds = (RunningTable, LiveTable, Connection, Socket)
    return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, kinds))


def test_tables_and_sockets_come_apart_without_the_collector() -> None:
    """A server at which somebody always plays has no time for it, and forgets hundreds of them in an hour."""

    async def evening() -> None:
        async with serving() as server:
            gc.collect()
            gc.disable()
            before = alive()
            async with Client(base_of(server), "Ann") as ann:
                code = await ann.open("slamwich", bots=["quick", "quick"], start=True)
                await ann.connect()
                await until(lambda: server.lobby.tables[code].is_playing())
                assert alive() == before + Counter(RunningTable=1, LiveTable=1, Connection=1, Socket=1)
            await until(lambda: not server.api.sockets.open)
            await server.lobby.put_to_sleep(server.lobby.tables[code])
            await until(lambda: alive() == before)

    try:
        play(evening)
    finally:
        gc.enable()
