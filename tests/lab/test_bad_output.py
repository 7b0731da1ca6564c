"""Output that cannot be written, a terminal that cannot spell, a missing library: one sentence, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

QUICK = ["simulate", "slamwich", "--games", "2", "-o", "max_tosses=20"]


def slamdeck(*words: str, env: dict[str, str] | None = None, out: int = subprocess.PIPE) -> tuple[int, bytes, str]:
    done = subprocess.run(
        [sys.executable, "-m", "slamdeck", *words],
        env={**os.environ, **(env or {})},
        stdout=out,
        stderr=subprocess.PIPE,
        timeout=120,
    )
    said = done.stderr.decode(errors="replace")
    assert "Traceback" not in said, said
    return done.returncode, done.stdout or b"", said


@pytest.mark.parametrize("words", [QUICK, [*QUICK, "--json"], ["games"]], ids=["table", "json", "games"])
def test_a_full_disk(words: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with Path("/dev/full").open("wb") as full:
        code, _, said = slamdeck(*words, out=full.fileno())
    assert code == 1
    assert said.strip() == "slamdeck: the output cannot be written (No space left on device)"


@pytest.mark.parametrize("words", [QUICK, ["games"], ["rules", "slamwich", "37"], ["simulate", "chess"]])
@pytest.mark.parametrize("more", [{"PYTHONIOENCODING": "ascii"}, {}], ids=["said to Python", "by the language"])
def test_a_terminal_that_knows_only_ascii(words: list[str], more: dict[str, str]) -> None:
    _, out, said = slamdeck(*words, env={"PYTHONUTF8": "0", "LC_ALL": "C", **more})
    assert out or said
    assert out.isascii()
    assert said.isascii()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="who may write everywhere cannot be refused")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    code, _, said = slamdeck(*QUICK, "--out", str(tmp_path / "run"))
    assert code == 1
    assert "cannot be written" in said


def test_paths_are_checked_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    long = ["--games", "1000000000"]
    for words in (
        ["tournament", "--preset", "strength", "--docs", str(file), *long],
        ["simulate", "slamwich", "--record", str(tmp_path / "no" / "such" / "folder.jsonl"), *long],
        ["simulate", "slamwich", "--out", str(file), *long],
        ["simulate", "slamwich", "--out", str(file / "under"), *long],
    ):
        code, _, said = slamdeck(*words)
        assert code in (1, 2)
        assert said.count("\n") == 1
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_plot_without_its_library_is_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ModuleNotFoundError('no matplotlib')", encoding="utf-8")
    words = ["tournament", "--preset", "strength", "--games", "1000000000", "--docs", str(tmp_path / "docs")]
    code, _, said = slamdeck(*words, env={"PYTHONPATH": str(tmp_path)})
    assert code == 2
    assert said == "slamdeck: this needs matplotlib: pip install 'slamdeck[lab]'\n"
