"""The rules are told in our own words: no run of eight words is the rulebook's.

The rulebooks are not ours to hand on, so they lie beside the sources of whoever works on the rules, if at all:
`../shared/rulebooks/<game>.txt`. Elsewhere there is nothing to compare with, and the test says so.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.rulebook import rules_text
from slamdeck.games import own_games

RULEBOOKS = Path(__file__).parents[2].parent / "shared" / "rulebooks"
LONGEST = 7

every_own_game = pytest.mark.parametrize("info", own_games().values(), ids=lambda info: info.slug)


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("’", "").replace("'", ""))


def runs(words: list[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def shared_runs(ours: str, theirs: str) -> list[str]:
    return sorted(" ".join(run) for run in runs(words_of(ours), LONGEST + 1) & runs(words_of(theirs), LONGEST + 1))


def test_a_run_of_eight_words_is_noticed() -> None:
    book = "Put the cards that you have won under your own stack."
    assert shared_runs("Now put the cards that – you have won, under it", book) == [
        "put the cards that you have won under",
    ]
    assert shared_runs("Put the cards that you have won below", book) == []


@every_own_game
def test_the_rules_share_no_long_run_of_words_with_the_rulebook(info: GameInfo) -> None:
    book = RULEBOOKS / f"{info.slug}.txt"
    if not book.exists():
        pytest.skip(f"the rulebook is not part of the repository, and not at {RULEBOOKS.name}/{book.name} beside it")
    assert shared_runs(rules_text(info), book.read_text(encoding="utf-8")) == []
