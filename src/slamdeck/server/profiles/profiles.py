"""Profiles that their owners leave here, where the host offers that: sealed boxes, kept until their owners delete them
or have not come for long.

Who knows the name of a box may fetch it, and nobody can open it without the key, which never comes here. Only who knows
its secret may write or delete it; of the secret only a hash is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import time
from collections.abc import Callable
from typing import Final

import msgspec

from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.store.contract import Store, StoreProblem

PROFILE: Final = "profile "
NAME: Final = re.compile(r"[A-Za-z0-9_-]{22,43}")
MOST_PROFILES: Final = 5_000
LOOKED_AT: Final = 4
KEPT_DAYS: Final = 180  # after it was last written
DAY_S: Final = 86_400


class KeptProfile(msgspec.Struct, frozen=True):
    guard: bytes  # of the secret
    written: int  # days since 1970
    box: bytes


class Profiles:
    def __init__(self, store: Store, offered: bool, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.offered = offered
        self.clock = clock

    async def write(self, name: str, secret: str, box: bytes) -> None:
        if not self.offered:
            raise Refusing(No.NOT_FOUND, "this server keeps no profiles; yours stays on your device")
        known = await self.find(name)
        if known is None:
            await self.make_room()
        else:
            check(known, secret)
        kept = KeptProfile(guard_of(secret), self.day(), box)
        await self.keep(name, msgspec.msgpack.encode(kept))

    async def fetch(self, name: str) -> bytes:
        known = await self.find(name)
        if known is None:
            raise Refusing(No.NO_PROFILE)
        return known.box

    async def delete(self, name: str, secret: str) -> None:
        """Also where the host offers this no longer."""
        known = await self.find(name)
        if known is None:
            raise Refusing(No.NO_PROFILE)
        check(known, secret)
        await self.keep(name, None)

    async def make_room(self) -> None:
        """Those whose owners have not come for half a year make way; beyond that there is no room. With every one that
        comes a few are looked at, and no more: all together they may be gigabytes."""
        names = await self.store.kept_names(PROFILE)
        for name in random.sample(names, min(LOOKED_AT, len(names))):
            value = (await self.store.kept(name)).get(name)
            if value is not None and self.day() - msgspec.msgpack.decode(value, type=KeptProfile).written > KEPT_DAYS:
                await self.store.keep(name, None)
        if len(names) >= MOST_PROFILES:
            raise Refusing(No.BUSY, "this server has no room for another profile")

    async def find(self, name: str) -> KeptProfile | None:
        if not NAME.fullmatch(name):
            raise Refusing(No.NO_PROFILE)
        try:
            found = (await self.store.kept(PROFILE + name)).get(PROFILE + name)
        except StoreProblem as problem:
            raise Refusing(No.SAVING) from problem
        return None if found is None else msgspec.msgpack.decode(found, type=KeptProfile)

    async def keep(self, name: str, value: bytes | None) -> None:
        try:
            await self.store.keep(PROFILE + name, value)
        except StoreProblem as problem:
            raise Refusing(No.SAVING) from problem

    def day(self) -> int:
        return int(self.clock()) // DAY_S


def guard_of(secret: str) -> bytes:
    return hashlib.sha256(b"slamdeck profile 1\0" + secret.encode()).digest()


def check(known: KeptProfile, secret: str) -> None:
    if not hmac.compare_digest(known.guard, guard_of(secret)):
        raise Refusing(No.NOT_YOURS)
