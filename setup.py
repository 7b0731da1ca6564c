"""Compiles the engine with mypyc where a C compiler exists; everywhere else it runs as plain Python, only slower."""

import ast
import os
import re
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

# Data and texts of a game; everything else in its folder is rules.
UNCOMPILED = ("__init__.py", "native.py", "words.py", "telling.py", "problems.py")
PACKAGE = Path("src/slamdeck")
HOT = ("core", "games", "table", "server/socket")


def only_declares_shapes(source: Path) -> bool:
    """msgspec's structs, dataclasses and enumerations are not the compiler's business."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            bases = [ast.unparse(base) for base in node.bases]
            decorators = [ast.unparse(one) for one in node.decorator_list]
            if any(re.search("Struct|Options|Enum", base) for base in bases) or any(
                "dataclass" in one for one in decorators
            ):
                return True
    return False


# One group, so that calls between these modules are direct C calls.
COMPILED = [
    *sorted(
        str(path)
        for room in HOT
        for path in (PACKAGE / room).rglob("*.py")
        if path.name not in UNCOMPILED and not only_declares_shapes(path)
    ),
    "src/slamdeck/bots/search.py",
    "src/slamdeck/lab/playouts.py",
    "src/slamdeck/server/tables/alarms.py",
    "src/slamdeck/server/tables/hosted.py",
    "src/slamdeck/server/ops/metrics.py",
    "src/slamdeck/server/http/limits.py",
]


class BuildIfPossible(build_ext):
    """All extensions or none: half a compiled engine would not import."""

    def run(self) -> None:
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            print(f"slamdeck: not compiled ({error}); running as plain Python", file=sys.stderr)
            self.extensions = []


def expect_indices_in_range(source: Path) -> None:
    """Tell the C compiler what mypyc leaves open: that an index into a packed vector is hardly ever out of range.

    Otherwise it takes a negative index for as likely as any other, and moves the usual way out of line.
    """
    text = source.read_text()
    source.write_text(re.sub(r"( = \(uint64_t\)\w+ < \(uint64_t\)\w+;\n +if \()(\w+)\)", r"\1likely(\2))", text))


def extensions() -> list[Extension]:
    if os.environ.get("SLAMDECK_PURE"):
        return []
    from mypyc.build import mypycify

    compiled: list[Extension] = mypycify(COMPILED, opt_level="3", debug_level="0", group_name="slamdeck")
    for extension in compiled:
        for source in extension.sources:
            if Path(source).name.startswith("__native"):
                expect_indices_in_range(Path(source))
        if sys.platform != "win32":
            # Keeps calls inside the group direct; worth a third of the speed.
            extension.extra_compile_args.append("-fvisibility=hidden")
    return compiled


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildIfPossible})
