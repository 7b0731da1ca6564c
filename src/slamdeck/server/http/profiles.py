"""Sealed boxes over HTTP: from one device to another, or left here at their owner's wish."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Final

from aiohttp import web
from msgspec import Struct

from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.limits import Rates
from slamdeck.server.http.networks import site_of
from slamdeck.server.http.reception import Reception, caller_of
from slamdeck.server.http.replies import answer
from slamdeck.server.profiles.profiles import Profiles
from slamdeck.server.profiles.transfers import LIFE_S, Transfers

SECRET: Final = "X-Profile-Secret"
PIECE: Final = 16_384
MOST_ARRIVING: Final = 16  # boxes that are just being sent …
MOST_OF_ONE: Final = 4  # … from one network, or site: each may take its time, and is held in memory meanwhile


class TransferWaiting(Struct, frozen=True):
    name: str
    seconds: int


class ProfilesOffered(Struct, frozen=True):
    offered: bool  # by the host: copies may be left here


class ProfileDoor:
    def __init__(self, profiles: Profiles, reception: Reception) -> None:
        self.profiles = profiles
        self.transfers = Transfers()
        self.limits = reception.limits
        self.arriving: Counter[str] = Counter()
        self.moving = Rates(self.limits.profiles, "profiles", self.limits.networks, self.limits.networks_per_site)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/transfers", self.send),
            web.post("/api/transfers/{name}", self.take),
            web.get("/api/profiles", self.offered),
            web.put("/api/profiles/{name}", self.write),
            web.get("/api/profiles/{name}", self.fetch),
            web.delete("/api/profiles/{name}", self.delete),
        ]

    def charge(self, request: web.Request) -> None:
        self.moving.take(caller_of(request).network.name, time.monotonic())

    async def send(self, request: web.Request) -> web.Response:
        self.charge(request)
        name = self.transfers.put(await self.box_of(request), caller_of(request).network.name)
        return answer(TransferWaiting(name, round(LIFE_S)))

    async def take(self, request: web.Request) -> web.Response:
        """A POST: nothing that looks at a link beforehand uses it up."""
        self.charge(request)
        return sealed(self.transfers.take(request.match_info["name"]))

    async def offered(self, request: web.Request) -> web.Response:
        return answer(ProfilesOffered(self.profiles.offered))

    async def write(self, request: web.Request) -> web.Response:
        self.charge(request)
        box = await self.box_of(request)
        await self.profiles.write(request.match_info["name"], secret_of(request), box)
        return web.Response(status=204)

    async def fetch(self, request: web.Request) -> web.Response:
        self.charge(request)
        return sealed(await self.profiles.fetch(request.match_info["name"]))

    async def delete(self, request: web.Request) -> web.Response:
        self.charge(request)
        await self.profiles.delete(request.match_info["name"], secret_of(request))
        return web.Response(status=204)

    async def box_of(self, request: web.Request) -> bytes:
        network = caller_of(request).network.name
        source = site_of(network) or network
        if self.arriving[source] >= MOST_OF_ONE or self.arriving.total() >= MOST_ARRIVING:
            raise Refusing(No.TOO_MANY, "others are just being sent; try again in a moment", 5)
        self.arriving[source] += 1
        try:
            return await self.read_whole(request)
        finally:
            self.arriving -= Counter((source,))  # without those of whom none is left

    async def read_whole(self, request: web.Request) -> bytes:
        """More than other requests may have, so it is counted here."""
        most = self.limits.profile_bytes
        if (request.content_length or 0) > most:
            raise Refusing(No.TOO_LARGE, f"more than {most // 1000} kB does not go this way; use a file")
        data = bytearray()
        try:
            async with asyncio.timeout(self.limits.body_s):
                async for piece in request.content.iter_chunked(PIECE):
                    data += piece
                    if len(data) > most:
                        raise Refusing(No.TOO_LARGE, f"more than {most // 1000} kB does not go this way; use a file")
        except TimeoutError:
            raise Refusing(No.TOO_SLOW) from None
        return bytes(data)


def secret_of(request: web.Request) -> str:
    secret = request.headers.get(SECRET, "")
    if not 22 <= len(secret) <= 64 or not secret.isascii():
        raise Refusing(No.NOT_YOURS)
    return secret


def sealed(box: bytes) -> web.Response:
    return web.Response(body=box, content_type="application/octet-stream", headers={"Cache-Control": "no-store"})
