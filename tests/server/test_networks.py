"""Who is charged for what: networks, and whose word about them counts."""

from __future__ import annotations

import pytest

from slamdeck.core.problems import UsageProblem
from slamdeck.measure.client import Client
from slamdeck.server.config import Limits
from slamdeck.server.http.limits import Rate
from slamdeck.server.http.networks import TrustedProxies, is_loopback, network_of, read_network
from slamdeck.server.http.origins import read_origin
from tests.server.evening import base_of, play, serving


def test_a_home_is_one_network_however_many_addresses_it_has() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:2::9%eth0") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::9") != network_of("2001:db8:1:2::9")
    assert network_of("nonsense" * 100) == ("nonsense" * 100)[:64]


def test_this_computer() -> None:
    assert is_loopback("127.0.0.5")
    assert is_loopback("::1")
    assert is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("192.0.2.1")
    assert not is_loopback("")


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("10.1.2.3", ["203.0.113.9"], "203.0.113.9"),
        ("10.1.2.3", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        ("10.1.2.3", ["198.51.100.1", "203.0.113.9, 10.9.9.9"], "203.0.113.9"),
        ("10.1.2.3", ["made up, 203.0.113.9"], "203.0.113.9"),
        ("10.1.2.3", ["203.0.113.9, made up"], "10.1.2.3"),
        ("10.1.2.3", [], "10.1.2.3"),
        ("::1", ["2001:db8::1"], "2001:db8::1"),
        ("::ffff:10.1.2.3", ["203.0.113.9"], "203.0.113.9"),
        ("", ["203.0.113.9"], ""),
    ],
)
def test_only_a_trusted_proxy_says_who_is_behind_it(peer: str, forwarded: list[str], client: str) -> None:
    proxies = TrustedProxies(("10.0.0.0/8", "::1/128"))
    assert proxies.client_of(peer, forwarded) == client


def test_networks_as_somebody_types_them() -> None:
    assert read_network("127.0.0.1") == "127.0.0.1/32"
    assert read_network(" 10.0.0.0/8 ") == "10.0.0.0/8"
    for wrong in ("", "proxy.example", "10.0.0.1/8", "10.0.0.0/33"):
        with pytest.raises(UsageProblem, match="takes an address or a network"):
            read_network(wrong)


async def statuses(client: Client, addresses: list[str]) -> list[int]:
    found = []
    for address in addresses:
        headers = {"X-Forwarded-For": address}
        async with client.http.get(f"{client.base}/api/tables/00000000", headers=headers) as answer:
            found.append(answer.status)
    return found


def test_what_strangers_say_of_their_address_is_not_believed() -> None:
    many = [f"203.0.113.{number}" for number in range(6)]

    async def evening() -> None:
        limits = Limits(wrong_codes=Rate(0.001, 3))
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            assert await statuses(ann, many) == [404, 404, 404, 429, 429, 429]
        async with (
            serving(limits=limits, trusted_proxies=("127.0.0.0/8",)) as server,
            Client(base_of(server), "Ann") as ann,
        ):
            assert await statuses(ann, many) == [404] * 6
            one_home = [f"2001:db8::{number}" for number in range(1, 6)]
            assert await statuses(ann, one_home) == [404, 404, 404, 429, 429]

    play(evening)


def test_a_proxy_speaks_for_many_and_each_has_limits_of_its_own() -> None:
    async def evening() -> None:
        limits = Limits(requests=Rate(0.001, 5), connecting=Rate(0.001, 5))
        async with (
            serving(limits=limits, trusted_proxies=("127.0.0.0/8",)) as server,
            Client(base_of(server), "Ann") as ann,
        ):
            for number in range(4):
                assert await statuses(ann, [f"203.0.113.{number}"] * 6) == [404] * 5 + [429]

    play(evening)


def test_behind_a_proxy_cookies_are_for_tls_unless_it_says_otherwise() -> None:
    async def evening() -> None:
        async with serving(trusted_proxies=("127.0.0.1/32",)) as server, Client(base_of(server), "Ann") as ann:
            for proto, secure in (("https", True), ("http", False), ("", True)):
                headers = {"X-Forwarded-For": "203.0.113.9"} | ({"X-Forwarded-Proto": proto} if proto else {})
                body = {"game": "slamwich", "name": "Ann"}
                async with ann.http.post(ann.base + "/api/tables", json=body, headers=headers) as answer:
                    assert answer.status == 200
                    assert ("__Host-slamdeck" in answer.cookies) is secure
                    assert ("Strict-Transport-Security" in answer.headers) is secure

    play(evening)


def test_sites_as_somebody_types_them() -> None:
    assert read_origin(" https://Cards.Example/ ") == "https://cards.example"
    assert read_origin("https://cards.example:443") == "https://cards.example", "no browser says the usual port"
    assert read_origin("http://192.168.1.7:8484") == "http://192.168.1.7:8484"
    assert read_origin("https://[2001:DB8::1]:8443") == "https://[2001:db8::1]:8443"
    assert read_origin("https://käse.example") == "https://xn--kse-qla.example"
    for wrong in (
        "cards.example",
        "*",
        "https://*.example",
        "https://",
        "https://a/b",
        "ftp://a",
        "https://a@b",
        "https://a:x",
    ):
        with pytest.raises(UsageProblem, match="takes what stands before the path"):
            read_origin(wrong)
