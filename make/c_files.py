"""From typed Python to a few C files that compile fast and run fast.

mypyc writes one C file per module. Compiled apart they lose a seventh of the speed, for calls between them are not
inlined; compiled as one they keep a single core busy for minutes. So there are two: the engine, where every call
counts, and the live table, whose time goes into Python's own objects. docs/decisions/0010 has the figures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from make.borrowing import quiet_functions, without_idle_counting
from make.compiled_files import PACKAGE, compiled_files

GROUP = "slamdeck"
TABLE_ROOMS = ("table", "server")

# A module's top level is most of its C and runs once, when it is imported: nothing to optimise.
COLD = """\
#if defined(__clang__)
#define RUNS_ONCE __attribute__((cold, noinline, optnone))
#elif defined(__GNUC__)
#define RUNS_ONCE __attribute__((cold, noinline, optimize("O0")))
#else
#define RUNS_ONCE
#endif
"""
# Short functions are everywhere (a set of seats is counted, a byte is read), and a call costs more than what they do.
# By itself the C compiler inlines few of them, for it cannot know which are called from the innermost loops.
SHORT = 80  # lines that do something
SHORTER = """\
#if defined(__GNUC__)
#define SHORT inline
#else
#define SHORT
#endif
"""
FUNCTION = re.compile(r"^(?!RUNS_ONCE)[\w ]+[ *]CPyDef_\w+\([^;{]*\) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
IDLE_LINE = re.compile(r"^(?:    [\w ]+ \*?cpy_r_\w+;|CPyL\d+: ;|.*Traceback.*)\n", re.MULTILINE)
TOP_LEVEL = re.compile(r"^char (CPyDef_\w+_____top_level__\(void\) \{)", re.MULTILINE)
# An index into a packed vector is hardly ever out of range. mypyc leaves that open, and the C compiler would move the
# usual way out of line.
INDEX_CHECK = re.compile(r"( = \(uint64_t\)\w+ < \(uint64_t\)\w+;\n +if \()(\w+)\)")


@dataclass(frozen=True)
class CFiles:
    """What there is to compile: the parts of one shared library, and a small module for each of ours that opens it."""

    library: str
    parts: list[Path]
    doors: dict[str, Path]  # by the name of the module
    include: list[str]
    read: list[Path]  # what the parts are made of


def write_c_files(folder: Path) -> CFiles:
    from mypyc.build import mypycify

    sources = [str(path.relative_to(PACKAGE.parents[1])) for path in compiled_files()]
    # Libraries that compiled code only passes by need not be there when a wheel is built.
    options = ["--ignore-missing-imports"]
    library, *doors = mypycify([*options, *sources], group_name=GROUP, multi_file=True, target_dir=str(folder))
    written = [Path(source) for source in library.sources]
    table = [
        path for path in written if path.name.startswith(tuple(f"__native_{GROUP}___{room}" for room in TABLE_ROOMS))
    ]
    engine = [path for path in written if path not in table]
    texts = {path: path.read_text() for path in written if path.name.startswith("__native")}
    quiet = quiet_functions(texts.values())
    for path, text in texts.items():
        path.write_text(marked(text, quiet))
    include = [str(folder), *library.include_dirs]
    parts = [as_one(engine, folder / "engine.c", include), as_one(table, folder / "table.c", include)]
    return CFiles(
        library=library.name,
        parts=parts,
        doors={door.name: Path(door.sources[0]) for door in doors},
        include=include,
        read=[*written, *folder.glob("__native*.h")],
    )


def marked(text: str, quiet: Mapping[str, frozenset[str]]) -> str:
    """The C of one module with what its author could not tell the C compiler."""
    text = INDEX_CHECK.sub(r"\1likely(\2))", TOP_LEVEL.sub(r"RUNS_ONCE char \1", without_idle_counting(text, quiet)))
    return FUNCTION.sub(lambda found: "SHORT " + found[0] if is_short(found[1]) else found[0], text)


def is_short(body: str) -> bool:
    return IDLE_LINE.sub("", body).count("\n") <= SHORT


def as_one(paths: list[Path], into: Path, include: list[str]) -> Path:
    """A C file of C files, named as the compiler finds them, so that it is the same on every machine."""
    into.write_text(COLD + SHORTER + "".join(f'#include "{found_as(path, include)}"\n' for path in paths))
    return into


def found_as(path: Path, include: list[str]) -> str:
    return next(path.relative_to(folder).as_posix() for folder in include if path.is_relative_to(folder))
