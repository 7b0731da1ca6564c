"""What the event loop does for people who are at no table: it reads decks, plays lessons and examples, searches rules.

Each takes a few milliseconds, and hundreds may be asked for at one moment. So they are done one at a time, networks in
turn, with a look at everybody else's messages in between, and all together take no more than their share of the time.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, TypeVar

from slamdeck.server.http.errors import No, Refusing

Done = TypeVar("Done")

FOR_OTHERS: Final = 2.0  # times as long as one takes, the next one waits
MOST_WAITING: Final = 600
WAIT_S: Final = 5


class SideWork:
    def __init__(self) -> None:
        self.busy = False
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = (
            OrderedDict()
        )  # by network, whose turn is next first

    async def do(self, network: str, work: Callable[[], Done]) -> Done:
        """Once it is this network's turn. Raises Refusing if too many wait already."""
        await self.turn(network)
        began = time.monotonic()
        try:
            return work()
        finally:
            asyncio.get_running_loop().call_later(FOR_OTHERS * (time.monotonic() - began), self.next)

    async def turn(self, network: str) -> None:
        if not self.busy:
            self.busy = True
            return
        if sum(map(len, self.waiting.values())) >= MOST_WAITING:
            raise Refusing(No.TOO_MANY, f"too many people ask for this at the moment; wait {WAIT_S} seconds", WAIT_S)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(network, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was this one's turn, and nobody is there to take it
                self.next()
            raise

    def next(self) -> None:
        while self.waiting:
            network, queue = self.waiting.popitem(last=False)
            one = queue.popleft()
            if queue:
                self.waiting[network] = queue
            if not one.done():
                one.set_result(None)
                return
        self.busy = False
