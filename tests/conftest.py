"""Test-wide checks: test the comparison of builds only where there are two."""

from __future__ import annotations

import signal

import hypothesis
import pytest

import slamdeck

# How long an example takes says how busy the computer is, not whether the code is right.
hypothesis.settings.register_profile("without a stopwatch", deadline=None)
hypothesis.settings.load_profile("without a stopwatch")

# Comparing compiled with uncompiled needs both; where nothing is compiled there is nothing to compare.
# Whole servers are killed under load where they are compiled: plain Python is too slow for several on two cores.
ONLY_COMPILED = ["conformance/test_compiled.py", "server/test_server_kill.py", "server/test_whole_games.py"]
collect_ignore = [] if slamdeck.is_compiled() else ONLY_COMPILED


def pytest_sessionstart(session: pytest.Session) -> None:
    # A shell starts background jobs deaf to Ctrl-C, and the programs under test would inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    return f"slamdeck: {'compiled' if slamdeck.is_compiled() else 'plain Python'}"
