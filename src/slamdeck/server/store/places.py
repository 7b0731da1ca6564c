"""Which store it is: a file, a PostgreSQL database, or nothing that lasts."""

from __future__ import annotations

import contextlib
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from slamdeck.core.problems import UsageProblem
from slamdeck.server.store.contract import Store
from slamdeck.server.store.memory import MemoryStore
from slamdeck.server.store.postgres.address import PostgresAddress, is_postgres, read_address
from slamdeck.server.store.sqlite.exclusive import hold
from slamdeck.server.store.sqlite.store import SqliteStore

SQLITE: Final = "sqlite://"  # before a path, for those who like to say so
Place = Path | PostgresAddress | None  # None: in memory


def read_place(text: str) -> Path | PostgresAddress:
    """What `--db` says, and what a move is told. Raises UsageProblem."""
    if is_postgres(text):
        return read_address(text)
    path = text.removeprefix(SQLITE)
    if "://" in path:
        raise UsageProblem(
            f"--db: {text.partition('://')[0]}:// is no database of ours; it takes a file or postgresql://user@host/name"
        )
    return Path(path)


async def open_store(place: Place) -> Store:
    """Raises ForeignDatabase and StoreUnavailable."""
    if place is None:
        return MemoryStore()
    if isinstance(place, Path):
        return await SqliteStore.open(place)
    needs_asyncpg(place)
    from slamdeck.server.store.postgres.store import PostgresStore

    return await PostgresStore.open(place)


async def check_place(address: PostgresAddress) -> None:
    """Before several servers open it. Raises what opening it would."""
    needs_asyncpg(address)
    from slamdeck.server.store.postgres.opening import prepare

    await prepare(address)


def needs_asyncpg(address: PostgresAddress) -> None:
    if find_spec("asyncpg") is None:
        raise UsageProblem(f"{address}: PostgreSQL needs one more package: pip install asyncpg")


def hold_place(place: Place) -> contextlib.AbstractContextManager[None]:
    """A file is one server's; many may share a PostgreSQL database."""
    return hold(place) if isinstance(place, Path) else contextlib.nullcontext()
