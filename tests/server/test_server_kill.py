"""kill −9 of a whole server under load, again and again: what it has told anybody is stored, unchanged, in one chain.

SLAMDECK_KILLS=1000 makes a long run of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.table import messages as say
from slamdeck.table.journal.chain import verify
from slamdeck.table.journal.entries import ChainedEntry, Played
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import read_table
from tests.server.evening import until
from tests.server.process import ServerProcess
from tests.server.store.test_kill import stored_after_crash

KILLS = int(os.environ.get("SLAMDECK_KILLS", "20"))
KILLS_PER_STORE = 10  # then a fresh one, so that checking stays quick
TABLES = 4

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill −9 is a Unix promise")


class Witness:
    """A player who acts all the time and writes down every promise."""

    def __init__(self, base: str, number: int) -> None:
        self.client = Client(base, f"W{number}", number)
        self.game = list(all_games())[number % len(all_games())]
        self.heads: set[bytes] = set()
        self.answers: dict[int, say.Ok] = {}
        self.back = 0
        self.trouble = ""  # the latest

    def __repr__(self) -> str:
        client, shown = self.client, self.client.table
        table = shown and (shown.phase, shown.paused, shown.yours)
        return f"<{self.game} {client.code}: {table}, waits for {len(client.waiting)}, {self.trouble} {client.closing}>"

    async def live(self) -> None:
        while True:
            try:
                if not self.client.code:
                    await self.client.open(self.game, bots=["lightning", "lightning"], start=True)
                await self.client.connect()
                await self.sit()
            except ServerSaidNo as no:  # busy, for instance; who asks too often is not listened to at all
                self.trouble = str(no)
                await asyncio.sleep(0.5)
            except (aiohttp.ClientError, ConnectionError, TimeoutError) as problem:
                self.trouble = repr(problem)
                await asyncio.sleep(0.02)

    async def sit(self) -> None:
        playing = asyncio.ensure_future(self.client.play(slaps=0.2, pace=(0.02, 0.08)))
        try:
            while (message := await self.client.hear(20)) is not None:
                self.note(message)
                if self.client.is_over():
                    await self.client.tell(say.Start())
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError, ConnectionError):
                await playing

    def note(self, message: object) -> None:
        if isinstance(message, say.Stim | say.News | say.TableShown):
            self.heads.add(message.head)
        if isinstance(message, say.Stim | say.News):
            self.back += 1
        elif isinstance(message, say.Ok) and message.verdict not in ("rejected", "unknown", "crowded"):
            self.answers[message.id] = message

    def promises(self) -> tuple[str, frozenset[bytes], dict[int, say.Ok]]:
        return self.client.code, frozenset(self.heads), dict(self.answers)


Promises = list[tuple[str, frozenset[bytes], dict[int, say.Ok]]]


def assert_kept(promises: Promises, journals: dict[str, list[ChainedEntry]]) -> None:
    for code, heads, answers in promises:
        if not code:
            continue
        links = journals[code]
        verify(code, links)
        read_table(links, all_games())
        known = {link.head for link in links}
        assert not heads - known, f"{len(heads - known)} of {len(heads)} heads that were shown are lost"
        entries = [entry for entry in map(read_entry, links) if isinstance(entry, Played)]
        stored = {entry.id: (entry.verdict, entry.clause) for entry in entries if entry.id >= 0}
        for id, ok in answers.items():
            assert stored.get(id) == (ok.verdict, ok.clause), f"{code}: input {id} was answered {ok}"


def missing(witnesses: list[Witness], before: list[int]) -> list[Witness]:
    return [witness for witness, count in zip(witnesses, before, strict=True) if witness.back <= count]


def all_back(
    server: ServerProcess, tasks: list[asyncio.Task[None]], still_missing: Callable[[], list[Witness]]
) -> bool:
    for task in tasks:
        if task.done():
            task.result()  # who fell over says why
    return server.lives() and not still_missing()


async def storm(server: ServerProcess, kills: int, roll: random.Random, folder: Path) -> int:
    """Start, let them play, kill, compare; returns how many promises were checked."""
    witnesses = [Witness(server.base, number) for number in range(TABLES)]
    tasks = [asyncio.create_task(witness.live()) for witness in witnesses]
    try:
        for number in range(kills):
            before = [witness.back for witness in witnesses]
            still_missing = partial(missing, witnesses, before)
            await asyncio.to_thread(server.start)
            if roll.random() < 0.8:
                await until(partial(all_back, server, tasks, still_missing), 60, still_missing)
            await asyncio.sleep(roll.uniform(0.05, 0.6))
            server.kill()
            await asyncio.sleep(0.1)  # what the sockets still hold is a promise too
            promises = [witness.promises() for witness in witnesses]  # before the store is read
            journals = await asyncio.to_thread(stored_after_crash, server.db, folder / f"copy{number}")
            await asyncio.to_thread(assert_kept, promises, journals)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for witness in witnesses:
            await witness.client.__aexit__()
    return sum(len(witness.heads) + len(witness.answers) for witness in witnesses)


def test_kill_9_of_a_server_breaks_no_promise(tmp_path: Path) -> None:
    roll = random.Random()
    total = 0
    began = time.monotonic()
    for first in range(0, KILLS, KILLS_PER_STORE):
        kills = min(KILLS_PER_STORE, KILLS - first)
        with ServerProcess(tmp_path / f"storm{first}.db", warm=True) as server:
            server.kill()
            total += asyncio.run(storm(server, kills, roll, tmp_path))
        for leftover in tmp_path.glob(f"storm{first}.*"):
            leftover.unlink()
    print(f"{KILLS} kills in {time.monotonic() - began:.0f} s, {total} promises, none broken")
    assert total > KILLS


def test_a_killed_server_is_back_soon_with_its_games(tmp_path: Path) -> None:
    async def evening(server: ServerProcess) -> tuple[float, float]:
        witness = Witness(server.base, 4)
        task = asyncio.create_task(witness.live())
        await until(lambda: witness.back > 5, 30)
        server.kill()
        before, began = witness.back, time.monotonic()
        await asyncio.to_thread(server.start)
        await until(lambda: witness.back > before, 30)
        back = time.monotonic() - began
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await witness.client.__aexit__()
        return server.ready_after, back

    with ServerProcess(tmp_path / "soon.db") as server:
        ready, back = asyncio.run(evening(server))
    print(f"ready after {ready:.2f} s, the game on the screen after {back:.2f} s")
    assert back < 8.0  # about one second on an idle machine
