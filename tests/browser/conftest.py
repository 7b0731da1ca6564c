"""A real server and a real Chromium. `make test` demands both; elsewhere the tests step aside if one is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api")

from tests.browser.stage import FLAGS, NotReadyError, chromium_path, serving  # noqa: E402


def step_aside(why: NotReadyError) -> None:
    if os.environ.get("SLAMDECK_BROWSER"):
        pytest.fail(str(why))
    pytest.skip(str(why))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """One for each file: its limits count what that file does."""
    try:
        with serving() as address:
            yield address
    except NotReadyError as why:
        step_aside(why)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    try:
        path = chromium_path()
    except NotReadyError as why:
        step_aside(why)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        browser.on("context", lambda context: context.set_default_timeout(15_000))
        yield browser
        browser.close()
