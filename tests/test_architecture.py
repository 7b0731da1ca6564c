"""The folder tree is the architecture: imports point down only, and rules touch no clock and no network."""

from __future__ import annotations

import ast
from pathlib import Path

import slamdeck

PACKAGE = Path(slamdeck.__file__).parent
# Each room may import from the rooms before it (and from itself).
FLOORS = [
    ["engine"],
    ["core"],
    ["games"],
    ["bots", "table"],
    ["server", "lab"],
    ["measure", "terminal"],
    ["cli"],
    ["__main__"],
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
OUTSIDE_WORLD = {"time", "datetime", "asyncio", "socket", "threading", "random", "secrets", "os", "subprocess"}


def modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE or path.stem != "__init__"]


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def test_every_room_has_its_floor() -> None:
    assert {room_of(path) for path in modules()} <= set(FLOOR_OF)


def test_imports_point_down() -> None:
    for path in modules():
        room = room_of(path)
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "slamdeck" and len(parts) > 1 and parts[1] in FLOOR_OF and parts[1] != room:
                below = FLOOR_OF[parts[1]] < FLOOR_OF[room]
                assert below, f"{path.relative_to(PACKAGE)} imports {name}"


def test_games_do_not_know_each_other() -> None:
    for path in modules():
        parts = path.relative_to(PACKAGE).parts
        if parts[0] == "games" and len(parts) > 2:
            for name in imported(path):
                if name.startswith("slamdeck.games."):
                    assert name.split(".")[2] == parts[1], f"{path.relative_to(PACKAGE)} imports {name}"


def test_no_game_is_named_outside_its_folder() -> None:
    """Adding a game edits nothing else. The benchmark alone names the game whose bars the design names."""
    slugs = {path.name for path in (PACKAGE / "games").iterdir() if (path / "rules.py").exists()}
    assert slugs
    for path in modules():
        parts = path.relative_to(PACKAGE).parts
        if parts[0] == "games" and len(parts) > 2:
            continue
        words = {
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        if path.name != "bench.py":
            assert not words & slugs, f"{path.relative_to(PACKAGE)} names {words & slugs}"


def test_core_and_rules_touch_no_clock_no_chance_and_no_wire() -> None:
    for path in modules():
        if room_of(path) in ("core", "games"):
            tops = {name.split(".")[0] for name in imported(path)}
            assert not tops & OUTSIDE_WORLD, f"{path.relative_to(PACKAGE)} imports {tops & OUTSIDE_WORLD}"


def test_a_file_is_one_thought() -> None:
    long = {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {name: lines for name, lines in long.items() if lines > 450} == {}


def test_a_room_has_few_modules_of_its_own() -> None:
    for room in ("server", "table"):
        assert len([path for path in (PACKAGE / room).glob("*.py") if path.stem != "__init__"]) <= 14


def test_no_class_has_the_name_of_another() -> None:
    """One name, one meaning. Games do not know each other, so each may have its own State."""
    found: dict[str, list[str]] = {}
    for path in modules():
        parts = path.relative_to(PACKAGE).parts
        if parts[0] != "games" or len(parts) == 2:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append("/".join(parts))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
