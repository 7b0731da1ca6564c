"""What is special about writing through SQLite: full and slow disks, and commits in groups."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from slamdeck.server.store.contract import StoreUnavailable, settle
from slamdeck.server.store.sqlite import writer as writing
from slamdeck.server.store.sqlite.appending import Append
from slamdeck.server.store.sqlite.opening import CHECKPOINT_PAGES, Database
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.store.sqlite.transactions import Job, carry_out
from slamdeck.table.journal.chain import Chain, verify
from tests.server.process import environment
from tests.server.store.stories import LONG, locked, some_entries, with_sqlite

# A full disk.


def test_a_full_disk_stores_nothing_by_half_and_goes_on_when_space_returns(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        small = await store.open_table("S", "node", "here:1", LONG)
        chain = Chain("T")
        entries = some_entries(chain, 3)
        await store.append("T", epoch, entries)
        await limit_pages(store, 8)
        more = [chain.extend(b"x" * 1000) for _ in range(200)]
        side = some_entries(Chain("S"), 1)
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
        assert await store.load("T") == entries
        await store.append("S", small, side)  # what still fits is stored
        await limit_pages(store, 1_000_000)
        await store.append("T", epoch, more[:100])
        await store.append("T", epoch, more[100:])
        assert await store.load("T") == entries + more
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
            entry = chain.extend(b"x" * 2000)
            try:
                await store.append("T", epoch, [entry])
                stored.append(entry)
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
        env=environment(),
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
        entries = some_entries(Chain("T"), 1)
        with locked(path) as let_go:
            answer = store.append("T", epoch, entries)
            for _ in range(20):
                await asyncio.sleep(0.01)
            assert not answer.done(), "nothing is acknowledged before it is stored"
            let_go()
        await answer
        assert await store.load("T") == entries

    with_sqlite(path, story, patience=30)


def test_a_database_locked_for_too_long_fails_the_append_and_recovers(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 1)
        with locked(path), pytest.raises(StoreUnavailable, match="another program keeps the database locked"):
            await store.append("T", epoch, entries)
        await store.append("T", epoch, entries)
        assert await store.load("T") == entries

    with_sqlite(path, story, patience=0.05)


def test_a_queue_that_grows_too_long_refuses_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 12)
        with locked(path) as let_go:
            answers = [store.append("T", epoch, [entry]) for entry in entries[:8]]
            for entry in entries[8:]:
                with pytest.raises(StoreUnavailable, match="the disk is too slow: 8 writes are waiting"):
                    await store.append("T", epoch, [entry])
            let_go()
        await asyncio.gather(*answers)
        await store.append("T", epoch, entries[8:])
        assert await store.load("T") == entries

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
                store.append(f"T{number}", epoch, some_entries(Chain(f"T{number}"), 1))
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

        entries = some_entries(Chain("T"), 2)
        buggy = Buggy("T", epoch + 1, ())
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        first = store.append("T", epoch, entries[:1])
        store.writer.submit(Job(buggy, lambda job: settle(failed, None, job.problem), buggy))
        answers = [first, failed, store.append("T", epoch, entries[1:])]
        results = await asyncio.gather(*answers, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), ZeroDivisionError, type(None)]
        verify("T", await store.load("T"), published=entries[-1].head)

    with_sqlite(tmp_path / "journal.db", story)


def test_a_loop_that_went_away_leaves_the_journal_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    entries = some_entries(Chain("T"), 50)

    async def walk_away() -> SqliteStore:
        store = await SqliteStore.open(path)
        epoch = await store.open_table("T", "node", "here:1", LONG)
        for entry in entries:
            store.append("T", epoch, [entry])
        return store

    store = asyncio.run(walk_away())
    store.writer.queue.put(None)
    store.writer.thread.join()

    async def story(again: SqliteStore) -> None:
        assert await again.load("T") == entries

    with_sqlite(path, story)


def test_the_log_is_written_from_its_beginning_again_and_a_crash_loses_nothing(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "crashed.db"
    log = tmp_path / "journal.db-wal"
    chain = Chain("T")
    entries = [chain.extend(bytes(40_000)) for _ in range(3 * CHECKPOINT_PAGES // 10)]

    async def story(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        for entry in entries:
            await store.append("T", epoch, [entry])
        shutil.copy(path, copy)  # as a killed server leaves it
        shutil.copy(log, tmp_path / "crashed.db-wal")

    with_sqlite(path, story)
    assert (tmp_path / "crashed.db-wal").stat().st_size < 2 * CHECKPOINT_PAGES * 4096

    async def again(store: SqliteStore) -> None:
        assert await store.load("T") == entries

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

        assert rounds(0.001) == pytest.approx(0.0024, rel=0.01)
        assert rounds(0.002) == pytest.approx(0.0048, rel=0.01)
        assert rounds(0.5) == pytest.approx(writing.GATHER_S), "nobody sees more"
        clock[0] += 0.5
        naps.clear()
        writer.gather()
        assert not naps, "after a quiet moment nobody waits"

    asyncio.run(story())
