"""The benchmark runs and reports; how fast the machine was is not a test's business."""

from __future__ import annotations

import json

from click.testing import CliRunner

import slamdeck
from slamdeck.cli import main
from slamdeck.cli.measuring import BENCH_PARTS
from slamdeck.games import all_games
from slamdeck.measure.bench import Figure
from slamdeck.measure.peers import PARTS


def test_bench_prints_every_game_and_never_a_remembered_figure() -> None:
    result = CliRunner().invoke(main, ["bench", "--quick", "--json"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    for info in all_games().values():
        assert any(row["game"] == info.title for row in rows)
    for row in rows:
        assert row["ours"] > 0
        assert row["driven"]
        assert bool(row["peer_driven"]) == bool(row["peer_name"]), "both sides say how they are driven"
        if row["peer"] is None:
            assert row["ratio"] is None
    compared = [row for row in rows if row["peer_name"] == "uncompiled"]
    assert len(compared) == (len(all_games()) if slamdeck.is_compiled() else 0)


def test_the_option_knows_every_part() -> None:
    assert BENCH_PARTS == PARTS


def test_a_part_of_it_measures_nothing_else() -> None:
    result = CliRunner().invoke(main, ["bench", "--quick", "--json", "--only", "batch"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert [(row["game"], row["what"]) for row in rows] == [
        (info.title, "batch environment") for info in all_games().values()
    ]


def test_a_row_says_when_its_peer_is_missing() -> None:
    row = Figure("a game", "what", "how", 5e6, "/s", "some peer", "how", None, 10)
    assert row.peer_text() == "peer not installed"
    assert row.ratio_text() == ""
    assert row.met() is None


def test_a_row_compares_with_its_bar() -> None:
    assert Figure("a game", "what", "how", 5e6, "/s", "peer", "how", 1e5, 10).met()
    assert not Figure("a game", "what", "how", 5e5, "/s", "peer", "how", 1e5, 10).met()
    assert Figure("a game", "clone", "how", 0.2, "µs", bar=0.3, at_most=True).met()
    assert not Figure("a game", "clone", "how", 0.4, "µs", bar=0.3, at_most=True).met()
