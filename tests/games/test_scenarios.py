"""Every scenario file of every game comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamdeck.core.scenarios import load_scenario, run_scenario
from slamdeck.games import all_games, find_game

FILES = [path for info in all_games().values() for path in sorted((info.folder / "scenarios").glob("*.toml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_scenario(path: Path) -> None:
    scenario = load_scenario(path)
    assert scenario.expect or scenario.expect_at, "a scenario must expect something"
    assert run_scenario(scenario, find_game(scenario.game), path) == []
