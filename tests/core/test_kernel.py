"""The kernel: deadlines before inputs, and refusals that are not the rules' business."""

from __future__ import annotations

import pytest

from slamdeck.core.kernel import MOST_ALARMS, advance
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import IGNORED, REJECTED, Rules
from tests.position import Position


def table() -> Position:
    return Position(
        "slamwich",
        2,
        options={"toss_ms": 1000, "min_toss_ms": 0},
        given={"turn": 0, "stacks": [["egg", "jelly", "onion"], ["bacon", "pickle", "cheese"]], "centre": []},
    )


def test_deadlines_fire_before_an_input_each_at_its_own_time() -> None:
    game = table()
    entry = game.game.input(2500, 0, 0)
    assert [event.what for event in entry.told if event.what == "move"] == ["move", "move", "move"]
    assert game["centre"] == ["egg", "bacon", "jelly"]


def test_an_input_at_exactly_the_deadline_is_too_late() -> None:
    game = table()
    entry = game.game.input(1000, 0, 0)
    assert entry.verdict == REJECTED, "the automatic toss came first, and now it is the other's turn"


def test_time_never_runs_backwards() -> None:
    game = table()
    game.wait(500)
    assert game.game.input(400, 0, 0).verdict == REJECTED
    assert game.wait(400).verdict == REJECTED
    assert game["centre"] == []


def test_seats_and_actions_that_do_not_exist_are_rejected() -> None:
    game = table()
    for seat, action in ((9, 0), (-3, 0), (0, 99), (0, -2)):
        entry = game.game.input(10, seat, action)
        assert entry.verdict == REJECTED
        assert entry.why
    assert IGNORED < REJECTED


class Restless(Rules):
    """Time alone acts here, and `steps` says when it does so again, as often as need be."""

    def __init__(self, steps: list[int]) -> None:
        like = table().rules
        super().__init__(like.layout, like.deck, like.catalogue, like.dice, None)
        self.steps = steps
        self.fired = 0
        self.deadline = steps[0]

    def alarm(self) -> None:
        self.fired += 1
        self.deadline = self.steps[self.fired % len(self.steps)]


@pytest.mark.parametrize("steps", [[0], [-5], [40, 20]])
def test_a_game_whose_deadlines_never_get_anywhere_is_stopped(steps: list[int]) -> None:
    game = Restless(steps)
    with pytest.raises(CheckFailed, match="however often it comes"):
        advance(game, 100)
    assert game.fired <= MOST_ALARMS + 2


def test_a_game_may_have_many_deadlines_if_time_goes_on() -> None:
    game = Restless(list(range(1, MOST_ALARMS + 100)))
    advance(game, MOST_ALARMS + 50)
    assert game.fired == MOST_ALARMS + 50
