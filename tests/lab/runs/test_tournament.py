"""Tournaments: each against each, every deal twice with places exchanged, kept and resumed as every run is."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from slamdeck.cli import main
from slamdeck.games import find_game
from slamdeck.lab.playing import compare
from slamdeck.lab.runs.plans import TOURNAMENT, Cell, plan_run
from slamdeck.lab.strength import claims
from slamdeck.lab.tournament import first_share

SHORT = ["-o", "max_tosses=40"]
BASE = ["tournament", "slamwich", "--workers", "1", *SHORT]


def command(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_every_deal_is_played_twice_with_places_exchanged() -> None:
    plan = plan_run(TOURNAMENT, find_game("slamwich"), games=4, seed=1, pairs=["quick,kid"], vary={"seats": [3]})
    rows = [Cell(plan, 0).play(number) for number in range(4)]
    assert rows[0].bots == ["quick:policy", "kid:policy", "quick:policy"]
    assert rows[1].bots == ["kid:policy", "quick:policy", "kid:policy"]
    assert rows[0].seed == rows[1].seed != rows[2].seed


def test_duels_are_counted_seat_by_seat() -> None:
    assert first_share([1, 2, 3, 4], turn=0) == 0.75
    assert first_share([1, 2, 3, 4], turn=1) == 0.25
    assert first_share([1, 1], turn=0) == first_share([], turn=0) == 0.5


def test_it_says_what_compare_says() -> None:
    done = command(*BASE, "--bots", "quick,kid", "--games", "6", "--seed", "3", "--json")
    (standing,) = json.loads(done.stdout)["standings"]
    said = compare("slamwich", "quick", "kid", games=6, seed=3, max_tosses=40)
    assert (standing["share"], standing["games"]) == (said.share, said.games)


def test_each_meets_each_at_tables_of_every_size_and_all_are_rated(tmp_path: Path) -> None:
    words = [*BASE, "--bots", "quick,casual,kid", "--seats", "2,3", "--games", "2", "--out", str(tmp_path / "run")]
    done = command(*words)
    assert done.exit_code == 0, done.output
    summary = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert len(summary["standings"]) == len(summary["cells"]) == 6
    assert set(summary["ratings"]) == {"quick:policy", "casual:policy", "kid:policy"}
    assert "Duels that the first bot won" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "holds a run already" in command(*words).stderr
    rows = tmp_path / "run" / "rows.csv"
    whole = rows.read_bytes()
    rows.write_bytes(whole[: len(whole) // 2])
    assert command(*words, "--resume").exit_code == 0
    assert rows.read_bytes() == whole
    assert json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8")) == summary


def test_the_preset_plays_several_games_each_in_its_folder(tmp_path: Path) -> None:
    words = ["tournament", "slamwich", "hands_down", "--preset", "strength", "--games", "2", "--workers", "1"]
    done = command(*words, "--out", str(tmp_path / "run"), "--docs", str(tmp_path / "docs"))
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["hands_down", "slamwich"]
    page = (tmp_path / "docs" / "strength.md").read_text(encoding="utf-8")
    assert "| quick:policy – quick:uniform | 2 |" in page
    assert "## Hands Down" in page
    assert (tmp_path / "docs" / "images" / "strength.png").read_bytes().startswith(b"\x89PNG")


def test_the_preset_promises_what_the_names_say() -> None:
    assert "quick:search,quick:policy" in claims(find_game("lowdown"))
    assert "quick:search,quick:policy" not in claims(find_game("slamwich"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "needs either --bots"),
        (["--bots", "quick,kid", "--preset", "strength"], "needs either --bots"),
        (["slamwich", "--bots", "quick"], "two bots at least"),
        (["slamwich", "--bots", "kid,kid"], "names a bot twice"),
        (["--bots", "quick,kid"], "which game do they play?"),
        (["slamwich", "--bots", "quick,kid", "--seats", "2,nine"], "must be numbers"),
        (["slamwich", "--bots", "quick,kid", "--seats", "9"], "Slamwich is for 2 to 6 players, not 9"),
        (["slamwich", "--bots", "quick,search"], "Slamwich has no search bot"),
        (["slamwich", "--bots", "quick,kid", "--resume"], "needs --out FOLDER"),
        (["slamwich", "--bots", "quick,kid", "--docs", "here"], "needs --preset"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: list[str], sentence: str) -> None:
    done = command("tournament", *words)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    done = command("tournament", "--preset", "strength", "--out", str(tmp_path))
    assert "no folder of a tournament; nothing was written" in done.stderr.replace("\n", " ")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_ratings_that_cannot_be_reckoned_are_said_to_be_missing_and_no_name_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    done = command(*BASE, "--bots", "lightning:policy,lightning:uniform", "--games", "2")
    assert done.exit_code == 0, done.output
    assert "no ratings: this needs openskill" in done.stderr
    assert "lightning:uniform" in done.stdout
