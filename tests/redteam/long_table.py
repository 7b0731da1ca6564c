"""A table with a very long journal, stored before the server starts: days of play, made of one recorded game."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from slamdeck.core.rules import VERDICT_NAMES
from slamdeck.games import all_games
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import Chain, canonical
from slamdeck.table.journal.entries import ChainedEntry, Dealt, JournalEntry, Opened, Played, entry_decoder
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.journal.record_parts import RecordLine
from slamdeck.table.state import LATE
from tests.server.process import ROOT

LONG_TABLE: Final = "RED00000"
LONG: Final = 90_000  # entries: a table may have 100,000
TOSS_MS: Final = 2_000
AT_ONCE: Final = 2_000
RECORDED: Final = ROOT / "tests" / "golden" / "format2" / "slamwich-v1-live.jsonl"


def recorded() -> list[JournalEntry]:
    lines = RECORDED.read_bytes().splitlines()[1:-1]
    bodies = [msgspec.json.decode(line, type=RecordLine).entry for line in lines]
    return [entry_decoder.decode(body) for body in bodies]


def long_journal(entries: int) -> list[ChainedEntry]:
    """A recorded table under a name of ours, so that its cards are others; days of hands that came too late; and a game
    that is played to its end. It can be woken, and its record can be had."""
    opened, *rest = recorded()
    assert isinstance(opened, Opened)
    chain = Chain(LONG_TABLE)
    journal = [chain.extend(canonical(msgspec.structs.replace(opened, table=LONG_TABLE)))]
    beginning = rest[: next(place for place, entry in enumerate(rest) if isinstance(entry, Dealt)) + 1]
    late = next(entry for entry in rest if isinstance(entry, Played) and entry.evidence is not None)
    late = msgspec.structs.replace(late, verdict=LATE, clause="", event=0)
    journal += [chain.extend(canonical(entry)) for entry in beginning]
    ending = the_game(journal)
    journal += [chain.extend(canonical(late)) for _ in range(entries - chain.seq - len(ending))]
    return journal + [chain.extend(canonical(entry)) for entry in ending]


def the_game(dealt: list[ChainedEntry]) -> list[JournalEntry]:
    """Everybody tosses in turn, until the house's limit ends it."""
    state, _ = read_table(dealt, all_games())
    rules: Any = state.rules  # Slamwich's, which know whose turn it is
    toss = rules.catalogue.parse("toss")
    played: list[JournalEntry] = []
    at = 0
    while not rules.over:
        at += TOSS_MS
        seat = int(rules.turn)
        line = state.feed(at, seat, toss)
        verdict = VERDICT_NAMES[line.verdict]
        played.append(Played(at=at, seat=seat, action=toss, do="toss", verdict=verdict, clause=line.clause))
    return [*played, state.result()]


async def store_long_table(db: Path, entries: int) -> None:
    store = await SqliteStore.open(db)
    epoch = await store.open_table(LONG_TABLE, "there", "", 1000)
    journal = iter(long_journal(entries))
    while some := list(islice(journal, AT_ONCE)):
        await store.append(LONG_TABLE, epoch, some)
    await store.release(LONG_TABLE, epoch)
    await store.close()
