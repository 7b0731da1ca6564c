"""One source of rules: compiled by mypyc and run as plain Python it gives identical games."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import slamdeck
from tests.conformance.digests import digests

SEEDS = 120
ROOT = Path(__file__).parents[2]


def uncompiled_digests(folder: Path, seeds: int) -> dict[str, str]:
    package = Path(slamdeck.__file__).parent
    shutil.copytree(package, folder / "slamdeck", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    check = "import slamdeck, sys; sys.exit(slamdeck.is_compiled())"
    env = {**os.environ, "PYTHONPATH": str(folder)}
    subprocess.run([sys.executable, "-c", check], cwd=folder, env=env, check=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.digests", str(seeds)],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_compiled_and_uncompiled_play_the_same_games(tmp_path: Path) -> None:
    assert slamdeck.is_compiled()
    ours = digests(SEEDS)
    theirs = uncompiled_digests(tmp_path, SEEDS)
    assert len(ours) >= SEEDS
    assert {case for case in ours if ours[case] != theirs.get(case)} == set()
