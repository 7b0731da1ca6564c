"""How a server is set up."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

import platformdirs
from msgspec import Struct

from slamdeck.server.http.limits import Rate
from slamdeck.server.ops.address import OpsAddress
from slamdeck.server.store.postgres.address import PostgresAddress

EVERYWHERE_IPV6: Final = "::"  # and IPv4 with it
EVERYWHERE: Final = ("0.0.0.0", EVERYWHERE_IPV6, "")
HERE: Final = "127.0.0.1"
HERE_IPV6: Final = "::1"
USUAL_PORT: Final = 8484
USUAL_PORTS: Final = {"http": 80, "https": 443}
DAY_S: Final = 86_400.0


class Limits(Struct, frozen=True, kw_only=True):
    """Bounds that keep one guest, or one table, from being everybody's problem. docs/limits.md says what each is for.

    A network is an IPv4 address or the /64 of an IPv6 address, a site the /48 around it; a session is a browser.
    """

    # What may be open.
    tables: int = 2_000  # in memory
    tables_per_session: int = 10
    tables_per_network: int = 40  # that are awake for its sake alone
    connections: int = 4_000  # that speak HTTP; fewer if the system has not so many files
    connections_per_network: int = 128
    half_open: int = 512  # connections without a complete request
    half_open_per_network: int = 48
    sockets: int = 8_000
    sockets_per_network: int = 200
    sockets_per_session: int = 20
    entries_per_table: int = 100_000
    queue: int = 256  # messages waiting for one socket
    networks: int = 10_000  # and sessions, that are remembered after they left
    networks_per_site: int = 8  # as which a whole site counts, in everything that is for a network
    lag_ms: float = 250.0  # of the event loop: no new tables beyond

    # How often, for each network unless it says otherwise.
    connecting: Rate = Rate(20, 300)
    requests: Rate = Rate(50, 1_000)
    requests_per_session: Rate = Rate(20, 400)
    traffic: Rate = Rate(1_000_000, 24_000_000)  # bytes of requests
    opening: Rate = Rate(0.2, 20)
    joining: Rate = Rate(2.0, 60)
    ticketing: Rate = Rate(4.0, 120)
    decks: Rate = Rate(4.0, 60)  # looked at, checked, laid out
    looking: Rate = Rate(4.0, 60)  # at today's deal, its results, and open tables
    forgetting: Rate = Rate(0.02, 30)  # sessions: the server remembers so many that are no longer to be believed
    profiles: Rate = Rate(0.5, 30)  # sealed boxes sent, fetched, deleted
    learning: Rate = Rate(40, 200)  # a whole class may sit behind one address
    wrong_codes: Rate = Rate(0.2, 20)
    records: Rate = Rate(0.5, 30)  # fetched; after a game a whole room may want theirs
    own_records: Rate = Rate(0.1, 6)  # of one session
    checking: Rate = Rate(0.2, 10)  # records to be checked
    films: Rate = Rate(0.5, 20)  # records to be played again for watching
    library: Rate = Rate(1.0, 30)  # looks at the list of own games, and what is done with them
    messages: Rate = Rate(40, 80)  # of one socket, control frames included
    messages_per_session: Rate = Rate(100, 200)
    messages_per_network: Rate = Rate(2_000, 2_000)
    inputs_per_network: Rate = Rate(50, 1_000_000)  # each is written down, so over days these are bytes on the disk
    slaps: Rate = Rate(8, 12)  # of one socket
    flood: int = 400  # messages dropped, beyond those taken meanwhile, end a connection
    bad_frames: int = 3  # so many end a connection

    # How large.
    header_bytes: int = 65_536
    body_bytes: int = 16_384  # somebody's own cards, described one by one
    record_bytes: int = 8_000_000  # a long evening has a few
    profile_bytes: int = 1_000_000  # somebody's reflexes, sealed
    records_at_once: int = 3  # being sent in
    films_kept: int = 16_000_000  # bytes of films that were made, so that they need not be made again

    # How long.
    header_s: float = 10.0  # from the first byte, or from the connection, to the end of the headers
    body_s: float = 10.0
    record_s: float = 30.0  # to send one in, and to check it
    request_s: float = 120.0  # from its headers to the last byte of its answer
    idle_s: float = 75.0  # between two requests
    hello_s: float = 5.0  # for the first frame
    ping_idle_s: float = 3.0  # between two pings; an event on which a race is possible brings some of its own
    dead_s: float = 20.0  # nothing heard, or nothing taken, for so long
    asleep_s: float = 600.0  # a table without people leaves the memory after this …
    asleep_soon_s: float = 60.0  # … and after this while its journal is short: it is woken in no time
    short_journal: int = 2_000  # entries: an evening has more
    # … and is kept by a clock that stands still while the server is off:
    kept_s: float = 30 * DAY_S  # it can be woken for so long
    records_kept_s: float = 90 * DAY_S  # its record can be had for so long; then it is forgotten
    disk_mb: int = 20_000  # beyond this, whatever has slept longest is forgotten earlier; 0: no bound
    frozen_s: float = 1.5  # a disk this slow stops the game


class ServerConfig(Struct, frozen=True, kw_only=True):
    host: str = HERE
    port: int = USUAL_PORT
    db: Path | PostgresAddress | None = None  # None: in memory
    origins: frozenset[str] = frozenset()  # besides the server's own addresses
    trusted_proxies: tuple[str, ...] = ()  # networks whose X-Forwarded-For is believed; TLS ends there
    tls: tuple[Path, Path] | None = None  # certificate and key
    ops: OpsAddress | None = None  # where metrics are; None: nowhere
    thinkers: int = 2  # processes for search bots
    node: str = ""  # its name among the servers that share a database; "": by computer and port
    records: str = "players"  # who may see a record unless a host says otherwise: players, or whoever has the link
    cluster: str = "127.0.0.1:0"  # where those reach it, and nobody else should; port 0: any that is free
    public: str = ""  # where browsers reach this one of them; "": wherever they come in, they are relayed
    listener: int | None = None  # a file that listens already, as the number of its descriptor
    decks: tuple[Path, ...] = ()  # files with the cards of this house's boxes; tables are opened with these
    profiles: bool = False  # people may leave theirs here, sealed
    limits: Limits = Limits()

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"

    def addresses(self) -> list[str]:
        """The names under which browsers may find this server, the best one to tell others first."""
        if self.host in EVERYWHERE:
            own = [*own_addresses(), "localhost", HERE]
            return [*own, *own_ipv6_addresses()] if self.host == EVERYWHERE_IPV6 else own
        return [self.host, "localhost", HERE] if self.host in (HERE, "localhost", HERE_IPV6) else [self.host]

    def own_addresses(self, port: int) -> list[str]:
        """The same as they are typed."""
        names = [f"[{name}]" if ":" in name else name for name in self.addresses()]
        return [f"{self.scheme}://{name}:{port}/" for name in names]

    def own_origins(self, port: int) -> frozenset[str]:
        names = [f"[{name}]" if ":" in name else name for name in self.addresses()]
        schemes = ("https",) if self.tls else ("http", "https")
        found = {f"{scheme}://{name}:{port}" for scheme in schemes for name in names}
        found |= {f"{scheme}://{name}" for scheme in schemes for name in names if port == USUAL_PORTS[scheme]}
        return frozenset(found) | self.origins


def own_addresses() -> list[str]:
    """This computer in its own network."""
    return list(dict.fromkeys([*route_to(socket.AF_INET, "192.0.2.1"), socket.gethostname().lower()]))


def own_ipv6_addresses() -> list[str]:
    return [*route_to(socket.AF_INET6, "2001:db8::1"), HERE_IPV6]


def route_to(family: socket.AddressFamily, anywhere: str) -> list[str]:
    """Our address on the way there, if there is one. No packet is sent: connecting a datagram socket only picks it."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((anywhere, 9))
            return [str(probe.getsockname()[0])]
    except OSError:
        return []


def usual_db() -> Path:
    return Path(platformdirs.user_data_dir("slamdeck", appauthor=False)) / "slamdeck.db"
