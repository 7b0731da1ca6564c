"""Addresses of records: as files, as films, checked; and the library of a browser's own games."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from slamdeck.server.config import Limits
from slamdeck.server.http.answers import LibraryShown, SeenByWanted
from slamdeck.server.http.bodies import read_body
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.limits import Rate, Rates
from slamdeck.server.http.reception import caller_of
from slamdeck.server.http.record_checks import RecordChecks
from slamdeck.server.http.record_sending import send_record
from slamdeck.server.http.replies import answer
from slamdeck.server.http.sessions import person_at
from slamdeck.server.store.contract import StoreProblem
from slamdeck.server.tables.library import LibraryLine, may_see
from slamdeck.server.tables.lobby import Lobby
from slamdeck.server.tables.records import Record

CheckCode = Callable[[web.Request], Awaitable[str | None]]
NoteWrongCode = Callable[[web.Request, Refusing], Awaitable[None]]
MakeRates = Callable[[Rate, str], Rates]
JSON: Final = "application/json"
MOST_GAMES: Final = 1_000_000


class RecordsApi:
    def __init__(
        self, lobby: Lobby, limits: Limits, rates: MakeRates, check_code: CheckCode, note_wrong_code: NoteWrongCode
    ) -> None:
        self.lobby = lobby
        self.library = lobby.library
        self.limits = limits
        self.check_code = check_code
        self.note_wrong_code = note_wrong_code
        self.checks = RecordChecks(limits)
        self.films = KeptFilms(limits.films_kept)
        self.reading = rates(limits.records, "records")
        self.own_reading = rates(limits.own_records, "records")
        self.checking = rates(limits.checking, "records to check")
        self.filming = rates(limits.films, "replays")
        self.looking = rates(limits.library, "looks at the library")

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{code}/record", self.send_record),
            web.get("/api/tables/{code}/film", self.show_film),
            web.post("/api/records", self.check_record),
            web.post("/api/films", self.film_record),
            web.get("/api/library", self.show_library),
            web.post("/api/library/{code}", self.set_seen_by),
            web.delete("/api/library/{code}", self.delete_table),
        ]

    # ---- records ---------------------------------------------------------------------------------

    async def send_record(self, request: web.Request) -> web.StreamResponse:
        """Reading a long evening takes a while; all that are wanted at once take turns."""
        caller, now = caller_of(request), time.monotonic()
        self.reading.take(caller.network.name, now)
        if caller.session is not None:
            self.own_reading.take(caller.session.id, now)
        record, _, _ = await self.record_of(request)
        return await send_record(request, record)

    async def show_film(self, request: web.Request) -> web.Response:
        """Made once and kept for a while: whoever looks at the same game after that costs next to nothing."""
        network = caller_of(request).network.name
        self.filming.take(network, time.monotonic())
        number = game_wanted(request)
        record, line, person = await self.record_of(request)
        if number > line.summary.games[-1].number:
            raise Refusing(No.BAD_RECORD, "there is no such game in this record")
        key = (record.table, number, record.last)
        packed = self.films.get(key)
        if packed is None:
            packed = await self.checks.film_of_table(key, record.lines, network)
            self.films.keep(key, packed)
        headers = {"X-Seen-By": line.seen_by, "X-Hosting": "yes" if person == line.summary.host else "no"}
        return packed_answer(packed, headers)

    async def check_record(self, request: web.Request) -> web.Response:
        """Of any table, or of a game without one."""
        network = caller_of(request).network.name
        self.checking.take(network, time.monotonic())
        return answer(await self.checks.check(request, network))

    async def film_record(self, request: web.Request) -> web.Response:
        """Likewise; the file is forgotten when its film is made."""
        network = caller_of(request).network.name
        self.checking.take(network, time.monotonic())
        return packed_answer(await self.checks.film(request, network, game_wanted(request)), {})

    async def record_of(self, request: web.Request) -> tuple[Record, LibraryLine, str]:
        """The record in the address, what the library says of it, and who asks; refused to whom it does not concern."""
        code = await self.check_code(request)
        try:
            record = await self.lobby.record(code)
        except Refusing as refusing:
            await self.note_wrong_code(request, refusing)
            raise
        line, person = await self.line_of(request, record.table, record)
        if not may_see(line, person):
            raise Refusing(No.NOT_PLAYED)
        return record, line, person

    async def line_of(self, request: web.Request, code: str, record: Record) -> tuple[LibraryLine, str]:
        session = caller_of(request).session
        try:
            line = await self.library.find(code, record.last)
        except StoreProblem as problem:
            raise Refusing(No.SAVING) from problem
        if line is None:
            raise Refusing(No.NOT_OVER)
        return line, person_at(session.id, code) if session is not None else ""

    # ---- the library -----------------------------------------------------------------------------

    async def show_library(self, request: web.Request) -> web.Response:
        caller = caller_of(request)
        self.looking.take(caller.network.name, time.monotonic())
        if caller.session is None:
            return answer(LibraryShown(games=[]))
        try:
            await self.library.note(list(self.lobby.tables.values()))
            return answer(LibraryShown(games=await self.library.games_of(caller.session.id)))
        except StoreProblem as problem:
            raise Refusing(No.SAVING) from problem

    async def set_seen_by(self, request: web.Request) -> web.Response:
        self.looking.take(caller_of(request).network.name, time.monotonic())
        ask = await read_body(request, SeenByWanted, self.limits)
        line = await self.own_table(request)
        await self.library.show_to(line, ask.seen_by)
        return web.Response(status=204)

    async def delete_table(self, request: web.Request) -> web.Response:
        self.looking.take(caller_of(request).network.name, time.monotonic())
        code = (await self.own_table(request)).summary.table
        await self.delete(code)
        self.films.forget(code)
        return web.Response(status=204)

    async def delete(self, code: str) -> None:
        """A table with everything that was ever played at it, for good; not while a game is being played there."""
        table = self.lobby.at_hand(code)
        if table is not None:
            if table.is_playing() and table.wires:
                raise Refusing(No.BEGUN, "a game is being played at this table; delete it afterwards")
            await self.lobby.close_table(table)
        try:
            if not await self.lobby.store.forget(code):
                raise Refusing(No.ELSEWHERE)
            await self.library.forget(code)
        except StoreProblem as problem:
            raise Refusing(No.SAVING) from problem

    async def own_table(self, request: web.Request) -> LibraryLine:
        """The table in the address, if whoever asks is its host."""
        _, line, person = await self.record_of(request)
        if person == "" or person != line.summary.host:
            raise Refusing(No.NOT_HOST)
        return line


class KeptFilms:
    """Films that were made, packed; those that nobody has asked for longest go first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.films: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()

    def get(self, key: tuple[str, int, int]) -> bytes | None:
        film = self.films.get(key)
        if film is not None:
            self.films.move_to_end(key)
        return film

    def keep(self, key: tuple[str, int, int], film: bytes) -> None:
        self.size += len(film) - len(self.films.get(key, b""))
        self.films[key] = film
        while self.size > self.most:
            self.size -= len(self.films.popitem(last=False)[1])

    def forget(self, table: str) -> None:
        for key in [key for key in self.films if key[0] == table]:
            self.size -= len(self.films.pop(key))


def game_wanted(request: web.Request) -> int:
    """The number of a game within its record; 0: the last one."""
    text = request.query.get("game", "0")
    if not text.isascii() or not text.isdigit() or int(text[:8]) > MOST_GAMES:
        raise Refusing(No.BAD_REQUEST, "a game is asked for by its number")
    return int(text[:8])


def packed_answer(packed: bytes, more: dict[str, str]) -> web.Response:
    """Packed for everybody, as every browser takes it: unpacked it is many times as large, and nobody pays for that."""
    headers = {"Cache-Control": "no-store", "Content-Encoding": "gzip", **more}
    return web.Response(body=packed, content_type=JSON, headers=headers)
