"""The guide to bots of one's own is followed to the letter: its package is built up and its commands are run."""

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


def block(language: str) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, flags=re.DOTALL)
    return str(text)


def test_the_guides_bot_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads(block("toml"))
    (module,) = project["tool"]["setuptools"]["py-modules"]
    (tmp_path / f"{module}.py").write_text(block("python"), encoding="utf-8")
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
        for line in block("sh").splitlines():
            result = CliRunner().invoke(main, shlex.split(line)[1:])
            assert result.exit_code == 0, f"{line}\n{result.output}"
            assert "stubborn" in result.output
    finally:
        found.cache_clear()
        sys.modules.pop(module, None)
