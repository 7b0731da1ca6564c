"""What a server keeps, for how long, and how it is read without being in anybody's way."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.config import DAY_S, Limits, ServerConfig
from slamdeck.server.http.limits import Rate
from slamdeck.server.launch import daily_log, farewell_told
from slamdeck.server.store import contract
from slamdeck.server.store.contract import Keeping
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.tables.records import Record
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.journal.export import export, finished
from tests.server.evening import base_of, listening, play, serving, until
from tests.server.process import ServerProcess
from tests.server.store.stories import edited
from tests.server.store.test_copying import journals_in
from tests.server.test_server_kill import Promises, Witness, assert_kept
from tests.table.evening import Evening

DAY_MS = round(1000 * DAY_S)


async def error_at(client: Client, path: str) -> tuple[int, str]:
    with pytest.raises(ServerSaidNo) as caught:
        await client.get(path)
    return caught.value.status, caught.value.error


def an_evening(games: int, code: str = "0123ABCD") -> list[ChainedEntry]:
    evening = Evening("lowdown", seed=4, code=code)
    for _ in range(games):
        evening.start()
        evening.play_on()
        evening.wait(2)
    evening.start()  # another game is under way and must not show
    evening.wait(2)
    return evening.entries


async def put_into(server: Server, entries: list[ChainedEntry], code: str = "0123ABCD") -> None:
    epoch = await server.store.open_table(code, "somebody", "", 1000)
    await server.store.append(code, epoch, entries)
    await server.store.release(code, epoch)


# For how long.


def test_a_server_that_was_off_for_months_finds_its_tables(tmp_path: Path) -> None:
    async def evening() -> None:
        path = tmp_path / "a.db"
        async with serving(path) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
        with edited(path) as db:
            db.execute("UPDATE tables SET lease_until = 0")  # by the calendar, half a century ago
        async with serving(path) as server, Client(base_of(server), "Ann") as ann:
            await ann.get(f"/api/tables/{code}")

    play(evening)


def test_a_game_that_was_to_begin_begins_although_the_server_ended_before(tmp_path: Path) -> None:
    async def evening() -> None:
        path = tmp_path / "a.db"
        async with serving(path) as server:
            ann = Client(base_of(server), "Ann")
            await ann.open("slamwich", bots=["casual"], start=True)
        async with serving(path) as server, ann:
            ann.base = ann.http.headers["Origin"] = base_of(server)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.table is not None and ann.table.phase == "playing")

    play(evening)


def test_tables_and_records_are_kept_for_as_long_as_the_settings_say(tmp_path: Path) -> None:
    async def evening() -> None:
        path = tmp_path / "a.db"
        limits = Limits(kept_s=30 * DAY_S, records_kept_s=90 * DAY_S)

        async def answers_after(days: int) -> tuple[str, str]:
            """Of the table, and of its record."""
            with edited(path) as db:
                db.execute("UPDATE running SET ms = (SELECT max(used) FROM tables) + ?", (days * DAY_MS,))
            async with serving(path, limits, records="link") as server, Client(base_of(server), "Ann") as ann:
                record = await said(ann, "/api/tables/0123ABCD/record")
                table = await said(ann, "/api/tables/0123ABCD")
                if days > 90:
                    await all_tidied(server)
                return table, record

        async with serving(path, limits) as server:
            await put_into(server, an_evening(1))
        assert await answers_after(29) == ("ok", "ok")
        assert await answers_after(31) == ("closed", "ok")
        with edited(path) as db:
            assert db.execute("SELECT count(*) FROM packs").fetchone()[0] > 0, "it has been packed meanwhile"
        assert (await answers_after(91))[1] == "wrong_code"
        with edited(path) as db:
            for name in ("tables", "entries", "packs"):
                assert db.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)
        async with serving(path, limits) as server, Client(base_of(server), "Ann") as ann:
            assert await error_at(ann, "/api/tables/0123ABCD") == (404, "wrong_code")

    play(evening)


async def said(client: Client, path: str) -> str:
    try:
        await client.get(path)
    except ServerSaidNo as no:
        return no.error
    return "ok"


async def all_tidied(server: Server) -> None:
    """The server does so by itself, with pauses; here without them."""
    while await server.store.tidy(Keeping(90 * DAY_MS)):
        pass


def test_the_farewell_says_what_is_true(tmp_path: Path) -> None:
    kept = farewell_told(ServerConfig(db=tmp_path / "a.db"))
    assert kept == "Ctrl-C ends it; tables and seats are kept for 30 days more, not counting those it is off."
    assert farewell_told(ServerConfig()) == "Ctrl-C ends it, and all tables with it."


def test_logs_are_kept_for_so_many_days(tmp_path: Path) -> None:
    for day in range(10, 20):
        (tmp_path / f"server.log.2026-01-{day}").write_text("yesterday")
    handler = daily_log(tmp_path / "server.log", 3)
    handler.rolloverAt = 0  # type: ignore[attr-defined]  # midnight has come
    handler.handle(handler_record())
    handler.close()
    assert len(list(tmp_path.iterdir())) == 1 + 3


def handler_record() -> logging.LogRecord:
    return logging.LogRecord("slamdeck", logging.INFO, "", 0, "today", (), None)


# Reading a record.


def test_a_record_that_is_sent_in_pieces_is_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "PIECE", 50)
    entries = an_evening(2)
    assert finished(entries) > 100

    async def evening() -> None:
        async with serving(tmp_path / "a.db", records="link") as server, Client(base_of(server), "Ann") as ann:
            await put_into(server, entries)
            assert await ann.get("/api/tables/0123ABCD/record") == export(entries)
            while await server.store.tidy(Keeping(DAY_MS)):
                pass
            assert await ann.get("/api/tables/0123ABCD/record") == export(entries), "packed"

    play(evening)


def test_a_record_is_never_in_memory_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is read no further than it is taken."""
    monkeypatch.setattr(contract, "PIECE", 50)
    entries = an_evening(2)

    async def evening() -> None:
        async with serving(tmp_path / "a.db") as server:
            await put_into(server, entries)
            asked: list[tuple[int, int]] = []

            class Counted:
                async def read(self, table: str, first: int, last: int) -> list[ChainedEntry]:
                    asked.append((first, last))
                    return await server.store.read(table, first, last)

            record = Record(Counted(), asyncio.Lock(), "0123ABCD", finished(entries))  # type: ignore[arg-type]
            lines = record.lines()
            await anext(lines)
            assert asked == [(1, 50)]
            await lines.aclose()

    play(evening)


