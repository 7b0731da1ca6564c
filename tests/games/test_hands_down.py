"""Hands Down, clause by clause. The worked examples are the scenario files of the game."""

from __future__ import annotations

import random
from itertools import pairwise

import msgspec
import pytest

from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import Entry
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rulebook import clauses
from slamdeck.core.rules import Rules
from slamdeck.core.views import delivery, sensible_codes, view_of
from slamdeck.core.zones import HOST, PUBLIC
from slamdeck.games import find_game
from slamdeck.games.hands_down import GAME
from slamdeck.lab.playouts import Playout
from tests.position import Position

# The table of the worked examples: no wind-up, no pauses, no idle limits.
PLAIN: dict[str, object] = {
    "windup_ms": 0,
    "clump_ms": 12,
    "settle_ms": 0,
    "debounce_ms": 0,
    "start_ms": None,
    "turn_ms": None,
    "turn_cap_ms": None,
}
ALL_LAID = [[1, 1, 2, 2, 3, 3, 4], [4, 5, 5, 6, 6, 7, 9], [7, 8, 8, 9, 10, 10]]


def seats_of(hands: str) -> list[list[str]]:
    """ "5 5 | 9 | J 3" is three hands."""
    return [hand.split() for hand in hands.split("|")]


def table(
    hands: str,
    turn: int = 0,
    phase: str = "ACTION",
    picks: list[int] | None = None,
    options: dict[str, object] | None = None,
    **given: object,
) -> Position:
    cards = seats_of(hands)
    position = {"hands": cards, "turn": turn, "phase": phase, **given}
    return Position("hands_down", len(cards), {**PLAIN, **(options or {})}, picks=picks, given=position)


def dealt(seats: int, stacked: list[str] | None = None, seed: int = 1, **options: object) -> Position:
    return Position("hands_down", seats, {**PLAIN, **options}, stacked=stacked, seed=seed)


def hands(position: Position) -> list[list[str]]:
    found = position["hands"]
    assert isinstance(found, list)
    return found


def number(position: Position, field: str) -> int:
    found = position[field]
    assert isinstance(found, int)
    return found


# ---- the box and the deal ------------------------------------------------------------------------


def test_HD_01_three_or_four_players() -> None:
    for seats in (2, 5):
        with pytest.raises(UsageProblem, match="3 to 4 players"):
            GAME.check_seats(seats)
    assert dealt(3).rules.seats == 3
    assert dealt(4).rules.seats == 4


def test_HD_02_HD_46_HD_47_the_whole_game_holds_22_points() -> None:
    """HD-02: points come from pairs. The deck makes 20 pairs; with the Joker that is 22 points."""
    deck = GAME.deck()
    assert deck.size == 41
    assert sum(deck.kinds[k].copies for k in deck.family("number")) == 40
    game = table("||", phase="OVER", laid=ALL_LAID, joker=0)
    points = game["points"]
    assert isinstance(points, list)
    assert sum(points) == 22


def test_HD_03_HD_04_HD_20_HD_R30_physical_matters_are_told_in_the_rules() -> None:
    """The text tells them, and no action reaches for a foreign pad."""
    told = clauses(GAME)
    assert "furniture" in told["HD-03"]
    assert "colour" in told["HD-04"]
    assert "fourth" in told["HD-R30"]
    actions = GAME.table(3, GAME.deck(), GAME.read_options({}, 3), FastDice(1)).catalogue.named
    assert [p.name for p in actions["slap"].parameters] == ["number"]
    assert actions["touch"].parameters == []


def test_HD_05_the_blank_is_in_the_box_but_never_in_play() -> None:
    deck = GAME.deck()
    assert "blank" not in deck.names()
    expected = deck.data["expect"]
    assert isinstance(expected, dict)
    assert expected["total"] == 42
    assert expected["in_play"] == 41


def test_HD_06_HD_R29_the_dealer_is_random_or_the_hosts_choice() -> None:
    random_dealers = {dealt(4, seed=seed)["dealer"] for seed in range(30)}
    assert random_dealers == {0, 1, 2, 3}
    assert dealt(4, dealer=2)["dealer"] == 2


def test_HD_07_HD_08_HD_R36_HD_R37_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    order = ["1", "2", "3"] * 3 + ["4", "5", "6"]
    game = dealt(3, stacked=order, dealer=1)
    # Seat 2 sits on the dealer's left and gets the first card; the dealer gets the last.
    assert hands(game) == seats_of("2 2 2 5 | 3 3 3 6 | 1 1 1 4")
    assert game.sizes("drawpile", "hands") == {"drawpile": 29, "hands": [4, 4, 4]}
    assert dealt(4).sizes("drawpile", "hands") == {"drawpile": 25, "hands": [4, 4, 4, 4]}


def test_HD_R37_a_random_dealer_is_picked_before_the_shuffle() -> None:
    chosen = dealt(3, seed=9)
    dice = FastDice(9)
    assert chosen["dealer"] == dice.below(3)


def test_HD_09_a_hand_is_hidden_from_everybody_else() -> None:
    game = dealt(3)
    mine = view_of(game.rules, 0).zones
    assert None not in mine[0].cards
    assert mine[1].cards == [None] * 4
    assert mine[6].name == "drawpile"
    assert set(mine[6].cards) == {None}
    assert view_of(game.rules, PUBLIC).zones[0].cards == [None] * 4


def test_HD_10_HD_11_HD_29_turns_go_left_and_end_with_a_pass() -> None:
    game = dealt(3, dealer=2)
    for seat in (0, 1, 2, 0):
        assert game["turn"] == seat
        at = game.rules.now
        game.do(at, seat, "draw")
        game.do(at, seat, "pass")


# ---- deck files ----------------------------------------------------------------------------------


def deck_data(**changes: object) -> dict[str, object]:
    cards: list[dict[str, object]] = [
        {"family": "number", "name": "{n}", "n": list(range(1, 11)), "copies": 4},
        {"family": "joker", "name": "J"},
    ]
    for key, value in changes.items():
        cards[0 if key in ("n", "copies", "name") else 1][key] = value
    total = 0
    for block in cards:
        values = block.get("n", 0)
        copies = block.get("copies", 1)
        assert isinstance(copies, int)
        total += copies * (len(values) if isinstance(values, list) else 1)
    return {"game": "hands_down", "cards": cards, "expect": {"total": total}}


def test_HD_44_a_number_with_an_odd_count_is_refused_with_the_reason() -> None:
    with pytest.raises(CheckFailed, match=r"number 1 has 3 cards.*the game could not end"):
        GAME.deck_from(deck_data(copies=3), "deck")


def test_HD_16_a_deck_has_exactly_one_joker() -> None:
    two = deck_data()
    blocks = two["cards"]
    assert isinstance(blocks, list)
    blocks[1]["copies"] = 2
    two["expect"] = {"total": 42}
    with pytest.raises(CheckFailed, match="exactly one Joker"):
        GAME.deck_from(two, "deck")
    blocks[1] = {"family": "joker", "name": "J"}
    blocks.append({"family": "joker", "name": "K"})
    with pytest.raises(CheckFailed, match="exactly one Joker"):
        GAME.deck_from(two, "deck")
    del blocks[1:]
    two["expect"] = {"total": 40}
    with pytest.raises(CheckFailed, match="no card of family 'joker'"):
        GAME.deck_from(two, "deck")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"n": [0, 1, 2, 3]}, "a number is 0"),
        ({"n": ["seven"], "copies": 20}, "a number is 'seven'"),
        ({"n": [1, 2], "copies": 4}, "too few to deal"),
        ({"n": list(range(1, 63)), "copies": 2}, "at most 60"),
    ],
)
def test_HD_14_decks_that_cannot_be_played_are_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason):
        GAME.deck_from(deck_data(**change), "deck")


