"""A server as a process of its own, which tests start, kill and start again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from tests.ports import free_port
from tests.server.warm import WarmProcess, serve

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0
WITHOUT_UVLOOP = Path(__file__).parent / "without_uvloop"


def environment(*first: Path) -> dict[str, str]:
    """For processes that import what we import, and before that what is in these folders."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, first), *sys.path])}


class ServerProcess:
    """`slamdeck serve` on one port and one database; killed or stopped, it can be started again.

    `warm`: without the time that Python needs to import everything.
    `first`: folders of packages that come before all others. `more`: words for its command line.
    """

    def __init__(self, db: Path, warm: bool = False, first: tuple[Path, ...] = (), more: tuple[str, ...] = ()) -> None:
        self.db = db
        self.more = more
        self.warm = warm and sys.platform != "win32"
        self.first = first
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = db.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | WarmProcess | None = None
        self.ready_after = 0.0

    def start(self) -> None:
        began = time.monotonic()
        words = ("--port", str(self.port), "--db", str(self.db), *self.more)
        self.process = WarmProcess(serve, words, self.log) if self.warm else self.cold(words)
        assert self.process.stdout is not None
        line = read_line(self.process.stdout)
        assert b"ready" in line, self.complaint()
        self.ready_after = time.monotonic() - began

    def cold(self, words: tuple[str, ...]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "slamdeck.cli", "serve", *words],
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env=environment(*self.first),
            )

    def kill(self) -> None:
        assert self.lives()
        assert self.process is not None
        self.process.kill()
        self.end()

    def lives(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"ended with {self.process.poll()}: {self.complaint()}"
        return True

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self) -> int:
        assert self.process is not None
        code = self.process.wait(timeout=PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return code

    def complaint(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(self, *args: object) -> None:
        if self.process is not None:
            self.process.kill()
            self.end()


def read_line(pipe: IO[bytes]) -> bytes:
    return pipe.readline()
