"""Whole pages of text: what the keys do, and the rules, a screen at a time."""

from __future__ import annotations

from functools import lru_cache

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from slamdeck.core import rulebook
from slamdeck.core.game import GameInfo
from slamdeck.terminal.controls import Controls
from slamdeck.terminal.faces import Block
from slamdeck.terminal.labels import key_cap
from slamdeck.terminal.lines import DIM, with_footer

WIDEST = 96  # longer lines are hard to read


def keys_page(info: GameInfo, controls: Controls, width: int, height: int) -> Block:
    """Every key of this game, whatever is possible right now."""
    rows: list[tuple[str, str]] = []
    for verb, key in controls.reflexes.items():
        rows.append((key, f"{in_words(verb)}, at any moment"))
    for verb, letter in controls.letters.items():
        other = verb in controls.reflexes and controls.catalogue.verb(verb).size > 1
        rows.append((letter, f"{in_words(verb)} in another way" if other else in_words(verb)))
    rows += [
        ("1–9", "pick from the list at the bottom of the screen"),
        ("enter", "the only move there is, or: this is all"),
        ("esc", "one word back"),
        ("r", "the rules"),
        ("q", "leave the table"),
    ]
    lines = [
        Text(),
        Text(f"  {info.title}: the keys", style="bold"),
        Text(f"  {info.tagline}", style=DIM),
        Text(),
    ]
    for key, meaning in rows[: height - 7]:
        cap = key_cap(key)
        cap.pad_left(2)
        cap.pad_right(14 - cap.cell_len)
        lines.append(cap.append(meaning))
    return with_footer(lines, "any key: back to the table, where time stands still", width, height)


def in_words(verb: str) -> str:
    return verb.replace("_", " ")


def last_rules_page(info: GameInfo, width: int, height: int) -> int:
    return max(0, len(rules_lines(info, width)) - 1) // (height - 2)


def rules_page(info: GameInfo, number: int, width: int, height: int) -> Block:
    lines = rules_lines(info, width)
    room = height - 2
    last = last_rules_page(info, width, height)
    shown = [Text("  ").append_text(line) for line in lines[number * room : (number + 1) * room]]
    footer = f"page {number + 1} of {last + 1} · Space next · ↑ back · any other key: back to the table"
    return with_footer(shown, footer, width, height)


def rules_lines(info: GameInfo, width: int) -> Block:
    try:
        return typeset(rulebook.rules_text(info), min(width - 2, WIDEST))
    except OSError:
        return [Text("The rules of this game are not written down here.")]


@lru_cache(maxsize=8)
def typeset(text: str, width: int) -> Block:
    console = Console(width=width, height=1000, color_system=None, force_terminal=False)
    rendered = console.render_lines(Markdown(text), console.options.update(width=width), pad=False)
    return [Text.assemble(*[(piece.text, piece.style or "") for piece in line]) for line in rendered]
