"""A run on a Ray cluster that this test starts, one of whose workers is killed in the middle.

Ray is large, so `make test` does not install it: `pip install 'slamdeck[ray]'`, then this test runs.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from tests.ports import free_port

ray = pytest.importorskip("ray")

KILLER = '''
import os, signal
from pathlib import Path
import slamdeck as sd


class Killer(sd.Bot):
    """Takes its whole process with it, once."""

    def choose(self, view, legal, rng):
        marker = Path(__file__).with_name("killed")
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return legal[0] if legal else None
'''


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "own_killer.py").write_text(KILLER, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    port = free_port()
    start = ["start", "--head", "--block", "--port", str(port), "--num-cpus", "2", "--include-dashboard", "false"]
    command = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", *start]
    with (tmp_path / "ray.log").open("wb") as log:
        head = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    try:
        until_it_listens(port)
        yield f"127.0.0.1:{port}"
    finally:
        ray.shutdown()
        os.killpg(head.pid, signal.SIGTERM)  # its own session: nobody else's processes are in it
        head.wait(timeout=60)


def until_it_listens(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise AssertionError("Ray did not start")


def test_a_killed_worker_changes_nothing(cluster: str, tmp_path: Path) -> None:
    words = ["arena", "slamwich", "--bots", "own_killer:Killer,quick", "--games", "120", "-o", "max_tosses=30"]
    done = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "far"), "--ray", cluster])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "killed").exists(), "a worker was killed"
    near = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "near"), "--workers", "1"])
    assert near.exit_code == 0, near.output
    for name in ("rows.csv", "summary.json"):
        assert (tmp_path / "far" / name).read_bytes() == (tmp_path / "near" / name).read_bytes()
