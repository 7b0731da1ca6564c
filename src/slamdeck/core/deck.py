"""Decks are data: kinds of card, their attributes, copies and points, with totals that are checked.

A deck file is TOML. Each `[[cards]]` block describes a family; an attribute that lists several values makes one kind
for each of them (two such attributes: one for each combination). `[letters]` gives short forms for card names.
"""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path

from slamdeck.core.native import u8, vec
from slamdeck.core.problems import CheckFailed

KNOWN_KEYS = ("game", "cards", "letters", "expect")
BLOCK_KEYS = ("family", "name", "copies", "points", "back", "in_play")
MOST_KINDS = 200
MOST_CARDS = 250


class Kind:
    """One kind of card; copies of it are the same card."""

    def __init__(self, name: str, family: str, values: dict[str, object], copies: int, points: int, back: str) -> None:
        self.name = name
        self.family = family
        self.values = values
        self.copies = copies
        self.points = points
        self.back = back

    def number(self, attribute: str) -> int:
        value = self.values[attribute]
        assert isinstance(value, int)
        return value

    def word(self, attribute: str) -> str:
        return str(self.values[attribute])


class Deck:
    """The catalogue of a deck. `data` is the file's content, kept so that a record can carry its deck."""

    def __init__(self, kinds: list[Kind], data: dict[str, object], place: str) -> None:
        self.kinds = kinds
        self.data = data
        self.place = place
        self.size = sum(kind.copies for kind in kinds)
        self.index = {kind.name: i for i, kind in enumerate(kinds)}
        self.copies: vec[u8] = vec[u8]([kind.copies for kind in kinds])
        self.cards: vec[u8] = vec[u8](self.listed())
        backs = sorted({kind.back for kind in kinds})
        self.backs: vec[u8] = vec[u8]([backs.index(kind.back) for kind in kinds])
        self.card_names = [kind.name for kind in kinds]

    def listed(self) -> list[int]:
        """Every card, in catalogue order."""
        return [i for i, kind in enumerate(self.kinds) for _ in range(kind.copies)]

    def family(self, name: str) -> list[int]:
        """The kinds of one family."""
        return [i for i, kind in enumerate(self.kinds) if kind.family == name]

    def kind_of(self, name: str) -> int:
        if name not in self.index:
            raise CheckFailed(f"card {name!r} is not in the deck {self.place}")
        return self.index[name]

    def names(self) -> list[str]:
        return self.card_names


def load_deck(path: Path, game: str, families: dict[str, tuple[str, ...]]) -> Deck:
    """Read and check a deck file; a Problem names file, place and reason."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CheckFailed(f"deck file {path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise CheckFailed(f"deck file {path}: is not UTF-8 text (byte {error.start})") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CheckFailed(f"deck file {path}: is not valid TOML: {error}") from error
    return read_deck(data, game, families, f"deck file {path}")


def read_deck(data: dict[str, object], game: str, families: dict[str, tuple[str, ...]], place: str) -> Deck:
    """Check a deck's content against what the game knows: `families` maps a family to its attributes."""
    for key in data:
        if key not in KNOWN_KEYS:
            raise CheckFailed(f"{place}: unknown key {key!r}; a deck has {', '.join(KNOWN_KEYS)}")
    if data.get("game") != game:
        raise CheckFailed(f"{place}: game is {data.get('game')!r}, expected {game!r}")
    letters = table_of(data, "letters", place)
    blocks = data.get("cards")
    if not isinstance(blocks, list) or not blocks:
        raise CheckFailed(f"{place}: needs at least one [[cards]] block")
    kinds: list[Kind] = []
    totals: dict[str, int] = {"total": 0, "in_play": 0}
    for number, block in enumerate(blocks, start=1):
        here = f"{place}, [[cards]] block {number}"
        if not isinstance(block, dict):
            raise CheckFailed(f"{here}: must be a table")
        read_block(block, families, letters, here, kinds, totals)
    check_kinds(kinds, place)
    check_totals(table_of(data, "expect", place), totals, place)
    return Deck(kinds, data, place)


