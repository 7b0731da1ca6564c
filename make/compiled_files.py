"""Which files are compiled: decided by where a file lies and what it holds, never by a list.

Everything in the hot rooms is compiled; elsewhere a file says so itself, by working with the engine's machine types or
by a line "# Compiled: " with the reason. Left to Python are files that only declare shapes or words, and those with
msgspec's structs, which no compiler can take.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "slamdeck"
HOT = ("core", "games", "table", "server/socket")
MACHINE_TYPES = "slamdeck.core.native"
SAYS_SO = re.compile(r"^# Compiled: \w", re.MULTILINE)
# What says of itself what a folder is, what is only words, and the machine types' stand-ins for plain Python.
NEVER = ("__init__.py", "words.py", "native.py")
STRUCTS = frozenset({"Struct"})
SHAPES = STRUCTS | {"Enum", "IntEnum", "StrEnum", "NamedTuple", "TypedDict", "Exception"}


def compiled_files() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if is_compiled(path)]


def is_compiled(path: Path) -> bool:
    return path.name not in NEVER and is_hot(path) and not (has_structs(path) or only_declares(path))


def is_hot(path: Path) -> bool:
    return in_hot_room(path) or MACHINE_TYPES in imported_modules(path) or bool(SAYS_SO.search(path.read_text("utf-8")))


def in_hot_room(path: Path) -> bool:
    return any(path.is_relative_to(PACKAGE / room) for room in HOT)


def has_structs(path: Path) -> bool:
    return any(derives(cls, STRUCTS) for cls in classes(path))


def only_declares(path: Path) -> bool:
    """Nothing but shapes: no function outside them, and no other class."""
    body = parsed(path).body
    found = [node for node in body if isinstance(node, ast.ClassDef)]
    functions = any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in body)
    return bool(found) and not functions and all(is_shape(cls) for cls in found)


def is_shape(cls: ast.ClassDef) -> bool:
    return derives(cls, SHAPES) or any("dataclass" in ast.unparse(decorator) for decorator in cls.decorator_list)


def derives(cls: ast.ClassDef, above: frozenset[str]) -> bool:
    return not all_derived(above).isdisjoint(bases(cls))


@cache
def all_derived(above: frozenset[str]) -> frozenset[str]:
    """These classes and all of ours that derive from them. Names are enough: no name has two meanings."""
    ours = {cls.name: bases(cls) for path in PACKAGE.rglob("*.py") for cls in classes(path)}
    known = set(above)
    while more := {name for name, its_bases in ours.items() if name not in known and not known.isdisjoint(its_bases)}:
        known |= more
    return frozenset(known)


def bases(cls: ast.ClassDef) -> set[str]:
    return {ast.unparse(base).split("[")[0].rpartition(".")[2] for base in cls.bases}


def classes(path: Path) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef))


def imported_modules(path: Path) -> set[str]:
    return {node.module for node in ast.walk(parsed(path)) if isinstance(node, ast.ImportFrom) and node.module}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
