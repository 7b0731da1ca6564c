"""Every test of a promise runs once for each store that makes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.store.stories import FLEETING, LASTING, OpenStore


@pytest.fixture(params=[*LASTING, *FLEETING])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    opener = {**LASTING, **FLEETING}[request.param]
    return lambda: opener(tmp_path)


@pytest.fixture(params=[*LASTING])
def open_node(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    opener = LASTING[request.param]
    return lambda: opener(tmp_path)
