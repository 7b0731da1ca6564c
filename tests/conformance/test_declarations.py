"""Actions, phases and events are declared once, and nobody writes a code down as a number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from slamdeck.core.actions import HOST as BY_HOST
from slamdeck.core.actions import MANNERS, MEANINGS
from slamdeck.core.game import GameInfo
from slamdeck.core.telling import TONES
from slamdeck.core.zones import HOST
from slamdeck.games import all_games
from tests.conformance.driving import every_game, new_game, play
from tests.scale import scaled

FOLDERS = [info.folder for info in all_games().values()]


def codes_of(folder: Path) -> set[str]:
    """The names under which a game keeps its action codes."""
    tree = ast.parse((folder / "actions.py").read_text(encoding="utf-8"))
    assigned = [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    return {target.id for target in assigned if isinstance(target, ast.Name)}


def named(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr if isinstance(node.value, ast.Attribute) and node.value.attr == "terms" else ""
    return node.id if isinstance(node, ast.Name) else ""


def has_number(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Constant) and isinstance(one.value, int) for one in ast.walk(node))


def numbers_beside_codes(tree: ast.Module, codes: set[str]) -> Iterator[int]:
    """Lines that reach another action by adding a number to a code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            sides = (node.left, node.right)
            if any(named(side) in codes for side in sides) and any(has_number(side) for side in sides):
                yield node.lineno


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_action_code_is_written_as_a_number(folder: Path) -> None:
    declared = ast.parse((folder / "actions.py").read_text(encoding="utf-8"))
    for node in declared.body:
        if isinstance(node, ast.AnnAssign | ast.Assign):
            assert not isinstance(node.value, ast.Constant), f"{folder.name}/actions.py:{node.lineno}"
    info = all_games()[folder.name]
    verbs = {verb.name for verb in new_game(info, info.most, 1).rules.catalogue.verbs}
    for file in sorted(folder.glob("*.py")):
        lines = list(numbers_beside_codes(ast.parse(file.read_text(encoding="utf-8")), codes_of(folder) | verbs))
        assert not lines, f"{folder.name}/{file.name}:{lines}"


def test_a_number_beside_a_code_is_noticed() -> None:
    assert list(numbers_beside_codes(ast.parse("x = SLAP + 1 + rank"), {"SLAP"}))
    assert list(numbers_beside_codes(ast.parse("x = self.terms.cut + 1"), {"cut"}))
    assert not list(numbers_beside_codes(ast.parse("x = SLAP + rank"), {"SLAP"}))


@every_game
def test_manners_meanings_and_tones_are_known_ones(info: GameInfo) -> None:
    catalogue = new_game(info, info.most, 1).rules.catalogue
    assert {verb.manner for verb in catalogue.verbs} <= set(MANNERS)
    assert {one.means for verb in catalogue.verbs for one in verb.parameters} <= set(MEANINGS)
    assert {telling.tone for telling in info.events.values()} <= set(TONES)
    host_verbs = [verb for verb in catalogue.verbs if verb.manner == BY_HOST]
    assert catalogue.host_action == (host_verbs[0].base if host_verbs else -1)


@every_game
def test_every_phase_is_declared_and_those_between_hands_wait_for_the_host(info: GameInfo) -> None:
    between = {phase.name for phase in info.phases if phase.between_hands}
    declared = {phase.name for phase in info.phases}
    seen: set[str] = set()
    for seed in range(3):
        game = new_game(info, info.fewest, seed)
        for _ in play(game, seed, most=scaled(4000)):
            rules = game.rules
            seen.add(rules.phase())
            assert rules.phase() in declared
            assert (rules.phase() in between) == bool(rules.awaited() >> HOST & 1)
            assert (rules.catalogue.host_action >= 0) == bool(between)
    assert between <= seen
