"""From one device to another: a sealed box waits some minutes for one taker, in memory alone."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.networks import site_of

LIFE_S: Final = 600.0
MOST_WAITING: Final = 64
MOST_BYTES: Final = 10_000_000  # of all that wait
MOST_OF_ONE: Final = 3  # that wait for one network's, or site's, other devices: nobody takes all the room


class Transfers:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.waiting: dict[str, tuple[float, bytes, str]] = {}  # oldest first; until when, what, and from where

    def put(self, box: bytes, network: str = "") -> str:
        """The name by which it is taken: nobody guesses it."""
        self.forget_old()
        source = site_of(network) or network
        if source:
            self.make_way(source)
        held = sum(len(one) for _, one, _ in self.waiting.values())
        if len(self.waiting) >= MOST_WAITING or held + len(box) > MOST_BYTES:
            raise Refusing(No.BUSY, "too much is waiting to be fetched here; try again in some minutes, or use a file")
        name = secrets.token_urlsafe(18)
        self.waiting[name] = (self.clock() + LIFE_S, box, source)
        return name

    def make_way(self, source: str) -> None:
        """Whoever sends again and again gives up what they sent first."""
        own = [name for name, (_, _, sender) in self.waiting.items() if sender == source]
        for name in own[: len(own) - MOST_OF_ONE + 1]:
            del self.waiting[name]

    def take(self, name: str) -> bytes:
        """Once; after that it is nowhere any more."""
        self.forget_old()
        if name not in self.waiting:
            raise Refusing(No.NO_TRANSFER)
        return self.waiting.pop(name)[1]

    def forget_old(self) -> None:
        while self.waiting and self.waiting[oldest := next(iter(self.waiting))][0] < self.clock():
            del self.waiting[oldest]
