"""Somebody who asks for tables, as a process of its own: what is measured must not wait for the crowd, which comes back
to its tables at the same moment. Processes on one computer have one clock."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

from slamdeck.server.app import new_loop
from tests.server.warm import WarmProcess

HERE = "127.0.0.1"
PATIENCE_S = 60.0
PAUSE_S = 0.02
LONGEST = 1 << 20

Wanted = list[tuple[int, str]]  # each a port and a table


async def is_served(port: int, code: str) -> bool:
    """In as few words as possible: whoever asks runs on the same cores as whoever answers."""
    try:
        reader, writer = await asyncio.open_connection(HERE, port)
    except OSError:
        return False
    try:
        writer.write(f"GET /api/tables/{code} HTTP/1.1\r\nHost: {HERE}:{port}\r\nConnection: close\r\n\r\n".encode())
        return b" 200 " in await reader.readline()
    except OSError:
        return False
    finally:
        writer.close()


async def ask_for(port: int, code: str) -> float:
    """When it was served there; 0: it never was."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if await is_served(port, code):
            return time.monotonic()
        await asyncio.sleep(PAUSE_S)
    return 0.0


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """To a line with what is wanted, one with the times at which it was served."""
    while line := await reader.readline():
        wanted: Wanted = json.loads(line)
        times = await asyncio.gather(*(ask_for(port, code) for port, code in wanted))
        writer.write(json.dumps(times).encode() + b"\n")
    writer.close()


async def listen() -> None:
    server = await asyncio.start_server(answer, HERE, 0, limit=LONGEST)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def run_asker() -> None:
    with asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(listen())


class Asker:
    """As the crowd sees it."""

    def __init__(self, folder: Path) -> None:
        self.process = WarmProcess(run_asker, (), folder / "asker.log")
        self.port = int(self.process.stdout.readline())

    async def ask(self, wanted: Wanted) -> list[float]:
        """Seconds until each was served. This begins when the fault has: the victim answers nobody any more."""
        began = time.monotonic()
        reader, writer = await asyncio.open_connection(HERE, self.port, limit=LONGEST)
        try:
            writer.write(json.dumps(wanted).encode() + b"\n")
            served: list[float] = json.loads(await reader.readline())
        finally:
            writer.close()
        missing = [code for (_, code), at in zip(wanted, served, strict=True) if not at]
        assert not missing, f"not taken over: {missing}"
        return [at - began for at in served]

    def end(self) -> None:
        self.process.kill()
        self.process.wait(30)
        self.process.stdout.close()
