"""One connection that speaks HTTP. Every piece of it is charged before it is read, and nothing about it lasts for ever:
not its headers, not a request, not its silence.

aiohttp reads the requests. What it lacks is added here: deadlines, and somebody who counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Mapping
from typing import Any, Final, Protocol

from aiohttp import web
from aiohttp.http import HttpProcessingError

from slamdeck.server.config import Limits
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.limits import Network
from slamdeck.server.http.replies import refusal
from slamdeck.server.ops.events import SecurityEvents
from slamdeck.table.faults import note_fault

log = logging.getLogger("slamdeck.http")

PIECE_BYTES: Final = 100  # what reading a piece costs besides its bytes, in bytes
ARREARS: Final = 20  # requests over the limit that are still answered, with a sentence
LINGER_S: Final = 2.0  # for a body that nobody reads: hanging up at once would lose the answer
MOST_HEADERS: Final = 64
ONE_HEADER: Final = 8190
THEIR_DOING: Final = (
    HttpProcessingError,
    web.RequestPayloadError,
    web.PayloadAccessError,
    OSError,
    TimeoutError,
    UnicodeError,  # a header that is no text
)


class Doorkeeper(Protocol):
    """Whoever let this visitor in, and counts it."""

    limits: Limits
    events: SecurityEvents
    headers: Mapping[str, str]

    def waits_again(self, visitor: Visitor) -> None: ...

    def no_longer_waits(self, visitor: Visitor) -> None: ...

    def left(self, visitor: Visitor) -> None: ...


class Visitor(web.RequestHandler):
    """`waiting` for the headers of a request to be complete, `pending` requests that are not answered, or idle."""

    __slots__ = ("account", "before", "door", "head_bytes", "pending", "timer", "trusted", "waiting")

    def __init__(
        self, manager: web.Server, loop: asyncio.AbstractEventLoop, door: Doorkeeper, account: Network, trusted: bool
    ) -> None:
        super().__init__(
            manager,
            loop=loop,
            access_log=None,  # type: ignore[arg-type]
            auto_decompress=False,
            lingering_time=LINGER_S,
            max_headers=MOST_HEADERS,
            max_line_size=ONE_HEADER,
            max_field_size=ONE_HEADER,
        )
        self.door = door
        self.account = account
        self.trusted = trusted  # a proxy, which speaks for many
        self.waiting = True
        self.pending = 0
        self.head_bytes = 0
        self.before: socket.socket | None = None  # for as long as there is no transport, under TLS
        self.timer: asyncio.TimerHandle = loop.call_later(door.limits.header_s, self.too_late)

    # ---- what comes in ---------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.before = None
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if data and not self.may_send(len(data)):
            self.cut()
            return
        known = self._request_count
        super().data_received(data)
        new = self._request_count - known
        if new:
            self.complete(new)
        elif data and not self.pending:
            self.more_of_a_head(len(data))

    def may_send(self, size: int) -> bool:
        if self.trusted:
            return True
        now = time.monotonic()
        if not self.account.traffic.take(now, size + PIECE_BYTES):
            self.door.events.note("flood of bytes", self.account.name)
            return False
        return bool(self.pending) or may_ask(self.account, now)

    def complete(self, requests: int) -> None:
        """So many heads are here, and will be answered."""
        if not self.trusted:
            self.account.requests.owe(time.monotonic(), requests)
        self.pending += requests
        self.head_bytes = 0
        if self.waiting:
            self.waiting = False
            self.door.no_longer_waits(self)
        self.set_timer(self.door.limits.request_s)

    def more_of_a_head(self, size: int) -> None:
        self.head_bytes += size
        if self.head_bytes > self.door.limits.header_bytes:
            self.door.events.note("endless headers", self.account.name)
            self.cut()
        elif not self.waiting:
            self.waiting = True
            self.door.waits_again(self)
            self.set_timer(self.door.limits.header_s)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        done = await super().finish_response(request, resp, start_time)
        self.pending = max(0, self.pending - 1)
        self.head_bytes = 0
        if self.transport is not None:
            limits = self.door.limits
            self.set_timer(limits.request_s if self.pending else limits.idle_s)
        return done

    # ---- the end ---------------------------------------------------------------------------------

    def set_timer(self, seconds: float) -> None:
        self.timer.cancel()
        self.timer = self._loop.call_later(seconds, self.too_late)

    def too_late(self) -> None:
        """A browser may open a connection just in case: there is nothing wrong with saying nothing."""
        silent = not self.pending and not self.head_bytes
        if silent and self.transport is not None:
            self.transport.close()
            return
        self.door.events.note("endless request" if self.pending else "half-open request", self.account.name)
        self.cut()

    def is_idle(self) -> bool:
        return not self.pending

    def cut(self) -> None:
        if self.transport is not None:
            self.transport.abort()
        elif self.before is not None:
            with contextlib.suppress(OSError):  # its other side may be gone
                self.before.shutdown(socket.SHUT_RDWR)

    def connection_lost(self, exc: BaseException | None) -> None:
        self.timer.cancel()
        self.door.left(self)
        super().connection_lost(exc)

    # ---- what goes wrong -------------------------------------------------------------------------

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """What is no HTTP is one line in the log, and not one each."""
        self.log_exception("a request failed", exc_info=exc)
        if exc is not None:
            exc.__traceback__ = None  # its frames hold the connection, which holds the error: a circle each time
        if request.writer.output_size > 0:
            raise ConnectionError("an answer is on its way already")
        ours = status == 500 and not isinstance(exc, THEIR_DOING)
        response = refusal(Refusing(No.BROKEN if ours else No.BAD_REQUEST))
        response.headers.update(self.door.headers)
        response.force_close()
        return response

    def log_exception(self, *args: Any, **kw: Any) -> None:
        error = kw.get("exc_info")
        if isinstance(error, THEIR_DOING):
            self.door.events.note("malformed request", self.account.name, type(error).__name__)
        elif isinstance(error, BaseException):
            note_fault("a request failed", error)
        else:
            log.error(*args, **kw)


def may_ask(account: Network, now: float) -> bool:
    """Who is far beyond the limit is not even told so."""
    account.requests.fill(now)
    return account.requests.remaining() > -ARREARS
