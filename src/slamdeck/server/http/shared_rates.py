"""Limits that hold over all nodes together: counted here first, and then in the store that they share.

What is refused here costs the store nothing. What is taken here costs it one statement beside the writer, and only
where tables are opened or codes are guessed: no input of any game waits for it.
"""

from __future__ import annotations

import hashlib
import logging

from slamdeck.server.http.limits import Bucket, Rates, too_many
from slamdeck.server.http.networks import site_of
from slamdeck.server.store.contract import Store, StoreProblem

log = logging.getLogger("slamdeck.http")


class SharedRates:
    def __init__(self, rates: Rates, store: Store) -> None:
        self.rates = rates
        self.store = store

    async def take(self, name: str, now: float) -> None:
        """Raises Refusing if that was too often, here or elsewhere."""
        self.rates.take(name, now)
        await self.settle(name, now, 1.0)

    async def check(self, name: str, now: float) -> None:
        """Refuse whoever has used up this kind, without using up more of it."""
        self.rates.check(name, now)
        await self.settle(name, now, 0.0)

    async def settle(self, name: str, now: float, cost: float) -> None:
        """A network's purse, and that of the site it belongs to."""
        bucket = self.rates.bucket(name, now)
        await self.pay(name, bucket, cost)
        site = site_of(name)
        if site and bucket.wider is not None:
            await self.pay(site, bucket.wider, cost)

    async def pay(self, name: str, bucket: Bucket, cost: float) -> None:
        try:
            purse, rate = purse_of(self.rates.what, name), bucket.rate
            left = await self.store.spend(purse, cost, rate.per_second, rate.burst)
        except StoreProblem as problem:  # then what was counted here has to do
            log.warning("limits are counted by this server alone: %s", problem)
            return
        if left is not None:
            bucket.left = min(bucket.left, left)
            if left < 1 - cost:
                raise too_many(self.rates.what, bucket)


def purse_of(what: str, name: str) -> str:
    """No address of anybody stands in the database."""
    return hashlib.sha256(f"slamdeck purse 1\0{what}\0{name}".encode()).hexdigest()[:32]
