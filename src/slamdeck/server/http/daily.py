"""Today's deal and ghost races over HTTP."""

from __future__ import annotations

import time

from aiohttp import web

from slamdeck.server.daily.deals import DailyDeals
from slamdeck.server.daily.shapes import DailyWanted, GhostsWanted
from slamdeck.server.http.answers import TableOpened
from slamdeck.server.http.bodies import read_body
from slamdeck.server.http.codes import read_code
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.limits import Rates
from slamdeck.server.http.reception import Caller, Reception, caller_of
from slamdeck.server.http.replies import answer
from slamdeck.server.http.shared_rates import SharedRates
from slamdeck.server.tables.ghosts import GhostRaces


class DailyDoor:
    def __init__(
        self, deals: DailyDeals, reception: Reception, looking: Rates, opening: SharedRates, reading: Rates
    ) -> None:
        """`opening` and `reading`: a deal is a table like any other, a ghost race begins with a record."""
        self.deals = deals
        self.ghosts = GhostRaces(deals.lobby)
        self.reception = reception
        self.limits = reception.limits
        self.opening = opening
        self.reading = reading
        self.looking = looking

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/daily", self.show),
            web.post("/api/daily/{game}", self.play),
            web.post("/api/tables/{code}/ghosts", self.race_ghosts),
        ]

    async def show(self, request: web.Request) -> web.Response:
        caller = caller_of(request)
        self.looking.take(caller.network.name, time.monotonic())
        return answer(await self.deals.shown(caller.session.id if caller.session else ""))

    async def play(self, request: web.Request) -> web.Response:
        caller = caller_of(request)
        await self.charge_opening(caller)
        ask = await read_body(request, DailyWanted, self.limits)
        session = self.reception.session_of(caller).id
        return self.opened(request, await self.deals.play(request.match_info["game"], ask.day, ask.name, session))

    async def charge_opening(self, caller: Caller) -> None:
        if not caller.inner:  # another node has charged it
            await self.opening.take(caller.network.name, time.monotonic())

    async def race_ghosts(self, request: web.Request) -> web.Response:
        """For those who have been at that table: its hands are theirs."""
        caller, now = caller_of(request), time.monotonic()
        self.reading.take(caller.network.name, now)
        await self.charge_opening(caller)
        code = read_code(request.match_info["code"])
        if code is None or caller.session is None or not self.reception.shows_pass(request, code):
            raise Refusing(No.NOT_JOINED)
        ask = await read_body(request, GhostsWanted, self.limits)
        return self.opened(request, (await self.ghosts.open(code, ask, caller.session.id)).code)

    def opened(self, request: web.Request, code: str) -> web.Response:
        response = answer(TableOpened(code, code))
        self.reception.give_session(response, caller_of(request), code)
        return response
