"""From one database to another: everything arrives and is checked, a killed move goes on, half of one is nobody's."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import asyncpg
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.core.problems import CheckFailed, Problem, UsageProblem
from slamdeck.server.store.contract import ForeignDatabase, Store, StoredTable, StoreUnavailable
from slamdeck.server.store.moving import move as moving
from slamdeck.server.store.moving.move import Arrived, Progress, move
from slamdeck.server.store.moving.sqlite_end import MOVING
from slamdeck.server.store.places import open_store
from slamdeck.server.store.postgres import embedded
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.sqlite.exclusive import hold
from slamdeck.server.store.sqlite.schema import SCHEMA_VERSION
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.process import environment
from tests.server.store.postgres import is_there, new_database
from tests.server.store.stories import LONG, edited, some_entries
from tests.server.store.test_keeping import EVERYTHING, tidy

pytestmark = pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")

Place = Path | PostgresAddress


def in_silence(what: str, done: int, total: int) -> None:
    return


def empty() -> PostgresAddress:
    return asyncio.run(new_database())


async def fill(store: Store) -> None:
    """A long journal at rest (packed where that is done), a closed one, an empty one, one that a killed server held."""
    chains = {name: Chain(name) for name in ("LONG", "OVER", "HELD")}
    for name, count in (("LONG", 1_300), ("OVER", 40), ("HELD", 7)):
        epoch = await store.open_table(name, "node", "here:1", LONG)
        await store.append(name, epoch, some_entries(chains[name], count))
        if name == "OVER":
            await store.close_table(name, epoch)
        if name == "LONG":
            await store.release(name, epoch)
    await store.release("NEW", await store.open_table("NEW", "node", "here:1", LONG))
    await tidy(store, EVERYTHING)
    epoch = await store.open_table("LONG", "node", "here:1", LONG)
    await store.append("LONG", epoch, some_entries(chains["LONG"], 3))
    await store.release("LONG", epoch)
    await store.keep("session key", b"\0\1\2")


def filled(place: Place) -> Place:
    async def story() -> None:
        store = await open_store(place)
        await fill(store)
        await store.close()

    asyncio.run(story())
    return place


def content(place: Place) -> tuple[dict[str, tuple[int, bool, int]], dict[str, list[ChainedEntry]], dict[str, bytes]]:
    async def story() -> tuple[list[StoredTable], dict[str, list[ChainedEntry]], dict[str, bytes]]:
        store = await open_store(place)
        try:
            tables = await store.tables()
            return tables, {one.table: await store.load(one.table) for one in tables}, await store.kept("")
        finally:
            await store.close()

    tables, journals, kept = asyncio.run(story())
    return {one.table: (one.epoch, one.closed, one.last_seq) for one in tables}, journals, kept


def test_there_and_back_again(tmp_path: Path) -> None:
    """A server that then opens it finds every entry, every epoch, every closed table and its own key."""
    origin, shared, back = tmp_path / "one.db", empty(), tmp_path / "back.db"
    before = content(filled(origin))
    assert before[0] == {"HELD": (1, False, 7), "LONG": (2, False, 1_303), "NEW": (1, False, 0), "OVER": (1, True, 40)}
    assert move(origin, shared, in_silence) == Arrived(4, 1_350, 1_350)
    assert content(shared) == before
    assert move(shared, back, in_silence) == Arrived(4, 1_350, 1_350)
    assert content(back) == before
    assert content(origin) == before, "the old one stays as it is"
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(("-wal", "-shm"))) == [
        "back.db",
        "one.db",
    ]
    assert (back.stat().st_mode & 0o777) == 0o600


def test_what_arrived_can_be_played_on(tmp_path: Path) -> None:
    origin, shared = tmp_path / "one.db", empty()
    filled(origin)
    move(origin, shared, in_silence)

    async def story() -> None:
        store = await open_store(shared)
        last = (await store.load("HELD"))[-1]
        epoch = await store.open_table("HELD", "other", "there:1", LONG)
        assert epoch == 2, "whoever held it there is out"
        await store.append("HELD", epoch, some_entries(Chain("HELD", last), 2))
        assert next(one.rested for one in await store.tables() if one.table == "OVER") < LONG
        await store.close()

    asyncio.run(story())


def test_the_command_says_what_has_arrived_and_takes_urls(tmp_path: Path) -> None:
    origin, target = tmp_path / "one.db", empty()
    filled(origin)
    result = CliRunner().invoke(main, ["migrate", f"sqlite://{origin}", target.url])
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{target}: 4 tables, 1350 entries\n"
    again = CliRunner().invoke(main, ["migrate", f"sqlite://{origin}", target.url])
    assert again.exit_code == 1
    assert "is a server's database already; a move makes a new one" in again.stderr


def test_a_database_of_our_own_is_started_for_the_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    origin, target, asked = tmp_path / "one.db", empty(), list[Path]()
    filled(origin)

    @contextlib.contextmanager
    def started(folder: Path) -> Iterator[PostgresAddress]:
        asked.append(folder)
        yield target

    monkeypatch.setattr(embedded, "embedded_postgres", started)
    result = CliRunner().invoke(main, ["migrate", str(origin), f"embedded:{tmp_path / 'pg'}"])
    assert result.stdout == f"embedded:{tmp_path / 'pg'}: 4 tables, 1350 entries\n"
    assert asked == [tmp_path / "pg"]
    assert content(target) == content(origin)
    refused = CliRunner().invoke(main, ["backup", str(tmp_path / "copy.db"), "--db", "embedded"])
    assert "is copied with PostgreSQL's own tools" in refused.stderr


# Killed.


class Killed(BaseException):
    """Whatever a move was doing is over."""


def killed_at(phase: str, share: float) -> Progress:
    def tell(what: str, done: int, total: int) -> None:
        if what == phase and done >= share * total:
            raise Killed

    return tell


@pytest.mark.parametrize("back", [False, True], ids=["to postgres", "to sqlite"])
@pytest.mark.parametrize(("phase", "share"), [("moving", 0.02), ("moving", 0.5), ("moving", 1.0), ("checking", 0.9)])
def test_a_move_that_was_killed_is_nobody_s_and_goes_on(tmp_path: Path, back: bool, phase: str, share: float) -> None:
    origin: Place = filled(empty() if back else tmp_path / "one.db")
    target: Place = tmp_path / "two.db" if back else empty()
    before = content(origin)
    with pytest.raises(Killed):
        move(origin, target, killed_at(phase, share))
    if isinstance(target, PostgresAddress):
        with pytest.raises(ForeignDatabase, match=r"a move into this database was not finished \(slamdeck migrate"):
            content(target)
    else:
        assert not target.exists(), "a server would take it for its own"
    moved = move(origin, target, in_silence)
    assert moved.entries == 1_350
    assert moved.sent < 1_350 or share < 0.1
    assert content(target) == before


def test_a_process_that_is_killed_leaves_no_more(tmp_path: Path) -> None:
    """The same with a real process, wherever it is when it is killed."""
    origin, target = tmp_path / "one.db", tmp_path / "two.db"
    filled(origin)
    code = f"""