def table_of(data: dict[str, object], key: str, place: str) -> dict[str, object]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise CheckFailed(f"{place}: {key} must be a table")
    return value


def read_block(
    block: dict[str, object],
    families: dict[str, tuple[str, ...]],
    letters: dict[str, object],
    place: str,
    kinds: list[Kind],
    totals: dict[str, int],
) -> None:
    family = block.get("family")
    if not isinstance(family, str) or family not in families:
        raise CheckFailed(f"{place}: family is {family!r}, expected one of {', '.join(families)}")
    attributes = families[family]
    for key in block:
        if key not in BLOCK_KEYS and key not in attributes:
            raise CheckFailed(f"{place}: unknown key {key!r} for family {family!r}")
    for attribute in attributes:
        if attribute not in block:
            raise CheckFailed(f"{place}: family {family!r} needs {attribute!r}")
    copies = whole(block.get("copies", 1), "copies", place)
    if copies < 1 or copies > MOST_CARDS:
        raise CheckFailed(f"{place}: copies is {copies}, expected 1 to {MOST_CARDS}")
    template = block.get("name", family)
    back = block.get("back", "")
    in_play = block.get("in_play", True)
    if not isinstance(template, str) or not isinstance(back, str) or not isinstance(in_play, bool):
        raise CheckFailed(f"{place}: name and back are text, in_play is true or false")
    choices = [values_of(block[attribute], attribute, place) for attribute in attributes]
    for values in itertools.product(*choices):
        totals["total"] += copies
        totals[family] = totals.get(family, 0) + copies
        if not in_play:
            continue
        totals["in_play"] += copies
        named = dict(zip(attributes, values, strict=True))
        shown = {key: str(letters.get(str(value), value)) for key, value in named.items()}
        try:
            name = template.format(**shown)
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise CheckFailed(f"{place}: name {template!r} does not fit its attributes") from error
        if not name or any(letter.isspace() for letter in name):
            raise CheckFailed(f"{place}: card name {name!r} must be one word")
        points = block.get("points", 0)
        if isinstance(points, str):
            if points not in named:
                raise CheckFailed(f"{place}: points names {points!r}, which is no attribute")
            points = named[points]
        kinds.append(Kind(name, family, named, copies, whole(points, "points", place), back))


def whole(value: object, key: str, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise CheckFailed(f"{place}: {key} is {value!r}, expected a whole number")
    return value


def values_of(value: object, key: str, place: str) -> list[object]:
    values = value if isinstance(value, list) else [value]
    if not values:
        raise CheckFailed(f"{place}: {key} is empty")
    for item in values:
        if not isinstance(item, int | str) or isinstance(item, bool):
            raise CheckFailed(f"{place}: {key} has {item!r}, expected whole numbers or words")
    return values


def check_kinds(kinds: list[Kind], place: str) -> None:
    seen: set[str] = set()
    for kind in kinds:
        if kind.name in seen:
            raise CheckFailed(f"{place}: card {kind.name!r} is described twice")
        seen.add(kind.name)
    if len(kinds) > MOST_KINDS or sum(kind.copies for kind in kinds) > MOST_CARDS:
        raise CheckFailed(f"{place}: more than {MOST_KINDS} kinds or {MOST_CARDS} cards")


def check_totals(expect: dict[str, object], totals: dict[str, int], place: str) -> None:
    """The file says what its totals must be, so that a slip in one line is noticed."""
    if "total" not in expect:
        raise CheckFailed(f"{place}: [expect] must give the total number of cards")
    for key, value in expect.items():
        wanted = whole(value, f"expect.{key}", place)
        found = totals.get(key, 0)
        if found != wanted:
            raise CheckFailed(f"{place}: expect.{key} is {wanted}, but the blocks make {found}")


def require_families(deck: Deck, families: list[str]) -> None:
    """A game cannot be played without these."""
    for family in families:
        if not deck.family(family):
            raise CheckFailed(f"{deck.place}: no card of family {family!r}")
