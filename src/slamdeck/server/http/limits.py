"""How often anybody may do anything: token buckets, and accounts that are charged before any work is done."""

# Compiled: every message takes from a bucket.

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar, final

from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.networks import site_of

MOST_OWED: Final = 40.0
FORGOTTEN: Final = 2


@final
class Rate:
    """So many a second on average, so many at once."""

    __slots__ = ("burst", "per_second")

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst

    def times(self, count: int) -> Rate:
        return self if count == 1 else Rate(count * self.per_second, count * self.burst)


@final
class Bucket:
    """Fills up at its rate; whatever is done takes out what it costs, and as much of a `wider` one that is shared."""

    __slots__ = ("filled", "left", "rate", "wider")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.left = rate.burst
        self.filled = now
        self.wider: Bucket | None = None

    def take(self, now: float, cost: float = 1.0) -> bool:
        self.fill(now)
        if self.left < cost:
            return False
        if self.wider is not None and not self.wider.take(now, cost):
            return False
        self.left -= cost
        return True

    def owe(self, now: float, cost: float) -> bool:
        """What has happened cannot be refused any more: it is paid, if need be in arrears. False: it is owed."""
        self.fill(now)
        self.left = max(self.left - cost, -MOST_OWED)
        if self.wider is not None:
            self.wider.owe(now, cost)
        return self.remaining() >= 0

    def fill(self, now: float) -> None:
        self.left = min(self.rate.burst, self.left + (now - self.filled) * self.rate.per_second)
        self.filled = now
        if self.wider is not None:
            self.wider.fill(now)

    def is_full(self, now: float) -> bool:
        """Nothing would be lost if it were forgotten."""
        self.fill(now)
        return self.left >= self.rate.burst

    def remaining(self) -> float:
        """What is left, here and in what it shares, since it was filled last."""
        return self.left if self.wider is None else min(self.left, self.wider.left)

    def wait(self) -> float:
        """Seconds until the next one is free."""
        own = max(0.0, (1 - self.left) / self.rate.per_second)
        return own if self.wider is None else max(own, self.wider.wait())


# ---- by name ---------------------------------------------------------------------------------------


@final
class Rates:
    """One kind of request, by network or session. Remembers so many of them; a forgotten one starts anew. A whole site
    counts as `site` networks."""

    def __init__(self, rate: Rate, what: str, most: int = 10_000, site: int = 0) -> None:
        self.rate = rate
        self.what = what
        self.most = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.sites: Rates | None = Rates(rate.times(site), what, most) if site else None

    def bucket(self, name: str, now: float) -> Bucket:
        bucket = self.buckets.get(name)
        if bucket is None:
            bucket = self.buckets[name] = Bucket(self.rate, now)
            self.forget_some(name, now)
        else:
            self.buckets.move_to_end(name)
        site = site_of(name)
        if site and self.sites is not None:
            bucket.wider = self.sites.bucket(site, now)
        return bucket

    def forget_some(self, but: str, now: float) -> None:
        """With each that comes, up to two go that have nothing to be remembered for."""
        for _ in range(FORGOTTEN):
            name, oldest = next(iter(self.buckets.items()))
            if name == but or not (len(self.buckets) > self.most or oldest.is_full(now)):
                break
            del self.buckets[name]

    def take(self, name: str, now: float) -> None:
        """Raises Refusing if that was too often."""
        bucket = self.bucket(name, now)
        if not bucket.take(now):
            raise too_many(self.what, bucket)

    def check(self, name: str, now: float) -> None:
        """Refuse whoever has used up this kind, without using up more of it."""
        bucket = self.bucket(name, now)
        bucket.fill(now)
        if bucket.remaining() < 1:
            raise too_many(self.what, bucket)


def too_many(what: str, bucket: Bucket) -> Refusing:
    wait = max(1, round(bucket.wait() + 0.5))
    return Refusing(No.TOO_MANY, f"too many {what} from here; wait {wait} seconds", wait)


# ---- accounts --------------------------------------------------------------------------------------


class Account:
    """What one session, or one network, has used up, and what it holds open."""

    __slots__ = ("holding", "messages", "name", "requests", "sockets")

    def __init__(self, name: str, requests: Bucket, messages: Bucket) -> None:
        self.name = name
        self.requests = requests
        self.messages = messages
        self.sockets = 0
        self.holding = 0  # connections and sockets, for whose sake it must not be forgotten

    def is_full(self, now: float) -> bool:
        """As if it had never been here."""
        return self.requests.is_full(now) and self.messages.is_full(now)


