"""Several nodes on one computer, one for each core, behind one address: all of them take connections from the same
listening socket. One that dies is started again; one that hangs is ended, so that its people need not wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Final

from msgspec import structs

from slamdeck.core.problems import UsageProblem
from slamdeck.server.app import SHARED_LEASE_S, Server, run
from slamdeck.server.cluster.cluster import listen_inside, read_inside
from slamdeck.server.config import ServerConfig
from slamdeck.server.front import listen
from slamdeck.server.ops.address import OpsAddress
from slamdeck.server.store.places import check_place
from slamdeck.server.store.postgres.address import PostgresAddress

log = logging.getLogger("slamdeck.server")

BEAT_S: Final = 0.5
HANGS_S: Final = 2 * SHARED_LEASE_S  # its tables are elsewhere by then
AGAIN_S: Final = 1.0
START_S: Final = 60.0
STOP_S: Final = 20.0


class Child:
    """One node, and the pipe in which its event loop says that it still turns."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.pid = 0
        self.pipe = -1
        self.ready = False
        self.heard = 0.0
        self.again_at = 0.0


def run_fleet(config: ServerConfig, count: int, ready: Callable[[int], None]) -> None:
    """Until somebody stops it. `ready` is told the port. Returns in the nodes' processes, too, when they end."""
    if not isinstance(config.db, PostgresAddress):
        raise UsageProblem(
            "--nodes: several servers need a database that they can share: --db postgresql://… or embedded"
        )
    if not hasattr(os, "fork"):
        raise UsageProblem("--nodes: this system cannot start several servers on one address; start them one by one")
    asyncio.run(check_place(config.db))  # once, so that what is wrong with it is said once
    for number in range(count):
        listen_inside(cluster_of(config.cluster, number)).close()  # likewise
    with contextlib.closing(listen(config)) as listener:
        Fleet(config, listener, count).run(ready)


class Fleet:
    def __init__(self, config: ServerConfig, listener: socket.socket, count: int) -> None:
        self.config = config
        self.listener = listener
        self.port = int(listener.getsockname()[1])
        self.children = [Child(number) for number in range(count)]
        self.stopping = False

    def run(self, ready: Callable[[int], None]) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        code: int | None = 0
        told = False
        for child in self.children:
            if self.start(child):
                return  # we are the child, and have ended
        while not self.stopping:
            code = self.look_after()
            if code is not None:
                break
            if not told and all(child.ready for child in self.children):
                told = True
                ready(self.port)
            for child in self.children:
                if not child.pid and time.monotonic() > child.again_at and self.start(child):
                    return
        self.end()
        if code:
            sys.exit(code)

    def stop(self, *_: object) -> None:
        self.stopping = True

    def start(self, child: Child) -> bool:
        """True in the new process, when it is over there."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            child.pid, child.pipe, child.ready, child.heard = pid, reading, False, time.monotonic()
            return False
        os.close(reading)
        for other in self.children:
            if other.pipe >= 0:
                os.close(other.pipe)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run(self.config_of(child), lambda server: beat(server, writing))
        return True

    def config_of(self, child: Child) -> ServerConfig:
        name = self.config.node or f"{socket.gethostname()}:{self.port}"
        return structs.replace(
            self.config,
            node=f"{name}/{child.number}",
            port=self.port,
            listener=os.dup(self.listener.fileno()),
            ops=ops_of(self.config.ops, child.number),
            cluster=cluster_of(self.config.cluster, child.number),
        )

    # ---- looking after them ----------------------------------------------------------------------

    def look_after(self) -> int | None:
        """For half a second. An exit code, if one of them could not even begin."""
        pipes = {child.pipe: child for child in self.children if child.pid}
        with contextlib.suppress(InterruptedError):
            for pipe in select.select(list(pipes), [], [], BEAT_S)[0]:
                if os.read(pipe, 4096):
                    pipes[pipe].heard = time.monotonic()
                    pipes[pipe].ready = True
                elif code := self.bury(pipes[pipe]):
                    return code
        for child in self.children:
            patience = HANGS_S if child.ready else START_S
            if child.pid and time.monotonic() - child.heard > patience:
                log.error("node %d hangs: it is ended and started again", child.number)
                os.kill(child.pid, signal.SIGKILL)
                child.heard = time.monotonic()
        return None

    def bury(self, child: Child) -> int:
        """Its end of the pipe is closed. Its exit code, if it never came to serving."""
        _, status = os.waitpid(child.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        os.close(child.pipe)
        child.pid, child.pipe, child.again_at = 0, -1, time.monotonic() + AGAIN_S
        if not self.stopping:
            log.error("node %d has ended (%d)", child.number, code)
        return 0 if child.ready or self.stopping else abs(code) or 1

    def end(self) -> None:
        """All at once: there is nobody left to hand tables on to."""
        for child in self.children:
            if child.pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGTERM)
        until = time.monotonic() + STOP_S
        for child in self.children:
            while child.pid and not os.waitpid(child.pid, os.WNOHANG)[0]:
                if time.monotonic() > until:
                    os.kill(child.pid, signal.SIGKILL)
                time.sleep(0.02)


def ops_of(address: OpsAddress | None, number: int) -> OpsAddress | None:
    """Each node has its own figures: at the next port, or at a path with its number."""
    if address is None:
        return None
    if address.path:
        return structs.replace(address, path=f"{address.path}.{number}")
    return structs.replace(address, port=address.port + number if address.port else 0)


def cluster_of(address: str, number: int) -> str:
    """Where other nodes reach each: at the next port."""
    host, _ = address.rsplit(":", 1)
    port = read_inside(address)[1]
    return f"{host}:{port + number if port else 0}"


def beat(server: Server, pipe: int) -> None:
    """For as long as the loop turns."""
    loop = asyncio.get_running_loop()

    def once() -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(pipe, b".")
        loop.call_later(BEAT_S, once)

    once()
