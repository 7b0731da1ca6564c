"""One environment for all of these tests, however many processes share them."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from tests.examples.outside import Outside


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Outside:
    ours = tmp_path_factory.getbasetemp()
    in_parallel = hasattr(request.config, "workerinput")
    return built(Outside((ours.parent if in_parallel else ours) / "outside"))


def built(outside: Outside) -> Outside:
    """Whoever is first builds it, and the others wait."""
    outside.folder.mkdir(exist_ok=True)
    done: Path = outside.folder / "done"
    with (outside.folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            outside.build()
            done.touch()
    return outside
