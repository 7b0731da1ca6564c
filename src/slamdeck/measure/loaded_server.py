"""The server that `slamdeck load` loads: as usual, but one address may open as many tables as it likes."""

from __future__ import annotations

import sys

from slamdeck.server.app import Server, run
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.http.limits import Rate
from slamdeck.server.ops.address import OpsAddress
from slamdeck.server.store.places import read_place

PLENTY = Rate(1e6, 1e6)
GENEROUS = Limits(
    tables=10_000,
    sockets=20_000,
    tables_per_network=20_000,
    sockets_per_network=20_000,
    connections_per_network=4_000,
    half_open=4_000,
    half_open_per_network=4_000,
    lag_ms=1e9,
    opening=PLENTY,
    joining=PLENTY,
    ticketing=PLENTY,
    connecting=PLENTY,
    requests=PLENTY,
    traffic=Rate(1e9, 1e9),
    messages_per_network=PLENTY,
    inputs_per_network=PLENTY,
)


def tell(server: Server) -> None:
    """Where to play, and where to ask what it costs."""
    ops = server.front.ops
    assert ops is not None
    print(f"http://127.0.0.1:{server.port}\nhttp://127.0.0.1:{ops.port}", flush=True)


if __name__ == "__main__":
    db = read_place(sys.argv[1]) if len(sys.argv) > 1 else None
    run(ServerConfig(port=0, db=db, ops=OpsAddress(host="127.0.0.1"), limits=GENEROUS), tell)
