"""One slap, from its message to the deliveries, must be short enough for a reader to follow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_CHANGES = 245  # of module, at a table of two


def test_a_slap_is_not_sent_from_pillar_to_post() -> None:
    command = [sys.executable, "-m", "tests.table.path_of_a_slap"]
    sources = {**os.environ, "SLAMDECK_PURE": "1"}  # compiled functions cannot be watched
    done = subprocess.run(command, cwd=ROOT, env=sources, capture_output=True, text=True, check=True)
    summary, *steps = done.stdout.splitlines()
    changes = int(summary.split()[0])
    assert changes == len(steps) - 1
    assert changes > 50, "nothing was counted: is this the code that runs?"
    assert changes <= MOST_CHANGES, summary
