"""What an operator may ask is asked elsewhere; the public port says whether it is well, and nothing else."""

from __future__ import annotations

import socket
import stat
import sys
from pathlib import Path

import aiohttp
import msgspec
import pytest

from slamdeck.core.problems import UsageProblem
from slamdeck.measure.client import Client
from slamdeck.server.operators import Health
from slamdeck.server.ops.address import OpsAddress, read_ops_address
from tests.server.evening import base_of, play, serving

needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="has no sockets in the file system")
HERE = OpsAddress(host="127.0.0.1")


def test_metrics_and_health_have_a_port_of_their_own() -> None:
    async def evening() -> None:
        async with serving(ops=HERE) as server, Client(base_of(server), "Ann") as ann:
            await ann.open("slamwich")
            assert server.front.ops is not None
            async with aiohttp.ClientSession(f"http://127.0.0.1:{server.front.ops.port}") as http:
                async with http.get("/health") as answer:
                    health = msgspec.json.decode(await answer.read(), type=Health)
                    assert (answer.status, health.ok, health.tables, health.saving) == (200, True, 1, False)
                async with http.get("/metrics") as answer:
                    text = await answer.text()
                async with http.get("/api/games") as answer:
                    assert answer.status == 404
            assert "slamdeck_tables 1" in text
            assert "slamdeck_tables_opened_total 1" in text
            assert "slamdeck_connections 1" in text
            assert "slamdeck_half_open 0" in text
            assert 'slamdeck_storing_ms_bucket{le="+Inf"}' in text

    play(evening)


def test_the_public_port_tells_nothing_that_moves() -> None:
    async def evening() -> None:
        async with serving(ops=HERE) as server, Client(base_of(server), "Ann") as ann:
            before = await public(ann)
            await ann.open("slamwich", bots=["kid"], start=True)
            await ann.connect()
            assert await public(ann) == before
            assert before[0] == (200, b"")
            assert before[1][0] == 404
            server.lobby.stopping = True
            assert (await public(ann))[0] == (503, b"")
            server.lobby.stopping = False

    play(evening)


async def public(client: Client) -> list[tuple[int, bytes]]:
    found = []
    for path in ("/health", "/metrics"):
        async with client.http.get(client.base + path) as answer:
            found.append((answer.status, await answer.read()))
    return found


@needs_unix
def test_a_socket_in_the_file_system_is_for_its_owner_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    path = tmp_path / "ops.sock"

    async def evening() -> None:
        for _ in range(2):
            async with serving(ops=OpsAddress(path=str(path))):
                assert stat.S_IMODE(path.stat().st_mode) == 0o600
                with pytest.raises(UsageProblem, match="another server listens there"):
                    async with serving(ops=OpsAddress(path=str(path))):
                        pass
                async with (
                    aiohttp.ClientSession(connector=aiohttp.UnixConnector(str(path))) as http,
                    http.get("http://ops/health") as answer,
                ):
                    assert answer.status == 200
            assert not path.exists()

    play(evening)


@needs_unix
def test_what_else_has_that_name_stays_and_an_old_socket_goes(tmp_path: Path) -> None:
    precious = tmp_path / "notes.txt"
    precious.write_text("mine")
    old = tmp_path / "old.sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(old))

    async def evening() -> None:
        with pytest.raises(UsageProblem, match="something else has that name"):
            async with serving(ops=OpsAddress(path=str(precious))):
                pass
        with pytest.raises(UsageProblem, match="cannot listen there"):
            async with serving(ops=OpsAddress(path=str(tmp_path / "no folder" / "ops.sock"))):
                pass
        async with serving(ops=OpsAddress(path=str(old))):
            pass

    play(evening)
    assert precious.read_text() == "mine"


def test_how_an_operator_says_where() -> None:
    assert read_ops_address("127.0.0.1:9100") == OpsAddress(host="127.0.0.1", port=9100)
    assert read_ops_address("[::1]:9100") == OpsAddress(host="::1", port=9100)
    assert str(read_ops_address("[::1]:9100")) == "[::1]:9100"
    for wrong in ("9100", ":9100", "localhost:", "localhost:70000", "localhost:²"):
        with pytest.raises(UsageProblem, match="HOST:PORT"):
            read_ops_address(wrong)
    if sys.platform != "win32":
        assert read_ops_address("/run/ops.sock") == OpsAddress(path="/run/ops.sock")
