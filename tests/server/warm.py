"""Processes that need no start-up: forked from one that has imported everything already.

Each is a process of its own that can be killed and stopped like any other; only the second of importing is saved.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import slamdeck.cli
import slamdeck.server.launch
import slamdeck.server.store.sqlite.store

Work = Callable[..., None]


def redirected(work: Work, out: Connection, errors: Path, words: tuple[str, ...]) -> None:
    """In the new process: standard output goes into the pipe, complaints into a file."""
    os.dup2(out.fileno(), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    work(*words)


def serve(*words: str) -> None:
    slamdeck.cli.main(["serve", *words])


class WarmProcess:
    """As much of subprocess.Popen as the tests need."""

    def __init__(self, work: Work, words: tuple[str, ...], errors: Path) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__])
        reader, writer = context.Pipe(duplex=False)
        self.process = context.Process(target=redirected, args=(work, writer, errors, words), daemon=True)
        self.process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), "rb")
        reader.close()

    def poll(self) -> int | None:
        return self.process.exitcode

    def kill(self) -> None:
        self.process.kill()

    def send_signal(self, number: int) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.Signals(number))

    def wait(self, timeout: float | None = None) -> int:
        self.process.join(timeout)
        assert self.process.exitcode is not None, "it does not end"
        return self.process.exitcode