def test_HD_05_HD_14_a_blank_in_play_or_a_number_in_two_blocks_is_refused() -> None:
    data = deck_data()
    blocks = data["cards"]
    assert isinstance(blocks, list)
    blocks.append({"family": "blank", "name": "blank"})
    data["expect"] = {"total": 42}
    with pytest.raises(CheckFailed, match="blank is never in play"):
        GAME.deck_from(data, "deck")
    blocks[2] = {"family": "number", "name": "{n}b", "n": 7, "copies": 2}
    data["expect"] = {"total": 43}
    with pytest.raises(CheckFailed, match="number 7 is described twice"):
        GAME.deck_from(data, "deck")


def test_HD_44_a_smaller_box_ends_with_its_own_last_pair() -> None:
    deck = GAME.deck_from(deck_data(n=[3, 8, 20, 40], copies=6), "deck")
    rules = GAME.table(3, deck, GAME.read_options(GAME.simulated, 3), FastDice(3))
    playout = Playout(rules, FastDice(4))
    playout.play(100_000)
    outcome = rules.outcome()
    assert outcome is not None
    assert outcome.clause == "HD-44"
    assert sum(outcome.points) == 12 + 2


# ---- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"fake_ms": 249}, "fake_ms .249. is less than windup_ms"),
        ({"clump_ms": 3000}, "every race would jam"),
        ({"turn_ms": 700}, "turn_ms .700. must be more than settle_ms"),
        ({"turn_cap_ms": 600}, "turn_cap_ms .600. must be more than settle_ms"),
        ({"dealer": 3}, "dealer 3 is not a seat"),
        ({"windup_ms": -1}, "windup_ms"),
        ({"stall_rounds": 0}, "stall_rounds"),
        ({"start_ms": 0}, "start_ms"),
        ({"paddles": 4}, "no option 'paddles'"),
    ],
)
def test_nonsense_options_are_refused(given: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageProblem, match=reason):
        GAME.read_options(given, 3)


def test_options_default_to_the_live_values() -> None:
    live = msgspec.to_builtins(GAME.read_options({}, 3))
    assert live == {
        "windup_ms": 250,
        "race_ms": 3000,
        "fake_ms": 1500,
        "clump_ms": 15,
        "debounce_ms": 400,
        "settle_ms": 700,
        "start_ms": 10_000,
        "turn_ms": 20_000,
        "turn_cap_ms": 120_000,
        "stall_rounds": 10,
        "final_take_before_end": False,
        "bare_slap": "turn",
        "pick_backs": False,
        "dealer": None,
    }
    sim = msgspec.to_builtins(GAME.read_options(GAME.simulated, 3))
    changed = {name for name in live if live[name] != sim[name]}
    assert changed == {"clump_ms", "debounce_ms", "start_ms", "turn_ms", "turn_cap_ms"}


# ---- opening a turn ------------------------------------------------------------------------------


def test_HD_12_a_turn_opens_with_the_top_card_of_the_drawpile() -> None:
    game = table("1 2|3|4", phase="TURN_START", drawpile=["9", "8"])
    game.do(0, 0, "draw")
    assert hands(game)[0] == ["1", "2", "9"]
    assert game["drawpile"] == ["8"]
    assert game["phase"] == "ACTION"
    game.do(0, 0, "draw", "rejected", "HD-R39")
    game.do(0, 0, "take 1", "rejected", "HD-R39")


def test_HD_R24_nothing_else_before_the_opening_card() -> None:
    game = table("1 1|3|4", phase="TURN_START", drawpile=["9"])
    for text in ("slap", "slap 1", "touch", "fake", "pass"):
        entry = game.do(0, 0, text, "rejected", "HD-R24")
        assert entry.told == []
    assert game["turn"] == 0


def test_HD_41_HD_R21_without_a_drawpile_one_takes_from_a_rival_of_choice() -> None:
    game = table("1|3 4|5 6", phase="TURN_START", drawpile=[], picks=[1])
    game.do(0, 0, "draw", "rejected", "HD-41")
    assert sorted(game.legal(0)) == ["shout", "take 1", "take 2"]
    game.do(0, 0, "take 2")
    assert hands(game) == seats_of("1 6|3 4|5")
    assert game["phase"] == "ACTION"


def test_HD_41_taking_waits_until_the_drawpile_is_empty() -> None:
    game = table("1|3|4", phase="TURN_START", drawpile=["9"])
    game.do(0, 0, "take 1", "rejected", "HD-41")


def test_HD_42_HD_R34_an_empty_hand_draws_two() -> None:
    game = table("||", turn=1, phase="TURN_START", drawpile=["9", "8", "7", "6"])
    game.do(0, 1, "draw")
    assert hands(game) == seats_of("|9 8|")
    game.do(0, 1, "pass")
    game.do(0, 2, "draw")
    assert hands(game) == seats_of("|9 8|7 6")


def test_HD_43_HD_R17_two_from_one_rival_or_one_from_each_of_two() -> None:
    both = table("|3 4|5 6", phase="TURN_START", drawpile=[], picks=[0, 0])
    legal = ["shout", "take 1 1", "take 1 2", "take 2 1", "take 2 2"]
    assert sorted(both.legal(0)) == legal
    both.do(0, 0, "take 1 1")
    assert hands(both) == seats_of("3 4||5 6")
    each = table("|3 4|5 6", phase="TURN_START", drawpile=[], picks=[1, 0])
    each.do(0, 0, "take 2 1")
    assert hands(each) == seats_of("6 3|4|5")


def test_HD_R17_if_the_rivals_hold_one_card_between_them_one_is_taken() -> None:
    game = table("|3|", phase="TURN_START", drawpile=[])
    assert game["owed"] == 2
    game.do(0, 0, "take 1 1", "rejected", "HD-R35")
    game.do(0, 0, "take 1")
    assert hands(game) == seats_of("3||")
    assert game["phase"] == "ACTION"


def test_HD_R35_a_wrong_list_of_victims_is_rejected_whole() -> None:
    game = table("|3|5 6|", phase="TURN_START", drawpile=[])
    for text in ("take 1", "take 0 2", "take 2 0", "take 1 1", "take 3 2", "take 2 3"):
        game.do(0, 0, text, "rejected", "HD-R35")
    assert hands(game) == seats_of("|3|5 6|")


def test_HD_R16_HD_R38_cards_that_nobody_has_are_waived_as_the_turn_starts() -> None:
    game = table("1 2 3||", turn=2, drawpile=[])
    game.do(0, 2, "pass")
    assert game["turn"] == 0
    assert game["phase"] == "ACTION"
    assert hands(game) == seats_of("1 2 3||")


def test_HD_R38_a_penalty_that_takes_the_last_card_opens_the_turn() -> None:
    game = table("1|3|", phase="TURN_START", drawpile=[])
    game.do(5, 1, "touch", "foul", "HD-39")
    assert hands(game) == seats_of("1 3||")
    assert game["phase"] == "ACTION"
    assert game["owed"] == 0


def test_HD_R25_a_rival_who_touches_before_the_draw_pays_and_the_draw_stays_as_it_was() -> None:
    game = table("|3 4|5", phase="TURN_START", drawpile=["9", "8", "7"], picks=[0])
    game.do(0, 1, "touch", "foul", "HD-39")
    assert game["phase"] == "TURN_START"
    game.do(1, 0, "draw")
    assert hands(game) == seats_of("3 9 8|4|5")


# ---- pairs and slaps -----------------------------------------------------------------------------


