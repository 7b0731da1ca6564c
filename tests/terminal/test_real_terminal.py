"""The whole thing on a real pseudo-terminal: keys go in, the table comes out, the terminal is put back."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a POSIX pseudo-terminal", allow_module_level=True)

import fcntl
import pty
import struct
import termios

from slamdeck.games import all_games
from slamdeck.table.journal.reading import open_record

SOURCE = Path(__file__).parents[2] / "src"
PLAY = [sys.executable, "-c", "from slamdeck.cli import main; main()", "play", "slamwich", "--seed", "3"]
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()].)")


class Terminal:
    """A pseudo-terminal with Slamdeck on it."""

    def __init__(self, *more: str) -> None:
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.theirs)
        env = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(SOURCE)}
        env.pop("COLUMNS", None)
        env.pop("LINES", None)
        self.process = subprocess.Popen(
            [*PLAY, *more], stdin=self.theirs, stdout=self.theirs, stderr=self.theirs, env=env, start_new_session=True
        )
        self.output = ""

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def read(self, seconds: float) -> None:
        if select.select([self.ours], [], [], seconds)[0]:
            self.output += os.read(self.ours, 65536).decode("utf-8", "replace")

    def wait_for(self, text: str, seconds: float = 30) -> None:
        until = time.monotonic() + seconds
        while text not in ESCAPES.sub("", self.output):
            assert time.monotonic() < until, f"{text!r} never came:\n{ESCAPES.sub('', self.output)[-3000:]}"
            self.read(0.1)
        self.output = ""

    def end(self, seconds: float = 30) -> int:
        until = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < until, "it does not end"
            self.read(0.05)
        self.read(0)
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)

    def check_restored(self) -> None:
        assert termios.tcgetattr(self.theirs) == self.before
        assert self.output.rstrip().endswith("\x1b[?1049l") or "\x1b[?25h\x1b[?1049l" in self.output


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.close()


def test_play_some_and_leave(terminal: Terminal) -> None:
    terminal.wait_for("Enter deals")
    assert termios.tcgetattr(terminal.theirs) != terminal.before
    terminal.press("\r")
    terminal.wait_for("centre")
    terminal.press("tt ")
    terminal.press("?")
    terminal.wait_for("slap, at any moment")
    terminal.press("x")
    terminal.wait_for("centre")
    terminal.press("q")
    terminal.wait_for("Leave the table?")
    terminal.press("y")
    assert terminal.end() == 0
    terminal.check_restored()


def test_a_game_that_is_left_is_kept_as_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    terminal = Terminal("--record", str(path))
    try:
        terminal.wait_for("Enter deals")
        terminal.press("\r")
        terminal.wait_for("centre")
        terminal.press("q")
        terminal.wait_for("Leave the table?")
        terminal.press("y")
        assert terminal.end() == 0
    finally:
        terminal.close()
    record = open_record(path.read_bytes(), all_games(), "the record")
    assert (record.table, record.info.slug, record.results) == ("terminal", "slamwich", [])


def test_a_record_that_could_not_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    terminal = Terminal("--record", str(tmp_path / "nowhere" / "game.jsonl"))
    try:
        assert terminal.end() == 1
        assert "cannot be written" in ESCAPES.sub("", terminal.output)
    finally:
        terminal.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_put_back_however_it_ends(terminal: Terminal, how: signal.Signals) -> None:
    terminal.wait_for("Enter deals")
    terminal.press("\r")
    terminal.wait_for("centre")
    terminal.process.send_signal(how)
    assert terminal.end() != 0
    terminal.check_restored()


def test_without_a_terminal_it_says_so_in_one_sentence() -> None:
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(PLAY, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env, timeout=60)
    assert done.returncode == 2
    assert done.stderr.strip().splitlines() == ["slamdeck: playing needs a terminal: both its keyboard and its screen"]
