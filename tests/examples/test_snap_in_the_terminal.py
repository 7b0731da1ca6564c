"""Snap on a real pseudo-terminal: its hand is on the space bar, its move on its letter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.examples.outside import Outside
from tests.terminal.test_real_terminal import Terminal


@pytest.fixture
def terminal(outside: Outside) -> Iterator[Terminal]:
    made = Terminal("--seed", "3", command=[str(outside.slamdeck), "play", "snap"], surroundings=outside.env)
    yield made
    made.close()


def test_snap_is_played_with_keys(terminal: Terminal) -> None:
    terminal.wait_for("Enter deals")
    terminal.press("\r")
    terminal.wait_for("Space  grab")
    terminal.wait_for("turn over")
    terminal.press("t")
    terminal.press_until(
        " ", "Foul: no two heaps were alike: grab only then. [SN-08]"
    )  # only the one who grabbed is told so
    terminal.press("q")
    terminal.wait_for("Leave the table?")
    terminal.press("y")
    assert terminal.end() == 0
    terminal.check_restored()
