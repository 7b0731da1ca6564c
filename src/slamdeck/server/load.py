"""Load: many tables full of protocol clients, `seen` and `still` traffic included, against a server in a process of its
own. What it costs is asked of the server itself."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import msgspec

from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import all_games
from slamdeck.server.client import Client
from slamdeck.server.metrics import BOUNDS_MS

PEOPLE: Final = 2  # at each table
WARM_UP_S: Final = 3.0
OPENING_AT_ONCE: Final = 8


class LoadReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a load did, and what it cost."""

    tables: int
    connections: int
    seconds: float
    inputs_per_s: float
    frames_per_s: float
    sent_per_s: float
    entries_per_s: float
    cpu: float  # of one core
    cpu_us_per_frame: float
    sending_p99_ms: float  # from ready to sent, the disk included
    storing_p99_ms: float
    ticking_p99_ms: float
    memory_kb_per_connection: float


class Probe:
    """A server's figures at one moment."""

    def __init__(self, text: str, pid: int) -> None:
        self.values = {name: float(value) for name, value in re.findall(r"^(slamdeck_\S+) (\S+)$", text, re.MULTILINE)}
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        self.cpu = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
        self.memory_kb = int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])
        self.at = time.monotonic()

    def since(self, before: Probe, name: str) -> float:
        return self.values[f"slamdeck_{name}"] - before.values.get(f"slamdeck_{name}", 0.0)

    def quantile(self, before: Probe, name: str, share: float) -> float:
        """The upper bound of the bucket that the quantile falls into, in ms."""
        total = self.since(before, f"{name}_ms_count")
        for bound in BOUNDS_MS:
            if self.since(before, f'{name}_ms_bucket{{le="{bound}"}}') >= share * total:
                return float(bound)
        return float("inf")


async def drive(client: Client, pace: tuple[float, float]) -> None:
    """Play one game after the other."""
    playing = asyncio.ensure_future(client.play(slaps=0.05, pace=pace))
    try:
        await client.listen(patience=120.0)
    finally:
        playing.cancel()


async def sit_down(base: str, number: int, gate: asyncio.Semaphore) -> list[Client]:
    async with gate:
        games = list(all_games())
        clients = [Client(base, f"P{number}-{k}", number) for k in range(PEOPLE)]
        code = await clients[0].open(games[number % len(games)], bots=["quick"], start=True)
        for client in clients[1:]:
            await client.join(code)
            await client.connect()
        await clients[0].connect()
        return clients


async def storm(base: str, pid: int, tables: int, seconds: float, pace: tuple[float, float]) -> LoadReport:
    gate = asyncio.Semaphore(OPENING_AT_ONCE)
    async with Client(base, "probe") as probe:
        empty = Probe((await probe.get("/metrics")).decode(), pid)
        pairs = await asyncio.gather(*(sit_down(base, n, gate) for n in range(tables)))
        clients = [client for pair in pairs for client in pair]
        tasks = [asyncio.ensure_future(drive(client, pace)) for client in clients]
        await asyncio.sleep(WARM_UP_S)
        answered = sum(len(client.answers) for client in clients)
        before = Probe((await probe.get("/metrics")).decode(), pid)
        await asyncio.sleep(seconds)
        after = Probe((await probe.get("/metrics")).decode(), pid)
        answered = sum(len(client.answers) for client in clients) - answered
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(client.__aexit__() for client in clients), return_exceptions=True)
    span = after.at - before.at
    frames = after.since(before, "frames_total")
    cpu = after.cpu - before.cpu
    return LoadReport(
        tables=tables,
        connections=len(clients),
        seconds=round(span, 1),
        inputs_per_s=round(answered / span, 1),
        frames_per_s=round(frames / span, 1),
        sent_per_s=round(after.since(before, "sent_total") / span, 1),
        entries_per_s=round(after.since(before, "entries_total") / span, 1),
        cpu=round(cpu / span, 3),
        cpu_us_per_frame=round(1e6 * cpu / max(frames, 1), 1),
        sending_p99_ms=after.quantile(before, "sending", 0.99),
        storing_p99_ms=after.quantile(before, "storing", 0.99),
        ticking_p99_ms=after.quantile(before, "ticking", 0.99),
        memory_kb_per_connection=round((after.memory_kb - empty.memory_kb) / len(clients), 1),
    )


def run_load(tables: int, seconds: float, pace: tuple[float, float]) -> LoadReport:
    """Start a server on this computer, load it, end it."""
    if not Path("/proc/self/stat").exists():
        raise UsageProblem("slamdeck load reads the server's cost from /proc, which this system does not have")
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "slamdeck.server.loaded", str(Path(folder) / "load.db")],
            stdout=subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            if not line.startswith("http"):
                raise CheckFailed("the server for the load did not start")
            return asyncio.run(storm(line.strip(), process.pid, tables, seconds, pace))
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
