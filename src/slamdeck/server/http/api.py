"""The HTTP side: every address, what it takes, what it answers, and what it refuses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from aiohttp import web

from slamdeck.core.examples import try_out, worked_examples
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rule_search import find_clauses
from slamdeck.server.cluster.cluster import Cluster
from slamdeck.server.config import ServerConfig
from slamdeck.server.daily.deals import DailyDeals
from slamdeck.server.http.answers import (
    PROTOCOL,
    DeckWanted,
    GameExamples,
    Joined,
    JoinTable,
    OpenTable,
    RulesFound,
    StageWanted,
    TableOpened,
    Ticket,
    TicketWanted,
    TryWanted,
)
from slamdeck.server.http.bodies import Shape, read_body
from slamdeck.server.http.codes import read_code
from slamdeck.server.http.daily import DailyDoor
from slamdeck.server.http.decks import checked, house_deck, lay_out, table_deck
from slamdeck.server.http.errors import Elsewhere, No, Refusing
from slamdeck.server.http.first_page import FirstPage
from slamdeck.server.http.games_shown import all_about_games
from slamdeck.server.http.lessons import all_about_lessons, known_game, staged
from slamdeck.server.http.limits import Rate, Rates
from slamdeck.server.http.pages import ALWAYS_ASK, UNDER_TLS, Page, Pages, security_headers
from slamdeck.server.http.profiles import ProfileDoor
from slamdeck.server.http.reception import API, CALLER, INNER, Caller, Reception, caller_of
from slamdeck.server.http.records_api import RecordsApi
from slamdeck.server.http.replies import answer, refusal, send_page
from slamdeck.server.http.sessions import person_at
from slamdeck.server.http.shared_rates import SharedRates
from slamdeck.server.http.side_work import SideWork
from slamdeck.server.http.sockets import Sockets
from slamdeck.server.http.tickets import LIFE_S, Admission, Tickets
from slamdeck.server.profiles.profiles import Profiles
from slamdeck.server.tables.hosted import Newcomer, RunningTable
from slamdeck.server.tables.joining import invitation, join, remember
from slamdeck.server.tables.lobby import Lobby
from slamdeck.server.tables.networks import network_mark
from slamdeck.table.faults import note_fault

NOT_PAGES: Final = ("api", "metrics")
LONGEST_QUESTION: Final = 80  # to the rules
NO_BODY: Final = (web.RequestPayloadError, web.PayloadAccessError)
OF_HTTP: Final = {404: No.NOT_FOUND, 405: No.BAD_METHOD}

Done = TypeVar("Done")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Api:
    """All addresses of the server."""

    def __init__(
        self,
        lobby: Lobby,
        config: ServerConfig,
        reception: Reception,
        most_sockets: int,
        deals: DailyDeals,
        cluster: Cluster | None = None,
    ) -> None:
        self.lobby = lobby
        self.limits = limits = config.limits
        self.reception = reception
        self.cluster = cluster
        self.tickets = Tickets(cluster.mark if cluster is not None else "")
        relays = cluster.relays if cluster is not None else None
        self.sockets = Sockets(lobby, reception, self.tickets, most_sockets, relays)
        self.records = RecordsApi(lobby, limits, self.rates, self.check_code, self.note_wrong_code)
        self.side_work = SideWork()
        self.pages = Pages()
        self.games: asyncio.Task[Page] | None = None
        self.lessons: dict[str, Page] = {}  # by game
        self.examples: dict[str, Page] = {}  # likewise
        self.opening = SharedRates(self.rates(limits.opening, "new tables"), lobby.store)
        self.joining = self.rates(limits.joining, "joins")
        self.ticketing = self.rates(limits.ticketing, "tickets")
        self.forgetting = self.rates(limits.forgetting, "sessions that were to be forgotten")
        self.counting = self.rates(limits.decks, "decks")
        self.learning = self.rates(limits.learning, "steps of lessons")
        self.wrong_codes = SharedRates(self.rates(limits.wrong_codes, "wrong codes"), lobby.store)
        self.profiles = ProfileDoor(Profiles(lobby.store, config.profiles), reception)
        looking = self.rates(limits.looking, "looks")
        self.first_page = FirstPage(lobby, looking, cluster)
        self.daily = DailyDoor(deals, reception, looking, self.opening, self.records.reading)

    def rates(self, rate: Rate, what: str) -> Rates:
        return Rates(rate, what, self.limits.networks, self.limits.networks_per_site)

    def app(self, inner: bool = False) -> web.Application:
        """`inner`: for other nodes."""
        app = web.Application(middlewares=[self.polite], client_max_size=self.limits.body_bytes)
        if inner:
            app[INNER] = True
        app.on_response_prepare.append(self.add_headers)
        app.add_routes(
            [
                web.get("/api/games", self.list_games),
                web.post("/api/tables", self.open_table),
                web.get("/api/tables/{code}", self.show_table),
                web.get("/api/tables/{code}/deck", self.show_table_deck),
                web.post("/api/tables/{code}/deck", self.lay_out_deck),
                web.post("/api/tables/{code}/join", self.join_table),
                web.post("/api/tables/{code}/ticket", self.issue_ticket),
                *self.records.routes(),
                web.delete("/api/session", self.forget_me),
                web.get("/api/decks/{game}", self.show_deck),
                web.post("/api/decks/{game}", self.check_deck),
                web.get("/api/rules/{game}", self.find_rules),
                web.get("/api/examples/{game}", self.show_examples),
                web.post("/api/examples/{game}/{example}", self.try_example),
                web.get("/api/lessons/{game}", self.show_lessons),
                web.post("/api/lessons/{game}/{lesson}", self.stage_lesson),
                *self.first_page.routes(),
                *self.daily.routes(),
                *self.profiles.routes(),
                web.get("/health", self.health),
                web.get("/ws", self.sockets.accept),
                web.get("/{path:.*}", self.page),
            ]
        )
        return app

    # ---- every request ---------------------------------------------------------------------------

    @web.middleware
    async def polite(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Charges whoever asks, and turns every refusal into a sentence."""
        caller = self.reception.greet(request)
        response = await self.answered(request, handler, caller)
        if request.path.startswith(API):
            self.reception.renew(response, caller)
        return response

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """To every answer, those too that aiohttp gives without asking us."""
        response.headers.update(security_headers(self.lobby.peers.public))
        caller = request.get(CALLER)
        if caller is not None and caller.secure:
            response.headers.update(UNDER_TLS)

    async def answered(self, request: web.Request, handler: Handler, caller: Caller) -> web.StreamResponse:
        try:
            self.reception.check(request, caller)
            return await self.answered_somewhere(request, handler, caller)
        except Refusing as refusing:
            return self.refuse(refusing)
        except web.HTTPRequestEntityTooLarge:
            return self.refuse(Refusing(No.TOO_LARGE))
        except web.HTTPException as error:
            error.__traceback__ = None  # the route keeps the error, and its frames the route: a circle each time
            return self.refuse(Refusing(OF_HTTP.get(error.status, No.BAD_REQUEST)))
        except NO_BODY as error:
            self.reception.events.note("malformed request", caller.network.name, type(error).__name__)
            return self.refuse(Refusing(No.BAD_REQUEST))
        except ConnectionError:  # nobody is there to hear what is wrong
            raise
        except Exception as error:
            note_fault(f"{handler.__name__ if hasattr(handler, '__name__') else 'a request'} failed", error)
            return self.refuse(Refusing(No.BROKEN))

    async def answered_somewhere(self, request: web.Request, handler: Handler, caller: Caller) -> web.StreamResponse:
        """Here, or by the node that has the table. What another node asks is answered here or not at all."""
        try:
            return await handler(request)
        except Refusing as refusing:
            if self.cluster is None or caller.inner:
                raise
            forwarding = self.cluster.forwarding
            if isinstance(refusing, Elsewhere):
                code = refusing.code
                return await forwarding.answered(
                    request, refusing, lambda: self.lobby.take_over(code), lambda: handler(request)
                )
            found = await forwarding.anybody(request) if refusing.no is No.NO_TRANSFER else None
            if found is None:
                raise
            return found

    def refuse(self, refusing: Refusing) -> web.Response:
        self.lobby.metrics.refusals.add()
        response = refusal(refusing)
        if refusing.no in (No.TOO_MANY, No.TOO_LARGE, No.TOO_SLOW, No.ENCODED):
            response.force_close()  # whatever else is on its way here is not read
        return response

    # ---- finding a table -------------------------------------------------------------------------

    async def check_code(self, request: web.Request) -> str | None:
        """The code in the address. Guessing codes is slow work, for all but those who have been at that table: wrong
        guesses of a neighbour do not stand in their way."""
        caller = caller_of(request)
        code = read_code(request.match_info["code"])
        if code is not None and caller.session is not None:
            table = self.lobby.at_hand(code)
            caller.is_back = self.reception.shows_pass(request, code) or (
                table is not None and table.knows(person_at(caller.session.id, code))
            )
        if not caller.is_back and not caller.inner and not caller.may_guess:
            await self.wrong_codes.check(caller.network.name, time.monotonic())
            caller.may_guess = True
        return code

    async def note_wrong_code(self, request: web.Request, refusing: Refusing) -> None:
        caller = caller_of(request)
        if refusing.no is No.WRONG_CODE and not caller.is_back and not caller.inner:
            self.reception.events.note("wrong code", caller.network.name)
            await self.wrong_codes.take(caller.network.name, time.monotonic())

    async def table_of(self, request: web.Request) -> RunningTable:
        code = await self.check_code(request)
        try:
            table = await self.lobby.find(code)
        except Refusing as refusing:
            await self.note_wrong_code(request, refusing)
            raise
        self.reception.welcome_back(request, lambda session: table.knows(person_at(session, table.code)))
        return table

    def charge_coming(self, request: web.Request, rates: Rates) -> None:
        """Who has been at this table pays for coming back alone: its neighbours' purse may be empty."""
        caller = caller_of(request)
        payer = caller.session.id if caller.is_back and caller.session else caller.network.name
        rates.take(payer, time.monotonic())

    # ---- tables ----------------------------------------------------------------------------------

    async def open_table(self, request: web.Request) -> web.Response:
        caller = caller_of(request)
        if not caller.inner:
            await self.opening.take(caller.network.name, time.monotonic())
        ask = await self.read_body(request, OpenTable)
        elsewhere = await self.cluster.forwarding.place(request) if self.cluster and not caller.inner else None
        if elsewhere is not None:
            return elsewhere
        table = await self.lobby.open(ask, self.reception.session_of(caller).id)
        response = answer(TableOpened(table.code, table.code))
        self.reception.give_session(response, caller, table.code)
        return response

    async def show_table(self, request: web.Request) -> web.Response:
        table = await self.table_of(request)
        session = caller_of(request).session
        return answer(invitation(table, person_at(session.id, table.code) if session else ""))

    async def join_table(self, request: web.Request) -> web.Response:
        await self.check_code(request)
        self.charge_coming(request, self.joining)
        ask = await self.read_body(request, JoinTable)
        table = await self.table_of(request)
        caller = caller_of(request)
        person = person_at(self.reception.session_of(caller).id, table.code)
        join(table, ask, person, network_mark(caller.network.name, table.code))
        response = answer(Joined(table.code, table.code, table.guests[person].name, ask.watch))
        self.reception.give_session(response, caller, table.code)
        return response

    async def issue_ticket(self, request: web.Request) -> web.Response:
        await self.check_code(request)
        self.charge_coming(request, self.ticketing)
        ask = await self.read_body(request, TicketWanted) if request.body_exists else TicketWanted()
        table = await self.table_of(request)
        caller = caller_of(request)
        if caller.session is None and not ask.screen:
            raise Refusing(No.NOT_JOINED)
        session = self.reception.session_of(caller)
        person = person_at(session.id, table.code, ask.screen)
        if ask.screen:
            remember(table, person, Newcomer("Screen", False))
        elif not table.knows(person):
            raise Refusing(No.SENT_AWAY if table.live.door.is_banned(person, "") else No.NOT_JOINED)
        network = network_mark(caller.network.name, table.code)
        ticket = self.tickets.issue(Admission(table.code, person, session.id, network), time.monotonic())
        response = answer(Ticket(ticket, round(LIFE_S), PROTOCOL, self.lobby.ownership.node.public))
        self.reception.give_session(response, caller, table.code)
        return response

    async def forget_me(self, request: web.Request) -> web.Response:
        """The session ends, here and wherever else its cookie may be. Bots play its hands."""
        caller = caller_of(request)
        response = web.Response(status=204)
        if caller.session is not None and not caller.inner:
            self.forgetting.take(caller.network.name, time.monotonic())
        session, caller.session = caller.session, None
        if session is not None:
            await self.daily.deals.forget(session.id)
            await self.reception.sessions.forget(session, self.lobby.store, round(time.time()))
            self.sockets.close_those_of(session.id)
            if self.cluster is not None and not caller.inner:
                await self.cluster.forwarding.everybody(request)
        self.reception.take_session(response, caller)
        return response

    # ---- decks -----------------------------------------------------------------------------------

    async def show_deck(self, request: web.Request) -> web.Response:
        self.counting.take(caller_of(request).network.name, time.monotonic())
        info = self.game_of(request)
        return answer(await self.aside(request, lambda: house_deck(info)))

    async def check_deck(self, request: web.Request) -> web.Response:
        """Charged and read within its bounds; the loader looks at it once."""
        self.counting.take(caller_of(request).network.name, time.monotonic())
        ask = await self.read_body(request, DeckWanted)
        info = self.game_of(request)
        return answer(await self.aside(request, lambda: checked(info, ask)))

    async def show_table_deck(self, request: web.Request) -> web.Response:
        await self.check_code(request)
        self.charge_coming(request, self.counting)
        table = await self.table_of(request)
        return answer(await self.aside(request, lambda: table_deck(table)))

    async def lay_out_deck(self, request: web.Request) -> web.Response:
        await self.check_code(request)
        self.charge_coming(request, self.counting)
        ask = await self.read_body(request, DeckWanted)
        table = await self.table_of(request)
        session = caller_of(request).session
        person = person_at(session.id, table.code) if session else ""
        return answer(await self.aside(request, lambda: lay_out(table, person, ask)))

    async def aside(self, request: web.Request, work: Callable[[], Done]) -> Done:
        """Nothing that a table waits for; so no table waits for it."""
        return await self.side_work.do(caller_of(request).network.name, work)

    def game_of(self, request: web.Request) -> GameInfo:
        return known_game(request.match_info["game"], self.lobby.games)

    # ---- rules -----------------------------------------------------------------------------------

    async def find_rules(self, request: web.Request) -> web.Response:
        self.learning.take(caller_of(request).network.name, time.monotonic())
        words = request.query.get("find", "")[:LONGEST_QUESTION]
        info = known_game(request.match_info["game"])
        found = await self.aside(request, lambda: find_clauses(info, words))
        return answer(RulesFound([clause.id for clause in found]))

    async def show_examples(self, request: web.Request) -> web.Response:
        self.learning.take(caller_of(request).network.name, time.monotonic())
        info = known_game(request.match_info["game"])
        if info.slug not in self.examples:
            self.examples[info.slug] = made_page(GameExamples(game=info.slug, examples=worked_examples(info)))
        return send_page(request, self.examples[info.slug])

    async def try_example(self, request: web.Request) -> web.Response:
        """Played from its beginning, as steps of lessons are."""
        self.learning.take(caller_of(request).network.name, time.monotonic())
        ask = await self.read_body(request, TryWanted)
        info = known_game(request.match_info["game"])
        try:
            name = request.match_info["example"]
            return answer(await self.aside(request, lambda: try_out(info, name, ask.seat, ask.moves)))
        except UsageProblem as problem:
            raise Refusing(No.BAD_REQUEST, str(problem)) from problem

    # ---- lessons ---------------------------------------------------------------------------------

    async def show_lessons(self, request: web.Request) -> web.Response:
        self.learning.take(caller_of(request).network.name, time.monotonic())
        game = known_game(request.match_info["game"]).slug
        if game not in self.lessons:
            self.lessons[game] = made_page(all_about_lessons(game))
        return send_page(request, self.lessons[game])

    async def stage_lesson(self, request: web.Request) -> web.Response:
        """A step is played from its beginning: nothing is kept of who learns."""
        self.learning.take(caller_of(request).network.name, time.monotonic())
        ask = await self.read_body(request, StageWanted)
        game, lesson = request.match_info["game"], request.match_info["lesson"]
        return answer(await self.aside(request, lambda: staged(game, lesson, ask)))

    # ---- about the server ------------------------------------------------------------------------

    async def list_games(self, request: web.Request) -> web.Response:
        """Made when first asked for, so that a restarted server is back sooner, and beside the tables: it takes long
        enough to be noticed there."""
        if self.games is None:
            self.games = asyncio.create_task(asyncio.to_thread(lambda: made_page(all_about_games())))
        return send_page(request, await asyncio.shield(self.games))

    async def health(self, request: web.Request) -> web.Response:
        """Whether to send people here, and nothing else: all that moves with the games is for operators."""
        well = not self.lobby.stopping and not self.lobby.frozen() and not self.lobby.ownership.is_lost
        return web.Response(status=200 if well else 503, headers={"Cache-Control": "no-store"})

    async def page(self, request: web.Request) -> web.Response:
        """The client finds its own way from the address; only names with a dot are files."""
        path = request.match_info["path"]
        if path.partition("/")[0] in NOT_PAGES:
            raise Refusing(No.NOT_FOUND)
        is_file = "." in path.rpartition("/")[2] or path.startswith("assets/")
        return send_page(request, self.pages.at(path) if is_file else self.pages.index())

    async def read_body(self, request: web.Request, shape: type[Shape]) -> Shape:
        return await read_body(request, shape, self.limits)


def made_page(message: msgspec.Struct) -> Page:
    return Page(msgspec.json.encode(message), "application/json", ALWAYS_ASK)
