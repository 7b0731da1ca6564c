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
from slamdeck.measure.load import LoadPlan, LoadReport, run_load, two_cores

FOLDER: Final = Path(__file__).parents[3] / "bench" / "peers"
THINKING: Final = 1.0  # s
PATIENCE_S: Final = 120.0
WHAT: Final = (
    "{tables} tables of two people with a socket each; every server gets as many inputs as Slamdeck on disk got, and "
    "tells both people of each. Only inputs of people are counted; at one Slamdeck table in five a bot has to make up "
    "the third player, whose moves are paid for too. The best of {rounds} rounds."
)


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """One server under load."""

    server: str
    traffic: str
    inputs_per_s: float
    cpu_us_per_input: float
    answer_p50_ms: float
    answer_p99_ms: float
    race_share: float = 0.0  # of the events, that had `still`s


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    what: str  # exactly
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


ON_DISK: Final = "Slamdeck, on disk"
IN_MEMORY: Final = "Slamdeck, in memory"
BEATING: Final = "inputs, seen, still"  # `still`s where a race is possible
BARE: Final = "inputs"

# Besides moves boardgame.io knows only chat, so that is how it gets a `seen` or a `still`.
BOARDGAME: Final = Peer(
    name="boardgame.io, in memory", script="boardgame", package="boardgame.io", traffic=BEATING, beats=True
)
BOARDGAME_BARE: Final = msgspec.structs.replace(BOARDGAME, traffic=BARE, beats=False)
COLYSEUS: Final = Peer(
    name="Colyseus broadcast",
    script="colyseus",
    package="@colyseus/core",
    traffic=BEATING,
    beats=True,
)
COLYSEUS_BARE: Final = msgspec.structs.replace(COLYSEUS, traffic=BARE, beats=False)
PEERS: Final = (BOARDGAME_BARE, BOARDGAME, COLYSEUS, COLYSEUS_BARE)


def compare(tables: int, seconds: float, rounds: int, tell: Callable[[str], None]) -> Compared:
    """In turns, and the best of every server counts: whatever else the computer does only adds to the cost."""
    missing = [f"{peer.name} ({peer.traffic}): {why_not(peer)}" for peer in PEERS if why_not(peer)]
    best: dict[tuple[str, str], Cost] = {}
    for number in range(rounds):
        tell(f"round {number + 1} of {rounds}")
        for cost in one_round(tables, seconds, tell):
            known = best.setdefault((cost.server, cost.traffic), cost)
            if cost.cpu_us_per_input < known.cpu_us_per_input:
                best[cost.server, cost.traffic] = cost
    costs = list(best.values())
    return Compared(what=WHAT.format(tables=tables, rounds=rounds), costs=costs, missing=missing, bars=bars(costs))


def one_round(tables: int, seconds: float, tell: Callable[[str], None]) -> Iterator[Cost]:
    """Ours first; the others then get as many inputs."""
    durable = ours(ON_DISK, tables, seconds, tell)
    yield durable
    yield ours(IN_MEMORY, tables, seconds, tell)
    pace = 2 * tables / max(durable.inputs_per_s, 0.1)
    for peer in PEERS:
        if not why_not(peer):
            tell(f"{peer.name}, {peer.traffic}")
            yield measure(peer, tables, seconds, pace, durable.race_share)


def bars(costs: list[Cost]) -> dict[str, bool]:
    """Only what was measured is judged."""
    by_name = {(cost.server, cost.traffic): cost.cpu_us_per_input for cost in costs}
    durable, memory = by_name[ON_DISK, BEATING], by_name[IN_MEMORY, BEATING]
    found: dict[str, bool] = {}
    board = "Slamdeck on disk costs less CPU per input than boardgame.io in memory"
    for peer, word in (
        (BOARDGAME_BARE, f"{board}, which gets no `still`s"),
        (BOARDGAME, f"{board}, both with `still`s"),
    ):
        if (peer.name, peer.traffic) in by_name:
            found[word] = durable < by_name[peer.name, peer.traffic]
    room = by_name.get((COLYSEUS.name, COLYSEUS.traffic))
    if room is not None:
        found["Slamdeck in memory costs no more CPU per input than Colyseus, both with `still`s"] = memory <= room
    return found


def ours(name: str, tables: int, seconds: float, tell: Callable[[str], None]) -> Cost:
    tell(f"{name}, {BEATING}")
    thinking = (0.5 * THINKING, 1.5 * THINKING)
    plan = LoadPlan(tables=tables, seconds=seconds, thinking=thinking, memory=name == IN_MEMORY)
    report: LoadReport = run_load(plan)
    return Cost(
        server=name,
        traffic=BEATING,
        inputs_per_s=report.inputs_per_s,
        cpu_us_per_input=report.cpu_us_per_input,
        answer_p50_ms=report.answer_p50_ms,
        answer_p99_ms=report.answer_p99_ms,
        race_share=report.race_share,
    )


# ---- the others ------------------------------------------------------------------------------------


def why_not(peer: Peer) -> str:
    """Why a peer cannot be compared here; empty if it can."""
    if not FOLDER.is_dir():
        return "bench/peers is only in a checkout of Slamdeck"
    if shutil.which("node") is None:
        return "Node is not installed"
    if not (FOLDER / "node_modules" / peer.package).is_dir():
        return "its packages are not installed (npm ci in bench/peers)"
    return ""


def measure(peer: Peer, tables: int, seconds: float, pace: float, race_share: float) -> Cost:
    """`pace`: seconds between two inputs of one client."""
    with running(peer.script + "_server.mjs") as server:
        base = first_line(server)
        args = [base, str(tables), str(seconds), str(pace), str(int(peer.beats)), str(race_share)]
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
        race_share=race_share if peer.beats else 0.0,
    )


@contextmanager
def running(script: str, *args: str) -> Iterator[subprocess.Popen[str]]:
    """A script of bench/peers, ended at the end."""
    process = subprocess.Popen(
        ["node", script, *args],
        cwd=FOLDER,
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
