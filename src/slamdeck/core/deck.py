"""Decks are data: kinds of card, their attributes, copies and points, with totals that are checked.

A deck file is TOML. Each `[[cards]]` block describes a family; an attribute that lists several values makes one kind
for each of them (two such attributes: one for each combination). `[letters]` gives short forms for card names.

A deck may come from anybody: its bounds are checked before anything is multiplied out, so what does not fit is refused
at the cost of looking at it once.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from slamdeck.core.native import u8, vec
from slamdeck.core.problems import CheckFailed
from slamdeck.core.written_files import parse_toml, read_toml

KNOWN_KEYS = ("game", "cards", "letters", "expect")
BLOCK_KEYS = ("family", "name", "copies", "points", "back", "in_play")
MOST_KINDS = 200
MOST_CARDS = 250
MOST_BLOCKS = MOST_KINDS
LONGEST_WORD = 40  # of an attribute, a name, a back
HIGHEST = 10_000  # of an attribute's number, and of points

ATTRIBUTE = re.compile(r"\{(\w+)\}")  # in the name of a card


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
    return read_deck(read_toml(path, "deck file"), game, families, f"deck file {path}")


def parse_deck(text: str, game: str, families: dict[str, tuple[str, ...]], place: str) -> Deck:
    """The same of the text of a file."""
    return read_deck(parse_toml(text, place), game, families, place)


def read_deck(data: dict[str, object], game: str, families: dict[str, tuple[str, ...]], place: str) -> Deck:
    """Check a deck's content against what the game knows: `families` maps a family to its attributes."""
    for key in data:
        if key not in KNOWN_KEYS:
            raise CheckFailed(f"{place}: unknown key {shortened(key)}; a deck has {', '.join(KNOWN_KEYS)}")
    if data.get("game") != game:
        raise CheckFailed(f"{place}: game is {shortened(data.get('game'))}, expected {game!r}")
    letters = table_of(data, "letters", place)
    blocks = data.get("cards")
    if not isinstance(blocks, list) or not blocks:
        raise CheckFailed(f"{place}: needs at least one [[cards]] block")
    if len(blocks) > MOST_BLOCKS or len(letters) > MOST_KINDS:
        raise CheckFailed(f"{place}: more than {MOST_BLOCKS} [[cards]] blocks or letters")
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
        raise CheckFailed(f"{place}: family is {shortened(family)}, expected one of {', '.join(families)}")
    attributes = families[family]
    for key in block:
        if key not in BLOCK_KEYS and key not in attributes:
            raise CheckFailed(f"{place}: unknown key {shortened(key)} for family {family!r}")
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
    if len(template) > LONGEST_WORD or len(back) > LONGEST_WORD:
        raise CheckFailed(f"{place}: name or back is longer than {LONGEST_WORD} letters")
    choices = [values_of(block[attribute], attribute, place) for attribute in attributes]
    made = 1
    for listed in choices:
        made *= len(listed)
    if len(kinds) + made > MOST_KINDS or totals["total"] + made * copies > MOST_CARDS:
        raise CheckFailed(f"{place}: makes more than {MOST_KINDS} kinds or {MOST_CARDS} cards of this deck")
    for values in itertools.product(*choices):
        totals["total"] += copies
        totals[family] = totals.get(family, 0) + copies
        if not in_play:
            continue
        totals["in_play"] += copies
        named = dict(zip(attributes, values, strict=True))
        shown = {key: str(letters.get(str(value), value)) for key, value in named.items()}
        name = name_of(template, shown, place)
        points = block.get("points", 0)
        if isinstance(points, str):
            if points not in named:
                raise CheckFailed(f"{place}: points names {points!r}, which is no attribute")
            points = named[points]
        kinds.append(Kind(name, family, named, copies, whole(points, "points", place), back))


def name_of(template: str, shown: dict[str, str], place: str) -> str:
    """A card's name: its template with the attributes filled in, and nothing else that braces could mean."""
    asked = ATTRIBUTE.findall(template)
    if any(attribute not in shown for attribute in asked) or "{" in ATTRIBUTE.sub("", template):
        raise CheckFailed(f"{place}: name {template!r} does not fit its attributes")
    name = ATTRIBUTE.sub(lambda found: shown[found.group(1)], template)
    if not name or any(letter.isspace() for letter in name):
        raise CheckFailed(f"{place}: card name {name!r} must be one word")
    if len(name) > LONGEST_WORD or not name.isprintable():
        raise CheckFailed(f"{place}: a card name has at most {LONGEST_WORD} letters that can be printed")
    return name


def whole(value: object, key: str, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise CheckFailed(f"{place}: {key} is {shortened(value)}, expected a whole number")
    if abs(value) > HIGHEST:
        raise CheckFailed(f"{place}: {key} is beyond {HIGHEST}")
    return value


def values_of(value: object, key: str, place: str) -> list[object]:
    values = value if isinstance(value, list) else [value]
    if not values:
        raise CheckFailed(f"{place}: {key} is empty")
    if len(values) > MOST_KINDS:
        raise CheckFailed(f"{place}: {key} has {len(values)} values, at most {MOST_KINDS} are possible")
    for item in values:
        if not isinstance(item, int | str) or isinstance(item, bool):
            raise CheckFailed(f"{place}: {key} has {shortened(item)}, expected whole numbers or words")
        if isinstance(item, int):
            whole(item, key, place)
        elif len(item) > LONGEST_WORD or not item.isprintable():
            raise CheckFailed(
                f"{place}: {key} has {shortened(item)}, expected a word of at most {LONGEST_WORD} letters"
            )
    return values


def shortened(value: object) -> str:
    """What somebody wrote, as far as a sentence has room for it."""
    if isinstance(value, int) and abs(value) > HIGHEST:
        return "a number that is too large"
    text = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}…"


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
