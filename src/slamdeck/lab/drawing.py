"""A view for people at a prompt: lines of text, or a picture for notebooks. Only what the view holds is shown."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Final

from slamdeck.core.views import View

MOST_SHOWN: Final = 9  # cards of one pile; the others lie under them

# The picture, in its own units.
CARD_WIDTH: Final = 58
CARD_HEIGHT: Final = 38
GAP: Final = 5
LABEL_WIDTH: Final = 96
LETTER: Final = 11


def as_text(heading: str, view: View) -> str:
    """One line for each place where cards lie; several small places of one seat share a line."""
    lines = [(label, "  ".join(shown(cards)) or "–") for label, cards in places(view)]
    width = max((len(label) for label, _ in lines), default=0)
    return "\n".join([heading, *(f"  {label:<{width}}  {cards}" for label, cards in lines)])


def places(view: View) -> list[tuple[str, list[str | None]]]:
    """Label and cards of every line. Of "grids[1][4]" all slots of a seat are on one line, "grids[1]"."""
    found: dict[str, list[str | None]] = {}
    for zone in view.zones:
        label = zone.name[: zone.name.rindex("[")] if zone.name.count("[") == 2 else zone.name
        found.setdefault(label, []).extend(zone.cards)
    return list(found.items())


def shown(cards: list[str | None]) -> list[str]:
    """The last cards by name; a run of cards that are not seen is counted: "?×14"."""
    words: list[str] = []
    for name, run in groupby(cards):
        number = len(list(run))
        if name is None:
            words.append("?" if number == 1 else f"?×{number}")
        else:
            words += [name] * number
    hidden = len(words) - MOST_SHOWN
    return [f"({hidden} more)", *words[hidden:]] if hidden > 1 else words


def as_svg(heading: str, view: View) -> str:
    """Cards as small tiles; what is not seen is a back."""
    rows = places(view)
    widest = max((len(shown(cards)) for _, cards in rows), default=1)
    width = max(LABEL_WIDTH + (widest + 1) * (CARD_WIDTH + GAP), 8 * len(heading))
    height = (len(rows) + 1) * (CARD_HEIGHT + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' font-family="sans-serif" font-size="{LETTER}" role="img" aria-label="{escape(heading, quote=True)}">',
        f'<rect width="{width}" height="{height}" fill="#f6f1e7" rx="6"/>',
        f'<text x="{GAP}" y="{CARD_HEIGHT // 2 + LETTER // 2}" font-weight="bold" fill="#222">{escape(heading)}</text>',
    ]
    for number, (label, cards) in enumerate(rows, start=1):
        top = number * (CARD_HEIGHT + GAP)
        middle = top + CARD_HEIGHT // 2 + LETTER // 2
        parts.append(f'<text x="{GAP}" y="{middle}" fill="#555">{escape(label)}</text>')
        for place, word in enumerate(shown(cards)):
            left = LABEL_WIDTH + place * (CARD_WIDTH + GAP)
            parts.append(tile(left, top, middle, word))
    return "".join([*parts, "</svg>"])


def tile(left: int, top: int, middle: int, word: str) -> str:
    fill, ink = ("#8a6f4d", "#fff") if word.startswith("?") else ("#fff", "#222")
    return (
        f'<rect x="{left}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" '
        f'fill="{fill}" stroke="#b9ab93"/>'
        f'<text x="{left + CARD_WIDTH // 2}" y="{middle}" text-anchor="middle" fill="{ink}"'
        f"{squeezed(word)}>{escape(word)}</text>"
    )


def squeezed(word: str) -> str:
    """A long name is made to fit its card."""
    return f' textLength="{CARD_WIDTH - 8}" lengthAdjust="spacingAndGlyphs"' if len(word) > 8 else ""
