"""Records that people send in, from this server or any other, checked in a process of its own.

A record is somebody else's file. Playing it again may take long, and a made-up one may take for ever: no table must
wait for that, so `slamdeck verify` does it, one record at a time, and is stopped when it takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from typing import Final

import msgspec
from aiohttp import web

from slamdeck.server.http.answers import RecordShown
from slamdeck.server.http.errors import No, Refusing

MOST_BYTES: Final = 8_000_000  # a long evening has a few
PIECE: Final = 65_536
PATIENCE_S: Final = 30.0
NICENESS: Final = 10  # tables come first
VERIFY: Final = ("-m", "slamdeck.cli", "verify", "--json", "-")
SAID: Final = "slamdeck: "  # before the sentence of a Problem


class RecordChecks:
    """One at a time; whoever comes meanwhile is asked to wait a moment."""

    def __init__(self) -> None:
        self.busy = False

    async def check(self, request: web.Request) -> RecordShown:
        data = await read_whole(request)
        if self.busy:
            raise Refusing(No.TOO_MANY, "another record is being checked; try again in a moment", 5)
        self.busy = True
        try:
            return await verify(data)
        finally:
            self.busy = False


async def read_whole(request: web.Request) -> bytes:
    """More than any other request may have, so it is counted here."""
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE_S):
            async for piece in request.content.iter_chunked(PIECE):
                data += piece
                if len(data) > MOST_BYTES:
                    raise Refusing(No.TOO_LARGE, f"a record has at most {MOST_BYTES // 1_000_000} million bytes here")
    except TimeoutError:
        raise Refusing(No.BAD_REQUEST, "the record did not arrive in time") from None
    return bytes(data)


async def verify(data: bytes) -> RecordShown:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, *VERIFY, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        async with asyncio.timeout(PATIENCE_S):
            found, complaint = await process.communicate(data)
    except TimeoutError:
        raise Refusing(No.TOO_LARGE, "this record takes too long to check here; try `slamdeck verify`") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == 0:
        return msgspec.json.decode(found, type=RecordShown)
    return RecordShown(fits=False, why=complaint.decode(errors="replace").strip().removeprefix(SAID))
