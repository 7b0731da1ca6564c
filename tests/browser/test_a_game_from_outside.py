"""Snap, installed beside the wheel, on the board that any game has: a big zone for its hand, a button for its move."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from slamdeck.engine import SUFFIX
from tests.browser.stage import DESKTOP, PHONE, open_table, watched
from tests.examples.outside import Outside, shared

HOUSE = {"pace_ms": 0, "patience_ms": 1_000, "same_hand_ms": 0, "forgiving_ms": 0}
HAND = {"button": 0, "isPrimary": True, "bubbles": True}
FINGER = 120  # what a hand in a hurry does not miss


def says_after(page: Any, does: Callable[[], None], *words: str) -> Iterator[bool]:
    """Does the page say one of these after a hand? One that is quicker than anybody's eye does not count: so again."""
    for _ in range(8):
        page.wait_for_timeout(700)
        does()
        page.wait_for_timeout(300)
        text = page.evaluate("document.body.innerText")
        yield any(one in text for one in words)


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Outside:
    return shared(tmp_path_factory, request.config)


def test_the_wheel_holds_the_page_and_says_for_whom_it_is(outside: Outside) -> None:
    """Installed where there is nothing of ours but it, it serves the page; the next test plays there."""
    wheel = Path(os.environ.get("SLAMDECK_WHEEL") or next((outside.folder / "wheels").glob("slamdeck-*.whl")))
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert "slamdeck/web/index.html" in names
    assert any(name.startswith("slamdeck/web/assets/") for name in names)
    compiled = any(name.endswith(SUFFIX) for name in names)
    own = f"-{sys.implementation.cache_tag.replace('cpython-', 'cp')}-"
    assert (own in wheel.name and not wheel.name.endswith("-any.whl")) if compiled else "-py3-none-any." in wheel.name
    served = outside.output(
        outside.python, "-c", "import slamdeck.server.http.pages as p; print(p.Pages().index().data)"
    )
    assert "<title>" in served
    assert "not part of this installation" not in served


def test_snap_is_played_on_the_board_for_any_game_by_finger_and_by_key(snap_server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, snap_server, PHONE)
    page.goto(snap_server)
    page.get_by_role("button", name="Play Snap against bots now").wait_for()
    open_table(page, snap_server, "snap", bots=["kid"], options=HOUSE, start=True)
    grab = page.get_by_role("button", name="grab", exact=True)
    has_room_for_a_hand(grab)
    page.get_by_role("button", name="turn over").click()
    assert any(says_after(page, lambda: grab.dispatch_event("pointerdown", HAND), "You snap", "hand out"))

    desk, more = watched(chromium, snap_server, {**DESKTOP, "storage_state": page.context.storage_state()})
    sent: list[str] = []
    desk.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    swift = {**HOUSE, "patience_ms": 300, "most_cards": 8}
    open_table(desk, snap_server, "snap", bots=["kid"], options=swift, start=True)
    has_room_for_a_hand(desk.get_by_role("button", name="grab", exact=True))
    before = sum("grab" in frame for frame in sent)
    desk.keyboard.press("Space")
    assert sum("grab" in frame for frame in sent) == before + 1
    desk.get_by_role("button", name="Rematch").wait_for()  # cards turn over by themselves
    assert complaints + more == []
    for one in (page, desk):
        one.context.close()


def has_room_for_a_hand(zone: Any) -> None:
    zone.wait_for()
    box = zone.bounding_box()
    assert box["height"] >= FINGER
    assert box["width"] >= FINGER
