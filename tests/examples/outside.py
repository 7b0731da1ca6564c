"""An empty environment with the built wheel of Slamdeck, and beside it the packages of `examples`.

What others install and nothing of this working copy: the libraries that Slamdeck needs are borrowed from the
environment that runs the tests, Slamdeck itself is not.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import slamdeck
from tests.browser.stage import wait_for

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
# Without the sources of the page: it is built already, and taken as it is.
INGREDIENTS = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "make", "requirements", "src")
BUILT = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info", "build")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
OFFLINE = ("--no-deps", "--no-index", "--no-build-isolation")


class Outside:
    """A Python of its own. `run` runs a program there, as somebody would who has just installed everything."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "env" / "bin"
        self.python = self.bin / "python"
        self.slamdeck = self.bin / "slamdeck"
        self.env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}

    def build(self) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(self.folder / "env")], check=True)
        self.borrow_libraries()
        packages = [self.copied(package) for package in sorted(EXAMPLES.iterdir()) if package.is_dir()]
        self.install(wheel_of_slamdeck(self.folder), *packages)

    def borrow_libraries(self) -> None:
        """A path, but not its `.pth` files: so an editable Slamdeck stays where it is."""
        (self.site() / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    def site(self) -> Path:
        (found,) = (self.folder / "env" / "lib").glob("python*/site-packages")
        return found

    def copied(self, package: Path) -> Path:
        """Building leaves things behind, and they do not belong into the repository."""
        copy = self.folder / "packages" / package.name
        shutil.copytree(package, copy, ignore=BUILT)
        return copy

    def install(self, *what: Path) -> None:
        pip = [*PIP, "--python", str(self.python), "install", "--no-compile", *OFFLINE]
        subprocess.run([*pip, *map(str, what)], env=self.env, check=True)

    def run(self, *words: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        command = [str(word) for word in words]
        cwd = cwd or self.folder
        return subprocess.run(command, env=self.env, cwd=cwd, capture_output=True, text=True, timeout=300)

    def output(self, *words: object, cwd: Path | None = None) -> str:
        done = self.run(*words, cwd=cwd)
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @contextmanager
    def serving(self, port: int, *words: str) -> Iterator[str]:
        """A server of that environment."""
        serve = [str(self.slamdeck), "serve", "--port", str(port), "--memory", "--log-level", "warning", *words]
        process = subprocess.Popen(serve, env=self.env, cwd=self.folder, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(60)


def shared(temporary: pytest.TempPathFactory, config: pytest.Config) -> Outside:
    """One for all tests, however many processes run them: whoever is first builds it, and the others wait."""
    ours = temporary.getbasetemp()
    outside = Outside((ours.parent if hasattr(config, "workerinput") else ours) / "outside")
    outside.folder.mkdir(exist_ok=True)
    done = outside.folder / "done"
    with (outside.folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            outside.build()
            done.touch()
    return outside


def wheel_of_slamdeck(folder: Path) -> Path:
    """The wheel that SLAMDECK_WHEEL names, or one of these sources, compiled if they are compiled here."""
    given = os.environ.get("SLAMDECK_WHEEL")
    if given:
        return Path(given)
    source = folder / "source"
    source.mkdir()
    for name in INGREDIENTS:
        here = ROOT / name
        if here.is_dir():
            shutil.copytree(here, source / name, ignore=BUILT)
        else:
            shutil.copy2(here, source)
    env = dict(os.environ)
    if slamdeck.is_compiled():
        (source / "build").mkdir()
        (source / "build" / "engine").symlink_to(ROOT / "build" / "engine")
    else:
        env["SLAMDECK_PURE"] = "1"
    wheels = folder / "wheels"
    subprocess.run([*PIP, "wheel", *OFFLINE, "--wheel-dir", str(wheels), str(source)], env=env, check=True)
    (wheel,) = wheels.glob("slamdeck-*.whl")
    return wheel
