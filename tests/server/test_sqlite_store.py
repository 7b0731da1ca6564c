"""What is special about SQLite: strange files, full and slow disks, and commits in groups."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import ForeignDatabase, StoreUnavailable, settle
from slamdeck.server.store.sqlite import writer as writing
from slamdeck.server.store.sqlite.appending import Append
from slamdeck.server.store.sqlite.opening import CHECKPOINT_PAGES, Database
from slamdeck.server.store.sqlite.schema import APPLICATION_ID, ENTRIES, SCHEMA_VERSION, one_value
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.store.sqlite.transactions import Job, carry_out
from slamdeck.table.journal.chain import Chain, verify
from slamdeck.table.journal.entries import Link
from tests.server.test_store import LONG, some_links


def open_and_close(path: Path) -> None:
    async def story() -> None:
        store = await SqliteStore.open(path)
        await store.close()

    asyncio.run(story())


def a_filled_database(path: Path) -> None:
    async def story() -> None:
        store = await SqliteStore.open(path)
        epoch = await store.open_table("T", "node", "here:1", LONG)
        await store.append("T", epoch, some_links(Chain("T"), 500))
        await store.close()

    asyncio.run(story())


def with_sqlite(path: Path, story: Callable[[SqliteStore], Coroutine[None, None, None]], **settings: float) -> None:
    async def tell() -> None:
        store = await SqliteStore.open(
            path, patience=settings.get("patience", 2.0), most_waiting=int(settings.get("most_waiting", 4096))
        )
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(tell())


@contextlib.contextmanager
def edited(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        yield db
        db.commit()


@contextlib.contextmanager
def locked(path: Path) -> Iterator[Callable[[], None]]:
    """Another program writes and does not finish; gives the call that lets go."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield lambda: db.rollback()


# Files that are refused are left as they are.


def assert_refused(path: Path, sentence: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ForeignDatabase, match=sentence) as refusal:
        open_and_close(path)
    assert isinstance(refusal.value, CheckFailed)
    assert "\n" not in str(refusal.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"my diary", b"x" * 5000, b"SQLite format 3\0", b"\0"])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    assert_refused(path, "journal.db: is not a Slamdeck database; it was left as it is")


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with edited(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    assert_refused(path, "journal.db: is not a Slamdeck database; it was left as it is")


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)
    with edited(path) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    assert_refused(path, r"was written by a newer Slamdeck \(version 3 of the database, this one reads up to 2\)")


def test_a_cut_off_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)
    path.write_bytes(path.read_bytes()[: 5 * 4096])
    assert_refused(path, "is a damaged Slamdeck database")


def test_a_scribbled_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)
    data = bytearray(path.read_bytes())
    for page in range(1, len(data) // 4096):
        data[page * 4096 : page * 4096 + 12] = b"scribbled on"
    path.write_bytes(data)
    assert_refused(path, "is a damaged Slamdeck database")


def test_a_database_without_its_tables_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)
    with edited(path) as db:
        db.execute("DROP TABLE entries")
    assert_refused(path, r"is a damaged Slamdeck database \(no such table: entries\)")


def test_a_newer_database_with_a_pending_log_is_left_alone(tmp_path: Path) -> None:
    """Killed while the log still held everything: refusing must not even tidy that up."""
    path = tmp_path / "journal.db"
    a_filled_database(path)
    copy = tmp_path / "copy.db"
    with edited(path) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        db.commit()
        copy.write_bytes(path.read_bytes())
        log = path.with_name("journal.db-wal").read_bytes()
    copy.with_name("copy.db-wal").write_bytes(log)
    assert_refused(copy, "newer Slamdeck")
    assert copy.with_name("copy.db-wal").read_bytes() == log


def test_a_missing_folder_and_a_folder_are_not_databases(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"cannot be opened \(No such file or directory\)"):
        open_and_close(tmp_path / "nowhere" / "journal.db")
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        open_and_close(tmp_path)


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.touch()
    a_filled_database(path)
    open_and_close(path)


def test_strange_names_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "a b?mode=memory#100%.db"
    a_filled_database(path)
    open_and_close(path)
    assert path.stat().st_size > 4096


