"""Worked examples for people: every scenario is shown as cards and moves, and can be tried."""

from __future__ import annotations

import pytest

from slamdeck.core.examples import TriedMove, scenarios_in, set_up_of, try_out, worked_examples
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rulebook import clauses
from slamdeck.games import all_games
from tests.conformance.driving import every_game


@every_game
def test_every_scenario_is_an_example_with_real_cards(info: GameInfo) -> None:
    found = worked_examples(info)
    files = list((info.folder / "scenarios").glob("*.toml"))
    assert {one.name for one in found} == {path.stem for path in files}
    known = clauses(info)
    for one in found:
        assert set(one.clauses) <= set(known)
        assert "-X" not in one.title
        scenario = scenarios_in(info.folder)[one.name]
        if not scenario.deck:
            names = {card.strip("()") for row in one.rows for card in row.cards} - {"--"}
            assert names <= set(info.own_deck.names())
    assert sum(bool(one.rows) for one in found) >= len(found) - 2


@every_game
def test_the_moves_of_an_example_end_where_the_file_says(info: GameInfo) -> None:
    for one in worked_examples(info):
        moves = [TriedMove(move.do, move.seat, move.at) for move in one.moves]
        assert try_out(info, one.name, 0, []).verdict == ""
        if moves:
            last = try_out(info, one.name, 0, moves)
            assert last.verdict in ("", one.moves[-1].verdict)
            assert last.view.seat == 0


def test_whoever_tries_an_example_moves_every_hand_and_lets_time_pass() -> None:
    slamwich = all_games()["slamwich"]
    name = "x1_double_decker_and_a_late_slap"
    tossed = try_out(slamwich, name, 0, [TriedMove("toss", 1)])
    assert tossed.verdict == "applied"
    assert [zone.cards for zone in tossed.view.zones if zone.name == "centre"] == [["egg", "egg"]]
    refused = try_out(slamwich, name, 0, [TriedMove("toss", 2)])
    assert (refused.verdict, bool(refused.clause)) == ("rejected", True)
    later = try_out(slamwich, name, 2, [TriedMove("toss", 1), TriedMove("clock")])
    assert later.at > tossed.at
    with pytest.raises(UsageProblem, match="no example"):
        try_out(slamwich, "x99", 0, [])
    with pytest.raises(UsageProblem, match="the seats 0 to 2"):
        try_out(slamwich, name, 5, [])


@every_game
def test_the_set_up_holds_every_card(info: GameInfo) -> None:
    rows = set_up_of(info)
    assert any(row.each for row in rows)
    assert sum(row.cards * (min(4, info.most) * row.each or 1) for row in rows) >= info.own_deck.size - 12