def test_HD_13_HD_14_HD_17_a_pair_is_slapped_for() -> None:
    game = table("3 8 3|1|2")
    game.do(0, 0, "slap")
    assert game["phase"] == "RACE"
    assert game["racers"] == [1, 2]


def test_HD_15_three_alike_are_one_pair_and_four_are_two() -> None:
    game = table("6 6 6 6|1 2|4", picks=[0, 0], options={"clump_ms": 0})
    for at, laid in ((0, [6]), (1000, [6, 6])):
        game.do(at, 0, "slap")
        game.do(at + 100, 2, "slap", "applied" if hands(game)[2] else "ignored")
        game.do(at + 200, 1, "slap")
        assert game["laid"] == [laid, [], []]
    assert hands(game) == seats_of("1 2||4")
    three = table("6 6 6|1|4", picks=[0])
    three.do(0, 0, "slap")
    three.wait(3000)
    assert hands(three)[0] == ["6", "1"]
    three.do(4000, 0, "slap", "foul", "HD-R2")


def test_HD_16_the_joker_pairs_with_nothing() -> None:
    game = table("J 4|1|2", drawpile=["5"])
    game.do(0, 0, "slap", "foul", "HD-R2")


def test_HD_R1_the_slap_may_name_its_pair_else_the_highest_is_played() -> None:
    for text, laid in (("slap 3", 3), ("slap", 10), ("slap 9", 10), ("slap 8", 8)):
        game = table("3 8 3 10 10 9 8||", drawpile=["1"])
        game.do(0, 0, text)
        assert game["laid"] == [[laid], [], []]


def test_HD_R1_a_name_is_judged_at_the_landing() -> None:
    game = table("3 3 9|9|2", options={"windup_ms": 250})
    game.do(0, 0, "slap 9")
    game.do(100, 1, "touch", "foul", "HD-39")
    game.wait(3250)
    assert game["laid"] == [[9], [], []]


def test_HD_18_HD_R39_a_shout_is_always_accepted_and_changes_nothing() -> None:
    for phase in ("TURN_START", "ACTION", "WINDUP", "FAKE", "RACE", "OVER"):
        game = table("3 3|1|2", phase=phase, drawpile=["4"], options={"windup_ms": 250})
        before = (game.rules.truth(), hands(game), game.rules.deadline)
        for seat in range(3):
            entry = game.do(0, seat, "shout")
            assert game.told(entry) == ["shout"]
        assert (game.rules.truth(), hands(game), game.rules.deadline) == before


def test_HD_19_HD_22_the_last_slap_loses_and_pays() -> None:
    game = table("7 7|1|2|3")
    game.do(0, 0, "slap")
    game.do(100, 3, "slap")
    game.do(200, 1, "slap")
    entry = game.do(300, 2, "slap")
    assert game.told(entry) == ["down", "lost", "move", "move", "pair", "take"]
    assert hands(game) == seats_of("2|1||3")


def test_HD_21_who_has_no_cards_takes_no_part() -> None:
    game = table("7 7|1|")
    game.do(0, 0, "slap")
    game.do(50, 2, "slap", "ignored", "HD-21")
    assert game["racers"] == [1]
    assert game["phase"] == "RACE"


def test_HD_23_HD_24_HD_R9_last_two_hands_closer_than_the_clump_jam_the_paddles() -> None:
    for gap, jams in ((11, True), (12, False)):
        game = table("7 7|1|2", options={"clump_ms": 12})
        game.do(0, 0, "slap")
        game.do(100, 1, "slap")
        entry = game.do(100 + gap, 2, "slap")
        assert ("jam" in game.told(entry)) == jams
        assert game["phase"] == "ACTION"
        assert game["turn"] == 0
        assert hands(game) == (seats_of("7 7|1|2") if jams else seats_of("2|1|"))
        if jams:
            game.do(500, 0, "slap")
            assert game["phase"] == "RACE"


def test_HD_R9_no_jam_when_switched_off_or_when_a_hand_is_missing() -> None:
    off = table("7 7|1|2", options={"clump_ms": 0})
    off.do(0, 0, "slap")
    off.do(100, 1, "slap")
    off.do(100, 2, "slap")
    assert hands(off) == seats_of("2|1|")
    missing = table("7 7|1|2|3", options={"clump_ms": 12})
    missing.do(0, 0, "slap")
    missing.do(100, 1, "slap")
    missing.do(101, 2, "slap")
    missing.wait(3000)
    assert hands(missing) == seats_of("3|1|2|")


def test_HD_R9_a_single_racer_never_jams() -> None:
    game = table("7 7|1|", options={"clump_ms": 12})
    game.do(0, 0, "slap")
    game.do(0, 1, "slap")
    assert hands(game) == seats_of("1||")


def test_HD_25_HD_26_HD_R36_the_first_two_of_the_number_go_and_the_new_card_comes_last() -> None:
    game = table("7 4 7 7|1 5 2|", picks=[1])
    game.do(0, 0, "slap")
    game.do(100, 1, "slap")
    assert game["pairs"] == seats_of("7 7||")
    assert hands(game) == seats_of("4 7 5|1 2|")


def test_HD_27_HD_28_one_may_slap_again_and_again() -> None:
    game = table("1 1 2 2 3 3|4|", drawpile=["9"])
    for at in (0, 1000, 2000):
        game.do(at, 0, "slap")
        if game["phase"] == "RACE":
            game.do(at + 500, 1, "slap")
    assert game["laid"] == [[3, 2, 1], [], []]
    assert game["turn"] == 0


def test_HD_R2_a_slap_without_a_pair_is_a_foul_at_the_landing() -> None:
    game = table("1 2|1|3", drawpile=["9"], options={"windup_ms": 250, "settle_ms": 700})
    game.do(0, 0, "slap")
    game.wait(249)
    assert game["turn"] == 0
    entry = game.wait(250)
    assert game.told(entry) == ["foul", "turn"]
    assert game["turn"] == 1
    assert game["shield"] == 950
    game.do(949, 2, "slap", "ignored", "HD-R26")


def test_HD_R2_HD_R33_a_card_won_in_the_wind_up_makes_the_slap_good() -> None:
    game = table("1 2|1|3", drawpile=["9"], options={"windup_ms": 250})
    game.do(0, 0, "slap")
    game.do(249, 1, "touch", "foul", "HD-39")
    game.wait(250)
    assert game["phase"] == "RACE"
    assert game["racers"] == [2]


def test_HD_R33_a_premature_touch_pays_although_the_slap_is_a_foul() -> None:
    game = table("1 2|5|3", drawpile=["9"], options={"windup_ms": 250})
    game.do(0, 0, "slap")
    game.do(100, 2, "slap", "foul", "HD-39")
    game.wait(250)
    assert hands(game) == seats_of("1 2 3|5|")
    assert game["turn"] == 1


def test_HD_R6_without_rivals_cards_the_pair_is_laid_at_once() -> None:
    game = table("7 7 2||", drawpile=["9"])
    entry = game.do(0, 0, "slap")
    assert "pair" in game.told(entry)
    assert hands(game) == seats_of("2||")
    assert game["phase"] == "ACTION"


def test_HD_R7_the_only_rival_with_cards_loses_however_fast() -> None:
    game = table("7 7|5|")
    game.do(0, 0, "slap")
    game.do(1, 1, "slap")
    assert hands(game) == seats_of("5||")


def test_HD_R8_missing_hands_are_last_the_nearest_on_the_left_first() -> None:
    game = table("7 7|5|6|8", turn=0)
    game.do(0, 0, "slap")
    game.do(10, 1, "slap")
    game.do(2999, 0, "pass", "ignored", "HD-R39")
    assert game["phase"] == "RACE"
    game.wait(3000)
    assert hands(game) == seats_of("6|5||8")


