"""The browser's types are the server's structs: a change of one without the other fails here."""

from __future__ import annotations

from pathlib import Path

from slamdeck.measure.protocol_types import typescript

TYPES = Path(__file__).parent.parent.parent / "web" / "src" / "protocol" / "types.ts"


def test_the_client_speaks_the_servers_protocol() -> None:
    assert TYPES.read_text(encoding="utf-8") == typescript(), (
        "web/src/protocol/types.ts is out of date: slamdeck protocol --typescript > web/src/protocol/types.ts"
    )
