"""One server to a database. The lock dies with the process, however that ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from slamdeck.server.store.contract import StoreUnavailable


def hold(db: Path) -> IO[bytes]:
    """Keep the result for as long as the database is yours."""
    path = db.with_name(db.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise StoreUnavailable(f"{path}: cannot be opened ({error.strerror})") from error
    try:
        lock(file)
    except OSError as error:
        file.close()
        raise StoreUnavailable(f"{db}: another Slamdeck server is using this database") from error
    return file


def lock(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
