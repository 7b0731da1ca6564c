"""The door: connections are counted, capped and charged to their network before anything is done for them.

Refusing one costs an `accept` and a `close`. When there is no more room, whoever has been waiting longest without a
complete request makes way: an honest browser sends its own within a blink.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import struct
import time
from collections.abc import Callable, Mapping
from typing import Final

from aiohttp import web

from slamdeck.server.config import Limits
from slamdeck.server.http.limits import Accounts, Network
from slamdeck.server.http.networks import TrustedProxies, network_of
from slamdeck.server.http.visitor import Visitor, may_ask
from slamdeck.server.ops.events import SecurityEvents

log = logging.getLogger("slamdeck.http")

NO_GOODBYE: Final = struct.pack("ii", 1, 0)  # nothing of a refused connection stays in the kernel
PAUSE_S: Final = 0.05
AT_ONCE: Final = 64

Context = Callable[[], ssl.SSLContext | None]


class Callers:
    """The connections of one network, or of one site, oldest first."""

    __slots__ = ("all", "waiting")

    def __init__(self) -> None:
        self.all: dict[Visitor, None] = {}
        self.waiting: dict[Visitor, None] = {}


class FrontDoor:
    def __init__(
        self,
        listener: socket.socket,
        limits: Limits,
        networks: Accounts[Network],
        proxies: TrustedProxies,
        events: SecurityEvents,
        headers: Mapping[str, str],
        context: Context,
        most: int,
    ) -> None:
        """`context`: for TLS, at the moment; `most`: connections."""
        self.listener = listener
        self.limits = limits
        self.networks = networks
        self.proxies = proxies
        self.events = events
        self.headers = headers
        self.context = context
        self.most = most
        self.loop = asyncio.get_running_loop()
        self.callers: dict[str, Callers] = {}
        self.waiting: dict[Visitor, None] = {}
        self.all: dict[Visitor, None] = {}
        self.arriving: set[asyncio.Task[None]] = set()
        self.accepting: asyncio.Task[None] | None = None

    def open(self, server: web.Server) -> None:
        self.listener.setblocking(False)
        self.accepting = self.loop.create_task(self.accept(server))

    async def close(self) -> None:
        """Nobody comes in any more; who is here may finish."""
        if self.accepting is not None:
            self.accepting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.accepting
        self.listener.close()
        for task in list(self.arriving):
            task.cancel()

    # ---- coming in -------------------------------------------------------------------------------

    async def accept(self, server: web.Server) -> None:
        while True:
            try:
                came, address = await self.loop.sock_accept(self.listener)
                self.receive(server, came, str(address[0]))
                self.accept_more(server)
            except OSError as error:  # out of files, or gone before it was here
                self.events.note("broken connection", "", type(error).__name__)
                await asyncio.sleep(PAUSE_S)

    def accept_more(self, server: web.Server) -> None:
        """Whoever else waits, so that newcomers are not stuck behind those who are refused."""
        for _ in range(AT_ONCE):
            try:
                came, address = self.listener.accept()
            except BlockingIOError:
                return
            came.setblocking(False)
            self.receive(server, came, str(address[0]))

    def receive(self, server: web.Server, came: socket.socket, address: str) -> None:
        now = time.monotonic()
        trusted = self.proxies.trusts(address)
        account = self.networks.of(network_of(address), now)
        if not (trusted or self.may_connect(account, now)) or not self.has_room(account, trusted):
            refuse(came)
            return
        visitor = Visitor(server, self.loop, self, account, trusted)
        self.networks.hold(account)
        self.all[visitor] = None
        for payer in payers(account):
            self.callers.setdefault(payer.name, Callers()).all[visitor] = None
        self.waits_again(visitor)
        visitor.before = came
        task = self.loop.create_task(self.connect(visitor, came))
        self.arriving.add(task)
        task.add_done_callback(lambda done: self.arrived(done, visitor, came))

    async def connect(self, visitor: Visitor, came: socket.socket) -> None:
        """Under TLS this takes until both sides agree, or until the deadline for headers."""
        context = self.context()
        patience = self.limits.header_s if context is not None else None
        await self.loop.connect_accepted_socket(lambda: visitor, came, ssl=context, ssl_handshake_timeout=patience)

    def arrived(self, task: asyncio.Task[None], visitor: Visitor, came: socket.socket) -> None:
        """Or not."""
        self.arriving.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None and not task.cancelled():
            return
        if error is not None:
            self.events.note("broken connection", visitor.account.name, type(error).__name__)
        visitor.timer.cancel()
        self.left(visitor)
        came.close()

    def may_connect(self, account: Network, now: float) -> bool:
        if account.connecting.take(now) and may_ask(account, now):
            return True
        self.events.note("flood of connections", account.name)
        return False

    def has_room(self, account: Network, trusted: bool) -> bool:
        """Or makes some."""
        limits = self.limits
        if not trusted and not self.has_room_for_one_of(account, 1):
            return False
        if not trusted and account.site is not None:
            if not self.has_room_for_one_of(account.site, limits.networks_per_site):
                return False
        if len(self.waiting) >= limits.half_open:
            self.displace(next(iter(self.waiting)), "half-open connections of all networks")
        elif len(self.all) >= self.most and not self.displace_idle(self.all):
            self.events.note("too many connections of all networks", account.name)
            return False
        return True

    def has_room_for_one_of(self, account: Network, counts_as: int) -> bool:
        own = self.callers.get(account.name)
        if own is None:
            return True
        if len(own.waiting) >= counts_as * self.limits.half_open_per_network:
            self.displace(next(iter(own.waiting)), "half-open connections")
        elif len(own.all) >= counts_as * self.limits.connections_per_network and not self.displace_idle(own.all):
            self.events.note("too many connections", account.name)
            return False
        return True

    def displace_idle(self, among: dict[Visitor, None]) -> bool:
        oldest = next((one for one in among if one.is_idle()), None)
        if oldest is not None:
            self.displace(oldest, "idle connections")
        return oldest is not None

    def displace(self, visitor: Visitor, why: str) -> None:
        self.events.note(f"too many {why}", visitor.account.name)
        visitor.cut()
        self.left(visitor)  # it has been counted out by the time the system closes it

    # ---- being here ------------------------------------------------------------------------------

    def waits_again(self, visitor: Visitor) -> None:
        if visitor in self.all:
            self.waiting[visitor] = None
            for payer in payers(visitor.account):
                self.callers[payer.name].waiting[visitor] = None

    def no_longer_waits(self, visitor: Visitor) -> None:
        self.waiting.pop(visitor, None)
        for payer in payers(visitor.account):
            if payer.name in self.callers:
                self.callers[payer.name].waiting.pop(visitor, None)

    def left(self, visitor: Visitor) -> None:
        """Once; whoever comes second to say so is not heard."""
        if visitor not in self.all:
            return
        del self.all[visitor]
        self.no_longer_waits(visitor)
        for payer in payers(visitor.account):
            own = self.callers[payer.name]
            del own.all[visitor]
            if not own.all:
                del self.callers[payer.name]
        self.networks.let_go(visitor.account)


def payers(account: Network) -> tuple[Network, ...]:
    """A network, and the site around it."""
    return (account,) if account.site is None else (account, account.site)


def refuse(came: socket.socket) -> None:
    with contextlib.suppress(OSError):
        came.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_GOODBYE)
    came.close()
