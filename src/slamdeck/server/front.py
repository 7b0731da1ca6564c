"""Where a server meets the world: the public port, TLS, and the operator's own port or socket."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import time
from typing import Final

from aiohttp import web

from slamdeck.core.problems import UsageProblem
from slamdeck.server.cluster.cluster import Cluster, listen_inside
from slamdeck.server.cluster.passport import Passports
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.daily.deals import DailyDeals
from slamdeck.server.http.api import Api
from slamdeck.server.http.certificate import Certificate
from slamdeck.server.http.door import FrontDoor
from slamdeck.server.http.pages import SECURITY_HEADERS
from slamdeck.server.http.reception import Reception
from slamdeck.server.http.sessions import Sessions
from slamdeck.server.operators import OpsEndpoint, listen_for_ops, remove_socket
from slamdeck.server.ops.events import SecurityEvents
from slamdeck.server.ops.open_files import raise_limit
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.tables.lobby import Lobby

BACKLOG: Final = 1024
ENDING_S: Final = 2.0


class Front:
    def __init__(self, config: ServerConfig) -> None:
        """Takes the ports. Raises UsageProblem, and then nothing is left behind."""
        self.config = config
        self.certificate = Certificate(*config.tls) if config.tls is not None else None
        self.listener = listen(config) if config.listener is None else socket.socket(fileno=config.listener)
        self.inner_listener: socket.socket | None = None
        self.ops_listener: socket.socket | None = None
        try:
            if isinstance(config.db, PostgresAddress):
                self.inner_listener = listen_inside(config.cluster)
            if config.ops is not None:
                self.ops_listener = listen_for_ops(config.ops)
        except BaseException:
            self.abandon()
            raise
        self.port = int(self.listener.getsockname()[1])
        self.door: FrontDoor | None = None
        self.runner: web.AppRunner | None = None
        self.ops: OpsEndpoint | None = None
        self.cluster: Cluster | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, lobby: Lobby) -> Api:
        config, events = self.config, SecurityEvents()
        sessions = await Sessions.load(lobby.store, round(time.time()))
        connections, sockets = shares(raise_limit(), config.limits)
        passports = None
        if self.inner_listener is not None:
            passports = await Passports.load(lobby.store, lobby.ownership.node.name)
            self.cluster = Cluster(lobby, passports)
        reception = Reception(config, sessions, events, config.own_origins(self.port), passports)
        reception.other_pages = lambda: lobby.peers.public
        api = Api(lobby, config, reception, sockets, await DailyDeals.load(lobby), self.cluster)
        if self.cluster is not None and self.inner_listener is not None:
            await self.cluster.listen(api.app(inner=True), self.inner_listener)
        self.runner = web.AppRunner(api.app(), access_log=None, shutdown_timeout=ENDING_S)
        await self.runner.setup()
        assert self.runner.server is not None
        self.door = door = FrontDoor(
            self.listener,
            config.limits,
            reception.networks,
            reception.proxies,
            events,
            SECURITY_HEADERS,
            lambda: self.certificate.context if self.certificate is not None else None,
            connections,
        )
        lobby.metrics.gauge("connections", "HTTP connections open.", lambda: len(door.all))
        lobby.metrics.gauge("half_open", "Connections without a complete request.", lambda: len(door.waiting))
        lobby.metrics.gauge("security_events", "Things that nobody does by accident.", events.total)
        if config.ops is not None and self.ops_listener is not None:
            self.ops = OpsEndpoint(lobby, config.ops, self.ops_listener, lambda: self.problems(reception, lobby))
            await self.ops.start()
        loop = asyncio.get_running_loop()
        self.tasks.append(loop.create_task(asyncio.to_thread(api.pages.make_all)))
        if self.certificate is not None:
            self.tasks.append(loop.create_task(self.certificate.watch()))
        self.door.open(self.runner.server)
        return api

    def problems(self, reception: Reception, lobby: Lobby) -> list[str]:
        """What only the operator can put right."""
        certificate = self.certificate.problem() if self.certificate is not None else ""
        return [one for one in (self.with_the_store(lobby), certificate, reception.problem()) if one]

    def with_the_store(self, lobby: Lobby) -> str:
        silent = "does not answer in time" if lobby.ownership.is_lost else ""
        frozen = next((table.frozen for table in lobby.tables.values() if table.frozen), "")
        why, db = lobby.ownership.problem or silent or frozen, str(self.config.db or "")
        return f"{db}: {why}" if why and not why.startswith(db) else why

    def reload_on_hangup(self) -> None:
        """With a certificate of our own, SIGHUP says that there is another one."""
        if self.certificate is not None:
            with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
                asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.certificate.reload)

    async def stop_accepting(self) -> None:
        """Whoever comes now is for the other nodes."""
        if self.door is not None:
            await self.door.close()

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        if self.door is not None:
            await self.door.close()
        if self.cluster is not None:
            await self.cluster.close()
        if self.ops is not None:
            await self.ops.stop()
        if self.runner is not None:
            await self.runner.cleanup()

    def abandon(self) -> None:
        """It never came to serving."""
        self.listener.close()
        if self.inner_listener is not None:
            self.inner_listener.close()
        if self.ops_listener is not None and self.config.ops is not None:
            self.ops_listener.close()
            remove_socket(self.config.ops)


def shares(files: int, limits: Limits) -> tuple[int, int]:
    """Connections and sockets, if the system does not let us have as many files as the limits do."""
    connections = min(limits.connections, max(files // 3, 1))
    return connections, min(limits.sockets, max(files - connections, 1))


def listen(config: ServerConfig) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((config.host, config.port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageProblem(f"cannot serve on {config.host} port {config.port} ({reason})") from error
    return listener
