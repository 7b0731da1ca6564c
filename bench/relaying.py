"""What a second node and a relay cost: the processor time of the servers for an input, all servers together.

    PYTHONPATH=src python bench/relaying.py postgresql://… [people] [seconds]

Three rounds over that database, which may be filled: one node alone with so many people; two nodes, each on a core of
its own, with as many each, and everybody at the node that has their table; and the same with everybody at the other
one, so that every socket is relayed. Each person sits with two bots, and does something once a second or so.

What it finds goes into bench/relaying.json, from which bench/capacity.py says how much more several nodes carry.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg

from slamdeck.games import all_games
from slamdeck.measure.client import Client
from slamdeck.table import messages as say

PACE = (0.5, 1.5)  # seconds between two inputs of one person
SETTLING_S = 3.0  # deals, first views
AT_ONCE = 8
MEASURED = Path(__file__).with_suffix(".json")


@dataclass
class Node:
    base: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return urlsplit(self.base).port or 0

    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def running(count: int, url: str) -> AsyncIterator[list[Node]]:
    nodes: list[Node] = []
    cores = sorted(os.sched_getaffinity(0))
    try:
        for number in range(count):
            command = [sys.executable, "-m", "slamdeck.measure.loaded_server", url]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            os.sched_setaffinity(process.pid, {cores[number % len(cores)]})
            assert process.stdout is not None
            nodes.append(Node((await asyncio.to_thread(process.stdout.readline)).strip(), process))
        await asyncio.sleep(1.5)  # until they have met
        yield nodes
    finally:
        for node in nodes:
            node.process.terminate()
            await asyncio.to_thread(node.process.wait)


async def at_table(client: Client) -> None:
    playing = asyncio.ensure_future(client.play(slaps=0.1, pace=PACE))
    try:
        while await client.hear(60.0) is not None:
            if client.is_over():
                await client.tell(say.Start())
    finally:
        playing.cancel()


async def cost_of_an_input(nodes: list[Node], url: str, people: int, seconds: float, relayed: bool) -> float:
    """In microseconds."""
    clients = [Client(nodes[0].base, f"P{number}", number) for number in range(people)]
    games = list(all_games())
    for first in range(0, people, AT_ONCE):
        some = clients[first : first + AT_ONCE]
        await asyncio.gather(
            *(one.open(games[n % len(games)], bots=["quick", "quick"], start=True) for n, one in enumerate(some, first))
        )
    db = await asyncpg.connect(url)
    owners = dict(await db.fetch("SELECT id, owner FROM slamdeck.tables WHERE owner <> ''"))
    await db.close()
    for one in clients:
        here = next(node for node in nodes if owners[one.code].endswith(f":{node.port}"))
        there = next((node for node in nodes if node is not here), here)
        one.base = there.base if relayed else here.base
        one.http.headers["Origin"] = one.base
        await one.connect()
    sitting = [asyncio.ensure_future(at_table(one)) for one in clients]
    await asyncio.sleep(SETTLING_S)
    inputs, cpu = sum(len(one.answers) for one in clients), sum(node.cpu_s() for node in nodes)
    began = time.monotonic()
    await asyncio.sleep(seconds)
    inputs, cpu = sum(len(one.answers) for one in clients) - inputs, sum(node.cpu_s() for node in nodes) - cpu
    took = time.monotonic() - began
    gone = sum(task.done() for task in sitting)
    if gone:
        sys.exit(f"{gone} of {people} people were sent away: this machine is too busy to say what an input costs")
    for task in sitting:
        task.cancel()
    await asyncio.gather(*sitting, return_exceptions=True)
    for one in clients:
        await one.__aexit__()
    print(f"{inputs / took:.0f} inputs/s, {1e6 * cpu / inputs:.0f} µs an input", file=sys.stderr)
    return 1e6 * cpu / inputs


async def main() -> None:
    url, people, seconds = sys.argv[1], int((sys.argv[2:3] or ["60"])[0]), float((sys.argv[3:4] or ["20"])[0])
    async with running(1, url) as nodes:
        alone = await cost_of_an_input(nodes, url, people, seconds, relayed=False)
    async with running(2, url) as nodes:
        direct = await cost_of_an_input(nodes, url, 2 * people, seconds, relayed=False)
    async with running(2, url) as nodes:  # anew: at the tables of a round bots play on for a while
        relayed = await cost_of_an_input(nodes, url, 2 * people, seconds, relayed=True)
    found = {"alone_us": alone, "direct_us": direct, "relayed_us": relayed}
    MEASURED.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(f"one node alone: {alone:.0f} µs an input; two: {direct:.0f}; two, all relayed: {relayed:.0f}")


if __name__ == "__main__":
    asyncio.run(main())