def test_HD_R8_a_slap_at_the_deadline_is_too_late() -> None:
    game = table("7 7|5|6")
    game.do(0, 0, "slap")
    game.do(10, 1, "slap")
    game.do(3000, 2, "slap", "ignored")
    assert hands(game) == seats_of("6|5|")
    just = table("7 7|5|6", options={"clump_ms": 0})
    just.do(0, 0, "slap")
    just.do(2998, 2, "slap")
    just.do(2999, 1, "slap")
    assert hands(just) == seats_of("5||6")


def test_HD_R10_who_paid_too_early_must_still_slap() -> None:
    game = table("7 7|5 5|6", picks=[0, 0], options={"windup_ms": 250})
    game.do(0, 0, "slap")
    game.do(100, 1, "slap", "foul", "HD-39")
    game.do(300, 2, "slap")
    assert game["slaps"] == [2]
    game.do(400, 1, "slap")
    assert hands(game) == seats_of("5 5||6")


def test_HD_R27_a_touch_in_the_race_is_no_slap_and_no_foul() -> None:
    game = table("7 7|5|6", options={"clump_ms": 0})
    game.do(0, 0, "slap")
    game.do(100, 1, "touch", "ignored", "HD-R27")
    game.do(200, 2, "slap")
    game.do(201, 2, "slap", "ignored", "HD-21")
    game.do(300, 1, "slap")
    assert hands(game) == seats_of("5||6")


# ---- passing and fouls ---------------------------------------------------------------------------


def test_HD_30_HD_R4_with_one_card_or_none_one_can_only_pass() -> None:
    for hand in ("4", ""):
        game = table(f"{hand}|5|6", drawpile=["9"])
        assert game.legal(0) == ["shout", "pass"]
        for text in ("slap", "fake", "touch"):
            game.do(0, 0, text, "rejected", "HD-R4")
        game.do(0, 0, "pass")
        assert game["turn"] == 1


def test_HD_R4_a_penalty_card_lifts_the_ban() -> None:
    game = table("4|4|6")
    game.do(0, 0, "slap", "rejected", "HD-R4")
    game.do(1, 1, "touch", "foul", "HD-39")
    game.do(2, 0, "slap")
    assert game["phase"] == "RACE"


def test_HD_31_without_a_pair_one_may_fake_or_pass() -> None:
    game = table("1 2|5|6", drawpile=["9"])
    assert {"fake", "pass"} <= set(game.legal(0))
    codes = sensible_codes(game.rules, 0)
    assert sorted(game.rules.wording(0, code) for code in codes) == ["fake", "pass"]


def test_HD_R3_one_may_pass_with_a_pair() -> None:
    game = table("7 7|5|6", drawpile=["9"])
    game.do(0, 0, "pass")
    assert game["turn"] == 1
    assert hands(game)[0] == ["7", "7"]


def test_HD_36_HD_38_HD_R28_a_half_slap_ends_the_turn_and_pairs_stay() -> None:
    game = table("7 7|5|6", drawpile=["9"])
    entry = game.do(0, 0, "touch", "foul", "HD-R28")
    assert game.told(entry) == ["foul", "turn"]
    assert game["turn"] == 1
    assert hands(game)[0] == ["7", "7"]


def test_HD_37_touching_while_faking_ends_the_turn_even_in_the_wind_up() -> None:
    for at in (0, 249, 250, 1499):
        game = table("7 7|5|6", drawpile=["9"], options={"windup_ms": 250})
        game.do(0, 0, "fake")
        game.do(at, 0, "touch", "foul", "HD-37")
        assert game["turn"] == 1


def test_HD_39_HD_40_an_early_touch_costs_a_card_and_the_turn_goes_on() -> None:
    game = table("1 2|5 6|3", picks=[1])
    entry = game.do(0, 1, "touch", "foul", "HD-39")
    assert game.told(entry) == ["pays", "take"]
    assert hands(game) == seats_of("1 2 6|5|3")
    assert game["turn"] == 0
    assert game["phase"] == "ACTION"
    assert game["shield"] == 0


def test_HD_R12_who_has_no_card_pays_nothing() -> None:
    game = table("1 2|5|", options={"windup_ms": 250})
    game.do(0, 2, "slap", "ignored", "HD-R12")
    game.do(1, 0, "slap")
    game.do(2, 2, "slap", "ignored", "HD-R12")


def test_HD_R11_a_bouncing_hand_pays_once() -> None:
    game = table("1 2|5 6 7|3", picks=[0, 0], options={"debounce_ms": 400})
    game.do(1000, 1, "touch", "foul", "HD-39")
    game.do(1399, 1, "slap", "ignored", "HD-R11")
    game.do(1399, 2, "touch", "foul", "HD-39")
    game.do(1400, 1, "touch", "foul", "HD-39")
    assert hands(game) == seats_of("1 2 5 3 6|7|")


def test_HD_R11_bouncing_is_measured_across_turns() -> None:
    game = table("1 2|3|5 6 7", picks=[0, 0], options={"debounce_ms": 400}, drawpile=["9", "9"])
    game.do(1000, 2, "touch", "foul", "HD-39")
    game.do(1100, 0, "pass")
    game.do(1399, 2, "slap", "ignored", "HD-R11")
    game.do(1400, 2, "slap", "foul", "HD-39")
    assert hands(game) == seats_of("1 2 5|3 6|7")


def test_HD_R14_what_was_paid_stays_paid_when_the_turn_player_fouls() -> None:
    game = table("1 2|5|3 4", drawpile=["9"], options={"settle_ms": 100})
    game.do(0, 0, "fake")
    game.do(10, 1, "touch", "foul", "HD-35")
    game.do(20, 0, "touch", "foul", "HD-37")
    game.do(30, 2, "touch", "ignored", "HD-R26")
    assert hands(game) == seats_of("1 2 5||3 4")


def test_HD_R26_stray_hands_are_forgiven_after_a_race_and_after_a_turn() -> None:
    game = table("7 7 1 2|5 6|3", picks=[0], options={"settle_ms": 700, "clump_ms": 0})
    game.do(0, 0, "slap")
    game.do(100, 2, "slap")
    game.do(200, 1, "slap")
    assert game["shield"] == 900
    game.do(899, 1, "touch", "ignored", "HD-R26")
    game.do(900, 1, "touch", "foul", "HD-39")
    assert game["shield"] == 900, "a rival's foul starts no pause"
    passed = table("1 2|5|3", drawpile=["9"], options={"settle_ms": 700})
    passed.do(100, 0, "pass")
    passed.do(799, 2, "slap", "ignored", "HD-R26")
    passed.do(800, 2, "slap", "foul", "HD-39")


def test_HD_R26_a_jam_raises_the_shield_too() -> None:
    game = table("7 7|5 6|3", options={"settle_ms": 700})
    game.do(0, 0, "slap")
    game.do(100, 2, "slap")
    game.do(101, 1, "slap")
    assert game["shield"] == 801
    game.do(800, 0, "slap", "rejected", "HD-R41")
    game.do(801, 0, "slap")


def test_HD_R41_no_wind_up_under_the_shield_but_drawing_and_passing_are_free() -> None:
    game = table("1 2|7 7|3", drawpile=["9", "8"], options={"settle_ms": 700})
    game.do(0, 0, "pass")
    game.do(10, 1, "draw")
    for text in ("slap", "slap 7", "fake"):
        game.do(699, 1, text, "rejected", "HD-R41")
    assert "fake" not in game.legal(1)
    assert "slap" not in game.legal(1)
    game.do(700, 1, "fake")
    assert game["phase"] == "FAKE"
    again = table("1 2|7 7|3", turn=1, options={"settle_ms": 700}, drawpile=["9"], shield=500)
    again.do(499, 1, "pass")
    assert again["turn"] == 2


