"""All tables of a server: opened, found by code, woken from the store, put to sleep, closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import Problem
from slamdeck.games import all_games
from slamdeck.server.cluster.peers import Peers
from slamdeck.server.config import Limits
from slamdeck.server.daily.days import Calendar
from slamdeck.server.http.answers import OpenTable, SeenBy
from slamdeck.server.http.codes import new_code
from slamdeck.server.http.errors import Elsewhere, No, Refusing
from slamdeck.server.http.sessions import person_at
from slamdeck.server.ops.loop_lag import LoopLag
from slamdeck.server.ops.metrics import Metrics
from slamdeck.server.socket.messages import Farewell
from slamdeck.server.store.contract import (
    Keeping,
    Store,
    StoredTable,
    StoreProblem,
    StoreUnavailable,
    TableClosed,
    TableHeld,
)
from slamdeck.server.tables.alarms import Alarms, micros
from slamdeck.server.tables.hosted import Newcomer, RunningTable
from slamdeck.server.tables.joining import checked_deck, checked_game, checked_name, haunted
from slamdeck.server.tables.library import Library
from slamdeck.server.tables.ownership import Ownership, ServerNode
from slamdeck.server.tables.records import Record, check_not_today, find_record
from slamdeck.server.tables.search_pool import Thinkers, ThinkingHouse
from slamdeck.server.tables.stored_journal import begin_to_read, journal_of
from slamdeck.server.tables.warm_up import warm_up
from slamdeck.table.journal.commitment import new_seed
from slamdeck.table.journal.entries import Given
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.live import LiveTable
from slamdeck.table.messages import AddBot
from slamdeck.table.settings import Settings

log = logging.getLogger("slamdeck.lobby")

RACE_PATIENCE_S: Final = 2.0  # an open race is over by then, by the arbiter's own caps
HOUSEKEEPING_S: Final = 5.0
WAKING_AT_ONCE: Final = 64  # as many as one statement claims
NO_LEASE: Final = "the server cannot reach its database; the game stands still"
TIDYING_S: Final = 60.0  # between two rounds over what is stored
STEP_S: Final = 0.02  # between two steps of one round, and longer if a step takes long
STEP_SHARE: Final = 4  # of the time belong to others


class Lobby:
    def __init__(
        self,
        store: Store,
        limits: Limits,
        metrics: Metrics,
        thinkers: Thinkers,
        games: Mapping[str, GameInfo] | None = None,
        node: ServerNode | None = None,
        seen_by: SeenBy = "players",
    ) -> None:
        self.store = store
        self.ownership = Ownership(store, node or ServerNode(), self.still_own, self.stand_still)
        self.peers = Peers(store, self.ownership.node, self.load, lambda name: None)
        self.have_others_the_store: Callable[[], Awaitable[bool]] | None = None
        self.games = all_games() if games is None else games  # with the cards of this house
        self.limits = limits
        self.keeping = Keeping(round(1000 * max(limits.kept_s, limits.records_kept_s)), limits.disk_mb * 1_000_000)
        self.metrics = metrics
        self.thinkers = thinkers
        self.alarms = Alarms()
        self.calendar = Calendar()
        store.answer_through(self.alarms.run_soon)
        self.tables: dict[str, RunningTable] = {}
        self.waking: dict[str, asyncio.Task[RunningTable]] = {}
        self.waking_turns = asyncio.Semaphore(WAKING_AT_ONCE)
        self.opened_by: dict[str, str] = {}
        self.records_turn = asyncio.Lock()
        self.library = Library(store, self.games, self.records_turn, seen_by)
        self.stopping = False
        self.lag = LoopLag()
        self.tasks: set[asyncio.Task[Any]] = set()
        metrics.gauge("tables", "Tables in memory.", lambda: len(self.tables))
        metrics.gauge("people", "People connected.", self.people)
        metrics.gauge("frozen_tables", "Tables that stand still because the disk fails.", self.frozen)
        metrics.gauge("loop_lag_seconds", "How late the event loop is.", lambda: self.lag.seconds)

    async def begin(self) -> None:
        """All tables sleep, those too that were being played when the server was killed. Each wakes up when the first
        of its people comes back."""
        await self.ownership.begin()
        warm_up()
        self.spawn(self.lag.measure())
        self.spawn(self.again_and_again(self.tidy_up))
        self.spawn(self.again_and_again(self.note_what_has_ended))
        self.spawn(self.keep_the_store())
        self.spawn(self.ownership.keep(self.peers.meet))
        if self.is_shared():
            await self.peers.meet()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def people(self) -> int:
        return sum(len(table.wires) for table in self.tables.values())

    def load(self) -> int:
        return len(self.tables) + self.people()

    def is_shared(self) -> bool:
        """Are there others beside this node, or may there be?"""
        return bool(self.ownership.node.addr)

    def anybody_plays(self) -> bool:
        return any(table.wires and table.is_playing() for table in self.tables.values())

    def frozen(self) -> int:
        return sum(1 for table in self.tables.values() if table.frozen)

    # ---- opening ---------------------------------------------------------------------------------

    async def open(self, ask: OpenTable, session: str) -> RunningTable:
        self.check_room(session)
        info = checked_game(ask, self.games)
        deck = checked_deck(info, ask)
        name = checked_name(ask.name)
        code = await self.unused_code()
        house = self.new_house(code)
        settings, options = ask.settings, dict(ask.options)
        live = LiveTable.open(
            *(code, info, house, new_seed), deck=deck, options=options, settings=settings, begins=ask.start
        )
        house.state = live.state
        person = person_at(session, code)
        live.join(micros(), person, name, watch=ask.watch)
        for bot in ask.bots:
            live.receive(micros(), person, AddBot(bot))
        live.disconnect(micros(), person)
        return await self.put_up(live, person, name, session)

    async def open_given(
        self,
        info: GameInfo,
        given: Given,
        ghosts: Sequence[str | None],
        options: Mapping[str, object],
        settings: Settings,
        name: str,
        session: str,
        deck: Deck | None = None,
    ) -> RunningTable:
        """A table whose deal is given. `ghosts`: their names by seat, and None for who plays against them."""
        self.check_room(session)
        name = checked_name(name)
        code = await self.unused_code()
        house = self.new_house(code)
        live = LiveTable.open(
            *(code, info, house, new_seed), deck=deck, options=options, settings=settings, given=given, begins=True
        )
        house.state = live.state
        person = person_at(session, code)
        live.seats.change(haunted(ghosts, person, name), person)
        live.join(micros(), person, name)
        live.disconnect(micros(), person)
        return await self.put_up(live, person, name, session)

    async def put_up(self, live: LiveTable, person: str, name: str, session: str) -> RunningTable:
        """A new table is there for everybody as soon as it is stored."""
        code = live.state.table
        epoch = await self.claim(code)
        await self.check_opened(code, epoch, session)
        table = RunningTable(live, epoch, 0, self.store, self.metrics, self.limits, self.alarms, self.drop)
        table.guests[person] = Newcomer(name, False)
        self.tables[code] = table
        self.opened_by[code] = session
        table.pump()
        if not await table.flush():
            self.drop(table)
            raise Refusing(No.SAVING)
        self.metrics.tables_opened.add()
        return table

    def check_room(self, session: str) -> None:
        if self.stopping:
            raise Refusing(No.STOPPING)
        if self.frozen():
            raise Refusing(No.SAVING)
        if len(self.tables) >= self.limits.tables or self.lag.seconds * 1000 > self.limits.lag_ms:
            raise Refusing(No.BUSY)
        self.check_share(sum(1 for opener in self.opened_by.values() if opener == session))

    def check_share(self, opened: int) -> None:
        if opened >= self.limits.tables_per_session:
            raise Refusing(No.TOO_MANY, f"you have opened {opened} tables already; leave one of them first", 60)

    async def check_opened(self, code: str, epoch: int, session: str) -> None:
        """At all nodes together; one too many is as if it had never been."""
        try:
            opened = await self.store.note_opener(code, person_at(session, "")) or 1
            if opened > self.limits.tables_per_session:
                await self.store.release(code, epoch)
                await self.store.forget(code)
        except StoreUnavailable as problem:
            raise Refusing(No.SAVING) from problem
        self.check_share(opened - 1)

    async def unused_code(self) -> str:
        code = new_code()
        while await self.stored(code) is not None:
            code = new_code()
        return code

    def new_house(self, code: str) -> ThinkingHouse:
        def moved() -> None:
            self.metrics.decisions.add()
            if code in self.tables:
                self.tables[code].nudge()

        return ThinkingHouse(self.thinkers, moved)

    async def claim(self, code: str) -> int:
        """Own a table; its epoch."""
        try:
            return await self.ownership.claim(code)
        except StoreUnavailable as problem:
            raise Refusing(No.SAVING) from problem
        except TableHeld as problem:
            raise Elsewhere(code, problem.owner, problem.addr, problem.left_ms) from problem
        except TableClosed as problem:
            raise Refusing(No.CLOSED) from problem

    async def stored(self, code: str | None) -> StoredTable | None:
        """What the store knows of it, asked beside the writer."""
        try:
            return await self.store.find(code) if code is not None else None
        except StoreUnavailable as problem:
            raise Refusing(No.SAVING) from problem

    # ---- finding ---------------------------------------------------------------------------------

    async def find(self, code: str | None) -> RunningTable:
        """The table of that code, woken up if need be. Raises Elsewhere if another node has it, for all we know."""
        if code in self.tables:
            return self.tables[code]
        if code not in self.waking:
            stored = await self.stored(code)
            if code is None or stored is None:
                raise Refusing(No.WRONG_CODE)
            if stored.closed or stored.rested > 1000 * self.limits.kept_s:
                raise Refusing(No.CLOSED)
            if code not in self.tables and self.peers.seems_well(stored.owner):
                raise Elsewhere(code, stored.owner, stored.addr)
        return await self.take_over(code)

    async def take_over(self, code: str) -> RunningTable:
        """One that we know of; the store says whether another node still has it."""
        if code in self.tables:
            return self.tables[code]
        if code not in self.waking:
            if self.stopping:
                raise Refusing(No.STOPPING)
            self.waking[code] = task = asyncio.ensure_future(self.wake(code))
            task.add_done_callback(lambda _: self.waking.pop(code, None))
        return await asyncio.shield(self.waking[code])

    def at_hand(self, code: str) -> RunningTable | None:
        """The table of that code, if nothing has to be done for it."""
        return self.tables.get(code)

    async def wake(self, code: str) -> RunningTable:
        """Not all at once: each stands in the writer's line, also if the table turns out to be with another server."""
        async with self.waking_turns:
            return await self.restore(code)

    async def restore(self, code: str) -> RunningTable:
        """From the journal, in a thread: replaying a long evening takes a moment."""
        began = time.monotonic()
        house = self.new_house(code)
        epoch = await self.claim(code)
        try:
            begun, last = await begin_to_read(self.store, code)
            entries = journal_of(self.store, code, last, asyncio.get_running_loop(), begun)
            live = await asyncio.to_thread(rebuild, entries, self.games, house, new_seed)
        except Problem as problem:
            with contextlib.suppress(StoreProblem):
                await self.store.release(code, epoch)
            if isinstance(problem, StoreUnavailable):
                raise Refusing(No.SAVING) from problem
            log.error("table %s cannot be restored: %s", code, problem)
            raise Refusing(No.CLOSED, f"this table cannot be restored: {problem}") from problem
        house.state = live.state
        table = RunningTable(live, epoch, last, self.store, self.metrics, self.limits, self.alarms, self.drop)
        self.tables[code] = table
        table.guard(lambda: live.wake(micros()))
        self.metrics.tables_restored.add()
        log.info("table %s restored: %d entries in %.2f s", code, last, time.monotonic() - began)
        return table

    async def record(self, code: str | None) -> Record:
        """Of a closed table too: a record outlives its table."""
        stored = await self.stored(code)
        if stored is None or stored.rested > self.keeping.rest_ms:
            raise Refusing(No.WRONG_CODE)
        try:
            await check_not_today(self.store, self.records_turn, stored.table, self.calendar.today().isoformat())
            record = await find_record(self.store, self.records_turn, stored)
        except StoreUnavailable as problem:
            raise Refusing(No.SAVING) from problem
        except StoreProblem as problem:
            log.error("the record of table %s cannot be read: %s", code, problem)
            raise Refusing(No.BROKEN) from problem
        if record is None:
            raise Refusing(No.NOT_OVER)
        return record

    # ---- letting go ------------------------------------------------------------------------------

    def drop(self, table: RunningTable) -> None:
        """What is in memory cannot be trusted or stored any more; whoever comes back gets what is stored."""
        self.let_go(table)
        table.close_wires(Farewell.MOVED if self.is_shared() else Farewell.STOPPING)

    async def put_to_sleep(self, table: RunningTable) -> None:
        """Out of the memory; the journal has everything."""
        self.let_go(table)
        await self.store.release(table.code, table.epoch)

    async def close_table(self, table: RunningTable) -> None:
        """For good."""
        self.let_go(table)
        table.close_wires(Farewell.CLOSED)
        await self.store.close_table(table.code, table.epoch)

    def let_go(self, table: RunningTable) -> None:
        table.stop()
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
            self.opened_by.pop(table.code, None)

    # ---- ownership -------------------------------------------------------------------------------

    def stand_still(self) -> None:
        """Somebody else may take our tables over any moment now: nothing more happens here."""
        for table in self.tables.values():
            table.freeze(NO_LEASE)
        if self.have_others_the_store is not None:
            self.spawn(self.let_people_go(self.have_others_the_store))

    async def let_people_go(self, have_others_the_store: Callable[[], Awaitable[bool]]) -> None:
        """To a node that reaches the store, if there is one. If nobody does, they may as well wait here."""
        while self.ownership.is_lost:
            await asyncio.sleep(self.ownership.node.renew_s)
            if self.ownership.is_lost and await have_others_the_store():
                log.warning("other servers reach the database: people are sent there")
                for table in list(self.tables.values()):
                    self.drop(table)

    def still_own(self, own: list[str]) -> None:
        """Those that were taken over meanwhile are gone; the others go on."""
        ours = set(own)
        for table in list(self.tables.values()):
            if table.code not in ours and not table.stopped:
                log.error("table %s was taken over by another server", table.code)
                self.drop(table)
            elif table.frozen == NO_LEASE and table.unsaved:
                table.save_again()  # whoever came or went meanwhile; it goes on when that is stored
            elif table.frozen == NO_LEASE:
                table.thaw()

    # ---- housekeeping ----------------------------------------------------------------------------

    async def again_and_again(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(min(HOUSEKEEPING_S, self.limits.asleep_s, self.limits.asleep_soon_s))
            try:
                await work()
            except StoreProblem as problem:
                log.warning("housekeeping: %s", problem)

    async def note_what_has_ended(self) -> None:
        """By itself: reading long journals takes a while, and tables that nobody needs do not stay for that long."""
        await self.library.note(list(self.tables.values()))

    async def tidy_up(self) -> None:
        """What has ended at a table is written down before it goes."""
        now = time.monotonic()
        for table in [table for table in self.tables.values() if self.library.has_noted(table)]:
            if table.has_grown_too_long():
                await self.close_table(table)
            elif not table.wires and now - table.empty_since > self.drowsy_s(table) and not table.unsaved:
                await self.put_to_sleep(table)

    def drowsy_s(self, table: RunningTable) -> float:
        """For how long an empty table stays in memory, where its bots play on and think: not for long, unless it would
        take long to wake it. Whoever opens tables and leaves them has no more than a minute's worth here."""
        limits = self.limits
        return limits.asleep_s if table.durable > limits.short_journal else min(limits.asleep_soon_s, limits.asleep_s)

    async def keep_the_store(self) -> None:
        """What is kept, and for how long, is decided in the settings; it is seen to a little at a time."""
        while True:
            began = time.monotonic()
            try:
                more = await self.store.tidy(self.keeping)
            except StoreProblem as problem:
                log.warning("housekeeping: %s", problem)
                more = False
            took = time.monotonic() - began
            await asyncio.sleep(STEP_S + STEP_SHARE * took if more else TIDYING_S)

    async def stop(self) -> None:
        """Let open races end, store everything, tell everybody, go. Leases are renewed until the end."""
        self.stopping = True
        with contextlib.suppress(StoreProblem):
            await self.library.note(list(self.tables.values()))
        if self.is_shared() and self.ownership.begun:
            with contextlib.suppress(StoreProblem):
                await self.peers.part()
        await asyncio.gather(*(self.hand_on(table) for table in list(self.tables.values())))
        for task in self.tasks:
            task.cancel()
        self.thinkers.close()
        await self.ownership.end()

    async def hand_on(self, table: RunningTable) -> None:
        """Each as soon as it can be: another node may go on with it before its people are even told."""
        until = time.monotonic() + RACE_PATIENCE_S
        while not table.is_quiet() and time.monotonic() < until:
            await asyncio.sleep(0.01)
        table.hold()
        if await table.flush() and self.is_shared():
            with contextlib.suppress(StoreProblem):
                await self.store.release(table.code, table.epoch)
        self.let_go(table)
        table.close_wires(Farewell.MOVED if self.peers.living else Farewell.STOPPING)
