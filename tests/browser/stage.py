"""What every browser test needs: a running server, a Chromium, pages that are watched, tables that are set."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final

import slamdeck
from tests.ports import free_port

FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
PATIENCE_MS: Final = 60_000  # for a computer that has other things to do as well; nothing waits that long without need
CLIENT: Final = Path(slamdeck.__file__).parent / "web" / "index.html"
# The worker that keeps the client for times without a network would fetch all of it for every page of every test, and
# answer what a test means to answer itself.
NOTHING_KEPT: Final[dict[str, Any]] = {"service_workers": "block"}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
TABLET: Final[dict[str, Any]] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}

# House rules that keep an evening short; whoever is idle is not waited for long.
SHORT: Final[dict[str, dict[str, object]]] = {
    "slamwich": {"time_limit_ms": 8_000, "min_toss_ms": 100},
    "hands_down": {
        "stall_rounds": 1,
        "turn_ms": 800,
        "turn_cap_ms": 1_600,
        "start_ms": 200,
        "race_ms": 300,
        "windup_ms": 50,
        "fake_ms": 100,
        "settle_ms": 50,
    },
    "hit_the_deck": {"turn_ms": 1_500, "hand_ms": 500, "max_turns_per_hand": 30},
    "lowdown": {"turn_ms": 1_500, "setup_ms": 1_500, "clear_ms": 300, "max_turns_per_hand": 16},
    "yahtzee_hands_down": {"turn_ms": 4_000, "combo_count": 1, "lastcall_ms": 500, "max_turns_per_round": 12},
}

# Boxes of few kinds: in Slamwich every other card makes something to slap, in Hands Down a pair is never far.
FEW_FOODS: Final = [
    *({"family": "food", "values": {"food": food}, "copies": 10} for food in ("egg", "bacon", "tomato", "cheese")),
    {"family": "thief", "copies": 1},
    {"family": "muncher", "values": {"n": 1}, "copies": 1},
]
FEW_NUMBERS: Final = [
    *({"family": "number", "values": {"n": number}, "copies": 4} for number in range(1, 6)),
    {"family": "joker", "copies": 1},
]


# Eggs and bacon, so that every other card is worth a slap: no evening of a test is without a race.
ALL_ALIKE: Final[list[dict[str, object]]] = [
    *({"family": "food", "values": {"food": food}, "copies": 30} for food in ("egg", "bacon")),
    {"family": "thief", "values": {}, "copies": 1},
    {"family": "muncher", "values": {"n": 1}, "copies": 1},
]


class NotReadyError(Exception):
    """Something that the tests need is not there."""


def wait_until(page: Any, condition: str) -> None:
    """Until this expression is true. Playwright's own waiting evaluates text in the page, which the page forbids."""
    for _ in range(PATIENCE_MS // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {condition}")


def chromium_path() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    raise NotReadyError("there is no Chromium on this machine")


def python(*words: str, stdout: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """The same Slamdeck as here, in a process of its own."""
    if not CLIENT.is_file():
        raise NotReadyError("the browser client is not built; `make build` builds it")
    paths = [str(Path(slamdeck.__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.Popen([sys.executable, *words], env=environment, stdout=stdout)


def start_server(port: int, *words: str) -> subprocess.Popen[bytes]:
    code = "from slamdeck.cli import main; main()"
    process = python("-c", code, "serve", "--port", str(port), "--log-level", "warning", *words)
    wait_for(f"http://127.0.0.1:{port}")
    return process


def wait_for(address: str) -> None:
    for _ in range(PATIENCE_MS // 100):
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise NotReadyError("the server did not come up")


def stop_server(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(60)


@contextmanager
def serving_at(port: int, *words: str) -> Iterator[str]:
    process = start_server(port, *words)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        stop_server(process)


def serving(*words: str) -> AbstractContextManager[str]:
    return serving_at(free_port(), *(words or ("--memory",)))


@contextmanager
def generous() -> Iterator[str]:
    """A server that opens as many tables as it is asked for, however busy the computer is."""
    with python("-m", "slamdeck.measure.loaded_server", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        address = process.stdout.readline().decode().strip()
        if not address:
            raise NotReadyError("the server did not come up")
        try:
            yield address
        finally:
            stop_server(process)


def is_error(line: Any) -> bool:
    """A server on a busy computer refuses tables for a moment, and the page asks again: that is no error."""
    return line.type == "error" and "503" not in line.text


def own(url: str, server: str) -> bool:
    return url.startswith((server, server.replace("http", "ws"), "data:", "blob:"))


def watched(chromium: Any, server: str, size: dict[str, Any]) -> tuple[Any, list[str]]:
    """A page, and everything that it should not have done: errors, and requests to other hosts."""
    page = chromium.new_context(**{**NOTHING_KEPT, **size}).new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if is_error(line) else None)
    page.on("request", lambda one: None if own(one.url, server) else complaints.append(one.url))
    return page, complaints


OPEN: Final = """async (wanted) => {
  const body = JSON.stringify(wanted);
  const headers = {"Content-Type": "application/json"};
  let answer;
  for (let tries = 0; tries < 12; tries++) {
    answer = await fetch("/api/tables", {method: "POST", headers, body});
    if (answer.status !== 503) break;  // busy: this computer has other things to do as well
    await new Promise((go) => setTimeout(go, 500));
  }
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).code;
}"""


def open_table(page: Any, server: str, game: str, **wanted: Any) -> str:
    """A table with house rules that the start page does not ask for. This page is its host, and goes there."""
    page.goto(server)
    code: str = page.evaluate(OPEN, {"game": game, "name": "Mia", **wanted})
    page.goto(f"{server}/t/{code}")
    return code


def sit_down(page: Any, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("What shall we call you?").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text(f"{name} (you)").wait_for()
