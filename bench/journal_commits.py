"""What making entries durable costs (decision 0009).

    PYTHONPATH=src python bench/journal_commits.py [seconds] [folder]

A quiet house: one table, an entry every 20 ms. A full one: 200 tables, each of which appends when its last entry is
durable and some 50 ms have passed. Every round begins with a new database, so its log grows as after a start.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import Chain

BODY = 250  # bytes, as an input of a game has


async def play(store: SqliteStore, table: str, pause: float, until: float, waits: list[float]) -> None:
    epoch = await store.open_table(table, "bench", "", 60_000)
    chain, roll = Chain(table), random.Random(table)
    while time.monotonic() < until:
        await asyncio.sleep(pause * roll.uniform(0.5, 1.5))
        entry = chain.extend(roll.randbytes(BODY))
        began = time.monotonic()
        await store.append(table, epoch, [entry])
        waits.append(time.monotonic() - began)


async def measure(path: Path, tables: int, pause: float, seconds: float) -> str:
    store = await SqliteStore.open(path)
    waits: list[float] = []
    cpu, until = time.process_time(), time.monotonic() + seconds
    await asyncio.gather(*(play(store, f"T{number}", pause, until, waits) for number in range(tables)))
    cpu = time.process_time() - cpu
    log = path.with_name(path.name + "-wal").stat().st_size
    await store.close()
    waits.sort()
    p50, p99 = (1000 * waits[int(share * (len(waits) - 1))] for share in (0.5, 0.99))
    return (
        f"{tables:4} tables  {len(waits) / seconds:7.0f} entries/s  {1e6 * cpu / len(waits):6.1f} µs CPU per entry  "
        f"durable after {p50:5.2f} ms (p50) {p99:6.2f} ms (p99)  log {log / 1e6:5.1f} MB"
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    folder = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory(dir=folder) as place:
        for number, (tables, pause) in enumerate(((1, 0.02), (200, 0.05))):
            print(asyncio.run(measure(Path(place) / f"{number}.db", tables, pause, seconds)), flush=True)


if __name__ == "__main__":
    main()