def test_HD_R41_sensible_players_with_a_pair_wait_for_the_shield_to_come_down() -> None:
    game = table("7 7|5|3", options={"settle_ms": 700}, shield=500)
    assert sensible_codes(game.rules, 0) == []
    game.wait(500)
    assert sensible_codes(game.rules, 0) != []


# ---- faking --------------------------------------------------------------------------------------


def test_HD_32_HD_33_HD_34_fakes_are_free_and_unlimited() -> None:
    game = table("1 2|5|3")
    for at in (0, 100, 200, 5000):
        game.do(at, 0, "fake")
        assert game["phase"] == "FAKE"
    game.wait(6500)
    assert game["phase"] == "ACTION"
    assert game["turn"] == 0


def test_HD_35_HD_R13_every_rival_who_falls_for_it_pays_in_order() -> None:
    game = table("1 2|5|3|6")
    game.do(0, 0, "fake")
    game.do(10, 2, "touch", "foul", "HD-35")
    game.do(20, 1, "slap", "foul", "HD-35")
    game.do(1499, 3, "slap", "foul", "HD-35")
    assert hands(game) == seats_of("1 2 3 5 6|||")


def test_HD_35_at_the_end_of_the_window_it_is_no_fake_any_more() -> None:
    game = table("1 2|5 6|3", picks=[0, 0])
    game.do(0, 0, "fake")
    game.do(1500, 1, "touch", "foul", "HD-39")
    assert game["phase"] == "ACTION"


def test_HD_R11_one_card_per_rival_and_fake_window_whatever_the_debounce() -> None:
    game = table("1 2|5 6 7|3", picks=[0, 0], options={"debounce_ms": 400})
    game.do(0, 0, "fake")
    game.do(10, 1, "touch", "foul", "HD-35")
    game.do(1400, 1, "touch", "ignored", "HD-R11")
    # A new fake is a new mistake, even for a hand that paid a moment ago.
    game.do(1410, 0, "fake")
    game.do(1420, 1, "touch", "foul", "HD-35")
    # Back in ACTION the bounce is measured from the contact paid inside the fake.
    quick = table("1 2|5 6 7|3", picks=[0, 0], options={"debounce_ms": 400, "fake_ms": 100, "windup_ms": 0})
    quick.do(0, 0, "fake")
    quick.do(90, 1, "touch", "foul", "HD-35")
    quick.do(489, 1, "touch", "ignored", "HD-R11")
    quick.do(490, 1, "touch", "foul", "HD-39")


def test_HD_R5_a_slap_or_another_fake_closes_the_window_before_it() -> None:
    game = table("7 7|5 6|3", picks=[0, 0], options={"windup_ms": 250})
    game.do(0, 0, "fake")
    for text in ("fake", "slap", "pass"):
        game.do(249, 0, text, "rejected", "HD-R39")
    game.do(250, 0, "fake")
    assert game["phase"] == "WINDUP"
    assert game["since"] == 250
    game.do(500, 0, "slap")
    assert game["true_phase"] == "WINDUP"
    game.wait(750)
    assert game["phase"] == "RACE"


def test_HD_29_one_may_pass_out_of_a_fake() -> None:
    game = table("1 2|5|3", drawpile=["9"])
    game.do(0, 0, "fake")
    game.do(10, 0, "pass")
    assert game["turn"] == 1


# ---- what nobody may see -------------------------------------------------------------------------


RIVALS_AND_PUBLIC = (1, 2, 3, PUBLIC)


def sent_to_rivals(game: Position, entry: Entry) -> list[bytes]:
    rules = game.rules
    return [msgspec.json.encode(delivery(rules, entry, seat)) for seat in RIVALS_AND_PUBLIC]


def public_answers(rules: Rules) -> tuple[object, ...]:
    return rules.phase(), rules.awaited(), rules.contenders(), rules.deadline


@pytest.mark.parametrize("debounce", [400, 60, 0])
def test_HD_34_HD_R32_a_slap_and_a_fake_cannot_be_told_apart_in_the_wind_up(debounce: int) -> None:
    """Whatever rivals do while the arm is in the air, every byte they are sent is the same."""
    limits: dict[str, object] = {"windup_ms": 250, "debounce_ms": debounce, "turn_cap_ms": 500}
    for seed in range(60):
        roll = random.Random(seed)
        games = [table("5 5 9|9 1 2 3|4 6|", options=limits, drawpile=["8"]) for _ in range(2)]
        start = roll.choice([150, 300, 499])
        if roll.random() < 0.5:
            for game in games:
                game.do(start - 50, 1, "touch", "foul", "HD-39")
        real = sent_to_rivals(games[0], games[0].do(start, 0, roll.choice(["slap", "slap 9"])))
        assert real == sent_to_rivals(games[1], games[1].do(start, 0, "fake"))
        for at in sorted(roll.randrange(start, start + 250) for _ in range(10)):
            seat = roll.choice([1, 2, 3])
            code = games[0].rules.read(seat, roll.choice(["slap", "touch", "fake", "shout"]))
            real, fake = (sent_to_rivals(game, game.game.input(at, seat, code)) for game in games)
            assert real == fake, f"seed {seed}: {seat} at {at}"
            assert public_answers(games[0].rules) == public_answers(games[1].rules)
        for game in games:
            game.wait(start + 250)
        # With the turn's limit over, a fake ends in a pass; a slap is raced for in any case.
        assert games[0]["phase"] == "RACE"
        assert games[1]["phase"] == ("TURN_START" if start > 250 else "FAKE")


def test_HD_R32_the_wind_up_of_a_fake_ends_to_the_millisecond() -> None:
    game = table("5 5|9|1", options={"windup_ms": 250})
    game.do(0, 0, "fake")
    game.wait(249)
    assert game["phase"] == "WINDUP"
    assert game["true_phase"] == "FAKE"
    entry = game.wait(250)
    assert game["phase"] == "FAKE"
    assert game.told(entry) == ["fake"]
    game.do(250, 1, "touch", "foul", "HD-35")


def test_HD_R11_HD_R32_in_a_wind_up_a_hand_pays_once_slap_or_fake() -> None:
    for text in ("slap", "fake"):
        game = table("5 5|9 8 7|1", picks=[0, 0], options={"windup_ms": 250})
        game.do(0, 0, text)
        game.do(10, 1, "touch", "foul", "HD-39")
        game.do(200, 1, "touch", "ignored", "HD-R11")
        bounced = table("5 5|9 8 7|1", picks=[0, 0], options={"windup_ms": 250, "debounce_ms": 400})
        bounced.do(0, 1, "touch", "foul", "HD-39")
        bounced.do(300, 0, text)
        bounced.do(399, 1, "touch", "ignored", "HD-R11")
        bounced.do(400, 1, "touch", "foul", "HD-39")


def test_HD_R32_a_moved_card_is_known_to_giver_and_taker_only() -> None:
    game = table("1 2|5 6|3", picks=[1])
    entry = game.do(0, 1, "touch", "foul")
    taken = next(event for event in entry.told if event.what == "take")
    seen = [delivery(game.rules, entry, seat).told[1].card for seat in (0, 1, 2, PUBLIC)]
    assert seen == ["6", "6", None, None]
    assert taken.source == 1
    assert [game.rules.cards.knows(seat, 0, 2) for seat in range(3)] == [True, True, False]


