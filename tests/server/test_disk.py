"""A disk that is full, slow, or somebody else's: nothing is acknowledged that is not stored, and nothing is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.config import Limits
from slamdeck.server.socket.messages import Saving
from slamdeck.server.store.contract import WhenStored
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.journal.rebuild import read_table
from tests.server.evening import base_of, listening, play, serving, until

BRISK = Limits(frozen_s=0.4)
BUSY = {"toss_ms": 500, "min_toss_ms": 300}  # something happens all the time


async def limit_pages(server: Server, pages: int) -> None:
    """SQLite's own way to be out of space: it answers as on a full disk."""

    def set_limit(db: sqlite3.Connection) -> None:
        db.execute(f"PRAGMA max_page_count = {pages}").fetchone()

    assert isinstance(server.store, SqliteStore)
    await server.store.ask(set_limit)


def said(client: Client, saving: bool) -> list[Saving]:
    return [one for one in client.heard if isinstance(one, Saving) and one.saving is saving]


def test_a_full_disk_stops_the_table_and_an_emptier_one_lets_it_go_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db", BRISK) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["lightning", "lightning"], start=True, options=BUSY)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.last > 3)
                await limit_pages(server, 1)
                await until(lambda: bool(said(ann, True)))
                assert "the disk is full" in said(ann, True)[0].why
                await asyncio.sleep(0.6)  # what was stored before may still arrive
                frozen_at = ann.last
                act = await ann.act("toss")
                await asyncio.sleep(0.6)
                assert ann.last == frozen_at, "nothing is shown that is not stored"
                assert act not in ann.answers
                async with ann.http.get(ann.base + "/health") as answer:
                    assert (answer.status, await answer.read()) == (503, b"")
                with pytest.raises(ServerSaidNo) as caught:
                    await ann.open("slamwich")
                assert caught.value.error == "saving"
                await limit_pages(server, 1_000_000)
                await until(lambda: bool(said(ann, False)))
                await until(lambda: ann.last > frozen_at + 2)
            entries = await server.store.load(code)
            state, _ = read_table(entries, all_games())
            assert state.table == code

    play(evening)


class SlowStore:
    """Takes its time over every append."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.delay = 0.0
        self.stored = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], told: WhenStored) -> None:
        def stored(problem: Exception | None) -> None:
            if problem is None:
                self.stored = max(self.stored, entries[-1].seq)
            told(problem)

        loop = asyncio.get_running_loop()
        loop.call_later(self.delay, self.store.post, table, epoch, entries, stored)


def test_a_slow_disk_delays_what_is_shown_and_a_very_slow_one_stops_the_game(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db", BRISK) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["lightning", "lightning"], start=True, options=BUSY)
            assert isinstance(server.store, SqliteStore)
            slow = SlowStore(server.store)
            table = server.lobby.tables[code]
            table.store = slow  # type: ignore[assignment]
            await ann.connect()
            async with listening(ann):
                slow.delay = 0.15
                await until(lambda: ann.last > 5)
                assert not said(ann, True)
                slow.delay = 1.0
                await until(lambda: bool(said(ann, True)))
                assert "slow" in said(ann, True)[0].why
                slow.delay = 0.0
                await until(lambda: bool(said(ann, False)))
                before = ann.last
                await until(lambda: ann.last > before + 2)
            assert await ann.get("/health") == b""
            heads = {entry.head for entry in await server.store.load(code)}
            shown = [one for one in ann.heard if isinstance(one, say.Stim | say.News)]
            assert shown
            assert all(one.head in heads for one in shown)

    play(evening)


def test_a_table_whose_journal_was_taken_over_lets_go(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path / "a.db") as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["lightning"], start=True, options=BUSY)
            await ann.connect()
            table = server.lobby.tables[code]
            table.epoch -= 1  # as if somebody else had opened it since
            async with listening(ann):
                await until(lambda: ann.closing is not None)
            assert server.lobby.tables.get(code) is not table

    play(evening)


def test_who_comes_while_entries_are_on_their_way_does_not_keep_the_table_standing() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            code = await ann.open("slamwich")
            table = server.lobby.tables[code]
            await bob.join(code)
            table.freeze("the disk is slow")
            await bob.connect()
            await until(lambda: bool(table.unsaved))  # he has sat down, which nobody has offered to the store
            table.note_saved(table.durable, None)  # what was offered before is stored
            await until(lambda: not table.frozen and not table.unsaved)

    play(evening)
