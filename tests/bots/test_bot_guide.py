"""The guide to bots of one's own is followed to the letter: its files are written and its commands are run."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.bots.installed import GROUP, found
from slamdeck.bots.roster import left_out
from slamdeck.cli import main

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "add_a_bot.md").read_text(encoding="utf-8")
FEW_LINES, PACKAGE = GUIDE.split("## As a package")


def blocks(language: str, text: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def block(language: str, text: str) -> str:
    (found_block,) = blocks(language, text)
    return found_block


def run_commands(text: str, bot: str) -> None:
    for line in block("sh", text).splitlines():
        result = CliRunner().invoke(main, shlex.split(line)[1:])
        assert result.exit_code == 0, f"{line}\n{result.output}"
        assert bot in result.output


def test_the_bot_in_a_few_lines_plays_and_beats_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, prompt = blocks("python", FEW_LINES)
    (tmp_path / "my_bots.py").write_text(module, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        run_commands(FEW_LINES, "HighestFirst")
        exec(compile(prompt, "add_a_bot.md", "exec"), {})
    finally:
        sys.modules.pop("my_bots", None)
    places, compared = capsys.readouterr().out.strip().splitlines()
    assert places in ("[1, 2]", "[2, 1]")
    share = re.match(r"quick:HighestFirst wins ([\d.]+)%", compared)
    assert share is not None
    assert float(share[1]) > 50


def test_the_guides_package_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads(block("toml", PACKAGE))
    (module,) = project["tool"]["setuptools"]["py-modules"]
    (tmp_path / f"{module}.py").write_text(block("python", PACKAGE), encoding="utf-8")
    about = tmp_path / f"{module}-1.0.dist-info"
    about.mkdir()
    named = f"Name: {project['project']['name']}\nVersion: 1.0\n"
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\n{named}", encoding="utf-8")
    offers = "".join(f"{name} = {value}\n" for name, value in project["project"]["entry-points"][GROUP].items())
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{offers}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    found.cache_clear()
    try:
        assert left_out() == []
        run_commands(PACKAGE, "stubborn")
    finally:
        found.cache_clear()
        sys.modules.pop(module, None)
