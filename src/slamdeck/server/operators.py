"""What an operator may ask, on a port or a socket of its own: the public one says nothing that moves when cards do."""

from __future__ import annotations

import contextlib
import logging
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

import slamdeck
from slamdeck.core.problems import UsageProblem
from slamdeck.server.http.answers import PROTOCOL
from slamdeck.server.http.networks import is_loopback
from slamdeck.server.ops.address import OpsAddress
from slamdeck.server.tables.lobby import Lobby

log = logging.getLogger("slamdeck.server")

OWNER_ONLY: Final = 0o600


class Health(msgspec.Struct, frozen=True, kw_only=True):
    ok: bool
    version: str
    protocol: int
    compiled: bool
    tables: int
    people: int
    saving: bool  # the store cannot write at the moment
    problems: list[str] = []  # what only the operator can put right, in a sentence each


def listen_for_ops(address: OpsAddress) -> socket.socket:
    """Raises UsageProblem."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    if address.path:
        clear_old_socket(Path(address.path))
        family = socket.AF_UNIX
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if address.path:
            listener.bind(address.path)
            Path(address.path).chmod(OWNER_ONLY)
        else:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address.host, address.port))
        listener.listen(16)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageProblem(f"--ops {address}: cannot listen there ({reason})") from error
    if not address.path and not is_loopback(address.host):
        log.warning("metrics at %s can be read by whoever reaches it, and tell more than players should know", address)
    return listener


def clear_old_socket(path: Path) -> None:
    """Of a server that was killed. Anything else that is there stays."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise UsageProblem(f"--ops {path}: something else has that name; it was left as it is")
    except FileNotFoundError:
        return
    except OSError as error:
        raise UsageProblem(f"--ops {path}: cannot listen there ({error.strerror})") from error
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise UsageProblem(f"--ops {path}: another server listens there")


class OpsEndpoint:
    def __init__(
        self,
        lobby: Lobby,
        address: OpsAddress,
        listener: socket.socket,
        problems: Callable[[], list[str]] = list,
    ) -> None:
        self.lobby = lobby
        self.problems = problems
        self.address = address
        self.listener = listener
        app = web.Application()
        app.add_routes([web.get("/health", self.health), web.get("/metrics", self.metrics)])
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)

    @property
    def port(self) -> int:
        return 0 if self.address.path else int(self.listener.getsockname()[1])

    async def start(self) -> None:
        await self.runner.setup()
        await web.SockSite(self.runner, self.listener).start()

    async def stop(self) -> None:
        await self.runner.cleanup()
        self.listener.close()
        remove_socket(self.address)

    async def health(self, request: web.Request) -> web.Response:
        found = health_of(self.lobby, self.problems())
        return web.Response(
            status=200 if found.ok else 503, body=msgspec.json.encode(found), content_type="application/json"
        )

    async def metrics(self, request: web.Request) -> web.Response:
        return web.Response(text=self.lobby.metrics.text(), content_type="text/plain")


def remove_socket(address: OpsAddress) -> None:
    if address.path:
        with contextlib.suppress(OSError):
            Path(address.path).unlink()


def health_of(lobby: Lobby, problems: list[str]) -> Health:
    saving = lobby.frozen() > 0 or lobby.ownership.is_lost
    return Health(
        ok=not saving and not lobby.stopping,
        version=slamdeck.__version__,
        protocol=PROTOCOL,
        compiled=slamdeck.is_compiled(),
        tables=len(lobby.tables),
        people=lobby.people(),
        saving=saving,
        problems=problems,
    )