def test_HD_R32_the_giver_cannot_tell_which_copy_was_laid() -> None:
    game = table("7 7|7 4|3", options={"clump_ms": 0}, picks=[0, 0])
    game.do(0, 1, "touch", "foul")
    assert game.rules.cards.knows(1, 0, 2)
    game.do(10, 0, "slap")
    game.do(20, 1, "slap")
    game.do(30, 2, "slap")
    assert hands(game) == seats_of("7 3|4|")
    assert [game.rules.cards.knows(seat, 0, 0) for seat in range(3)] == [True, False, False]


def test_HD_R32_rivals_imagine_both_a_slap_and_a_fake() -> None:
    for text in ("slap", "fake"):
        game = table("5 5 9|9 1|4 2", options={"windup_ms": 250}, drawpile=["1", "5", "8", "8"])
        game.do(0, 0, text)
        worlds = [game.rules.imagine(1, FastDice(seed)) for seed in range(60)]
        assert {world.truth()["true_phase"] for world in worlds} == {"WINDUP", "FAKE"}
        own = {game.rules.imagine(0, FastDice(seed)).truth()["true_phase"] for seed in range(10)}
        assert own == {game["true_phase"]}
        for world in worlds:
            assert view_of(world, 1) == view_of(game.rules, 1)


def test_HD_R2_HD_R32_in_a_race_rivals_imagine_a_pair_but_not_the_named_one() -> None:
    game = table("5 5 9 9|3 1|4 2", drawpile=["1", "6", "8", "8", "6"])
    game.do(0, 0, "slap 5")
    laid: set[str] = set()
    for seed in range(80):
        world = game.rules.imagine(1, FastDice(seed))
        assert world.truth()["named"] is None
        for seat in (1, 2):
            world.now += 100
            world.act(seat, world.read(seat, "slap"))
        rows = world.truth()["laid"]
        assert isinstance(rows, list)
        laid |= {str(n) for n in rows[0]}
        assert sum(world.cards.size(zone) for zone in range(world.layout.zones)) == 13
    assert {"5", "8", "6", "9"} <= laid


def test_HD_R32_an_imagined_race_without_any_pair_comes_to_nothing() -> None:
    game = table("5 5|3|4 2", drawpile=[], options={"clump_ms": 0}, picks=[0])
    game.do(0, 0, "slap")
    game.rules.cards.trade(0, 1, 1, 0)
    game.do(100, 1, "slap")
    game.do(200, 2, "slap")
    assert game["laid"] == [[], [], []]
    assert game["phase"] == "ACTION"


# ---- time ----------------------------------------------------------------------------------------


def test_HD_R40_an_idle_players_opening_cards_come_by_themselves() -> None:
    game = table("|3 4|5 6|7", phase="TURN_START", drawpile=["9"], options={"start_ms": 1000})
    game.wait(999)
    assert game["phase"] == "TURN_START"
    game.wait(1000)
    assert game["phase"] == "ACTION"
    assert game.sizes("hands") == {"hands": [2, 1, 2, 1]}, "nearest left of those with most"
    most = table("|3|5 6|7 8", phase="TURN_START", drawpile=[], options={"start_ms": 1000})
    most.wait(1000)
    assert most.sizes("hands") == {"hands": [2, 1, 1, 1]}, "most cards at each moment"


def test_HD_R40_a_draw_that_leaves_a_card_owed_does_not_restart_the_limit() -> None:
    game = table("|3 4|5", phase="TURN_START", drawpile=["9"], options={"start_ms": 1000})
    game.do(900, 0, "draw")
    assert game["phase"] == "TURN_START"
    game.wait(1000)
    assert game["phase"] == "ACTION"
    assert game.sizes("hands") == {"hands": [2, 1, 1]}


def test_HD_R40_an_idle_turn_passes_and_only_entering_action_restarts_its_clock() -> None:
    game = table("1 2|3 4|5", drawpile=["9", "8"], options={"turn_ms": 1000}, picks=[0])
    game.do(500, 1, "touch", "foul")
    game.do(600, 0, "draw", "rejected")
    game.wait(999)
    assert game["turn"] == 0
    entry = game.wait(1000)
    assert game.told(entry) == ["pass", "turn"]
    assert entry.told[0].clause == "HD-R40"
    faked = table("1 2|3 4|5", drawpile=["9", "8"], options={"turn_ms": 1000})
    faked.do(500, 0, "fake")
    faked.wait(2999)
    assert faked["turn"] == 0, "the clock started afresh when the fake was over, at 2000"
    faked.wait(3000)
    assert faked["turn"] == 1


def test_HD_R42_a_turn_that_lasts_too_long_is_passed() -> None:
    game = table("1 2|3|5", drawpile=["9"], options={"turn_cap_ms": 2000})
    game.do(1000, 0, "fake")
    game.wait(1999)
    assert game["phase"] == "FAKE"
    entry = game.wait(2000)
    assert [event.clause for event in entry.told if event.what == "pass"] == ["HD-R42"]
    assert game["turn"] == 1


def test_HD_R42_never_in_a_wind_up_nor_in_a_race() -> None:
    limits: dict[str, object] = {"turn_cap_ms": 2000, "windup_ms": 250}
    game = table("7 7|3|5", drawpile=["9"], options=limits)
    game.do(1900, 0, "slap")
    game.wait(2149)
    assert game["phase"] == "WINDUP"
    game.do(2200, 1, "slap")
    assert game["phase"] == "RACE"
    entry = game.do(3000, 2, "slap")
    assert game["laid"] == [[7], [], []]
    assert entry.told[-2].what == "pass"
    assert game["turn"] == 1, "the race was over after the limit, so the turn is, too"
    faked = table("7 7|3|5", drawpile=["9"], options=limits)
    faked.do(1900, 0, "fake")
    faked.wait(2149)
    assert faked["phase"] == "WINDUP", "passing here would tell that it is a fake"
    faked.wait(2150)
    assert faked["turn"] == 1


def test_HD_R42_a_late_start_is_passed_as_soon_as_it_becomes_action() -> None:
    game = table("1 2|3|5", phase="TURN_START", drawpile=["9", "8"], options={"turn_cap_ms": 2000})
    game.wait(2500)
    assert game["phase"] == "TURN_START"
    game.do(3000, 0, "draw")
    assert game["turn"] == 1


def test_windows_of_no_length_close_within_their_entry() -> None:
    game = table("7 7|3|5", drawpile=["9"], options={"race_ms": 0, "fake_ms": 0, "clump_ms": 0})
    game.do(0, 0, "fake")
    assert game["phase"] == "ACTION"
    game.do(0, 0, "slap")
    assert game["laid"] == [[7], [], []]
    assert hands(game) == seats_of("3||5")


# ---- the end -------------------------------------------------------------------------------------


def test_HD_44_HD_45_HD_R18_the_last_pair_ends_the_game_before_anybody_pays() -> None:
    laid = [ALL_LAID[0], ALL_LAID[1][:-1], ALL_LAID[2]]
    game = table("|9 9|J", turn=1, drawpile=[], laid=laid)
    game.do(0, 1, "slap")
    entry = game.do(300, 2, "slap")
    assert game.told(entry)[-2:] == ["joker", "end"]
    assert game["pairs"] is not None
    assert game["winners"] == [2]
    assert game["joker"] == 2
    for text in ("pass", "slap", "draw", "fake", "take 0", "touch"):
        game.do(400, 1, text, "rejected", "HD-R39")
    assert game.legal(1) == []


def test_HD_R19_the_game_goes_on_while_the_joker_is_in_the_drawpile() -> None:
    laid = [ALL_LAID[0], ALL_LAID[1][:-1], ALL_LAID[2]]
    game = table("|9 9|", turn=1, drawpile=["J"], laid=laid)
    game.do(0, 1, "slap")
    assert game["phase"] == "ACTION"
    assert game.legal(1) == ["shout", "pass"]
    game.do(10, 1, "pass")
    game.do(20, 2, "draw")
    assert game["phase"] == "OVER"
    assert game["joker"] == 2
    assert game["reason_clause"] == "HD-44"