import sys, time
from pathlib import Path
from slamdeck.server.store.moving.move import move
def tell(what, done, total):
    print(done, flush=True); time.sleep(0.2)
move(Path({str(origin)!r}), Path({str(target)!r}), tell)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment())
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    process.stdout.close()
    assert not target.exists()
    assert target.with_name(target.name + MOVING).exists()
    move(origin, target, in_silence)
    assert content(target) == content(origin)


def test_half_of_another_move_is_replaced(tmp_path: Path) -> None:
    """The first origin is as it was, so nothing is lost by it."""
    origin, other, target = tmp_path / "one.db", tmp_path / "other.db", empty()
    filled(origin)

    async def another() -> None:
        store = await open_store(other)
        for name in ("LONG", "ELSE"):
            epoch = await store.open_table(name, "node", "here:1", LONG)
            await store.append(name, epoch, some_entries(Chain(name), 5))
            await store.release(name, epoch)
        await store.close()

    asyncio.run(another())
    with pytest.raises(Killed):
        move(other, target, killed_at("checking", 1.0))
    move(origin, target, in_silence)
    assert content(target) == content(origin)


# Refused.


def test_what_differs_on_arrival_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    origin, target = tmp_path / "one.db", empty()
    filled(origin)

    async def tampered(address: PostgresAddress) -> None:
        db = await asyncpg.connect(address.url)
        await db.execute("UPDATE slamdeck.tables SET closed = 1 WHERE id = 'LONG'")
        await db.close()

    def tamper(what: str, done: int, total: int) -> None:
        if what == "checking" and done < 100:
            return
        if what == "moving" and done == total:
            threads = threading.Thread(target=lambda: asyncio.run(tampered(target)))
            threads.start()
            threads.join()

    with pytest.raises(CheckFailed, match="table LONG is not as it is in"):
        move(origin, target, tamper)
    with pytest.raises(ForeignDatabase, match="was not finished"):
        content(target)


