"""Snap at a live table: two sockets, one of them far away, and races that the quicker hand wins, not the nearer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from slamdeck.measure.client import Client
from slamdeck.server.tables.alarms import micros
from slamdeck.table import messages as say
from tests.browser.relay import slow_line
from tests.examples.outside import Outside
from tests.ports import free_port

ROUND_TRIP_MS = 200
QUICK_MS, SLOW_MS = 240, 300  # the quick hand is the far one: it arrives 40 ms after the slow one
MARGIN_MS = 15  # more than a dead heat
HOUSE = {"pace_ms": 0, "patience_ms": 600_000}
PATIENCE_S = 60.0
ONCE_ROUND = 80  # inputs: more than two packs have cards
TABLES = 10


@asynccontextmanager
async def seated(near: str, far: str) -> AsyncIterator[tuple[Client, Client]]:
    """A table for two: seat 0 is near, seat 1 far away."""
    async with Client(near, "Nora") as host, Client(far, "Fay") as guest:
        await guest.join(await host.open("snap", options=HOUSE))
        listening = []
        for client in (host, guest):
            await client.connect()
            listening.append(asyncio.ensure_future(client.listen(keep=True)))
        await asyncio.sleep(1.5)  # the server has to get to know both lines
        await host.tell(say.Start())
        yield host, guest
        for task in listening:
            task.cancel()


async def until(client: Client, number: int) -> say.Ok:
    async with asyncio.timeout(PATIENCE_S):
        while number not in client.answers:
            await asyncio.sleep(0.005)
    return client.answers[number]


def view(client: Client) -> say.Stim | say.News | None:
    yours = client.table.yours if client.table else []
    return client.views.get(yours[0]) if yours else None


def tops(client: Client) -> list[str | None]:
    shown = view(client)
    zones = shown.view.zones if shown else []
    return [zone.cards[-1] for zone in zones if zone.name.startswith("heaps") and zone.cards]


def alike(*clients: Client) -> bool:
    """Do all of them see two heaps with the same top?"""
    return all(len(tops(client)) == 2 and len(set(tops(client))) == 1 for client in clients)


def is_newer(client: Client, event: int) -> bool:
    """Its answer may come ahead of the card."""
    shown = view(client)
    return shown is not None and shown.n > event


async def turn_over_until_alike(clients: tuple[Client, Client]) -> bool:
    """False if nothing will come of it: packs are used again as they were, and in four of a hundred deals no two heaps
    are ever alike."""
    for _ in range(ONCE_ROUND):
        shown = view(clients[0])
        if shown is None:
            await asyncio.sleep(0.02)
            continue
        if clients[0].is_over():
            return False
        client = clients[int(str(shown.view.facts["turn"]))]
        if (await until(client, await client.act("turn_over"))).verdict != "applied":
            continue
        async with asyncio.timeout(PATIENCE_S):
            while not all(is_newer(one, shown.n) for one in clients) or tops(clients[0]) != tops(clients[1]):
                await asyncio.sleep(0.005)
        if alike(*clients):
            return True
    return False


@dataclass
class Hand:
    """When a hand really came down, by the player's own screen and by the clock on the wall."""

    reaction: int
    at: int
    number: int


async def grab(client: Client, after_ms: int) -> Hand:
    await asyncio.sleep(max(0.0, (client.painted + after_ms * 1000 - micros()) / 1_000_000))
    at = micros()
    return Hand(at - client.painted, at, await client.act("grab"))


def tells_apart(quick: Hand, slow: Hand) -> bool:
    """Was this computer steady enough: the far hand clearly the quicker one, and clearly the later one to arrive?"""
    arrives = quick.at + ROUND_TRIP_MS * 1000 // 2
    return quick.reaction + MARGIN_MS * 1000 < slow.reaction and slow.at + MARGIN_MS * 1000 < arrives


async def telling_race(clients: tuple[Client, Client]) -> list[say.Race]:
    """Races until one of them tells order of arrival from order of reaction; none if this table has no more."""
    host, guest = clients
    while await turn_over_until_alike(clients):
        quick, slow = await asyncio.gather(grab(guest, QUICK_MS), grab(host, SLOW_MS))
        verdicts = [(await until(guest, quick.number)).verdict, (await until(host, slow.number)).verdict]
        if tells_apart(quick, slow):
            assert verdicts[0] == "applied", "the quicker hand, which arrived later, takes the heaps"
            assert verdicts[1] in ("ignored", "late")
            await asyncio.sleep(0.2)
            return [message for message in host.heard if isinstance(message, say.Race)]
    return []


async def races(near: str, far: str) -> list[say.Race]:
    for _ in range(TABLES):
        async with seated(near, far) as clients:
            told = await telling_race(clients)
        if told:
            return told
    raise AssertionError("this computer is too busy to tell two hands apart")


def test_the_quicker_hand_wins_although_it_arrives_later(outside: Outside) -> None:
    port, far_port = free_port(), free_port()
    far = f"http://127.0.0.1:{far_port}"
    with outside.serving(port, "--origin", far) as near, slow_line(far_port, port, ROUND_TRIP_MS):
        told = asyncio.run(races(near, far))
    assert told[-1].seats == [1]
