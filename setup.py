"""Compiles the engine with mypyc where a C compiler exists; everywhere else it runs as plain Python, only slower."""

import os
import re
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

# Data and texts of a game; everything else in its folder is rules.
UNCOMPILED = ("__init__.py", "options.py", "words.py")

# The live table without the shapes of its messages, which are msgspec's business.
LIVE = (
    "announcing",
    "arbiter",
    "blinds",
    "chain",
    "clock",
    "desk",
    "dispatch",
    "evidence",
    "guests",
    "hindsight",
    "inputs",
    "journal",
    "links",
    "live",
    "play",
    "presence",
    "seats",
    "state",
)

# What every frame of every socket passes through.
SOCKETS = ("alarms", "buckets", "connection", "glances", "metrics", "running", "websocket")

# One group, so that calls between these modules are direct C calls.
COMPILED = [
    "src/slamdeck/core/actions.py",
    "src/slamdeck/core/bits.py",
    "src/slamdeck/core/cards.py",
    "src/slamdeck/core/deck.py",
    "src/slamdeck/core/dice.py",
    "src/slamdeck/core/events.py",
    "src/slamdeck/core/instincts.py",
    "src/slamdeck/core/kernel.py",
    "src/slamdeck/core/places.py",
    "src/slamdeck/core/positions.py",
    "src/slamdeck/core/races.py",
    "src/slamdeck/core/rules.py",
    "src/slamdeck/core/views.py",
    "src/slamdeck/core/zones.py",
    *sorted(str(path) for path in Path("src/slamdeck/games").glob("*/*.py") if path.name not in UNCOMPILED),
    "src/slamdeck/bots/search.py",
    "src/slamdeck/lab/playouts.py",
    *(f"src/slamdeck/table/{name}.py" for name in LIVE),
    *(f"src/slamdeck/server/{name}.py" for name in SOCKETS),
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
