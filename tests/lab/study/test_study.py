"""The study: the same questions to every game, the same page from the same seed, nothing written in vain."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.core.game import GameInfo
from slamdeck.games import find_game
from slamdeck.lab.runs.figures import Share
from slamdeck.lab.study.asking import (
    PLAYER,
    Duel,
    GameStudied,
    TableFigures,
    Varied,
    play_tables,
    scaled_deck,
    verbs_left_out,
)
from slamdeck.lab.study.findings import found_out
from slamdeck.lab.study.page import PLOTS
from slamdeck.lab.tournament import Standing
from tests.conformance.driving import every_game


@every_game
def test_every_game_answers_who_begins_and_how_long_it_takes(info: GameInfo) -> None:
    seats = max(info.fewest, 3)
    figures = play_tables(info, seats, 3, 1, {})
    assert figures.games == 3
    assert figures.stopped == 0
    assert sum(share.won for share in figures.by_distance) == pytest.approx(3)
    assert figures.minutes()[2] > 0.1


def test_who_leaves_out_what_everything_hangs_on_loses() -> None:
    left_out = dict(verbs_left_out(find_game("slamwich"), 2, 6, 1))
    assert left_out["slap"].standing.share < 0.3
    assert left_out["slap"].standing.second == PLAYER


def test_other_cards_are_really_in_the_box() -> None:
    info = find_game("hit_the_deck")
    assert scaled_deck(info, "cut", 2.0).size == info.own_deck.size + 8
    assert scaled_deck(info, "cut", 0.5).size == info.own_deck.size - 4


def test_the_page_is_the_same_from_the_same_seed(tmp_path: Path) -> None:
    pages = []
    for folder in ("one", "two"):
        words = ["study", "hands_down", "--games", "2", "--seed", "3", "--workers", "1", "--docs"]
        done = CliRunner().invoke(main, [*words, str(tmp_path / folder)])
        assert done.exit_code == 0, done.output
        pages.append((tmp_path / folder / "study.md").read_text(encoding="utf-8"))
        assert all((tmp_path / folder / "images" / name).read_bytes().startswith(b"\x89PNG") for name in PLOTS)
    assert pages[0] == pages[1]
    assert "| Hands Down | fake |" in pages[0]


def test_a_bad_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(main, ["study", "--games", "1000000", "--docs", str(tmp_path / "file")])
    assert done.exit_code == 1
    assert "cannot be made" in done.stderr


def test_the_page_begins_with_what_stands_out() -> None:
    even = Duel(4, Standing("a", "b", 400, 0.5, 0.02))
    worse = Duel(4, Standing("a", "b", 400, 0.2, 0.05))
    figures = TableFigures(2, [Share(90, 100), Share(10, 100)], [60_000] * 5, [1] * 5)
    longer = Varied("twice as many *egg*", TableFigures(2, [Share(50, 100)] * 2, [180_000] * 5))
    one = GameStudied("g", "A Game", 5, [figures], [], [], [longer], [("wave", even), ("hit", worse)], worse)
    assert found_out([one]) == [
        "To begin matters at 1 of 1 tables, most in A Game with 2: who begins wins 90% instead of 50%.",
        "Hardly missed by who never does it: “wave” in A Game.",
        "To slap without looking pays nowhere, and costs duels in A Game (20%).",
        "What changes the length most: A Game twice as many *egg* (1.0 → 3.0 minutes).",
        "Over after very few hands: A Game with 2 (1).",
    ]
