"""Where HTTP ends and sockets begin: who may have one, and all that are open."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import cast

from aiohttp import HttpVersion11, web

from slamdeck.server.cluster.relay import Relays
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.limits import Network
from slamdeck.server.http.pages import SECURITY_HEADERS
from slamdeck.server.http.reception import Caller, Reception, caller_of
from slamdeck.server.http.tickets import Tickets
from slamdeck.server.socket.connection import CLOSE_S, Connection
from slamdeck.server.socket.frames import Socket, accept_key, switching
from slamdeck.server.socket.messages import Farewell
from slamdeck.server.tables.lobby import Lobby


class Sockets:
    def __init__(
        self, lobby: Lobby, reception: Reception, tickets: Tickets, most: int, relays: Relays | None = None
    ) -> None:
        """`relays`: to other nodes, if there may be some."""
        self.lobby = lobby
        self.relays = relays
        self.reception = reception
        self.tickets = tickets
        self.limits = reception.limits
        self.most = most
        self.open: set[Connection] = set()
        lobby.metrics.gauge("sockets", "WebSockets open.", lambda: len(self.open))

    async def accept(self, request: web.Request) -> web.StreamResponse:
        self.reception.check_origin(request, needed=True)
        if self.lobby.stopping and self.relays is None:
            raise Refusing(No.STOPPING)
        caller = caller_of(request)
        if not self.has_room(caller.network):
            self.reception.events.note("too many sockets", caller.network.name)
            raise Refusing(No.TOO_MANY, "too many open tables from here; close one of them", 30)
        accept = accept_key(request.headers) if may_become_socket(request) else None
        if accept is None or request.transport is None:
            raise Refusing(No.BAD_REQUEST, "this address is for sockets")
        self.count(caller.network, 1)
        self.reception.networks.hold(caller.network)
        connection = Connection(
            request.transport,
            self.lobby,
            self.tickets,
            self.limits,
            caller.network,
            self.reception.browsers,
            self.reception.is_direct(caller),
            self.forget,
            partial(self.pass_on, self.relays, caller) if self.relays is not None and not caller.inner else None,
        )
        self.open.add(connection)
        hand_over(request, switching(accept, SECURITY_HEADERS), connection.socket)
        return web.Response()  # to nobody: the connection is no longer HTTP's

    async def pass_on(self, relays: Relays, caller: Caller, connection: Connection, mark: str) -> None:
        """To the node that gave out its ticket: there is its table."""
        peer = self.lobby.peers.marked(mark)
        if peer is None or connection.socket.frames.parts:
            connection.close(Farewell.TICKET)
            return
        said, connection.early = connection.early, []
        try:
            end = await relays.connect(peer, caller.address, caller.secure, said, connection.socket.frames.rest)
        except (OSError, TimeoutError):
            self.lobby.peers.suspect(peer.name)
            connection.close(Farewell.MOVED)
            return
        finally:
            connection.admitting = None
        if connection.transport.is_closing() or connection.farewell is not None:
            end.hang_up()
            return
        connection.passed_on = relays.join(peer.name, end, connection.transport, connection.gone).hang_up

    def has_room(self, network: Network) -> bool:
        most, site = self.limits.sockets_per_network, network.site
        if site is not None and site.sockets >= most * self.limits.networks_per_site:
            return False
        return network.sockets < most and len(self.open) < self.most

    def count(self, network: Network, more: int) -> None:
        network.sockets += more
        if network.site is not None:
            network.site.sockets += more

    def forget(self, connection: Connection) -> None:
        self.open.discard(connection)
        self.count(connection.network, -1)
        self.reception.networks.let_go(connection.network)
        if connection.farewell in (Farewell.FLOOD, Farewell.BAD_FRAMES, Farewell.TOO_LARGE):
            self.reception.events.note("hostile socket", connection.network.name, connection.farewell.value[1])

    def close_those_of(self, session: str) -> None:
        for connection in list(self.open):
            if connection.session is not None and connection.session.name == session:
                connection.close(Farewell.FORGOTTEN)

    async def hang_up(self) -> None:
        """Everybody is told that the server stops; who does not answer is cut off."""
        for connection in list(self.open):
            connection.close(Farewell.STOPPING)
        until = time.monotonic() + 2 * CLOSE_S
        while self.open and time.monotonic() < until:
            await asyncio.sleep(0.01)


def may_become_socket(request: web.Request) -> bool:
    """Anything else than a plain GET might mean something else to a proxy in between than to us."""
    return request.method == "GET" and request.version == HttpVersion11 and not request.body_exists


def hand_over(request: web.Request, answer: bytes, socket: Socket) -> None:
    """From here on the connection speaks frames; to aiohttp it looks as if it were lost, so nothing is kept of it."""
    transport = request.transport
    assert transport is not None
    transport.write(answer)
    transport.set_protocol(cast(asyncio.Protocol, socket))
    request.protocol.transport = None  # or it would close it
    request.protocol.connection_lost(None)
