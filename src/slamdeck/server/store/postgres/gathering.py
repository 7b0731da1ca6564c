"""Questions that wait for the same connection, put to the database as one: when a node dies, all its tables are asked
for at once, and it is the number of round trips that people would wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

from slamdeck.server.store.contract import settle

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Work = Callable[[Any], Awaitable[list[Any]]]


class Gathering(Generic[Asked, Answer]):
    def __init__(
        self,
        connection: Callable[[Work], Awaitable[list[Any]]],
        answer_all: Callable[[Any, Sequence[Asked]], Awaitable[Sequence[Answer | Exception]]],
        most: int,
    ) -> None:
        """`connection`: does work on it as soon as it is free. `answer_all`: in the order of the questions; an
        exception is for whoever asked that one. `most`: questions at once."""
        self.connection = connection
        self.answer_all = answer_all
        self.most = most
        self.waiting: list[tuple[Asked, asyncio.Future[Answer]]] = []
        self.task: asyncio.Task[None] | None = None

    async def ask(self, question: Asked) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.append((question, answer))
        if self.task is None:
            self.task = asyncio.get_running_loop().create_task(self.run())
        return await answer

    async def run(self) -> None:
        while self.waiting:
            await self.ask_together()
        self.task = None

    async def ask_together(self) -> None:
        """Whatever waits when the connection is free."""
        asked: list[tuple[Asked, asyncio.Future[Answer]]] = []

        async def work(db: Any) -> list[Any]:
            asked[:], self.waiting = self.waiting[: self.most], self.waiting[self.most :]
            return list(await self.answer_all(db, [question for question, _ in asked]))

        try:
            answers = await self.connection(work)
        except Exception as problem:
            if not asked:  # it never came to that
                asked, self.waiting = self.waiting, []
            for _, waiter in asked:
                settle(waiter, None, problem)
            return
        for (_, waiter), answer in zip(asked, answers, strict=True):
            settle(waiter, answer, answer if isinstance(answer, Exception) else None)
