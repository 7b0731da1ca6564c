"""A server from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable

from slamdeck import games
from slamdeck.bots import roster
from slamdeck.server.cluster.cluster import told_to_others
from slamdeck.server.config import ServerConfig
from slamdeck.server.front import Front
from slamdeck.server.http.answers import SeenBy
from slamdeck.server.http.api import Api
from slamdeck.server.ops import gc_schedule, heap
from slamdeck.server.ops.metrics import Metrics
from slamdeck.server.store.contract import Store, StoreUnavailable
from slamdeck.server.store.places import hold_place, open_store
from slamdeck.server.tables.lobby import Lobby
from slamdeck.server.tables.ownership import ServerNode
from slamdeck.server.tables.search_pool import Thinkers

log = logging.getLogger("slamdeck.server")

SWITCH_S = 0.0002
SHARED_LEASE_S = 2.0
BEGIN_S = 4.0  # for a database that others use, too, to say who else is there
ABANDON_S = 0.5
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server:
    """Built by `start`, ended by `stop`; `port` is the one that was really taken."""

    def __init__(self, config: ServerConfig, store: Store, lobby: Lobby, api: Api, front: Front) -> None:
        self.config = config
        self.store = store
        self.lobby = lobby
        self.api = api
        self.front = front
        self.port = front.port

    @classmethod
    async def start(cls, config: ServerConfig) -> Server:
        """Whatever may be refused is tried before anything is opened that others could notice."""
        for sentence in (*games.left_out(), *roster.left_out()):
            log.warning("%s", sentence)
        boxed = games.games_with(config.decks)
        front = Front(config)
        try:
            store = await open_store(config.db)
        except BaseException:
            front.abandon()
            raise
        node = node_of(config, front)
        lobby = Lobby(store, config.limits, Metrics(), Thinkers(config.thinkers), boxed, node, seen_by(config))
        try:
            await begin(lobby, config)
            api = await front.open(lobby)
        except BaseException:
            front.abandon()
            with contextlib.suppress(TimeoutError):  # a database that does not answer is not waited for once more
                async with asyncio.timeout(ABANDON_S):
                    await lobby.stop()
                    await store.close()
            raise
        return cls(config, store, lobby, api, front)

    def addresses(self) -> list[str]:
        return self.config.own_addresses(self.port)

    async def stop(self) -> None:
        """Open races end, everybody is told, everything is stored."""
        if self.lobby.is_shared():
            await self.front.stop_accepting()
        await self.lobby.stop()
        await self.api.sockets.hang_up()
        await self.front.close()
        await self.store.close()


async def begin(lobby: Lobby, config: ServerConfig) -> None:
    """Raises StoreProblem: whoever starts a server hears soon why it cannot be."""
    try:
        async with asyncio.timeout(BEGIN_S if lobby.is_shared() else None):
            await lobby.begin()
    except TimeoutError as error:
        raise StoreUnavailable(f"{config.db}: does not answer in time") from error


def seen_by(config: ServerConfig) -> SeenBy:
    return "link" if config.records == "link" else "players"


def node_of(config: ServerConfig, front: Front) -> ServerNode:
    """Alone with its file, or one of several that share a database: those must notice soon when one of them is gone."""
    if front.inner_listener is None:
        return ServerNode()
    own = config.node or f"{socket.gethostname()}:{front.port}"
    inside = told_to_others(front.inner_listener)
    return ServerNode(own, inside, config.public.rstrip("/"), SHARED_LEASE_S, SHARED_LEASE_S / 4)


async def serve(config: ServerConfig, ready: Callable[[Server], None]) -> None:
    """Until somebody stops it."""
    server = await Server.start(config)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    log.info("event loop: %s", type(loop).__module__.partition(".")[0])
    for number in STOP_SIGNALS:
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    server.front.reload_on_hangup()
    ready(server)
    tidying = [loop.create_task(gc_schedule.collect(server.lobby.anybody_plays)), loop.create_task(heap.give_back())]
    try:
        await stop.wait()
    finally:
        log.info("stopping")
        for task in tidying:
            task.cancel()
        await server.stop()


def run(config: ServerConfig, ready: Callable[[Server], None]) -> None:
    """In this thread, on the fastest event loop there is."""
    sys.setswitchinterval(SWITCH_S)  # the writer must not wait 5 ms for its turn after every statement
    heap.keep_small()
    gc_schedule.take_over()
    with (
        hold_place(config.db),
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=new_loop()) as runner,
    ):
        runner.run(serve(config, ready))


def new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, or Python's own where that does not exist: on Windows, or on a Python it was not built for."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
