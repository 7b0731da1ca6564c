"""The server that `slamdeck load` loads: as usual, but one address may open as many tables as it likes."""

from __future__ import annotations

import sys
from pathlib import Path

from slamdeck.server.app import Server, run
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.http.limits import Rate

PLENTY = Rate(1e6, 1e6)


def tell(server: Server) -> None:
    print(f"http://127.0.0.1:{server.port}", flush=True)


if __name__ == "__main__":
    limits = Limits(
        tables=10_000,
        sockets=20_000,
        sockets_per_address=20_000,
        lag_ms=1e9,
        opening=PLENTY,
        joining=PLENTY,
        ticketing=PLENTY,
    )
    run(ServerConfig(port=0, db=Path(sys.argv[1]) if len(sys.argv) > 1 else None, limits=limits), tell)
