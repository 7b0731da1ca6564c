"""The count of instructions: what comes before the first decision is in no figure."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "instructions.py"
LISTED = """\
    1,500 (60.00%)  ???:CPyDef_eyes___Eyes___look [slamdeck__mypyc.so]
{more:>9,} ( 1.00%)  ???:CPyDef_bits___count [slamdeck__mypyc.so]
"""


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("instructions", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_decision_costs_what_a_longer_run_takes_more(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def said(command: list[str], environment: dict[str, str]) -> CompletedProcess[str]:
        if "valgrind" in command:
            asked.append(int(command[-1]))
            return CompletedProcess(command, 0, f"{10 * asked[-1]}\n", f"==7== Collected : {5000 + 300 * asked[-1]}\n")
        return CompletedProcess(command, 0, LISTED.format(more=70 * asked[-1]), "")

    monkeypatch.setattr(script, "said", said)
    each, functions = script.cost("steps", "slamwich", 4, 6)
    assert asked == [4, 6]
    assert each == 30
    assert functions == {"CPyDef_eyes___Eyes___look": 0, "CPyDef_bits___count": 7}


def test_what_is_counted_is_played(script: ModuleType) -> None:
    assert script.play_games("slamwich", 0) == 0
    assert script.play_games("slamwich", 2) > 50
    assert script.step_tables("slamwich", 3) == 3 * script.TABLES
