"""Nicknames: NFC, at most twenty graphemes, nothing that hides, turns or stacks up."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    assert len({name.casefold() for name in names}) == len(names)
    assert all(len(list(graphemes(name))) <= MOST_GRAPHEMES for name in names)
