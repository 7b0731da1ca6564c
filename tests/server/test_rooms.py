"""The rooms of the server: the store and the instruments need no other room, and nothing imports itself by a detour."""

from __future__ import annotations

import ast
from pathlib import Path

import slamdeck.server

SERVER = Path(slamdeck.server.__file__).parent
NAME = slamdeck.server.__name__


def module_at(path: Path) -> str:
    words = path.relative_to(SERVER).with_suffix("").parts
    return ".".join((NAME, *words)).removesuffix(".__init__")


MODULES = {module_at(path): path for path in sorted(SERVER.rglob("*.py"))}


def imported_by(module: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & set(MODULES) - {module}


def test_the_store_and_the_instruments_need_no_other_room() -> None:
    for room in (f"{NAME}.store", f"{NAME}.ops"):
        for module in MODULES:
            if module.startswith(room):
                strangers = {other for other in imported_by(module) if not other.startswith(room)} - {NAME}
                assert not strangers, f"{module} imports {strangers}"


def test_nothing_imports_itself_by_a_detour() -> None:
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " → ".join((*way[way.index(module) :], module))
        if module not in done:
            for other in sorted(imported_by(module)):
                visit(other, (*way, module))
            done.add(module)

    for module in MODULES:
        visit(module, ())
    assert done == set(MODULES)
