"""`make dev`: server and client as they are written, both renewed by themselves when a file is saved.

The page comes from Vite, which passes what is the server's on to it; the server runs uncompiled and starts again,
with its tables, after every change of a Python file. Ctrl-C ends both.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from slamdeck.engine import PACKAGE, PLAIN, ROOT
from slamdeck.server.config import USUAL_PORT

PAGE_PORT = 5173
LOOK_EVERY_S = 0.4


def main() -> None:
    environment = {**os.environ, PLAIN: "1", "SLAMDECK_SERVER": f"http://127.0.0.1:{USUAL_PORT}"}
    page = [str(ROOT / "web" / "npm"), "run", "--silent", "dev", "--", "--strictPort", "--port", str(PAGE_PORT)]
    page += ["--clearScreen", "false"]  # the server speaks on the same screen
    client = subprocess.Popen(page, env=environment, start_new_session=True)
    for ending in (signal.SIGTERM, signal.SIGHUP):  # the second: somebody closed the terminal
        signal.signal(ending, lambda *_: sys.exit(0))
    server = Renewed(environment)
    try:
        while client.poll() is None:
            server.look()
            time.sleep(LOOK_EVERY_S)
    except KeyboardInterrupt:
        pass
    finally:
        server.stop()
        end(client)


class Renewed:
    """The server, started again whenever its sources have changed; one that fell over waits for the next change."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.seen: dict[Path, int] = {}
        self.process: subprocess.Popen[bytes] | None = None

    def look(self) -> None:
        now = {path: path.stat().st_mtime_ns for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml", ".md")}
        if now != self.seen:
            self.seen = now
            self.stop()
            self.start()

    def start(self) -> None:
        slamdeck = str(Path(sys.executable).with_name("slamdeck"))
        (ROOT / "build").mkdir(exist_ok=True)
        pages = [word for name in ("localhost", "127.0.0.1") for word in ("--origin", f"http://{name}:{PAGE_PORT}")]
        command = [slamdeck, "serve", "--no-browser", "--db", str(ROOT / "build" / "dev.db"), *pages]
        # Where it is and a code for phones it would say after every change, and the page is elsewhere: Vite says where.
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, env=self.environment, stdout=quiet, start_new_session=True)

    def stop(self) -> None:
        if self.process is not None:
            end(self.process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask the whole group, so that nothing that it started stays behind."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


if __name__ == "__main__":
    main()
