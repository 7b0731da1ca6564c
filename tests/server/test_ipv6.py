"""IPv6 as it really comes in: by its own addresses, and with IPv4 beside it on one port."""

from __future__ import annotations

import socket

import aiohttp
import pytest

from slamdeck.measure.client import Client
from slamdeck.server.app import Server
from tests.server.evening import listening, play, serving, until


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


pytestmark = pytest.mark.skipif(not has_ipv6(), reason="this computer has no IPv6")


async def deal_at(server: Server, base: str) -> None:
    async with Client(base, "Ann") as ann:
        await ann.open("slamwich", bots=["quick", "quick"], start=True)
        await ann.connect()
        async with listening(ann):
            await until(lambda: ann.last > 0)


async def status_from_page(base: str, origin: str) -> int:
    body = {"game": "slamwich", "name": "Ann"}
    async with (
        aiohttp.ClientSession(headers={"Origin": origin}) as http,
        http.post(f"{base}/api/tables", json=body) as answer,
    ):
        return answer.status


def test_a_table_is_played_over_ipv6() -> None:
    async def evening() -> None:
        async with serving(host="::1") as server:
            assert server.addresses()[0] == f"http://[::1]:{server.port}/"
            await deal_at(server, f"http://[::1]:{server.port}")
            assert [*server.api.reception.networks.present, *server.api.reception.networks.absent] == ["::/64"]

    play(evening)


def test_one_port_serves_both_and_each_pays_for_itself() -> None:
    async def evening() -> None:
        async with serving(host="::") as server:
            for name in ("127.0.0.1", "[::1]"):
                base = f"http://{name}:{server.port}"
                await deal_at(server, base)
                assert await status_from_page(base, base) == 200
                assert await status_from_page(base, "http://[2001:db8::1]") == 403
            networks = server.api.reception.networks
            assert {*networks.present, *networks.absent} == {"127.0.0.1", "::/64"}

    play(evening)
