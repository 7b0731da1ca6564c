"""A server is upgraded in the middle of a game: Outrank 1.0 is installed at first, then 2.0, in real processes."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import WentOn
from slamdeck.table.journal.reading import open_record
from tests.server.evening import PATIENCE, listening, until
from tests.server.process import ROOT, ServerProcess
from tests.versions.outrank import GOLDEN, RELEASE_1, RELEASE_2, installed


def environment(place: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(place), *sys.path])}


class InstalledServer(ServerProcess):
    """`slamdeck serve` beside a release of Outrank."""

    place: Path

    def cold(self, words: tuple[str, ...]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "slamdeck.cli", "serve", *words],
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env=environment(self.place),
            )


def may_lay(client: Client) -> bool:
    shown = client.views.get(client.table.yours[0]) if client.table and client.table.yours else None
    return shown is not None and "lay" in shown.view.legal


async def take_turns(clients: list[Client], cards: int) -> None:
    for _ in range(cards):
        await until(lambda: any(may_lay(client) and not client.waiting for client in clients))
        client = next(client for client in clients if may_lay(client))
        id = await client.act("lay")
        await until(lambda: id in client.answers)  # noqa: B023
        assert client.answers[id].verdict == "applied"
        await until(lambda: not may_lay(client))  # noqa: B023


async def play_on(clients: list[Client]) -> None:
    while not clients[0].is_over():
        if any(may_lay(client) and not client.waiting for client in clients):
            await take_turns(clients, 1)
        await asyncio.sleep(0.02)


async def come_back(client: Client) -> None:
    for _ in range(100):
        try:
            await client.connect()
            return
        except (aiohttp.ClientError, ConnectionError, ServerSaidNo):
            await asyncio.sleep(0.1)
    raise AssertionError("the server never came back")


async def through_an_upgrade(server: InstalledServer, upgrade: Callable[[], Awaitable[None]]) -> bytes:
    """Three cards before it, the rest of the game after it, then a rematch; the records after each of the two games."""
    async with Client(server.base, "Ann") as ann, Client(server.base, "Bob") as bob:
        clients = [ann, bob]
        await bob.join(await ann.open("outrank"))
        await ann.connect()
        await bob.connect()
        async with listening(*clients):
            await until(lambda: ann.table is not None and len(ann.table.seats) == 2)
            await ann.tell(say.Start())
            await take_turns(clients, 3)
        await upgrade()
        for client in clients:
            client.views = {}
            await come_back(client)
        async with listening(*clients):
            await play_on(clients)
            first = await ann.get(f"/api/tables/{ann.code}/record")
            await ann.tell(say.Start())
            await until(lambda: not ann.is_over())
            await play_on(clients)
            both = await ann.get(f"/api/tables/{ann.code}/record")
    # The release of then must agree about the game that another release has ended.
    record = open_record(first, {"outrank": RELEASE_1}, "the record")
    assert [(game.rules_version, game.inputs) for game in record.games] == [(1, 8)]
    assert any(isinstance(entry, WentOn) for entry in record.entries), "it was never interrupted"
    return both


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_a_game_outlives_the_upgrade_of_its_server(how: str, tmp_path: Path) -> None:
    server = InstalledServer(tmp_path / "upgrade.db")
    server.place = installed(1, tmp_path)

    async def upgrade() -> None:
        if how == "killed":
            server.kill()
        else:
            assert await asyncio.to_thread(server.stop) == 0
        server.place = installed(2, tmp_path)
        await asyncio.to_thread(server.start)

    with server:
        both = asyncio.run(asyncio.wait_for(through_an_upgrade(server, upgrade), 60 * PATIENCE))
    record = open_record(both, {"outrank": RELEASE_2}, "the record")
    assert [(game.rules_version, game.inputs) for game in record.games] == [(1, 8), (2, 12)]


def verify(place: Path, record: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "slamdeck.cli", "verify", str(record)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(place),
        timeout=120,
    )


def test_verify_says_which_release_plays_a_version_that_is_no_longer_promised(tmp_path: Path) -> None:
    record = GOLDEN / "outrank-v1-live.jsonl"
    promised = verify(installed(2, tmp_path), record)
    assert (promised.returncode, promised.stderr) == (0, "")
    assert "rules version 1" in promised.stdout
    retired = verify(installed(3, tmp_path), record)
    assert (retired.returncode, retired.stdout) == (1, "")
    assert retired.stderr.count("\n") == 1
    assert "the last release that plays it is outrank 2.0" in retired.stderr
