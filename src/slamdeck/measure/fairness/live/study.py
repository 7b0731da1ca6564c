"""The study against a real server: every row at real tables, many of them at a time, counted as they are played."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiohttp

from slamdeck.core.problems import CheckFailed
from slamdeck.measure.fairness.figures import (
    EVENING,
    SITTING,
    HonestFigures,
    LieFigures,
    StudiedEvening,
    StudiedRace,
    honest_figures,
    lie_figures,
    quantile,
)
from slamdeck.measure.fairness.lies import LIES
from slamdeck.measure.fairness.live.keeping import KeptSitting, keep, read_kept
from slamdeck.measure.fairness.live.lateness import TOO_LATE, Lateness
from slamdeck.measure.fairness.live.tables import Host
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.rows import CLEAN_NAME, HONEST_ROWS, liar
from slamdeck.measure.load import no_collecting, server_process
from slamdeck.server.app import new_loop
from slamdeck.table.races.evidence import LAW
from slamdeck.table.races.law import TIE_BAND
from slamdeck.table.times import MS

AT_ONCE: Final = 132  # tables, on two cores that have nothing else to do; a race takes 6 and 4 ms of theirs
SLOWEST_RACE: Final = 15.0  # s: what a table may take for one, with the events between
MOST_LEFT_OUT: Final = 2  # for one that counts; after that the computer is too busy
TOGETHER: Final = 4  # tables at which the same lie is told at a time
LONGEST_HONESTY: Final = 60  # slaps after which a liar who has not been found stands up


@dataclass(frozen=True)
class LiveSitting:
    """One table that is to be played."""

    row: str
    kind: str  # honest, whole (an evening of a liar), short (until the alarm, and no longer)
    player: Player
    races: int


@dataclass
class LiveStudy:
    """What has been played so far; complete at any moment."""

    races: int  # of every honest row
    lying: int  # of every lie, until the alarm; and for so many slaps whole evenings, one at least
    seed: int = 1
    rows: tuple[str, ...] = tuple(HONEST_ROWS)
    lies: tuple[str, ...] = tuple(LIES)
    played: dict[str, list[StudiedEvening]] = field(default_factory=dict)
    short: dict[str, list[StudiedEvening]] = field(default_factory=dict)
    whole: dict[str, list[StudiedEvening]] = field(default_factory=dict)
    tables: int = AT_ONCE
    lost: int = 0  # tables that were given up
    lateness: Lateness = field(default_factory=Lateness)
    file: Path | None = None  # where it is kept

    def __post_init__(self) -> None:
        if self.file is not None:
            for one in read_kept(self.file):
                self.kept(one.row, one.kind).append(one.evening)

    @property
    def evenings(self) -> int:
        """Whole ones of every lie."""
        return max(self.lying // EVENING, 1)

    @property
    def evening(self) -> int:
        """Slaps of a whole one."""
        return min(EVENING, self.lying)

    @property
    def planned(self) -> int:
        return self.races * len(self.rows) + (self.lying + self.evenings * self.evening) * len(self.lies)

    @property
    def left_out(self) -> int:
        """Races during which this computer was late for our clients, also of what was kept before."""
        evenings = itertools.chain(*self.played.values(), *self.short.values(), *self.whole.values())
        return sum(evening.left_out for evening in evenings)

    @property
    def counted(self) -> int:
        return sum(map(count_races, itertools.chain(self.played.values(), self.short.values(), self.whole.values())))

    def how_it_went(self) -> str:
        late = [quantile(self.lateness.all, share) for share in (0.5, 0.99)]
        return (
            f"Law {LAW} of races, {self.tables} tables at a time. Our clients did what they had to do {late[0]:.1f} ms "
            f"late (p99: {late[1]:.1f} ms). {self.left_out:,} races, when that was more than {TOO_LATE:.0f} ms, "
            f"are left out beside {self.counted:,} that count."
        )

    def sittings(self) -> Iterable[LiveSitting]:
        """What is still to be played, in turns, so that a study that is stopped has something of every row."""
        honest = {name: self.races - count_races(self.played.get(name, [])) for name in self.rows}
        whole = {name: self.evenings - len(self.whole.get(name, [])) for name in self.lies}
        for number in range(max([*whole.values(), 0])):
            for name, evenings in whole.items():
                if evenings > number and self.evening:
                    yield LiveSitting(name, "whole", liar(name, CLEAN_NAME), self.evening)
        for number in range(math.ceil(max([*honest.values(), 0]) / SITTING)):
            for name, races in honest.items():
                if races > number * SITTING:
                    yield LiveSitting(name, "honest", HONEST_ROWS[name], min(SITTING, races - number * SITTING))

    async def play(self, base: str, note: Callable[[], None]) -> None:
        gate = asyncio.Semaphore(self.tables)
        tables = itertools.chain(self.played.values(), self.short.values(), self.whole.values())
        numbers = itertools.count(1 + sum(map(len, tables)))
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=30)
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(
            cookie_jar=aiohttp.DummyCookieJar(), timeout=timeout, connector=connector
        ) as http:
            host = Host(base, http, self.lateness)

            async def sit(sitting: LiveSitting) -> StudiedEvening:
                evening = StudiedEvening()
                self.kept(sitting.row, sitting.kind).append(evening)

                def count(race: StudiedRace | None) -> bool:
                    if race is None:
                        evening.left_out += 1
                        return evening.left_out >= MOST_LEFT_OUT * sitting.races
                    evening.races.append(race)
                    note()
                    if race.estimated and evening.alarm is None:
                        evening.alarm = len(evening.races)
                    ended = sitting.kind == "short" and evening.alarm is not None
                    return ended or len(evening.races) >= sitting.races

                async with gate:
                    seed = f"{self.seed} {next(numbers)}"
                    whole = False
                    try:
                        whole = await self.sit_down(host, sitting, seed, count)
                    finally:
                        self.keep(sitting, evening, whole)
                return evening

            async def find_out(name: str) -> None:
                """One table after the other, until there are enough races that the statistic had nothing to say on."""
                while count_races(self.short.get(name, [])) < self.lying:
                    more = [LiveSitting(name, "short", liar(name, CLEAN_NAME), LONGEST_HONESTY)] * TOGETHER
                    if not count_races(await asyncio.gather(*map(sit, more))):
                        return

            async def fill_rows() -> None:
                """Again, where tables were given up or races left out; until that brings nothing more."""
                before = -1
                while before < self.counted and (more := list(self.sittings())):
                    before = self.counted
                    async with asyncio.TaskGroup() as tables:
                        for sitting in more:
                            tables.create_task(sit(sitting))

            watching = asyncio.create_task(self.lateness.watch())
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(fill_rows())
                    for name in self.lies:
                        group.create_task(find_out(name))
            finally:
                watching.cancel()

    def keep(self, sitting: LiveSitting, evening: StudiedEvening, whole: bool) -> None:
        """`whole`: it was not broken off. Of honest people every race stands for itself."""
        if self.file is not None and evening.races and (whole or sitting.kind == "honest"):
            keep(self.file, KeptSitting(sitting.row, sitting.kind, evening, LAW))

    def kept(self, row: str, kind: str) -> list[StudiedEvening]:
        rows = {"honest": self.played, "short": self.short, "whole": self.whole}[kind]
        return rows.setdefault(row, [])

    async def sit_down(
        self, host: Host, sitting: LiveSitting, seed: str, count: Callable[[StudiedRace | None], bool]
    ) -> bool:
        """False if the table was given up."""
        try:
            await host.play((sitting.player, Player()), seed, count, sitting.races * SLOWEST_RACE)
        except (TimeoutError, ConnectionError, aiohttp.ClientError, CheckFailed):
            self.lost += 1
            return False
        return True

    # ---- what it adds up to ----------------------------------------------------------------------

    def honest(self) -> list[HonestFigures]:
        band = TIE_BAND / MS
        return [
            honest_figures(name, self.played[name], self.played[name], band)
            for name in self.rows
            if count_races(self.played.get(name, []))
        ]

    def lying_rows(self) -> list[LieFigures]:
        rows = []
        for name in self.lies:
            short, whole = (self.short.get(name, []), self.whole.get(name, []))
            if count_races([*short, *whole]):
                lie = LIES[name]
                figures = lie_figures(name, CLEAN_NAME, short, whole, lie.needs_own_client, lie.about_races_alone)
                rows.append(figures)
        return rows


def count_races(evenings: Iterable[StudiedEvening]) -> int:
    return sum(len(evening.races) for evening in evenings)


def run_live(study: LiveStudy, note: Callable[[], None]) -> None:
    """Start a server on this computer that keeps nothing, play, end it."""
    with server_process(memory=True) as server, no_collecting(), asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(study.play(server.base, note))
