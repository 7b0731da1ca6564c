"""Outrank in its releases: as modules for tests in this process, and installed for processes of their own.

`python -m tests.versions.outrank` writes its golden records; none is ever written over.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from slamdeck.core.game import Earlier, GameInfo
from slamdeck.lab.simulation import record_game
from slamdeck.table.journal.export import export
from tests.table.evening import Evening
from tests.versions.release1 import outrank as release1
from tests.versions.release2 import outrank as release2

RELEASE_1 = release1.GAME
RELEASE_2 = release2.GAME
# A third release that does not play version 1 any more.
RELEASE_3 = replace(RELEASE_2, earlier=(Earlier(version=1, release="outrank 2.0", promised=False),))
HERE = Path(__file__).parent
GOLDEN = HERE / "golden"


def installed(number: int, folder: Path) -> Path:
    """A folder for PYTHONPATH in which that release is installed, with the entry point that offers it."""
    place = folder / f"release{number}"
    shutil.copytree(HERE / f"release{min(number, 2)}" / "outrank", place / "outrank")
    if number == 3:
        file = place / "outrank" / "__init__.py"
        text = file.read_text(encoding="utf-8").replace('"outrank 1.0", promised=True', '"outrank 2.0", promised=False')
        file.write_text(text, encoding="utf-8")
    about = place / f"outrank-{number}.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: outrank\nVersion: {number}.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[slamdeck.games]\noutrank = outrank:GAME\n", encoding="utf-8")
    return place


def a_lab_game(info: GameInfo) -> bytes:
    return record_game(info, 3, info.deck(), info.read_options(info.simulated, 3), 2026).to_bytes()


def a_live_game(info: GameInfo) -> bytes:
    evening = Evening(info, bots=1, seed=2026)
    evening.start()
    evening.play_on()
    evening.wait(2)
    return export(evening.entries)


if __name__ == "__main__":
    for info in (RELEASE_1, RELEASE_2):
        for name, make in (("lab", a_lab_game), ("live", a_live_game)):
            path = GOLDEN / f"outrank-v{info.rules_version}-{name}.jsonl"
            if not path.exists():
                path.write_bytes(make(info))
                print(f"wrote {path.name}")
