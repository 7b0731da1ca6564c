"""When a node is gone, one of all who ask for it knocks at its door."""

from __future__ import annotations

import asyncio

import pytest

from slamdeck.server.cluster import knocking
from slamdeck.server.cluster.knocking import Doors
from tests.ports import free_port


class CountedDoors(Doors):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    async def knock(self, addr: str) -> bool:
        self.count += 1
        return await super().knock(addr)


def test_whoever_asks_at_the_same_moment_hears_the_same() -> None:
    async def story() -> None:
        doors, addr = CountedDoors(), f"127.0.0.1:{free_port()}"
        assert not any(await asyncio.gather(*(doors.is_open(addr) for _ in range(20))))
        assert doors.count == 1
        assert not await doors.is_open(addr)
        assert doors.count == 2, "it may be back"

    asyncio.run(story())


def test_a_door_that_was_opened_is_believed_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
        doors, addr = CountedDoors(), f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        monkeypatch.setattr(knocking, "BELIEVED_S", 3600.0)
        assert all(await asyncio.gather(*(doors.is_open(addr) for _ in range(20))))
        assert await doors.is_open(addr)
        assert doors.count == 1
        server.close()
        await server.wait_closed()
        monkeypatch.setattr(knocking, "BELIEVED_S", 0.0)
        assert not await doors.is_open(addr)

    asyncio.run(story())
