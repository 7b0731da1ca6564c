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

from slamdeck.server.config import Limits
from slamdeck.server.http.answers import RecordShown
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.networks import site_of

PIECE: Final = 65_536
NICENESS: Final = 10  # tables come first
VERIFY: Final = ("-m", "slamdeck.cli", "verify", "--json", "-")
SAID: Final = "slamdeck: "  # before the sentence of a Problem


class RecordChecks:
    """One at a time, and one of each network; whoever comes meanwhile is asked to wait a moment."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.arriving: set[str] = set()  # networks, or sites, from which one is coming
        self.busy = False

    async def check(self, request: web.Request, network: str) -> RecordShown:
        network = site_of(network) or network
        if (request.content_length or 0) > self.limits.record_bytes:
            raise self.too_large()
        if self.busy or network in self.arriving or len(self.arriving) >= self.limits.records_at_once:
            raise Refusing(No.TOO_MANY, "another record is being checked; try again in a moment", 5)
        self.arriving.add(network)
        try:
            data = await self.read_whole(request)
            if self.busy:
                raise Refusing(No.TOO_MANY, "another record is being checked; try again in a moment", 5)
            self.busy = True
            try:
                return await verify(data, self.limits.record_s)
            finally:
                self.busy = False
        finally:
            self.arriving.discard(network)

    async def read_whole(self, request: web.Request) -> bytes:
        """More than any other request may have, so it is counted here."""
        data = bytearray()
        try:
            async with asyncio.timeout(self.limits.record_s):
                async for piece in request.content.iter_chunked(PIECE):
                    data += piece
                    if len(data) > self.limits.record_bytes:
                        raise self.too_large()
        except TimeoutError:
            raise Refusing(No.TOO_SLOW, "the record did not arrive in time") from None
        return bytes(data)

    def too_large(self) -> Refusing:
        most = self.limits.record_bytes / 1_000_000
        return Refusing(No.TOO_LARGE, f"a record has at most {most:g} million bytes here")


async def verify(data: bytes, patience: float) -> RecordShown:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, *VERIFY, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        async with asyncio.timeout(patience):
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
