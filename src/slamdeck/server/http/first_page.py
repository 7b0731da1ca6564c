"""What the first page shows of this server: tables that are open to whoever comes by."""

from __future__ import annotations

import time
from typing import Final

import msgspec
from aiohttp import web

from slamdeck.server.cluster.cluster import Cluster
from slamdeck.server.http.answers import OpenTables
from slamdeck.server.http.limits import Rates
from slamdeck.server.http.reception import caller_of
from slamdeck.server.http.replies import answer
from slamdeck.server.tables.joining import any_few, open_tables
from slamdeck.server.tables.lobby import Lobby

LISTED_S: Final = 1.0  # a list is so old at most


class FirstPage:
    def __init__(self, lobby: Lobby, looking: Rates, cluster: Cluster | None) -> None:
        self.lobby = lobby
        self.cluster = cluster
        self.looking = looking
        self.listed = (-LISTED_S, OpenTables(tables=[]))  # and when that was

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/api/tables", self.list_open)]

    async def list_open(self, request: web.Request) -> web.Response:
        """Those whose hosts want whoever comes by; put together once for all who ask at the same time. Another node is
        told of those that are here."""
        caller, now = caller_of(request), time.monotonic()
        if caller.inner:
            return answer(open_tables(self.lobby.tables.values()))
        self.looking.take(caller.network.name, now)
        if now - self.listed[0] >= LISTED_S:
            self.listed = (now, self.listed[1])  # whoever asks meanwhile need not do the same
            self.listed = (now, await self.all_open(request))
        return answer(self.listed[1])

    async def all_open(self, request: web.Request) -> OpenTables:
        found = open_tables(self.lobby.tables.values()).tables
        for said in await self.cluster.forwarding.everybody(request) if self.cluster is not None else []:
            if said.status == 200 and isinstance(said.body, bytes):
                found += msgspec.json.decode(said.body, type=OpenTables).tables
        return OpenTables(tables=any_few(found))
