"""A slow line: a TCP relay in userland, in a process of its own, that holds every byte back, in both directions."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

HERE = "127.0.0.1"


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
    loop = asyncio.get_running_loop()
    while data := await reader.read(65_536):
        loop.call_later(delay, writer.write, data)
    loop.call_later(delay, writer.close)


async def relay(listen: int, forward: int, delay: float) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(HERE, forward)
        await asyncio.gather(pump(reader, back, delay), pump(there, writer, delay), return_exceptions=True)

    async with await asyncio.start_server(connected, HERE, listen) as server:
        print("ready", flush=True)
        await server.serve_forever()


@contextmanager
def slow_line(listen: int, forward: int, round_trip_ms: int) -> Iterator[None]:
    """Whoever calls the one port reaches the other; all bytes take half of the round trip longer each way."""
    command = [sys.executable, "-m", "tests.browser.relay", str(listen), str(forward), str(round_trip_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield
        finally:
            process.terminate()


if __name__ == "__main__":
    listening, forwarding, trip = (int(word) for word in sys.argv[1:])
    asyncio.run(relay(listening, forwarding, trip / 2000))
