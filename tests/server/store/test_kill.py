"""kill −9, again and again, under load: what was acknowledged is there, unchanged, and the chain is whole.

SLAMDECK_KILLS=1000 makes a long run of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import IO

import pytest

from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import verify
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store import appender
from tests.server.warm import WarmProcess

KILLS = int(os.environ.get("SLAMDECK_KILLS", "24"))
KILLS_PER_STORE = 6  # then a fresh one: creating a database gets killed too, and checking stays quick
TABLES = 8

Acknowledged = dict[tuple[str, int], str]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill −9 is a Unix promise")


class Victim:
    """The appender in a process of its own, with everything it says."""

    def __init__(self, path: Path) -> None:
        self.errors = path.with_suffix(".log")
        self.process = WarmProcess(appender.run, (str(path), str(TABLES)), self.errors)
        self.said = b""
        self.spoke = threading.Event()
        self.listener = threading.Thread(target=self.listen, args=(self.process.stdout,), daemon=True)
        self.listener.start()

    def listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            while piece := os.read(pipe.fileno(), 1 << 16):
                self.said += piece
                self.spoke.set()

    def kill(self) -> Acknowledged:
        """Everything it acknowledged before it died; the pipe outlives the process."""
        died_by_itself = self.process.poll()
        self.process.kill()
        self.process.wait()
        self.listener.join()
        assert died_by_itself is None, self.errors.read_text()
        return acknowledgements(self.said)


def acknowledgements(said: bytes) -> Acknowledged:
    whole_lines = said[: said.rfind(b"\n") + 1].decode().splitlines()
    found: Acknowledged = {}
    for line in whole_lines:
        table, seq, head = line.split()
        found[table, int(seq)] = head
    return found


def run_and_kill(path: Path, roll: random.Random) -> Acknowledged:
    """Kill at any moment: while it starts and recovers, or in the middle of the load."""
    victim = Victim(path)
    if roll.random() < 0.75:
        victim.spoke.wait(timeout=30)
    time.sleep(roll.uniform(0, 0.4))
    return victim.kill()


def stored_after_crash(path: Path, folder: Path) -> dict[str, list[ChainedEntry]]:
    """Read a copy, so that the next process finds the files exactly as the kill left them."""
    folder.mkdir()
    for name in (path.name, f"{path.name}-wal", f"{path.name}-journal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copy(path.with_name(name), folder / name)

    async def read() -> dict[str, list[ChainedEntry]]:
        store = await SqliteStore.open(folder / path.name)
        try:
            return {info.table: await store.load(info.table) for info in await store.tables()}
        finally:
            await store.close()

    journals = asyncio.run(read())
    shutil.rmtree(folder)
    return journals


def assert_nothing_lost(acknowledged: Acknowledged, journals: dict[str, list[ChainedEntry]]) -> None:
    for table, links in journals.items():
        verify(table, links)
    heads = {(table, link.seq): link.head.hex() for table, links in journals.items() for link in links}
    lost = [key for key in acknowledged if key not in heads]
    changed = [key for key, head in acknowledged.items() if key in heads and heads[key] != head]
    assert (lost, changed) == ([], [])


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    roll = random.Random()
    total = 0
    for first in range(0, KILLS, KILLS_PER_STORE):
        path = tmp_path / f"journal{first}.db"
        acknowledged: Acknowledged = {}
        for number in range(first, min(first + KILLS_PER_STORE, KILLS)):
            acknowledged |= run_and_kill(path, roll)  # a snapshot of the promises, before the store is read
            assert_nothing_lost(acknowledged, stored_after_crash(path, tmp_path / f"copy{number}"))
        total += len(acknowledged)
        for leftover in tmp_path.glob(f"journal{first}.*"):
            leftover.unlink()
    print(f"{KILLS} kills, {total} acknowledged entries, none lost")
    assert total > KILLS