def test_records_that_are_wanted_at_once_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "PIECE", 50)
    entries = an_evening(1)

    async def evening() -> None:
        async with serving(tmp_path / "a.db", records="link") as server, Client(base_of(server), "Ann") as ann:
            await put_into(server, entries)
            read, under_way, most = server.store.read, [0], [0]

            async def counted(table: str, first: int, last: int) -> list[ChainedEntry]:
                under_way[0] += 1
                most[0] = max(most[0], under_way[0])
                try:
                    return await read(table, first, last)
                finally:
                    under_way[0] -= 1

            monkeypatch.setattr(server.store, "read", counted)
            records = await asyncio.gather(*(ann.get("/api/tables/0123ABCD/record") for _ in range(12)))
            assert set(records) == {export(entries)}
            assert most == [1]

    play(evening)


def test_records_have_a_rate_for_each_session_and_each_network(tmp_path: Path) -> None:
    limits = Limits(records=Rate(0.001, 5), own_records=Rate(0.001, 2))

    async def evening() -> None:
        async with serving(tmp_path / "a.db", limits, records="link") as server, Client(base_of(server), "Ann") as ann:
            await put_into(server, an_evening(1))
            await ann.open("slamwich")  # and so has a session
            path = "/api/tables/0123ABCD/record"
            for _ in range(2):
                await ann.get(path)
            assert await error_at(ann, path) == (429, "too_many")
            async with Client(base_of(server), "Bob") as bob:
                await bob.get(path)
                await bob.get(path)
                assert await error_at(bob, path) == (429, "too_many")

    play(evening)


def test_records_are_read_while_the_writer_waits_for_the_disk(tmp_path: Path) -> None:
    entries = an_evening(1)

    async def evening() -> None:
        path = tmp_path / "a.db"
        async with serving(path, records="link") as server, Client(base_of(server), "Ann") as ann:
            await put_into(server, entries)
            assert isinstance(server.store, SqliteStore)
            await server.store.ask(lambda db: db.execute("PRAGMA busy_timeout = 60000"))  # nobody gives up early
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            stuck = asyncio.ensure_future(server.store.open_table("T", "node", "", 1000))
            assert await ann.get("/api/tables/0123ABCD/record") == export(entries)
            assert not stuck.done()
            other.close()
            await stuck

    play(evening)


# A copy of a server that plays.


@pytest.mark.skipif(sys.platform == "win32", reason="the witnesses are Unix's")
def test_a_backup_of_a_running_server_has_every_promise_that_was_made_before(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def evening(server: ServerProcess) -> Promises:
        witnesses = [Witness(server.base, number) for number in range(2)]
        tasks = [asyncio.create_task(witness.live()) for witness in witnesses]
        await until(lambda: all(witness.back > 8 for witness in witnesses), 60)
        promises = [witness.promises() for witness in witnesses]  # before the copy begins
        words = ["backup", str(copy), "--db", str(server.db)]
        done = await asyncio.to_thread(CliRunner().invoke, main, words)
        assert done.exit_code == 0, done.output
        words = ["restore", str(copy), "--force", "--db", str(server.db)]
        refused = await asyncio.to_thread(CliRunner().invoke, main, words)
        assert (refused.exit_code, "another Slamdeck server is using" in refused.stderr) == (1, True)
        before = [witness.back for witness in witnesses]
        await until(lambda: all(witness.back > count for witness, count in zip(witnesses, before, strict=True)), 60)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for witness in witnesses:
            await witness.client.__aexit__()
        return promises

    with ServerProcess(tmp_path / "a.db", warm=True) as server:
        promises = asyncio.run(evening(server))
    assert_kept(promises, journals_in(copy))
