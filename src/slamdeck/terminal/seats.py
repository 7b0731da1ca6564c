"""Who sits at the table: a column for each seat with its cards, its points, and whose turn it is."""

from __future__ import annotations

import math

from rich.text import Text

from slamdeck.core.views import ZoneView
from slamdeck.core.zones import Row
from slamdeck.terminal.faces import Block, side_by_side
from slamdeck.terminal.lines import DIM, FAINT
from slamdeck.terminal.scene import SEAT_INKS, Scene

TOTALS = ("scores", "totals", "points")  # facts with a number for each seat


def seat_lines(scene: Scene, width: int) -> Block:
    column = width // len(scene.names)
    blocks = [seat_block(scene, seat) for seat in range(len(scene.names))]
    for block in blocks:
        for line in block:
            line.truncate(column - 1, overflow="ellipsis")
            line.pad_right(column - 1 - line.cell_len)
    return side_by_side(blocks, " ")


def seat_block(scene: Scene, seat: int) -> Block:
    """A seat's name, cards and points; the arrow says whose turn it is."""
    on_turn = seat == scene.turn()
    name = f"{scene.names[seat]} (you)" if seat == scene.you else scene.names[seat]
    ink = SEAT_INKS[seat]
    lines = [Text.assemble(("▶ " if on_turn else "  ", "bold bright_green"), (name, f"bold {ink}"))]
    mine = [(row, zone) for row, owner, zone in scene.zones() if owner == seat]
    for row in dict.fromkeys(row for row, _ in mine):
        zones = [zone for other, zone in mine if other is row]
        if row.each > 1:
            lines += grid_lines(scene, zones)
        elif row is mine[0][0] or zones[0].cards:
            lines.append(count_line(scene, row, zones[0], row is mine[0][0]))
        else:
            lines.append(Text())  # its place is kept, so that the table does not jump
    lines += total_lines(scene, seat)
    if is_out(scene, seat):
        return [Text(line.plain, style=f"{FAINT} strike") for line in lines[:1]] + [Text("  out", style=DIM)]
    return lines


def count_line(scene: Scene, row: Row, zone: ZoneView, main: bool) -> Text:
    """How many cards there are, and which, if they lie open."""
    count = len(zone.cards)
    cards = "card" if count == 1 else "cards"
    text = Text(f"  {count} ", style="bold").append(cards if main else row.name.replace("_", " "), style=DIM)
    if zone.face == "open":
        for name in zone.cards:
            text.append(" ").append(name or "?", style=scene.faces.ink(name))
    return text


def grid_lines(scene: Scene, zones: list[ZoneView]) -> Block:
    """Cards in a square; a closed one shows its number, which is also its key."""
    side = math.isqrt(len(zones))
    lines: Block = []
    for start in range(0, len(zones), side):
        line = Text("  ")
        for number, zone in enumerate(zones[start : start + side], start=start + 1):
            line.append_text(grid_cell(scene, zone, number))
        lines.append(line)
    return lines


def grid_cell(scene: Scene, zone: ZoneView, number: int) -> Text:
    if not zone.cards:
        return Text(" ·  ", style="color(238)")
    name = zone.cards[-1]
    if name is None:
        return Text.assemble((f"░{number}░", "color(67)"), " ")
    return Text.assemble((name[:3].rjust(3), f"bold {scene.faces.ink(name)}"), " ")


def total_lines(scene: Scene, seat: int) -> Block:
    lines: Block = []
    for name in TOTALS:
        values = scene.fact(name)
        if isinstance(values, list) and len(values) == len(scene.names):
            lines.append(Text.assemble((f"  {name.removesuffix('s')} ", DIM), (str(values[seat]), "bold")))
    return lines


def is_out(scene: Scene, seat: int) -> bool:
    out = scene.fact("out")
    return isinstance(out, list) and len(out) == len(scene.names) and out[seat] is True
