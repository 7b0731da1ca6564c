"""The rules as people read them: RULES.md of a game, clause by clause, and where each clause lives in the code."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem

CLAUSE_LINE = re.compile(r"^- \*\*([A-Z]{2}-R?\d+)\*\* (.*)$")
HEADING = re.compile(r"^#+ (.*)$")
CLAUSE_ID = re.compile(r"\b[A-Z]{2}-R?\d+\b")


@dataclass(frozen=True)
class Place:
    """A function that carries out a clause."""

    file: Path
    line: int
    name: str


@dataclass(frozen=True)
class Clause:
    """One clause or ruling; `under` is the sub-heading above it, which may hold the subject of its sentence."""

    id: str
    text: str
    under: str = ""


@dataclass
class Section:
    """A chapter of RULES.md: what is said before its clauses, and these."""

    title: str
    text: str
    clauses: list[Clause]


def rules_text(info: GameInfo) -> str:
    return (info.folder / "RULES.md").read_text(encoding="utf-8")


def clauses(info: GameInfo) -> dict[str, str]:
    """Every clause and ruling of the game's RULES.md, in its order."""
    return {clause.id: clause.text for section in sections(info) for clause in section.clauses}


def sections(info: GameInfo) -> list[Section]:
    return sections_in(info.folder)


def sections_in(folder: Path) -> list[Section]:
    """RULES.md by its headings. A line of its own between two clauses is a sub-heading: "If you drew:"."""
    found: list[Section] = []
    id, under, said = "", "", ""
    for line in (folder / "RULES.md").read_text(encoding="utf-8").splitlines():
        heading, opening = HEADING.match(line), CLAUSE_LINE.match(line)
        if heading:
            found.append(Section(heading.group(1).strip(), "", []))
            id, under = "", ""
        elif opening and found:
            id, said = opening.group(1), opening.group(2)
            found[-1].clauses.append(Clause(id, said, under))
        elif id and line.startswith("  ") and line.strip():
            said += " " + line.strip()
            found[-1].clauses[-1] = Clause(id, said, under)
        elif found and found[-1].clauses:
            id, under = "", line.strip() or under
        elif found:
            found[-1].text += line + "\n"
    for section in found:
        section.text = section.text.strip()
    return found


def clause_text(info: GameInfo, clause: str) -> tuple[str, str]:
    """The id as it is written and its text; "37" and "sw-37" find SW-37."""
    wanted = clause.upper()
    if not wanted.startswith(f"{info.prefix}-"):
        wanted = f"{info.prefix}-{wanted}"
    prefix, _, number = wanted.rpartition("-")
    if number.isdigit():
        wanted = f"{prefix}-{int(number):02d}"
    known = clauses(info)
    if wanted not in known:
        raise UsageProblem(f"{info.title} has no clause {clause!r}; it has {extent(list(known))}")
    return wanted, known[wanted]


def extent(names: list[str]) -> str:
    """From which clause to which they run: "SW-01 to SW-44 and the rulings SW-R1 to SW-R40"."""
    plain = [name for name in names if "-R" not in name]
    rulings = [name for name in names if "-R" in name]
    parts = [f"{plain[0]} to {plain[-1]}"] if plain else []
    if rulings:
        parts.append(f"the rulings {rulings[0]} to {rulings[-1]}")
    return " and ".join(parts) or "none at all"


def places(info: GameInfo) -> dict[str, list[Place]]:
    """Where each clause lives: the functions and classes whose docstring names it."""
    found: dict[str, list[Place]] = {}
    for file in sorted(info.folder.glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                continue
            name = node.name if not isinstance(node, ast.Module) else file.stem
            line = node.lineno if not isinstance(node, ast.Module) else 1
            for clause in dict.fromkeys(CLAUSE_ID.findall(ast.get_docstring(node) or "")):
                found.setdefault(clause, []).append(Place(file, line, name))
    return found
