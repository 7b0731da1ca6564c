"""A request that reached one node, answered by another: the one that has the table, or the one with the least to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import msgspec
from aiohttp import web
from yarl import URL

from slamdeck.server.cluster.knocking import CONNECT_S, Doors, read_addr
from slamdeck.server.cluster.passport import HEADER, Passports
from slamdeck.server.cluster.peers import OtherNode, Peers
from slamdeck.server.http.answers import Refusal
from slamdeck.server.http.errors import Elsewhere, No, Refusing
from slamdeck.server.http.reception import caller_of

PLACE_S: Final = 1.0  # for what another node may do, and need not
ANSWER_S: Final = 10.0
LOOK_AGAIN_S: Final = 0.2  # whether the table has become free, while its owner does not answer
SHORTEST_S: Final = 0.05
CLAIM_AGAIN_S: Final = 0.02  # after the owner has turned us away: if it died, the store knows within a moment
PATIENCE_S: Final = 4.0  # twice a lease: then whoever asks is told to come again
TAKEN_ALONG: Final = ("Content-Type", "Cookie", "User-Agent")
BROUGHT_BACK: Final = ("Content-Type", "Cache-Control", "Retry-After", "ETag", "Set-Cookie")
NOT_THERE: Final = (No.STOPPING.error, No.ELSEWHERE.error, No.SAVING.error)
LOST: Final = (aiohttp.ClientError, OSError, TimeoutError)

Answering = Callable[[], Awaitable[web.StreamResponse]]


class Forwarding:
    def __init__(self, peers: Peers, passports: Passports) -> None:
        self.peers = peers
        self.passports = passports
        self.doors = Doors()
        self.http = aiohttp.ClientSession(
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=ANSWER_S, sock_connect=CONNECT_S),
            auto_decompress=False,
        )

    async def close(self) -> None:
        await self.http.close()

    async def ask(self, name: str, addr: str, request: web.Request) -> web.Response | None:
        """None: that node cannot be reached, or cannot do anything for that table any more."""
        if not await self.doors.is_open(addr):
            self.peers.suspect(name)
            return None
        caller = caller_of(request)
        headers = {word: request.headers[word] for word in TAKEN_ALONG if word in request.headers}
        headers[HEADER] = self.passports.write(name, caller.address, caller.secure)
        body = await request.read()  # what has been read before is given again
        try:
            async with self.http.request(
                request.method, at_node(addr, request.rel_url), data=body or None, headers=headers
            ) as found:
                answer = web.Response(status=found.status, body=await found.read())
                for word in BROUGHT_BACK:
                    for value in found.headers.getall(word, []):
                        answer.headers.add(word, value)
        except LOST:
            self.peers.suspect(name)
            return None
        return None if is_not_there(answer) else answer

    async def place(self, request: web.Request) -> web.Response | None:
        """Have a new table opened where there is the least to do; None: here."""
        peer = self.peers.least_loaded()
        if peer is None:
            return None
        peer.sent += 1
        try:
            async with asyncio.timeout(PLACE_S):
                return await self.ask(peer.name, peer.shown.addr, request)
        except TimeoutError:
            self.peers.suspect(peer.name)
            return None

    async def answered(
        self, request: web.Request, found: Elsewhere, take: Callable[[], Awaitable[object]], here: Answering
    ) -> web.StreamResponse:
        """By the node that has the table; or `here`, as soon as we can `take` it because that node is gone. Whoever
        asks waits for it: that is sooner than coming again."""
        until = time.monotonic() + PATIENCE_S
        pause = LOOK_AGAIN_S
        asked = asyncio.ensure_future(self.ask(found.owner, found.addr, request))
        ask_again = time.monotonic() + LOOK_AGAIN_S
        try:
            while time.monotonic() < until:
                await asyncio.wait({asked}, timeout=pause)
                if asked.done() and (answer := asked.result()) is not None:
                    return answer
                try:
                    await take()
                except Elsewhere as still:
                    pause = pause_before(still)
                    if still.owner == found.owner and not asked.done():
                        continue
                    if still.owner == found.owner and time.monotonic() < ask_again:
                        await asyncio.sleep(CLAIM_AGAIN_S)
                        continue
                    asked.cancel()
                    found, ask_again = still, time.monotonic() + LOOK_AGAIN_S
                    asked = asyncio.ensure_future(self.ask(found.owner, found.addr, request))
                else:
                    return await here()
        finally:
            asked.cancel()
        raise Refusing(No.ELSEWHERE)

    async def anybody(self, request: web.Request) -> web.Response | None:
        """Whichever node has it: what waits in memory alone is at one of them."""
        for peer in list(self.peers.living.values()):
            answer = await self.ask(peer.name, peer.shown.addr, request)
            if answer is not None and answer.status < 400:
                return answer
        return None

    async def anybody_well(self) -> bool:
        """Does another node say that it can serve?"""

        async def is_well(peer: OtherNode) -> bool:
            headers = {HEADER: self.passports.write(peer.name, "", False)}
            where = at_node(peer.shown.addr, URL("/health"))
            try:
                async with asyncio.timeout(PLACE_S), self.http.get(where, headers=headers) as found:
                    return found.status == 200
            except LOST:
                return False

        return any(await asyncio.gather(*(is_well(peer) for peer in self.peers.last_seen())))

    async def everybody(self, request: web.Request) -> list[web.Response]:
        """Every other node is asked the same; what those say that answer soon."""
        others = list(self.peers.living.values())
        asked = [asyncio.ensure_future(self.ask(one.name, one.shown.addr, request)) for one in others]
        if not asked:
            return []
        done, _ = await asyncio.wait(asked, timeout=PLACE_S)  # who hangs does so when it is there again
        return [answer for one in done if (answer := one.result()) is not None]


def pause_before(still: Elsewhere) -> float:
    """We look again when the lease is over, if that is sooner."""
    left = LOOK_AGAIN_S if still.left_ms is None else (still.left_ms + 1) / 1000
    return min(max(left, SHORTEST_S), LOOK_AGAIN_S)


def at_node(addr: str, wanted: URL) -> URL:
    """The same page there; whatever else somebody may have written into the address is left out."""
    host, port = read_addr(addr)
    path, query = wanted.raw_path, wanted.raw_query_string
    return URL.build(scheme="http", host=host, port=port, path=path, query_string=query, encoded=True)


def is_not_there(answer: web.Response) -> bool:
    if answer.status != No.ELSEWHERE.status:
        return False
    try:
        body = answer.body
        return isinstance(body, bytes) and msgspec.json.decode(body, type=Refusal).error in NOT_THERE
    except msgspec.MsgspecError:
        return False
