"""The keyboard, key by key and without Enter; the terminal is put back on every way out."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType, TracebackType

from slamdeck.core.problems import UsageProblem

ESCAPE = "\x1b"
SHORT_NAMES = {
    " ": "space",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "back",
    "\x08": "back",
    "\t": "tab",
    ESCAPE: "esc",
}
SEQUENCES = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "[5~": "page up",
    "[6~": "page down",
}
HUNG_UP = "hung up"  # no key: the terminal is gone


def names_of(text: str) -> list[str]:
    """The keys in what a terminal sent: "a", "space", "up"; sequences that nobody needs are dropped."""
    keys: list[str] = []
    while text:
        if text[0] == ESCAPE and text[1:2] in ("[", "O"):
            length = sequence_length(text)
            key = SEQUENCES.get(text[1:length], "")
        else:
            length = 1
            key = SHORT_NAMES.get(text[0], text[0] if text[0].isprintable() else "")
        if key:
            keys.append(key)
        text = text[length:]
    return keys


def sequence_length(text: str) -> int:
    """Where an escape sequence ends: at its first letter or ~ after the opening."""
    for index in range(2, len(text)):
        if text[index].isalpha() or text[index] == "~":
            return index + 1
    return len(text)


def leave(number: int, frame: FrameType | None) -> None:
    """A polite kill: unwind, so that the terminal is put back."""
    raise SystemExit(128 + number)


def require_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageProblem("playing needs a terminal: both its keyboard and its screen")


if sys.platform == "win32":
    import msvcrt
    import time

    ARROWS = {"H": "up", "P": "down", "M": "right", "K": "left", "I": "page up", "Q": "page down"}

    class WindowsKeyboard:
        """Keys from the Windows console."""

        def __enter__(self) -> WindowsKeyboard:
            os.system("")  # makes the console understand escape sequences
            return self

        def __exit__(self, kind: object, error: object, trace: object) -> None:
            pass

        def read(self, seconds: float) -> list[str]:
            """The keys pressed, waiting at most that long for the first."""
            until = time.monotonic() + seconds
            while not msvcrt.kbhit():
                if time.monotonic() >= until:
                    return []
                time.sleep(0.005)
            keys: list[str] = []
            while msvcrt.kbhit():
                letter = msvcrt.getwch()
                if letter == "\x03":
                    raise KeyboardInterrupt
                keys += [ARROWS.get(msvcrt.getwch(), "")] if letter in "\x00\xe0" else names_of(letter)
            return [key for key in keys if key]

    Keyboard = WindowsKeyboard

else:
    import select
    import termios
    import tty

    class PosixKeyboard:
        """Keys from a POSIX terminal in cbreak mode: Ctrl-C still interrupts, Ctrl-Z does not suspend a table."""

        def __init__(self, descriptor: int | None = None) -> None:
            self.descriptor = sys.stdin.fileno() if descriptor is None else descriptor

        def __enter__(self) -> PosixKeyboard:
            self.before = termios.tcgetattr(self.descriptor)
            self.signals = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
            tty.setcbreak(self.descriptor, termios.TCSANOW)
            mode = termios.tcgetattr(self.descriptor)
            mode[6][termios.VSUSP] = b"\0"
            termios.tcsetattr(self.descriptor, termios.TCSANOW, mode)
            return self

        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
        ) -> None:
            termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.before)
            for number, handler in self.signals.items():
                signal.signal(number, handler)

        def read(self, seconds: float) -> list[str]:
            """The keys pressed, waiting at most that long for the first."""
            ready, _, _ = select.select([self.descriptor], [], [], seconds)
            if not ready:
                return []
            try:
                data = os.read(self.descriptor, 1024)
            except OSError:
                data = b""
            return names_of(data.decode("utf-8", "ignore")) if data else [HUNG_UP]

    Keyboard = PosixKeyboard
