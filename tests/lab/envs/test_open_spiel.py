"""OpenSpiel's own tests over every game: random simulations with serialisation, and its playthroughs."""

from __future__ import annotations

import random

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import slamdeck as sd
from slamdeck.core.game import GameInfo
from tests.conformance.driving import every_game


@every_game
def test_open_spiel_is_content(info: GameInfo, capfd: pytest.CaptureFixture[str]) -> None:
    game = sd.open_spiel_game(info.slug, most_decisions=30, deals=20)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


@every_game
def test_a_playthrough_can_be_written(info: GameInfo) -> None:
    game = sd.open_spiel_game(info.slug, deals=5, most_decisions=4)
    text = generate_playthrough.playthrough(str(game), [0], observation_params_string=None)
    assert f'GameType.long_name = "{info.title}"' in text
    assert "Apply action" in text


def test_a_state_is_copied_and_serialised_with_its_past() -> None:
    game = sd.open_spiel_game("hit_the_deck", seats=3, most_decisions=60, target_score=30)
    state = game.new_initial_state()
    roll = random.Random(1)
    state.apply_action(7)
    for _ in range(30):
        state.apply_action(roll.choice(state.legal_actions()))
    assert not state.is_terminal()
    again_game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again_game) == str(game)
    assert "house_rules" in str(game)
    twin = state.clone()
    for other in (again, twin):
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        player = state.current_player()
        assert other.information_state_string(player) == state.information_state_string(player)
    while not state.is_terminal():
        action = roll.choice(state.legal_actions())
        for one in (state, again, twin):
            one.apply_action(action)
    assert state.returns() == again.returns() == twin.returns()
    assert sum(state.returns()) == pytest.approx(0)


def test_bad_questions_have_one_sentence_before_open_spiel_sees_them() -> None:
    with pytest.raises(sd.Problem, match="Slamwich is for 2 to 6 players"):
        sd.open_spiel_game("slamwich", seats=9)
    with pytest.raises(sd.Problem, match="has no option 'colour'"):
        sd.open_spiel_game("slamwich", colour="red")
