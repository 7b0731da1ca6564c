"""Whoever writes takes turns on one connection, and appends that wait together are written together.

While the database is busy with one commit, new appends queue up; the next commit takes them all. So one slow commit
serves many tables, and nobody waits for a timer.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import asyncpg

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import StoreUnavailable
from slamdeck.server.store.fences import Ends, Unusual
from slamdeck.server.store.postgres.appending import NewEntries, write_all
from slamdeck.server.store.postgres.reasons import LOST, as_problem
from slamdeck.server.store.postgres.session import DatabaseSession

log = logging.getLogger("slamdeck.store")

MOST_IN_GROUP: Final = 512
FAILED: Final = "the journal failed"
EPOCH_IS_OVER: Final = "SD001"


class Turn:
    """Something to do on the writer's connection, and who is told of it."""

    __slots__ = ("new", "problem", "result", "table", "told", "work")

    def __init__(
        self,
        told: Callable[[Turn], None],
        *,
        new: NewEntries | None = None,
        work: Callable[[Any], Awaitable[Any]],
        table: str = "",
    ) -> None:
        self.told = told
        self.table = table  # that changes hands
        self.new = new  # if it is an append
        self.work = work
        self.result: Any = None
        self.problem: Exception | None = None


class GroupWriter:
    def __init__(self, session: DatabaseSession, most_waiting: int) -> None:
        self.session = session
        self.most_waiting = most_waiting
        self.queue: deque[Turn] = deque()
        self.something = asyncio.Event()
        self.ends: Ends = {}
        self.closed = False
        self.task = asyncio.get_running_loop().create_task(self.run())

    def submit(self, turn: Turn) -> None:
        if self.closed:
            turn.problem = StoreUnavailable("the journal is closed")
        elif len(self.queue) >= self.most_waiting:
            turn.problem = StoreUnavailable(
                f"the database is too slow: {len(self.queue)} writes are waiting; nothing was stored"
            )
        if turn.problem is not None:
            turn.told(turn)
            return
        self.queue.append(turn)
        self.something.set()

    async def close(self) -> None:
        """When everything that was asked for is done."""
        self.closed = True
        self.something.set()
        await asyncio.shield(self.task)

    async def run(self) -> None:
        while self.queue or not self.closed:
            if not self.queue:
                self.something.clear()
                await self.something.wait()
                continue
            turns = [self.queue.popleft() for _ in range(min(len(self.queue), MOST_IN_GROUP))]
            for together, run in itertools.groupby(turns, key=lambda turn: turn.new is not None):
                some = list(run)
                if together:
                    await self.write(some)
                else:
                    for turn in some:
                        self.ends.pop(turn.table, None)
                        await self.attempt(turn)
                self.tell(some)

    async def write(self, turns: Sequence[Turn]) -> None:
        """All in one commit; if anything is unusual, each by itself, and each hears its own fate."""
        lost = self.session.lost
        try:
            db = await self.session.connected()
            if lost != self.session.lost:
                self.ends.clear()
            await write_all(db, self.ends, [turn.new for turn in turns if turn.new is not None])
        except Exception as error:
            self.ends.clear()
            if is_worth_a_look(error):
                for turn in turns:
                    await self.attempt(turn)
                return
            if isinstance(error, LOST):
                self.session.drop()
            for turn in turns:  # the database's fault, nobody's mistake
                turn.problem = as_problem(error, FAILED)

    async def attempt(self, turn: Turn) -> None:
        try:
            turn.result = await self.session.do(turn.work, FAILED)
        except Exception as problem:
            turn.problem = problem

    def tell(self, turns: Sequence[Turn]) -> None:
        """Whatever goes wrong with one is not the others' business."""
        for turn in turns:
            try:
                turn.told(turn)
            except Exception:
                log.exception("nobody could be told of a write")


def is_worth_a_look(error: Exception) -> bool:
    """Something about the entries themselves, which the careful way can name."""
    if isinstance(error, Unusual | CheckFailed | asyncpg.UniqueViolationError):
        return True
    return isinstance(error, asyncpg.PostgresError) and error.sqlstate == EPOCH_IS_OVER
