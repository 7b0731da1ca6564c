"""How a server is set up."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

import platformdirs
from msgspec import Struct

from slamdeck.server.http.limits import Rate

EVERYWHERE: Final = ("0.0.0.0", "::", "")
HERE: Final = "127.0.0.1"
USUAL_PORT: Final = 8484


class Limits(Struct, frozen=True, kw_only=True):
    """Bounds that keep one guest, or one table, from being everybody's problem."""

    tables: int = 2_000  # in memory
    tables_per_session: int = 10
    sockets: int = 8_000
    sockets_per_address: int = 200
    entries_per_table: int = 100_000
    queue: int = 256  # messages waiting for one socket
    lag_ms: float = 250.0  # of the event loop: no new tables beyond
    opening: Rate = Rate(0.2, 20)
    joining: Rate = Rate(2.0, 60)
    ticketing: Rate = Rate(4.0, 120)
    wrong_codes: Rate = Rate(0.2, 20)
    messages: Rate = Rate(40, 80)
    slaps: Rate = Rate(8, 12)
    bad_frames: int = 3  # so many end a connection
    hello_s: float = 5.0  # for the first frame
    ping_playing_s: float = 1.0
    ping_idle_s: float = 3.0
    dead_s: float = 20.0  # nothing heard, or nothing taken, for so long
    asleep_s: float = 600.0  # a table without people leaves the memory after this
    kept_s: float = 86_400.0  # … and cannot be woken after this
    frozen_s: float = 1.5  # a disk this slow stops the game


class ServerConfig(Struct, frozen=True, kw_only=True):
    host: str = HERE
    port: int = USUAL_PORT
    db: Path | None = None  # None: in memory
    origins: frozenset[str] = frozenset()  # besides the server's own addresses
    behind_proxy: bool = False
    secure: bool = False  # TLS ends before us
    thinkers: int = 2  # processes for search bots
    limits: Limits = Limits()

    def addresses(self) -> list[str]:
        """The names under which browsers may find this server, the best one to tell others first."""
        if self.host in EVERYWHERE:
            return [*own_addresses(), "localhost", HERE]
        return [self.host, "localhost", HERE] if self.host in (HERE, "localhost", "::1") else [self.host]

    def own_origins(self, port: int) -> frozenset[str]:
        names = [f"[{name}]" if ":" in name else name for name in self.addresses()]
        plain = {f"http://{name}:{port}" for name in names} | {f"https://{name}:{port}" for name in names}
        if port == 80:
            plain |= {f"http://{name}" for name in names}
        if port == 443:
            plain |= {f"https://{name}" for name in names}
        return frozenset(plain) | self.origins


def own_addresses() -> list[str]:
    """This computer in its own network. No packet is sent: connecting a datagram socket only picks the route."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    found.append(socket.gethostname().lower())
    return list(dict.fromkeys(found))


def usual_db() -> Path:
    return Path(platformdirs.user_data_dir("slamdeck", appauthor=False)) / "slamdeck.db"
