"""From one device to another: a sealed box waits some minutes for one taker, in memory alone."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from slamdeck.server.http.errors import No, Refusing

LIFE_S: Final = 600.0
MOST_WAITING: Final = 64
MOST_BYTES: Final = 12_000_000  # of all that wait


class Transfers:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.waiting: dict[str, tuple[float, bytes]] = {}  # oldest first

    def put(self, box: bytes) -> str:
        """The name by which it is taken: nobody guesses it."""
        self.forget_old()
        held = sum(len(one) for _, one in self.waiting.values())
        if len(self.waiting) >= MOST_WAITING or held + len(box) > MOST_BYTES:
            raise Refusing(No.BUSY, "too much is waiting to be fetched here; try again in some minutes, or use a file")
        name = secrets.token_urlsafe(18)
        self.waiting[name] = (self.clock() + LIFE_S, box)
        return name

    def take(self, name: str) -> bytes:
        """Once; after that it is nowhere any more."""
        self.forget_old()
        if name not in self.waiting:
            raise Refusing(No.NO_TRANSFER)
        return self.waiting.pop(name)[1]

    def forget_old(self) -> None:
        while self.waiting and self.waiting[oldest := next(iter(self.waiting))][0] < self.clock():
            del self.waiting[oldest]
