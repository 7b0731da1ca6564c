"""Whoever has the box asks in its words: every noun and verb of its headings finds the clause it speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.rule_search import find_clauses, read_synonyms, stem, words_of
from slamdeck.core.rulebook import CLAUSE_ID, clauses, sections
from slamdeck.games import all_games
from tests.conformance.driving import every_game

HERE = Path(__file__).parent
FIRST = 3


def asked(info: GameInfo) -> dict[str, list[str]]:
    """The words of the box's headings, and the clauses of which one must be among the first found."""
    lines = (HERE / f"{info.slug}.words").read_text(encoding="utf-8").splitlines()
    return {words: ids.split() for words, _, ids in (line.rpartition(": ") for line in lines)}


@every_game
def test_the_words_of_the_box_find_the_right_clause(info: GameInfo) -> None:
    missed = []
    for words, wanted in asked(info).items():
        found = [clause.id for clause in find_clauses(info, words)][:FIRST]
        if not set(wanted) & set(found):
            missed.append(f"{words}: found {found}, expected one of {wanted}")
    assert missed == []


@every_game
def test_synonyms_name_clauses_that_exist(info: GameInfo) -> None:
    known = clauses(info)
    for words, meant in read_synonyms(info.folder).items():
        for one in meant:
            assert one in known or not CLAUSE_ID.fullmatch(one), f"{words}: {one}"


@every_game
def test_every_clause_is_found_by_its_number_and_keeps_its_place(info: GameInfo) -> None:
    for section in sections(info):
        for clause in section.clauses:
            assert find_clauses(info, clause.id)[0].id == clause.id
            assert find_clauses(info, clause.id.lower().replace("-", " "))[0].id == clause.id


def test_a_sub_heading_stays_with_its_clauses() -> None:
    lowdown = {clause.id: clause.under for section in sections(all_games()["lowdown"]) for clause in section.clauses}
    assert lowdown["LD-10"] == ""
    assert lowdown["LD-11"] == "If you drew:"
    assert lowdown["LD-21"] == "If you took the discard:"
    assert lowdown["LD-26"] == ""


@pytest.mark.parametrize(
    ("british", "american"), [("colour", "color"), ("centre pile", "center pile"), ("neighbour", "neighbor")]
)
def test_both_spellings_find_the_same(british: str, american: str) -> None:
    for info in all_games().values():
        assert find_clauses(info, british) == find_clauses(info, american)


def test_forms_of_a_word_are_the_same() -> None:
    assert {stem(word) for word in ("slap", "slaps", "slapped", "slapping")} == {"slap"}
    assert words_of("Three-in-a-row!") == words_of("three in a row")
    assert find_clauses(all_games()["slamwich"], "") == []
    assert find_clauses(all_games()["slamwich"], "xyzzy") == []
