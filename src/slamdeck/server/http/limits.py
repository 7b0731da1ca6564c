"""How often anybody may do anything: token buckets, per socket and per address."""

# Compiled: every message takes from a bucket.

from __future__ import annotations

from collections import OrderedDict
from typing import final

from slamdeck.server.http.errors import No, Refusing


@final
class Rate:
    """So many a second on average, so many at once."""

    __slots__ = ("burst", "per_second")

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst


@final
class Bucket:
    """Fills up at its rate; whatever is done takes one out."""

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


@final
class Rates:
    """One kind of request, by address. Remembers so many addresses; a forgotten one starts anew."""

    def __init__(self, rate: Rate, what: str, most: int = 10_000) -> None:
        self.rate = rate
        self.what = what
        self.most = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, address: str, now: float) -> Bucket:
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, now)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        return bucket

    def take(self, address: str, now: float) -> None:
        """Raises Refusing if that was too often."""
        bucket = self.bucket(address, now)
        if not bucket.take(now):
            raise too_many(self.what, bucket)

    def check(self, address: str, now: float) -> None:
        """Refuse whoever has used up this kind, without using up more of it."""
        bucket = self.bucket(address, now)
        if not bucket.take(now):
            raise too_many(self.what, bucket)
        bucket.left += 1


def too_many(what: str, bucket: Bucket) -> Refusing:
    wait = max(1, round(bucket.wait() + 0.5))
    return Refusing(No.TOO_MANY, f"too many {what} from here; wait {wait} seconds", wait)
