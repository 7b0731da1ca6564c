"""Records that are played again for somebody, in a process of its own: to check one, or to make a film of it.

A record may be somebody else's file. Playing it again may take long, and a made-up one may take for ever: no table must
wait for that, so a command of `slamdeck` does it, one record at a time, and is stopped when it takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from typing import Final

import msgspec
from aiohttp import web

from slamdeck.core.problems import Problem
from slamdeck.server.config import Limits
from slamdeck.server.http.answers import RecordShown
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.networks import site_of

PIECE: Final = 65_536
NICENESS: Final = 10  # tables come first
VERIFY: Final = ("verify", "--json", "-")
FILM: Final = ("replay", "--film", "-")
SAID: Final = "slamdeck: "  # before the sentence of a Problem
MOST_WAITING: Final = 8  # for films of tables


class RecordChecks:
    """One at a time, and one of each network; whoever comes meanwhile is asked to wait a moment."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.arriving: set[str] = set()  # networks, or sites, from which one is coming
        self.busy = False
        self.filming = asyncio.Lock()
        self.waiting = 0

    async def check(self, request: web.Request, network: str) -> RecordShown:
        """A record that somebody sends in."""
        try:
            found = await self.sent_in(request, network, VERIFY)
        except DoesNotFit as problem:
            return RecordShown(fits=False, why=str(problem))
        return msgspec.json.decode(found, type=RecordShown)

    async def film(self, request: web.Request, network: str, number: int) -> bytes:
        """The film of a record that somebody sends in. Nothing of it is kept."""
        try:
            return await self.sent_in(request, network, film_of(number))
        except DoesNotFit as problem:
            raise Refusing(No.BAD_RECORD, str(problem)) from problem

    async def film_of_table(self, data: bytes, number: int) -> bytes:
        """Of a record of ours. These wait for each other, and not for what strangers send in."""
        if self.waiting >= MOST_WAITING:
            raise Refusing(No.TOO_MANY, "many records are being played again; try again in a moment", 5)
        self.waiting += 1
        try:
            async with self.filming:
                return await play_again(film_of(number), data, self.limits.record_s)
        except DoesNotFit as problem:
            raise Refusing(No.BAD_RECORD, str(problem)) from problem
        finally:
            self.waiting -= 1

    async def sent_in(self, request: web.Request, network: str, command: tuple[str, ...]) -> bytes:
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
                return await play_again(command, data, self.limits.record_s)
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


class DoesNotFit(Problem):
    """What is wrong with a record, in one sentence."""


def film_of(number: int) -> tuple[str, ...]:
    return (*FILM, "--game", str(number)) if number else FILM


async def play_again(command: tuple[str, ...], data: bytes, patience: float) -> bytes:
    """What that command says to a record. Raises DoesNotFit and Refusing."""
    pipe = asyncio.subprocess.PIPE
    words = (sys.executable, "-m", "slamdeck.cli", *command)
    process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, stderr=pipe)
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
        return found
    raise DoesNotFit(complaint.decode(errors="replace").strip().removeprefix(SAID))
