"""What lies on the table and in your hand: cards in boxes, or plain words where the screen is too low for them."""

from __future__ import annotations

from rich.text import Text

from slamdeck.core.views import ZoneView
from slamdeck.core.zones import CLOSED, NOBODY, OWNER, Row
from slamdeck.terminal.faces import Block, side_by_side
from slamdeck.terminal.lines import DIM, flowed
from slamdeck.terminal.scene import Scene

BOXED_AWAY = "_box"  # zones of cards that stay in the box this time
CLOSED_WIDTH = 12  # of a closed pile with its name
SHORT_ROW = 12  # a shared zone with room for no more cards than this is a row to choose from, not a pile


def shared(scene: Scene) -> list[tuple[Row, ZoneView]]:
    """The piles that belong to nobody; an empty closed one is no sight."""
    return [
        (row, zone)
        for row, owner, zone in scene.zones()
        if owner == NOBODY and not row.name.endswith(BOXED_AWAY) and (zone.cards or row.face != CLOSED)
    ]


def table_lines(scene: Scene, width: int) -> Block:
    """Piles and your own cards: in one band if they fit, else one above the other."""
    hand = hand_lines(scene, width)
    beside = max((line.cell_len for line in hand), default=0)
    piles = pile_lines(scene, width)
    if hand and beside + 6 + max((line.cell_len for line in piles), default=0) <= width:
        return side_by_side([piles, hand], "      ")
    return [*piles, *hand]


def pile_lines(scene: Scene, width: int) -> Block:
    """All piles side by side, the last cards of open ones fanned out."""
    piles = shared(scene)
    if not piles:
        return []
    faces = scene.faces
    closed = sum(1 for _, zone in piles if zone.face == "closed")
    wanted = [faces.width * max(1, len(seen(zone))) for _, zone in piles if zone.face != "closed"]
    room = shares(wanted, width - closed * CLOSED_WIDTH - 2 * (len(piles) - 1) - 1)
    blocks: list[Block] = []
    for row, zone in piles:
        block = faces.back(str(len(zone.cards)))
        if zone.face != "closed":
            space = room.pop(0)
            in_row = 0 < row.room <= SHORT_ROW
            block = faces.gap() if not zone.cards else (faces.spread if in_row else faces.fan)(seen(zone), space)
        blocks.append([pile_name(row, zone), *block])
    return side_by_side(blocks, "  ")


def pile_name(row: Row, zone: ZoneView) -> Text:
    return Text.assemble((f" {row.name.replace('_', ' ')}", "bold"), (f" {len(zone.cards)}", DIM))


def seen(zone: ZoneView) -> list[str | None]:
    """The cards of a pile from the first one that is seen; what lies hidden below is only a number."""
    first = next((i for i, name in enumerate(zone.cards) if name is not None), len(zone.cards) - 1)
    return zone.cards[max(0, first) :]


def shares(wanted: list[int], room: int) -> list[int]:
    """Divide the room: who wants little gets it all, the others share the rest evenly."""
    given = [0] * len(wanted)
    for done, index in enumerate(sorted(range(len(wanted)), key=lambda i: wanted[i])):
        given[index] = min(wanted[index], max(0, room) // (len(wanted) - done))
        room -= given[index]
    return given


def own_zones(scene: Scene) -> list[ZoneView]:
    """The cards that only you hold in sight."""
    return [zone for row, owner, zone in scene.zones() if owner == scene.you and row.face == OWNER and zone.cards]


def hand_lines(scene: Scene, width: int) -> Block:
    lines: Block = []
    for zone in own_zones(scene):
        lines.append(Text(" in your hand", style="bold bright_white"))
        lines += scene.faces.spread(zone.cards, width - 1)
    return lines


# ---- the same without boxes, for low screens ---------------------------------------------------------------


def plain_piles(scene: Scene) -> Block:
    lines: Block = []
    for row, zone in shared(scene):
        line = pile_name(row, zone)
        cards = Text("  …  " if len(seen(zone)) > 6 else "  ")
        for name in seen(zone)[-6:] if zone.face != "closed" else []:
            cards.append(scene.faces.words.get(name or "", "?"), style=scene.faces.ink(name)).append("  ")
        lines.append(line.append_text(cards))
    return lines


def plain_hand(scene: Scene, width: int) -> Block:
    lines: Block = []
    for zone in own_zones(scene):
        chips = [Text(scene.faces.words.get(name or "", "?"), style=scene.faces.ink(name)) for name in zone.cards]
        lines += flowed([Text(" in your hand", style="bold"), *chips], width - 1, " · ")
    return lines
