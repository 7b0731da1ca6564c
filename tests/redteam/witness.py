"""The honest table as whoever runs the attacks knows it: a process that is told when to sit, begin and end."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from tests.redteam.honest import Felt
from tests.server.process import ROOT, environment

PATIENCE_S: Final = 30.0
MOST_LINE: Final = 1 << 22


class Witness:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def ask(self, what: str) -> Felt:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{what}\n".encode())
        try:
            async with asyncio.timeout(PATIENCE_S):
                line = await self.process.stdout.readline()
        except TimeoutError:
            return Felt(problem=f"the honest people said nothing for {PATIENCE_S:.0f} s")
        return msgspec.json.decode(line, type=Felt) if line else Felt(problem="the honest people's process ended")


@contextlib.asynccontextmanager
async def witness(base: str) -> AsyncIterator[Witness]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.redteam.honest", base),
        stdin=pipe,
        stdout=pipe,
        cwd=ROOT,
        env=environment(),
        limit=MOST_LINE,
    )
    try:
        yield Witness(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
