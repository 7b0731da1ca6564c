"""Servers inside the test's own loop, and people at their tables."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import slamdeck
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.socket.messages import Closing

# Over in half a minute, in real time.
BRIEF: dict[str, dict[str, object]] = {
    "slamwich": {"max_tosses": 24, "toss_ms": 900, "min_toss_ms": 250},
    "hands_down": {
        "stall_rounds": 1,
        "turn_ms": 800,
        "turn_cap_ms": 1200,
        "settle_ms": 100,
        "race_ms": 800,
        "windup_ms": 100,
        "fake_ms": 300,
    },
    "hit_the_deck": {"target_score": 3, "max_turns_per_hand": 14},
    "lowdown": {"target_score": 10, "max_turns_per_hand": 12, "max_hands": 1},
    "yahtzee_hands_down": {"combo_count": 2, "reveal_ms": 500, "lastcall_ms": 1500},
}


# Films and checks have the lowest priority there is: beside other tests they may wait for long.
IN_NO_HURRY_S = 300.0

# A server of plain Python, beside another test on one of two cores, takes its time.
PATIENCE = 1 if slamdeck.is_compiled() else 5


def play(evening: Callable[[], Awaitable[None]]) -> None:
    """On Python's own event loop, so all that is tested here holds where uvloop does not exist. Servers in processes of
    their own, which the tests kill, load and browse, run on uvloop."""
    asyncio.run(wrapped(evening))


async def wrapped(evening: Callable[[], Awaitable[None]]) -> None:
    await asyncio.wait_for(evening(), 120 * PATIENCE)


@contextlib.asynccontextmanager
async def serving(db: Path | None = None, limits: Limits | None = None, **more: object) -> AsyncIterator[Server]:
    server = await Server.start(ServerConfig(port=0, db=db, limits=limits or Limits(record_s=IN_NO_HURRY_S), **more))  # type: ignore[arg-type]
    try:
        yield server
    finally:
        await server.stop()


async def opened(client: Client, game: str, **more: object) -> str:
    """As the page does it: a server that is busy is asked again."""
    for _ in range(60):
        try:
            return await client.open(game, **more)
        except ServerSaidNo as refused:
            if refused.error != "busy":
                raise
            await asyncio.sleep(1)
    raise AssertionError("the server is busy for ever")


def base_of(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


async def until(
    what: Callable[[], bool], seconds: float = 20.0, else_say: Callable[[], object] = lambda: "it never happened"
) -> None:
    end = time.monotonic() + seconds * PATIENCE
    while not what():
        assert time.monotonic() < end, else_say()
        await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def listening(*clients: Client) -> AsyncIterator[None]:
    """Everybody hears everything, in the background."""
    tasks = [asyncio.ensure_future(client.listen(keep=True)) for client in clients]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def farewell(client: Client) -> Closing:
    """Why the server closes this socket."""
    while await client.hear(10) is not None:
        pass
    assert client.closing is not None
    return client.closing
