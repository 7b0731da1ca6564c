"""The capacity model of docs/capacity.md: what was measured, and what follows for so many people at once.

    python bench/capacity.py                                          the tables of the document
    PYTHONPATH=src python bench/capacity.py measure [seconds] [postgresql://…]    measure anew, into bench/capacity.json

The database, if one is named, runs on this computer and may be filled: its own processor time is read from /proc.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).with_suffix(".json")
RELAYING = MEASURED.with_name("relaying.json")
PEOPLE = (1_000, 100_000, 10_000_000)

# What the model assumes, and somebody else may assume otherwise.
INPUTS_PER_S = 0.2  # of one person: twelve a minute, as in a lively game
PEOPLE_AT_TABLE = 3
BUSY = 0.6  # of a core, so that an evening's peak does not make anybody wait
OF_A_DAY = 0.35  # of the peak, on average over day and night
DATABASE_CORES = 16
FLUSH_MB_PER_S = 200.0  # of its log that a database writes, with a copy of it elsewhere
NODE_CORES = 4  # of a rented machine; a server runs on each, and bots think in what they leave
NODE_PRICE = 40.0  # $ a month: 4 virtual cores, 8 GB
DATABASE_PRICE = 500.0  # $ a month: 16 cores, 64 GB, local NVMe; there are two of each, one stands by
ALONE_PRICE = 20.0  # $ a month: 2 virtual cores, 4 GB, with SQLite
TB_PRICE = 80.0  # $ a month, of database disk


@dataclass
class Measured:
    machine: str
    input_us: float  # processor time of the server for an input, everything included that comes with it
    connection_us_per_s: float  # for a connection, whatever happens: pings, clocks
    kb_per_connection: float
    kb_per_table: float
    entries_per_input: float
    node_entry_us: float  # of these, what storing an entry in PostgreSQL costs the server
    database_entry_us: float  # processor time of PostgreSQL for an entry
    database_renewal_us: float  # and for the renewal of a table's lease
    log_bytes_per_entry: float  # of PostgreSQL's write-ahead log
    log_bytes_per_renewal: float
    bytes_per_entry: float  # kept
    commit_p99_ms: float
    renewals_per_table_s: float


@dataclass
class Plan:
    """What so many people at once need."""

    people: int
    inputs_per_s: float
    entries_per_s: float
    renewals_per_s: float
    cores: float  # of servers, all together, busy
    servers: int
    machines: int
    memory_gb: float
    database_cores: float
    log_mb_per_s: float
    databases: int
    tb_per_day: float
    price: float


# ---- the model -------------------------------------------------------------------------------------


def core_us_per_person(of: Measured) -> float:
    """Of a server's core, for one person, in a second."""
    return INPUTS_PER_S * (of.input_us + of.entries_per_input * of.node_entry_us) + of.connection_us_per_s


def people_per_server(of: Measured) -> int:
    return int(1e6 * BUSY / core_us_per_person(of))


def people_per_database(of: Measured) -> tuple[int, int]:
    """By its cores, and by its log."""
    entries = INPUTS_PER_S * of.entries_per_input
    renewals = of.renewals_per_table_s / PEOPLE_AT_TABLE
    us = entries * of.database_entry_us + renewals * of.database_renewal_us
    log = entries * of.log_bytes_per_entry + renewals * of.log_bytes_per_renewal
    return int(1e6 * BUSY * DATABASE_CORES / us), int(1e6 * FLUSH_MB_PER_S / log)


def plan(people: int, of: Measured) -> Plan:
    inputs = people * INPUTS_PER_S
    entries = inputs * of.entries_per_input
    tables = people / PEOPLE_AT_TABLE
    cores = people * core_us_per_person(of) / 1e6
    servers = math.ceil(people / people_per_server(of))
    alone = servers == 1
    renewals = 0.0 if alone else tables * of.renewals_per_table_s
    log = entries * of.log_bytes_per_entry + renewals * of.log_bytes_per_renewal
    databases = 0 if alone else math.ceil(people / min(people_per_database(of)))
    machines = 1 if alone else math.ceil(servers / NODE_CORES) + 1
    per_day = entries * OF_A_DAY * 86_400 * of.bytes_per_entry / 1e12
    kept = per_day * 30
    price = ALONE_PRICE if alone else machines * NODE_PRICE + 2 * databases * DATABASE_PRICE + 2 * kept * TB_PRICE
    return Plan(
        people=people,
        inputs_per_s=inputs,
        entries_per_s=entries,
        renewals_per_s=renewals,
        cores=cores,
        servers=servers,
        machines=machines,
        memory_gb=(people * of.kb_per_connection + tables * of.kb_per_table) / 1e6,
        database_cores=0.0 if alone else (entries * of.database_entry_us + renewals * of.database_renewal_us) / 1e6,
        log_mb_per_s=0.0 if alone else log / 1e6,
        databases=databases,
        tb_per_day=per_day,
        price=price,
    )


