"""The README's examples are run, so they stay true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.games import all_games

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def expanded(word: str) -> list[str]:
    """What a shell makes of a pattern."""
    return sorted(str(path) for path in Path().glob(word)) if "*" in word else [word]


def test_every_command_of_the_readme_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").symlink_to(ROOT / "src")
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("slamdeck ")]
    assert len(lines) >= 6
    for line in lines:
        words = [found for word in shlex.split(line)[1:] for found in expanded(word)]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, f"{line}\n{result.output}"


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("python")
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_every_game_is_in_the_readme() -> None:
    for info in all_games().values():
        assert f"**{info.title}** | {info.fewest}–{info.most} |" in README
