"""Journals at rest in the SQLite file: in less room, and the same to whoever reads or goes on with them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from slamdeck.server.store.contract import PIECE, Conflict, Keeping
from slamdeck.server.store.sqlite import running_time, tidying
from slamdeck.server.store.sqlite.packing import AT_REST, IN_PLAY, pack, unpack
from slamdeck.server.store.sqlite.schema import one_value
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.store.sqlite.tidying import bytes_used
from slamdeck.table.journal.chain import Chain, verify
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store.stories import LONG, a_filled_database, edited, locked, some_entries, with_sqlite
from tests.server.store.test_keeping import EVERYTHING, NOTHING, tidy


async def counted(store: SqliteStore, what: str) -> int:
    found: int = await store.ask(lambda db: one_value(db, f"SELECT count(*) FROM {what}"))
    return found


def wordy(chain: Chain, count: int) -> list[ChainedEntry]:
    """Entries as long, and as alike, as those of a table."""
    return [chain.extend(b'{"e":"played","verdict":"applied","at":%d}' % n + b" " * 300) for n in range(count)]


def test_a_pack_gives_back_what_was_put_in() -> None:
    chain = Chain("T")
    entries = [chain.extend(body) for body in (b"", b"\0", bytes(range(256)), b"x" * 100_000)]
    assert unpack(1, entries[0].prev, pack(entries)) == entries
    assert unpack(3, entries[2].prev, pack(entries[2:])) == entries[2:]


def test_a_table_at_rest_needs_less_room_and_reads_the_same(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        chain = Chain("T")
        entries = wordy(chain, 3 * PIECE + 7)
        await store.append("T", epoch, entries)
        await store.release("T", epoch)
        before = await store.ask(bytes_used)
        assert await store.tidy(EVERYTHING)
        assert await store.load("T") == entries, "packed, and not yet deleted"
        await tidy(store, EVERYTHING)
        assert (await counted(store, "entries"), await counted(store, "packs")) == (7, 3)
        assert await store.ask(bytes_used) < before / 4
        assert await store.load("T") == entries
        assert await store.read("T", PIECE - 1, PIECE + 2) == entries[PIECE - 2 : PIECE + 2]
        assert await store.load("T", first=len(entries)) == entries[-1:]
        epoch = await store.open_table("T", "another", "here:2", LONG)
        await store.append("T", epoch, entries[-3:])  # offered again
        with pytest.raises(Conflict, match="entry 9: another entry is stored under this number"):
            await store.append("T", epoch, [msgspec.structs.replace(entries[8], body=b"forged")])
        more = wordy(chain, 5)
        await store.append("T", epoch, more)
        verify("T", await store.load("T"), published=more[-1].head)

    with_sqlite(tmp_path / "journal.db", story)


def test_a_few_entries_are_not_worth_a_pack(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        await store.append("T", epoch, some_entries(Chain("T"), AT_REST))
        await store.release("T", epoch)
        await tidy(store, EVERYTHING)
        assert await counted(store, "packs") == 0

    with_sqlite(tmp_path / "journal.db", story)


def test_a_long_game_is_packed_behind_the_players(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        chain = Chain("T")
        entries: list[ChainedEntry] = []
        for _ in range(10):
            new = wordy(chain, PIECE // 2)
            await store.append("T", epoch, new)
            entries += new
            await tidy(store, EVERYTHING)
        assert IN_PLAY <= await counted(store, "entries") < IN_PLAY + PIECE
        assert await store.load("T") == entries

    with_sqlite(tmp_path / "journal.db", story)


def test_packing_disturbs_nobody_who_writes(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        async def play(table: str) -> list[ChainedEntry]:
            written: list[ChainedEntry] = []
            chain = Chain(table)
            for _ in range(6):
                epoch = await store.open_table(table, "node", "here:1", LONG)
                for _ in range(8):
                    new = wordy(chain, 11)
                    await store.append(table, epoch, new)
                    written += new
                await store.release(table, epoch)
            return written

        async def keep_house() -> None:
            while True:
                await store.tidy(EVERYTHING)
                await asyncio.sleep(0)

        names = [f"T{number}" for number in range(6)]
        housework = asyncio.ensure_future(keep_house())
        played = await asyncio.gather(*map(play, names))
        housework.cancel()
        await tidy(store, EVERYTHING)
        assert await counted(store, "packs") >= len(names)
        for name, entries in zip(names, played, strict=True):
            assert await store.load(name) == entries

    with_sqlite(tmp_path / "journal.db", story)


def test_nothing_is_written_before_what_is_packed(tmp_path: Path) -> None:
    """The fence for what has left the primary key."""

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        await store.append("T", epoch, some_entries(Chain("T"), 100))
        await store.release("T", epoch)
        await tidy(store, EVERYTHING)
        with pytest.raises(Exception, match="this epoch is over"):
            await store.ask(lambda db: db.execute("INSERT INTO entries VALUES ('T', 7, 1, x'00', x'00')"))

    with_sqlite(tmp_path / "journal.db", story)


def test_a_damaged_journal_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)
    with edited(path) as db:
        db.execute("UPDATE entries SET body = x'00' WHERE seq = 100")

    async def story(store: SqliteStore) -> None:
        await store.release("T", 1)
        await tidy(store, EVERYTHING)
        assert (await counted(store, "entries"), await counted(store, "packs")) == (500, 0)

    with_sqlite(path, story)


def test_rows_are_deleted_however_much_there_is_to_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "PACKS_IN_ROUND", 3)

    async def story(store: SqliteStore) -> None:
        for table in ("A", "B", "C", "D"):
            epoch = await store.open_table(table, "node", "here:1", LONG)
            await store.append(table, epoch, some_entries(Chain(table), 2 * PIECE))
            await store.release(table, epoch)
        for _ in range(3 + 2 * PIECE // tidying.ROWS_DELETED):
            await store.tidy(EVERYTHING)
        assert await counted(store, "packs") < 8
        assert await counted(store, "entries") < 8 * PIECE

    with_sqlite(tmp_path / "journal.db", story)


def test_a_file_stops_growing_when_as_much_is_forgotten_as_is_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    sizes: list[int] = []

    async def day(store: SqliteStore) -> None:
        for number in range(10):
            table = f"{len(sizes)}-{number}"
            epoch = await store.open_table(table, "node", "here:1", LONG)
            await store.append(table, epoch, wordy(Chain(table), 300))
            await store.release(table, epoch)
        await tidy(store, NOTHING)

    for _ in range(6):
        with_sqlite(path, day)
        sizes.append(path.stat().st_size)
    assert max(sizes[1:]) <= 1.1 * sizes[0], sizes


def test_forgetting_is_done_in_small_steps(tmp_path: Path) -> None:
    """So that a commit of somebody who plays never waits for more than one of them."""
    changes: list[int] = []

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        await store.append("T", epoch, some_entries(Chain("T"), 3000))
        await store.release("T", epoch)
        more = True
        while more:
            before = await store.ask(lambda db: db.total_changes)
            more = await store.tidy(NOTHING)
            changes.append(await store.ask(lambda db: db.total_changes) - before)

    with_sqlite(tmp_path / "journal.db", story)
    assert sum(changes) > 3000
    assert max(changes) <= 300


# The clock by which things are kept.


def test_time_counts_only_while_a_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.db"
    now = [1000.0]
    monkeypatch.setattr(running_time, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def first(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        await store.release("T", epoch)
        now[0] += 7.0

    with_sqlite(path, first)
    with edited(path) as db:
        db.execute("UPDATE tables SET lease_until = 0")  # by the calendar that was long ago
    now[0] += 1e6  # off

    async def second(store: SqliteStore) -> None:
        (table,) = await store.tables()
        assert table.rested == 7000
        now[0] += 3.0
        (table,) = await store.tables()
        assert table.rested == 10_000
        await tidy(store, Keeping(10_000))
        assert len(await store.tables()) == 1
        now[0] += 61.0
        await tidy(store, Keeping(10_000))
        assert await store.tables() == []
        assert await store.ask(lambda db: one_value(db, "SELECT ms FROM running")) == 71_000, "noted now and then"

    with_sqlite(path, second)


# Reading beside the writer.


def test_readers_do_not_wait_for_the_writer(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)

    async def story(store: SqliteStore) -> None:
        with locked(path) as let_go:
            waiting = store.append("T", 1, [])
            stuck = asyncio.ensure_future(store.open_table("U", "node", "here:1", LONG))
            assert len(await store.load("T")) == 500
            assert await store.find("U") is None
            assert not stuck.done(), "the writer still waits for the disk"
            let_go()
        await waiting
        await stuck

    with_sqlite(path, story, patience=30)


def test_the_writer_does_not_wait_for_readers(tmp_path: Path) -> None:
    go_on = threading.Event()

    def long_question(db: sqlite3.Connection) -> int:
        db.execute("SELECT count(*) FROM entries").fetchone()  # a state of the database is held from here on
        go_on.wait(30)
        found: int = one_value(db, "SELECT count(*) FROM entries")
        return found

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        asked = asyncio.ensure_future(store.reader.ask(long_question))
        await asyncio.sleep(0.05)
        entries = some_entries(Chain("T"), 10)
        for entry in entries:
            await store.append("T", epoch, [entry])
        assert not asked.done()
        go_on.set()
        assert await asked == 0
        assert await store.load("T") == entries

    with_sqlite(tmp_path / "journal.db", story)
