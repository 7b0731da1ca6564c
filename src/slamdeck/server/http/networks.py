"""Where somebody comes from: the network that is charged for what they do, and whose word about it is believed."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from slamdeck.core.problems import UsageProblem

IPNetwork = IPv4Network | IPv6Network

HOME_BITS: Final = 64  # of an IPv6 address: what a provider gives to one home, which then has all the addresses in it
SITE_BITS: Final = 48  # what anybody gets who asks for more: 65,536 such networks, which together are one site
A_HOME: Final = f"/{HOME_BITS}"
REMEMBERED: Final = 1024  # addresses that need not be read again: more than a server has guests at a time


@lru_cache(maxsize=REMEMBERED)
def network_of(address: str) -> str:
    """An IPv4 address, the /64 of an IPv6 address, or whatever else it is, as it is."""
    try:
        found = plain(address)
    except ValueError:
        return address[:64]
    return str(found) if isinstance(found, IPv4Address) else str(ip_network((found, HOME_BITS), strict=False))


@lru_cache(maxsize=REMEMBERED)
def site_of(network: str) -> str:
    """The /48 around the /64 of an IPv6 address; nothing around any other network, or around a site."""
    if not network.endswith(A_HOME):
        return ""
    try:
        return str(ip_network(network).supernet(new_prefix=SITE_BITS))
    except ValueError:
        return ""


def plain(address: str) -> IPv4Address | IPv6Address:
    """Without the name of an interface, and not as IPv6 writes an IPv4 address. Raises ValueError."""
    found = ip_address(address.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return found if mapped is None else mapped


@lru_cache(maxsize=REMEMBERED)
def is_loopback(address: str) -> bool:
    try:
        return plain(address).is_loopback
    except ValueError:
        return False


def read_network(text: str) -> str:
    """A proxy's address or network, in its one form. Raises UsageProblem."""
    try:
        return str(ip_network(text.strip()))
    except ValueError as error:
        raise UsageProblem(f"takes an address or a network, such as 10.0.0.0/8, and {error}") from error


class TrustedProxies:
    """Those whose X-Forwarded-For is believed. What anybody else writes there is theirs to make up."""

    def __init__(self, networks: tuple[str, ...]) -> None:
        self.networks: tuple[IPNetwork, ...] = tuple(ip_network(one) for one in networks)

    def __bool__(self) -> bool:
        return bool(self.networks)

    def trusts(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            found = plain(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def told(self) -> str:
        return ", ".join(str(one) for one in self.networks)

    def client_of(self, peer: str, forwarded: list[str]) -> str:
        """The last address in the chain that is none of our own proxies'; each of them adds the one before it."""
        if not self.trusts(peer):
            return peer
        client = peer
        for text in reversed(",".join(forwarded).split(",")):
            address = without_port(text.strip())
            if not is_address(address):
                break
            client = address
            if not self.trusts(address):
                break
        return client


def without_port(text: str) -> str:
    """Some proxies write 192.0.2.1:4711, or [2001:db8::1]:4711: another port is the same client."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def is_address(text: str) -> bool:
    try:
        plain(text)
    except ValueError:
        return False
    return True
