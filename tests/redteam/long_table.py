"""A table with a very long journal, stored before the server starts: a day of play, made of one recorded game."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import Chain, canonical
from slamdeck.table.journal.entries import ChainedEntry, JournalEntry, Opened, entry_decoder
from slamdeck.table.journal.export import ENDED
from slamdeck.table.journal.record_parts import RecordLine
from tests.server.process import ROOT

LONG_TABLE: Final = "RED00000"
LONG: Final = 30_000  # entries: a day at one table
AT_ONCE: Final = 2_000
RECORDED: Final = ROOT / "tests" / "golden" / "format2" / "slamwich-v1-live.jsonl"


def recorded() -> list[JournalEntry]:
    lines = RECORDED.read_bytes().splitlines()[1:-1]
    bodies = [msgspec.json.decode(line, type=RecordLine).entry for line in lines]
    return [entry_decoder.decode(body) for body in bodies]


def long_journal(entries: int) -> list[ChainedEntry]:
    """The opening of the recorded game, then all the rest of it over and over, up to its end."""
    opened, *rest = recorded()
    assert isinstance(opened, Opened)
    chain = Chain(LONG_TABLE)
    journal = [chain.extend(canonical(msgspec.structs.replace(opened, table=LONG_TABLE)))]
    bodies = [canonical(entry) for entry in rest]
    while chain.seq < entries:
        journal += [chain.extend(body) for body in bodies]
    assert journal[-1].body.startswith(ENDED)
    return journal


async def store_long_table(db: Path, entries: int) -> None:
    store = await SqliteStore.open(db)
    epoch = await store.open_table(LONG_TABLE, "there", "", 1000)
    journal = iter(long_journal(entries))
    while some := list(islice(journal, AT_ONCE)):
        await store.append(LONG_TABLE, epoch, some)
    await store.release(LONG_TABLE, epoch)
    await store.close()
