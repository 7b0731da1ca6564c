"""A player without a screen: speaks the protocol as a browser does. For load tests and for trying a server out.

It knows nothing but what it is sent: it paints, says `seen` and `still`, and picks among the moves its view allows.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from itertools import count
from typing import Final

import aiohttp
import msgspec

from slamdeck.core.actions import HAND
from slamdeck.server.http.answers import PROTOCOL, Games, Joined, Refusal, TableOpened, Ticket
from slamdeck.server.socket.messages import AnyServerMessage, Closing, Hello
from slamdeck.server.tables.alarms import micros
from slamdeck.table import messages as say
from slamdeck.table.journal.commitment import NONCE_BYTES, seal

FRAME: Final = 16_667  # µs: a screen of 60 Hz
# When after painting a page says `still`: next to `seen`, densely while hands come down, seldom after that.
STILLS: Final = tuple(FRAME * frame for frame in (1, 2, *range(8, 38, 2), 48, 60, 72))
# … and when after a hand of its own: at once, and in three later frames.
STILLS_AFTER_HAND: Final = (1_000, FRAME, 3 * FRAME, 5 * FRAME)

decoder: Final = msgspec.json.Decoder(AnyServerMessage)


class ServerSaidNo(Exception):  # noqa: N818 (it is an answer, not a failure of ours)
    """The refusal with which the server answered a request."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        super().__init__(f"{status} {refusal.error}: {refusal.why}")
        self.status = status
        self.error = refusal.error
        self.why = refusal.why


def hands_by_game(data: bytes) -> dict[str, frozenset[str]]:
    """Which verbs of each game are hands, as the server's list of games tells."""
    games = msgspec.json.decode(data, type=Games).games
    return {game.slug: frozenset(verb.name for verb in game.verbs if verb.manner == HAND) for game in games}


def any_move(legal: list[str], hand_verbs: frozenset[str], slaps: float, roll: random.Random) -> str | None:
    """One of these moves; a hand only now and then, since most of them are fouls."""
    hands = [do for do in legal if do.split()[0] in hand_verbs]
    moves = [do for do in legal if do not in hands]
    wanted = hands if hands and (not moves or roll.random() < slaps) else moves
    return roll.choice(wanted) if wanted else None