def test_HD_R19_HD_R40_also_when_the_joker_comes_by_itself() -> None:
    game = table("||", turn=1, phase="TURN_START", drawpile=["J"], laid=ALL_LAID, options={"start_ms": 50})
    game.wait(50)
    assert game["phase"] == "OVER"
    assert game["joker"] == 1


def test_HD_R20_the_joker_can_be_taken() -> None:
    game = table("1 2|J|3")
    game.do(0, 1, "touch", "foul", "HD-39")
    assert hands(game)[0] == ["1", "2", "J"]


def test_HD_48_most_points_win_whatever_the_numbers() -> None:
    game = table("||", phase="OVER", laid=[[1, 1, 2], [10, 10], []])
    assert game["points"] == [3, 2, 0]
    assert game["places"] == [1, 2, 3]


def test_HD_49_HD_50_HD_51_the_tied_count_their_numbers_and_the_joker_is_twenty() -> None:
    numbers = table("||", phase="OVER", laid=[[1, 9], [3, 8], [2]])
    assert numbers["winners"] == [1]
    joker = table("||", phase="OVER", laid=[[10, 10, 9, 9], [1, 1], [2]], joker=1)
    assert joker["points"] == [4, 4, 1]
    assert joker["winners"] == [0], "38 beats 2 + 20"
    close = table("||", phase="OVER", laid=[[9, 5, 4, 3], [1, 1], [2]], joker=1)
    assert close["winners"] == [1], "2 + 20 beats 21"


def test_HD_R22_HD_R23_full_ties_share_and_others_are_placed_by_points_alone() -> None:
    shared = table("|||", phase="OVER", laid=[[5, 5], [2, 8], [9], [1]])
    assert shared["winners"] == [0, 1]
    assert shared["places"] == [1, 1, 3, 3]
    three = table("|||", phase="OVER", laid=[[5, 6], [2, 8], [9], [1]])
    assert three["places"] == [1, 2, 3, 3]


def test_HD_R31_rounds_without_a_pair_end_the_game() -> None:
    game = table("1 2|3|J", drawpile=[], options={"stall_rounds": 1}, picks=[0] * 9)
    game.do(0, 0, "pass")
    assert game["stalled"] == 1
    game.do(10, 1, "take 2")
    game.do(20, 1, "touch", "foul")
    assert game["stalled"] == 2
    game.do(30, 2, "take 0 0")
    game.do(40, 2, "pass")
    assert game["phase"] == "OVER"
    assert game["reason_clause"] == "HD-R31"
    assert game["joker"] == 1
    assert game["points"] == [0, 2, 0]


def test_HD_R31_a_pair_resets_the_count_and_turns_with_a_drawpile_do_not_count() -> None:
    game = table("7 7 1||2", drawpile=[], stalled=5, options={"stall_rounds": 2})
    game.do(0, 0, "slap")
    game.do(10, 2, "slap")
    game.do(20, 0, "pass")
    assert game["stalled"] == 0
    wet = table("7 1|3|2", drawpile=["4", "5"], stalled=0, options={"stall_rounds": 2})
    wet.do(0, 0, "pass")
    assert wet["stalled"] == 0
    last = table("7|3|2", phase="TURN_START", drawpile=["4"], options={"stall_rounds": 2})
    last.do(0, 0, "draw")
    last.do(0, 0, "pass")
    assert last["stalled"] == 0, "that turn began with a drawpile"
    assert last["dry"] is True


# ---- what may be done, by whom -------------------------------------------------------------------


def test_HD_R39_rivals_cannot_do_what_only_the_turn_player_does() -> None:
    for phase in ("TURN_START", "ACTION", "WINDUP", "FAKE", "RACE"):
        game = table("7 7|3 4|5", phase=phase, drawpile=["9"], options={"windup_ms": 250})
        for text in ("draw", "take 2", "fake", "pass", "slap 7"):
            game.do(0, 1, text, "rejected", "HD-R39")
        rules = game.rules
        assert game.game.input(0, HOST, rules.read(0, "pass")).clause == "HD-R39"
        assert game.game.input(0, 5, rules.read(0, "pass")).verdict == 3


def test_HD_R39_the_turn_player_waits_through_wind_up_and_race() -> None:
    game = table("7 7|3 4|5", drawpile=["9"], options={"windup_ms": 250})
    game.do(0, 0, "slap")
    for text in ("slap", "touch", "fake", "pass", "draw", "take 1"):
        game.do(10, 0, text, "rejected", "HD-R39")
    for text in ("slap", "touch", "fake", "pass", "draw", "take 1"):
        game.do(260, 0, text, "ignored", "HD-R39")


def test_legal_lists_follow_the_phase() -> None:
    game = table("7 7|3 4|", drawpile=["9"], options={"windup_ms": 250})
    numbers = [f"slap {n}" for n in range(1, 11)]
    assert game.legal(0) == ["shout", "pass", "touch", "fake", "slap", *numbers]
    assert game.legal(1) == ["shout", "slap", "touch"]
    assert game.legal(2) == ["shout"]
    game.do(0, 0, "slap")
    assert game.legal(0) == ["shout"]
    assert game.legal(1) == ["shout", "slap", "touch"]
    game.wait(250)
    assert game.legal(1) == ["shout", "slap"]
    assert game.legal(2) == ["shout"]


def test_positions_that_make_no_sense_are_refused() -> None:
    for field, value in (
        ("phase", "LUNCH"),
        ("owed", 3),
        ("laid", [[7]]),
        ("laid", [[7, 7, 7], [], []]),
        ("laid", [[11], [], []]),
        ("racers", 1),
        ("paid_at", [1]),
        ("joker", 3),
        ("named", 11),
    ):
        with pytest.raises(CheckFailed):
            table("7 7|1|2", **{field: value})  # type: ignore[arg-type]
    with pytest.raises(CheckFailed, match="must hold pairs"):
        table("7 7|1|2", pairs=[["3"], [], []])
    with pytest.raises(CheckFailed, match="not a racer"):
        table("7 7|1|", phase="RACE", slaps=[2])
    with pytest.raises(CheckFailed, match="unknown field"):
        table("7 7|1|2", weather="fine")


BAD_POSITIONS: list[tuple[str, dict[str, object], str]] = [
    ("7 8|1|2", {"phase": "RACE"}, "without a pair in hand"),
    ("7 7||", {"phase": "RACE"}, "racers: must be rivals with cards"),
    ("7 7|1|", {"phase": "RACE", "racers": [1, 2]}, "racers: must be rivals with cards"),
    ("7 7|1|2", {"phase": "RACE", "slaps": [1, 2]}, "all hands down is over"),
    ("7 7|1|2", {"racers": [1]}, "racers.* does not go with the rest"),
    ("7|1|2", {"phase": "WINDUP"}, "fewer than two cards"),
    ("7|1|2", {"phase": "FAKE"}, "fewer than two cards"),
    ("7 7|1|2", {"phase": "WINDUP", "true_phase": "RACE"}, "does not go with the rest"),
    ("7 7|1|2", {"phase": "WINDUP", "revealed": True}, "only a fake is revealed"),
    ("7 7|1|2", {"owed": 1}, "owed: 1 does not go with the rest"),
    ("7 7|1|2", {"stalled": 30}, "not 0 to 29"),
    ("7 7|1|2", {"dry": True, "drawpile": ["9"]}, "the drawpile has cards"),
    ("7 7|1|2", {"laid_pair": True}, "no pair lies before the turn player"),
    ("7 7|1|2", {"phase": "WINDUP", "paid": [0]}, "pays nobody"),
    ("7 7|1|2", {"joker": 1}, "laid only at the end"),
    ("7 7|J|2", {"phase": "OVER"}, "the Joker lies beside"),
    ("7 7|1|2", {"giver": 1}, "only in PICK"),
    ("7 7|1|2", {"phase": "PICK", "giver": 1}, "backs are not picked"),
]


