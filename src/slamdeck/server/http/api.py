"""The HTTP side: every address, what it takes, what it answers, and what it refuses."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Final, TypeVar, cast

import msgspec
from aiohttp import web

import slamdeck
from slamdeck.server.config import ServerConfig
from slamdeck.server.http.answers import (
    PROTOCOL,
    Asked,
    Health,
    Joined,
    JoinTable,
    OpenTable,
    Refusal,
    TableOpened,
    Ticket,
    TicketWanted,
)
from slamdeck.server.http.codes import read_code
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.games_shown import all_about_games
from slamdeck.server.http.limits import Rates
from slamdeck.server.http.pages import SECURITY_HEADERS, Page, file_at, index
from slamdeck.server.http.record_checks import RecordChecks
from slamdeck.server.http.sessions import COOKIE, COOKIE_DAYS, new_session, person_at, read_session
from slamdeck.server.http.tickets import LIFE_S, Admission, Tickets
from slamdeck.server.socket.connection import CLOSE_S, Connection
from slamdeck.server.socket.frames import Socket, accept_key, switching
from slamdeck.server.socket.messages import Farewell
from slamdeck.server.tables.hosted import Newcomer, RunningTable
from slamdeck.server.tables.joining import invitation, join
from slamdeck.server.tables.lobby import Lobby

log = logging.getLogger("slamdeck.http")

MOST_BODY: Final = 4096
ADDRESSES_REMEMBERED: Final = 10_000
LOOPBACK: Final = ("127.0.0.1", "::1")

Shape = TypeVar("Shape", bound=Asked)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Api:
    """All addresses of the server."""

    def __init__(self, lobby: Lobby, config: ServerConfig, origins: frozenset[str]) -> None:
        self.lobby = lobby
        self.config = config
        self.limits = config.limits
        self.origins = origins
        self.tickets = Tickets()
        self.record_checks = RecordChecks()
        self.sockets: Counter[str] = Counter()
        self.connections: set[Connection] = set()
        limits = self.limits
        self.opening = Rates(limits.opening, "new tables", ADDRESSES_REMEMBERED)
        self.joining = Rates(limits.joining, "joins", ADDRESSES_REMEMBERED)
        self.ticketing = Rates(limits.ticketing, "tickets", ADDRESSES_REMEMBERED)
        self.wrong_codes = Rates(limits.wrong_codes, "wrong codes", ADDRESSES_REMEMBERED)
        lobby.metrics.gauge("sockets", "WebSockets open.", lambda: self.sockets.total())

    @cached_property
    def games(self) -> tuple[bytes, str]:
        """The answer and its tag; made when first asked for, so that a restarted server is back sooner."""
        data = msgspec.json.encode(all_about_games())
        return data, f'"{hashlib.sha256(data).hexdigest()[:20]}"'

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self.polite], client_max_size=MOST_BODY)
        app.add_routes(
            [
                web.get("/api/games", self.list_games),
                web.post("/api/tables", self.open_table),
                web.get("/api/tables/{code}", self.show_table),
                web.post("/api/tables/{code}/join", self.join_table),
                web.post("/api/tables/{code}/ticket", self.issue_ticket),
                web.get("/api/tables/{code}/record", self.send_record),
                web.post("/api/records", self.check_record),
                web.get("/health", self.health),
                web.get("/metrics", self.metrics),
                web.get("/ws", self.socket),
                web.get("/{path:.*}", self.page),
            ]
        )
        return app

    # ---- every request ---------------------------------------------------------------------------

    @web.middleware
    async def polite(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Checks the origin, turns every refusal into a sentence, and adds the headers to every answer."""
        try:
            if request.method not in ("GET", "HEAD"):
                self.check_origin(request, needed=False)
            response = await handler(request)
        except Refusing as refusing:
            response = self.refuse(refusing)
        except web.HTTPRequestEntityTooLarge:
            response = self.refuse(Refusing(No.TOO_LARGE))
        except web.HTTPMethodNotAllowed:
            response = self.refuse(Refusing(No.BAD_METHOD))
        except web.HTTPException as error:
            response = self.refuse(Refusing(No.NOT_FOUND if error.status == 404 else No.BAD_REQUEST))
        except Exception:
            log.exception("%s %s failed", request.method, request.path)
            response = self.refuse(Refusing(No.BROKEN))
        if not response.prepared:
            response.headers.update(SECURITY_HEADERS)
        return response

    def refuse(self, refusing: Refusing) -> web.Response:
        self.lobby.metrics.refusals.add()
        no = refusing.no
        body = msgspec.json.encode(Refusal(no.error, str(refusing)))
        headers = {"Retry-After": str(refusing.wait)} if refusing.wait else {}
        return web.Response(status=no.status, body=body, content_type="application/json", headers=headers)

    def check_origin(self, request: web.Request, needed: bool) -> None:
        """A browser always says where a page comes from when it matters; who says nothing is no browser."""
        origin = request.headers.get("Origin")
        if (origin is None and needed) or (origin is not None and origin not in self.origins):
            raise Refusing(No.ORIGIN)

    def address_of(self, request: web.Request) -> str:
        if self.config.behind_proxy:
            forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
            if forwarded:
                return forwarded[:64]
        return request.remote or ""

    async def table_of(self, request: web.Request) -> RunningTable:
        """The table in the address. Guessing codes is slow work."""
        address, now = self.address_of(request), time.monotonic()
        self.wrong_codes.check(address, now)
        try:
            return await self.lobby.find(read_code(request.match_info["code"]))
        except Refusing as refusing:
            if refusing.no is No.WRONG_CODE:
                self.wrong_codes.take(address, now)
            raise

    def session_of(self, request: web.Request) -> str | None:
        return read_session(request.cookies.get(COOKIE))

    def answer(self, message: msgspec.Struct, session: str | None = None) -> web.Response:
        response = web.Response(body=msgspec.json.encode(message), content_type="application/json")
        response.headers["Cache-Control"] = "no-store"
        if session is not None:
            response.set_cookie(
                COOKIE,
                session,
                max_age=COOKIE_DAYS * 86_400,
                path="/",
                httponly=True,
                samesite="Lax",
                secure=self.config.secure,
            )
        return response

    # ---- tables ----------------------------------------------------------------------------------

    async def open_table(self, request: web.Request) -> web.Response:
        self.opening.take(self.address_of(request), time.monotonic())
        ask = await read_body(request, OpenTable)
        session = self.session_of(request) or new_session()
        table = await self.lobby.open(ask, session)
        return self.answer(TableOpened(table.code, table.code), session)

    async def show_table(self, request: web.Request) -> web.Response:
        table = await self.table_of(request)
        session = self.session_of(request)
        return self.answer(invitation(table, person_at(session, table.code) if session else ""))

    async def join_table(self, request: web.Request) -> web.Response:
        self.joining.take(self.address_of(request), time.monotonic())
        ask = await read_body(request, JoinTable)
        table = await self.table_of(request)
        session = self.session_of(request) or new_session()
        person = person_at(session, table.code)
        join(table, ask, person)
        return self.answer(Joined(table.code, table.code, table.guests[person].name, ask.watch), session)

    async def issue_ticket(self, request: web.Request) -> web.Response:
        self.ticketing.take(self.address_of(request), time.monotonic())
        ask = await read_body(request, TicketWanted) if request.can_read_body else TicketWanted()
        table = await self.table_of(request)
        session = self.session_of(request)
        if session is None and not ask.screen:
            raise Refusing(No.NOT_JOINED)
        session = session or new_session()
        person = person_at(session, table.code, ask.screen)
        if ask.screen:
            table.guests[person] = Newcomer("Screen", False)
        elif not table.knows(person):
            raise Refusing(No.NOT_JOINED)
        ticket = self.tickets.issue(Admission(table.code, person), time.monotonic())
        return self.answer(Ticket(ticket, round(LIFE_S), PROTOCOL), session)

    async def send_record(self, request: web.Request) -> web.Response:
        address, now = self.address_of(request), time.monotonic()
        self.wrong_codes.check(address, now)
        code = read_code(request.match_info["code"])
        try:
            data = await self.lobby.record(code)
        except Refusing as refusing:
            if refusing.no is No.WRONG_CODE:
                self.wrong_codes.take(address, now)
            raise
        response = web.Response(body=data, content_type="application/x-ndjson")
        response.headers["Content-Disposition"] = f'attachment; filename="slamdeck-{code}.jsonl"'
        response.headers["Cache-Control"] = "no-store"
        return response

    async def check_record(self, request: web.Request) -> web.Response:
        """Of any table, or of a game without one."""
        return self.answer(await self.record_checks.check(request))

    # ---- about the server ------------------------------------------------------------------------

    async def list_games(self, request: web.Request) -> web.Response:
        data, tag = await asyncio.to_thread(lambda: self.games)  # making it takes long enough to be noticed at a table
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304, headers=headers)
        response = web.Response(body=data, content_type="application/json", headers=headers)
        response.enable_compression()
        return response

    async def health(self, request: web.Request) -> web.Response:
        saving = self.lobby.frozen() > 0
        body = Health(
            ok=not saving and not self.lobby.stopping,
            version=slamdeck.__version__,
            protocol=PROTOCOL,
            compiled=slamdeck.is_compiled(),
            tables=len(self.lobby.tables),
            people=self.lobby.people(),
            saving=saving,
        )
        response = self.answer(body)
        response.set_status(200 if body.ok else 503)
        return response

    async def metrics(self, request: web.Request) -> web.Response:
        return web.Response(text=self.lobby.metrics.text(), content_type="text/plain")

    async def page(self, request: web.Request) -> web.Response:
        """The client finds its own way from the address; only names with a dot are files."""
        path = request.match_info["path"]
        if path == "api" or path.startswith("api/"):
            raise Refusing(No.NOT_FOUND)
        page = file_at(path) if "." in path.rpartition("/")[2] or path.startswith("assets/") else index()
        return send_page(request, page)

    # ---- sockets ---------------------------------------------------------------------------------

    async def socket(self, request: web.Request) -> web.StreamResponse:
        self.check_origin(request, needed=True)
        if self.lobby.stopping:
            raise Refusing(No.STOPPING)
        address = self.address_of(request)
        if self.sockets[address] >= self.limits.sockets_per_address or self.sockets.total() >= self.limits.sockets:
            raise Refusing(No.TOO_MANY, "too many open tables from here; close one of them", 30)
        accept = accept_key(request.headers)
        if accept is None or request.transport is None:
            raise Refusing(No.BAD_REQUEST, "this address is for sockets")
        direct = not self.config.behind_proxy and address not in LOOPBACK
        self.sockets[address] += 1
        connection = Connection(
            request.transport, self.lobby, self.tickets, self.limits, direct, lambda gone: self.forget(gone, address)
        )
        self.connections.add(connection)
        hand_over(request, switching(accept, SECURITY_HEADERS), connection.socket)
        return web.Response()  # to nobody: the connection is no longer HTTP's

    def forget(self, connection: Connection, address: str) -> None:
        self.connections.discard(connection)
        self.sockets[address] -= 1
        if not self.sockets[address]:
            del self.sockets[address]

    async def hang_up(self) -> None:
        """Everybody is told that the server stops; who does not answer is cut off."""
        for connection in list(self.connections):
            connection.close(Farewell.STOPPING)
        until = time.monotonic() + 2 * CLOSE_S
        while self.connections and time.monotonic() < until:
            await asyncio.sleep(0.01)


def hand_over(request: web.Request, answer: bytes, socket: Socket) -> None:
    """From here on the connection speaks frames; to aiohttp it looks as if it were lost, so nothing is kept of it."""
    transport = request.transport
    assert transport is not None
    transport.write(answer)
    transport.set_protocol(cast(asyncio.Protocol, socket))
    request.protocol.transport = None  # or it would close it
    request.protocol.connection_lost(None)


async def read_body(request: web.Request, shape: type[Shape]) -> Shape:
    data = await request.read()
    try:
        return msgspec.json.decode(data or b"{}", type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refusing(No.BAD_REQUEST, f"the request has a form that is not understood: {error}") from error


def send_page(request: web.Request, page: Page) -> web.Response:
    headers = {"Cache-Control": page.cache_control, "ETag": page.etag}
    if request.headers.get("If-None-Match") == page.etag:
        return web.Response(status=304, headers=headers)
    data = page.data
    if page.packed:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            data = page.packed
    return web.Response(body=data, content_type=page.content_type, charset=page.charset, headers=headers)
