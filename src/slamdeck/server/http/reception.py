"""Every request comes by here first: who asks is found out and charged, and what cannot be is refused."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from aiohttp import web
from msgspec import Struct

from slamdeck.server.cluster.passport import HEADER, Passports
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.limits import Account, Accounts, Bucket, Network, NetworkRates, Networks, too_many
from slamdeck.server.http.networks import TrustedProxies, is_loopback, network_of
from slamdeck.server.http.sessions import (
    COOKIE,
    COOKIE_DAYS,
    DAY_S,
    SEAT_COOKIE,
    Session,
    Sessions,
    cookie_name,
)
from slamdeck.server.http.visitor import Visitor
from slamdeck.server.ops.events import SecurityEvents

API: Final = "/api/"
LONGEST_ADDRESS: Final = 1024
READING: Final = ("GET", "HEAD")
NOT_BELIEVED: Final = "X-Forwarded-For that is not believed"


class Caller(Struct):
    """Who asks."""

    address: str
    network: Network
    secure: bool  # over TLS, all the way
    proxied: bool
    session: Session | None = None
    is_back: bool = False  # shows that it has been at this table
    may_guess: bool = False  # has not tried too many wrong codes; asked for once in a request
    inner: bool = False  # another node asks, on somebody's behalf
    stranger: bool = False  # … or pretends to


CALLER: Final = web.RequestKey("caller", Caller)
INNER: Final = web.AppKey("inner", bool)  # what answers other nodes, and nobody else


class Reception:
    def __init__(
        self,
        config: ServerConfig,
        sessions: Sessions,
        events: SecurityEvents,
        origins: frozenset[str],
        passports: Passports | None = None,
    ) -> None:
        limits = config.limits
        self.limits: Limits = limits
        self.origins = origins
        self.passports = passports
        self.other_pages: Callable[[], frozenset[str]] = frozenset  # of nodes that browsers reach by themselves
        self.tls = config.tls is not None
        self.sessions = sessions
        self.events = events
        self.proxies = TrustedProxies(config.trusted_proxies)
        messages, inputs = limits.messages_per_network, limits.inputs_per_network
        rates = NetworkRates(limits.requests, messages, inputs, limits.connecting, limits.traffic)
        self.networks = Networks(rates, limits.networks, limits.networks_per_site)
        self.any_proxied = False  # so far
        self.browsers = Accounts(self.open_browser, limits.networks)

    def open_browser(self, name: str, now: float) -> Account:
        limits = self.limits
        return Account(name, Bucket(limits.requests_per_session, now), Bucket(limits.messages_per_session, now))

    # ---- who asks --------------------------------------------------------------------------------

    def greet(self, request: web.Request) -> Caller:
        caller = self.inner_caller(request) if INNER in request.app else self.outer_caller(request)
        request[CALLER] = caller
        return caller

    def inner_caller(self, request: web.Request) -> Caller:
        """Somebody whom another node has let in, as it says."""
        shown = self.passports.read(request.headers.get(HEADER, "")) if self.passports is not None else None
        address = shown.address if shown is not None else request.remote or ""
        network = self.networks.of(network_of(address), time.monotonic())
        secure = shown is not None and shown.secure
        return Caller(address, network, secure, proxied=True, inner=True, stranger=shown is None)

    def outer_caller(self, request: web.Request) -> Caller:
        peer = request.remote or ""
        proxied = self.proxies.trusts(peer)
        self.any_proxied = self.any_proxied or proxied
        address = self.proxies.client_of(peer, request.headers.getall("X-Forwarded-For", [])) if proxied else peer
        secure = self.tls or (proxied and request.headers.get("X-Forwarded-Proto", "https").lower() == "https")
        network = self.networks.of(network_of(address), time.monotonic())
        if not proxied and "X-Forwarded-For" in request.headers:
            self.events.note(NOT_BELIEVED, network.name, self.wrong_proxies())
        return Caller(address, network, secure, proxied)

    def wrong_proxies(self) -> str:
        """For an operator who trusts the wrong ones: then everybody behind the right one counts as one person."""
        if not self.proxies:
            return ""
        return f"not in --trusted-proxy {self.proxies.told()}, so all who come through it count as one network"

    def problem(self) -> str:
        """None of our proxies has ever been here, and somebody else says that it is one."""
        count = self.events.counts.get(NOT_BELIEVED, 0)
        if not count or not self.proxies or self.any_proxied:
            return ""
        return (
            f"--trusted-proxy {self.proxies.told()}: nobody came from there, but {count} requests through another proxy"
        )

    def check(self, request: web.Request, caller: Caller) -> None:
        """Raises Refusing. In the order of what it costs."""
        if caller.stranger:
            self.events.note("made-up node", caller.network.name)
            raise Refusing(No.NOT_FOUND)
        self.charge(request, caller)
        self.check_form(request, caller)
        if request.method not in READING:
            self.check_origin(request, needed=False)
        if request.path.startswith(API):
            self.recognize(request, caller)

    def charge(self, request: web.Request, caller: Caller) -> None:
        now = time.monotonic()
        requests = caller.network.requests
        direct = isinstance(request.protocol, Visitor) and not request.protocol.trusted
        paid = requests.remaining() >= 0 if direct else requests.take(now)  # a direct one has paid at the door
        if not paid:
            self.events.note("flood of requests", caller.network.name)
            raise too_many("requests", requests)

    def check_form(self, request: web.Request, caller: Caller) -> None:
        if "\0" in request.path or len(request.path) > LONGEST_ADDRESS:
            raise Refusing(No.BAD_REQUEST, "there can be no such address")
        if "Content-Encoding" in request.headers:
            self.events.note("encoded request", caller.network.name)
            raise Refusing(No.ENCODED)

    def check_origin(self, request: web.Request, needed: bool) -> None:
        """A browser always says where a page comes from when it matters; who says nothing is no browser."""
        if caller_of(request).inner:
            return  # the node that it came to has asked
        said = request.headers.getall("Origin", [])
        origin = ", ".join(said) if said else None  # a browser says it once
        known = origin in self.origins or origin in self.other_pages()
        if (origin is None and needed) or (origin is not None and not known):
            self.events.note("foreign page", caller_of(request).network.name)
            raise Refusing(No.ORIGIN)

    def recognize(self, request: web.Request, caller: Caller) -> None:
        cookie = request.cookies.get(cookie_name(COOKIE, caller.secure))
        if cookie is None:
            return
        caller.session = session = self.sessions.read(cookie, round(time.time()))
        if session is None:
            self.events.note("made-up or old session", caller.network.name)
            return
        now = time.monotonic()
        browser = self.browsers.of(session.id, now)
        if not browser.requests.take(now):
            raise too_many("requests", browser.requests)

    def welcome_back(self, request: web.Request, knows: Callable[[str], bool]) -> None:
        """Whoever sat down before cookies were signed keeps the seat, and gets a signed one with the ticket."""
        caller = caller_of(request)
        if caller.session is None:
            session = self.sessions.read_unsigned(request.cookies.get(COOKIE), round(time.time()))
            if session is not None and knows(session.id):
                caller.session = session

    # ---- cookies ---------------------------------------------------------------------------------

    def session_of(self, caller: Caller) -> Session:
        """A new one for somebody who has none."""
        if caller.session is None:
            caller.session = self.sessions.new(round(time.time()))
        return caller.session

    def give_session(self, response: web.StreamResponse, caller: Caller, code: str = "") -> None:
        """With a pass to the table of that code."""
        session = self.session_of(caller)
        name = cookie_name(COOKIE, caller.secure)
        self.give_cookie(response, caller, name, self.sessions.cookie(session), "/")
        if code:
            name = cookie_name(SEAT_COOKIE, caller.secure)
            self.give_cookie(response, caller, name, self.sessions.seat_pass(session, code), f"{API}tables/{code}")

    def give_cookie(self, response: web.StreamResponse, caller: Caller, name: str, value: str, path: str) -> None:
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_DAYS * DAY_S if value else 0,
            path=path,
            httponly=True,
            samesite="Lax",
            secure=caller.secure,
        )

    def renew(self, response: web.StreamResponse, caller: Caller) -> None:
        """Who comes again is known for longer."""
        if caller.session is None:
            return
        renewed = self.sessions.renewed(caller.session, round(time.time()))
        if renewed is not caller.session:
            caller.session = renewed
            self.give_session(response, caller)

    def take_session(self, response: web.StreamResponse, caller: Caller) -> None:
        self.give_cookie(response, caller, cookie_name(COOKIE, caller.secure), "", "/")

    def shows_pass(self, request: web.Request, code: str) -> bool:
        """Has this browser been at the table of that code?"""
        caller = caller_of(request)
        shown = request.cookies.get(cookie_name(SEAT_COOKIE, caller.secure))
        return caller.session is not None and self.sessions.opens(shown, caller.session, code)

    def is_direct(self, caller: Caller) -> bool:
        """Nobody in between, so the kernel's own round trips are the player's."""
        return not caller.proxied and not is_loopback(caller.address)


def caller_of(request: web.Request) -> Caller:
    return request[CALLER]
