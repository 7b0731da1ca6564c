"""Action codes follow from their declaration: with other codes every game plays the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import slamdeck
from slamdeck.games import all_games
from tests.conformance.driving import new_game


def test_no_game_rests_on_its_codes_being_what_they_are(tmp_path: Path) -> None:
    """In a plain Python copy, for only there can a declaration be changed from outside."""
    package = Path(slamdeck.__file__).parent
    shutil.copytree(package, tmp_path / "slamdeck", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("stretched.py"))],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["failed"] == {}
    for slug, info in all_games().items():
        assert found["sizes"][slug] > new_game(info, info.most, 1).rules.catalogue.size
