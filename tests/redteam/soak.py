"""Two hundred tables of bots and people for ten minutes, under a mixed background of all that is refused: neither
memory nor latency may have a trend.

    python -m tests.redteam.soak

SLAMDECK_SOAK_S and SLAMDECK_SOAK_TABLES change how long and how many.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
import time
from collections.abc import AsyncIterator
from typing import Final

from slamdeck.games import all_games
from slamdeck.measure.client import hands_by_game
from slamdeck.measure.crowd import Crowd, CrowdPlayer, sit_down
from slamdeck.server.app import new_loop
from tests.redteam.scene import Person, Scene
from tests.redteam.target import Target, own_server
from tests.redteam.trend import Trend, trend_of
from tests.redteam.trial import FAULT, quantile_ms
from tests.server.process import ROOT, environment

SECONDS: Final = float(os.environ.get("SLAMDECK_SOAK_S", "600"))
TABLES: Final = int(os.environ.get("SLAMDECK_SOAK_TABLES", "200"))
THINKING: Final = (0.8, 2.4)  # s: people
PEOPLE: Final = 2
LOOKS: Final = 120  # in the whole time
# Of the time: caches and journals fill, the first tables fall asleep, and all games that began together have ended
# once. They take four to five minutes each, and remember their inputs until then.
WARM_UP: Final = 0.5
HARD: Final = 0.4  # of the time: more attacks at once, so that memory is full of holes before anybody looks for a trend
TOLD: Final = 8
MOST_GROWTH: Final = 0.2  # MB a minute, of which one can be sure: less is not told from none in ten minutes
MOST_SLOWER: Final = 0.05  # of the usual delay, a minute


class Soak:
    def __init__(self, target: Target) -> None:
        self.target = target
        self.scene = Scene(target)
        self.crowd = Crowd(THINKING, {})
        self.players: list[CrowdPlayer] = []
        self.memory: list[tuple[float, float]] = []  # s, MB
        self.delay: list[tuple[float, float]] = []  # s, ms: the p95 of each look

    async def open_tables(self) -> None:
        games = (await self.scene.ask("GET", "/api/games")).body
        self.crowd.hand_verbs = hands_by_game(games)
        slugs = list(self.crowd.hand_verbs)
        await self.scene.at_once((self.open_table(number, slugs[number % len(slugs)]) for number in range(TABLES)), 8)

    async def open_table(self, number: int, game: str) -> None:
        """In a network of its own, as at home."""
        home = self.scene.new_source()
        people = [self.scene.person(f"P{k}", home) for k in range(PEOPLE)]
        bots = max(1, all_games()[game].fewest - PEOPLE)
        answer = await people[0].open(game, bots=["quick"] * bots)
        while answer.status == 503:  # the server lets in as many as it can seat at a time
            await asyncio.sleep(0.5)
            answer = await people[0].open(game, bots=["quick"] * bots)
        assert answer.status == 200, f"table {number} was not opened: {answer.status} {answer.body!r}"
        for person in people[1:]:
            await person.join(people[0].code)
        came = [await self.sit_down(person, PEOPLE * number + k) for k, person in enumerate(people)]
        came[0].start()
        self.players += came

    async def sit_down(self, person: Person, seed: int) -> CrowdPlayer:
        ticket = await person.ticket()
        return await sit_down((self.target.host, self.target.port), ticket, self.crowd, seed, person.source)

    async def watch(self) -> None:
        """Look again and again until the time is up."""
        began = time.monotonic()
        for look in range(1, LOOKS + 1):
            self.crowd.answer_us = []
            await asyncio.sleep(max(0.0, began + look * SECONDS / LOOKS - time.monotonic()))
            at = time.monotonic() - began
            self.memory.append((at, self.target.memory_mb() or 0.0))
            if self.crowd.answer_us:
                self.delay.append((at, quantile_ms(self.crowd.answer_us, 0.95)))

    def leave(self) -> None:
        for player in self.players:
            player.leave()
        self.scene.close()


def later(points: list[tuple[float, float]]) -> Trend:
    return trend_of([point for point in points if point[0] >= WARM_UP * SECONDS])


@contextlib.asynccontextmanager
async def background(target: Target) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.redteam.background", target.base, str(HARD * SECONDS)),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        limit=1 << 20,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def attacks_of(process: asyncio.subprocess.Process) -> list[str]:
    assert process.stdout is not None
    return (await process.stdout.read()).decode().splitlines()


async def soak(target: Target) -> list[str]:
    """What is wrong; the figures are printed."""
    run = Soak(target)
    await run.open_tables()
    print(f"{TABLES} tables, {len(run.players)} people, {SECONDS:.0f} s", flush=True)
    async with background(target) as process:
        telling = asyncio.ensure_future(attacks_of(process))
        await run.watch()
        process.kill()
        tried = await telling
    lost, games, answered = run.crowd.lost, run.crowd.games, run.crowd.answered
    memory, delay = later(run.memory), later(run.delay)
    print(f"{answered} inputs, {games} games finished, {lost} people thrown out, {len(tried)} attacks")
    series = " ".join(f"{mb:.1f}" for _, mb in run.memory[:: LOOKS // 20])
    print(f"memory, now and then: {series} (MB)")
    print(f"memory: {memory} (MB)\ndelay, p95: {delay} (ms)")
    for line in [line for line in tried if ":" in line][:TOLD]:
        print(f"noticed by an attacker: {line}")
    run.leave()
    wrong = []
    if lost:
        wrong.append(f"{lost} people were thrown out")
    if memory.surely_more_than(MOST_GROWTH):
        wrong.append(f"memory grows: {memory} (MB)")
    if delay.surely_more_than(MOST_SLOWER * delay.mean):
        wrong.append(f"it becomes slower: {delay} (ms)")
    if "Traceback" in (text := target.log_since(0)):
        wrong.append("there is a traceback in the log: " + text[text.index("Traceback") :][:2000])
    wrong += [f"the server stumbled: {line}" for line in text.splitlines() if FAULT in line]
    return wrong


if __name__ == "__main__":
    gc.freeze()
    with own_server() as server, asyncio.Runner(loop_factory=new_loop()) as runner:
        found = runner.run(soak(server))
    print("\n".join(found) or "no trend, nobody thrown out")
    sys.exit(1 if found else 0)
