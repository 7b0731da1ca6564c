"""People who play all the time, go to whichever node answers, and write down every promise."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time

import aiohttp

from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.socket.messages import Farewell
from slamdeck.table import messages as say
from tests.server.chaos.oracle import Promises
from tests.server.chaos.processes import NodeProcess

SILENCE_S = 1.2  # then one goes to another node
CONNECT_S = 1.0
FIRST_CONNECT_S = 20.0  # nothing has failed yet: then a busy computer is waited for
SOON_S, LONGEST_S = 0.3, 8.0  # a page's pauses before it comes back, as in web/src/connection/backoff.ts
LOST = (aiohttp.ClientError, ConnectionError, TimeoutError)


class Wanderer:
    def __init__(self, nodes: list[NodeProcess], number: int, pace: tuple[float, float]) -> None:
        self.nodes = nodes
        self.pace = pace
        self.roll = random.Random(number)
        self.client = Client(nodes[number % len(nodes)].base, f"W{number}", number)
        self.game = list(all_games())[number % len(all_games())]
        self.promises = Promises()
        self.shown = 0  # updates, and looks at the table
        self.failures = 0  # one after the other
        self.since = time.monotonic()  # its socket was opened
        self.back_after: float | None = None  # when a socket that was opened after `lost_at` showed the first update
        self.lost_at = 0.0
        self.trouble = ""  # the last that it had, for whoever wants to know why it is not there

    async def live(self) -> None:
        while True:
            self.client.closing = None
            try:
                if not self.client.code:
                    await self.client.open(self.game, bots=["quick", "quick"], start=True)
                    self.promises.code = self.client.code
                async with asyncio.timeout(CONNECT_S if self.shown else FIRST_CONNECT_S):
                    await self.client.connect()
                self.since = time.monotonic()
                await self.sit()
            except (ServerSaidNo, *LOST) as error:
                self.trouble = f"{self.client.base}: {error!r}"
            await self.go_elsewhere()
            await asyncio.sleep(self.pause())

    def pause(self) -> float:
        """As a page: at once if the table has moved and this is the first attempt; else later each time, and never in
        step with the others."""
        closing, first = self.client.closing, not self.failures
        if first and closing is not None and closing.error == Farewell.MOVED.message().error:
            return 0.0
        longest: float = min(SOON_S * 2**self.failures, LONGEST_S)
        self.failures += 1
        return max(longest * self.roll.uniform(0.5, 1.0), closing.again if closing is not None else 0.0)

    async def go_elsewhere(self) -> None:
        ws, self.client.ws = self.client.ws, None
        if ws is not None:
            with contextlib.suppress(*LOST):
                async with asyncio.timeout(0.05):
                    await ws.close()
        self.client.base = self.roll.choice([node.base for node in self.nodes if node.base != self.client.base])
        self.client.http.headers["Origin"] = self.client.base

    async def sit(self) -> None:
        playing = asyncio.ensure_future(self.client.play(slaps=0.2, pace=self.pace))
        try:
            while (message := await self.client.hear(SILENCE_S)) is not None:
                self.promises.note(message)
                self.note(message)
                if self.client.is_over():
                    await self.client.tell(say.Start())
        finally:
            playing.cancel()
            await asyncio.wait([playing])  # unlike awaiting it, this does not swallow that we are to end ourselves
            if not playing.cancelled() and (error := playing.exception()) is not None and not isinstance(error, LOST):
                raise error

    def note(self, message: object) -> None:
        if isinstance(message, say.Stim | say.News | say.TableShown):
            self.shown += 1
            self.failures = 0
            if self.lost_at and self.back_after is None and self.since > self.lost_at:
                self.back_after = time.monotonic() - self.lost_at

    def expect(self) -> None:
        """A fault happens now."""
        self.lost_at, self.back_after = time.monotonic(), None
