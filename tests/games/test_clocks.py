"""Whom the clock of each game waits for, and how long. What no clock may tell is tried for all games in conformance."""

from __future__ import annotations

from slamdeck.core.sights import Clock
from slamdeck.core.views import view_of
from slamdeck.core.zones import PUBLIC
from tests.position import Position


def clock(game: Position) -> Clock | None:
    return view_of(game.rules, PUBLIC).clock


# ---- Slamwich ---------------------------------------------------------------------------------------


def sandwich(centre: list[str], first: str, **fields: object) -> Position:
    given = {"turn": 0, "stacks": [[first, "egg"], ["jelly", "egg"], ["onion", "egg"]], "centre": centre, **fields}
    return Position("slamwich", 3, {"min_toss_ms": 0, "debounce_ms": 0}, given=given)


def test_SW_R28_an_absent_player_has_so_long_to_toss() -> None:
    game = sandwich(["bacon"], "tomato")
    assert clock(game) == Clock([0], 5000, 5000)
    game.do(1200, 0, "toss")
    assert clock(game) == Clock([1], 5000, 5000)
    game.wait(2200)
    assert clock(game) == Clock([1], 4000, 5000)


def test_SW_R28_a_pile_that_can_be_slapped_has_the_same_clock_as_any_other() -> None:
    plain, pattern = sandwich(["bacon"], "tomato"), sandwich(["tomato", "bacon"], "tomato")
    plain.do(100, 0, "toss")
    pattern.do(100, 0, "toss")
    assert clock(plain) == clock(pattern) == Clock([1], 5000, 5000)


def test_SW_R19_a_held_thief_waits_for_all_and_after_a_shout_for_its_holder() -> None:
    game = sandwich(["bacon"], "TH")
    game.do(100, 0, "toss")
    game.do(500, 2, "slap")
    assert clock(game) == Clock([0, 1, 2], 3000, 3000)
    game.do(700, 1, "yell")
    assert clock(game) == Clock([2], 500, 700)
    game.wait(1200)
    assert game["turn"] == 1


def test_SW_R19_after_the_grace_it_is_one_and_the_same_clock() -> None:
    game = sandwich(["bacon"], "TH")
    game.do(100, 0, "toss")
    game.do(500, 2, "slap")
    game.wait(1500)
    assert clock(game) == Clock([0, 1, 2], 2000, 3000)


def test_SW_R22_the_last_chance_to_stop_a_munch() -> None:
    game = sandwich(["tomato", "M1"], "tomato", munch=[2, 0, 1])
    game.do(100, 0, "toss")
    assert game["phase"] == "CLOSING"
    assert clock(game) == Clock([0, 1, 2], 1500, 1500)


def test_SW_42_the_agreed_time_waits_for_nobody() -> None:
    given = {"turn": 0, "stacks": [["egg", "jelly"], ["jelly", "egg"]], "centre": []}
    game = Position("slamwich", 2, {"time_limit_ms": 3000}, given=given)
    assert clock(game) == Clock([], 3000, 3000)
    game.wait(3000)
    assert (game.rules.over, clock(game)) == (True, None)


# ---- Hit the Deck -----------------------------------------------------------------------------------


def deck_table(**options: object) -> Position:
    given = {"turn": 1, "hands": [["R1", "B2"], ["HH", "R2"], ["G3", "Y4"]], "discard": ["R5"], "draw": ["Y1", "Y2"]}
    return Position("hit_the_deck", 3, dict(options), given=given)


def test_HT_R43_a_turn_has_its_time() -> None:
    assert clock(deck_table()) == Clock([1], 20_000, 20_000)
    assert clock(deck_table(turn_ms=None)) is None


def test_HT_R24_a_hand_race_waits_for_all_whoever_is_down() -> None:
    game = deck_table()
    game.do(1000, 1, "play HH")
    assert clock(game) == Clock([0, 1, 2], 4000, 4000)
    game.do(1400, 0, "slap")
    assert clock(game) == Clock([0, 1, 2], 3600, 4000)


# ---- Hands Down -------------------------------------------------------------------------------------


def test_HD_R40_the_opening_card_then_the_turn_then_nothing_in_the_air_then_the_race() -> None:
    given = {"turn": 0, "hands": [["4", "4"], ["5", "6"], ["7", "8"]], "drawpile": ["9", "10"]}
    game = Position("hands_down", 3, {"settle_ms": 0}, given=given)
    assert clock(game) == Clock([0], 10_000, 10_000)
    game.do(1000, 0, "draw")
    assert clock(game) == Clock([0], 20_000, 20_000)
    game.do(2000, 0, "slap")
    assert clock(game) is None, "HD-R32: whatever it is"
    game.wait(2250)
    assert game["phase"] == "RACE"
    assert clock(game) == Clock([1, 2], 3000, 3000)


def test_HD_R42_the_limit_of_the_whole_turn_comes_first() -> None:
    given = {"turn": 0, "phase": "ACTION", "hands": [["4", "4"], ["5"], ["7"]], "drawpile": ["9"], "since": 100}
    game = Position("hands_down", 3, {"turn_cap_ms": 15_000}, given=given)
    game.wait(100)
    assert clock(game) == Clock([0], 14_900, 14_900)


# ---- Yahtzee Hands Down -----------------------------------------------------------------------------


def test_YH_R31_the_turn_and_YH_R20_the_last_call() -> None:
    hands = [["R1", "R1", "R1", "B2", "Y3"], ["R2", "B3", "Y4", "B6", "R6"]]
    given = {"starter": 0, "hands": hands, "draw": ["B1", "B4", "Y5"], "combos": ["3K"]}
    game = Position("yahtzee_hands_down", 2, {}, given=given)
    assert clock(game) == Clock([0], 45_000, 45_000)
    game.do(1000, 0, "call")
    game.do(2000, 1, "exchange")
    game.do(3000, 1, "exchange")
    assert clock(game) == Clock([1], 5000, 5000)


def test_YH_R38_the_pause_after_a_round_waits_for_nobody() -> None:
    hands = [["R1", "R1", "R1", "B2", "Y3"], ["R2", "B3", "Y4", "B6", "R6"]]
    given = {"starter": 0, "hands": hands, "draw": ["B1", "B4", "Y5"] + ["B5", "Y6"], "combos": ["3K", "SS"]}
    game = Position("yahtzee_hands_down", 2, {"lastcall_ms": 0}, given=given)
    for at, seat, move in ((1000, 0, "call"), (2000, 1, "exchange"), (3000, 1, "exchange")):
        game.do(at, seat, move)
    assert game["phase"] == "REVEAL"
    assert clock(game) == Clock([], 4000, 4000)


# ---- Lowdown ----------------------------------------------------------------------------------------


def test_LD_R3_the_set_up_waits_for_who_has_not_opened_two() -> None:
    game = Position("lowdown", 2, {"start_seat": 0})
    assert clock(game) == Clock([0, 1], 15_000, 15_000)
    game.do(100, 0, "open 1")
    game.do(200, 0, "open 2")
    assert clock(game) == Clock([1], 14_800, 15_000)
    game.do(300, 1, "open 1")
    game.do(400, 1, "open 2")
    assert clock(game) == Clock([0], 30_000, 30_000), "LD-R30: each step of a turn"
    game.do(500, 0, "draw")
    assert clock(game) == Clock([0], 30_000, 30_000)