class Client:
    """One browser: a cookie jar, and at most one socket."""

    def __init__(self, base: str, name: str, seed: int = 0) -> None:
        self.base = base.rstrip("/")
        self.name = name
        self.roll = random.Random(f"{seed} {name}")
        jar = aiohttp.CookieJar(unsafe=True)  # for servers that are addressed by number
        self.http = aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": self.base})
        self.code = ""
        self.ws: aiohttp.ClientWebSocketResponse | None = None
        self.closing: Closing | None = None
        self.table: say.TableShown | None = None
        self.hand_verbs: dict[str, frozenset[str]] = {}  # of each game
        self.views: dict[int, say.Stim | say.News] = {}
        self.last = 0
        self.n = 0
        self.painted = 0
        self.racing = False
        self.ids = count(time.time_ns() // 1_000_000)
        self.waiting: dict[int, tuple[say.Act, int]] = {}
        self.answers: dict[int, say.Ok] = {}
        self.answered_in: list[int] = []  # µs
        self.heard: list[AnyServerMessage] = []
        self.nonce = self.roll.randbytes(NONCE_BYTES)
        self.beats: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *args: object) -> None:
        await self.hang_up()
        await self.http.close()

    # ---- HTTP ------------------------------------------------------------------------------------

    async def post(self, path: str, body: dict[str, object]) -> bytes:
        async with self.http.post(self.base + path, data=msgspec.json.encode(body)) as answer:
            return self.checked(answer.status, await answer.read())

    async def get(self, path: str) -> bytes:
        async with self.http.get(self.base + path) as answer:
            return self.checked(answer.status, await answer.read())

    def checked(self, status: int, data: bytes) -> bytes:
        if status >= 400:
            raise ServerSaidNo(status, msgspec.json.decode(data, type=Refusal))
        return data

    async def open(self, game: str, **more: object) -> str:
        data = await self.post("/api/tables", {"game": game, "name": self.name, **more})
        self.code = msgspec.json.decode(data, type=TableOpened).code
        return self.code

    async def join(self, code: str, watch: bool = False) -> Joined:
        data = await self.post(f"/api/tables/{code}/join", {"name": self.name, "watch": watch})
        self.code = code
        return msgspec.json.decode(data, type=Joined)

    async def ticket(self) -> str:
        return msgspec.json.decode(await self.post(f"/api/tables/{self.code}/ticket", {}), type=Ticket).ticket

    # ---- the socket ------------------------------------------------------------------------------

    async def connect(self, version: int = PROTOCOL, ticket: str = "") -> None:
        """Everything unanswered is sent again."""
        ticket = ticket or await self.ticket()
        await self.open_socket()
        self.closing = None
        await self.tell_raw(msgspec.json.encode(Hello(version, ticket, self.last or None)))
        await self.tell(say.Seal(seal(self.nonce)))
        for act, _ in list(self.waiting.values()):
            await self.tell(act)

    async def open_socket(self) -> None:
        self.ws = await self.http.ws_connect(self.base + "/ws", autoping=False, max_msg_size=1 << 22)

    async def tell_raw(self, data: bytes) -> None:
        assert self.ws is not None
        await self.ws.send_str(data.decode())

    async def tell(self, message: say.ClientMessage) -> None:
        if self.ws is not None and not self.ws.closed:
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                await self.tell_raw(msgspec.json.encode(message))

    async def hang_up(self) -> None:
        if self.beats is not None:
            self.beats.cancel()
        if self.ws is not None:
            await self.ws.close()
            self.ws = None

    async def hear(self, patience: float) -> AnyServerMessage | None:
        """The next message; None if the socket closed. TimeoutError if nothing comes."""
        assert self.ws is not None
        async with asyncio.timeout(patience):
            frame = await self.ws.receive()
            while frame.type is aiohttp.WSMsgType.PING:
                with contextlib.suppress(ConnectionError, aiohttp.ClientError):  # closed, but there is more to read
                    await self.ws.pong(frame.data)
                frame = await self.ws.receive()
        if frame.type is not aiohttp.WSMsgType.TEXT:
            return None
        message: AnyServerMessage = decoder.decode(frame.data)
        await self.notice(message)
        return message

    # ---- the screen ------------------------------------------------------------------------------

    async def notice(self, message: AnyServerMessage) -> None:
        match message:
            case say.Stim() | say.News():
                await self.show(message)
            case say.Ok():
                self.note_answer(message)
            case say.TableShown():
                self.table = message
            case say.Promised():
                await self.tell(say.Nonce(self.nonce))
            case Closing():
                self.closing = message

    async def show(self, message: say.Stim | say.News) -> None:
        if message.u > self.last + 1 and not (isinstance(message, say.Stim) and message.fresh):
            await self.tell(say.Resume(self.last))
            return
        self.last = max(self.last, message.u)
        self.views[message.view.seat] = message
        if isinstance(message, say.Stim) and message.n > self.n:
            self.n, self.painted, self.racing = message.n, micros(), message.race
            await self.tell(say.Seen(message.n, self.painted, micros()))
            self.keep_still(self.painted, STILLS)

    def keep_still(self, since: int, moments: tuple[int, ...]) -> None:
        """From now on at these moments, and no others."""
        if self.beats is not None:
            self.beats.cancel()
        if self.racing:
            self.beats = asyncio.ensure_future(self.beat(self.n, since, moments))

    async def beat(self, n: int, since: int, moments: tuple[int, ...]) -> None:
        for after in moments:
            await asyncio.sleep(max(0.0, (since + after - micros()) / 1_000_000))
            await self.tell(say.Still(n, micros()))

    def note_answer(self, ok: say.Ok) -> None:
        act = self.waiting.pop(ok.id, None)
        if act is not None:
            self.answered_in.append(micros() - act[1])
        self.answers[ok.id] = ok

    # ---- the player ------------------------------------------------------------------------------

    async def act(self, do: str) -> int:
        now = micros()
        message = say.Act(self.n, now, now, next(self.ids), do)
        self.waiting[message.id] = (message, now)
        await self.tell(message)
        if self.table is not None and do.split()[0] in self.hand_verbs.get(self.table.game, ()):
            self.keep_still(now, STILLS_AFTER_HAND)
        return message.id

    def choice(self, slaps: float) -> str | None:
        """A move that the view allows."""
        if self.table is None or self.table.phase != "playing" or self.table.paused or not self.table.yours:
            return None
        shown = self.views.get(self.table.yours[0])
        if shown is None or shown.view.over or self.waiting:
            return None
        return any_move(shown.view.legal, self.hand_verbs[self.table.game], slaps, self.roll)

    async def play(self, slaps: float = 0.05, pace: tuple[float, float] = (0.15, 0.5)) -> None:
        """Play until the socket closes: something every now and then."""
        self.hand_verbs = self.hand_verbs or hands_by_game(await self.get("/api/games"))
        while self.ws is not None and not self.ws.closed:
            await asyncio.sleep(self.roll.uniform(*pace))
            do = self.choice(slaps)
            if do is not None:
                await self.act(do)

    async def listen(self, patience: float = 60.0, keep: bool = False) -> None:
        """Hear everything until the socket closes."""
        while True:
            message = await self.hear(patience)
            if message is None:
                return
            if keep:
                self.heard.append(message)

    def is_over(self) -> bool:
        return self.table is not None and self.table.phase == "over"
