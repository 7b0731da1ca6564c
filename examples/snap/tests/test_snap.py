"""The rules of Snap, clause by clause. The worked examples are in `slamdeck_snap/scenarios`."""

from __future__ import annotations

from pathlib import Path

import pytest
from slamdeck_snap import GAME
from slamdeck_snap.actions import CATALOGUE, GRAB, TURN_OVER
from slamdeck_snap.rules import Snap

from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import Game
from slamdeck.core.rulebook import clauses, places
from slamdeck.core.rules import APPLIED, FOUL, IGNORED, REJECTED
from slamdeck.core.scenarios import load_scenario, run_scenario
from slamdeck.core.staging import set_position
from slamdeck.core.views import legal_codes
from slamdeck.lab.simulation import Simulation

SCENARIOS = sorted((GAME.folder / "scenarios").glob("*.toml"))


def table(seats: int = 3, seed: int = 1, **options: object) -> tuple[Game, Snap]:
    rules = GAME.table(seats, GAME.deck(), GAME.read_options(options, seats), FastDice(seed))
    assert isinstance(rules, Snap)
    return Game(rules), rules


def given(packs: list[list[str]], heaps: list[list[str]], turn: int = 0) -> tuple[Game, Snap]:
    game, rules = table(len(packs))
    set_position(rules, {"packs": packs, "heaps": heaps, "turn": turn})
    return game, rules


def test_every_clause_is_told_and_carried_out_somewhere() -> None:
    """The ids in RULES.md are those in the docstrings of the code."""
    assert set(clauses(GAME)) == set(places(GAME))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_worked_examples(path: Path) -> None:
    assert run_scenario(load_scenario(path), GAME, path) == []


@pytest.mark.parametrize("seats", range(2, 7))
def test_SN_01_SN_02_SN_03_everything_is_dealt(seats: int) -> None:
    _, rules = table(seats)
    sizes = [rules.cards.size(seat) for seat in range(seats)]
    assert sum(sizes) == 52
    assert max(sizes) - min(sizes) <= 1


def test_SN_03_nobody_sees_a_pack() -> None:
    _, rules = table()
    assert not any(rules.cards.knows(seat, pack, 0) for seat in range(3) for pack in range(3))


def test_SN_04_chance_says_who_begins_and_it_goes_round_to_the_left() -> None:
    assert {table(seed=seed)[1].turn for seed in range(20)} == {0, 1, 2}
    game, rules = table()
    first = rules.turn
    game.input(1000, first, TURN_OVER)
    assert rules.turn == (first + 1) % 3


def test_SN_07_all_heaps_that_match_are_taken() -> None:
    game, rules = given([["2"], ["3"], ["4"]], [["7"], ["5", "7"], ["7"]])
    game.input(1000, 1, GRAB)
    assert [rules.cards.size(seat) for seat in range(6)] == [1, 5, 1, 0, 0, 0]
    assert rules.turn == 1


def test_SN_09_a_used_up_pack_is_made_of_the_heap() -> None:
    game, rules = given([[], ["3"]], [["7", "8"], ["9"]])
    game.input(1000, 0, TURN_OVER)
    assert rules.deck.kinds[rules.cards.top(rules.heap_of(0))].name == "7"
    assert rules.cards.size(0) == 1


def test_SN_10_the_last_one_left_has_won() -> None:
    game, rules = given([["3"], []], [["7"], ["7"]])
    game.input(1000, 0, GRAB)
    outcome = rules.outcome()
    assert outcome is not None
    assert (outcome.winners(), outcome.clause) == ([0], "SN-10")


def test_SN_R1_not_too_fast() -> None:
    game, rules = table(pace_ms=400)
    first = rules.turn
    assert game.input(1000, first, TURN_OVER).verdict == APPLIED
    assert game.input(1399, rules.turn, TURN_OVER).verdict == REJECTED
    assert TURN_OVER not in legal_codes(rules, rules.turn)
    assert TURN_OVER in legal_codes(rules, rules.turn, 1400)
    assert game.input(1400, rules.turn, TURN_OVER).verdict == APPLIED


def test_SN_R2_a_card_turns_over_by_itself() -> None:
    game, rules = table(patience_ms=4000)
    game.wait(3999)
    assert rules.turned == 0
    game.wait(8000)
    assert rules.turned == 2


def test_SN_R3_a_hand_that_bounces_has_grabbed_once() -> None:
    game, _ = given([["2", "3", "4"], ["3", "4"]], [["7"], ["8"]])
    assert game.input(1000, 0, GRAB).verdict == FOUL
    assert game.input(1299, 0, GRAB).clause == "SN-R3"
    assert game.input(1300, 0, GRAB).verdict == FOUL


def test_SN_R4_before_the_first_card_a_grab_costs_nothing() -> None:
    game, _ = table()
    assert game.input(1000, 0, GRAB).verdict == IGNORED


def test_SN_R5_the_game_stops_at_last() -> None:
    game, rules = table(most_cards=3)
    game.wait(60_000)
    outcome = rules.outcome()
    assert outcome is not None
    assert (outcome.clause, rules.turned) == ("SN-R5", 3)


def test_SN_R6_nobody_acts_at_the_wrong_time() -> None:
    game, rules = table()
    assert game.input(1000, (rules.turn + 1) % 3, TURN_OVER).clause == "SN-R6"


@pytest.mark.parametrize("seats", [2, 6])
def test_games_come_to_an_end(seats: int) -> None:
    simulation = Simulation(GAME, seats, GAME.deck(), GAME.read_options(GAME.simulated, seats), 7)
    for _ in range(10):
        simulation.play_next()
    assert simulation.summary.unfinished == 0


def test_grabbing_is_a_hand() -> None:
    assert CATALOGUE.hand_verbs() == ["grab"]
