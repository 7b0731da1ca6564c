"""Which engine runs: the compiled one if it was made from exactly these sources, else the sources themselves.

In a checkout compiled modules never lie beside the sources, where they would win over an edited file. They lie in
build/engine/<key>/, and the key is a hash of everything they were made from: edit one line, and they are not found.
An installed package has its compiled modules beside its sources, as any other package, and looks for nothing.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from sysconfig import get_config_var
from types import ModuleType
from typing import Final

PACKAGE: Final = Path(__file__).parent
ROOT: Final = PACKAGE.parents[1]
ENGINES: Final = ROOT / "build" / "engine"
SUFFIX: Final = str(get_config_var("EXT_SUFFIX") or ".so")
ROOMS: Final = ("core", "games", "bots", "table", "server", "lab")  # all that compiled code can import
PLAIN: Final = "SLAMDECK_PURE"  # set in the environment: run the sources, whatever is compiled


def key() -> str:
    """Everything that the compiled engine depends on, in short."""
    made_from = [path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")]
    made_from += [*(ROOT / "make").glob("*.py"), ROOT / "setup.py", ROOT / "requirements" / "build.txt"]
    digest = hashlib.sha256(SUFFIX.encode())
    for path in sorted(made_from):
        content = path.read_bytes()
        digest.update(f"\0{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:20]


def is_checkout() -> bool:
    return PACKAGE.parent.name == "src" and (ROOT / "make" / "engine.py").exists()


class FromEngine(MetaPathFinder):
    """Finds our modules in the folder of an engine; what is not compiled is found where it always is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("slamdeck"):
            return None
        compiled = self.folder / (fullname.replace(".", "/") + SUFFIX)
        return spec_from_file_location(fullname, compiled) if compiled.exists() else None


def has_compiled(module: str) -> bool:
    """Will this module be the compiled one? Asked before it is imported."""
    places = [finder.folder for finder in sys.meta_path if isinstance(finder, FromEngine)]
    return any((place / (module.replace(".", "/") + SUFFIX)).exists() for place in [*places, PACKAGE.parent])


def choose() -> None:
    """Take the compiled engine of these very sources, if there is one."""
    if os.environ.get(PLAIN) or not (is_checkout() and ENGINES.is_dir()):
        return
    folder = ENGINES / key()
    if folder.is_dir():
        sys.meta_path.insert(0, FromEngine(folder))
