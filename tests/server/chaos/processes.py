"""Nodes as processes of their own, each with its own way to the database."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from pathlib import Path

from slamdeck.measure.loaded_server import GENEROUS
from slamdeck.server.app import run
from slamdeck.server.config import ServerConfig
from slamdeck.server.store.postgres.address import PostgresAddress
from tests.ports import free_port
from tests.server.chaos.blackhole import Blackhole
from tests.server.store.postgres import PostgresProcess
from tests.server.warm import WarmProcess


def serve_node(name: str, port: str, url: str) -> None:
    """As `slamdeck serve` does, but one address may do as much as it likes."""
    config = ServerConfig(port=int(port), db=PostgresAddress(url), node=name, thinkers=1, limits=GENEROUS)
    run(config, lambda server: print("ready", flush=True))


class NodeProcess:
    def __init__(self, name: str, hole: Blackhole, folder: Path) -> None:
        self.name = name
        self.hole = hole
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"{name}.log"
        self.process: WarmProcess | None = None

    async def start(self) -> None:
        url = f"postgresql://slamdeck@127.0.0.1:{self.hole.port}/postgres"
        self.process = WarmProcess(serve_node, (self.name, str(self.port), url), self.log)
        line = await asyncio.to_thread(self.process.stdout.readline)
        assert b"ready" in line, self.log.read_text()[-2000:]

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def kill(self) -> None:
        self.signal(signal.SIGKILL)
        await self.ended()

    async def stop(self) -> int:
        self.signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        assert self.process is not None
        code = await asyncio.to_thread(self.process.wait, 30)
        self.process.stdout.close()
        self.process = None
        return code


@contextlib.asynccontextmanager
async def running_nodes(count: int, postgres: PostgresProcess, folder: Path) -> AsyncIterator[list[NodeProcess]]:
    holes = [await asyncio.to_thread(Blackhole, postgres.port, folder) for _ in range(count)]
    nodes = [NodeProcess(f"node{number}", hole, folder) for number, hole in enumerate(holes)]
    try:
        await asyncio.gather(*(node.start() for node in nodes))
        yield nodes
    finally:
        for node in nodes:
            if node.process is not None and node.process.poll() is None:
                node.signal(signal.SIGCONT)
                await node.kill()
        for hole in holes:
            await asyncio.to_thread(hole.end)
