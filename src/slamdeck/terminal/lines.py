"""Lines of a screen: cut to its width, filled to its height, flowing from one to the next."""

from __future__ import annotations

from rich.text import Text

from slamdeck.terminal.faces import Block

DIM = "color(244)"
FAINT = "color(240)"


def fitted(lines: Block, width: int) -> Block:
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def rule(width: int) -> Text:
    return Text("─" * width, style="color(238)")


def both_ends(left: Text, right: Text, width: int) -> Text:
    left.truncate(max(0, width - right.cell_len - 1), overflow="ellipsis")
    return Text.assemble(left, " " * (width - left.cell_len - right.cell_len), right)


def with_footer(lines: Block, footer: str, width: int, height: int) -> Block:
    """A whole page with one line of help at its foot."""
    lines = lines[: height - 2]
    lines += [Text()] * (height - 2 - len(lines))
    return fitted([*lines, rule(width), Text(f" {footer}", style=DIM)][:height], width)


def flowed(chips: list[Text], width: int, between: str = "  ") -> Block:
    """As many on a line as fit."""
    lines: Block = []
    for piece in chips:
        if lines and lines[-1].cell_len + len(between) + piece.cell_len <= width:
            lines[-1].append(between).append_text(piece)
        else:
            lines.append(piece)
    return lines
