"""The other nodes that share our store, as of the last renewal."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from typing import Final

from msgspec import structs

from slamdeck.server.store.contract import NodeShown, Store, StoreProblem
from slamdeck.server.tables.ownership import ServerNode

log = logging.getLogger("slamdeck.cluster")

MARK: Final = 8  # characters
A_MOMENT_S: Final = 0.01


def mark_of(name: str) -> str:
    """What stands for a node in a ticket: its name may be long, and is nobody else's business."""
    return hashlib.sha256(b"slamdeck node 1\0" + name.encode()).hexdigest()[:MARK]


class OtherNode:
    """Another node, until when it certainly lives by our clock, and what was sent there since it last said its load."""

    def __init__(self, shown: NodeShown, until: float) -> None:
        self.shown = shown
        self.until = until
        self.sent = 0

    @property
    def name(self) -> str:
        return self.shown.name

    @property
    def load(self) -> int:
        return self.shown.load + self.sent


class Peers:
    def __init__(self, store: Store, node: ServerNode, load: Callable[[], int], lost: Callable[[str], None]) -> None:
        """`load`: our own. `lost`: that node is gone, for all we know."""
        self.store = store
        self.node = node
        self.load = load
        self.lost = lost
        self.living: dict[str, OtherNode] = {}
        self.suspected: set[str] = set()
        self.parted = False
        self.met: tuple[OtherNode, ...] = ()
        self.timer: asyncio.TimerHandle | None = None
        self.public: frozenset[str] = frozenset()  # of all nodes

    async def meet(self) -> None:
        """With every renewal. What counts is when we asked: nobody has lived on since."""
        if self.parted:
            return
        asked = time.monotonic()
        own = NodeShown(self.node.name, self.node.addr, self.node.public, self.load())
        try:
            found = await self.store.meet(own, round(1000 * self.node.lease_s))
        except StoreProblem as problem:
            log.warning("the other servers could not be asked for: %s", problem)
            return
        before, self.living = (
            self.living,
            {shown.name: OtherNode(structs.replace(shown, left_ms=0), asked + shown.left_ms / 1000) for shown in found},
        )
        self.suspected.clear()
        self.met = tuple(self.living.values())
        self.public = frozenset(url for url in (self.node.public, *(one.public for one in found)) if url)
        for name in before.keys() - self.living.keys():
            self.lose(name)
        self.wind_up()

    def wind_up(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.living:
            first = min(peer.until for peer in self.living.values())
            left = max(first - time.monotonic(), 0.0) + A_MOMENT_S
            self.timer = asyncio.get_running_loop().call_later(left, self.look_for_lost)

    def look_for_lost(self) -> None:
        """Those who have not renewed, while we were not able to ask."""
        now = time.monotonic()
        for name in [name for name, peer in self.living.items() if peer.until < now]:
            del self.living[name]
            self.lose(name)
        self.wind_up()

    def suspect(self, name: str) -> None:
        """It does not answer. Until the next renewal only the store says whether it has a table."""
        self.suspected.add(name)

    def seems_well(self, name: str) -> bool:
        return name in self.living and name not in self.suspected

    def lose(self, name: str) -> None:
        log.warning("server %s is gone", name)
        self.lost(name)

    async def part(self) -> None:
        self.parted = True
        if self.timer is not None:
            self.timer.cancel()
        await self.store.part(self.node.name)

    def last_seen(self) -> list[OtherNode]:
        """Also those who may be gone: when we cannot ask the store, we know no better."""
        return list(self.met)

    # ---- whom to ask -----------------------------------------------------------------------------

    def least_loaded(self) -> OtherNode | None:
        """None: ourselves."""
        well = [peer for peer in self.living.values() if peer.name not in self.suspected]
        found = min(well, key=lambda peer: (peer.load, peer.name), default=None)
        return found if found is not None and found.load < self.load() else None

    def marked(self, mark: str) -> OtherNode | None:
        return next((peer for peer in self.living.values() if mark_of(peer.name) == mark), None)
