"""A process that writes journals as fast as it can, keeps house, and says what was acknowledged, until it is killed.

One line per acknowledgement on standard output: table, number, head. Each line is one write, so a kill never
leaves a wrong line, only at worst an unfinished one.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

from slamdeck.server.store.contract import Keeping, Store
from slamdeck.server.store.sqlite import packing, tidying
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import Chain, verify

OUT = 1


async def play(store: Store, table: str) -> None:
    epoch = await store.open_table(table, "appender", "here:1", 2000)
    entries = await store.load(table)
    verify(table, entries)
    chain = Chain(table, entries[-1] if entries else None)
    while True:
        new = [chain.extend(random.randbytes(random.randint(1, 300))) for _ in range(random.randint(1, 4))]
        await store.append(table, epoch, new)
        acknowledged = [f"{table} {entry.seq} {entry.head.hex()}\n" for entry in new]
        os.write(OUT, "".join(acknowledged).encode())
        if random.random() < 0.02:
            await store.release(table, epoch)  # to sleep, and up again
            epoch = await store.open_table(table, "appender", "here:1", 2000)


async def keep_house(store: Store) -> None:
    while True:
        await store.tidy(Keeping(10**12))
        await asyncio.sleep(0.001)


async def main(path: Path, tables: int) -> None:
    vars(packing).update(PIECE=16, IN_PLAY=16)  # so that even these journals are packed while they are written,
    vars(tidying).update(PACKS_IN_ROUND=20)  # and deleted where they were
    store = await SqliteStore.open(path)
    await asyncio.gather(keep_house(store), *(play(store, f"T{number}") for number in range(tables)))


def run(path: str, tables: str) -> None:
    asyncio.run(main(Path(path), int(tables)))
