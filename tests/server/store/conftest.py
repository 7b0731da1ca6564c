"""Every test of a promise runs once for each store that makes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.store.postgres import is_there
from tests.server.store.stories import FLEETING, LASTING, OpenStore

without_postgres = pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")
LASTING_ONES = [pytest.param(name, marks=without_postgres if name == "postgres" else ()) for name in LASTING]


@pytest.fixture(params=[*LASTING_ONES, *FLEETING])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    opener = {**LASTING, **FLEETING}[request.param]
    return lambda: opener(tmp_path)


@pytest.fixture(params=LASTING_ONES)
def open_node(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    opener = LASTING[request.param]
    return lambda: opener(tmp_path)
