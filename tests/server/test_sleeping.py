"""A table sleeps when its lease was given back: it wakes up for whoever comes, for as long as it is kept."""

from __future__ import annotations

import asyncio
import tracemalloc
from pathlib import Path

import pytest

from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.config import Limits
from slamdeck.server.store.contract import PIECE, StoredTable
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.tables.stored_journal import journal_of
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.state import OVER
from tests.redteam.long_table import LONG_TABLE, long_journal, store_long_table
from tests.server.evening import base_of, play, serving, until

DROWSY = Limits(asleep_s=0.05)


async def stored(server: Server) -> StoredTable:
    (table,) = await server.store.tables()
    return table


async def error_at(client: Client, code: str) -> str:
    with pytest.raises(ServerSaidNo) as caught:
        await client.get(f"/api/tables/{code}")
    return caught.value.error


def test_a_sleeping_table_belongs_to_nobody(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db", DROWSY) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            assert (await stored(server)).owner != ""
            await until(lambda: code not in server.lobby.tables)
            while (await stored(server)).owner:  # the store is told at the same time
                await asyncio.sleep(0.01)
            epoch = (await stored(server)).epoch
            await ann.get(f"/api/tables/{code}")
            assert (await stored(server)).epoch == epoch + 1
            assert (await stored(server)).owner != ""

    play(evening)


def test_a_table_that_is_quickly_woken_leaves_the_memory_sooner(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db") as server, Client(base_of(server), "Bob") as bob:
            async with Client(base_of(server), "Ann") as ann:
                played = await ann.open("slamwich", bots=["quick", "quick"], start=True)
                await ann.connect()
                await until(lambda: server.lobby.tables[played].is_playing())
            code = await bob.open("slamwich")
            await until(lambda: not server.lobby.tables[played].wires)
            await until(lambda: server.lobby.tables[played].durable > 8)
            server.lobby.limits = Limits(asleep_soon_s=0.0, short_journal=8)
            await server.lobby.tidy_up()
            assert list(server.lobby.tables) == [played], "it would take longer to wake that one"
            await bob.get(f"/api/tables/{code}")
            assert set(server.lobby.tables) == {played, code}
            server.lobby.limits = Limits(asleep_soon_s=0.0)
            await server.lobby.tidy_up()
            assert not server.lobby.tables
            await bob.get(f"/api/tables/{played}")
            assert server.lobby.tables[played].is_playing(), "it goes on where it was"

    play(evening)


def test_tables_fall_asleep_while_strangers_read_long_records(tmp_path: Path) -> None:
    """What has ended is written down first, which does not wait for them either."""
    brief = {"time_limit_ms": 1_000, "toss_ms": 300, "min_toss_ms": 100}

    async def evening() -> None:
        async with serving(tmp_path / "a.db") as server, Client(base_of(server), "Ann") as ann:
            lobby = server.lobby
            async with lobby.records_turn:
                code = await ann.open("slamwich", bots=["quick", "quick"], start=True, options=brief, watch=True)
                await ann.connect()
                table = lobby.tables[code]
                await until(lambda: table.live.state.phase == OVER and not table.unsaved)
                await ann.hang_up()
                await until(lambda: not table.wires)
                table.empty_since -= 1_000
                await lobby.note_what_has_ended()
                await lobby.tidy_up()
                assert code not in lobby.tables
            assert await lobby.library.line(code) is not None

    play(evening)


def test_however_many_tables_are_wanted_a_few_are_woken_at_a_time(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db") as server, Client(base_of(server), "Ann") as ann:
            few = 4  # instead of WAKING_AT_ONCE: one browser opens no more tables than a few
            server.lobby.waking_turns = asyncio.Semaphore(few)
            codes = [await ann.open("slamwich") for _ in range(3 * few // 2)]
            for table in list(server.lobby.tables.values()):
                await server.lobby.put_to_sleep(table)
            now, most = 0, 0
            claim = server.lobby.ownership.claim

            async def watched(table: str) -> int:
                nonlocal now, most
                now += 1
                most = max(most, now)
                await asyncio.sleep(0.01)
                epoch = await claim(table)
                now -= 1
                return epoch

            server.lobby.ownership.claim = watched  # type: ignore[method-assign]
            await asyncio.gather(*(ann.get(f"/api/tables/{code}") for code in codes))
            assert most == few
            assert set(server.lobby.tables) == set(codes)

    play(evening)


def test_a_long_journal_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    entries = 12 * PIECE
    asyncio.run(store_long_table(tmp_path / "a.db", entries))
    whole = sum(len(entry.body) for entry in long_journal(entries))

    async def evening() -> None:
        store = await SqliteStore.open(tmp_path / "a.db")
        await store.find(LONG_TABLE)
        tracemalloc.start()
        try:
            journal = journal_of(store, LONG_TABLE, entries, asyncio.get_running_loop())
            state, _ = await asyncio.to_thread(read_table, journal, all_games())
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
            await store.close()
        assert state.phase == OVER
        assert most < whole / 2

    play(evening)


def test_somebody_who_comes_while_a_table_falls_asleep_wakes_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db") as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            before = server.lobby.tables[code]
            _, woken, again = await asyncio.gather(
                server.lobby.put_to_sleep(before), server.lobby.find(code), server.lobby.find(code)
            )
            assert woken is again
            assert woken is not before
            assert woken.epoch == before.epoch + 1
            assert (await stored(server)).owner != ""
            await ann.connect()
            await until(lambda: bool(woken.wires))

    play(evening)


def test_a_stopped_server_gives_its_tables_back_and_the_next_one_wakes_them(tmp_path: Path) -> None:
    async def evening() -> None:
        path = tmp_path / "a.db"
        async with serving(path) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
        store = await SqliteStore.open(path)
        (table,) = await store.tables()
        assert (table.owner, table.closed) == ("", False)
        await store.open_table(code, "here", "", 3_600_000)  # as a killed server leaves it
        await store.close()
        async with serving(path) as server, Client(base_of(server), "Bob") as bob:
            assert (await stored(server)).owner == ""
            await bob.join(code)
            assert list(server.lobby.tables) == [code]

    play(evening)


def test_a_closed_table_stays_closed_whoever_serves_it(tmp_path: Path) -> None:
    async def evening() -> None:
        path = tmp_path / "a.db"
        async with serving(path) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await server.lobby.close_table(server.lobby.tables[code])
            assert await error_at(ann, code) == "closed"
            assert (await stored(server)).closed
        async with serving(path) as server, Client(base_of(server), "Ann") as ann:
            assert await error_at(ann, code) == "closed"

    play(evening)


def test_a_table_that_slept_too_long_cannot_be_woken(tmp_path: Path) -> None:
    async def evening() -> None:
        path = tmp_path / "a.db"
        async with serving(path) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
        await asyncio.sleep(0.01)
        async with serving(path, Limits(kept_s=0.0)) as server, Client(base_of(server), "Ann") as ann:
            assert await error_at(ann, code) == "closed"
        async with serving(path) as server, Client(base_of(server), "Ann") as ann:
            await ann.get(f"/api/tables/{code}")

    play(evening)


def test_a_table_that_cannot_be_restored_says_so_and_is_given_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db") as server, Client(base_of(server), "Ann") as ann:
            await server.store.open_table("00000000", "here", "", 1000)  # without an entry
            assert await error_at(ann, "00000000") == "closed"
            assert (await stored(server)).owner == ""

    play(evening)
