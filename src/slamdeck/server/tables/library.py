"""The finished games of this server: what each was about, and who may see it.

A line for every table is kept beside its journal, and follows from it: one that is missing is written again. Who may
see a record is for the table's host to say; it is no part of what was played, so no part of the journal.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Final

import msgspec

from slamdeck.core.game import GameInfo
from slamdeck.server.http.answers import LibraryGame, SeenBy
from slamdeck.server.http.codes import LETTERS
from slamdeck.server.http.sessions import person_at
from slamdeck.server.store.contract import Store, pieces
from slamdeck.server.tables.hosted import RunningTable
from slamdeck.server.tables.records import LONGEST_S, SHARE
from slamdeck.table.journal.record_parts import GameSummary, RecordSummary
from slamdeck.table.journal.summaries import Summing
from slamdeck.table.state import PLAYING, SEALING

LINE: Final = "library "  # and the code of the table
MOST_AT_HAND: Final = 64
FEW: Final = 500  # lines that are looked at in one go; a line has a kilobyte or two
MOST_SHOWN: Final = 2_000  # games, to one browser


class LibraryLine(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a table."""

    summary: RecordSummary
    ended: list[int]  # of each game: seconds since 1970
    seen_by: SeenBy


decoder: Final = msgspec.json.Decoder(LibraryLine)


class Library:
    def __init__(self, store: Store, games: Mapping[str, GameInfo], turn: asyncio.Lock, seen_by: SeenBy) -> None:
        self.store = store
        self.games = games
        self.turn = turn  # of everybody who reads long journals
        self.looking = asyncio.Lock()  # through all lines
        self.noting = asyncio.Lock()
        self.own_turn = asyncio.Lock()  # the server's own reading does not stand in line behind what strangers read
        self.seen_by: SeenBy = seen_by  # unless a host says otherwise
        self.noted: dict[str, int] = {}  # of tables in memory: how many of their games are written down
        self.lately: dict[str, LibraryLine] = {}  # that were read off a journal

    # ---- writing ---------------------------------------------------------------------------------

    async def note(self, tables: list[RunningTable]) -> None:
        """Write down what has ended at these since the last time. They are all that there are in memory."""
        async with self.noting:
            here = {table.code for table in tables}
            self.noted = {code: ended for code, ended in self.noted.items() if code in here}
            for table in tables:
                ended = ended_at(table)
                if ended > self.noted.get(table.code, 0):
                    await self.note_one(table.code, ended)
                    self.noted[table.code] = ended

    async def note_one(self, code: str, ended: int) -> None:
        """A table that was only woken has its line already."""
        before = await self.line(code)
        if before is not None and len(before.summary.games) >= ended:
            return
        line = await self.read_off(code, self.own_turn)
        if line is not None:
            await self.keep(line)

    def has_noted(self, table: RunningTable) -> bool:
        """All that has ended there."""
        return ended_at(table) <= self.noted.get(table.code, 0)

    async def read_off(self, code: str, turn: asyncio.Lock | None = None) -> LibraryLine | None:
        """The line of a table from its journal, which is read beside the writer; None if no game has ended there."""
        stored = await self.store.find(code)
        summing = Summing()
        for first, last in pieces(1, stored.last_seq if stored is not None else 0):
            async with turn or self.turn:
                began = time.monotonic()
                entries = await self.store.read(code, first, last)
                await asyncio.to_thread(summing.read, entries)
                await asyncio.sleep(min(SHARE * (time.monotonic() - began), LONGEST_S))
        summary = summing.summary()
        if summary is None:
            return None
        before = await self.line(code)
        ended = before.ended[: len(summary.games)] if before is not None else []
        ended += [round(time.time())] * (len(summary.games) - len(ended))
        line = LibraryLine(summary=summary, ended=ended, seen_by=before.seen_by if before else self.seen_by)
        self.lately[code] = line
        if len(self.lately) > MOST_AT_HAND:
            del self.lately[next(iter(self.lately))]
        return line

    async def keep(self, line: LibraryLine) -> None:
        await self.store.keep(LINE + line.summary.table, msgspec.json.encode(line))

    async def show_to(self, line: LibraryLine, seen_by: SeenBy) -> None:
        await self.keep(msgspec.structs.replace(line, seen_by=seen_by))

    async def forget(self, code: str) -> None:
        self.noted.pop(code, None)
        self.lately.pop(code, None)
        await self.store.keep(LINE + code, None)

    # ---- reading ---------------------------------------------------------------------------------

    async def line(self, code: str) -> LibraryLine | None:
        kept = (await self.store.kept(LINE + code)).get(LINE + code)
        return None if kept is None else decoder.decode(kept)

    async def find(self, code: str, entries: int) -> LibraryLine | None:
        """The line of a table whose last finished game ends with that entry. Nothing is written for it: whoever reads
        does not wait for the writer."""
        line = await self.line(code)
        if line is not None and line.summary.entries == entries:
            return line
        lately = self.lately.get(code)
        if lately is not None and lately.summary.entries == entries:
            return lately
        return await self.read_off(code)

    async def games_of(self, session: str) -> list[LibraryGame]:
        """The latest that this browser played in, or was host of, the latest first.

        A table knows a browser by a name of its own, so all lines have to be looked at. There may be very many: a part
        of them at a time, and those who ask take turns.
        """
        found: list[LibraryGame] = []
        async with self.looking:
            lines = len(await self.store.kept_names(LINE))
        for letter in LETTERS if lines > FEW else ("",):
            async with self.looking:
                began = time.monotonic()
                kept = await self.store.kept(LINE + letter)
                own = await asyncio.to_thread(own_lines, kept, session)
                await asyncio.sleep(min(SHARE * (time.monotonic() - began), LONGEST_S))
            for line in own:
                if await self.store.find(line.summary.table) is not None:  # what was forgotten since is no more
                    person = person_at(session, line.summary.table)
                    found += [self.shown(line, game, person) for game in line.summary.games]
            if len(found) > 2 * MOST_SHOWN:
                found = latest(found)
        return latest(found)

    def shown(self, line: LibraryLine, game: GameSummary, person: str) -> LibraryGame:
        summary = line.summary
        info = self.games.get(summary.game)
        return LibraryGame(
            table=summary.table,
            number=game.number,
            game=summary.game,
            title=info.title if info is not None else summary.game,
            rules_version=game.rules_version,
            ended=line.ended[game.number - 1],
            names=game.names,
            bots=game.bots,
            you=game.who.index(person) if person in game.who else -1,
            places=game.places,
            points=game.points,
            reason=info.ending_words(game.reason, game.clause) if info is not None else game.reason,
            inputs=game.inputs,
            races=game.races,
            fouls=game.fouls,
            ms=game.ms,
            seen_by=line.seen_by,
            hosting=person == summary.host,
        )


def own_lines(kept: Mapping[str, bytes], session: str) -> list[LibraryLine]:
    """Those in which this browser is named."""
    names = ((person_at(session, name.removeprefix(LINE)), data) for name, data in kept.items())
    return [decoder.decode(data) for person, data in names if person.encode() in data]


def latest(games: list[LibraryGame]) -> list[LibraryGame]:
    return sorted(games, key=lambda game: (game.ended, game.table, game.number), reverse=True)[:MOST_SHOWN]


def may_see(line: LibraryLine, person: str) -> bool:
    return line.seen_by == "link" or (person != "" and (person in line.summary.players or person == line.summary.host))


def ended_at(table: RunningTable) -> int:
    """How many games have been played to their end there."""
    state = table.live.state
    return state.number - (state.phase in (PLAYING, SEALING))
