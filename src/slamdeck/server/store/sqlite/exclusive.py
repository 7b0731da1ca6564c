"""One server to a database, by whatever name it is called. The lock dies with the process, however that ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from slamdeck.server.store.contract import StoreUnavailable


@contextlib.contextmanager
def hold(db: Path) -> Iterator[None]:
    """The database is yours meanwhile; nothing is left beside it afterwards."""
    real = db.resolve()  # a link to it is the same database
    path = real.with_name(real.name + ".lock")
    try:
        file = locked(path)
    except BlockingIOError as error:
        raise StoreUnavailable(f"{db}: another Slamdeck server is using this database") from error
    except OSError as error:
        raise StoreUnavailable(f"{path}: cannot be opened ({error.strerror})") from error
    with file:
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                path.unlink()


def locked(path: Path) -> IO[bytes]:
    """Whoever had the file before us may have deleted it since we opened it: then our lock is worth nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        file = path.open("ab")
        try:
            lock(file)
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except FileNotFoundError:
            pass
        except BaseException:
            file.close()
            raise
        file.close()


def lock(file: IO[bytes]) -> None:
    """Raises BlockingIOError if somebody else has it."""
    if os.name == "nt":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
