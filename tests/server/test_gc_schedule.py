"""The collector looks at young objects all the time, and at all of them when nobody is playing."""

from __future__ import annotations

import asyncio
import gc

import pytest

from slamdeck.server.ops import gc_schedule


@pytest.mark.parametrize("playing", [True, False])
def test_a_full_collection_waits_until_nobody_plays(monkeypatch: pytest.MonkeyPatch, playing: bool) -> None:
    asked: list[int] = []

    def note(generation: int = 2) -> int:
        asked.append(generation)
        return 0

    monkeypatch.setattr(gc_schedule, "EVERY_S", 0.001)
    monkeypatch.setattr(gc_schedule, "ALL_EVERY_S", 0.0)
    monkeypatch.setattr(gc, "collect", note)

    async def serve() -> None:
        task = asyncio.get_running_loop().create_task(gc_schedule.collect(lambda: playing))
        async with asyncio.timeout(60):
            while len(asked) < 3:
                await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(serve())
    assert set(asked) == {0 if playing else 2}


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
