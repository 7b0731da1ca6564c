"""How often anybody may do anything: token buckets, per socket and per address."""

from __future__ import annotations

from collections import OrderedDict

from slamdeck.server.http.buckets import Bucket, Rate
from slamdeck.server.http.errors import No, Refusing

__all__ = ["Bucket", "Rate", "Rates"]


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