def test_a_damaged_journal_is_named_and_nothing_arrives(tmp_path: Path) -> None:
    origin, target = tmp_path / "one.db", empty()
    filled(origin)
    with edited(origin) as db:
        db.execute("UPDATE entries SET body = x'00' WHERE \"table\" = 'HELD' AND seq = 3")
    with pytest.raises(CheckFailed, match=r"one\.db: is damaged \(table HELD, entry 4: does not follow from entry 3\)"):
        move(origin, target, in_silence)
    with pytest.raises(ForeignDatabase, match="was not finished"):
        content(target)


def refusal(does: Callable[[], object]) -> str:
    with pytest.raises(Problem) as refused:
        does()
    return str(refused.value)


def test_whatever_is_in_use_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slamdeck.server.store.moving.postgres_end.TRIES", 2)
    origin, target, busy = tmp_path / "one.db", empty(), empty()
    filled(origin)
    with hold(origin):
        assert "another Slamdeck server is using this database" in refusal(lambda: move(origin, target, in_silence))
    filled(tmp_path / "two.db")
    assert "exists already" in refusal(lambda: move(origin, tmp_path / "two.db", in_silence))
    with hold(tmp_path / "three.db"):
        assert "another Slamdeck server" in refusal(lambda: move(origin, tmp_path / "three.db", in_silence))
    assert not (tmp_path / "three.db").exists()

    async def while_served() -> None:
        store = await open_store(busy)
        try:
            ways: list[tuple[Place, Place]] = [(busy, tmp_path / "four.db"), (origin, busy)]
            for here, there in ways:
                with pytest.raises(StoreUnavailable, match="a Slamdeck server, or another move, is using"):
                    await moving.move_between(here, there, in_silence)
        finally:
            await store.close()

    asyncio.run(while_served())


def test_a_server_does_not_begin_during_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    origin, target = tmp_path / "one.db", empty()
    filled(origin)
    monkeypatch.setattr("slamdeck.server.store.postgres.opening.COMMAND_S", 1.0)
    said: list[str] = []

    def meanwhile(what: str, done: int, total: int) -> None:
        if not said:
            thread = threading.Thread(target=lambda: said.append(refusal(lambda: content(target))))
            thread.start()
            thread.join()

    move(origin, target, meanwhile)
    assert said == [f"{target}: somebody else is moving this database, or bringing it up to date"]


def test_whatever_is_not_ours_or_newer_is_refused_and_left(tmp_path: Path) -> None:
    origin, foreign, newer, half = tmp_path / "one.db", empty(), empty(), empty()
    filled(origin)
    filled(newer)

    async def others() -> None:
        for address, statement in (
            (foreign, "CREATE SCHEMA slamdeck; CREATE TABLE slamdeck.cats (name text)"),
            (newer, "UPDATE slamdeck.version SET version = 99"),
        ):
            db = await asyncpg.connect(address.url)
            await db.execute(statement)
            await db.close()

    asyncio.run(others())
    two = tmp_path / "two.db"
    for here, there, said in (
        (origin, foreign, "has a schema called slamdeck that is not Slamdeck's"),
        (foreign, two, "has a schema called slamdeck that is not Slamdeck's"),
        (origin, newer, "was written by a newer Slamdeck"),
        (newer, two, "was written by a newer Slamdeck"),
    ):
        assert said in refusal(partial(move, here, there, in_silence))
    assert "there is nothing of Slamdeck's in this database" in refusal(lambda: move(half, two, in_silence))
    with edited(origin) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    assert "was written by a newer Slamdeck" in refusal(lambda: move(origin, half, in_silence))
    stranger = tmp_path / "letter.txt"
    stranger.write_text("dear cat")
    assert "is not a Slamdeck database" in refusal(lambda: move(stranger, half, in_silence))
    assert stranger.read_text() == "dear cat"
    assert "there is no such database" in refusal(lambda: move(tmp_path / "no.db", half, in_silence))
    assert not two.exists()
    with pytest.raises(UsageProblem, match="is both where from and where to"):
        move(origin, origin, in_silence)
