"""The cards of somebody's own box: counted kind by kind, made into a deck, written as a file.

A box is told as a list of kinds with their counts. Everything else that a deck file says (names, letters, backs, cards
that are in the box but not in play) is as in the game's own deck, so a list of counts is all that anybody has to write.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.core.deck import Deck, Kind
from slamdeck.core.problems import CheckFailed

WIDTH: Final = 120  # of a line that a list may fill


def cards_of(deck: Deck) -> list[CardsOfAKind]:
    """A deck as somebody would tell it."""
    return [
        CardsOfAKind(
            family=kind.family,
            values={name: value if isinstance(value, int) else str(value) for name, value in kind.values.items()},
            copies=kind.copies,
            points=kind.points,
        )
        for kind in deck.kinds
    ]


def is_same(deck: Deck, other: Deck) -> bool:
    """The same cards, in whatever order they are written."""
    return sorted(map(written, deck.kinds)) == sorted(map(written, other.kinds))


def written(kind: Kind) -> tuple[str, str, int, int, str, str]:
    return (kind.name, kind.family, kind.copies, kind.points, kind.back, repr(sorted(kind.values.items())))


def box_totals(deck: Deck) -> dict[str, int]:
    """How many cards of each family are in play."""
    totals: dict[str, int] = {}
    for kind in deck.kinds:
        totals[kind.family] = totals.get(kind.family, 0) + kind.copies
    return totals


# ---- into a deck -----------------------------------------------------------------------------------------


def deck_data(own: Deck, families: dict[str, tuple[str, ...]], cards: Iterable[CardsOfAKind]) -> dict[str, object]:
    """What a deck file with these cards would say; it is still to be read and checked. `own` is the game's own deck."""
    patterns = own_blocks(own)
    listed = [(one, pattern_of(one, families, patterns)) for one in cards if one.copies]
    blocks = [block for _, run in groupby(listed, key=alike) for block in joined(list(run), families)]
    idle = [dict(block) for block in blocks_of(own.data) if block.get("in_play") is False]
    data: dict[str, object] = {"game": own.data["game"]}
    if own.data.get("letters"):
        data["letters"] = own.data["letters"]
    data["cards"] = blocks + idle
    data["expect"] = totals_of(blocks, idle, families)
    return data


def blocks_of(data: dict[str, object]) -> list[dict[str, object]]:
    blocks = data["cards"]
    assert isinstance(blocks, list)
    return blocks


def own_blocks(own: Deck) -> dict[str, dict[str, object]]:
    """For each family the first block of the game's own deck: how its cards are called, what their backs are."""
    found: dict[str, dict[str, object]] = {}
    for block in blocks_of(own.data):
        if block.get("in_play", True):
            found.setdefault(str(block["family"]), block)
    return found


def pattern_of(
    one: CardsOfAKind, families: dict[str, tuple[str, ...]], patterns: dict[str, dict[str, object]]
) -> dict[str, object]:
    """All but the attributes of the block in which such a card is described."""
    if one.family not in patterns:
        raise CheckFailed(f"there is no family {one.family!r}; there are {', '.join(patterns)}")
    if set(one.values) != set(families[one.family]):
        wanted = ", ".join(families[one.family]) or "nothing"
        raise CheckFailed(f"a card of family {one.family!r} is described by {wanted}")
    own = patterns[one.family]
    block: dict[str, object] = {"family": one.family}
    for key in ("name", "back"):
        if key in own:
            block[key] = own[key]
    points = own.get("points", 0)
    counted = one.values.get(points) if isinstance(points, str) else None
    if one.points is not None and one.points != counted:
        points = one.points
    if points:
        block["points"] = points
    block["copies"] = one.copies
    return block


def alike(row: tuple[CardsOfAKind, dict[str, object]]) -> object:
    """Kinds that differ in their last attribute alone share a block."""
    one, pattern = row
    return pattern, list(one.values.values())[:-1]


def joined(
    run: list[tuple[CardsOfAKind, dict[str, object]]], families: dict[str, tuple[str, ...]]
) -> list[dict[str, object]]:
    first, pattern = run[0]
    names = families[first.family]
    if not names:
        return [dict(pattern) for _ in run]
    *before, last = names
    values: list[object] = [one.values[last] for one, _ in run]
    block: dict[str, object] = {key: pattern[key] for key in ("family", "name") if key in pattern}
    block.update({name: first.values[name] for name in before})
    block[last] = values[0] if len(values) == 1 else values
    block.update({key: value for key, value in pattern.items() if key not in block})
    return [block]


def totals_of(
    blocks: list[dict[str, object]], idle: list[dict[str, object]], families: dict[str, tuple[str, ...]]
) -> dict[str, object]:
    totals: dict[str, int] = {}
    for block in [*blocks, *idle]:
        family = str(block["family"])
        totals[family] = totals.get(family, 0) + cards_in(block, families[family])
    expect: dict[str, object] = dict(totals)
    expect["total"] = sum(totals.values())
    if idle:
        expect["in_play"] = sum(cards_in(block, families[str(block["family"])]) for block in blocks)
    return expect


def cards_in(block: dict[str, object], attributes: tuple[str, ...]) -> int:
    copies = block.get("copies", 1)
    assert isinstance(copies, int)
    for attribute in attributes:
        value = block[attribute]
        copies *= len(value) if isinstance(value, list) else 1
    return copies


# ---- as a file -------------------------------------------------------------------------------------------


def deck_text(data: dict[str, object]) -> str:
    """The data of a deck as its file. What is written here reads back as the same data."""
    parts = [f"game = {toml_value(data['game'])}\n"]
    parts += [table_text("[letters]", data["letters"])] if data.get("letters") else []
    parts += [table_text("[[cards]]", block) for block in blocks_of(data)]
    parts += [table_text("[expect]", data.get("expect", {}))]
    return "\n".join(parts)


def table_text(head: str, table: object) -> str:
    assert isinstance(table, dict)
    return "".join([f"{head}\n", *(line_text(str(key), value) for key, value in table.items())])


def line_text(key: str, value: object) -> str:
    name = key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else toml_value(key)
    text = f"{name} = {toml_value(value)}\n"
    if len(text) <= WIDTH or not isinstance(value, list):
        return text
    return f"{name} = [\n" + "".join(f"  {toml_value(item)},\n" for item in value) + "]\n"


def toml_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    return f'"{"".join(map(toml_letter, str(value)))}"'


def toml_letter(letter: str) -> str:
    if letter in ('"', "\\"):
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"