@pytest.mark.parametrize(("cards", "fields", "why"), BAD_POSITIONS)
def test_positions_that_no_game_could_come_to_are_refused(cards: str, fields: dict[str, object], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        table(cards, **fields)  # type: ignore[arg-type]


def test_HD_44_a_position_that_is_over_is_refused() -> None:
    with pytest.raises(CheckFailed, match="so this game is over"):
        table("|J|", drawpile=[], laid=ALL_LAID)
    assert table("||", turn=1, drawpile=["J"], laid=ALL_LAID)["phase"] == "ACTION", "HD-R19: the Joker is still to come"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "giver: must be a rival"),
        ({"giver": 0}, "giver: must be a rival"),
        ({"giver": 2}, "giver: must be a rival"),
        ({"giver": 1, "next_giver": 1}, "giver: must be a rival"),
        ({"giver": 1, "next_giver": 2, "owed": 2}, "next_giver: must be a rival"),
        ({"giver": 3, "next_giver": 1, "owed": 1}, "two cards are owed"),
    ],
)
def test_HD_R21_only_hands_with_enough_cards_are_held_out(fields: dict[str, object], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        table("7 7|1||2 3", phase="PICK", options={"pick_backs": True}, **fields)  # type: ignore[arg-type]


# ---- the letter of the box -----------------------------------------------------------------------


def test_HD_R2_by_the_letter_a_slap_without_a_pair_costs_nothing() -> None:
    game = table("1 2|5 6|3", options={"bare_slap": "nothing", "settle_ms": 700})
    entry = game.do(0, 0, "slap")
    assert game.told(entry) == ["windup", "bare"]
    game.do(200, 1, "slap", "ignored", "HD-R26")
    assert (game["phase"], game["turn"]) == ("ACTION", 0)
    assert hands(game) == seats_of("1 2|5 6|3")


def test_HD_R2_or_a_card_that_goes_to_the_left_neighbour() -> None:
    game = table("1 2|5 6|3", options={"bare_slap": "card", "windup_ms": 250}, picks=[1])
    game.do(0, 0, "slap")
    entry = game.wait(250)
    assert [event.clause for event in entry.told if event.what == "gives"] == ["HD-R2"]
    assert hands(game) == seats_of("1|5 6 2|3")
    assert (game["phase"], game["turn"]) == ("ACTION", 0)
    game.do(1000, 0, "slap", "rejected", "HD-R4")
    at_once = table("1 2|5 6|3", options={"bare_slap": "card"}, picks=[0])
    at_once.do(0, 0, "slap", "foul", "HD-R2")


def test_HD_R21_the_loser_holds_out_a_hand_and_the_taker_picks_a_back() -> None:
    game = table("7 7|5 6 8|3", options={"pick_backs": True, "clump_ms": 0}, picks=[2])
    game.do(0, 0, "slap")
    game.do(100, 2, "slap")
    game.do(200, 1, "slap")
    assert (game["phase"], game["giver"]) == ("PICK", 1)
    assert game.legal(0) == ["shout", "pick 1", "pick 2", "pick 3"]
    assert game.legal(1) == ["shout"]
    game.do(300, 2, "slap", "ignored", "HD-R26")
    for text in ("slap", "fake", "pass"):
        game.do(300, 0, text, "rejected", "HD-R21")
    game.do(300, 0, "pick 4", "rejected", "HD-R21")
    game.do(300, 0, "pick 2")
    assert hands(game) == seats_of("5|6 8|3"), "the hand was mixed: chance turned it by two, and the second back counts"
    assert (game["phase"], game["giver"]) == ("ACTION", "none")
    game.do(400, 0, "pick 1", "rejected", "HD-R21")


def test_HD_R21_so_do_those_from_whom_a_turn_is_opened() -> None:
    game = table("|5 6|3 4", phase="TURN_START", drawpile=[], options={"pick_backs": True}, picks=[0, 0])
    game.do(0, 0, "take 1 2")
    game.do(10, 0, "pick 2")
    assert (game["phase"], game["giver"], game["owed"]) == ("PICK", 2, 1)
    game.do(20, 0, "pick 1")
    assert hands(game) == seats_of("6 3|5|4")
    assert game["phase"] == "ACTION"


def test_HD_R21_HD_R40_chance_picks_for_the_idle() -> None:
    options: dict[str, object] = {"pick_backs": True, "clump_ms": 0, "turn_ms": 5000}
    game = table("7 7 1|5 6|", options=options, picks=[1])
    game.do(0, 0, "slap")
    game.do(100, 1, "slap")
    game.wait(5099)
    assert game["phase"] == "PICK"
    game.wait(5100)
    assert hands(game) == seats_of("1 6|5|")


def test_HD_R18_HD_R21_the_last_card_is_picked_before_the_end_where_the_house_has_it_so() -> None:
    laid = [ALL_LAID[0], ALL_LAID[1][:-1], ALL_LAID[2]]
    options: dict[str, object] = {"pick_backs": True, "final_take_before_end": True}
    game = table("|9 9|J", turn=1, drawpile=[], laid=laid, options=options)
    game.do(0, 1, "slap")
    game.do(300, 2, "slap")
    game.do(400, 1, "pick 1")
    assert (game["winners"], game["joker"]) == ([1], 1)


def test_a_position_may_be_set_from_its_own_truth() -> None:
    game = table("7 7 2|1 5|2 3", options={"windup_ms": 250, "clump_ms": 0}, drawpile=["9", "8"])
    game.do(0, 1, "touch", "foul")
    game.do(10, 0, "slap 7")
    game.do(20, 2, "touch", "foul")
    game.wait(260)
    game.do(300, 2, "slap")
    truth = {key: value for key, value in game.rules.truth().items() if value is not None}
    paid_at = truth["paid_at"]
    assert isinstance(paid_at, list)
    truth["paid_at"] = ["none" if at is None else at for at in paid_at]
    given = {"hands": hands(game), "drawpile": game["drawpile"], **truth}
    again = Position("hands_down", 3, PLAIN, given=given)
    assert again.rules.truth() == game.rules.truth()


# ---- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_HD_44_games_end_and_no_card_is_ever_lost(seats: int) -> None:
    rules = GAME.table(seats, GAME.deck(), GAME.read_options(GAME.simulated, seats), FastDice(seats))
    playout = Playout(rules, FastDice(7))
    for _ in range(40):
        playout.play(100_000)
        outcome = rules.outcome()
        assert outcome is not None
        assert sum(rules.cards.size(zone) for zone in range(rules.layout.zones)) == 41
        if outcome.clause == "HD-44":
            assert sum(outcome.points) == 22
            assert rules.cards.size(2 * seats) == 0


def test_live_games_never_get_stuck_even_if_nobody_moves() -> None:
    """HD-R31, HD-R40: idle limits and the stall rule bring every abandoned game to its end."""
    game = Position("hands_down", 4, {"stall_rounds": 1})
    deadlines = []
    while not game.rules.over:
        deadlines.append(game.rules.deadline)
        game.wait(game.rules.deadline)
    assert game["reason_clause"] == "HD-R31"
    assert all(one < two for one, two in pairwise(deadlines))


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("Hands Down") is GAME
