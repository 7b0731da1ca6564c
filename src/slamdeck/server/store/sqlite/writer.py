"""The thread that commits in groups.

While the disk is busy with one commit, new appends queue up; the next commit takes them all. So one slow `fsync`
serves many tables, nobody waits for a timer, and the event loop never touches the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from slamdeck.server.store.contract import RunSoon, StoreUnavailable
from slamdeck.server.store.sqlite.opening import connect
from slamdeck.server.store.sqlite.running_time import RunningTime
from slamdeck.server.store.sqlite.transactions import Job, carry_out, runs

log = logging.getLogger("slamdeck.store")

MOST_IN_GROUP: Final = 512
# A commit costs as much as ten entries. So in a crowd an entry waits a little for the next ones: as long as it usually
# takes for two or three to come, and never so long that anybody would see it.
GATHER_S: Final = 0.006
WAITED_FOR: Final = 2.4  # entries
LEARNT: Final = 0.05  # what one commit teaches about how often entries come


class WriterThread:
    """Owns the connection. Jobs reach it through a queue, answers go back to the event loop."""

    def __init__(self, path: Path, patience: float, most_waiting: int) -> None:
        self.path = path
        self.patience = patience
        self.most_waiting = most_waiting
        self.loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[RunningTime] = self.loop.create_future()
        self.ended: asyncio.Future[None] = self.loop.create_future()
        self.queue: SimpleQueue[Job | None] = SimpleQueue()
        self.run_soon: RunSoon = self.loop.call_soon_threadsafe
        self.waiting = 0  # touched by the event loop only
        self.closed = False
        self.last_round = False  # touched by the thread only
        self.committed = 0.0  # when the last commit was over; the same
        self.interval = 0.0  # between two entries; the same
        self.thread = threading.Thread(target=self.run, name="slamdeck-journal", daemon=True)

    # ---- on the event loop -----------------------------------------------------------------------

    def submit(self, job: Job) -> None:
        if self.closed:
            job.problem = StoreUnavailable("the journal is closed")
        elif self.waiting >= self.most_waiting:
            job.problem = StoreUnavailable(
                f"the disk is too slow: {self.waiting} writes are waiting; nothing was stored"
            )
        if job.problem is not None:
            job.told(job)
            return
        self.waiting += 1
        self.queue.put(job)

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.queue.put(None)
        await asyncio.shield(self.ended)
        self.thread.join()

    def settle(self, jobs: Sequence[Job]) -> None:
        """Whatever goes wrong with one is not the others' business."""
        self.waiting -= len(jobs)
        for job in jobs:
            try:
                job.told(job)
            except Exception:
                log.exception("nobody could be told of a write")

    # ---- in the thread ---------------------------------------------------------------------------

    def run(self) -> None:
        try:
            db = connect(self.path, self.patience)
            running = RunningTime(db)
        except Exception as error:
            self.tell(self.opened.set_exception, error)
            return
        self.tell(self.opened.set_result, running)
        while not self.last_round:
            for run in runs(self.take()):
                carry_out(db, run)
                self.answer(run)
                self.note_commit(len(run))
        with contextlib.suppress(sqlite3.Error):
            db.close()
        self.tell(self.ended.set_result, None)

    def tell(self, callback: Callable[..., object], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self.loop.call_soon_threadsafe(callback, *args)

    def answer(self, jobs: list[Job]) -> None:
        with contextlib.suppress(RuntimeError):
            self.run_soon(lambda: self.settle(jobs))

    def take(self) -> list[Job]:
        """Wait for something to do, then take along whatever has come in meanwhile."""
        jobs: list[Job] = []
        while not jobs or (len(jobs) < MOST_IN_GROUP and not self.queue.empty()):
            job = self.queue.get()
            if job is None:
                self.last_round = True
                break
            if not jobs and job.append is not None:
                self.gather()
            jobs.append(job)
        return jobs

    def gather(self) -> None:
        """An append after a quiet moment is written at once; in a crowd it waits a little for others."""
        wait = self.committed + min(WAITED_FOR * self.interval, GATHER_S) - time.monotonic()
        if wait > 0:
            time.sleep(wait)

    def note_commit(self, jobs: int) -> None:
        now = time.monotonic()
        self.interval += LEARNT * (min((now - self.committed) / jobs, 2 * GATHER_S) - self.interval)
        self.committed = now