def rounded(value: float) -> str:
    """Two digits, the model does not know more; but a few servers are counted."""
    if value == 0:
        return "–"
    if isinstance(value, int) and value < 100:
        return str(value)
    digits = 1 - math.floor(math.log10(abs(value)))
    return f"{round(value, digits):,.0f}" if digits <= 0 else f"{round(value, digits):g}"


ROWS = {
    "people at once": lambda one: f"{one.people:,}",
    "inputs a second": lambda one: rounded(one.inputs_per_s),
    "entries a second": lambda one: rounded(one.entries_per_s),
    "leases renewed a second": lambda one: rounded(one.renewals_per_s),
    "cores that servers keep busy": lambda one: rounded(one.cores),
    "**servers** (one core each)": lambda one: f"**{rounded(one.servers)}**",
    "machines for them": lambda one: rounded(one.machines),
    "memory, GB": lambda one: rounded(one.memory_gb),
    "cores that PostgreSQL keeps busy": lambda one: rounded(one.database_cores),
    "its log, MB a second": lambda one: rounded(one.log_mb_per_s),
    "**databases** (each with one that stands by)": lambda one: f"**{rounded(one.databases)}**",
    "journals, TB a day": lambda one: rounded(one.tb_per_day),
    "$ a month": lambda one: rounded(one.price),
}


def table(of: Measured) -> str:
    plans = [plan(people, of) for people in PEOPLE]
    lines = ["| | 10³ | 10⁵ | 10⁷ |", "|---|---|---|---|"]
    lines += [f"| {name} | {' | '.join(show(one) for one in plans)} |" for name, show in ROWS.items()]
    return "\n".join(lines)


def bends(of: Measured) -> str:
    by_cores, by_log = people_per_database(of)
    full = (
        (people_per_server(of), f"one server: one core, {BUSY:.0%} busy"),
        (by_cores, f"one PostgreSQL: {DATABASE_CORES} cores, {BUSY:.0%} busy"),
        (by_log, f"one PostgreSQL: its log, {FLUSH_MB_PER_S:.0f} MB a second"),
    )
    rows = [f"| {rounded(people)} | {what} |" for people, what in sorted(full)]
    return "\n".join(["| at so many people at once | what is full |", "|---|---|", *rows])


