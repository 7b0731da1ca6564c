"""A crowd of players for a load: as `client.Client` plays, but a thousand of them must not cost more than the server.

Each is one connection without a task of its own. They read only what they need, beat `still`s like a browser, choose
among the moves their view allows, and want another game when one is over.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import random
from collections.abc import Callable
from typing import Final, cast

import msgspec
from msgspec import Struct

from slamdeck.measure.client import STILLS, STILLS_AFTER_HAND, any_move
from slamdeck.server.http.answers import PROTOCOL
from slamdeck.server.socket.frames import PING, PONG, TEXT, Frames, head
from slamdeck.server.socket.messages import Hello
from slamdeck.server.tables.alarms import micros
from slamdeck.table.journal.commitment import NONCE_BYTES, seal
from slamdeck.table.messages import Act, Nonce, Ready, Seal, Start

NO_MASK: Final = bytes(4)  # the key may be anything; this one costs nothing to apply
PING_S: Final = 5.0  # to measure; browsers send none
SLAPS: Final = 0.05  # most hands are fouls
MOST_BYTES: Final = 1 << 22
PATIENCE_S: Final = 60.0


class Looks(Struct, gc=False):
    """What a player of the crowd reads of a view."""

    over: bool
    legal: list[str]


class Heard(Struct, gc=False):
    """What a player of the crowd reads of any message; the rest is skipped, and what it does not have is left empty."""

    m: str
    n: int = 0
    race: bool = False
    id: int = 0
    view: Looks | None = None
    legal: list[str] = []
    game: str = ""
    phase: str = ""
    paused: bool = False
    hosting: bool = False


decoder: Final = msgspec.json.Decoder(Heard)
encoder: Final = msgspec.json.Encoder()


class Crowd:
    """What all its players share: how they play, and what they have seen, all together."""

    def __init__(self, thinking: tuple[float, float], hand_verbs: dict[str, frozenset[str]]) -> None:
        self.thinking = thinking  # s, between two inputs of one player
        self.hand_verbs = hand_verbs  # of each game
        self.answered = 0
        self.answer_us: list[int] = []
        self.ping_us: list[int] = []
        self.games = 0
        self.events = 0
        self.race_events = 0  # … on which a race was possible
        self.lost = 0  # sockets that were closed on us

    def begin(self) -> None:
        self.answered = self.games = self.events = self.race_events = 0
        self.answer_us, self.ping_us = [], []


class CrowdPlayer(asyncio.Protocol):
    """One browser with a socket."""

    def __init__(self, ticket: str, crowd: Crowd, seed: int) -> None:
        self.loop = asyncio.get_running_loop()
        self.ticket = ticket
        self.crowd = crowd
        self.roll = random.Random(seed)
        self.nonce = self.roll.randbytes(NONCE_BYTES)
        self.frames = Frames(MOST_BYTES, from_client=False)
        self.shaken = False
        self.opening = b""
        self.opened: asyncio.Future[None] = self.loop.create_future()
        self.table: Heard | None = None
        self.legal: list[str] = []
        self.n = 0
        self.painted = 0
        self.racing = False
        self.still_since = 0
        self.stills: tuple[int, ...] = ()  # the moments after that at which it says `still` …
        self.beats = 0  # … and how many of them have been
        self.beating: asyncio.TimerHandle | None = None
        self.ids = itertools.count(1)
        self.asked = (0, 0)  # the input that is not answered yet, and when it was sent
        self.leaving = False

    # ---- the connection --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are not derived from it
        host, port = transport.get_extra_info("peername")[:2]
        key = base64.b64encode(self.roll.randbytes(16)).decode()
        lines = [
            "GET /ws HTTP/1.1",
            f"Host: {host}:{port}",
            f"Origin: http://{host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        if not self.shaken:
            self.opening += data
            answer, end, data = self.opening.partition(b"\r\n\r\n")
            if not end:
                return
            self.shake_hands(answer)
        for kind, payload in self.frames.feed(data):
            if kind == TEXT:
                self.hear(decoder.decode(payload))
            elif kind == PING:
                self.write(PONG, payload)
            elif kind == PONG:
                self.crowd.ping_us.append(micros() - int(payload))

    def shake_hands(self, answer: bytes) -> None:
        if not answer.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(answer.split(b"\r\n", 1)[0].decode()))
            self.transport.close()
            return
        self.shaken = True
        self.tell(Hello(PROTOCOL, self.ticket))
        self.tell(Seal(seal(self.nonce)))
        self.think()
        self.loop.call_later(self.roll.uniform(0, PING_S), self.ping)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))
        self.crowd.lost += not self.leaving
        self.stop_beating()

    def leave(self) -> None:
        self.leaving = True
        self.transport.abort()

    def write(self, kind: int, payload: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(head(kind, len(payload), 0x80) + NO_MASK + payload)

    def tell(self, message: Struct) -> None:
        self.write(TEXT, encoder.encode(message))

    def ping(self) -> None:
        self.write(PING, b"%d" % micros())
        if not self.transport.is_closing():
            self.loop.call_later(PING_S, self.ping)

    # ---- the screen ------------------------------------------------------------------------------

    def hear(self, message: Heard) -> None:
        if message.view is not None:
            self.legal = [] if message.view.over else message.view.legal
        match message.m:
            case "stim":
                self.show(message.n, message.race)
            case "legal":
                self.legal = message.legal
            case "ok":
                self.note_answer(message.id)
            case "table":
                self.sit(message)
            case "promised":
                self.tell(Nonce(self.nonce))

    def sit(self, table: Heard) -> None:
        if table.phase == "over" and (self.table is None or self.table.phase != "over"):
            self.crowd.games += table.hosting
            self.tell(Ready())
        self.table = table
        if not self.opened.done():
            self.opened.set_result(None)

    def start(self) -> None:
        """Only the host is heard."""
        self.tell(Start())

    def show(self, n: int, race: bool) -> None:
        if n > self.n:
            self.n, self.painted, self.racing = n, micros(), race
            self.crowd.events += 1
            self.crowd.race_events += race
            self.write(TEXT, b'{"m":"seen","n":%d,"p":%d,"c":%d}' % (n, self.painted, self.painted))
            self.keep_still(self.painted, STILLS)

    def keep_still(self, since: int, moments: tuple[int, ...]) -> None:
        """From now on at these moments, and no others."""
        self.stop_beating()
        if self.racing:
            self.still_since, self.stills, self.beats = since, moments, 0
            self.plan_still()

    def plan_still(self) -> None:
        due = self.still_since + self.stills[self.beats] - micros()
        self.beating = self.loop.call_later(max(0.0, due / 1_000_000), self.beat)

    def beat(self) -> None:
        self.beats += 1
        self.write(TEXT, b'{"m":"still","n":%d,"c":%d}' % (self.n, micros()))
        if self.beats < len(self.stills):
            self.plan_still()

    def stop_beating(self) -> None:
        if self.beating is not None:
            self.beating.cancel()
            self.beating = None

    # ---- the player ------------------------------------------------------------------------------

    def think(self) -> None:
        if not self.transport.is_closing():
            self.loop.call_later(self.roll.uniform(*self.crowd.thinking), self.act)

    def act(self) -> None:
        do = self.choice()
        if do is not None:
            now = micros()
            self.asked = (next(self.ids), now)
            self.tell(Act(self.n, now, now, self.asked[0], do))
            if self.table is not None and do.split()[0] in self.crowd.hand_verbs[self.table.game]:
                self.keep_still(now, STILLS_AFTER_HAND)
        self.think()

    def choice(self) -> str | None:
        waiting = self.asked[0] and micros() - self.asked[1] < PATIENCE_S * 1_000_000
        if self.table is None or self.table.phase != "playing" or self.table.paused or waiting:
            return None
        return any_move(self.legal, self.crowd.hand_verbs[self.table.game], SLAPS, self.roll)

    def note_answer(self, id: int) -> None:
        if id == self.asked[0]:
            self.crowd.answer_us.append(micros() - self.asked[1])
            self.asked = (0, 0)
        self.crowd.answered += 1


async def sit_down(
    address: tuple[str, int], ticket: str, crowd: Crowd, seed: int, source: str | None = None
) -> CrowdPlayer:
    """A player whose table is on the screen. `source`: which of this computer's addresses they come from."""
    loop = asyncio.get_running_loop()
    make: Callable[[], CrowdPlayer] = lambda: CrowdPlayer(ticket, crowd, seed)  # noqa: E731
    _, player = await loop.create_connection(make, *address, local_addr=(source, 0) if source else None)
    async with asyncio.timeout(PATIENCE_S):
        await player.opened
    return player
