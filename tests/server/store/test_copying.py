"""Backups while entries are being written, and back again: everything that was acknowledged before is in it."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.server.store.contract import ForeignDatabase, StoreUnavailable
from slamdeck.server.store.sqlite.copying import back_up, restore
from slamdeck.server.store.sqlite.exclusive import hold
from slamdeck.server.store.sqlite.schema import SCHEMA_VERSION
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store.stories import LONG, a_filled_database, edited, some_entries, with_sqlite
from tests.server.store.test_keeping import EVERYTHING, NOTHING, tidy
from tests.server.store.test_kill import Victim, acknowledgements, assert_nothing_lost
from tests.server.store.test_sqlite_files import a_database_of_version_1

unix = pytest.mark.skipif(sys.platform == "win32", reason="kill −9 is a Unix promise")


def journals_in(path: Path) -> dict[str, list[ChainedEntry]]:
    found: dict[str, list[ChainedEntry]] = {}

    async def story(store: SqliteStore) -> None:
        found.update({info.table: await store.load(info.table) for info in await store.tables()})

    with_sqlite(path, story)
    return found


def some_long(chain: Chain) -> list[ChainedEntry]:
    return [chain.extend(random.randbytes(400)) for _ in range(100)]


def leftovers(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if ".part" in file.name or file.name.endswith(".lock"))


# Backups.


@unix
def test_a_backup_under_load_has_everything_that_was_acknowledged_before_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    victim = Victim(path)
    assert victim.spoke.wait(30)
    copies: list[tuple[Path, bytes]] = []
    for number in range(4):
        time.sleep(0.15)
        said = victim.said  # a snapshot of the promises, before the copy begins
        copy = tmp_path / f"copy{number}.db"
        copied = back_up(path, copy, nap=lambda _: None)
        assert copied.entries >= len(acknowledgements(said)) > 0
        copies.append((copy, said))
    end = time.monotonic() + 30
    while victim.said == copies[-1][1]:  # it goes on writing
        assert time.monotonic() < end
        time.sleep(0.01)
    victim.kill()
    for copy, said in copies:
        assert_nothing_lost(acknowledgements(said), journals_in(copy))


def test_a_long_backup_is_of_one_moment(tmp_path: Path) -> None:
    """Between any two of its pieces others write."""
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    chains = {name: Chain(name) for name in "AB"}

    async def story(store: SqliteStore) -> None:
        epochs = {name: await store.open_table(name, "node", "here:1", LONG) for name in "AB"}
        for _ in range(100):
            for name in "AB":
                await store.append(name, epochs[name], some_long(chains[name]))
        before = {name: chain.seq for name, chain in chains.items()}
        loop = asyncio.get_running_loop()
        naps: list[float] = []

        async def write() -> None:
            for name in "AB":
                await store.append(name, epochs[name], some_long(chains[name]))

        def nap(seconds: float) -> None:
            naps.append(seconds)
            asyncio.run_coroutine_threadsafe(write(), loop).result(30)

        copied = await asyncio.to_thread(back_up, path, copy, nap=nap)
        assert len(naps) >= 2
        assert copied.entries == sum(before.values())
        assert chains["A"].seq > before["A"]

    with_sqlite(path, story)
    found = journals_in(copy)
    assert {name: len(entries) for name, entries in found.items()} == {"A": 10_000, "B": 10_000}
    assert leftovers(tmp_path) == []


def test_packed_journals_are_in_a_backup_and_checked(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    a_filled_database(path)

    async def story(store: SqliteStore) -> None:
        await store.release("T", 1)
        await tidy(store, EVERYTHING)

    with_sqlite(path, story)
    assert back_up(path, copy).entries == 500
    assert journals_in(copy) == journals_in(path)
    with edited(path) as db:
        assert db.execute("UPDATE packs SET last = last - 1, first = first - 1").rowcount == 1
    with pytest.raises(ForeignDatabase, match="is a damaged Slamdeck database"):
        back_up(path, tmp_path / "another.db")
    assert not (tmp_path / "another.db").exists()


def test_room_that_was_free_is_not_copied(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    a_filled_database(path)

    async def story(store: SqliteStore) -> None:
        await store.release("T", 1)
        await tidy(store, NOTHING)

    with_sqlite(path, story)
    back_up(path, copy)
    assert copy.stat().st_size < path.stat().st_size


@pytest.mark.skipif(sys.platform == "win32", reason="has no such permissions")
def test_only_its_owner_may_read_a_backup(tmp_path: Path) -> None:
    a_filled_database(tmp_path / "journal.db")
    back_up(tmp_path / "journal.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_backed_up_is_said_in_a_sentence(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    with pytest.raises(CheckFailed, match="there is no such database"):
        back_up(path, copy)
    path.write_text("my diary")
    with pytest.raises(ForeignDatabase, match="is not a Slamdeck database"):
        back_up(path, copy)
    path.unlink()
    a_filled_database(path)
    with pytest.raises(Problem, match="cannot be opened"):
        back_up(path, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(CheckFailed, match="is the database itself"):
        back_up(path, path, replace=True)
    with pytest.raises(CheckFailed, match="is a folder"):
        back_up(path, tmp_path, replace=True)
    copy.write_text("precious")
    with pytest.raises(CheckFailed, match=r"exists already \(--force replaces it\)"):
        back_up(path, copy)
    assert copy.read_text() == "precious"
    assert back_up(path, copy, replace=True).entries == 500
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "journal.db"]


# And back again.


def test_a_restored_database_goes_on_from_the_backup(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    a_filled_database(path)
    back_up(path, copy)
    before = journals_in(path)

    async def play_on(store: SqliteStore) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        await store.append("T", epoch, some_entries(Chain("T", before["T"][-1]), 9))

    with_sqlite(path, play_on)
    with pytest.raises(CheckFailed, match="exists already"):
        restore(copy, path)
    assert len(journals_in(path)["T"]) == 509
    restore(copy, path, replace=True)
    assert journals_in(path) == before
    with_sqlite(path, play_on)
    restore(copy, tmp_path / "elsewhere" / "journal.db")
    assert journals_in(tmp_path / "elsewhere" / "journal.db") == before
    assert leftovers(tmp_path) == leftovers(tmp_path / "elsewhere") == []


def test_the_log_of_a_replaced_database_is_not_taken_for_the_new_ones(tmp_path: Path) -> None:
    path, copy, crashed = (tmp_path / name for name in ("journal.db", "copy.db", "crashed.db"))
    a_filled_database(path)
    back_up(path, copy)

    async def crash(store: SqliteStore) -> None:
        epoch = await store.open_table("U", "node", "here:1", LONG)
        await store.append("U", epoch, some_entries(Chain("U"), 50))
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{crashed}{end}")

    with_sqlite(path, crash)
    assert (tmp_path / "crashed.db-wal").stat().st_size > 0
    restore(copy, crashed, replace=True)
    assert list(journals_in(crashed)) == ["T"]


def test_a_database_in_use_is_not_replaced(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    a_filled_database(path)
    back_up(path, copy)
    (tmp_path / "link.db").symlink_to(path)
    with hold(path):
        for name in (path, tmp_path / "link.db"):
            with pytest.raises(StoreUnavailable, match="another Slamdeck server is using this database"):
                restore(copy, name, replace=True)
    restore(copy, path, replace=True)


@pytest.mark.parametrize("harm", ["cut off", "forged", "scribbled", "foreign", "newer"])
def test_a_backup_that_is_not_whole_replaces_nothing(tmp_path: Path, harm: str) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    a_filled_database(path)
    back_up(path, copy)
    if harm == "cut off":
        os.truncate(copy, copy.stat().st_size // 4096 * 4096 - 4096)
    elif harm == "forged":
        with edited(copy) as db:
            db.execute("UPDATE entries SET body = x'00' WHERE seq = 300")
    elif harm == "scribbled":
        data = bytearray(copy.read_bytes())
        page = data.index(b"entry 80") // 4096 * 4096
        data[page : page + 8] = b"scribble"
        copy.write_bytes(data)
    elif harm == "foreign":
        copy.unlink()
        with edited(copy) as db:
            db.execute("CREATE TABLE recipes (name TEXT)")
    else:
        with edited(copy) as db:
            db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(ForeignDatabase, match=r"copy\.db: (is a damaged|is not a|was written by a newer)"):
        restore(copy, path, replace=True)
    assert path.read_bytes() == before
    assert leftovers(tmp_path) == []


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    entries = some_entries(Chain("played"), 4)
    a_database_of_version_1(copy, entries)
    restore(copy, path)
    assert journals_in(path)["played"] == entries
    with sqlite3.connect(copy) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,), "the backup itself stays as it is"
    db.close()


def test_the_commands(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    a_filled_database(path)
    done = CliRunner().invoke(main, ["backup", str(copy), "--db", str(path)])
    assert (done.exit_code, "1 table, 500 entries" in done.output.replace("\n", " ")) == (0, True)
    again = CliRunner().invoke(main, ["backup", str(copy), "--db", str(path)])
    assert (again.exit_code, "exists already" in again.stderr) == (1, True)
    back = CliRunner().invoke(main, ["restore", str(copy), "--db", str(tmp_path / "new.db")])
    assert back.exit_code == 0
    assert journals_in(tmp_path / "new.db") == journals_in(path)
    nothing = CliRunner().invoke(main, ["restore", str(tmp_path / "none.db"), "--db", str(tmp_path / "n.db")])
    assert (nothing.exit_code, "there is no such backup" in nothing.stderr) == (1, True)
