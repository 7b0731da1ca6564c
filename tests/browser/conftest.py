"""A real server and a real Chromium. `make test` demands both; elsewhere the tests step aside if one is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api")

from tests.browser.stage import (  # noqa: E402
    CLIENT,
    FLAGS,
    PATIENCE_MS,
    NotReadyError,
    chromium_path,
    generous,
)
from tests.examples.outside import shared  # noqa: E402
from tests.ports import free_port  # noqa: E402


def step_aside(why: NotReadyError) -> None:
    if os.environ.get("SLAMDECK_BROWSER"):
        pytest.fail(str(why))
    pytest.skip(str(why))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """One for each worker, which opens more tables than a household would."""
    try:
        with generous() as address:
            yield address
    except NotReadyError as why:
        step_aside(why)


@pytest.fixture(scope="session")
def snap_server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[str]:
    """Slamdeck as others install it, with a game beside it that has no board of its own."""
    if not CLIENT.is_file():
        step_aside(NotReadyError("the browser client is not built; `make build` builds it"))
    with shared(tmp_path_factory, request.config).serving(free_port()) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    try:
        path = chromium_path()
    except NotReadyError as why:
        step_aside(why)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        browser.on("context", lambda context: context.set_default_timeout(PATIENCE_MS))
        yield browser
        browser.close()
