"""Lines between a page and the server, modelled: what enters at one moment comes out at a later one, in order.

Whatever uses a line sees the same queue: events, pings, pongs and messages alike. The two directions are two lanes with
nothing in common. Loss shows as it does over TCP: what was lost comes late, and holds up everything behind it.

Times are integer microseconds; what describes a line is in milliseconds, as people say it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

from slamdeck.table.times import MS

HEAVY: Final = 1.8  # exponent of a heavy tail: finite mean, no finite variance
LONGEST_TAIL: Final = 250.0  # ms


@dataclass(frozen=True)
class Spikes:
    """A share of messages that needs so much longer, at least and at most."""

    share: float
    least: float
    most: float


@dataclass(frozen=True)
class Stalls:
    """Now and then nothing gets through for a while, and then everything at once."""

    every: float  # s, on average
    least: float
    most: float


@dataclass(frozen=True)
class Swelling:
    """A queue that fills steadily and is then drained: somebody in the house uploads."""

    period: float  # s
    top: float
    duty: float  # share of the period


@dataclass(frozen=True)
class Wander:
    """A queue whose length wanders (log-normal, with a memory)."""

    mean: float
    spread: float
    memory: float  # s


@dataclass(frozen=True)
class LaneKind:
    """One direction."""

    base: float
    jitter: float = 0.0  # mean, exponential
    tail: float = 0.0  # scale of a Pareto tail
    grant: float = 0.0  # a mobile network lets nobody send but at certain times
    spikes: Spikes | None = None
    stalls: Stalls | None = None
    swelling: Swelling | None = None
    wander: Wander | None = None


@dataclass(frozen=True)
class LineKind:
    """Both directions. `kernel` is the round trip that the server's operating system measures: a middlebox that ends
    the TCP connection near the server makes it short, whatever lies behind. None: not known (TLS ends elsewhere)."""

    down: LaneKind
    up: LaneKind
    kernel: float | None = None


def both(kind: LaneKind) -> LineKind:
    return LineKind(kind, kind)


def heavy(trip: float) -> LaneKind:
    return LaneKind(trip / 2, tail=4 + trip / 40, stalls=Stalls(30, 300, 300))


LINES: Final[dict[str, LineKind]] = {
    "20 ms": both(LaneKind(10, jitter=2.5)),
    "150 ms": both(LaneKind(75, jitter=5)),
    "300 ms": both(LaneKind(150, jitter=10)),
    "150 ms, heavy tail, stalls": both(heavy(150)),
    "Wi-Fi": both(LaneKind(15, jitter=3, spikes=Spikes(0.04, 15, 90), stalls=Stalls(20, 80, 250))),
    "mobile": LineKind(
        LaneKind(30, jitter=3, wander=Wander(15, 0.8, 3), stalls=Stalls(40, 200, 700)),
        LaneKind(30, grant=20, wander=Wander(30, 0.8, 3), stalls=Stalls(40, 200, 700)),
    ),
    "steady queue 60–180 ms": LineKind(LaneKind(30, jitter=3), LaneKind(30, jitter=4, wander=Wander(110, 0.5, 1.5))),
    "bufferbloat 0–400 ms": LineKind(LaneKind(30, jitter=3), LaneKind(30, jitter=4, swelling=Swelling(20, 400, 0.5))),
    "1 % loss, 200–300 ms each": both(LaneKind(20, jitter=3, spikes=Spikes(0.01, 200, 300))),
    "5 up, 200 down": LineKind(LaneKind(200, jitter=8), LaneKind(5, jitter=1)),
    "200 up, 5 down": LineKind(LaneKind(5, jitter=1), LaneKind(200, jitter=8)),
    "150 ms behind a TCP splitter": LineKind(LaneKind(75, jitter=5), LaneKind(75, jitter=5), kernel=20),
}
CLEAN: Final = LINES["20 ms"]


class Lane:
    """One direction of one person's line. Ask in the order of time."""

    def __init__(self, kind: LaneKind, chance: random.Random) -> None:
        self.kind = kind
        self.chance = chance
        self.clear = 0  # nothing that is sent later arrives earlier
        self.phase = chance.random()
        self.wandered, self.wandered_at = chance.gauss(0, 1), 0.0
        self.stalled_until = -1.0
        self.next_stall = self.pause_before_stall() if kind.stalls else math.inf

    def pause_before_stall(self) -> float:
        assert self.kind.stalls is not None
        return self.chance.expovariate(1 / (1000 * self.kind.stalls.every))

    def arrival(self, sent: int) -> int:
        """When what enters at `sent` comes out."""
        at = sent / MS
        out = at + self.delay(at)
        if at >= self.next_stall:
            self.stall(at)
        if at < self.stalled_until:
            out = max(out, self.stalled_until)
        self.clear = max(self.clear + 1, round(out * MS))
        return self.clear

    def stall(self, at: float) -> None:
        stalls = self.kind.stalls
        assert stalls is not None
        while at >= self.next_stall:
            self.stalled_until = self.next_stall + self.chance.uniform(stalls.least, stalls.most)
            self.next_stall = self.stalled_until + self.pause_before_stall()

    def delay(self, at: float) -> float:
        kind, chance = self.kind, self.chance
        delay = kind.base
        if kind.jitter:
            delay += chance.expovariate(1 / kind.jitter)
        if kind.tail:
            delay += min(LONGEST_TAIL, kind.tail * (chance.paretovariate(HEAVY) - 1))
        if kind.grant:
            delay += chance.uniform(0, kind.grant)
        if kind.spikes is not None and chance.random() < kind.spikes.share:
            delay += chance.uniform(kind.spikes.least, kind.spikes.most)
        if kind.swelling is not None:
            delay += self.swollen(kind.swelling, at)
        if kind.wander is not None:
            delay += self.wander(kind.wander, at)
        return delay

    def swollen(self, swelling: Swelling, at: float) -> float:
        through = (at / 1000 / swelling.period + self.phase) % 1
        return swelling.top * through / swelling.duty if through < swelling.duty else 0.0

    def wander(self, wander: Wander, at: float) -> float:
        kept = math.exp(-max(at - self.wandered_at, 0.0) / 1000 / wander.memory)
        self.wandered = kept * self.wandered + math.sqrt(1 - kept * kept) * self.chance.gauss(0, 1)
        self.wandered_at = at
        return wander.mean * math.exp(wander.spread * self.wandered - wander.spread**2 / 2)
