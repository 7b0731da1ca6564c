"""Load: many tables full of protocol clients, `seen` and `still` traffic included, against a server in a process of its
own. What it costs is asked of the server itself."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import aiohttp
import msgspec

from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import all_games
from slamdeck.measure.client import hands_by_game
from slamdeck.measure.crowd import Crowd, CrowdPlayer, sit_down
from slamdeck.server.app import new_loop
from slamdeck.server.http.answers import TableOpened, Ticket
from slamdeck.server.http.sessions import COOKIE
from slamdeck.server.ops.metrics import BOUNDS_MS
from slamdeck.server.store.postgres.embedded import embedded_postgres
from slamdeck.server.store.sqlite.opening import connect_reader
from slamdeck.server.store.sqlite.tidying import bytes_used

PEOPLE: Final = 2  # at each table
WARM_UP_S: Final = 3.0
OPENING_AT_ONCE: Final = 16


class LoadPlan(msgspec.Struct, frozen=True, kw_only=True):
    tables: int
    seconds: float
    thinking: tuple[float, float]  # s, between two inputs of one person
    people: int = PEOPLE
    bots: int = 0  # besides those without whom a game cannot begin
    games: tuple[str, ...] = ()  # all
    memory: bool = False  # nothing durable
    postgres: bool = False  # in one of its own instead of a file


class LoadReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a load did, and what it cost."""

    tables: int
    connections: int
    seconds: float
    inputs_per_s: float
    frames_per_s: float
    race_share: float  # of the events: a race was possible, and `still`s were wanted
    sent_per_s: float
    entries_per_s: float
    alarms_per_s: float
    cpu: float  # of one core
    cpu_us_per_input: float  # everything included: pings, `still`s, bots
    cpu_us_per_frame: float
    # From the moment a message was ready by the table's own clock, the disk included, and how late the loop came to it.
    sending_p99_ms: float
    ticking_p99_ms: float
    storing_p99_ms: float
    ping_p50_ms: float  # of the clients, there and back
    ping_p99_ms: float
    answer_p50_ms: float  # there and back, with the wait for everybody's hands that fairness needs
    answer_p99_ms: float
    kb_per_socket: float  # in the lobby
    kb_per_table: float  # before anybody comes
    kb_per_connection: float  # everything, in play
    disk_bytes_per_input: float  # as written; what is at rest needs a fifth of it (docs/guides/host.md)
    disk_mb_per_table_hour: float
    games_finished: int
    sockets_lost: int
    stolen: float  # share of this computer's time that its own host gave to others: what is late then is not our doing


class Probe:
    """A server's figures at one moment."""

    def __init__(self, text: str, pid: int, db: Path | None) -> None:
        self.disk = room_taken(db) if db is not None else 0
        self.values = {name: float(value) for name, value in re.findall(r"^(slamdeck_\S+) (\S+)$", text, re.MULTILINE)}
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        self.cpu = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
        self.memory_kb = int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])
        # user, nice, system, idle, iowait, irq, softirq, steal
        self.stolen = int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
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


class LoadedServer(NamedTuple):
    base: str  # where it plays
    ops: str  # where its figures are
    pid: int
    db: Path | None


