"""All tables of a server: opened, found by code, woken from the store, put to sleep, closed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import Problem, UsageProblem
from slamdeck.games import all_games, find_game
from slamdeck.server.config import Limits
from slamdeck.server.http.answers import JoinTable, OpenTable, SeatTaken, TableInfo
from slamdeck.server.http.codes import new_code
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.sessions import person_at
from slamdeck.server.ops.metrics import Metrics
from slamdeck.server.socket.messages import Farewell
from slamdeck.server.store.contract import Store, StoreProblem, StoreUnavailable
from slamdeck.server.store.contract import TableInfo as StoredTable
from slamdeck.server.tables.alarms import Alarms, micros
from slamdeck.server.tables.hosted import Newcomer, RunningTable
from slamdeck.server.tables.search_pool import Thinkers, ThinkingHouse
from slamdeck.table.company.names import NAMELESS, clean_name
from slamdeck.table.journal.commitment import new_seed
from slamdeck.table.journal.export import export, finished
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.live import MOST_PEOPLE, LiveTable
from slamdeck.table.messages import AddBot, Start
from slamdeck.table.state import PLAYING, SEALING

log = logging.getLogger("slamdeck.lobby")

OWNER: Final = "here"
ASLEEP: Final = "asleep"
RACE_PATIENCE_S: Final = 2.0  # an open race is over by then, by the arbiter's own caps
LAG_SAMPLE_S: Final = 0.1
LAG_WEIGHT: Final = 0.3  # of the latest sample: one hiccup is no overload, three in a row are
HOUSEKEEPING_S: Final = 5.0
WARM_UP_STEPS: Final = 4  # the deal, and the first moves
RENEW_S: Final = 3600.0


class Lobby:
    def __init__(self, store: Store, limits: Limits, metrics: Metrics, thinkers: Thinkers) -> None:
        self.store = store
        self.limits = limits
        self.metrics = metrics
        self.thinkers = thinkers
        self.alarms = Alarms()
        store.answer_through(self.alarms)
        self.tables: dict[str, RunningTable] = {}
        self.stored: dict[str, StoredTable] = {}  # every table that the store knows, as it was last looked at
        self.moving: dict[str, asyncio.Task[Any]] = {}  # being woken or put to sleep
        self.opened_by: dict[str, str] = {}
        self.stopping = False
        self.lag = 0.0  # s, of the event loop
        self.tasks: set[asyncio.Task[Any]] = set()
        self.renewed = time.monotonic()
        metrics.gauge("tables", "Tables in memory.", lambda: len(self.tables))
        metrics.gauge("people", "People connected.", self.people)
        metrics.gauge("frozen_tables", "Tables that stand still because the disk fails.", self.frozen)
        metrics.gauge("loop_lag_seconds", "How late the event loop is.", lambda: self.lag)

    async def begin(self) -> None:
        """Tables that were being played wake up when the first of their people comes back."""
        self.stored = {info.table: info for info in await self.store.tables()}
        warm_up()
        self.spawn(self.measure_lag())
        self.spawn(self.keep_house())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def people(self) -> int:
        return sum(len(table.wires) for table in self.tables.values())

    def anybody_plays(self) -> bool:
        return any(table.wires and table.is_playing() for table in self.tables.values())

    def frozen(self) -> int:
        return sum(1 for table in self.tables.values() if table.frozen)

    # ---- opening ---------------------------------------------------------------------------------

    async def open(self, ask: OpenTable, session: str) -> RunningTable:
        self.check_room(session)
        info = checked(ask)
        name = checked_name(ask.name)
        code = self.unused_code()
        house = self.new_house(code)
        live = LiveTable.open(code, info, house, new_seed, options=dict(ask.options), settings=ask.settings)
        house.state = live.state
        epoch = await self.claim(code)
        table = RunningTable(live, epoch, 0, self.store, self.metrics, self.limits, self.alarms, self.drop)
        person = person_at(session, code)
        table.guests[person] = Newcomer(name, False)
        live.join(micros(), person, name, watch=ask.watch)
        for bot in ask.bots:
            live.receive(micros(), person, AddBot(bot))
        live.disconnect(micros(), person)
        table.start_for = person if ask.start else ""
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
        if len(self.tables) >= self.limits.tables or self.lag * 1000 > self.limits.lag_ms:
            raise Refusing(No.BUSY)
        own = sum(1 for code, opener in self.opened_by.items() if opener == session and code in self.tables)
        if own >= self.limits.tables_per_session:
            raise Refusing(No.TOO_MANY, f"you have opened {own} tables already; leave one of them first", 60)

    def unused_code(self) -> str:
        code = new_code()
        while code in self.stored or code in self.tables:
            code = new_code()
        return code

    def new_house(self, code: str) -> ThinkingHouse:
        def moved() -> None:
            self.metrics.decisions.add()
            if code in self.tables:
                self.tables[code].nudge()

        return ThinkingHouse(self.thinkers, moved)

    async def claim(self, code: str) -> int:
        """Own a table for as long as it is kept."""
        before = self.stored.get(code)
        lease = round(self.limits.kept_s * 1000)
        try:
            if before is not None and before.owner not in (OWNER, ""):
                await self.store.release(code, before.epoch)
            epoch = await self.store.open_table(code, OWNER, "", lease)
        except StoreUnavailable as problem:
            raise Refusing(No.SAVING) from problem
        self.stored[code] = StoredTable(code, OWNER, "", epoch, now_ms() + lease, 0, 0)
        return epoch

    # ---- finding ---------------------------------------------------------------------------------

    async def find(self, code: str | None) -> RunningTable:
        """The table of that code, woken up if need be."""
        if code is None:
            raise Refusing(No.WRONG_CODE)
        if code in self.moving:
            await asyncio.wait([self.moving[code]])
        if code in self.tables:
            return self.tables[code]
        self.check_open(code)
        if self.stopping:
            raise Refusing(No.STOPPING)
        if code not in self.moving:
            self.moving[code] = task = asyncio.ensure_future(self.wake(code))
            task.add_done_callback(lambda _: self.moving.pop(code, None))
        return await asyncio.shield(self.moving[code])

    def at_hand(self, code: str) -> RunningTable | None:
        """The table of that code, if nothing has to be done for it."""
        return self.tables.get(code) if code not in self.moving else None

    def check_open(self, code: str) -> None:
        if code not in self.stored:
            raise Refusing(No.WRONG_CODE)
        if self.stored[code].lease_until <= now_ms():
            raise Refusing(No.CLOSED)

    async def wake(self, code: str) -> RunningTable:
        """From the journal, in a thread: replaying a long evening takes a moment."""
        began = time.monotonic()
        try:
            links = await self.store.load(code)
            house = self.new_house(code)
            live = await asyncio.to_thread(rebuild, links, all_games(), house, new_seed)
        except StoreUnavailable as problem:
            raise Refusing(No.SAVING) from problem
        except Problem as problem:
            log.error("table %s cannot be restored: %s", code, problem)
            raise Refusing(No.CLOSED, f"this table cannot be restored: {problem}") from problem
        house.state = live.state
        epoch = await self.claim(code)
        last = links[-1].seq
        table = RunningTable(live, epoch, last, self.store, self.metrics, self.limits, self.alarms, self.drop)
        self.tables[code] = table
        table.guard(lambda: live.wake(micros()))
        self.metrics.tables_restored.add()
        log.info("table %s restored: %d entries in %.2f s", code, len(links), time.monotonic() - began)
        return table

    def drop(self, table: RunningTable) -> None:
        """What is in memory cannot be trusted or stored any more; whoever comes back gets what is stored."""
        table.stop()
        table.close_wires(Farewell.STOPPING)
        if self.tables.get(table.code) is table:
            del self.tables[table.code]

    # ---- joining ---------------------------------------------------------------------------------

    def join(self, table: RunningTable, ask: JoinTable, person: str) -> None:
        """Raises Refusing. The seat itself is taken when the socket comes."""
        name = checked_name(ask.name)
        state = table.live.state
        own = state.seats_of(person)
        if own:
            table.guests[person] = Newcomer(state.seats[own[0]].name, False)
            return
        others = [seat.name for seat in state.seats]
        others += [one.name for who, one in table.guests.items() if who != person and who in table.wires]
        if name.casefold() in {other.casefold() for other in others}:
            raise Refusing(No.NAME_TAKEN)
        if not ask.watch:
            check_seat(table.live)
        if len(table.live.desk.people) >= MOST_PEOPLE and person not in table.live.desk.people:
            raise Refusing(No.NO_ROOM)
        table.guests[person] = Newcomer(name, not ask.watch)
        if len(table.guests) > 4 * MOST_PEOPLE:
            forget_who_left(table)

    def info(self, table: RunningTable, person: str) -> TableInfo:
        live = table.live
        state = live.state
        shown = [live.desk.seat_shown(number) for number in range(len(state.seats))]
        return TableInfo(
            table=table.code,
            code=table.code,
            game=state.info.slug,
            title=state.info.title,
            phase=state.phase,
            paused=state.paused,
            seats=[SeatTaken(seat.name, seat.bot, seat.away) for seat in shown],
            most=state.info.most,
            room=has_seat(live),
            watching=sum(1 for who in table.wires if not state.seats_of(who)),
            host=next((seat.name for seat in shown if seat.host), ""),
            options=state.options,
            joined=table.knows(person),
            record=bool(state.wins) or bool(state.places),
        )

    async def record(self, code: str | None) -> bytes:
        """Of a closed table too: a record outlives its table."""
        if code is None or code not in self.stored:
            raise Refusing(No.WRONG_CODE)
        try:
            links = await self.store.load(code)
        except StoreUnavailable as problem:
            raise Refusing(No.SAVING) from problem
        if not finished(links):
            raise Refusing(No.NOT_OVER)
        return await asyncio.to_thread(export, links)

    # ---- housekeeping ----------------------------------------------------------------------------

    async def measure_lag(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(LAG_SAMPLE_S)
            late = max(0.0, time.monotonic() - began - LAG_SAMPLE_S)
            self.lag += (late - self.lag) * LAG_WEIGHT

    async def keep_house(self) -> None:
        while True:
            await asyncio.sleep(min(HOUSEKEEPING_S, self.limits.asleep_s))
            try:
                await self.tidy_up()
            except StoreProblem as problem:
                log.warning("housekeeping: %s", problem)

    async def tidy_up(self) -> None:
        now = time.monotonic()
        for table in list(self.tables.values()):
            if table.has_grown_too_long():
                await self.close_table(table)
            elif not table.wires and now - table.empty_since > self.limits.asleep_s and not table.unsaved:
                await self.put_to_sleep(table)
        if now - self.renewed > RENEW_S:
            self.renewed = now
            await self.store.renew(OWNER, round(self.limits.kept_s * 1000))

    async def put_to_sleep(self, table: RunningTable) -> None:
        """Out of the memory; the journal has everything."""
        table.stop()
        code = table.code
        lease = round(self.limits.kept_s * 1000)

        async def lie_down() -> None:
            await self.store.release(code, table.epoch)
            epoch = await self.store.open_table(code, ASLEEP, "", lease)
            self.stored[code] = StoredTable(code, ASLEEP, "", epoch, now_ms() + lease, 0, 0)

        del self.tables[code]
        self.opened_by.pop(code, None)
        self.moving[code] = task = asyncio.ensure_future(lie_down())
        task.add_done_callback(lambda _: self.moving.pop(code, None))
        await task

    async def close_table(self, table: RunningTable) -> None:
        """For good."""
        table.stop()
        table.close_wires(Farewell.CLOSED)
        del self.tables[table.code]
        self.stored[table.code] = StoredTable(table.code, "", "", table.epoch, 0, 0, 0)
        await self.store.release(table.code, table.epoch)

    async def stop(self) -> None:
        """Let open races end, store everything, tell everybody, go."""
        self.stopping = True
        for task in self.tasks:
            task.cancel()
        until = time.monotonic() + RACE_PATIENCE_S
        running = list(self.tables.values())
        while running and time.monotonic() < until:
            for table in [one for one in running if one.is_quiet()]:
                table.hold()
                running.remove(table)
            await asyncio.sleep(0.01)
        for table in self.tables.values():
            table.hold()
        await asyncio.gather(*(table.flush() for table in self.tables.values()))
        for table in self.tables.values():
            table.close_wires(Farewell.STOPPING)
            table.stop()
        self.thinkers.close()


def warm_up() -> None:
    """Play the first moments of every game for nobody, so that the first guests find everything loaded."""
    for info in all_games().values():
        house = ThinkingHouse(Thinkers(0), lambda: None)
        live = LiveTable.open("WARM", info, house, new_seed)
        house.state = live.state
        live.join(0, "nobody", "Nobody")
        for _ in range(info.fewest - 1):
            live.receive(0, "nobody", AddBot("quick"))
        live.receive(0, "nobody", Start())
        for _ in range(WARM_UP_STEPS):
            wakeup = live.next_wakeup(0)
            if wakeup is not None:
                live.tick(wakeup)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def checked(ask: OpenTable) -> GameInfo:
    """The game, if the table that somebody wants can be."""
    try:
        info = find_game(ask.game)
    except UsageProblem as problem:
        raise Refusing(No.NO_GAME, str(problem)) from problem
    house = ThinkingHouse(Thinkers(0), lambda: None)
    seats = len(ask.bots) + (0 if ask.watch else 1)
    try:
        if seats > info.most:
            raise UsageProblem(f"{info.title} is for {info.fewest} to {info.most} players, not {seats}")
        for bot in (*ask.bots, ask.settings.stand_in):
            house.check(info, bot)
        info.read_options(dict(ask.options), max(seats, info.fewest))
    except UsageProblem as problem:
        raise Refusing(No.BAD_OPTION, str(problem)) from problem
    return info


def checked_name(text: str) -> str:
    name = clean_name(text)
    if name == NAMELESS and NAMELESS not in text:
        raise Refusing(No.BAD_NAME)
    return name


def has_seat(live: LiveTable) -> bool:
    state = live.state
    bots = any(seat.bot for seat in state.seats)
    if state.phase in (PLAYING, SEALING):
        return state.settings.late_join and bots and state.phase == PLAYING
    return len(state.seats) < state.info.most or bots


def check_seat(live: LiveTable) -> None:
    if has_seat(live):
        return
    if live.state.phase in (PLAYING, SEALING) and any(seat.bot for seat in live.state.seats):
        raise Refusing(No.BEGUN)
    raise Refusing(No.FULL)


def forget_who_left(table: RunningTable) -> None:
    for who in [who for who in table.guests if who not in table.wires]:
        del table.guests[who]
