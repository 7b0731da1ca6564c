"""The screen as a sheet that is drawn over: one write per drawing, on the terminal's other page."""

from __future__ import annotations

import shutil
import sys
from types import TracebackType

from rich.console import Console
from rich.text import Text

from slamdeck.terminal.faces import Block

OTHER_PAGE = "\x1b[?1049h\x1b[?25l\x1b[2J"
FIRST_PAGE = "\x1b[?25h\x1b[?1049l"
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"  # a drawing appears at once, where the terminal knows how
HOME, TO_END_OF_LINE = "\x1b[H", "\x1b[K"
SMALLEST = (40, 12)


class Paper:
    """Draws blocks of lines; leaves the terminal as it was found."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, soft_wrap=True)

    def __enter__(self) -> Paper:
        self.write(OTHER_PAGE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.write(FIRST_PAGE)

    def size(self) -> tuple[int, int]:
        size = shutil.get_terminal_size()
        return max(size.columns, SMALLEST[0]), max(size.lines, SMALLEST[1])

    def show(self, lines: Block) -> None:
        actual = shutil.get_terminal_size()
        if actual.columns < SMALLEST[0] or actual.lines < SMALLEST[1]:
            lines = [Text("A larger window, please."[: actual.columns])] + [Text()] * (actual.lines - 1)
        with self.console.capture() as captured:
            self.console.print(Text("\n").join(lines), end="", no_wrap=True, crop=False, overflow="ignore")
        drawing = captured.get().replace("\n", f"{TO_END_OF_LINE}\r\n")
        self.write(f"{BEGIN}{HOME}{drawing}{TO_END_OF_LINE}{END}")

    def write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
