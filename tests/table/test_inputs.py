"""What is kept of a game's inputs while it is played."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import CLOCK
from slamdeck.core.zones import HOST
from slamdeck.games import all_games
from slamdeck.table.play.input_log import ACTIONS, Inputs
from tests.table.test_live_races import Game

A_WEEK = 7 * 24 * 3_600_000  # ms

one_input = st.tuples(
    st.integers(0, A_WEEK), st.integers(0, int(HOST)), st.integers(0, ACTIONS - 1) | st.just(int(CLOCK))
)


@given(st.lists(one_input))
def test_inputs_come_back_as_they_went_in(inputs: list[tuple[int, int, int]]) -> None:
    kept = Inputs()
    for at, seat, action in inputs:
        kept.add(at, seat, action)
    assert kept.listed() == inputs
    assert len(kept) == len(inputs)
    assert kept.packed.itemsize == 8


def test_every_action_of_every_game_fits() -> None:
    for info in all_games().values():
        rules = info.table(info.most, info.deck(), info.read_options({}, info.most), FastDice(1))
        assert rules.catalogue.size < ACTIONS


def test_a_table_keeps_the_inputs_of_its_game_and_no_log() -> None:
    game = Game("slamwich", 3, 1)
    before = len(game.table.state.inputs)
    game.act(game.turn, "toss", 300)
    game.wait(900)
    state = game.table.state
    assert state.game is not None
    assert state.game.log == []
    assert len(state.inputs) > before
