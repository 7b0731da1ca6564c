"""Today's deal: its seed, its ghosts, who has tried it, and what came of it.

The seed follows from the date and a key that only this server has, so nobody can know the cards of a day before it, and
yesterday's say nothing of today's. A try counts once for a person and a day; a person is a browser. Kept is, until the
day after, which table a try was at and what came of it, under a name that leads back to nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import time
from collections.abc import Mapping
from typing import Final

import msgspec

from slamdeck.core.game import GameInfo
from slamdeck.core.options import ShortGame
from slamdeck.core.problems import Problem
from slamdeck.core.recorded_hands import RecordedHands
from slamdeck.server.daily.rehearsal import rehearse
from slamdeck.server.daily.results import standing_of, tried
from slamdeck.server.daily.shapes import DailyGame, DailyShown, DailyTry
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.sessions import person_at
from slamdeck.server.store.contract import StoreProblem
from slamdeck.server.tables.lobby import Lobby
from slamdeck.server.tables.stored_journal import journal_of
from slamdeck.table.journal.entries import Given
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.settings import Settings
from slamdeck.table.state import OVER

log = logging.getLogger("slamdeck.daily")

KEY: Final = "daily key"
KEY_BYTES: Final = 32
TRY: Final = "daily try "
MOST_TRIES: Final = 100_000  # of one day that are counted
MOST_BROKEN_OFF: Final = 5_000  # that are remembered
FRESH_S: Final = 10.0  # for so long the scores of others are not read again
WATCH_S: Final = 2.0
OWN_SEAT: Final = 0
GHOST_NAMES: Final = ("Ada", "Ben", "Cleo", "Dot", "Eli")
# Nobody plays for somebody who is away, as long as the game's own clocks go on without them.
SETTINGS: Final = Settings(absent="skip", late_join=False, next_hand_ms=2_000)


class Scores:
    """Of one day, by game, as they were some seconds ago."""

    def __init__(self, day: str) -> None:
        self.day = day
        self.read_at = -FRESH_S
        self.by_game: dict[str, list[int]] = {}
        self.tries = 0


class DailyDeals:
    def __init__(self, lobby: Lobby, key: bytes) -> None:
        self.lobby = lobby
        self.store = lobby.store
        self.key = key
        self.calendar = lobby.calendar
        self.hands: dict[tuple[str, str], asyncio.Task[RecordedHands]] = {}  # by game and day
        self.scores = Scores("")
        self.opening: set[str] = set()  # tries that are just being opened
        self.under_way: dict[str, str] = {}  # by the name of a try: its table
        self.broken_off: dict[str, int] = {}  # tables that have no result, with their last entry
        self.counting = asyncio.Lock()
        self.reading = asyncio.Lock()

    @classmethod
    async def load(cls, lobby: Lobby) -> DailyDeals:
        deals = cls(lobby, await lobby.store.keep_first(KEY, secrets.token_bytes(KEY_BYTES)))
        lobby.spawn(deals.watch())
        return deals

    # ---- the deal ----------------------------------------------------------------------------------

    def seed_of(self, game: str, day: str) -> bytes:
        return hmac.digest(self.key, f"slamdeck daily 1\0{game}\0{day}".encode(), "sha256")

    async def hands_of(self, info: GameInfo, short: ShortGame, day: str) -> RecordedHands:
        """Recorded when first asked for, beside the tables."""
        known = self.hands.get((info.slug, day))
        if known is None or (known.done() and known.exception() is not None):
            days = (self.today, self.calendar.yesterday().isoformat())
            self.hands = {key: task for key, task in self.hands.items() if key[1] in days}
            work = asyncio.to_thread(rehearse, info, short, self.seed_of(info.slug, day))
            known = self.hands[info.slug, day] = asyncio.ensure_future(work)
        return await asyncio.shield(known)

    @property
    def today(self) -> str:
        return self.calendar.today().isoformat()

    def short_of(self, game: str) -> tuple[GameInfo, ShortGame]:
        info = self.lobby.games.get(game)
        if info is None or info.short is None:
            raise Refusing(No.NO_GAME, "there is no such game, or it has no deal of the day")
        return info, info.short

    # ---- a try ---------------------------------------------------------------------------------------

    async def play(self, game: str, day: str, name: str, session: str) -> str:
        """The code of a table: today's deal, the one try or what is left of it; yesterday's, as often as one likes."""
        info, short = self.short_of(game)
        if day == self.calendar.yesterday().isoformat():
            return await self.open(info, short, day, name, session, "")
        if day != self.today:
            why = f"that is not the day: on this server it is {self.today}; its own date counts, not your device's"
            raise Refusing(No.NOT_TODAY, why)
        mine = try_name(day, session, game)
        if mine in self.opening:
            raise Refusing(No.TOO_MANY, "your try is just being opened", 1)
        self.opening.add(mine)
        try:
            known = await self.try_of(mine)
            if known is not None:
                return known.table
            if (await self.scores_of(day)).tries >= MOST_TRIES:
                raise Refusing(No.BUSY, "as many have played today as this server counts; practice is open")
            return await self.open(info, short, day, name, session, mine)
        finally:
            self.opening.discard(mine)

    async def open(self, info: GameInfo, short: ShortGame, day: str, name: str, session: str, mine: str) -> str:
        """`mine`: what a try that counts is kept as. It is kept before the first card is shown."""
        hands = await self.hands_of(info, short, day)
        given = Given(kind="today" if mine else "practice", seed=self.seed_of(info.slug, day), hands=hands, day=day)
        names = GHOST_NAMES[: short.seats - 1]
        seats = [*names[:OWN_SEAT], None, *names[OWN_SEAT:]]
        table = await self.lobby.open_given(info, given, seats, short.options, SETTINGS, name, session)
        if mine:
            own = msgspec.json.encode(DailyTry(table=table.code))
            try:
                kept = await self.store.keep_first(mine, own)
            except StoreProblem as problem:
                self.lobby.drop(table)
                raise Refusing(No.SAVING) from problem
            if kept != own:  # another node was quicker
                with contextlib.suppress(StoreProblem):
                    await self.lobby.put_to_sleep(table)
                return msgspec.json.decode(kept, type=DailyTry).table
            self.under_way[mine] = table.code
            self.scores.tries += 1
        return table.code

    async def try_of(self, mine: str) -> DailyTry | None:
        found = (await self.kept(mine)).get(mine)
        return None if found is None else msgspec.json.decode(found, type=DailyTry)

    async def kept(self, beginning: str) -> Mapping[str, bytes]:
        try:
            return await self.store.kept(beginning)
        except StoreProblem as problem:
            raise Refusing(No.SAVING) from problem

    # ---- results -------------------------------------------------------------------------------------

    async def shown(self, session: str) -> DailyShown:
        """`session`: none, for somebody whom this server does not know."""
        day = self.today
        mine = try_name(day, session, "") if session else ""
        own = (
            {name: msgspec.json.decode(one, type=DailyTry) for name, one in (await self.kept(mine)).items()}
            if mine
            else {}
        )
        games = [
            await self.game_shown(info, info.short, own.get(mine + info.slug), day, mine + info.slug)
            for info in self.lobby.games.values()
            if info.short is not None
        ]
        return DailyShown(
            day=day, yesterday=self.calendar.yesterday().isoformat(), next_in=self.calendar.seconds_left(), games=games
        )

    async def game_shown(
        self, info: GameInfo, short: ShortGame, known: DailyTry | None, day: str, mine: str
    ) -> DailyGame:
        if known is not None and known.result is None:
            known = await self.settle(mine, known) or known
        result = None if known is None else known.result
        standing = None
        if result is not None:
            scores = (await self.scores_of(day)).by_game.get(info.slug, [])
            standing = standing_of(result.score, scores, short.fewest_win)
        return DailyGame(
            game=info.slug,
            title=info.title,
            in_short=short.in_short,
            unit=short.unit,
            fewest_win=short.fewest_win,
            ghosts=short.seats - 1,
            table="" if known is None else known.table,
            result=result,
            counted=known is None or known.counted,
            standing=standing,
        )

    async def scores_of(self, day: str) -> Scores:
        """Of a long day there are very many: they are read beside the tables, once for all who ask meanwhile."""
        async with self.counting:
            if self.scores.day != day or time.monotonic() - self.scores.read_at >= FRESH_S:
                kept = await self.kept(f"{TRY}{day} ")
                self.scores = await asyncio.to_thread(scores_in, kept, day)
        return self.scores

    async def settle(self, mine: str, known: DailyTry) -> DailyTry | None:
        """A try whose game is over has a result from then on. One that was left before that has none, and is not looked
        for again until somebody has gone on with it."""
        table = self.lobby.at_hand(known.table)
        if table is not None and (table.phase() != OVER or table.unsaved):
            return None
        try:
            stored = await self.store.find(known.table)
            if stored is None or self.broken_off.get(known.table) == stored.last_seq:
                return None
            settled = await self.tried_at(known.table, stored.last_seq)
            if settled is None or settled.result is None:
                self.note_broken_off(known.table, stored.last_seq)
                return None
            await self.store.keep(mine, msgspec.json.encode(settled))
        except StoreProblem as problem:
            raise Refusing(No.SAVING) from problem
        if self.under_way.pop(mine, None) is not None and settled.counted:
            self.scores.by_game.setdefault(mine.rpartition(" ")[2], []).append(settled.result.score)
        return settled

    def note_broken_off(self, code: str, last: int) -> None:
        self.broken_off[code] = last
        if len(self.broken_off) > MOST_BROKEN_OFF:
            del self.broken_off[next(iter(self.broken_off))]

    async def tried_at(self, code: str, last: int) -> DailyTry | None:
        """One journal after the other, and never as a whole: somebody who tries in vain all day makes a long one."""
        async with self.reading:
            entries = journal_of(self.store, code, last, asyncio.get_running_loop())
            return await asyncio.to_thread(lambda: tried(code, map(read_entry, entries), OWN_SEAT))

    # ---- housekeeping --------------------------------------------------------------------------------

    async def watch(self) -> None:
        """Whoever goes away after the last card has a result, too; and what is past is forgotten."""
        tidied = ""
        while True:
            await asyncio.sleep(WATCH_S)
            for mine, code in list(self.under_way.items()):
                with contextlib.suppress(Problem):
                    if self.lobby.at_hand(code) is None:
                        del self.under_way[mine]
                    await self.settle(mine, DailyTry(table=code))
            if tidied != self.today:
                with contextlib.suppress(Problem):
                    await self.forget_the_past()
                    tidied = self.today

    async def forget_the_past(self) -> None:
        recent = (f"{TRY}{self.today} ", f"{TRY}{self.calendar.yesterday().isoformat()} ")
        for name in await self.store.kept(TRY):
            if not name.startswith(recent):
                await self.store.keep(name, None)

    async def forget(self, session: str) -> None:
        """Everything that is kept of this person's tries."""
        for day in (self.today, self.calendar.yesterday().isoformat()):
            for name in await self.kept(try_name(day, session, "")):
                self.under_way.pop(name, None)
                await self.store.keep(name, None)


def scores_in(kept: Mapping[str, bytes], day: str) -> Scores:
    scores = Scores(day)
    for name, one in kept.items():
        known = msgspec.json.decode(one, type=DailyTry)
        scores.tries += 1
        if known.result is not None and known.counted:
            scores.by_game.setdefault(name.rpartition(" ")[2], []).append(known.result.score)
    scores.read_at = time.monotonic()
    return scores


def try_name(day: str, session: str, game: str) -> str:
    """A person is another one every day."""
    return f"{TRY}{day} {person_at(session, f'daily {day}')} {game}"
