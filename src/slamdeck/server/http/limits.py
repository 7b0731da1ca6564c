"""How often anybody may do anything: token buckets, and accounts that are charged before any work is done."""

# Compiled: every message takes from a bucket.

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar, final

from slamdeck.server.http.errors import No, Refusing

MOST_OWED: Final = 40.0


@final
class Rate:
    """So many a second on average, so many at once."""

    __slots__ = ("burst", "per_second")

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst


@final
class Bucket:
    """Fills up at its rate; whatever is done takes out what it costs."""

    __slots__ = ("filled", "left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.left = rate.burst
        self.filled = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        self.fill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def owe(self, now: float, cost: float) -> bool:
        """What has happened cannot be refused any more: it is paid, if need be in arrears. False: it is owed."""
        self.fill(now)
        self.left = max(self.left - cost, -MOST_OWED)
        return self.left >= 0

    def fill(self, now: float) -> None:
        self.left = min(self.rate.burst, self.left + (now - self.filled) * self.rate.per_second)
        self.filled = now

    def wait(self) -> float:
        """Seconds until the next one is free."""
        return max(0.0, (1 - self.left) / self.rate.per_second)


# ---- by name ---------------------------------------------------------------------------------------


@final
class Rates:
    """One kind of request, by network or session. Remembers so many of them; a forgotten one starts anew."""

    def __init__(self, rate: Rate, what: str, most: int = 10_000) -> None:
        self.rate = rate
        self.what = what
        self.most = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, name: str, now: float) -> Bucket:
        bucket = self.buckets.get(name)
        if bucket is None:
            bucket = self.buckets[name] = Bucket(self.rate, now)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(name)
        return bucket

    def take(self, name: str, now: float) -> None:
        """Raises Refusing if that was too often."""
        bucket = self.bucket(name, now)
        if not bucket.take(now):
            raise too_many(self.what, bucket)

    def check(self, name: str, now: float) -> None:
        """Refuse whoever has used up this kind, without using up more of it."""
        bucket = self.bucket(name, now)
        bucket.fill(now)
        if bucket.left < 1:
            raise too_many(self.what, bucket)


def too_many(what: str, bucket: Bucket) -> Refusing:
    wait = max(1, round(bucket.wait() + 0.5))
    return Refusing(No.TOO_MANY, f"too many {what} from here; wait {wait} seconds", wait)


# ---- accounts --------------------------------------------------------------------------------------


class Account:
    """What one session, or one network, has used up, and what it holds open."""

    __slots__ = ("holding", "messages", "name", "requests", "sockets")

    def __init__(self, name: str, now: float, requests: Rate, messages: Rate) -> None:
        self.name = name
        self.requests = Bucket(requests, now)
        self.messages = Bucket(messages, now)
        self.sockets = 0
        self.holding = 0  # connections and sockets, for whose sake it must not be forgotten


@final
class Network(Account):
    """Besides, it pays for connections and for every byte."""

    __slots__ = ("connecting", "traffic")

    def __init__(self, name: str, now: float, requests: Rate, messages: Rate, connecting: Rate, traffic: Rate) -> None:
        super().__init__(name, now, requests, messages)
        self.connecting = Bucket(connecting, now)
        self.traffic = Bucket(traffic, now)  # bytes


Holder = TypeVar("Holder", bound=Account)


class Accounts(Generic[Holder]):
    """By name. Those that hold something open stay; of the others the latest are remembered."""

    def __init__(self, open_account: Callable[[str, float], Holder], most: int) -> None:
        self.open_account = open_account
        self.most = most
        self.present: dict[str, Holder] = {}
        self.absent: OrderedDict[str, Holder] = OrderedDict()

    def of(self, name: str, now: float) -> Holder:
        account = self.present.get(name) or self.absent.get(name)
        if account is None:
            account = self.absent[name] = self.open_account(name, now)
            if len(self.absent) > self.most:
                self.absent.popitem(last=False)
        elif not account.holding:
            self.absent.move_to_end(name)
        return account

    def hold(self, account: Holder) -> None:
        account.holding += 1
        if account.holding == 1:
            self.absent.pop(account.name, None)
            self.present[account.name] = account

    def let_go(self, account: Holder) -> None:
        account.holding -= 1
        if not account.holding:
            del self.present[account.name]
            self.absent[account.name] = account
            if len(self.absent) > self.most:
                self.absent.popitem(last=False)