def figures(of: Measured) -> str:
    rows = (
        ("processor time of the server for an input", f"{of.input_us:.0f} µs"),
        ("for a connection, a second, whatever happens", f"{of.connection_us_per_s:.0f} µs"),
        ("for storing an entry in PostgreSQL, on top", f"{of.node_entry_us:.0f} µs"),
        ("entries for an input", f"{of.entries_per_input:.2f}"),
        ("memory for a connection in play", f"{of.kb_per_connection:.0f} kB"),
        ("memory for a table before anybody comes", f"{of.kb_per_table:.0f} kB"),
        ("processor time of PostgreSQL for an entry", f"{of.database_entry_us:.0f} µs"),
        ("for the renewal of a lease", f"{of.database_renewal_us:.0f} µs"),
        ("its log for an entry", f"{of.log_bytes_per_entry:.0f} bytes"),
        ("for a renewal", f"{of.log_bytes_per_renewal:.0f} bytes"),
        ("what it keeps of an entry", f"{of.bytes_per_entry:.0f} bytes"),
    )
    return "\n".join(["| measured | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


@dataclass
class Relaying:
    """What bench/relaying.py found: processor time of all servers for an input, in microseconds."""

    alone_us: float  # at one node
    direct_us: float  # at two, with everybody at the node that has their table
    relayed_us: float  # at two, with nobody there


def carried(nodes: int, strayed: float, of: Relaying) -> float:
    """How many times as much as one node so many carry, if that share of all sockets is relayed."""
    return nodes * of.alone_us / (of.direct_us + strayed * (of.relayed_us - of.direct_us))


def growth(of: Relaying) -> str:
    """Behind a proxy that knows nothing of tables all sockets but one in N reach another node than theirs."""
    rows = [
        f"| {nodes} | {carried(nodes, 0.0, of):.1f} | {carried(nodes, 1 - 1 / nodes, of):.1f} |"
        for nodes in (2, 4, 16, 64)
    ]
    heading = "| nodes | carry so many times what one does (`--public`) | behind a proxy that knows no tables |"
    return "\n".join([heading, "|---|---|---|", *rows])


def parts() -> list[str]:
    """What the document has; of several nodes, once that was measured."""
    of = read()
    found = [figures(of), table(of), bends(of)]
    return [*found, growth(read_relaying())] if RELAYING.exists() else found


def read_relaying() -> Relaying:
    return Relaying(**json.loads(RELAYING.read_text(encoding="utf-8")))


def read() -> Measured:
    return Measured(**json.loads(MEASURED.read_text(encoding="utf-8")))


# ---- measuring -------------------------------------------------------------------------------------


def measure_servers(seconds: float) -> dict[str, float]:
    """Two loads, one with many inputs and one with many connections: two equations."""
    from slamdeck.measure.load import LoadPlan, run_load

    busy = run_load(LoadPlan(tables=100, seconds=seconds, thinking=(0.5, 1.5)))
    quiet = run_load(LoadPlan(tables=250, seconds=seconds, thinking=(10.0, 30.0)))
    for one in (busy, quiet):
        print(asdict_of(one), file=sys.stderr)
    determinant = busy.inputs_per_s * quiet.connections - quiet.inputs_per_s * busy.connections
    per_input = (busy.cpu * quiet.connections - quiet.cpu * busy.connections) / determinant
    per_connection = (busy.inputs_per_s * quiet.cpu - quiet.inputs_per_s * busy.cpu) / determinant
    return {
        "input_us": 1e6 * per_input,
        "connection_us_per_s": 1e6 * per_connection,
        "kb_per_connection": busy.kb_per_connection,
        "kb_per_table": busy.kb_per_table,
        "entries_per_input": busy.entries_per_s / busy.inputs_per_s,
    }


def asdict_of(report: Any) -> dict[str, Any]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


def processor_s(postmaster: int) -> float:
    """Of PostgreSQL with all its processes."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == postmaster or stat.parent.name == str(postmaster):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure_database(url: str, seconds: float) -> dict[str, float]:
    import asyncpg

    from slamdeck.server.store.postgres.address import PostgresAddress
    from slamdeck.server.store.postgres.store import PostgresStore
    from slamdeck.table.journal.chain import Chain

    store = await PostgresStore.open(PostgresAddress(url))
    asking = await asyncpg.connect(url)
    backend = await asking.fetchval("SELECT pg_backend_pid()")
    postmaster = int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])
    names = [f"bench {time.time_ns()} {number}" for number in range(200)]
    waits: list[float] = []

    async def sizes() -> tuple[int, int]:
        log = await asking.fetchval("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
        return int(log), int(await asking.fetchval("SELECT pg_total_relation_size('slamdeck.entries')"))

    async def play(name: str, until: float) -> None:
        epoch = await store.open_table(name, "bench", "", 600_000)
        chain, roll = Chain(name), random.Random(name)
        while time.monotonic() < until:
            await asyncio.sleep(0.25 * roll.uniform(0.5, 1.5))
            # As long as an entry is on average; the evidence of races does not compress much.
            entry = chain.extend(roll.randbytes(380))
            began = time.monotonic()
            await store.append(name, epoch, [entry])
            waits.append(time.monotonic() - began)

    before, ours, theirs = await sizes(), time.process_time(), processor_s(postmaster)
    await asyncio.gather(*(play(name, time.monotonic() + seconds) for name in names))
    after, ours, theirs = await sizes(), time.process_time() - ours, processor_s(postmaster) - theirs
    renewals = 0
    log, began, cpu = (await sizes())[0], time.monotonic(), processor_s(postmaster)
    while time.monotonic() < began + seconds / 2:
        renewals += len(await store.renew("bench", 600_000))
        await asyncio.sleep(0.05)
    renewed_log, renewed_cpu = (await sizes())[0] - log, processor_s(postmaster) - cpu
    await store.release_all("bench")
    await asking.close()
    await store.close()
    waits.sort()
    return {
        "node_entry_us": 1e6 * ours / len(waits),
        "database_entry_us": 1e6 * theirs / len(waits),
        "log_bytes_per_entry": (after[0] - before[0]) / len(waits),
        "bytes_per_entry": (after[1] - before[1]) / len(waits),
        "commit_p99_ms": 1000 * waits[int(0.99 * (len(waits) - 1))],
        "database_renewal_us": 1e6 * renewed_cpu / renewals,
        "log_bytes_per_renewal": renewed_log / renewals,
        "renewals_per_table_s": 2.0,
    }


def measure(seconds: float, url: str) -> None:
    found: dict[str, Any] = asdict(read()) if MEASURED.exists() else {}
    found |= {"machine": f"{os.cpu_count()} cores, {os.uname().machine}"}
    found |= measure_servers(seconds)
    if url:
        found |= asyncio.run(measure_database(url, seconds))
    MEASURED.write_text(json.dumps(asdict(Measured(**found)), indent=2) + "\n", encoding="utf-8")


def main() -> None:
    if sys.argv[1:2] == ["measure"]:
        measure(float(sys.argv[2]) if len(sys.argv) > 2 else 20.0, sys.argv[3] if len(sys.argv) > 3 else "")
    print(*parts(), sep="\n\n")


if __name__ == "__main__":
    main()
