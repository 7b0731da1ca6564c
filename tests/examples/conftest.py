"""The environment of these tests."""

from __future__ import annotations

import pytest

from tests.examples.outside import Outside, shared


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Outside:
    return shared(tmp_path_factory, request.config)
