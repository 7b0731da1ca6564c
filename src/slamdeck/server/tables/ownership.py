"""Whose the tables are: this node's, for as long as it can renew its leases.

A lease runs by the store's clock. A node that cannot renew stops serving before its leases end, so that nobody sits at
a table that has begun to be played elsewhere. What it might still write is fenced off in any case.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from slamdeck.core.problems import Problem
from slamdeck.server.store.contract import Store, StoreProblem

log = logging.getLogger("slamdeck.lobby")

MARGIN: Final = 0.25  # of a lease: so much earlier we stop


class ServerNode(Struct, frozen=True):
    """One server among those that share a store. Alone, it has all the time in the world."""

    name: str = "here"
    addr: str = ""  # where other nodes reach it
    public: str = ""  # where browsers reach it and no other
    lease_s: float = 7200.0
    renew_s: float = 3600.0


class Ownership:
    def __init__(
        self, store: Store, node: ServerNode, renewed: Callable[[list[str]], None], lost: Callable[[], None]
    ) -> None:
        """`renewed`: these tables are still ours, and no others. `lost`: it is time to stop serving them."""
        self.store = store
        self.node = node
        self.renewed = renewed
        self.lost = lost
        self.timer: asyncio.TimerHandle | None = None
        self.is_lost = False
        self.problem = ""  # why the leases were not renewed, the last time that this was tried
        self.begun = False  # before that, another node may bear our name, and what is in that name is its own

    @property
    def lease_ms(self) -> int:
        return round(1000 * self.node.lease_s)

    async def begin(self) -> None:
        """Nobody else is called like us, and whatever we held before we were killed is free. Raises StoreProblem."""
        await self.store.announce(self.node.name)
        self.begun = True
        await self.store.release_all(self.node.name)

    async def claim(self, table: str) -> int:
        return await self.store.open_table(table, self.node.name, self.node.addr, self.lease_ms)

    async def keep(self, besides: Callable[[], Awaitable[None]]) -> None:
        """For as long as the server runs; what is to be done besides comes after it. Until then, while it warms up,
        there is nothing that could be lost."""
        self.wind_up(time.monotonic())
        while True:
            await asyncio.sleep(self.node.renew_s)
            await self.renew()
            if not self.is_lost and self.node.addr:
                await besides()

    async def renew(self) -> None:
        """What counts is when we asked: the lease cannot have begun earlier."""
        asked = time.monotonic()
        try:
            own = await self.store.renew(self.node.name, self.lease_ms)
        except StoreProblem as problem:
            why = str(told_in_full(problem))
            if why != self.problem:
                log.warning("leases are not renewed: %s", why)
            self.problem = why
            return
        self.problem = ""
        self.wind_up(asked)
        if self.is_lost:
            log.warning("leases are renewed again")
        self.is_lost = False
        self.renewed(own)

    def wind_up(self, asked: float) -> None:
        """The deadline for the next renewal. It does not wait for an answer that may never come."""
        if self.timer is not None:
            self.timer.cancel()
        left = asked + self.node.lease_s * (1 - MARGIN) - time.monotonic()
        self.timer = asyncio.get_running_loop().call_later(max(left, 0.0), self.give_up)

    def give_up(self) -> None:
        self.is_lost = True
        log.warning("leases could not be renewed: all tables stand still")
        self.lost()

    async def end(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if not self.begun:
            return
        with contextlib.suppress(StoreProblem):
            await self.store.release_all(self.node.name)


def told_in_full(problem: StoreProblem) -> Problem:
    """What players may read does not say where the database is; the one who runs it should know."""
    return problem.__cause__ if isinstance(problem.__cause__, Problem) else problem