@final
class NetworkRates:
    """What a network may do, of whatever kind it is."""

    __slots__ = ("connecting", "inputs", "messages", "requests", "traffic")

    def __init__(self, requests: Rate, messages: Rate, inputs: Rate, connecting: Rate, traffic: Rate) -> None:
        self.requests = requests
        self.messages = messages
        self.inputs = inputs
        self.connecting = connecting
        self.traffic = traffic


@final
class Network(Account):
    """Besides, it pays for connections, for every byte and for what is written down, and so does its site, if it has
    one around it."""

    __slots__ = ("awake", "connecting", "inputs", "site", "traffic")

    def __init__(
        self, name: str, now: float, rates: NetworkRates, site: Network | None = None, counts_as: int = 1
    ) -> None:
        """`counts_as`: so many networks, for a site."""
        requests, messages = rates.requests.times(counts_as), rates.messages.times(counts_as)
        super().__init__(name, Bucket(requests, now), Bucket(messages, now))
        self.inputs = Bucket(rates.inputs.times(counts_as), now)
        self.connecting = Bucket(rates.connecting.times(counts_as), now)
        self.traffic = Bucket(rates.traffic.times(counts_as), now)  # bytes
        self.awake: dict[str, int] = {}  # tables at which its sockets are, and how many of them
        self.site: Network | None = None
        if site is not None:
            self.belong_to(site)

    def belong_to(self, site: Network) -> None:
        self.site = site
        self.requests.wider = site.requests
        self.messages.wider = site.messages
        self.inputs.wider = site.inputs
        self.connecting.wider = site.connecting
        self.traffic.wider = site.traffic

    def is_full(self, now: float) -> bool:
        used = (self.connecting, self.traffic, self.inputs)
        return super().is_full(now) and all(bucket.is_full(now) for bucket in used)

    def comes_to(self, table: str) -> None:
        self.awake[table] = self.awake.get(table, 0) + 1
        if self.site is not None:
            self.site.comes_to(table)

    def leaves(self, table: str) -> None:
        left = self.awake.get(table, 0) - 1
        if left > 0:
            self.awake[table] = left
        else:
            self.awake.pop(table, None)
        if self.site is not None:
            self.site.leaves(table)

    def may_keep_awake(self, table: str, most: int, per_site: int) -> bool:
        """One table more than those at which somebody from here is."""
        if table in self.awake:
            return True
        if self.site is not None and len(self.site.awake) >= most * per_site:
            return False
        return len(self.awake) < most


Holder = TypeVar("Holder", bound=Account)


class Accounts(Generic[Holder]):
    """By name. Those that hold something open stay; of the others the latest that have used something up."""

    def __init__(self, open_account: Callable[[str, float], Holder], most: int) -> None:
        self.open_account = open_account
        self.most = most
        self.present: dict[str, Holder] = {}
        self.absent: OrderedDict[str, Holder] = OrderedDict()

    def of(self, name: str, now: float) -> Holder:
        account = self.present.get(name) or self.absent.get(name)
        if account is None:
            account = self.absent[name] = self.open_account(name, now)
            self.forget_some(name, now)
        elif not account.holding:
            self.absent.move_to_end(name)
        return account

    def forget_some(self, but: str, now: float) -> None:
        for _ in range(FORGOTTEN):
            name, oldest = next(iter(self.absent.items()))
            if name == but or not (len(self.absent) > self.most or oldest.is_full(now)):
                break
            del self.absent[name]

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


@final
class Networks(Accounts[Network]):
    """Besides the networks, the sites around them, of which each counts as so many networks."""

    def __init__(self, rates: NetworkRates, most: int, per_site: int) -> None:
        super().__init__(self.open_network, most)
        self.rates = rates
        self.per_site = per_site
        self.sites: Accounts[Network] = Accounts(self.open_site, most)

    def of(self, name: str, now: float) -> Network:
        network = super().of(name, now)
        if network.site is not None:
            site = self.sites.of(network.site.name, now)
            if site is not network.site:  # it was forgotten meanwhile
                network.belong_to(site)
        return network

    def hold(self, account: Network) -> None:
        super().hold(account)
        if account.site is not None:
            self.sites.hold(account.site)

    def let_go(self, account: Network) -> None:
        super().let_go(account)
        if account.site is not None:
            self.sites.let_go(account.site)

    def open_network(self, name: str, now: float) -> Network:
        site = site_of(name)
        return Network(name, now, self.rates, self.sites.of(site, now) if site else None)

    def open_site(self, name: str, now: float) -> Network:
        return Network(name, now, self.rates, None, self.per_site)
