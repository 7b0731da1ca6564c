"""Files that SQLite is asked to open: ours, strange ones, damaged ones, and those of an older Slamdeck."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import ForeignDatabase, Keeping, StoreDamaged, StoreUnavailable
from slamdeck.server.store.sqlite.schema import (
    APPLICATION_ID,
    ENTRIES,
    SCHEMA_VERSION,
    TABLES_2,
    UPGRADES,
    one_value,
)
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store.stories import LONG, a_filled_database, edited, open_and_close, some_entries, with_sqlite

# Files that are refused are left as they are.


def assert_refused(path: Path, sentence: str) -> None:
    before, beside = path.read_bytes(), sorted(path.parent.iterdir())
    with pytest.raises(ForeignDatabase, match=sentence) as refusal:
        open_and_close(path)
    assert isinstance(refusal.value, CheckFailed)
    assert "\n" not in str(refusal.value)
    assert path.read_bytes() == before
    new = {file.name for file in path.parent.iterdir() if file not in beside}
    assert new <= ({f"{path.name}-shm"} if path.with_name(f"{path.name}-wal") in beside else set())


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
    assert_refused(path, r"was written by a newer Slamdeck \(version 4 of the database, this one reads up to 3\)")


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


def test_an_empty_file_is_refused_since_a_database_of_ours_never_was_one(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.touch()
    assert_refused(
        path, r"journal.db: is empty, so it is not a Slamdeck database, .*\(delete it, and a new one is made\)"
    )


def test_what_a_killed_creation_left_is_cleared_away(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for name in ("journal.db.new", "journal.db.new-journal"):
        (tmp_path / name).write_bytes(b"half of something")
    a_filled_database(path)
    open_and_close(path)
    assert [file.name for file in tmp_path.iterdir()] == ["journal.db"]


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_filled_database(path)
    (tmp_path / "again.db").hardlink_to(path)
    assert_refused(path, r"has 2 names \(hard links\)")


def test_a_link_to_a_database_that_is_not_there_yet_becomes_one(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "real.db")
    a_filled_database(link)
    assert link.is_symlink()
    open_and_close(tmp_path / "real.db")


def test_damage_in_the_middle_is_the_problem_of_whoever_reads_there_and_not_of_the_others(tmp_path: Path) -> None:
    """Looking for it at the start would take the longer, the more there is."""
    path = tmp_path / "journal.db"
    a_filled_database(path)
    chain = Chain("U")

    async def another(store: SqliteStore) -> None:
        epoch = await store.open_table("U", "node", "here:1", LONG)
        await store.append("U", epoch, some_entries(chain, 500))

    with_sqlite(path, another)
    data = bytearray(path.read_bytes())
    place = data.index(b"entry 80")  # of T, on a page with its neighbours
    page = place // 4096 * 4096
    data[page : page + 8] = b"scribble"
    path.write_bytes(data)

    async def story(store: SqliteStore) -> None:
        assert len(await store.load("U")) == 500
        with pytest.raises(StoreDamaged, match="the journal is damaged"):
            await store.load("T")
        for table in "TU":
            await store.release(table, 1)
        while await store.tidy(Keeping(10**12)):
            pass
        assert await store.ask(lambda db: db.execute('SELECT DISTINCT "table" FROM packs').fetchall()) == [("U",)]

    with_sqlite(path, story)


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


# Databases of earlier versions.

VERSION_1 = """CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, addr TEXT NOT NULL, epoch INTEGER NOT NULL,
    lease_until INTEGER NOT NULL, snapshot_seq INTEGER NOT NULL DEFAULT 0, snapshot BLOB
)"""
FAR = 1 << 45


def a_database_of_version_1(path: Path, links: Sequence[ChainedEntry]) -> None:
    with edited(path) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        db.execute(VERSION_1)
        db.execute(ENTRIES)
        rows = [("played", "here", 7, FAR), ("sleeping", "asleep", 4, FAR), ("over", "", 2, 0)]
        db.executemany("INSERT INTO tables (id, owner, addr, epoch, lease_until) VALUES (?, ?, '', ?, ?)", rows)
        entries = [("played", link.seq, 7, link.prev, link.body) for link in links]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", entries)


def a_database_of_version_2(path: Path, links: Sequence[ChainedEntry]) -> None:
    with edited(path) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 2")
        db.execute(TABLES_2)
        db.execute(ENTRIES)
        rows = [("played", "here", 7, FAR, 0), ("sleeping", "", 4, FAR, 0), ("over", "", 2, 0, 1)]
        db.executemany("INSERT INTO tables VALUES (?, ?, '', ?, ?, ?)", rows)
        entries = [("played", link.seq, 7, link.prev, link.body) for link in links]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", entries)


EARLIER = {1: a_database_of_version_1, 2: a_database_of_version_2}


def test_every_earlier_version_is_tried() -> None:
    assert sorted(EARLIER) == list(range(1, SCHEMA_VERSION)) == sorted(UPGRADES)


@pytest.mark.parametrize("version", EARLIER)
def test_a_database_of_yesterday_is_opened_with_all_that_is_in_it(tmp_path: Path, version: int) -> None:
    path = tmp_path / "journal.db"
    chain = Chain("played")
    links = some_entries(chain, 4)
    EARLIER[version](path, links)

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
        more = some_entries(chain, 2)
        await store.append("played", epoch, more)
        assert await store.load("played") == links + more
        assert await store.ask(lambda db: one_value(db, "PRAGMA user_version")) == SCHEMA_VERSION
        assert max(info.rested for info in await store.tables()) < LONG, "what is kept is kept from now on"

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
