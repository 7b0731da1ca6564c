"""How much room recorded games take: `python -m tests.server.store.room [GAMES]`.

Whole games of the table's own code, in virtual time, three people, a bot and the usual house rules; stored, put away as
housekeeping does after the evening, and weighed as the pages that the file uses, indexes and library included.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from slamdeck.games import all_games
from slamdeck.server.store.contract import Keeping
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.store.sqlite.tidying import bytes_used
from slamdeck.server.tables.library import Library
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.journal.export import export
from tests.table.evening import Evening

KEPT = Keeping(10**12)


def played(game: str, seed: int) -> list[ChainedEntry]:
    evening = Evening(game, trips=(20.0, 60.0, 150.0), bots=1, seed=seed, code=f"{seed:08}")
    evening.start()
    evening.play_on()
    evening.wait(2)
    return evening.entries


async def weigh(path: Path, journals: list[list[ChainedEntry]]) -> int:
    store = await SqliteStore.open(path)
    empty = await store.reader.ask(bytes_used)
    library = Library(store, all_games(), asyncio.Lock(), "players")
    for number, entries in enumerate(journals):
        code = f"{number:08}"
        epoch = await store.open_table(code, "somebody", "", 1000)
        await store.append(code, epoch, entries)
        await store.release(code, epoch)
        line = await library.read_off(code)
        assert line is not None
        await library.keep(line)
    while await store.tidy(KEPT):
        pass
    full = await store.reader.ask(bytes_used)
    await store.close()
    return full - empty


def main(games: int) -> None:
    shares: list[float] = []
    for game in all_games():
        journals = [played(game, seed) for seed in range(games)]
        with tempfile.TemporaryDirectory() as folder:
            share = asyncio.run(weigh(Path(folder) / "room.db", journals)) / games
        records = sum(len(export(entries)) for entries in journals) / games
        entries = sum(map(len, journals)) / games
        shares.append(share)
        print(
            f"{game:20} {share / 1000:6.1f} kB stored, {records / 1000:6.1f} kB as a file, {entries:6.0f} entries",
            flush=True,
        )
    print(f"{'on average':20} {sum(shares) / len(shares) / 1000:6.1f} kB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