class Storm:
    """One load, from the empty server to the report."""

    def __init__(self, server: LoadedServer, plan: LoadPlan, http: aiohttp.ClientSession) -> None:
        self.base, self.ops, self.pid, self.db = server
        self.plan = plan
        self.http = http
        self.crowd = Crowd(plan.thinking, {})
        self.gate = asyncio.Semaphore(OPENING_AT_ONCE)
        host, _, port = self.base.removeprefix("http://").rpartition(":")
        self.address = (host, int(port))

    async def ask(self, path: str, body: object, cookie: str = "") -> tuple[bytes, str]:
        headers = {"Origin": self.base} | ({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})
        async with self.http.post(self.base + path, data=msgspec.json.encode(body), headers=headers) as answer:
            data = await answer.read()
            if answer.status >= 400:
                raise CheckFailed(f"the server refused the load: {data.decode(errors='replace')[:200]}")
            given = answer.cookies.get(COOKIE)
            return data, given.value if given is not None else cookie

    async def probe(self) -> Probe:
        async with self.http.get(self.ops + "/metrics") as answer:
            return Probe(await answer.text(), self.pid, self.db)

    async def hand_verbs(self) -> dict[str, frozenset[str]]:
        async with self.http.get(self.base + "/api/games") as answer:
            return hands_by_game(await answer.read())

    async def open_table(self, number: int) -> list[tuple[str, str]]:
        """Its code, with the cookie of each of its people."""
        async with self.gate:
            games = self.plan.games or tuple(all_games())
            slug = games[number % len(games)]
            bots = max(self.plan.bots, all_games()[slug].fewest - self.plan.people)
            body = {"game": slug, "name": "P0", "bots": ["quick"] * bots}
            data, cookie = await self.ask("/api/tables", body)
            code = msgspec.json.decode(data, type=TableOpened).code
            cookies = [cookie]
            for k in range(1, self.plan.people):
                _, cookie = await self.ask(f"/api/tables/{code}/join", {"name": f"P{k}"})
                cookies.append(cookie)
            return [(code, cookie) for cookie in cookies]

    async def ticket(self, code: str, cookie: str) -> str:
        data, _ = await self.ask(f"/api/tables/{code}/ticket", {}, cookie)
        return msgspec.json.decode(data, type=Ticket).ticket

    async def come(self, invitation: tuple[str, str], seed: int) -> CrowdPlayer:
        async with self.gate:
            ticket = await self.ticket(*invitation)
            return await sit_down(self.address, ticket, self.crowd, seed)

    async def run(self) -> LoadReport:
        plan = self.plan
        self.crowd.hand_verbs = await self.hand_verbs()
        await self.open_table(0)  # so that everything that is loaded once is loaded
        empty = await self.probe()
        invited = await asyncio.gather(*(self.open_table(number) for number in range(plan.tables)))
        opened = await self.probe()
        rows = [
            await asyncio.gather(*(self.come(one[k], plan.people * n + k) for n, one in enumerate(invited)))
            for k in range(plan.people)
        ]
        players = [player for row in rows for player in row]
        connected = await self.probe()
        await start_all(rows[0])
        await asyncio.sleep(WARM_UP_S)
        before = await self.probe()
        self.crowd.begin()
        await asyncio.sleep(plan.seconds)
        after = await self.probe()
        report = self.report(len(players), (empty, opened, connected, before, after))
        for player in players:
            player.leave()
        return report

    def report(self, connections: int, probes: tuple[Probe, Probe, Probe, Probe, Probe]) -> LoadReport:
        empty, opened, connected, before, after = probes
        crowd, span, cpu = self.crowd, after.at - before.at, after.cpu - before.cpu
        frames = after.since(before, "frames_total")
        disk = after.disk - before.disk
        return LoadReport(
            tables=self.plan.tables,
            connections=connections,
            seconds=round(span, 1),
            inputs_per_s=round(crowd.answered / span, 1),
            frames_per_s=round(frames / span, 1),
            race_share=round(crowd.race_events / max(crowd.events, 1), 3),
            sent_per_s=round(after.since(before, "sent_total") / span, 1),
            entries_per_s=round(after.since(before, "entries_total") / span, 1),
            alarms_per_s=round(after.since(before, "ticking_ms_count") / span, 1),
            cpu=round(cpu / span, 3),
            cpu_us_per_input=round(1e6 * cpu / max(crowd.answered, 1), 1),
            cpu_us_per_frame=round(1e6 * cpu / max(frames, 1), 1),
            sending_p99_ms=after.quantile(before, "sending", 0.99),
            ticking_p99_ms=after.quantile(before, "ticking", 0.99),
            storing_p99_ms=after.quantile(before, "storing", 0.99),
            ping_p50_ms=quantile_ms(crowd.ping_us, 0.5),
            ping_p99_ms=quantile_ms(crowd.ping_us, 0.99),
            answer_p50_ms=quantile_ms(crowd.answer_us, 0.5),
            answer_p99_ms=quantile_ms(crowd.answer_us, 0.99),
            kb_per_socket=round((connected.memory_kb - opened.memory_kb) / connections, 1),
            kb_per_table=round((opened.memory_kb - empty.memory_kb) / self.plan.tables, 1),
            kb_per_connection=round((after.memory_kb - empty.memory_kb) / connections, 1),
            disk_bytes_per_input=round(disk / max(crowd.answered, 1), 1),
            disk_mb_per_table_hour=round(disk / 1e6 / self.plan.tables / span * 3600, 2),
            games_finished=crowd.games,
            sockets_lost=crowd.lost,
            stolen=round((after.stolen - before.stolen) / (span * (os.cpu_count() or 1)), 3),
        )


async def start_all(hosts: Sequence[CrowdPlayer]) -> None:
    """Spread over a second: nobody's thousand tables are dealt at the same moment."""
    for number, host in enumerate(hosts):
        host.start()
        if number % 16 == 15:
            await asyncio.sleep(16 / len(hosts))


def quantile_ms(times: list[int], share: float) -> float:
    ordered = sorted(times)
    return round(ordered[min(int(share * len(ordered)), len(ordered) - 1)] / 1000, 2) if ordered else 0.0


def room_taken(db: Path) -> int:
    with contextlib.closing(connect_reader(db, 10.0)) as reader:
        return bytes_used(reader)


async def storm(server: LoadedServer, plan: LoadPlan) -> LoadReport:
    timeout = aiohttp.ClientTimeout(total=60)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar(), timeout=timeout) as http:
        return await Storm(server, plan, http).run()


def run_load(plan: LoadPlan) -> LoadReport:
    """Start a server on this computer, load it, end it."""
    if not Path("/proc/self/stat").exists():
        raise UsageProblem("slamdeck load reads the server's cost from /proc, which this system does not have")
    with (
        server_process(plan.memory, plan.postgres) as server,
        two_cores(server.pid),
        no_collecting(),
        asyncio.Runner(loop_factory=new_loop()) as runner,
    ):
        return runner.run(storm(server, plan))


@contextlib.contextmanager
def no_collecting() -> Iterator[None]:
    """A thousand real players do not all hold their breath whenever one of them collects garbage."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextlib.contextmanager
def server_process(memory: bool, postgres: bool = False) -> Iterator[LoadedServer]:
    """A server of its own for one load."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        db = None if memory or postgres else folder / "load.db"
        where = [str(db)] if db else []
        if postgres:
            where = [stack.enter_context(embedded_postgres(folder)).url]
        process = subprocess.Popen(
            [sys.executable, "-m", "slamdeck.measure.loaded_server", *where], stdout=subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            if not line.startswith("http"):
                raise CheckFailed("the server for the load did not start")
            yield LoadedServer(line.strip(), process.stdout.readline().decode().strip(), process.pid, db)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


@contextlib.contextmanager
def two_cores(pid: int) -> Iterator[None]:
    """The server on one core, the crowd on the others, where the system lets us choose."""
    if not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2:
        yield
        return
    cores = sorted(os.sched_getaffinity(0))
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores[-1:])
    os.sched_setaffinity(0, cores[:-1])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
