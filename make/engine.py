"""Makes the compiled engine of these very sources: `python -m make.engine`.

With --beside PID it works beside a game: at the lowest priority, with half of the cores, in silence, and only for as
long as that process lives. Whatever is finished by then is kept, and the next start goes on from there.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from slamdeck.engine import ENGINES, PLAIN, ROOT, key

BUILD = ROOT / "build"
COMPILER = BUILD / "compiler"  # what compiling needs, apart from what playing needs
OBJECTS = BUILD / "objects"
KEPT = 3  # engines of earlier sources: a server that runs on one may still load from it


def main() -> int:
    beside = int(sys.argv[2]) if sys.argv[1:2] == ["--beside"] else None
    if beside is not None:
        give_way()
        end_with(beside)
    BUILD.mkdir(exist_ok=True)
    with alone(wait=beside is None) as first:
        if not first or (beside is not None and failed_before(key())):
            return 0
        return make_engine(key(), jobs(beside is not None))


def make_engine(wanted: str, jobs: int) -> int:
    engine = ENGINES / wanted
    if engine.is_dir():
        return 0
    if not has_compiler():
        print("slamdeck: there is no C compiler, so the engine runs as plain Python", file=sys.stderr)
        return 0
    if not install_compiler():
        print("slamdeck: what compiles the engine cannot be installed", file=sys.stderr)
        return 1
    unfinished = ENGINES / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    command = ["setup.py", "--quiet", "build_ext", "--parallel", str(jobs)]
    made = run([*command, "--build-lib", str(unfinished), "--build-temp", str(OBJECTS)], COMPILER)
    if made.returncode == 0 and key() != wanted:
        return 0  # somebody edited the sources meanwhile; the next start makes theirs
    if made.returncode == 0:
        (ENGINES / f"{wanted}.failed").unlink(missing_ok=True)
        unfinished.rename(engine)
        made = run(["-c", "import sys, slamdeck.cli; sys.exit(not slamdeck.is_compiled())"], ROOT / "src")
    if made.returncode != 0:
        shutil.rmtree(engine, ignore_errors=True)
        shutil.rmtree(unfinished, ignore_errors=True)
        (ENGINES / f"{wanted}.failed").touch()
        print("slamdeck: the engine cannot be compiled, so it runs as plain Python", file=sys.stderr)
        return 1
    forget_old()
    return 0


def failed_before(wanted: str) -> bool:
    return (ENGINES / f"{wanted}.failed").exists()


def run(arguments: list[str], *path: Path) -> subprocess.CompletedProcess[bytes]:
    environment = {name: value for name, value in os.environ.items() if name != PLAIN}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, path))
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)


def has_compiler() -> bool:
    """A C compiler and Python's own header."""
    probe = ["-c", "from make.build_ext import can_compile; import sys; sys.exit(not can_compile())"]
    return run(probe, ROOT, ROOT / "src").returncode == 0


def install_compiler() -> bool:
    wanted = ROOT / "requirements" / "build.txt"
    mark = COMPILER / hashlib.sha256(wanted.read_bytes()).hexdigest()
    if mark.exists():
        return True
    shutil.rmtree(COMPILER, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-warn-conflicts"]
    done = subprocess.run([*pip, "--target", str(COMPILER), "--require-hashes", "-r", str(wanted)])
    if done.returncode == 0:
        mark.touch()
    return done.returncode == 0


def forget_old() -> None:
    engines = sorted((path for path in ENGINES.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for old in engines[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    for interrupted in OBJECTS.glob("tmp*"):
        shutil.rmtree(interrupted, ignore_errors=True)
    yesterday = time.time() - 86_400
    for old in OBJECTS.glob("*.o"):
        if old.stat().st_mtime < yesterday:
            old.unlink()


def jobs(beside: bool) -> int:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores // 2) if beside else cores


def give_way() -> None:
    """Run only when nobody else wants the processor (or the disk, which follows)."""
    os.nice(19)
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def end_with(parent: int) -> None:
    """End, with every compiler that was started, as soon as the game does."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.killpg(0, signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def alone(wait: bool) -> Iterator[bool]:
    """One at a time; whoever does not want to wait is told that another is at it."""
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # whatever is finished is kept
