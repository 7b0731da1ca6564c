"""WebSocket pings that are under way on one connection."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.native import mypyc_attr

MOST_PINGS: Final = 32  # unanswered ones that are remembered


@final
@mypyc_attr(acyclic=True)
class Ping:
    """When it was sent, and after which event, or in one segment with it (`paired`); event 0: nothing happened."""

    __slots__ = ("event", "paired", "sent")

    def __init__(self, sent: int, event: int, paired: bool) -> None:
        self.sent = sent
        self.event = event
        self.paired = paired

    @property
    def is_usual(self) -> bool:
        """Of those by which the usual round trip is measured."""
        return self.paired or not self.event


@final
class Pings:
    __slots__ = ("count", "under_way")

    def __init__(self) -> None:
        self.count = 0
        self.under_way: dict[bytes, Ping] = {}

    def new(self, now: int, event: int, paired: bool) -> bytes:
        """What such a ping carries; its pong will carry the same."""
        self.count += 1
        nonce = self.count.to_bytes(8, "big")
        self.under_way[nonce] = Ping(now, event, paired)
        if len(self.under_way) > MOST_PINGS:
            del self.under_way[next(iter(self.under_way))]
        return nonce

    def answered(self, nonce: bytes) -> Ping | None:
        return self.under_way.pop(nonce, None)
