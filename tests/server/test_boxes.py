"""Sealed boxes and those who send too many of them."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from slamdeck.server.http.errors import Refusing
from slamdeck.server.profiles.profiles import KEPT_DAYS, LOOKED_AT, MOST_PROFILES, PROFILE, KeptProfile, Profiles
from slamdeck.server.profiles.transfers import MOST_OF_ONE, Transfers
from slamdeck.server.store.memory import MemoryStore

DAY_S = 86_400
SECRET = "s" * 32


def test_nobody_takes_all_the_room_for_boxes() -> None:
    transfers = Transfers()
    others = transfers.put(b"mine", "192.0.2.1")
    names = [transfers.put(b"x", f"2001:db8:1:{number:x}::/64") for number in range(200)]
    assert len(transfers.waiting) == 1 + MOST_OF_ONE
    assert [name for name in names if name in transfers.waiting] == names[-MOST_OF_ONE:]
    assert transfers.take(others) == b"mine"


def test_a_new_profile_looks_at_a_few_others_and_never_at_all_of_them() -> None:
    async def story() -> None:
        now = 1000.0 * DAY_S
        store = MemoryStore()
        profiles = Profiles(store, offered=True, clock=lambda: now)
        await profiles.write("o" * 24, SECRET, b"box")
        read = list[str]()
        kept = store.kept

        async def watched(beginning: str) -> dict[str, bytes]:
            read.append(beginning)
            return await kept(beginning)

        store.kept = watched  # type: ignore[method-assign]
        for number in range(40):
            await profiles.write(f"{number:024}", SECRET, b"box")
        assert PROFILE not in read
        assert len(read) <= 40 * (LOOKED_AT + 1)
        now += (KEPT_DAYS + 1) * DAY_S
        for number in range(40, 80):
            await profiles.write(f"{number:024}", SECRET, b"box")
        assert len(await kept(PROFILE)) < 80, "those of nobody who comes make way"

    asyncio.run(story())


def test_there_is_an_end_of_profiles() -> None:
    async def story() -> None:
        store = MemoryStore()
        value = msgspec.msgpack.encode(KeptProfile(b"", 1000, b""))
        store.own = {f"{PROFILE}{number:024}": value for number in range(MOST_PROFILES)}
        with pytest.raises(Refusing, match="no room"):
            await Profiles(store, offered=True, clock=lambda: 1000.0 * DAY_S).write("o" * 24, SECRET, b"box")

    asyncio.run(story())
