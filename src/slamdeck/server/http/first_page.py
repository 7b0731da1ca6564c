"""What the first page shows of this server: tables that are open to whoever comes by."""

from __future__ import annotations

import time
from typing import Final

from aiohttp import web

from slamdeck.server.http.answers import OpenTables
from slamdeck.server.http.limits import Rates
from slamdeck.server.http.reception import caller_of
from slamdeck.server.http.replies import answer
from slamdeck.server.tables.joining import open_tables
from slamdeck.server.tables.lobby import Lobby

LISTED_S: Final = 1.0  # a list is so old at most


class FirstPage:
    def __init__(self, lobby: Lobby, looking: Rates) -> None:
        self.lobby = lobby
        self.looking = looking
        self.listed = (-LISTED_S, OpenTables(tables=[]))  # and when that was

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/api/tables", self.list_open)]

    async def list_open(self, request: web.Request) -> web.Response:
        """Those of this node whose hosts want whoever comes by; put together once for all who ask at the same time."""
        now = time.monotonic()
        self.looking.take(caller_of(request).network.name, now)
        if now - self.listed[0] >= LISTED_S:
            self.listed = (now, open_tables(self.lobby.tables.values()))
        return answer(self.listed[1])
