"""What a node needs to work with the others: how it knows them, asks them and relays to them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from typing import Final

from aiohttp import web

from slamdeck.core.problems import UsageProblem
from slamdeck.server.cluster.forwarding import Forwarding
from slamdeck.server.cluster.passport import Passports
from slamdeck.server.cluster.peers import mark_of
from slamdeck.server.cluster.relay import Relays
from slamdeck.server.tables.lobby import Lobby

log = logging.getLogger("slamdeck.cluster")

BACKLOG: Final = 1024
ENDING_S: Final = 0.5


class Cluster:
    def __init__(self, lobby: Lobby, passports: Passports) -> None:
        self.mark = mark_of(lobby.ownership.node.name)
        self.forwarding = Forwarding(lobby.peers, passports)
        self.relays = Relays(passports, lobby.metrics)
        self.runner: web.AppRunner | None = None
        lobby.peers.lost = self.relays.cut
        lobby.have_others_the_store = self.forwarding.anybody_well

    async def listen(self, app: web.Application, listener: socket.socket) -> None:
        """For the other nodes."""
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=ENDING_S)
        await self.runner.setup()
        await web.SockSite(self.runner, listener, backlog=BACKLOG).start()

    async def close(self) -> None:
        await self.forwarding.close()
        if self.runner is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self.runner.cleanup()


def listen_inside(address: str) -> socket.socket:
    """Raises UsageProblem."""
    host, port = read_inside(address)
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageProblem(f"--cluster {address}: cannot listen there ({reason})") from error
    return listener


def read_inside(text: str) -> tuple[str, int]:
    """What `--cluster` says. Raises UsageProblem."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit():
        raise UsageProblem(f"--cluster {text}: it takes an address that other servers reach, such as 10.0.0.5:8585")
    if host in ("0.0.0.0", "[::]", "*"):
        raise UsageProblem(f"--cluster {text}: other servers need one address to ask; name that of this computer")
    return host.strip("[]"), int(port)


def told_to_others(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
