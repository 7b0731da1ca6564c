"""Where an attack takes place: the server, addresses to come from, people to be, and what must turn out."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Awaitable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from slamdeck.core.zones import PUBLIC
from slamdeck.server.http.answers import PROTOCOL
from tests.redteam.target import Target
from tests.redteam.wire import NOTHING, PATIENCE_S, Answer, Line, Plug, http

Got = TypeVar("Got")

FIRST_NETWORK: Final = 0x7F_01_00_01  # 127.1.0.1: every attack comes from addresses of its own
EVER_NEW: Final = itertools.count(FIRST_NETWORK)
AT_ONCE: Final = 64
NO_HEADERS: Final[Mapping[str, str]] = {}


def page_time() -> int:
    """A page's own clock, µs."""
    return time.monotonic_ns() // 1000


class NotHeld(AssertionError):  # noqa: N818 (it is what was found, not what went wrong)
    """The attack worked."""


class Scene:
    """One attack. `size` is its share of the whole: 1 in `make redteam`, little in the short form."""

    def __init__(
        self, target: Target, size: float = 1.0, seconds: float = 2.0, networks: Iterator[int] = EVER_NEW
    ) -> None:
        self.target = target
        self.size = size
        self.seconds = seconds  # for which a flood goes on
        self.networks = networks  # from which it comes
        self.source = self.new_source()
        self.lines: list[Line] = []
        self.plugs: list[Plug] = []
        self.notes: list[str] = []

    def many(self, whole: int, least: int = 1) -> int:
        """So many, or fewer in the short form."""
        return max(least, round(whole * self.size))

    def insist(self, held: object, sentence: str) -> None:
        if not held:
            raise NotHeld(sentence)

    def note(self, sentence: str) -> None:
        """For the last column of the table."""
        self.notes.append(sentence)

    # ---- addresses -------------------------------------------------------------------------------

    def new_source(self) -> str:
        """Another network: an address of this computer, usually one that nobody has used before."""
        number = next(self.networks)
        return ".".join(str(number >> shift & 0xFF) for shift in (24, 16, 8, 0))

    async def line(self, source: str = "", small: bool = False) -> Line:
        line = await Line.open(self.target.host, self.target.port, source or self.source, small)
        self.lines.append(line)
        return line

    # ---- requests --------------------------------------------------------------------------------

    def headers(self, **more: str) -> dict[str, str]:
        usual = {"Host": self.target.base.removeprefix("http://"), "Origin": self.target.base}
        return usual | {name.replace("_", "-"): value for name, value in more.items()}

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        source: str = "",
        line: Line | None = None,
        known: Mapping[str, str] = NO_HEADERS,
        **headers: str,
    ) -> Answer:
        """One request, on a connection of its own if none is given. `known`: by whom."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        on = line or await self.line(source)
        if not await on.send(http(method, path, self.headers(**known, **headers), data)):
            return NOTHING
        answer = await on.answer()
        if line is None:
            self.drop(on)
        return answer

    async def at_once(self, work: Iterable[Awaitable[Got]], most: int = AT_ONCE) -> list[Got]:
        """Many things, so many of them at the same time."""
        gate = asyncio.Semaphore(most)

        async def one(doing: Awaitable[Got]) -> Got:
            async with gate:
                return await doing

        return await asyncio.gather(*(one(doing) for doing in work))

    # ---- people ----------------------------------------------------------------------------------

    def person(self, name: str, source: str = "") -> Person:
        return Person(self, name, source or self.source)

    def drop(self, gone: Line | Plug) -> None:
        """Cut it off and forget it."""
        gone.cut()
        if isinstance(gone, Plug):
            self.plugs.remove(gone)
            gone = gone.line
        self.lines.remove(gone)

    def close(self) -> None:
        for plug in self.plugs:
            plug.cut()
        for line in self.lines:
            line.cut()


class Person:
    """Somebody with a browser: an address, a session, and a socket at a table."""

    def __init__(self, scene: Scene, name: str, source: str) -> None:
        self.scene = scene
        self.name = name
        self.source = source
        self.cookies: dict[str, str] = {}
        self.code = ""
        self.plug: Plug | None = None

    def known(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies} if cookies else {}

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        answer = await self.scene.ask(method, path, body, self.source, known=self.known())
        for cookie in answer.cookies:
            name, _, value = cookie.partition("=")
            self.cookies[name] = value
        return answer

    async def open(self, game: str, **more: object) -> Answer:
        answer = await self.ask("POST", "/api/tables", {"game": game, "name": self.name, **more})
        if answer.status == 200:
            self.code = answer.json()["code"]
        return answer

    async def join(self, code: str, watch: bool = False) -> Answer:
        answer = await self.ask("POST", f"/api/tables/{code}/join", {"name": self.name, "watch": watch})
        if answer.status == 200:
            self.code = code
        return answer

    async def ticket(self) -> str:
        answer = await self.ask("POST", f"/api/tables/{self.code}/ticket", {})
        return str(answer.json()["ticket"]) if answer.status == 200 else ""

    async def connect(self, hello: bool = True) -> Plug:
        """A socket at the table, welcomed; or one that has not said a word yet."""
        ticket = await self.ticket() if hello else ""
        self.plug = plug = await self.bare_socket()
        if hello:
            await plug.say("hello", version=PROTOCOL, ticket=ticket, last=None)
            await plug.wait_for("table", patience=PATIENCE_S)
        return plug

    async def bare_socket(self) -> Plug:
        plug = Plug(await self.scene.line(self.source))
        self.scene.plugs.append(plug)
        answer = await plug.shake_hands("/ws", self.scene.headers(**self.known()))
        if answer.status == 101:
            plug.listen()
        else:
            plug.cut_off.set()
        return plug

    async def sit_at(self, code: str, watch: bool = False) -> Plug | None:
        """Join and connect; None if one of them is refused."""
        if (await self.join(code, watch)).status != 200:
            return None
        plug = await self.connect()
        return None if plug.cut_off.is_set() else plug

    async def act(self, do: str, id: int, **more: Any) -> dict[str, Any] | None:
        """An input, and what became of it."""
        assert self.plug is not None
        since = len(self.plug.heard)
        n = max((one["n"] for one in self.plug.messages("stim")), default=0)
        await self.plug.say("act", n=n, t=None, c=page_time(), id=id, do=do, **more)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while not self.plug.cut_off.is_set():
                    found = [one for one in self.plug.messages("ok", since) if one["id"] == id]
                    if found:
                        return found[0]
                    await asyncio.sleep(0.005)
        return None

    def views(self) -> set[int]:
        """Through which seats' eyes this person has seen the table."""
        assert self.plug is not None
        shown = [*self.plug.messages("stim"), *self.plug.messages("news")]
        return {one["view"]["seat"] for one in shown} - {PUBLIC}
