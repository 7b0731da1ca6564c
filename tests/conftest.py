"""What holds for all tests: which need a compiled engine, how many run at once, and which begin first."""

from __future__ import annotations

import os
import signal

import hypothesis
import pytest

import slamdeck

# How long an example takes says how busy the computer is, not whether the code is right.
hypothesis.settings.register_profile("without a stopwatch", deadline=None)
hypothesis.settings.load_profile("without a stopwatch")

# Comparing compiled with uncompiled needs both; where nothing is compiled there is nothing to compare.
# Whole servers are killed under load where they are compiled: plain Python is too slow for several on two cores.
ONLY_COMPILED = [
    "conformance/test_compiled.py",
    "server/test_server_kill.py",
    "server/test_whole_games.py",
    "server/chaos",
]
collect_ignore = [] if slamdeck.is_compiled() else ONLY_COMPILED

# What takes longest begins first, so that at the end nobody waits for one of these alone.
LONGEST = [
    "server/test_whole_games.py",
    "measure/fairness/test_live.py",
    "conformance/test_compiled.py",
    "server/test_server_kill.py",
    "browser/test_races.py",
    "browser/test_lessons.py",
    "browser/test_whole_games.py",
]


def pytest_xdist_auto_num_workers() -> int:
    # Many tests wait for a server or a clock: two more than the cores keep all of these busy.
    return (os.cpu_count() or 1) + 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.path.as_posix().endswith(tuple(LONGEST)))


def pytest_sessionstart(session: pytest.Session) -> None:
    # A shell starts background jobs deaf to Ctrl-C, and the programs under test would inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    return f"slamdeck: {'compiled' if slamdeck.is_compiled() else 'plain Python'}"
