"""Nicknames: NFC, at most twenty graphemes, nothing that hides, turns or stacks up."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamdeck.table.company.lookalikes import skeleton
from slamdeck.table.company.names import MOST_GRAPHEMES, NAMELESS, clean_name, distinct_name, graphemes, shows


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Lee ", "Ann Lee"),
        ("Ann\u202egnp.exe", "Anngnp.exe"),
        ("A\u200bn\u200dn\ufeff", "Ann"),
        ("\x00\x1bAnn\x7f", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u3164\u2800", NAMELESS),
        ("", NAMELESS),
        ("x" * 50, "x" * 20),
        ("e" + "\u0316" * 30, "e" + "\u0316" * 3),
        ("\U0001f1eb\U0001f1f7" * 30, "\U0001f1eb\U0001f1f7" * 20),
        ("\U0001f44d\U0001f3fd" * 21, "\U0001f44d\U0001f3fd" * 20),
    ],
)
def test_a_name_is_shown_without_tricks(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@given(st.text(max_size=200))
def test_any_text_becomes_a_name(text: str) -> None:
    name = clean_name(text)
    assert name
    assert len(list(graphemes(name))) <= MOST_GRAPHEMES
    assert all(shows(letter) for letter in name)
    assert unicodedata.normalize("NFC", name) == name
    assert clean_name(name) == name


@given(st.lists(st.text(max_size=30), max_size=6))
def test_no_two_at_a_table_look_the_same(texts: list[str]) -> None:
    names: list[str] = []
    for text in texts:
        names.append(distinct_name(text, names))
    assert len({skeleton(name) for name in names}) == len(names)
    assert all(len(list(graphemes(name))) <= MOST_GRAPHEMES for name in names)


@pytest.mark.parametrize(
    "other",
    [
        "ada",
        "ADA ",
        "\u0410da",  # Cyrillic
        "Ad\u0430",
        "\uff21\uff44\uff41",  # full width
        "\U0001d400\U0001d41d\U0001d41a",  # bold mathematics
        "\u0391da",  # Greek
        "A da",
        "A\u200bda",
        "\u24b6da",  # in a circle
    ],
)
def test_a_name_that_looks_like_anothers_is_taken(other: str) -> None:
    assert distinct_name(other, ["Ada"]) != clean_name(other)
    assert skeleton(clean_name(other)) == skeleton("Ada")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bill", "BiIl"), ("Bob", "B0b"), ("Tim", "Tirn"), ("\u0397ans", "Hans"), ("\u041c\u0430\u0445", "Max")],
)
def test_letters_that_pass_for_others(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Ida"), ("Zoe", "Zo\u00eb"), ("Ann", "Ann 2"), ("\u0418\u0432\u0430\u043d", "Ivan")]
)
def test_names_that_anybody_can_tell_apart_are_free(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
