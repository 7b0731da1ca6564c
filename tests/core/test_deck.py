"""Deck files: totals are checked, and what is wrong is said with file, place and reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamdeck.core.deck import load_deck, read_deck
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from tests.conformance.driving import every_game

FAMILIES: dict[str, tuple[str, ...]] = {"number": ("color", "n"), "joker": ()}
GOOD = """
game = "testing"
[letters]
red = "R"
[[cards]]
family = "number"
name = "{color}{n}"
color = ["red", "blue"]
n = [1, 2, 3]
copies = 2
points = "n"
[[cards]]
family = "joker"
copies = 1
points = 20
[expect]
number = 12
total = 13
"""


def read(tmp_path: Path, text: str) -> object:
    path = tmp_path / "deck.toml"
    path.write_text(text, encoding="utf-8")
    return load_deck(path, "testing", FAMILIES)


def test_lists_multiply_into_kinds(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(GOOD, encoding="utf-8")
    deck = load_deck(path, "testing", FAMILIES)
    assert deck.names() == ["R1", "R2", "R3", "blue1", "blue2", "blue3", "joker"]
    assert deck.size == 13
    assert [kind.points for kind in deck.kinds] == [1, 2, 3, 1, 2, 3, 20]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("number = 12", "number = 11", r"expect\.number is 11, but the blocks make 12"),
        ("total = 13\n", "", r"\[expect\] must give the total"),
        ("copies = 1", "copies = 1\nsparkle = 3", r"block 2: unknown key 'sparkle' for family 'joker'"),
        ('game = "testing"', 'game = "testing"\nauthor = "me"', "unknown key 'author'"),
        ('game = "testing"', 'game = "chess"', "game is 'chess', expected 'testing'"),
        ("n = [1, 2, 3]", "n = [1, 2, 2]", "card 'R2' is described twice"),
        ("n = [1, 2, 3]", "n = []", "n is empty"),
        ("n = [1, 2, 3]\n", "", "family 'number' needs 'n'"),
        ('family = "joker"', 'family = "jester"', "family is 'jester', expected one of number, joker"),
        ("copies = 2", 'copies = "two"', "copies is 'two', expected a whole number"),
        ("copies = 2", "copies = 0", "copies is 0, expected 1 to"),
        ('name = "{color}{n}"', 'name = "{suit}{n}"', "does not fit its attributes"),
        ('points = "n"', 'points = "value"', "points names 'value', which is no attribute"),
        ("[expect]", "[expect", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(CheckFailed, match=reason) as problem:
        read(tmp_path, GOOD.replace(old, new, 1))
    assert "deck.toml" in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="cannot be read"):
        load_deck(tmp_path / "missing.toml", "testing", FAMILIES)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CheckFailed, match="is not UTF-8 text"):
        load_deck(binary, "testing", FAMILIES)


@every_game
def test_a_games_own_deck_is_sound_and_carried_by_records(info: GameInfo) -> None:
    deck = info.deck()
    again = info.deck_from(deck.data, "again")
    assert again.names() == deck.names()
    assert again.size == deck.size


@every_game
def test_a_deck_without_one_of_its_families_is_refused(info: GameInfo, tmp_path: Path) -> None:
    """The first family of a game is one it cannot be played without."""
    text = info.deck_file.read_text(encoding="utf-8")
    head, *blocks = text.split("[[cards]]")
    family = next(iter(info.families))
    *kept, tail = [block for block in blocks if f'family = "{family}"' not in block] or [blocks[-1]]
    body = "[[cards]]".join([head, *kept, tail.split("[expect]")[0]])
    path = tmp_path / "deck.toml"
    path.write_text(body + "\n[expect]\ntotal = 1\n", encoding="utf-8")
    with pytest.raises(CheckFailed, match=r"deck\.toml"):
        info.deck(path)


HOSTILE = [
    ('name = "{color}{n}"', 'name = "{color:>99999999}{n}"', "does not fit its attributes"),
    ('name = "{color}{n}"', 'name = "{color.__class__}{n}"', "does not fit its attributes"),
    ('name = "{color}{n}"', 'name = "{}{n}"', "does not fit its attributes"),
    ("n = [1, 2, 3]", f"n = {list(range(9000))}", "n has 9000 values, at most 200"),
    ("n = [1, 2, 3]", f"n = {list(range(150))}", "makes more than 200 kinds or 250 cards"),
    ("n = [1, 2, 3]", f"n = {1 << 61}", "n is beyond 10000"),
    ("n = [1, 2, 3]", f'n = "{"9" * 50}"', "expected a word of at most 40 letters"),
    ("n = [1, 2, 3]", f"n = {'9' * 5000}", "is not valid TOML"),
    ("points = 20", "points = 20000", "points is beyond 10000"),
    ("[expect]", "[[cards]]\nfamily = 'joker'\n" * 201 + "[expect]", "more than 200"),
    ('game = "testing"', "a = " + "[" * 5000, "is not valid TOML"),
]


@pytest.mark.parametrize(("old", "new", "reason"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_deck_is_refused_before_anything_is_made_of_it(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    with pytest.raises(CheckFailed, match=reason):
        read(tmp_path, GOOD.replace(old, new))


any_value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=60) | st.floats(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=12,
)
any_block = st.dictionaries(
    st.sampled_from(["family", "name", "copies", "points", "back", "in_play", "color", "n", "sparkle"]),
    st.sampled_from(["number", "joker", "{n}", "{color}{n}", 1, 2, "red", ["red", "blue"], [1, 2, 3]]) | any_value,
    max_size=8,
)


@given(
    data=st.fixed_dictionaries(
        {"game": st.just("testing"), "cards": st.lists(any_block, max_size=6)},
        optional={"letters": any_value, "expect": any_value},
    )
)
def test_any_data_is_a_deck_or_a_sentence(data: dict[str, object]) -> None:
    try:
        deck = read_deck(data, "testing", FAMILIES, "a deck")
    except CheckFailed as problem:
        sentence = str(problem)
        assert sentence.startswith("a deck")
        assert len(sentence) < 400
    else:
        assert 0 <= deck.size <= 250
