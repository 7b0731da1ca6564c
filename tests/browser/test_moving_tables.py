"""A table moves to another server in the middle of a game: the page follows by itself, and nobody loses a seat."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import Any

import pytest

from tests.browser.stage import DESKTOP, PATIENCE_MS, open_table, watched
from tests.server.store.postgres import is_there, open_folder
from tests.server.test_fleet import children_of, serving


class Line:
    """All that comes in over the page's sockets."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.sockets = 0
        self.updates = 0
        self.yours: list[int] = []
        page.on("websocket", self.opened)

    def opened(self, socket: Any) -> None:
        self.sockets += 1
        socket.on("framereceived", self.hear)

    def hear(self, frame: str) -> None:
        message = json.loads(frame)
        self.updates += message["m"] in ("stim", "news")
        if message["m"] == "table":
            self.yours = message["yours"]

    def wait_for(self, updates: int) -> None:
        until = time.monotonic() + PATIENCE_MS / 1000
        while self.updates < updates:
            assert time.monotonic() < until, "nothing happens any more"
            self.page.wait_for_timeout(50)


@pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")
def test_a_page_follows_its_table_when_the_server_that_had_it_is_killed(chromium: Any) -> None:
    with open_folder() as folder, serving(folder, "--nodes", "2", "--thinkers", "1") as (process, base):
        page, _ = watched(chromium, base, DESKTOP)
        line = Line(page)
        open_table(page, base, "slamwich", bots=["casual", "casual"], start=True)
        line.wait_for(3)
        for node in children_of(process.pid):  # one of them has the table, and the page has come to one of them
            os.kill(node, signal.SIGKILL)
            while node in children_of(process.pid) or len(children_of(process.pid)) < 2:
                page.wait_for_timeout(50)
            line.wait_for(line.updates + 3)
            assert line.yours == [0]
        assert line.sockets > 1
        page.get_by_role("button", name="SLAP", exact=True).wait_for()
        page.context.close()
