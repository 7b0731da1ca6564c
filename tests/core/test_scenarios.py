"""Scenario files: what they can say, and how they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamdeck.core.problems import CheckFailed
from slamdeck.core.scenarios import load_scenario, run_scenario
from slamdeck.games import find_game

GOOD = """
title = "a toss"
clauses = ["SW-11"]
game = "slamwich"
seats = 2
options = { min_toss_ms = 0 }
[given]
turn = 1
stacks = [["egg"], ["jelly", "onion"]]
centre = ["bacon"]
[[input]]
at = 10
seat = 1
do = "toss"
[expect]
centre = ["bacon", "jelly"]
turn = 0
munch = "none"
sizes = { stacks = [1, 1] }
"""


def run(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "toss.toml"
    path.write_text(text, encoding="utf-8")
    scenario = load_scenario(path)
    return run_scenario(scenario, find_game(scenario.game), path)


def test_a_scenario_that_comes_out_has_no_differences(tmp_path: Path) -> None:
    assert run(tmp_path, GOOD) == []


def test_a_miss_says_what_is_and_what_was_expected(tmp_path: Path) -> None:
    assert run(tmp_path, GOOD.replace("turn = 0", "turn = 1")) == ["at the end: turn is 0, expected 1"]
    found = run(tmp_path, GOOD.replace('do = "toss"', 'do = "slap"\nverdict = "ignored"'))
    assert found[0].startswith("input 1 (slap at 10): foul (SW-36: ")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('["egg"]', '["caviar"]', r"given\.stacks\[0\]: card 'caviar' is not in the deck"),
        ('["egg"]', '["egg","egg","egg","egg","egg"]', "egg is used more than 4 times"),
        ('[["egg"], ["jelly", "onion"]]', '[["egg"]]', "has 1 lists for 2 seats"),
        ("turn = 1", "turn = 9", r"given\.turn: 9 is not a seat \(0 to 1\)"),
        ("turn = 1", "mood = 9", "given: unknown field 'mood'"),
        ("turn = 0", "mood = 9", "expect: unknown field 'mood'"),
        ('do = "toss"', 'do = "fly"', "input 1: slamwich has no action 'fly'"),
        ("seats = 2", "seats = 12", "Slamwich is for 2 to 6 players, not 12"),
        ("min_toss_ms = 0", "min_toss = 0", "has no option 'min_toss'"),
        ('clauses = ["SW-11"]', 'clauses = "SW-11"', "Expected `array`"),
        ("[given]", "[given", "is not valid TOML"),
        ('title = "a toss"', 'titel = "a toss"', "unknown field `titel`"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(CheckFailed, match=reason) as problem:
        run(tmp_path, GOOD.replace(old, new, 1))
    assert "toss.toml" in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("at = 10", f"at = {1 << 63}", r"input\[0\]\.at is larger than any number of a game"),
        ("at = 10", f"at = {-(1 << 70)}", r"input\[0\]\.at is larger"),
        ("at = 10", f"at = {1 << 50}", r"`\$\.input\[0\]\.at`"),
        ("at = 10", "at = " + "9" * 5000, "is not valid TOML"),
        ("seats = 2", f"seats = {1 << 63}", "seats is larger"),
        ("seat = 1", f"seat = {1 << 63}", "seat is larger"),
        ("turn = 1", f"turn = {1 << 63}", "given.turn is larger"),
        ("turn = 1", f"turn = {1 << 61}", "is not a seat"),
        ("min_toss_ms = 0", f"min_toss_ms = {1 << 63}", "options.min_toss_ms is larger"),
        ("title", f"picks = [1, {1 << 63}]\ntitle", r"picks\[1\] is larger"),
        ("title", f"seed = {1 << 63}\ntitle", "seed is larger"),
    ],
)
def test_a_number_that_nobody_can_count_to_is_one_sentence(tmp_path: Path, old: str, new: str, reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        run(tmp_path, GOOD.replace(old, new, 1))
