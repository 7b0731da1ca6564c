"""Records that are played again for somebody, in a process of its own: to check one, or to make a film of it.

A record may be somebody else's file. Playing it again may take long, and a made-up one may take for ever: no table must
wait for that, so a command of `slamdeck` does it, one record at a time, and is stopped when it takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import sys
import tempfile
import zlib
from collections.abc import AsyncGenerator, Callable
from typing import IO, Final

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
MOST_WAITING: Final = 8  # films of tables that are to be made …
MOST_OF_ONE: Final = 2  # … for one network, or site
GZIP: Final = 31  # in zlib's numbers
MOST_COMPLAINT: Final = 4_000

Pieces = AsyncGenerator[bytes, None]
Wanted = tuple[str, int, int]  # a film of a table, by its code, the game's number, and the last entry of the record


class RecordChecks:
    """One at a time, and one of each network; whoever comes meanwhile is asked to wait a moment."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.arriving: set[str] = set()  # networks, or sites, from which one is coming
        self.busy = False
        self.filming = asyncio.Lock()
        self.making: dict[Wanted, asyncio.Task[bytes]] = {}
        self.wanted_by: dict[Wanted, str] = {}

    async def check(self, request: web.Request, network: str) -> RecordShown:
        """A record that somebody sends in."""
        try:
            found = await self.sent_in(request, network, VERIFY)
        except DoesNotFit as problem:
            return RecordShown(fits=False, why=str(problem))
        return msgspec.json.decode(gzip.decompress(found), type=RecordShown)

    async def film(self, request: web.Request, network: str, number: int) -> bytes:
        """The film of a record that somebody sends in, packed. Nothing of it is kept."""
        try:
            return await self.sent_in(request, network, film_of(number))
        except DoesNotFit as problem:
            raise Refusing(No.BAD_RECORD, str(problem)) from problem

    async def film_of_table(self, wanted: Wanted, lines: Callable[[], Pieces], network: str) -> bytes:
        """Of a record of ours, packed. These wait for each other, and not for what strangers send in; a film that many
        want is made once."""
        making = self.making.get(wanted)
        if making is None:
            network = site_of(network) or network
            own = sum(1 for one in self.wanted_by.values() if one == network)
            if own >= MOST_OF_ONE or len(self.making) >= MOST_WAITING:
                raise Refusing(No.TOO_MANY, "many records are being played again; try again in a moment", 5)
            making = self.making[wanted] = asyncio.ensure_future(self.make_film(wanted[1], lines))
            self.wanted_by[wanted] = network
            making.add_done_callback(lambda done: self.made(wanted, done))
        return await asyncio.shield(making)

    async def make_film(self, number: int, lines: Callable[[], Pieces]) -> bytes:
        async with self.filming, contextlib.aclosing(lines()) as record:
            try:
                return await play_again(film_of(number), record, self.limits)
            except DoesNotFit as problem:
                raise Refusing(No.BAD_RECORD, str(problem)) from problem

    def made(self, wanted: Wanted, done: asyncio.Task[bytes]) -> None:
        del self.making[wanted], self.wanted_by[wanted]
        if not done.cancelled():
            done.exception()  # whoever has waited is told; that nobody has is no news for the log

    async def sent_in(self, request: web.Request, network: str, command: tuple[str, ...]) -> bytes:
        network = site_of(network) or network
        if (request.content_length or 0) > self.limits.record_bytes:
            raise self.too_large()
        if self.busy or network in self.arriving or len(self.arriving) >= self.limits.records_at_once:
            raise Refusing(No.TOO_MANY, "another record is being checked; try again in a moment", 5)
        self.arriving.add(network)
        try:
            with await self.on_disk() as file:
                await self.read_whole(request, file)
                if self.busy:
                    raise Refusing(No.TOO_MANY, "another record is being checked; try again in a moment", 5)
                self.busy = True
                try:
                    return await play_again(command, in_pieces(file), self.limits)
                finally:
                    self.busy = False
        finally:
            self.arriving.discard(network)

    async def on_disk(self) -> IO[bytes]:
        """A file without a name: what strangers send may take its time, and does not fill the memory meanwhile."""
        try:
            return await asyncio.to_thread(tempfile.TemporaryFile)
        except OSError as problem:
            raise Refusing(No.SAVING) from problem

    async def read_whole(self, request: web.Request, file: IO[bytes]) -> None:
        """More than any other request may have, so it is counted here."""
        size = 0
        try:
            async with asyncio.timeout(self.limits.record_s):
                async for piece in request.content.iter_chunked(PIECE):
                    size += len(piece)
                    if size > self.limits.record_bytes:
                        raise self.too_large()
                    await asyncio.to_thread(file.write, piece)
        except TimeoutError:
            raise Refusing(No.TOO_SLOW, "the record did not arrive in time") from None
        except OSError as problem:
            if request.transport is None:
                raise  # nobody is there any more
            raise Refusing(No.SAVING) from problem

    def too_large(self) -> Refusing:
        most = self.limits.record_bytes / 1_000_000
        return Refusing(No.TOO_LARGE, f"a record has at most {most:g} million bytes here")


class DoesNotFit(Problem):
    """What is wrong with a record, in one sentence."""


def film_of(number: int) -> tuple[str, ...]:
    return (*FILM, "--game", str(number)) if number else FILM


async def in_pieces(file: IO[bytes]) -> Pieces:
    await asyncio.to_thread(file.seek, 0)
    while piece := await asyncio.to_thread(file.read, PIECE):
        yield piece


async def play_again(command: tuple[str, ...], record: Pieces, limits: Limits) -> bytes:
    """What that command says to a record, packed. Raises DoesNotFit and Refusing.

    A long evening, or the film of one, is never in memory as a whole: both may be many times as large as what is sent.
    """
    pipe = asyncio.subprocess.PIPE
    words = (sys.executable, "-m", "slamdeck.cli", *command)
    process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        async with asyncio.timeout(limits.record_s):
            await feed(process.stdin, record)
        async with asyncio.timeout(limits.record_s):
            found = await packed(process.stdout, limits.films_kept // MOST_WAITING)
            complaint = await process.stderr.read(MOST_COMPLAINT)
            await process.wait()
    except TimeoutError:
        raise Refusing(No.TOO_LARGE, "this record takes too long to check here; try `slamdeck verify`") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == 0:
        return found
    raise DoesNotFit(complaint.decode(errors="replace").strip().removeprefix(SAID))


async def feed(stdin: asyncio.StreamWriter, record: Pieces) -> None:
    """All of it is read before anything is said; who has heard enough stops listening."""
    with contextlib.suppress(ConnectionError):
        async for piece in record:
            stdin.write(piece)
            await stdin.drain()
    stdin.close()


async def packed(said: asyncio.StreamReader, most: int) -> bytes:
    squeeze = zlib.compressobj(6, zlib.DEFLATED, GZIP)
    pieces: list[bytes] = []
    size = 0
    while piece := await said.read(PIECE):
        pieces.append(await asyncio.to_thread(squeeze.compress, piece))
        size += len(pieces[-1])
        if size > most:
            raise Refusing(No.TOO_LARGE, "this record is too long to be watched here; try `slamdeck replay`")
    return b"".join([*pieces, squeeze.flush()])
