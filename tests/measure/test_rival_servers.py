"""`slamdeck bench --live`: it runs where the others are installed, and says so where they are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.measure import rival_servers as rivals
from slamdeck.measure.rival_servers import (
    BEATING,
    BOARDGAME,
    BOARDGAME_BARE,
    COLYSEUS,
    COLYSEUS_BARE,
    IN_MEMORY,
    ON_DISK,
    PEERS,
    Cost,
    bars,
    why_not,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the servers' cost from /proc")


def test_who_is_missing_is_told_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rivals, "FOLDER", tmp_path / "nowhere")
    assert "only in a checkout" in why_not(BOARDGAME)
    monkeypatch.setattr(rivals, "FOLDER", tmp_path)
    monkeypatch.setenv("PATH", "")
    assert why_not(COLYSEUS) == "Node is not installed"
    monkeypatch.setenv("PATH", str(tmp_path))
    node = tmp_path / "node"
    node.touch(mode=0o755)
    assert "npm ci" in why_not(COLYSEUS)
    (tmp_path / "node_modules" / COLYSEUS.package).mkdir(parents=True)
    assert why_not(COLYSEUS) == ""


def cost(server: str, traffic: str, micros: float) -> Cost:
    return Cost(
        server=server, traffic=traffic, inputs_per_s=1, cpu_us_per_input=micros, answer_p50_ms=1, answer_p99_ms=1
    )


def test_the_bars_compare_like_with_like() -> None:
    ours = [cost(ON_DISK, BEATING, 302), cost(IN_MEMORY, BEATING, 200)]
    others = [
        cost(BOARDGAME.name, BOARDGAME_BARE.traffic, 301),
        cost(BOARDGAME.name, BOARDGAME.traffic, 303),
        cost(COLYSEUS.name, COLYSEUS.traffic, 199),
        cost(COLYSEUS.name, COLYSEUS_BARE.traffic, 1),
    ]
    assert list(bars(ours + others).values()) == [False, True, False]
    assert bars(ours) == {}


def test_a_small_comparison_runs_with_whoever_is_there() -> None:
    missing = [peer for peer in PEERS if why_not(peer)]
    result = CliRunner().invoke(main, ["bench", "--live", "--tables", "2", "--seconds", "2", "--rounds", "1", "--json"])
    assert result.exit_code == 0, result.output
    compared = json.loads(result.stdout)
    assert len(compared["missing"]) == len(missing)
    assert len(compared["costs"]) == 2 + len(PEERS) - len(missing)
    assert all(one["inputs_per_s"] > 0 for one in compared["costs"])
    assert bool(compared["bars"]) == (len(missing) < len(PEERS))
