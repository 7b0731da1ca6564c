"""Work beside the tables: one at a time, networks in turn, with everybody else in between."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import pytest

from slamdeck.core.problems import CheckFailed
from slamdeck.core.written_files import MOST_DOTS, parse_toml
from slamdeck.server.http.errors import Refusing
from slamdeck.server.http.side_work import MOST_WAITING, SideWork


def run(story: Coroutine[object, object, None]) -> None:
    with asyncio.Runner() as runner:
        runner.run(story)


def test_networks_take_turns_and_others_are_heard_in_between() -> None:
    async def story() -> None:
        work, done = SideWork(), list[str]()
        loop = asyncio.get_running_loop()

        def piece(name: str) -> None:
            done.append(name)
            loop.call_soon(done.append, "somebody else")

        asked = [work.do(network, lambda network=network: piece(network)) for network in "aaaab"]  # type: ignore[misc]
        await asyncio.gather(*asked)
        await asyncio.sleep(0)
        assert done[::2] == ["a", "a", "b", "a", "a"]
        assert done[1::2] == ["somebody else"] * 5
        await asyncio.sleep(0.01)
        assert not work.busy
        assert not work.waiting

    run(story())


def test_a_piece_that_fails_is_its_askers_trouble_and_one_that_is_given_up_holds_up_nobody() -> None:
    async def story() -> None:
        work = SideWork()

        def fail() -> None:
            raise CheckFailed("no such thing")

        held = asyncio.ensure_future(work.do("a", lambda: 1))
        failing = asyncio.ensure_future(work.do("b", fail))
        given_up = [asyncio.ensure_future(work.do("c", lambda: 2)) for _ in range(3)]
        last = asyncio.ensure_future(work.do("d", lambda: 3))
        await asyncio.sleep(0)
        for one in given_up[:2]:
            one.cancel()
        assert await held == 1
        with pytest.raises(CheckFailed):
            await failing
        assert await last == 3
        assert await given_up[2] == 2

    run(story())


def test_whoever_is_called_and_leaves_at_the_same_moment_passes_the_turn_on() -> None:
    async def story() -> None:
        work = SideWork()
        await work.turn("a")
        called = asyncio.ensure_future(work.do("b", lambda: 1))
        after = asyncio.ensure_future(work.do("c", lambda: 2))
        await asyncio.sleep(0)
        work.next()
        called.cancel()
        assert await asyncio.wait_for(after, 10) == 2

    run(story())


def test_so_many_wait_and_no_more() -> None:
    async def story() -> None:
        work = SideWork()
        await work.turn("a")
        waiting = [asyncio.ensure_future(work.turn("a")) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusing, match="wait 5 seconds"):
            await work.turn("b")
        for one in waiting:
            one.cancel()

    run(story())


@pytest.mark.parametrize("between", ["", '"\u2028".', '"\\n".'])
def test_a_key_of_thousands_of_parts_is_not_even_read(between: str) -> None:
    key = (("a." * MOST_DOTS + between) * 140)[:11_000]
    with pytest.raises(CheckFailed, match="dots"):
        parse_toml(f"{key}a = 1", "your file")
    assert parse_toml("a" + ".a" * 5 + " = 1", "your file")
