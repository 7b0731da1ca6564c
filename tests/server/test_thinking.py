"""Search bots decide in other processes, and the table does not notice."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from slamdeck.bots.roster import SEARCH_MS
from slamdeck.measure.client import Client
from slamdeck.server.tables.hosted import RunningTable
from slamdeck.server.tables.search_pool import Answer, Question, Thinkers
from tests.server.evening import base_of, listening, play, serving, until


def test_search_bots_play_while_the_loop_stays_free() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            await ann.open("hit_the_deck", bots=["lightning:search", "lightning:search"], start=True)
            await ann.connect()
            async with listening(ann):
                player = asyncio.ensure_future(ann.play(slaps=0.0))
                await until(lambda: server.lobby.metrics.decisions.value >= 4, 60)
                player.cancel()
            assert server.lobby.lag.seconds < SEARCH_MS / 1000
            assert server.lobby.thinkers.alive

    play(evening)


def question_of(table: RunningTable, seat: int) -> Question:
    """What a bot on that seat would ask."""
    asked: list[Question] = []

    class Listening(Thinkers):
        def ask(self, table: str, question: Question, answer: Any) -> None:
            asked.append(question)

    house: Any = table.live.series.bots
    before, house.thinkers = house.thinkers, Listening(1)
    from slamdeck.bots.roster import parse_bot

    house.ask(parse_bot("quick:search"), seat, 1, 5, lambda action: None)
    house.thinkers = before
    return asked[0]


def test_a_thinker_that_is_killed_costs_one_decision() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("hit_the_deck", bots=["kid"], start=True)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.last > 0)
                question = question_of(server.lobby.tables[code], 0)
                answers: list[int | None] = []
                thinkers = Thinkers(1)
                thinkers.ask("A", question, answers.append)
                await until(lambda: len(answers) == 1, 30)
                (thinker,) = thinkers.idle
                assert thinker.process.pid is not None
                thinker.process.kill()
                thinkers.ask("A", question, answers.append)
                thinkers.ask("B", question, answers.append)
                await until(lambda: len(answers) == 3, 30)
                assert answers[1] is None
                assert answers[0] is not None
                assert answers[2] is not None
                (thinker,) = thinkers.idle
                thinker.process.kill()
                await until(lambda: not thinkers.alive, 30)  # nobody had asked it anything
                thinkers.ask("A", question, answers.append)
                await until(lambda: len(answers) == 4, 30)
                assert answers[3] is not None
                thinkers.close()

    play(evening)


def test_thinkers_end_with_the_server() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("hit_the_deck", bots=["kid"], start=True)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.last > 0)
                answers: list[int | None] = []
                server.lobby.thinkers.ask(code, question_of(server.lobby.tables[code], 0), answers.append)
                await until(lambda: bool(answers), 30)
                (thinker,) = server.lobby.thinkers.idle
        await until(lambda: not thinker.process.is_alive(), 10)

    play(evening)
    assert os.name == "nt" or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def a_question(seat: int) -> Question:
    return Question("", 1, 4, {}, {}, b"", b"", "", seat, 0, 0)


class OneThinker:
    """Thinkers whose only process thinks for as long as the test likes."""

    def __init__(self, patience: float = 60.0) -> None:
        self.answered: list[tuple[str, int | None]] = []
        self.thinkers = Thinkers(0, patience)
        self.thinkers.idle = [self]  # type: ignore[list-item]
        self.thinkers.alive = [self]  # type: ignore[list-item]
        self.dead = False
        self.now: Answer | None = None

    def ask(self, question: Question, answer: Answer) -> None:
        self.now = answer

    def close(self) -> None:
        pass

    def wanted(self, table: str, seat: int) -> None:
        self.thinkers.ask(table, a_question(seat), lambda action: self.answered.append((f"{table}{seat}", action)))

    def answer(self, action: int) -> None:
        assert self.now is not None
        self.now(action)
        self.thinkers.free(self)  # type: ignore[arg-type]


def test_tables_take_turns_however_many_bots_one_of_them_has() -> None:
    async def story() -> None:
        one = OneThinker()
        for table, seat in (("A", 0), ("A", 1), ("A", 2), ("A", 3), ("B", 1), ("C", 1)):
            one.wanted(table, seat)
        for action in range(6):
            one.answer(action)
        assert [who for who, _ in one.answered] == ["A0", "A1", "B1", "C1", "A2", "A3"]
        one.thinkers.close()

    asyncio.run(story())


def test_a_bot_that_asks_again_has_one_question_not_two() -> None:
    async def story() -> None:
        one = OneThinker()
        for _ in range(1000):
            one.wanted("A", 0)
        one.answer(1)
        one.answer(2)
        assert one.answered == [("A0", 1), ("A0", 2)]
        assert one.thinkers.waiting == {}
        one.thinkers.close()

    asyncio.run(story())


def test_whom_nobody_gets_round_to_does_without() -> None:
    async def story() -> None:
        one = OneThinker(patience=0.01)
        one.wanted("A", 0)
        one.wanted("B", 0)
        await until(lambda: one.answered == [("B0", None)])
        assert one.thinkers.waiting == {}
        one.thinkers.close()

    asyncio.run(story())
