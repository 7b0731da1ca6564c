"""Reflexes from an exported file: figures, pictures, and files that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.core.problems import CheckFailed
from slamdeck.lab.reflex_plots import as_page
from slamdeck.lab.reflexes import read_reflexes, report_on

WEEK_MS = 7 * 86_400_000


def game(id: str, **more: object) -> dict[str, object]:
    usual: dict[str, object] = {
        "id": id,
        "at": 1_790_000_000_000,
        "game": "snap",
        "table": "ABC",
        "seats": 3,
        "place": 1,
        "times": {"first": [300, 340]},
        "won": 1,
        "slips": 1,
        "fakes": {"seen": 2, "fallen": 1, "landed": 0},
        "closest": 12,
    }
    return {**usual, **more}


def exported(path: Path, games: list[dict[str, object]], **more: object) -> Path:
    path.write_text(json.dumps({"slamdeck": "reflexes", "version": 1, "games": games, **more}), encoding="utf-8")
    return path


def test_figures_of_a_file(tmp_path: Path) -> None:
    games = [
        game("a", at=1_790_000_000_000 - 2 * WEEK_MS, times={"first": [400, 420]}, place=2, closest=30),
        game("b", times={"first": [300], "all": [500]}),
        game("c", game="calm <b>", times={}, place=0, closest=None),
        game("c", game="calm <b>", times={}, place=0, closest=None),
    ]
    report = report_on(read_reflexes(exported(tmp_path / "mine.json", games)))
    assert (report.games, report.hands, report.median_ms, report.best_ms) == (3, 4, 410, 300)
    assert [week.median_ms for week in report.weeks] == [410, 400]
    assert report.closest_ms == [12, 30]
    assert (report.fakes.seen, report.fakes.fallen) == (6, 3)
    assert [(one.game, one.games, one.won, one.known) for one in report.by_game][1] == ("snap", 2, 1, 2)
    assert [(one.kind, one.median_ms) for one in report.by_kind] == [("all", 500), ("first", 400)]
    page = as_page(report)
    assert page.count("<svg") == 3
    assert "calm &lt;b&gt;" in page
    assert "<b>" not in page


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is no export"),
        ('{"slamdeck": 2, "version": 1, "games": []}', "is no export"),
        ('{"slamdeck": "other", "version": 1, "games": []}', "is no export"),
        ('{"slamdeck": "reflexes", "version": 9, "games": []}', "has version 9"),
        ('{"slamdeck": "reflexes", "version": 1, "games": [{"id": "a"}]}', "is no export"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CheckFailed, match=why):
        read_reflexes(path)
    with pytest.raises(CheckFailed, match="cannot be read"):
        read_reflexes(tmp_path / "nothing.json")


def test_the_command_writes_a_page_and_figures(tmp_path: Path) -> None:
    mine = exported(tmp_path / "mine.json", [game("a"), game("b")])
    done = CliRunner().invoke(main, ["stats", str(mine), "--html", str(tmp_path / "page.html")])
    assert done.exit_code == 0
    assert "2 games, 2 of 4 races won, 2 slips" in done.output
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    figures = json.loads(CliRunner().invoke(main, ["stats", str(mine), "--json"]).output)
    assert (figures["games"], figures["median_ms"]) == (2, 320)
