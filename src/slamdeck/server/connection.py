"""One WebSocket: its hello, its rates, its pings, and a bounded queue between a table that never waits and a reader
that may be slow."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import struct
import sys
import time
from collections import deque
from typing import Final

import msgspec
from aiohttp import WSMsgType, web

import slamdeck
from slamdeck.core.problems import UsageProblem
from slamdeck.server.answers import PROTOCOL
from slamdeck.server.config import Limits
from slamdeck.server.frames import MOST_BYTES, AnyServerMessage, Farewell, Hello, Lag, Welcome, encoder, hello_decoder
from slamdeck.server.lobby import Lobby
from slamdeck.server.rates import Bucket
from slamdeck.server.refusals import Refusing
from slamdeck.server.running import RunningTable, micros
from slamdeck.server.tickets import Tickets
from slamdeck.table.hindsight import HAND_VERBS
from slamdeck.table.messages import Act, ClientMessage, Refused, decode_client

HELLO_S: Final = 5.0
PING_PLAYING_S: Final = 1.0
PING_IDLE_S: Final = 3.0
LAG_EVERY: Final = 4  # pings
DEAD_S: Final = 20.0  # nothing heard, or nothing taken, for so long
CLOSE_S: Final = 1.0
BAD_FRAMES: Final = 3
CUT_OFF_BYTES: Final = 1 << 16  # a frame that is not even read
FLOOD: Final = 400  # messages dropped in a row
PING: Final = b"\0ping"  # in the queue of outgoing messages
MIN_RTT_AT: Final = 148  # in Linux's struct tcp_info
NOT_ONE: Final = (msgspec.MsgspecError, UnicodeDecodeError)


class Connection:
    def __init__(
        self,
        ws: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        lobby: Lobby,
        tickets: Tickets,
        limits: Limits,
        direct: bool,
    ) -> None:
        """`direct`: no proxy in between, so the kernel's own round trips are the player's."""
        self.ws = ws
        self.transport = transport
        self.lobby = lobby
        self.tickets = tickets
        self.metrics = lobby.metrics
        self.limits = limits
        self.direct = direct
        self.loop = asyncio.get_running_loop()
        self.table: RunningTable | None = None
        self.person = ""
        self.queue: deque[bytes] = deque()
        self.filled = asyncio.Event()
        self.behind = False  # messages were dropped; the whole table follows when the reader is there again
        self.busy_since = 0.0
        self.heard = time.monotonic()
        self.pings: dict[bytes, int] = {}
        self.ping_count = 0
        self.bad = 0
        self.dropped = 0
        self.messages = Bucket(limits.messages, self.heard)
        self.slaps = Bucket(limits.slaps, self.heard)
        self.farewell: Farewell | None = None
        self.listener: asyncio.Future[None] | None = None
        self.hanging_up: asyncio.Future[None] | None = None
        self.pinger: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """The life of the socket."""
        writer = asyncio.ensure_future(self.write())
        try:
            if await self.say_hello():
                self.listener = asyncio.ensure_future(self.listen())
                await asyncio.wait([self.listener])
                if not self.listener.cancelled():
                    self.listener.result()
        finally:
            if self.pinger is not None:
                self.pinger.cancel()
            if self.table is not None:
                self.table.disconnect(self.person, self)
            await self.finish(writer)

    # ---- hello -----------------------------------------------------------------------------------

    async def say_hello(self) -> bool:
        try:
            async with asyncio.timeout(HELLO_S):
                frame = await self.ws.receive()
            if frame.type is not WSMsgType.TEXT:
                raise UsageProblem("that was no text")
            hello = hello_decoder.decode(frame.data)
        except (TimeoutError, UsageProblem, *NOT_ONE):
            self.close(Farewell.BAD_HELLO)
            return False
        return await self.admit(hello)

    async def admit(self, hello: Hello) -> bool:
        if hello.version != PROTOCOL:
            self.close(Farewell.OLD_VERSION)
            return False
        admission = self.tickets.redeem(hello.ticket, time.monotonic())
        if admission is None:
            self.close(Farewell.TICKET)
            return False
        try:
            table = await self.lobby.find(admission.code)
        except Refusing as refusing:
            self.close(Farewell.CLOSED if refusing.no.status in (404, 410) else Farewell.STOPPING)
            return False
        self.send(Welcome(version=PROTOCOL, table=table.code, server=slamdeck.__version__))
        try:
            table.connect(admission.person, self, hello.last)
        except UsageProblem:
            self.close(Farewell.NO_ROOM)
            return False
        self.table, self.person = table, admission.person
        self.ping()
        return True

    # ---- what comes in ---------------------------------------------------------------------------

    async def listen(self) -> None:
        async for frame in self.ws:
            self.heard = time.monotonic()
            if frame.type is WSMsgType.TEXT:
                self.take(frame.data)
            elif frame.type is WSMsgType.PONG:
                self.pong(bytes(frame.data))
            elif frame.type is WSMsgType.PING:
                await self.ws.pong(frame.data)
            else:
                self.refuse_frame()
            if self.farewell is not None:
                return

    def take(self, data: bytes) -> None:
        assert self.table is not None
        self.metrics.frames.add()
        if len(data) > MOST_BYTES:
            self.close(Farewell.TOO_LARGE)
            return
        try:
            message = decode_client(data)
        except NOT_ONE:
            self.refuse_frame()
            return
        if self.may(message):
            self.dropped = 0
            self.table.receive(self.person, message)

    def may(self, message: ClientMessage) -> bool:
        """More than hands can make is dropped; far more ends the connection."""
        if self.messages.take(self.heard):
            slap = isinstance(message, Act) and message.do.partition(" ")[0] in HAND_VERBS
            if not slap or self.slaps.take(self.heard):
                return True
        self.metrics.dropped_frames.add()
        self.dropped += 1
        if self.dropped == 1:
            self.send(Refused(why="that was too much at once; some of it was dropped"))
        elif self.dropped > FLOOD:
            self.close(Farewell.FLOOD)
        return False

    def refuse_frame(self) -> None:
        self.metrics.bad_frames.add()
        self.bad += 1
        if self.bad >= BAD_FRAMES:
            self.close(Farewell.BAD_FRAMES)
        else:
            self.send(Refused(why="that frame is no message of this protocol"))

    # ---- round trips -----------------------------------------------------------------------------

    def ping(self) -> None:
        """Also the moment to notice that nobody is there any more."""
        now = time.monotonic()
        stuck = self.busy_since and now - self.busy_since > DEAD_S
        if stuck or now - self.heard > DEAD_S:
            self.close(Farewell.SLOW)
            return
        self.put(PING)
        playing = self.table is not None and self.table.is_playing()
        self.pinger = self.loop.call_later(PING_PLAYING_S if playing else PING_IDLE_S, self.ping)

    def nonce(self) -> bytes:
        self.ping_count += 1
        nonce = self.ping_count.to_bytes(8, "big")
        self.pings[nonce] = micros()
        if len(self.pings) > 16:
            del self.pings[next(iter(self.pings))]
        return nonce

    def pong(self, nonce: bytes) -> None:
        sent = self.pings.pop(nonce, None)
        if sent is None or self.table is None:
            return
        now_and_then = self.ping_count % LAG_EVERY == 2
        kernel_trip = self.kernel_trip() if self.direct and now_and_then else None
        self.table.pong(self.person, micros() - sent, kernel_trip)
        presence = self.table.live.desk.people.get(self.person)
        if presence is not None and now_and_then:
            self.send(Lag(trip=presence.link.trip, budget=presence.link.budget))

    def kernel_trip(self) -> int | None:
        """The smallest round trip that the kernel has seen (Linux): a page that answers late cannot hide it."""
        ours = self.transport.get_extra_info("socket") if self.transport is not None else None
        if ours is None or not sys.platform.startswith("linux"):
            return None
        try:
            with socket.socket(fileno=os.dup(ours.fileno())) as same:
                facts = same.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, MIN_RTT_AT + 4)
        except OSError:
            return None
        if len(facts) < MIN_RTT_AT + 4:
            return None
        trip: int = struct.unpack_from("=I", facts, MIN_RTT_AT)[0]
        return trip if 0 < trip < 1 << 31 else None

    # ---- what goes out ---------------------------------------------------------------------------

    def send(self, message: AnyServerMessage) -> None:
        if self.farewell is None and not self.behind:
            self.put(encoder.encode(message))

    def put(self, item: bytes) -> None:
        if len(self.queue) >= self.limits.queue:
            self.queue.clear()
            self.behind = True
        self.queue.append(item)
        self.filled.set()

    async def write(self) -> None:
        while True:
            while self.queue:
                item = self.queue.popleft()
                self.busy_since = time.monotonic()
                if item is PING:
                    await self.ws.ping(self.nonce())
                else:
                    await self.ws.send_frame(item, WSMsgType.TEXT)
                    self.metrics.sent.add()
            self.busy_since = 0.0
            if self.behind:
                self.catch_up()
            elif self.farewell is not None:
                return
            if not self.queue:
                self.filled.clear()
                await self.filled.wait()

    def catch_up(self) -> None:
        self.behind = False
        if self.table is not None and self.farewell is None:
            self.table.resync(self.person)

    def close(self, why: Farewell) -> None:
        """Say why, then close; called by anybody, waits for nobody."""
        if self.farewell is not None:
            return
        if not self.behind:
            self.put(encoder.encode(why.message()))
        self.farewell = why
        self.filled.set()
        self.hanging_up = asyncio.ensure_future(self.hang_up(why))

    async def hang_up(self, why: Farewell) -> None:
        """Say it all, then close from one side and wait for the other; a reader that takes nothing is cut off."""
        until = time.monotonic() + CLOSE_S
        while (self.queue or self.busy_since) and time.monotonic() < until:
            await asyncio.sleep(0.005)
        if self.listener is not None:
            self.listener.cancel()
            await asyncio.wait([self.listener])
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2 * CLOSE_S):
                await self.ws.close(code=why.code, message=why.message().error.encode())
        if self.transport is not None and not self.transport.is_closing():
            self.transport.abort()

    async def finish(self, writer: asyncio.Future[None]) -> None:
        if self.hanging_up is not None:
            await asyncio.wait([self.hanging_up])
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionError, RuntimeError):
            await writer


def new_socket() -> web.WebSocketResponse:
    """No compression: the size of a message must not depend on what was sent before it."""
    return web.WebSocketResponse(
        autoping=False, compress=False, max_msg_size=CUT_OFF_BYTES, timeout=CLOSE_S, decode_text=False
    )
