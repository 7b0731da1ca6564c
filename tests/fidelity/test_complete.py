"""Every clause and ruling of a game is told in RULES.md, named where it lives in the code, and tested.

`<game>.ids` lists the ids of the acceptance spec; this test proves that the list, the rules text, the docstrings and
the tests have no gap between them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from slamdeck.core.game import GameInfo
from slamdeck.core.rulebook import clauses, places
from slamdeck.core.scenarios import load_scenario
from tests.conformance.driving import every_game

HERE = Path(__file__).parent
TESTS = HERE.parent / "games"


def spec_ids(info: GameInfo) -> set[str]:
    return set((HERE / f"{info.slug}.ids").read_text(encoding="utf-8").split())


def rule_ids(info: GameInfo) -> set[str]:
    return {name for name in spec_ids(info) if "-X" not in name}


def example_ids(info: GameInfo) -> set[str]:
    return {name for name in spec_ids(info) if "-X" in name}


def scenario_files(info: GameInfo) -> list[Path]:
    return sorted((info.folder / "scenarios").glob("*.toml"))


def ids_with_tests(info: GameInfo) -> set[str]:
    """Ids named by a test function (SW_37 in its name, or SW-37 in its docstring) or by a scenario."""
    found: set[str] = set()
    for path in scenario_files(info):
        found |= set(load_scenario(path).clauses)
    in_name = re.compile(rf"(?<![A-Z]){info.prefix}_(R?\d+)(?!\d)")
    in_words = re.compile(rf"\b{info.prefix}-R?\d+\b")
    tree = ast.parse((TESTS / f"test_{info.slug}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found |= {f"{info.prefix}-{number}" for number in in_name.findall(node.name)}
            found |= set(in_words.findall(ast.get_docstring(node) or ""))
    return found


@every_game
def test_the_rules_text_has_every_clause_and_no_other(info: GameInfo) -> None:
    assert set(clauses(info)) == rule_ids(info)


@every_game
def test_every_clause_lives_somewhere_in_the_code(info: GameInfo) -> None:
    lives = set(places(info))
    assert rule_ids(info) - lives == set()
    assert {name for name in lives if name.startswith(info.prefix)} - rule_ids(info) == set()


@every_game
def test_every_clause_has_a_test_or_a_scenario(info: GameInfo) -> None:
    tested = ids_with_tests(info)
    assert rule_ids(info) - tested == set()
    assert tested - rule_ids(info) == set()


@every_game
def test_every_worked_example_is_a_scenario(info: GameInfo) -> None:
    titles = [load_scenario(path).title for path in scenario_files(info)]
    for example in example_ids(info):
        assert any(re.match(rf"{example}[a-z]?\b", title) for title in titles), example


@every_game
def test_every_id_of_the_spec_is_counted(info: GameInfo) -> None:
    """The clauses run from 1 and the rulings from R1 without a hole, so the copied list is whole."""
    for mark in ("", "R", "X"):
        pattern = re.compile(rf"{info.prefix}-{mark}(\d+)$")
        numbers = sorted(int(m.group(1)) for m in map(pattern.match, spec_ids(info)) if m)
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbers
