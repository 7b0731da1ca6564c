"""A server from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable

from aiohttp import web

from slamdeck import games
from slamdeck.bots import roster
from slamdeck.core.problems import UsageProblem
from slamdeck.server.config import ServerConfig
from slamdeck.server.http.api import Api
from slamdeck.server.ops import gc_schedule
from slamdeck.server.ops.metrics import Metrics
from slamdeck.server.store.contract import Store
from slamdeck.server.store.memory import MemoryStore
from slamdeck.server.store.sqlite.exclusive import hold
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.tables.lobby import Lobby
from slamdeck.server.tables.search_pool import Thinkers

log = logging.getLogger("slamdeck.server")

SWITCH_S = 0.0002
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server:
    """Built by `start`, ended by `stop`; `port` is the one that was really taken."""

    def __init__(
        self, config: ServerConfig, store: Store, lobby: Lobby, api: Api, runner: web.AppRunner, port: int
    ) -> None:
        self.config = config
        self.store = store
        self.lobby = lobby
        self.api = api
        self.runner = runner
        self.port = port

    @classmethod
    async def start(cls, config: ServerConfig) -> Server:
        for sentence in (*games.left_out(), *roster.left_out()):
            log.warning("%s", sentence)
        store: Store = MemoryStore() if config.db is None else await SqliteStore.open(config.db)
        lobby = Lobby(store, config.limits, Metrics(), Thinkers(config.thinkers))
        try:
            await lobby.begin()
            listener = listen(config)
            port = int(listener.getsockname()[1])
            api = Api(lobby, config, config.own_origins(port))
            runner = web.AppRunner(api.app(), access_log=None, shutdown_timeout=2.0)
            await runner.setup()
            await web.SockSite(runner, listener).start()
        except BaseException:
            await lobby.stop()
            await store.close()
            raise
        return cls(config, store, lobby, api, runner, port)

    def addresses(self) -> list[str]:
        return [f"http://{name}:{self.port}/" for name in self.config.addresses()]

    async def stop(self) -> None:
        """Open races end, everybody is told, everything is stored."""
        await self.lobby.stop()
        await self.api.hang_up()
        await self.runner.cleanup()
        await self.store.close()


def listen(config: ServerConfig) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((config.host, config.port))
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageProblem(f"cannot serve on {config.host} port {config.port} ({reason})") from error
    return listener


async def serve(config: ServerConfig, ready: Callable[[Server], None]) -> None:
    """Until somebody stops it."""
    server = await Server.start(config)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    log.info("event loop: %s", type(loop).__module__.partition(".")[0])
    for number in STOP_SIGNALS:
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    ready(server)
    collecting = loop.create_task(gc_schedule.collect(server.lobby.anybody_plays))
    try:
        await stop.wait()
    finally:
        log.info("stopping")
        collecting.cancel()
        await server.stop()


def run(config: ServerConfig, ready: Callable[[Server], None]) -> None:
    """In this thread, on the fastest event loop there is."""
    sys.setswitchinterval(SWITCH_S)  # the writer must not wait 5 ms for its turn after every statement
    gc_schedule.take_over()
    lock = hold(config.db) if config.db is not None else contextlib.nullcontext()
    with lock, contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(serve(config, ready))


def new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, or Python's own where that does not exist: on Windows, or on a Python it was not built for."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
