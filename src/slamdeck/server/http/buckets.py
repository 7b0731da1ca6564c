"""A token bucket: how often somebody may do something."""

# Compiled: every message takes from one.

from __future__ import annotations

from typing import final


@final
class Rate:
    """So many a second on average, so many at once."""

    __slots__ = ("burst", "per_second")

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst


@final
class Bucket:
    __slots__ = ("filled", "left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.left = rate.burst
        self.filled = now

    def take(self, now: float) -> bool:
        self.left = min(self.rate.burst, self.left + (now - self.filled) * self.rate.per_second)
        self.filled = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def wait(self) -> float:
        """Seconds until the next one is free."""
        return max(0.0, (1 - self.left) / self.rate.per_second)
