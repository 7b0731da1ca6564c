"""The server under attack: one of our own, or a hoster's own on this computer. Never any other."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from slamdeck.core.problems import UsageProblem
from tests.ports import free_port
from tests.redteam.long_table import LONG, LONG_TABLE, store_long_table
from tests.server.process import ROOT, environment

HERE: Final = "127.0.0.1"
LISTENING: Final = "0A"  # in /proc/net/tcp


class Target:
    """Of a server of our own all is known; of another its process is looked for, and its log is not read."""

    def __init__(
        self, port: int, pid: int | None, log: Path | None = None, proxy: bool = False, long_table: str = ""
    ) -> None:
        self.host = HERE
        self.port = port
        self.base = f"http://{HERE}:{port}"
        self.pid = pid
        self.log = log
        self.proxy = proxy  # it believes X-Forwarded-For from 127.0.0.1
        self.long_table = long_table  # the code of one with a very long journal

    def memory_mb(self) -> float | None:
        """What it holds in memory, helpers not included; None where nobody can tell."""
        with contextlib.suppress(OSError):
            if self.pid is not None:
                text = Path(f"/proc/{self.pid}/status").read_text()
                if found := re.search(r"VmRSS:\s+(\d+)", text):
                    return int(found[1]) / 1024
        return None

    def lives(self) -> bool:
        return self.pid is None or not Path("/proc").exists() or is_running(self.pid)

    def logged(self) -> int:
        """How much it has logged so far."""
        return self.log.stat().st_size if self.log is not None else 0

    def log_since(self, size: int) -> str:
        if self.log is None:
            return ""
        with self.log.open("rb") as file:
            file.seek(size)
            return file.read().decode(errors="replace")


def is_running(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@contextlib.contextmanager
def own_server(*more: str, long: int = LONG) -> Iterator[Target]:
    """A fresh one with its usual limits, which believes a proxy on this computer. `long`: entries of its long table."""
    with tempfile.TemporaryDirectory() as folder:
        log, port = Path(folder) / "server.log", free_port()
        asyncio.run(store_long_table(Path(folder) / "red.db", long))
        words = ["--port", str(port), "--db", str(Path(folder) / "red.db"), "--trusted-proxy", HERE]
        words += ["--records", "link", *more]  # a stranger asks for the long record
        with log.open("ab") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "slamdeck.cli", "serve", *words],
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=ROOT,
                env=environment(),
            )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if b"ready" not in line:
                raise UsageProblem(f"the server did not start: {log.read_text()[-2000:]}")
            yield Target(port, process.pid, log, proxy=True, long_table=LONG_TABLE)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def server_at(url: str) -> Target:
    """Somebody's own server on this computer. Any other address is refused: attack nobody but yourself."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme != "http" or not is_loopback(host):
        raise UsageProblem(f"{url} is not on this computer: the red team only ever attacks http://{HERE}:PORT")
    port = parts.port or 80
    return Target(port, listener(port))


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listener(port: int) -> int | None:
    """The process that listens on a port, if the system lets us look."""
    sockets = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with contextlib.suppress(OSError):
            for row in Path(table).read_text().splitlines()[1:]:
                words = row.split()
                if words[3] == LISTENING and int(words[1].rpartition(":")[2], 16) == port:
                    sockets.add(f"socket:[{words[9]}]")
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            for handle in (process / "fd").iterdir():
                with contextlib.suppress(OSError):
                    if os.readlink(handle) in sockets:  # noqa: PTH115 (a path would be made of what is none)
                        return int(process.name)
    return None
