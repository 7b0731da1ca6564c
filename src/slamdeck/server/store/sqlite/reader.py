"""The thread that reads beside the writer: records, sleeping tables, what there is to tidy up.

Every job is short, and they take turns: somebody who reads a long journal asks for it piece by piece, so nobody waits
for all of it, least of all the writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from slamdeck.server.store.contract import StoreUnavailable, settle
from slamdeck.server.store.sqlite.opening import connect_reader
from slamdeck.server.store.sqlite.reasons import as_reading_problem

Result = TypeVar("Result")
Question = Callable[[sqlite3.Connection], Any]
MOST_WAITING: Final = 1024


class ReaderThread:
    """Its connection cannot write. It begins with the first question."""

    def __init__(self, path: Path, patience: float) -> None:
        self.path = path
        self.patience = patience
        self.loop = asyncio.get_running_loop()
        self.queue: SimpleQueue[tuple[Question, asyncio.Future[Any]] | None] = SimpleQueue()
        self.closed = False
        self.waiting = 0  # touched by the event loop only
        self.thread: threading.Thread | None = None

    # ---- on the event loop -----------------------------------------------------------------------

    async def ask(self, question: Callable[[sqlite3.Connection], Result]) -> Result:
        """Answered in a transaction, so from one state of the database."""
        if self.closed:
            raise StoreUnavailable("the journal is closed")
        if self.waiting >= MOST_WAITING:
            raise StoreUnavailable(f"the disk is too slow: {self.waiting} others are reading")
        if self.thread is None:
            self.thread = threading.Thread(target=self.run, name="slamdeck-reader", daemon=True)
            self.thread.start()
        answer: asyncio.Future[Result] = self.loop.create_future()
        self.waiting += 1
        answer.add_done_callback(self.answered)
        self.queue.put((question, answer))
        return await answer

    def answered(self, _: object) -> None:
        self.waiting -= 1

    async def close(self) -> None:
        self.closed = True
        if self.thread is not None:
            self.queue.put(None)
            await asyncio.to_thread(self.thread.join)

    # ---- in the thread ---------------------------------------------------------------------------

    def run(self) -> None:
        db: sqlite3.Connection | None = None
        while (asked := self.queue.get()) is not None:
            question, answer = asked
            result: Any = None
            problem: Exception | None = None
            try:
                db = db or connect_reader(self.path, self.patience)
                db.execute("BEGIN")
                result = question(db)
            except Exception as error:
                problem = as_reading_problem(error)
            if db is not None and db.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    db.rollback()
            with contextlib.suppress(RuntimeError):  # the loop is gone, and with it whoever asked
                self.loop.call_soon_threadsafe(settle, answer, result, problem)
        if db is not None:
            db.close()
