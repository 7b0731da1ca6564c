"""Tables are restored in threads, several at once, by a process that has just started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.games import all_games
from slamdeck.table.journal.journal import read_entry

sys.setswitchinterval(5e-4)  # as the server does
games = all_games()
body = (
    b'{"e":"opened","deck":{},"game":"slamwich","options":{},"rules_version":1,"settings":{},"table":"T"}',
    b'{"e":"raced","race":{"x":1}}',
    b'{"e":"played","x":1}',
)
together = Barrier(8)


def restore(number):
    together.wait()
    for entry in (ChainedEntry(1, b"", text) for text in body):
        try:
            read_entry(entry)
        except Exception:
            pass  # whether it is right is not asked here
    for info in games.values():
        info.read_options({}, info.fewest)


with ThreadPoolExecutor(8) as threads:
    list(threads.map(restore, range(8)))
print("restored")
"""


def test_threads_that_read_their_first_entries_together_do_no_harm() -> None:
    """msgspec learns a struct when it first reads one, and crashes if two threads do so together."""
    for _ in range(8):  # without decoders made beforehand, six in ten crash
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=120
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout == "restored\n"