def test_the_file_is_marked_and_as_durable_as_sqlite_can(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        assert await store.ask(lambda db: one_value(db, "PRAGMA application_id")) == APPLICATION_ID
        assert await store.ask(lambda db: one_value(db, "PRAGMA user_version")) == SCHEMA_VERSION
        assert await store.ask(lambda db: one_value(db, "PRAGMA journal_mode")) == "wal"
        assert await store.ask(lambda db: one_value(db, "PRAGMA synchronous")) == 2

    with_sqlite(tmp_path / "journal.db", story)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such permissions")
def test_only_the_server_may_read_it(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.open_table("T", "node", "here:1", LONG)
        assert {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {
            "journal.db": 0o600,
            "journal.db-wal": 0o600,
            "journal.db-shm": 0o600,
        }

    with_sqlite(tmp_path / "journal.db", story)


def test_the_primary_key_is_a_fence_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)
    with edited(path) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("INSERT INTO entries VALUES ('T', 7, 1, x'00', x'00')")


# A database of the first version.

VERSION_1 = """CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, addr TEXT NOT NULL, epoch INTEGER NOT NULL,
    lease_until INTEGER NOT NULL, snapshot_seq INTEGER NOT NULL DEFAULT 0, snapshot BLOB
)"""
FAR = 1 << 45


def a_database_of_version_1(path: Path, links: Sequence[Link]) -> None:
    with edited(path) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        db.execute(VERSION_1)
        db.execute(ENTRIES)
        rows = [("played", "here", 7, FAR), ("sleeping", "asleep", 4, FAR), ("over", "", 2, 0)]
        db.executemany("INSERT INTO tables (id, owner, addr, epoch, lease_until) VALUES (?, ?, '', ?, ?)", rows)
        entries = [("played", link.seq, 7, link.prev, link.body) for link in links]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", entries)


def test_a_database_of_yesterday_is_opened_with_all_that_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    chain = Chain("played")
    links = some_links(chain, 4)
    a_database_of_version_1(path, links)

    async def story(store: SqliteStore) -> None:
        assert [
            (info.table, info.owner, info.epoch, info.lease_until, info.closed) for info in await store.tables()
        ] == [
            ("over", "", 2, 0, True),
            ("played", "here", 7, FAR, False),
            ("sleeping", "", 4, FAR, False),
        ]
        assert await store.load("played") == links
        assert await store.open_table("sleeping", "here", "", LONG) == 5
        epoch = await store.open_table("played", "here", "", LONG)
        more = some_links(chain, 2)
        await store.append("played", epoch, more)
        assert await store.load("played") == links + more
        assert await store.ask(lambda db: one_value(db, "PRAGMA user_version")) == SCHEMA_VERSION

    with_sqlite(path, story)
    open_and_close(path)


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_database_of_version_1(path, [])
    with edited(path) as db:
        db.execute("CREATE TABLE tables_1 (x)")  # in the way
    before = path.read_bytes()
    with pytest.raises(ForeignDatabase, match="tables_1"):
        open_and_close(path)
    assert path.read_bytes() == before


# A full disk.


def test_a_full_disk_stores_nothing_by_half_and_goes_on_when_space_returns(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        small = await store.open_table("S", "node", "here:1", LONG)
        chain = Chain("T")
        links = some_links(chain, 3)
        await store.append("T", epoch, links)
        await limit_pages(store, 8)
        more = [chain.extend(b"x" * 1000) for _ in range(200)]
        side = some_links(Chain("S"), 1)
        big_answer, next_answer, small_answer = await asyncio.gather(
            store.append("T", epoch, more[:100]),
            store.append("T", epoch, more[100:]),
            store.append("S", small, side),
            return_exceptions=True,
        )
        assert isinstance(big_answer, StoreUnavailable)
        assert str(big_answer) == "the journal failed: the disk is full; nothing was stored"
        assert isinstance(next_answer, StoreUnavailable)
        assert isinstance(small_answer, StoreUnavailable), "one group, one fate"
        assert await store.load("T") == links
        await store.append("S", small, side)  # what still fits is stored
        await limit_pages(store, 1_000_000)
        await store.append("T", epoch, more[:100])
        await store.append("T", epoch, more[100:])
        assert await store.load("T") == links + more
        assert await store.load("S") == side

    with_sqlite(tmp_path / "journal.db", story)


async def limit_pages(store: SqliteStore, pages: int) -> None:
    await store.ask(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())


FULL_DISK = """
import asyncio, resource, sys
from pathlib import Path
from slamdeck.table.journal.chain import Chain, verify
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.store.contract import StoreUnavailable

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def main(path):
    store = await SqliteStore.open(path)
    epoch = await store.open_table("T", "node", "here:1", 60_000)
    chain, stored, refused = Chain("T"), [], 0
    for size in (150_000, resource.RLIM_INFINITY, 400_000, resource.RLIM_INFINITY):
        limit(size)
        for _ in range(100):
            link = chain.extend(b"x" * 2000)
            try:
                await store.append("T", epoch, [link])
                stored.append(link)
            except StoreUnavailable as problem:
                refused += 1
                assert "the journal failed: the disk" in str(problem), problem
                chain = Chain("T", stored[-1])
        assert await store.load("T") == stored
    await store.close()
    again = await SqliteStore.open(path)
    assert await again.load("T") == stored
    verify("T", stored, published=stored[-1].head)
    await again.close()
    print(len(stored), refused)

asyncio.run(main(Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_writes_that_the_system_refuses_are_reported_and_lose_nothing(tmp_path: Path) -> None:
    """In a process of its own, whose files may not grow: real failing writes, not SQLite's own counting."""
    ran = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path / "journal.db")],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert ran.returncode == 0, ran.stderr
    stored, refused = map(int, ran.stdout.split())
    assert stored + refused == 400
    assert stored >= 200
    assert refused > 50


# A slow or locked disk.


def test_a_locked_database_is_waited_for_while_the_event_loop_runs_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        links = some_links(Chain("T"), 1)
        with locked(path) as let_go:
            answer = store.append("T", epoch, links)
            for _ in range(20):
                await asyncio.sleep(0.01)
            assert not answer.done(), "nothing is acknowledged before it is stored"
            let_go()
        await answer
        assert await store.load("T") == links

    with_sqlite(path, story, patience=30)


def test_a_database_locked_for_too_long_fails_the_append_and_recovers(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        links = some_links(Chain("T"), 1)
        with locked(path), pytest.raises(StoreUnavailable, match="another program keeps the database locked"):
            await store.append("T", epoch, links)
        await store.append("T", epoch, links)
        assert await store.load("T") == links

    with_sqlite(path, story, patience=0.05)


def test_a_queue_that_grows_too_long_refuses_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        links = some_links(Chain("T"), 12)
        with locked(path) as let_go:
            answers = [store.append("T", epoch, [link]) for link in links[:8]]
            for link in links[8:]:
                with pytest.raises(StoreUnavailable, match="the disk is too slow: 8 writes are waiting"):
                    await store.append("T", epoch, [link])
            let_go()
        await asyncio.gather(*answers)
        await store.append("T", epoch, links[8:])
        assert await store.load("T") == links

    with_sqlite(path, story, patience=30, most_waiting=8)


def test_appends_that_wait_share_one_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.db"
    groups: list[int] = []

    def counted(db: Database, jobs: Sequence[Job]) -> None:
        groups.append(len(jobs))
        carry_out(db, jobs)

    monkeypatch.setattr(writing, "carry_out", counted)

    async def story(store: SqliteStore) -> None:
        epochs = [await store.open_table(f"T{number}", "node", "here:1", LONG) for number in range(64)]
        groups.clear()
        with locked(path) as let_go:
            answers = [
                store.append(f"T{number}", epoch, some_links(Chain(f"T{number}"), 1))
                for number, epoch in enumerate(epochs)
            ]
            let_go()
        await asyncio.gather(*answers)
        assert sum(groups) == 64
        assert len(groups) <= 3

    with_sqlite(path, story, patience=30)


def test_a_job_with_a_bug_fails_alone(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)

        class Buggy(Append):
            def __call__(self, db: sqlite3.Connection) -> None:
                db.execute("DELETE FROM tables")
                raise ZeroDivisionError

        links = some_links(Chain("T"), 2)
        buggy = Buggy("T", epoch + 1, ())
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        first = store.append("T", epoch, links[:1])
        store.writer.submit(Job(buggy, lambda job: settle(failed, None, job.problem), buggy))
        answers = [first, failed, store.append("T", epoch, links[1:])]
        results = await asyncio.gather(*answers, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), ZeroDivisionError, type(None)]
        verify("T", await store.load("T"), published=links[-1].head)

    with_sqlite(tmp_path / "journal.db", story)


def test_a_loop_that_went_away_leaves_the_journal_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    links = some_links(Chain("T"), 50)

    async def walk_away() -> SqliteStore:
        store = await SqliteStore.open(path)
        epoch = await store.open_table("T", "node", "here:1", LONG)
        for link in links:
            store.append("T", epoch, [link])
        return store

    store = asyncio.run(walk_away())
    store.writer.queue.put(None)
    store.writer.thread.join()

    async def story(again: SqliteStore) -> None:
        assert await again.load("T") == links

    with_sqlite(path, story)


def test_the_log_is_written_from_its_beginning_again_and_a_crash_loses_nothing(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "crashed.db"
    log = tmp_path / "journal.db-wal"
    chain = Chain("T")
    links = [chain.extend(bytes(40_000)) for _ in range(3 * CHECKPOINT_PAGES // 10)]

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        for link in links:
            await store.append("T", epoch, [link])
        shutil.copy(path, copy)  # as a killed server leaves it
        shutil.copy(log, tmp_path / "crashed.db-wal")

    with_sqlite(path, story)
    assert (tmp_path / "crashed.db-wal").stat().st_size < 2 * CHECKPOINT_PAGES * 4096

    async def again(store: SqliteStore) -> None:
        assert await store.load("T") == links

    with_sqlite(copy, again)


def test_entries_wait_for_each_other_only_in_a_crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    naps: list[float] = []
    monkeypatch.setattr(writing, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=naps.append))

    async def story() -> None:
        writer = writing.WriterThread(tmp_path / "journal.db", 1, 10)

        def rounds(seconds: float) -> float:
            """Entries come in every so many seconds, each of them is committed at once."""
            for _ in range(200):
                clock[0] += seconds
                writer.note_commit(1)
            naps.clear()
            writer.gather()
            return naps[0] if naps else 0.0

        assert rounds(0.001) == pytest.approx(0.0012, rel=0.01)
        assert rounds(0.002) == pytest.approx(0.0024, rel=0.01)
        assert rounds(0.5) == pytest.approx(writing.GATHER_S), "nobody sees more"
        clock[0] += 0.5
        naps.clear()
        writer.gather()
        assert not naps, "after a quiet moment nobody waits"

    asyncio.run(story())
