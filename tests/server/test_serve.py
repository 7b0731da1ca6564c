"""`slamdeck serve` as an operator meets it: starting, stopping, refusing, and what it writes into its log."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.measure.client import Client
from slamdeck.server.config import ServerConfig, own_addresses, usual_db
from slamdeck.server.http.sessions import COOKIE
from slamdeck.server.launch import qr_code
from slamdeck.server.store.sqlite.store import SqliteStore
from tests.ports import free_port
from tests.server.evening import farewell, until
from tests.server.process import ROOT, WITHOUT_UVLOOP, ServerProcess, environment

BUSY = {"toss_ms": 500, "min_toss_ms": 300}  # something happens all the time


def refusal(*words: str) -> tuple[int, str]:
    """How a server that cannot start says so."""
    run = CliRunner().invoke(main, ["serve", *words])
    assert "Traceback" not in run.output
    return run.exit_code, run.stderr.strip().splitlines()[-1]


def has_uvloop() -> bool:
    return importlib.util.find_spec("uvloop") is not None


async def make_database(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


def test_a_foreign_or_damaged_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("my notes " * 100)
    foreign = tmp_path / "other.db"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE things (name TEXT)")
    db.close()
    damaged = tmp_path / "damaged.db"
    asyncio.run(make_database(damaged))
    data = bytearray(damaged.read_bytes())
    data[4096:5000] = b"\xaa" * 904
    damaged.write_bytes(data)
    for path, why in ((text, "is not a Slamdeck database"), (foreign, "is not a Slamdeck"), (damaged, "damaged")):
        before = path.read_bytes()
        code, sentence = refusal("--port", "0", "--db", str(path))
        assert code == 1
        assert why in sentence
        assert "left as it is" in sentence
        assert path.read_bytes() == before


def test_what_cannot_be_a_database_is_refused_in_a_sentence_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.db").touch()
    (tmp_path / "notes.txt").write_text("my notes")
    asyncio.run(make_database(tmp_path / "short.db"))
    os.truncate(tmp_path / "short.db", 4096 * 3)
    before = sorted(file.name for file in tmp_path.iterdir())
    for name, why in (
        ("folder", "cannot be opened (Is a directory)"),
        ("empty.db", "is empty"),
        ("notes.txt", "is not a Slamdeck database"),
        ("short.db", "is a damaged Slamdeck database"),
        ("notes.txt/x.db", "cannot be"),
    ):
        code, sentence = refusal("--port", "0", "--db", str(tmp_path / name))
        assert code == 1
        assert why in sentence
        assert sorted(file.name for file in tmp_path.iterdir()) == before


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everybody else may read everything")
def test_a_database_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    asyncio.run(make_database(tmp_path / "secret.db"))
    (tmp_path / "secret.db").chmod(0)
    code, sentence = refusal("--port", "0", "--db", str(tmp_path / "secret.db"))
    assert (code, "cannot be opened (Permission denied)" in sentence) == (1, True)


def test_two_servers_do_not_share_a_database_nor_a_port(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "a.db") as server:
        (tmp_path / "link.db").symlink_to(server.db)
        for name in (server.db, tmp_path / "link.db", tmp_path / "folder" / ".." / "a.db"):
            code, sentence = refusal("--port", "0", "--db", str(name))
            assert (code, "another Slamdeck server is using this database" in sentence) == (1, True)
        code, sentence = refusal("--port", str(server.port), "--db", str(tmp_path / "b.db"))
        assert (code, "cannot serve on 127.0.0.1" in sentence) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ["--memory", "--db", "x.db"],
        ["--port", "70000"],
        ["--host", "no.such.host.invalid", "--memory"],
        ["--thinkers", "0"],
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str]) -> None:
    result = CliRunner().invoke(main, ["serve", *words])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize("uvloop", [True, False])
def test_a_stopped_server_tells_everybody_and_comes_back_with_the_game(tmp_path: Path, uvloop: bool) -> None:
    """On uvloop where it exists; else on Python's own loop, as all servers inside the tests' own processes."""

    async def evening(server: ServerProcess) -> None:
        async with Client(server.base, "Ann") as ann:
            code = await ann.open("slamwich", bots=["lightning"], start=True, options=BUSY)
            await ann.connect()
            while ann.last < 4:
                await ann.hear(10)
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            closing = await farewell(ann)
            assert (closing.error, closing.again) == ("stopping", 1)
            assert await stopping == 0
            await asyncio.to_thread(server.start)
            before = ann.last
            await ann.connect()
            while ann.last <= before or ann.table is None or ann.table.phase != "playing":
                await ann.hear(10)
            assert ann.table.yours == [0]
            assert ann.table.hosting
            cookies = [morsel.value for morsel in ann.http.cookie_jar if morsel.key == COOKIE]
            log = server.complaint()
            assert code in log
            assert f"event loop: {'uvloop' if uvloop and has_uvloop() else 'asyncio'}" in log
            assert len(cookies) == 1
            assert cookies[0] not in log
            assert "ticket" not in log

    with ServerProcess(tmp_path / "a.db", first=() if uvloop else (WITHOUT_UVLOOP,)) as server:
        asyncio.run(evening(server))


def test_a_game_that_cannot_be_played_is_named_in_the_log_and_the_others_are_played(tmp_path: Path) -> None:
    package = tmp_path / "packages" / "broken_game-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[slamdeck.games]\npuzzle = no_such_module:GAME\n")

    async def evening(server: ServerProcess) -> None:
        async with Client(server.base, "Ann") as ann:
            await ann.open("slamwich")

    with ServerProcess(tmp_path / "a.db", first=(package.parent,)) as server:
        asyncio.run(evening(server))
        sentence = "The game 'puzzle' of the package broken-game is left out: it cannot be loaded"
        assert server.complaint().count(sentence) == 1


def test_a_server_without_a_database_keeps_nothing() -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "slamdeck.cli", "serve", "--memory", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=environment(),
    )
    assert process.stdout is not None
    with process.stdout as stdout:
        assert f"http://127.0.0.1:{port}/".encode() in stdout.readline()
        process.terminate()
        assert process.wait(30) == 0


def test_addresses_for_this_computer_and_for_the_house() -> None:
    here = ServerConfig()
    assert here.addresses()[0] == "127.0.0.1"
    assert "http://localhost:8484" in here.own_origins(8484)
    house = ServerConfig(host="0.0.0.0", origins=frozenset({"https://cards.example"}))
    assert house.addresses()[:-2] == own_addresses()
    assert "https://cards.example" in house.own_origins(1)
    assert usual_db().name == "slamdeck.db"
    assert len(qr_code("http://192.168.0.7:8484/").splitlines()) > 10


def test_nobody_waits_in_vain() -> None:
    async def evening() -> None:
        with pytest.raises(AssertionError, match="never happened"):
            await until(lambda: False, 0.05)

    asyncio.run(evening())


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the server's cost from /proc")
def test_a_small_load_is_played_and_measured() -> None:
    result = CliRunner().invoke(main, ["load", "--tables", "3", "--seconds", "2", "--thinking", "0.3", "--json"])
    assert result.exit_code == 0, result.output
    report = json.loads(result.output)
    assert report["connections"] == 6
    assert report["inputs_per_s"] > 0
    assert report["frames_per_s"] > report["inputs_per_s"]
    assert report["disk_bytes_per_input"] >= 0
