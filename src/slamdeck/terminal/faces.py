"""Cards drawn with letters: a box with the card's words, a sliver of one that lies under another, a back."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, replace

from rich.text import Text

from slamdeck.core.deck import Deck, Kind
from slamdeck.core.game import GameInfo

Block = list[Text]

INKS = {
    "red": "bright_red",
    "orange": "color(208)",
    "yellow": "bright_yellow",
    "green": "bright_green",
    "blue": "color(75)",
    "purple": "color(141)",
    "pink": "color(213)",
}
# For decks without colours: the ink stands in for the picture, so that two alike catch the eye.
PICTURES = (114, 203, 174, 215, 221, 71, 180, 134, 228, 183, 202, 231, 45, 51, 87, 123)
NARROWEST = 7
WIDEST = 12
MOST_ROWS = 3
SLIVER = 4
BACK = 5


@dataclass(frozen=True)
class Faces:
    """How the cards of one deck look. All have one size, so that the table does not jump."""

    deck: Deck
    words: dict[str, str]
    inks: dict[str, str]
    inner: int
    rows: int

    def ink(self, name: str | None) -> str:
        return self.inks.get(name or "", "white")

    @property
    def width(self) -> int:
        return self.inner + 2

    def taller(self, rows: int) -> Faces:
        """The same cards on a screen with more room."""
        return replace(self, rows=self.rows + rows)

    def card(self, name: str | None, marked: bool = False) -> Block:
        """A whole card, face up; or its back if it is not seen."""
        if name is None:
            return self.back("")
        ink = self.ink(name)
        style = f"bold {ink}" if marked else ink
        text = centred(textwrap.wrap(self.words[name], self.inner) or [name], self.rows)
        return boxed([Text(row[: self.inner].center(self.inner), style=style) for row in text], style, marked)

    def back(self, label: str) -> Block:
        """A pile or card face down, with a few letters on it (how many there are)."""
        rows = [Text("░" * BACK, style="color(67)") for _ in range(self.rows)]
        if label:
            rows[self.rows // 2] = Text(f" {label} ".center(BACK, "░"), style="bold color(153)")
        return boxed(rows, "color(67)", False)

    def gap(self) -> Block:
        """Where a card could lie."""
        rows = [Text(" " * self.inner) for _ in range(self.rows)]
        return boxed(rows, "color(240)", False)

    def sliver(self, name: str | None, width: int = SLIVER) -> Block:
        """The left edge of a card that lies under another one: its words, or its short name if they do not fit."""
        style, inner = self.ink(name), width - 1
        lines = textwrap.wrap(self.words.get(name or "", ""), inner)
        if len(lines) > self.rows or any(len(word) > inner for word in self.words.get(name or "", "").split()):
            lines = [(name or "")[:inner]]
        rows = [Text("│" + line.ljust(inner), style=style) for line in (lines + [""] * self.rows)[: self.rows]]
        return [Text("╭" + "─" * inner, style=style), *rows, Text("╰" + "─" * inner, style=style)]

    def spread(self, names: list[str | None], width: int) -> Block:
        """A hand, all of it: whole cards if they fit, else slivers with the last card whole."""
        if len(names) * self.width <= width:
            return side_by_side([self.card(name) for name in names])
        room = max(1, (width - self.width) // SLIVER)
        shown = names[-room - 1 :]
        step = max(SLIVER, min(self.width, (width - self.width) // max(1, len(shown) - 1)))
        return side_by_side([*[self.sliver(name, step) for name in shown[:-1]], self.card(shown[-1])])

    def fan(self, names: list[str | None], width: int) -> Block:
        """The last cards of a pile, the newest marked; older ones as slivers, as far as there is room."""
        whole = max(1, min(len(names), width // self.width))
        if whole < len(names):
            slivers = min(len(names) - whole, (width - whole * self.width) // SLIVER)
        else:
            slivers = 0
        covered = names[len(names) - whole - slivers : len(names) - whole]
        cards = [self.card(name, marked=False) for name in names[len(names) - whole : -1]]
        return side_by_side([*[self.sliver(name) for name in covered], *cards, self.card(names[-1], marked=True)])


def faces_of(info: GameInfo, deck: Deck) -> Faces:
    words = {kind.name: info.card_words(kind) for kind in deck.kinds}
    longest = max(len(word) for text in words.values() for word in text.split())
    inner = max(NARROWEST, min(WIDEST, longest))
    while inner < WIDEST and rows_needed(words, inner) > MOST_ROWS:
        inner += 1
    rows = min(MOST_ROWS, rows_needed(words, inner))
    coloured = any("color" in kind.values for kind in deck.kinds)
    inks = {kind.name: ink_of(kind, index, coloured) for index, kind in enumerate(deck.kinds)}
    return Faces(deck, words, inks, inner, rows)


def rows_needed(words: dict[str, str], inner: int) -> int:
    return max(len(textwrap.wrap(text, inner)) for text in words.values())


def ink_of(kind: Kind, index: int, coloured: bool) -> str:
    if coloured:
        return INKS.get(str(kind.values.get("color", "")), "bright_white")
    return f"color({PICTURES[index % len(PICTURES)]})"


def centred(lines: list[str], rows: int) -> list[str]:
    above = max(0, rows - len(lines)) // 2
    return ([""] * above + lines + [""] * rows)[:rows]


def boxed(rows: list[Text], style: str, heavy: bool) -> Block:
    line, bar, corners = ("━", "┃", "┏┓┗┛") if heavy else ("─", "│", "╭╮╰╯")
    edge = line * rows[0].cell_len
    middle = [Text.assemble((bar, style), row, (bar, style)) for row in rows]
    return [
        Text(corners[0] + edge + corners[1], style=style),
        *middle,
        Text(corners[2] + edge + corners[3], style=style),
    ]


def side_by_side(blocks: list[Block], gap: str = "") -> Block:
    """Blocks of lines next to each other; shorter ones are filled up below."""
    if not blocks:
        return []
    height = max(len(block) for block in blocks)
    rows: Block = []
    for number in range(height):
        row = Text()
        for index, block in enumerate(blocks):
            width = max((line.cell_len for line in block), default=0)
            cell = block[number].copy() if number < len(block) else Text()
            cell.pad_right(width - cell.cell_len)
            row.append_text(Text(gap) if index else Text()).append_text(cell)
        rows.append(row)
    return rows
