"""Search bots decide in other processes, and the table does not notice."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from slamdeck.bots.roster import SEARCH_MS
from slamdeck.measure.client import Client
from slamdeck.server.tables.hosted import RunningTable
from slamdeck.server.tables.search_pool import Question, Thinkers
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
        def ask(self, question: Question, answer: Any) -> None:
            asked.append(question)

    house: Any = table.live.dispatch.bots
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
                thinkers.ask(question, answers.append)
                await until(lambda: len(answers) == 1, 30)
                (thinker,) = thinkers.idle
                assert thinker.process.pid is not None
                thinker.process.kill()
                thinkers.ask(question, answers.append)
                thinkers.ask(question, answers.append)
                await until(lambda: len(answers) == 3, 30)
                assert answers[1] is None
                assert answers[0] is not None
                assert answers[2] is not None
                (thinker,) = thinkers.idle
                thinker.process.kill()
                await until(lambda: not thinkers.alive, 30)  # nobody had asked it anything
                thinkers.ask(question, answers.append)
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
                server.lobby.thinkers.ask(question_of(server.lobby.tables[code], 0), answers.append)
                await until(lambda: bool(answers), 30)
                (thinker,) = server.lobby.thinkers.idle
        await until(lambda: not thinker.process.is_alive(), 10)

    play(evening)
    assert os.name == "nt" or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
