"""`slamdeck bench --live`: what an input costs here, and at other game servers on the same computer in the same run.

The others play a trivial game (bench/peers, needs Node): a tap that everybody at the table is told of. Ours are
all our games with everything that belongs to them: rules, fair races, views, hash chain, and on disk where it says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from slamdeck.core.problems import CheckFailed
from slamdeck.server.load import LoadPlan, LoadReport, run_load, two_cores

PEERS: Final = Path(__file__).parents[3] / "bench" / "peers"
THINKING: Final = 1.0  # s
PATIENCE_S: Final = 120.0


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """One server under load."""

    server: str
    traffic: str
    inputs_per_s: float
    cpu_us_per_input: float
    answer_p50_ms: float
    answer_p99_ms: float


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    costs: list[Cost]
    missing: list[str]  # who could not be compared, and why
    bars: dict[str, bool]


class Counted(msgspec.Struct, frozen=True):
    """What a crowd of peers' clients says at the end."""

    inputs: int
    p50: float
    p99: float


class Peer(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    script: str
    package: str
    traffic: str
    beats: bool


BOARDGAME: Final = Peer(
    name="boardgame.io, in memory", script="boardgame", package="boardgame.io", traffic="inputs", beats=False
)
COLYSEUS: Final = Peer(
    name="Colyseus broadcast",
    script="colyseus",
    package="@colyseus/core",
    traffic="inputs, seen, still",
    beats=True,
)
COLYSEUS_BARE: Final = msgspec.structs.replace(COLYSEUS, traffic="inputs", beats=False)


def compare(tables: int, seconds: float, tell: Callable[[str], None]) -> Compared:
    """Ours first; the others then get as many inputs."""
    durable = ours(tables, seconds, memory=False, tell=tell)
    memory = ours(tables, seconds, memory=True, tell=tell)
    costs = [durable, memory]
    missing: list[str] = []
    pace = 2 * tables / max(durable.inputs_per_s, 0.1)
    for peer in (BOARDGAME, COLYSEUS, COLYSEUS_BARE):
        problem = why_not(peer)
        if problem:
            missing.append(f"{peer.name} ({peer.traffic}): {problem}")
            continue
        tell(f"{peer.name}, {peer.traffic}")
        costs.append(measure(peer, tables, seconds, pace))
    return Compared(costs=costs, missing=missing, bars=bars(costs))


def bars(costs: list[Cost]) -> dict[str, bool]:
    by_name = {(cost.server, cost.traffic): cost.cpu_us_per_input for cost in costs}
    durable, memory = costs[0].cpu_us_per_input, costs[1].cpu_us_per_input
    found: dict[str, bool] = {}
    board = by_name.get((BOARDGAME.name, BOARDGAME.traffic))
    if board is not None:
        found["Slamdeck on disk costs less CPU per input than boardgame.io in memory"] = durable < board
    room = by_name.get((COLYSEUS.name, COLYSEUS.traffic))
    if room is not None:
        found["Slamdeck in memory costs no more CPU per input than Colyseus with the same traffic"] = memory <= room
    return found


def ours(tables: int, seconds: float, memory: bool, tell: Callable[[str], None]) -> Cost:
    name = "Slamdeck, in memory" if memory else "Slamdeck, on disk"
    tell(name)
    thinking = (0.5 * THINKING, 1.5 * THINKING)
    plan = LoadPlan(tables=tables, seconds=seconds, thinking=thinking, memory=memory)
    report: LoadReport = run_load(plan)
    return Cost(
        server=name,
        traffic="inputs, seen, still",
        inputs_per_s=report.inputs_per_s,
        cpu_us_per_input=report.cpu_us_per_input,
        answer_p50_ms=report.answer_p50_ms,
        answer_p99_ms=report.answer_p99_ms,
    )


# ---- the others ------------------------------------------------------------------------------------


def why_not(peer: Peer) -> str:
    """Why a peer cannot be compared here; empty if it can."""
    if not PEERS.is_dir():
        return "bench/peers is only in a checkout of Slamdeck"
    if shutil.which("node") is None:
        return "Node is not installed"
    if not (PEERS / "node_modules" / peer.package).is_dir():
        return "its packages are not installed (npm ci in bench/peers)"
    return ""


def measure(peer: Peer, tables: int, seconds: float, pace: float) -> Cost:
    """`pace`: seconds between two inputs of one client."""
    with running(peer.script + "_server.mjs") as server:
        base = first_line(server)
        args = [base, str(tables), str(seconds), str(pace), str(int(peer.beats))]
        with two_cores(server.pid), running(peer.script + "_crowd.mjs", *args) as crowd:
            while first_line(crowd) != "go":
                pass
            before = cpu_of(server.pid)
            counted = msgspec.json.decode(first_line(crowd), type=Counted)
            cpu = cpu_of(server.pid) - before
    return Cost(
        server=peer.name,
        traffic=peer.traffic,
        inputs_per_s=round(counted.inputs / seconds, 1),
        cpu_us_per_input=round(1e6 * cpu / max(counted.inputs, 1), 1),
        answer_p50_ms=round(counted.p50, 2),
        answer_p99_ms=round(counted.p99, 2),
    )


@contextmanager
def running(script: str, *args: str) -> Iterator[subprocess.Popen[str]]:
    """A script of bench/peers, ended at the end."""
    process = subprocess.Popen(
        ["node", script, *args],
        cwd=PEERS,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(timeout=PATIENCE_S)
        if process.stdout is not None:
            process.stdout.close()


def first_line(process: subprocess.Popen[str]) -> str:
    pipe: IO[str] | None = process.stdout
    line = pipe.readline() if pipe is not None else ""
    if not line:
        raise CheckFailed(f"bench/peers: {process.args!r} ended without a word")
    return line.strip()


def cpu_of(pid: int) -> float:
    """Seconds of CPU time that a process has used."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
