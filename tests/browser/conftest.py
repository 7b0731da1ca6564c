"""A real server and a real Chromium. `make test` demands both; elsewhere the tests step aside if one is missing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api")

import slamdeck  # noqa: E402

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
CLIENT = Path(slamdeck.__file__).parent / "web" / "index.html"


def step_aside(why: str) -> None:
    if os.environ.get("SLAMDECK_BROWSER"):
        pytest.fail(why)
    pytest.skip(why)


def chromium_path() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    step_aside("there is no Chromium on this machine")
    return ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    if not CLIENT.is_file():
        step_aside("the browser client is not built; `npm run build` in web/ builds it")
    port = free_port()
    code = "from slamdeck.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(Path(slamdeck.__file__).parent.parent)}
    command = [sys.executable, "-c", code, "serve", "--memory", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    wait_for(address)
    yield address
    process.terminate()
    process.wait(10)


def wait_for(address: str) -> None:
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the server did not come up")


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    path = chromium_path()
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
