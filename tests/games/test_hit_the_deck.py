"""Hit the Deck, clause by clause. Ids are those of the game's RULES.md; worked examples are its scenarios."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import feed
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rules import FOUL, IGNORED, NEVER, REJECTED, Rules
from slamdeck.core.scenarios import load_scenario, observed, run_scenario
from slamdeck.core.staging import set_position
from slamdeck.core.views import legal_codes, view_of
from slamdeck.core.zones import HOST, PUBLIC
from slamdeck.games import find_game
from slamdeck.games.hit_the_deck import GAME
from slamdeck.lab.playouts import Playout
from tests.position import Position

SCENARIOS = sorted((GAME.folder / "scenarios").glob("*.toml"))
RULES_TEXT = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
CALM: dict[str, object] = {"settle_ms": 0, "debounce_ms": 0, "turn_ms": None}


def place(given: dict[str, object], seats: int = 3, options: dict[str, object] | None = None) -> Position:
    """A position without clocks, unless the options say otherwise."""
    return Position("hit_the_deck", seats, options={**CALM, **(options or {})}, given=given)


def at(seats: int = 3, options: dict[str, object] | None = None, **given: object) -> Position:
    return place(given, seats, options)


def dealt(seats: int, stacked: list[str] | None = None, seed: int = 1, **options: object) -> Position:
    return Position("hit_the_deck", seats, options={**CALM, **options}, stacked=stacked, seed=seed)


def rule(clause: str) -> str:
    """What RULES.md tells about a clause."""
    return RULES_TEXT.split(f"- **{clause}** ")[1].split("\n- **")[0].split("\n\n")[0]


def all_cards(rules: Rules) -> list[str]:
    names = rules.deck.names()
    return sorted(names[k] for zone in range(rules.layout.zones) for k in rules.cards.listed(zone))


def whole_deck() -> list[str]:
    return sorted(kind.name for kind in GAME.deck().kinds for _ in range(kind.copies))


def start_with(first: list[str], bottom: str = "", seats: int = 3) -> list[str]:
    """A stacked deck of number cards for the hands, then these cards, with another one at the very bottom."""
    rest = whole_deck()
    for name in first:
        rest.remove(name)
    if bottom:
        rest.remove(bottom)
    numbers = [name for name in rest if name[0] in "RYGB" and name[1:].isdigit()]
    hands = numbers[: 7 * seats]
    for name in hands:
        rest.remove(name)
    return hands + first + rest + ([bottom] if bottom else [])


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_worked_examples_come_out_as_written(path: Path) -> None:
    assert run_scenario(load_scenario(path), GAME, path) == []


# ---- before play ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_HT_01_two_to_six_may_play(seats: int) -> None:
    assert dealt(seats).sizes("hands")["hands"] == [7] * seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_HT_01_nobody_plays_alone_or_with_seven(seats: int) -> None:
    with pytest.raises(UsageProblem, match="2 to 6 players"):
        dealt(seats)


def test_HT_02_the_deck_has_110_cards_worth_540_points() -> None:
    deck = GAME.deck()
    assert deck.size == 110
    assert len(deck.kinds) == 38
    assert sum(kind.copies * kind.points for kind in deck.kinds) == 540
    sums = {family: sum(deck.kinds[k].copies for k in deck.family(family)) for family in GAME.families}
    assert sums == {"number": 80, "cut": 8, "flip": 4, "hit_number": 10, "hit_color": 4, "hit_hand": 4}
    assert all_cards(dealt(4).rules) == whole_deck()


def test_HT_03_HT_56_the_fewest_points_win() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R1"], ["HH"], ["Y1"]], scores=[99, 95, 99])
    table.do(0, 0, "play R1")
    assert table["points"] == [99, 105, 100]
    assert table["places"] == [1, 3, 2]
    assert table["winners"] == [0]


def test_HT_04_the_rules_ask_for_bare_hands() -> None:
    assert "Rings" in rule("HT-04")


def test_HT_05_HT_06_HT_07_seven_each_then_one_card_is_turned_up() -> None:
    table = dealt(4, seed=3)
    assert table.sizes("hands", "draw", "discard") == {"hands": [7] * 4, "draw": 81, "discard": 1}


def test_HT_05_hands_are_seen_by_their_owners_and_the_draw_pile_by_nobody() -> None:
    rules = dealt(3).rules
    for seat in (0, 1, 2, PUBLIC):
        seen = {zone.name: zone.cards for zone in view_of(rules, seat).zones}
        assert seen["draw"] == [None] * 88
        assert None not in seen["discard"]
        for other in range(3):
            assert (None in seen[f"hands[{other}]"]) == (other != seat)


def test_HT_08_HT_R2_a_start_cut_skips_the_first_player() -> None:
    table = dealt(3, start_with(["Rcut"]), first_dealer=0)
    assert (table["turn"], table["duty"]) == (1, "cut")
    table.do(0, 1, "cut")
    assert table["turn"] == 2
    assert table.sizes("discard") == {"discard": 2}


def test_HT_08_HT_R3_a_start_flip_brings_the_turn_to_the_dealer() -> None:
    table = dealt(3, start_with(["Rflip"], bottom="B1"), first_dealer=0)
    assert (table["turn"], table["duty"]) == (1, "flip")
    table.do(0, 1, "flip")
    assert (table["turn"], table["dir"]) == (0, -1)
    assert table["draw"] == ["Rflip"]
    discard = table["discard"]
    assert isinstance(discard, list)
    assert discard[0] == "B1"


def test_HT_R1_a_start_hit_number_binds_the_first_player() -> None:
    table = dealt(3, start_with(["#5"]), first_dealer=2)
    assert (table["turn"], table["demand"], table["phase"]) == (0, "number 5", "PLAY")


def test_HT_09_HT_R4_HT_R5_every_hit_hand_card_is_buried_until_another_kind_comes() -> None:
    table = dealt(3, start_with(["HH", "HH", "HH", "HH", "G2"]), first_dealer=0)
    assert table["discard"] == ["G2"]
    assert table["phase"] == "PLAY"
    draw = table["draw"]
    assert isinstance(draw, list)
    assert len(draw) == 88
    # 88, 88, 88, 88 other cards in the pile, 44 of them above; each later one goes on the same spot.
    assert [i for i, name in enumerate(draw) if name == "HH"] == [40, 41, 42, 43]


def test_HT_R5_a_buried_card_goes_beneath_the_first_card_of_another_kind() -> None:
    table = at(
        turn=0, discard=["R1"], draw=["B2", "B3", "B4", "Gflip", "Yflip"], hands=[["Rflip", "R2"], ["B1"], ["B5"]]
    )
    table.do(0, 0, "play Rflip")
    table.do(1, 1, "flip")
    # Yflip: half of four others is two, Gflip and B4. Then Gflip: two, B4 and Yflip.
    assert table["discard"] == ["B4", "Yflip", "Gflip", "B3", "B2"]


def test_HT_R34_the_first_dealer_is_chosen_or_random() -> None:
    assert [dealt(4, first_dealer=seat)["dealer"] for seat in range(4)] == [0, 1, 2, 3]
    assert {dealt(4, seed=seed)["dealer"] for seed in range(40)} == {0, 1, 2, 3}


def test_HT_R34_HT_11_the_deal_passes_left_and_every_hand_starts_to_the_left() -> None:
    table = at(turn=0, dealer=2, dir=-1, discard=["R2"], hands=[["R1"], ["R3"], ["R4"]])
    table.do(0, 0, "play R1")
    assert table["phase"] == "HAND_OVER"
    entry = table.do(5000, -1, "next_hand")
    assert "new_hand" in table.told(entry)
    assert (table["dealer"], table["dir"]) == (0, 1)
    assert table["turn"] == 1
    assert table["scores"] == [0, 3, 4]
    assert table["turns"] == 0
    assert all_cards(table.rules) == whole_deck()


def test_HT_R42_the_deal_goes_round_from_the_dealers_left() -> None:
    deck = start_with(["G2"])
    table = dealt(3, deck, first_dealer=1)
    assert table["hands"] == [deck[1:21:3], deck[2:21:3], deck[0:21:3]]


def test_HT_R42_new_cards_join_at_the_end_of_the_hand() -> None:
    table = at(turn=0, discard=["R2"], draw=["G5", "B5", "Y5", "R5"], hands=[["G1"], ["B1"], ["Y1"]])
    table.do(0, 0, "draw")
    table.do(1, 0, "slap", "foul")
    assert table["hands"] == [["G1", "G5", "B5", "Y5"], ["B1"], ["Y1"]]


# ---- the turn ----------------------------------------------------------------------------------------


def test_HT_10_HT_11_the_dealers_left_starts_and_play_goes_left() -> None:
    table = dealt(3, start_with(["R2"]), first_dealer=2)
    assert table["turn"] == 0
    order = at(turn=2, discard=["R2"], hands=[["R1", "G1"], ["R3", "G3"], ["R4", "G4"]])
    order.do(0, 2, "play R4")
    assert order["turn"] == 0
    order.do(1, 0, "play R1")
    assert order["turn"] == 1


def test_HT_12_colour_or_number_must_agree() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R5", "B2", "B5", "G4"], ["R1"], ["R1"]])
    assert table.legal(0) == ["play R5", "play B2", "slap", "call"]
    table.do(0, 0, "play B5", "rejected", "HT-12")
    table.do(0, 0, "play B2")
    assert table["discard"] == ["B2", "R2"]


def test_HT_13_one_card_and_the_turn_is_over() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R5", "R4", "R3"], ["R1", "G1"], ["R1", "Y1"]])
    table.do(0, 0, "play R5")
    table.do(1, 0, "play R4", "rejected", "HT-R46")
    assert table["turn"] == 1


def test_HT_14_HT_15_who_cannot_play_draws_one_and_keeps_it_if_it_does_not_fit() -> None:
    table = at(turn=0, discard=["R2"], draw=["G5", "R5"], hands=[["G1"], ["G3"], ["G4"]])
    assert table.legal(0) == ["draw", "slap", "call"]
    table.do(0, 0, "draw")
    assert table["hands"] == [["G1", "G5"], ["G3"], ["G4"]]
    assert (table["turn"], table["phase"]) == (1, "PLAY")
    table.do(1, 1, "draw")
    assert (table["turn"], table["phase"], table["drawn"]) == (1, "MUST_PLAY", "R5")


def test_HT_16_HT_R8_words_go_by_colour_and_only_their_colour_goes_on_them() -> None:
    table = at(turn=0, duty="none", discard=["Rcut"], hands=[["R1", "Rflip", "Gcut", "G1", "#1"], ["R2"], ["R3"]])
    assert table.legal(0) == ["play R1", "play Rflip", "play #1", "slap", "call"]
    table.do(0, 0, "play Gcut", "rejected", "HT-16")
    number = at(turn=0, discard=["G3"], hands=[["Rcut", "Gcut", "Yflip"], ["R2"], ["R3"]])
    assert number.legal(0) == ["play Gcut", "slap", "call"]


def test_HT_R6_a_playable_card_must_be_played_whichever_it_is() -> None:
    table = at(turn=0, discard=["R2"], draw=["G1"], hands=[["G4", "R1", "#1"], ["R4"], ["R5"]])
    table.do(0, 0, "draw", "rejected", "HT-R6")
    table.do(0, 0, "play #1")
    assert table["demand"] == "number 1"


def test_HT_R7_a_drawn_card_that_fits_must_be_played() -> None:
    table = at(turn=0, discard=["R2"], draw=["R5", "G2"], hands=[["G1"], ["G3"], ["G4"]])
    table.do(0, 0, "draw")
    assert table.legal(0) == ["play R5", "slap", "call"]
    table.do(1, 0, "draw", "rejected", "HT-R7")
    table.do(1, 0, "play G1", "rejected", "HT-R7")
    table.do(2, 0, "play R5")
    assert (table["turn"], table["drawn"]) == (1, "none")


# ---- cut ---------------------------------------------------------------------------------------------


def cutting(draw: list[str], seats: int = 3, **given: object) -> Position:
    hands = [["Y1", "Y2"], ["B1", "B2"], ["G1", "G2"], ["R1", "R3"]][:seats]
    return place({"turn": 1, "discard": ["Rcut", "R2"], "draw": draw, "hands": hands, **given}, seats)


def test_HT_17_HT_18_HT_19_the_cutter_exposes_a_card_and_is_skipped() -> None:
    table = cutting(["Y3", "Y4", "G5", "R4"])
    table.do(0, 1, "play B1", "rejected", "HT-18")
    table.do(0, 1, "draw", "rejected", "HT-18")
    table.do(0, 1, "flip", "rejected", "HT-18")
    entry = table.do(1, 1, "cut")
    assert [(event.what, event.number) for event in entry.told if event.what == "cut"] == [("cut", 2)]
    assert table["discard"] == ["Y4", "Rcut", "R2"]
    assert table["draw"] == ["Y3", "G5", "R4"]
    assert table["turn"] == 2
    assert table["hands"] == [["Y1", "Y2"], ["B1", "B2"], ["G1", "G2"]]


@pytest.mark.parametrize(
    ("said", "lifted"),
    [
        *(("", 8), ("6", 6), ("7", 7), ("8", 8), ("9", 9), ("10", 10)),
        *(("5", 6), ("0", 6), ("-3", 6), ("11", 10), ("110", 10), ("5000", 10)),
    ],
)
def test_HT_R9_about_half_means_within_an_eighth(said: str, lifted: int) -> None:
    draw = ["R1", "R2", "R3", "R4", "R5", "Y1", "Y2", "Y3", "Y4", "Y5", "G1", "G2", "G3", "G4", "G5", "B5"]
    table = at(2, turn=0, discard=["Bcut"], draw=draw, hands=[["B1"], ["B2"]])
    table.do(0, 0, f"cut {said}".strip())
    discard = table["discard"]
    assert isinstance(discard, list)
    assert discard[0] == draw[lifted - 1]
    assert table["draw"] == draw[: lifted - 1] + draw[lifted:]


def test_HT_R9_half_is_rounded_up_and_small_piles_leave_no_choice() -> None:
    for n in range(1, 8):
        draw = ["R1", "R2", "R3", "R4", "R5", "Y1", "Y2"][:n]
        table = at(2, turn=0, discard=["Bcut", "B4", "B5"], draw=draw, hands=[["B1"], ["B2"]])
        half = (n + 1) // 2
        assert [text for text in table.legal(0) if text[:3] == "cut"] == ["cut", f"cut {half}"]
        table.do(0, 0, "cut 1")
        discard = table["discard"]
        assert isinstance(discard, list)
        assert discard[0] == draw[half - 1]


def test_HT_20_HT_R12_an_exposed_demand_binds_the_player_after_the_cutter() -> None:
    table = cutting(["Y3", "#1", "G5", "R4"])
    table.do(0, 1, "cut")
    assert (table["turn"], table["demand"]) == (2, "number 1")
    table.do(1, 2, "play G1")
    assert table["demand"] == "none"


def test_HT_R10_a_cut_exposing_a_cut_skips_one_more() -> None:
    table = cutting(["Y3", "Gcut", "B5", "R4"], seats=4)
    table.do(0, 1, "cut")
    assert (table["turn"], table["duty"]) == (2, "cut")
    table.do(1, 2, "cut")
    assert (table["turn"], table["phase"]) == (3, "PLAY")
    assert table["discard"] == ["B5", "Gcut", "Rcut", "R2"]


def test_HT_21_HT_R13_an_exposed_hand_card_is_called_by_the_player_after_the_cutter() -> None:
    table = cutting(["Y3", "HH", "B3", "R4", "B4", "B5", "Y5"])
    table.do(0, 1, "cut 4")
    assert table["phase"] == "PLAY"
    table = cutting(["Y3", "HH", "B3", "R4"])
    table.do(0, 1, "cut")
    assert table["race"] == {"caller": 2, "called": False, "slaps": [], "opened": 0}
    for seat in range(3):
        table.do(10 + seat, seat, "slap")
    # The caller forgot, pays four as usual, and has used up the turn.
    assert table.sizes("hands") == {"hands": [2, 2, 6]}
    assert (table["turn"], table["demand"]) == (0, "anything")


def test_HT_R16_a_cut_without_a_pile_makes_one_first() -> None:
    table = cutting([])
    assert [text for text in table.legal(1) if text[:3] == "cut"] == ["cut", "cut 1"]
    table.do(0, 1, "cut")
    # R2 was the new pile, was exposed, and left the Cut to be the next pile.
    assert table["discard"] == ["R2"]
    assert table["draw"] == ["Rcut"]
    assert table["turn"] == 2


def test_HT_R16_a_cut_with_nothing_to_cut_still_skips_the_cutter() -> None:
    table = at(turn=1, discard=["Rcut"], draw=[], hands=[["Y1"], ["B1"], ["G1", "R1"]])
    assert table.legal(1) == ["cut", "slap", "call"]
    table.do(0, 1, "cut")
    assert table["discard"] == ["Rcut"]
    assert (table["turn"], table["duty"], table["phase"]) == (2, "none", "PLAY")
    assert table.legal(2) == ["play R1", "slap", "call"]


def test_HT_R17_the_card_that_a_cut_exposed_stays_when_it_was_the_last() -> None:
    table = cutting(["Y3"])
    table.do(0, 1, "cut")
    assert table["discard"] == ["Y3"]
    assert table.sizes("draw") == {"draw": 2}


def test_HT_R32_with_two_players_the_cut_comes_back() -> None:
    table = at(2, turn=0, discard=["B2"], draw=["R5", "R4"], hands=[["Bcut", "R1"], ["G1"]])
    table.do(0, 0, "play Bcut")
    table.do(1, 1, "cut")
    assert table["turn"] == 0
    assert table.legal(0) == ["play R1", "slap", "call"]


# ---- flip --------------------------------------------------------------------------------------------


def test_HT_22_HT_23_HT_24_HT_25_piles_trade_and_the_flipper_moves_again() -> None:
    table = at(
        4,
        turn=2,
        discard=["R1", "R2"],
        draw=["Y1", "Y2", "Y3"],
        hands=[["Y4", "G1"], ["Y5", "G2"], ["Rflip", "Y3", "G3"], ["G4", "G5"]],
    )
    table.do(0, 2, "play Rflip")
    table.do(1, 3, "cut", "rejected", "HT-22")
    table.do(1, 3, "flip")
    assert table["discard"] == ["Y3", "Y2", "Y1"]
    assert table["draw"] == ["R2", "R1", "Rflip"]
    assert (table["turn"], table["dir"]) == (2, -1)
    table.do(2, 2, "play Y3")
    assert table["turn"] == 1
    table.do(3, 1, "play Y5")
    assert table["turn"] == 0


def test_HT_25_a_second_flip_restores_the_direction() -> None:
    table = at(dir=-1, turn=0, discard=["R1"], draw=["Y1", "R2"], hands=[["Rflip", "R3"], ["G1"], ["G2"]])
    table.do(0, 0, "play Rflip")
    assert table["turn"] == 2
    table.do(1, 2, "flip")
    assert (table["dir"], table["turn"]) == (1, 0)


def test_HT_26_HT_R12_a_flip_that_exposes_a_demand_binds_the_player_on_turn() -> None:
    table = at(turn=0, discard=["R1"], draw=["Y1", "@B"], hands=[["Rflip", "R3"], ["G1"], ["B2", "G3"]])
    table.do(0, 0, "play Rflip")
    table.do(1, 1, "flip")
    assert (table["turn"], table["demand"]) == (0, "colour blue")
    table.do(2, 0, "draw")
    assert (table["turn"], table["demand"]) == (2, "colour blue")


def test_HT_26_a_flip_that_exposes_a_cut_makes_its_player_cut() -> None:
    table = at(turn=0, discard=["R1"], draw=["Y1", "Bcut"], hands=[["Rflip", "R3"], ["G1"], ["B2", "G3"]])
    table.do(0, 0, "play Rflip")
    table.do(1, 1, "flip")
    assert (table["turn"], table["duty"]) == (0, "cut")
    table.do(2, 0, "cut")
    assert table["turn"] == 2


def test_HT_27_an_exposed_flip_slides_into_its_pile() -> None:
    table = at(turn=0, discard=["R1"], draw=["Y1", "Y2", "Y3", "Y4", "Gflip"], hands=[["Rflip", "R3"], ["G1"], ["B2"]])
    table.do(0, 0, "play Rflip")
    entry = table.do(1, 1, "flip")
    assert "bury" in table.told(entry)
    assert table["discard"] == ["Y4", "Y3", "Gflip", "Y2", "Y1"]


def test_HT_28_an_exposed_hand_card_is_called_by_the_player_of_the_flip() -> None:
    table = at(turn=0, discard=["R1"], draw=["Y1", "HH"], hands=[["Rflip", "R3"], ["G1"], ["B2"]])
    table.do(0, 0, "play Rflip")
    table.do(7, 1, "flip")
    assert table["race"] == {"caller": 0, "called": False, "slaps": [], "opened": 7}


def test_HT_R11_a_cut_that_exposes_a_flip_turns_back_to_the_cutter() -> None:
    table = cutting(["Y3", "Gflip", "G5", "B3"])
    table.do(0, 1, "cut")
    assert (table["turn"], table["duty"]) == (2, "flip")
    table.do(1, 2, "flip")
    assert (table["turn"], table["dir"]) == (1, -1)
    assert table.legal(1) == ["play B1", "play B2", "slap", "call"]


def test_HT_R14_a_pile_of_flips_only_keeps_its_top_as_a_plain_card() -> None:
    table = at(turn=0, discard=["R1"], draw=["Gflip", "Yflip"], hands=[["Rflip", "Y3", "G3"], ["G1"], ["B2"]])
    table.do(0, 0, "play Rflip")
    table.do(1, 1, "flip")
    assert table["discard"] == ["Yflip", "Gflip"]
    assert (table["turn"], table["duty"]) == (0, "none")
    assert table.legal(0) == ["play Y3", "slap", "call"]


def test_HT_R15_a_flip_without_a_draw_pile_makes_one_first() -> None:
    table = at(turn=1, discard=["Rflip", "R1"], draw=[], hands=[["R3"], ["G1"], ["B2"]])
    table.do(0, 1, "flip")
    assert table["discard"] == ["R1"]
    assert table["draw"] == ["Rflip"]
    assert (table["dir"], table["turn"]) == (-1, 0)


def test_HT_R15_a_lonely_flip_only_changes_the_direction() -> None:
    table = at(turn=1, discard=["Rflip"], draw=[], hands=[["R3", "G3"], ["G1"], ["B2"]])
    table.do(0, 1, "flip")
    assert table["discard"] == ["Rflip"]
    assert (table["dir"], table["turn"], table["duty"]) == (-1, 0, "none")
    assert table.legal(0) == ["play R3", "slap", "call"]


def test_HT_R33_with_two_players_the_flip_comes_back() -> None:
    table = at(2, turn=0, discard=["B2"], draw=["R5", "R4"], hands=[["Bflip", "R1"], ["G1"]])
    table.do(0, 0, "play Bflip")
    table.do(1, 1, "flip")
    assert (table["turn"], table["dir"]) == (0, -1)


def test_HT_R39_turned_discards_come_up_oldest_first_and_everybody_may_know_them() -> None:
    table = at(turn=0, discard=["R2"], draw=["B5", "B4", "B3"], hands=[["R1", "G4"], ["Rflip", "B1"], ["Y1"]])
    table.do(0, 0, "play R1")
    table.do(1, 1, "play Rflip")
    table.do(2, 2, "flip")
    assert table["draw"] == ["R2", "R1", "Rflip"]
    rules = table.rules
    assert all(rules.cards.knows(seat, rules.seats, i) for seat in range(3) for i in range(3))
    # A screen shows only the backs, and what lay under the draw pile nobody has seen.
    assert view_of(rules, 0).zones[3].cards == [None] * 3
    assert not rules.cards.knows(0, rules.seats + 1, 0)


# ---- hit cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("top", ["R1", "Y5", "Gcut", "Bflip"])
def test_HT_29_hit_cards_go_on_every_colour(top: str) -> None:
    table = at(2, turn=0, duty="none", discard=[top], hands=[["#3", "@Y", "HH"], ["G1"]])
    assert table.legal(0) == ["play #3", "play @Y", "play HH", "slap", "call"]


def test_HT_30_HT_33_HT_34_a_number_is_owed_and_nothing_else_will_do() -> None:
    table = at(turn=0, discard=["R4"], hands=[["#4", "Y1"], ["R4", "B4", "R5", "Rcut", "#4", "HH"], ["Y2"]])
    table.do(0, 0, "play #4")
    assert table.legal(1) == ["play R4", "play B4", "slap", "call"]
    table.do(1, 1, "play R5", "rejected", "HT-33")
    table.do(1, 1, "play Rcut", "rejected", "HT-33")
    table.do(1, 1, "play #4", "rejected", "HT-34")
    table.do(1, 1, "play HH", "rejected", "HT-34")
    table.do(2, 1, "play B4")
    assert table["demand"] == "none"


def test_HT_31_HT_32_without_the_number_one_draws_and_the_debt_travels() -> None:
    table = at(turn=1, discard=["#3", "R1"], draw=["R5", "B3", "G3"], hands=[["Y3"], ["R1"], ["R2"]])
    table.do(0, 1, "draw")
    assert (table["turn"], table["demand"], table["phase"]) == (2, "number 3", "PLAY")
    table.do(1, 2, "draw")
    assert (table["turn"], table["drawn"], table["phase"]) == (2, "B3", "MUST_PLAY")
    table.do(2, 2, "play B3")
    assert (table["turn"], table["demand"]) == (0, "none")


def test_HT_35_HT_38_HT_39_a_colour_is_owed_number_and_kind_free() -> None:
    table = at(turn=0, discard=["R4"], hands=[["@G", "Y1"], ["G1", "Gcut", "Gflip", "R5", "@R", "HH"], ["Y2"]])
    table.do(0, 0, "play @G")
    assert table.legal(1) == ["play G1", "play Gcut", "play Gflip", "slap", "call"]
    table.do(1, 1, "play R5", "rejected", "HT-38")
    table.do(1, 1, "play @R", "rejected", "HT-39")
    table.do(1, 1, "play HH", "rejected", "HT-39")


def test_HT_36_HT_37_without_the_colour_one_draws_and_the_debt_travels() -> None:
    table = at(turn=1, discard=["@G", "R1"], draw=["R5", "Gflip"], hands=[["Y3"], ["R1"], ["R2"]])
    table.do(0, 1, "draw")
    assert (table["turn"], table["demand"]) == (2, "colour green")
    table.do(1, 2, "draw")
    assert table["drawn"] == "Gflip"


def test_HT_R29_a_word_card_pays_a_colour_and_then_takes_effect() -> None:
    table = at(turn=1, discard=["@G", "R1"], draw=["R5"], hands=[["Y3"], ["Gcut", "R1"], ["R2"]])
    table.do(0, 1, "play Gcut")
    assert (table["turn"], table["duty"], table["demand"]) == (2, "cut", "none")


def test_HT_R31_a_hit_card_follows_only_a_hand_card() -> None:
    for top, fits in (("#2", False), ("@R", False), ("HH", True)):
        table = at(2, turn=0, discard=[top], draw=["G1"], hands=[["#1", "@B", "HH"], ["G2"]])
        assert ("play #1" in table.legal(0)) == fits


def test_HT_R38_any_card_that_pays_will_do_and_matching_resumes_on_it() -> None:
    table = at(turn=1, discard=["#2", "R1"], hands=[["Y3"], ["R2", "B2", "G1"], ["B5", "R5"]])
    table.do(0, 1, "play B2")
    assert table.legal(2) == ["play B5", "slap", "call"]


# ---- hit with a hand ---------------------------------------------------------------------------------


def race(options: dict[str, object] | None = None, seats: int = 3, **given: object) -> Position:
    """A race opened at 1000 by P0, with plenty to draw."""
    start: dict[str, object] = {
        "turn": 0,
        "discard": ["Y2"],
        "draw": ["R1", "R2", "R3", "R4", "R5", "B1", "B2", "B3"],
        "hands": [["HH", "G1"], ["G2"], ["G4"], ["G5"], ["B5"], ["Y5"]][:seats],
        **given,
    }
    table = place(start, seats, options)
    table.do(1000, 0, "play HH")
    return table


def test_HT_40_HT_41_HT_42_the_last_hand_draws_four() -> None:
    table = race()
    assert table["turns"] == 0
    table.do(1001, 0, "call")
    table.do(1002, 2, "slap")
    table.do(1003, 1, "slap")
    entry = table.do(1004, 0, "slap")
    assert [(e.what, e.seat, e.number) for e in entry.told if e.what in ("hand", "last")] == [
        ("hand", 2, 1),
        ("hand", 1, 2),
        ("hand", 0, 3),
        ("last", 0, 4),
    ]
    assert table.sizes("hands") == {"hands": [5, 1, 1]}
    assert table["turns"] == 1


def test_HT_41_nothing_else_can_be_done_during_the_race() -> None:
    table = race()
    for seat in range(3):
        table.do(1100, seat, "draw", "rejected", "HT-41")
        table.do(1100, seat, "cut", "rejected", "HT-41")
        assert table.legal(seat) == ["slap", "call"]
    table.do(1100, 0, "play G1", "rejected", "HT-41")


def test_HT_43_HT_44_HT_R30_play_goes_on_after_the_caller_with_any_card() -> None:
    table = race(hands=[["HH", "G1"], ["G2", "Bcut", "#1", "HH"], ["G4"]])
    for seat in range(3):
        table.do(1100 + seat, seat, "slap")
    assert (table["turn"], table["demand"]) == (1, "anything")
    assert table.legal(1) == ["play G2", "play Bcut", "play #1", "play HH", "slap", "call"]
    table.do(1200, 1, "draw", "rejected", "HT-R6")
    table.do(1300, 1, "play Bcut")
    assert (table["turn"], table["duty"]) == (2, "cut")


def test_HT_45_a_forgotten_phrase_costs_the_caller_four_and_the_last_hand_none() -> None:
    table = race()
    for seat in (0, 2, 1):
        entry = table.do(1100, seat, "slap")
    assert "forgot" in table.told(entry)
    assert table.sizes("hands") == {"hands": [5, 1, 1]}


def test_HT_R21_the_callers_own_hand_can_be_the_last() -> None:
    table = race()
    table.do(1100, 0, "call")
    table.do(1200, 1, "slap")
    table.do(1300, 2, "slap")
    assert table["phase"] == "RACE"
    table.do(1400, 0, "slap")
    assert table.sizes("hands") == {"hands": [5, 1, 1]}


def test_HT_R22_a_hand_before_the_phrase_is_valid() -> None:
    table = race()
    table.do(1000, 1, "slap")
    table.do(1000, 2, "slap")
    table.do(1001, 0, "call")
    table.do(1002, 0, "slap")
    assert table.sizes("hands") == {"hands": [5, 1, 1]}


def test_HT_R23_a_phrase_before_the_card_is_forgotten() -> None:
    table = at(turn=0, discard=["Y2"], draw=["R1", "R2", "R3", "R4", "R5"], hands=[["HH", "G1"], ["G2"], ["G4"]])
    table.do(999, 0, "call")
    table.do(1000, 0, "play HH")
    for seat in range(3):
        table.do(1100, seat, "slap")
    assert table.sizes("hands") == {"hands": [5, 1, 1]}


@pytest.mark.parametrize(("called_at", "loser"), [(4999, 1), (5000, 0)])
def test_HT_R23_a_phrase_at_exactly_the_deadline_is_too_late(called_at: int, loser: int) -> None:
    table = race()
    table.do(1100, 0, "slap")
    table.do(called_at, 0, "call")
    table.wait(5000)
    assert table.sizes("hands")["hands"] == [5 if seat == loser else 1 for seat in range(3)]


def test_HT_R23_the_phrase_of_another_seat_does_not_count() -> None:
    table = race()
    entry = table.do(1100, 1, "call")
    assert table.told(entry) == ["bluff"]
    for seat in range(3):
        table.do(1200, seat, "slap")
    assert table.sizes("hands") == {"hands": [5, 1, 1]}


@pytest.mark.parametrize(("direction", "down", "loser"), [(1, [], 1), (-1, [], 3), (1, [1, 2, 3], 0), (-1, [3], 2)])
def test_HT_R24_of_several_missing_hands_the_nearest_after_the_caller_loses(
    direction: int, down: list[int], loser: int
) -> None:
    table = race(seats=4, dir=direction)
    table.do(1001, 0, "call")
    for seat in down:
        table.do(1002, seat, "slap")
    table.wait(4999)
    assert table["phase"] == "RACE"
    table.wait(5000)
    assert table.sizes("hands")["hands"] == [5 if seat == loser else 1 for seat in range(4)]
    assert table["turn"] == (1 if direction == 1 else 3)


def test_HT_R24_a_hand_at_exactly_the_deadline_is_too_late_and_a_fake_out() -> None:
    table = race()
    table.do(1001, 0, "call")
    table.do(1002, 0, "slap")
    table.do(1003, 2, "slap")
    table.do(5000, 1, "slap", "foul", "HT-46")
    assert table.sizes("hands") == {"hands": [1, 7, 1]}


def test_HT_R24_hand_ms_sets_the_length_of_the_race() -> None:
    table = race({"hand_ms": 250})
    assert table.rules.deadline == 1250
    table.do(1249, 1, "slap")
    table.wait(1250)
    assert table["settled_at"] == 1250


# ---- fake-outs ---------------------------------------------------------------------------------------


def test_HT_46_HT_47_a_fake_out_costs_two_and_disturbs_nothing() -> None:
    table = at(turn=1, discard=["#3", "R1"], draw=["R5", "R4", "B4"], hands=[["Y3"], ["R1"], ["R2"]])
    entry = table.do(0, 0, "slap", "foul", "HT-46")
    assert [(e.seat, e.number, e.clause) for e in entry.told if e.what == "fake_out"] == [(0, 2, "HT-46")]
    assert table["hands"] == [["Y3", "R5", "R4"], ["R1"], ["R2"]]
    assert (table["turn"], table["demand"], table["turns"]) == (1, "number 3", 0)


def test_HT_R25_bluffs_are_free_for_everybody_at_any_time() -> None:
    for top in ("R2", "Rcut", "Rflip", "#1", "HH"):
        table = at(turn=0, discard=[top], draw=["R5"], hands=[["Y3"], ["R1"], ["R2"]])
        before = (table.rules.truth(), all_cards(table.rules))
        for seat in range(3):
            assert table.told(table.do(10, seat, "call")) == ["bluff"]
        assert (table.rules.truth(), all_cards(table.rules)) == before


@pytest.mark.parametrize("top", ["R2", "Rcut", "Rflip", "@R", "HH"])
@pytest.mark.parametrize("seat", [0, 1])
def test_HT_R26_fake_outs_happen_to_anybody_in_any_phase(top: str, seat: int) -> None:
    table = at(turn=0, discard=[top], draw=["B5", "B4", "B3"], hands=[["Y3"], ["R1"], ["R2"]])
    before = {key: table[key] for key in ("turn", "duty", "demand", "phase", "turns", "turn_since")}
    table.do(10, seat, "slap", "foul", "HT-46")
    assert {key: table[key] for key in before} == before
    assert table.sizes("hands")["hands"] == [3 if s == seat else 1 for s in range(3)]


def test_HT_R26_HT_R45_settle_ms_ends_sharply() -> None:
    table = race({"settle_ms": 1000})
    for seat in range(3):
        table.do(1500, seat, "slap")
    assert table["settled_at"] == 1500
    table.do(1500, 1, "slap", "ignored", "HT-R26")
    table.do(2499, 1, "slap", "ignored", "HT-R26")
    table.do(2500, 1, "slap", "foul", "HT-46")


def test_HT_R45_settle_ms_starts_at_the_deadline_that_closed_the_race() -> None:
    table = race({"settle_ms": 1000})
    table.do(5999, 1, "slap", "ignored", "HT-R26")
    assert table["settled_at"] == 5000
    table.do(6000, 1, "slap", "foul", "HT-46")


def test_HT_R45_a_new_race_cuts_the_settling_short() -> None:
    table = race({"settle_ms": 1000}, hands=[["HH", "G1"], ["HH", "G2"], ["G4"]])
    for seat in range(3):
        table.do(1100, seat, "slap")
    table.do(1200, 1, "play HH")
    table.do(1200, 2, "slap")
    assert table["race"] == {"caller": 1, "called": False, "slaps": [2], "opened": 1200}


def test_HT_R27_a_penalty_card_that_fits_must_be_played() -> None:
    table = at(turn=0, discard=["R2"], draw=["G5", "R5", "Y5"], hands=[["G1"], ["G3"], ["G4"]])
    assert "draw" in table.legal(0)
    table.do(0, 0, "slap", "foul")
    table.do(1, 0, "draw", "rejected", "HT-R6")
    assert table.legal(0) == ["play R5", "slap", "call"]


def test_HT_R27_after_a_draw_only_the_drawn_card_counts() -> None:
    table = at(turn=0, discard=["R2"], draw=["R5", "R4", "R5"], hands=[["G1"], ["G3"], ["G4"]])
    table.do(0, 0, "draw")
    table.do(1, 0, "slap", "foul")
    assert table["hands"] == [["G1", "R5", "R4", "R5"], ["G3"], ["G4"]]
    table.do(2, 0, "play R4", "rejected", "HT-R7")
    assert table.legal(0) == ["play R5", "slap", "call"]
    table.do(3, 0, "play R5")
    assert table["hands"] == [["G1", "R4", "R5"], ["G3"], ["G4"]]


def test_HT_R28_in_a_race_only_the_first_touch_counts() -> None:
    table = race()
    table.do(1100, 1, "slap")
    before = table.rules.truth()
    table.do(1200, 1, "slap", "ignored", "HT-R28")
    assert table.rules.truth() == before
    assert table.legal(1) == ["call"]


def test_HT_R28_HT_R45_bounces_count_once_from_the_punished_touch() -> None:
    table = at(options={"debounce_ms": 400}, turn=0, discard=["R2"], draw=["R5"] * 4, hands=[["Y3"], ["R1"], ["R2"]])
    table.do(1000, 1, "slap", "foul")
    assert table["punished_at"] == ["none", 1000, "none"]
    table.do(1300, 1, "slap", "ignored", "HT-R28")
    table.do(1399, 1, "slap", "ignored", "HT-R28")
    table.do(1399, 2, "slap", "foul")
    # Not prolonged by the touches that were ignored.
    table.do(1400, 1, "slap", "foul")


def test_HT_R45_a_race_touch_is_no_bounce() -> None:
    table = at(
        options={"debounce_ms": 400}, turn=0, discard=["R2"], draw=["R5"] * 4, hands=[["HH", "B1"], ["R1"], ["R2"]]
    )
    table.do(1000, 1, "slap", "foul")
    table.do(1010, 0, "play HH")
    table.do(1020, 1, "slap")
    assert table.rules.race.hands() == [1]


def test_HT_R45_neither_time_reaches_into_the_next_hand() -> None:
    table = at(
        options={"debounce_ms": 60_000, "settle_ms": 60_000},
        turn=0,
        discard=["R2"],
        draw=["R5", "R4"],
        hands=[["R1"], ["R3"], ["R2"]],
        settled_at=90,
        punished_at=[100, 100, "none"],
    )
    table.do(200, 0, "play R1")
    table.do(300, -1, "next_hand")
    assert table["punished_at"] == ["none"] * 3
    assert table["settled_at"] == "none"
    table.do(301, 1, "slap", "foul")


# ---- the draw pile -----------------------------------------------------------------------------------


def test_HT_48_HT_R17_the_last_card_taken_makes_a_new_pile_at_once() -> None:
    table = at(turn=0, discard=["R2", "Y1", "Y2", "Y3"], draw=["B5"], hands=[["G1"], ["G3"], ["G4"]])
    entry = table.do(0, 0, "draw")
    assert "shuffle" in table.told(entry)
    assert table["discard"] == ["R2"]
    draw = table["draw"]
    assert isinstance(draw, list)
    assert sorted(draw) == ["Y1", "Y2", "Y3"]
    assert not any(table.rules.cards.knows(0, 3, i) for i in range(3))


def test_HT_R17_a_pile_that_could_not_be_made_is_made_when_a_card_is_needed() -> None:
    table = at(turn=0, discard=["R2"], draw=["R5"], hands=[["G1"], ["G3"], ["R4", "B3"]])
    table.do(0, 0, "draw")
    assert table.sizes("draw") == {"draw": 0}
    table.do(1, 0, "play R5")
    # Two discards lie there now, but nobody needs a card before P1 draws.
    assert table.sizes("draw", "discard") == {"draw": 0, "discard": 2}
    table.do(2, 1, "draw")
    assert table["hands"] == [["G1"], ["G3", "R2"], ["R4", "B3"]]
    assert table["discard"] == ["R5"]


def test_HT_R18_a_penalty_takes_what_there_is_and_the_rest_is_waived() -> None:
    table = at(turn=0, discard=["R2", "Y4"], draw=["B5"], hands=[["G1"], ["HH", "G3"], ["G4"]])
    entry = table.do(0, 2, "slap", "foul")
    assert [event.number for event in entry.told if event.what == "fake_out"] == [2]
    assert table["hands"] == [["G1"], ["HH", "G3"], ["G4", "B5", "Y4"]]
    table.do(1, 2, "slap", "foul", "HT-46")
    assert table.sizes("hands", "draw", "discard") == {"hands": [1, 2, 3], "draw": 0, "discard": 1}


def test_HT_R19_HT_R44_a_full_round_without_a_card_blocks_the_hand() -> None:
    table = at(turn=0, discard=["@R"], draw=[], hands=[["G1"], ["G3"], ["#1"]], demand="colour red", scores=[1, 2, 3])
    for seat in (0, 1):
        table.do(seat, seat, "draw")
        assert table["stuck"] == seat + 1
    assert table["phase"] == "PLAY"
    entry = table.do(2, 2, "draw")
    assert "blocked" in table.told(entry)
    assert "out" not in table.told(entry)
    assert table["phase"] == "HAND_OVER"
    assert table["scores"] == [2, 5, 13]
    assert (table["turns"], table["demand"]) == (3, "none")


def test_HT_R44_any_other_turn_starts_the_round_of_empty_draws_afresh() -> None:
    table = at(turn=0, discard=["R2"], draw=[], hands=[["G1"], ["R3", "R1", "B1"], ["G5"]], stuck=2)
    table.do(0, 0, "slap", "foul")
    assert table["stuck"] == 2
    # P0 is the third in a row.
    table.do(1, 0, "draw")
    assert table["phase"] == "HAND_OVER"
    other = at(turn=1, discard=["R2"], draw=[], hands=[["G1"], ["R3", "R1", "B1"], ["G5"]], stuck=2)
    other.do(0, 1, "play R3")
    assert other["stuck"] == 0


@pytest.mark.parametrize("how", ["draw", "cut", "flip", "race"])
def test_HT_R44_draws_cuts_flips_and_races_end_turns_too(how: str) -> None:
    top = {"draw": "R2", "cut": "Rcut", "flip": "Rflip", "race": "R2"}[how]
    hands = [["HH", "G1"] if how == "race" else ["G1"], ["G3"], ["G5"]]
    table = at(turn=0, discard=[top], draw=["B5", "B4", "B3", "B1", "Y1", "Y3"], hands=hands, stuck=1, turns=5)
    if how == "race":
        table.do(0, 0, "play HH")
        assert table["turns"] == 5
        for seat in range(3):
            table.do(1, seat, "slap")
    else:
        table.do(0, 0, how)
    assert (table["turns"], table["stuck"]) == (6, 0)


# ---- the end -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["R1", "Rcut", "Rflip", "#1", "@G", "HH"])
def test_HT_49_HT_50_HT_R20_any_last_card_ends_the_hand_at_once(card: str) -> None:
    table = at(turn=1, discard=["R2"], draw=["B5"], hands=[["G1"], [card], ["Bcut"]])
    entry = table.do(0, 1, f"play {card}")
    assert "out" in table.told(entry)
    assert table["phase"] == "HAND_OVER"
    assert (table["duty"], table["demand"], table["race"], table["drawn"]) == ("none",) * 4
    assert table["scores"] == [1, 0, 10]
    assert table.rules.deadline == NEVER


def test_HT_51_HT_52_HT_53_every_card_left_counts() -> None:
    table = at(
        turn=0,
        discard=["R2"],
        hands=[["R1"], ["R1", "Y2", "G3", "B4", "R5"], ["Rcut", "Gflip", "#5", "@R", "HH"]],
    )
    table.do(0, 0, "play R1")
    assert table["scores"] == [0, 15, 50]


def test_HT_54_HT_55_scores_run_on_until_somebody_reaches_the_target() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R1"], ["R5"], ["R4"]], scores=[0, 94, 10])
    table.do(0, 0, "play R1")
    assert (table["scores"], table["phase"], table["winners"]) == ([0, 99, 14], "HAND_OVER", None)
    exact = at(turn=0, discard=["R2"], hands=[["R1"], ["R5"], ["R4"]], scores=[0, 95, 10])
    exact.do(0, 0, "play R1")
    assert (exact["phase"], exact["winners"]) == ("GAME_OVER", [0])
    assert exact.rules.over


def test_HT_R36_the_target_is_an_option() -> None:
    table = at(options={"target_score": 5}, turn=0, discard=["R2"], hands=[["R1"], ["R5"], ["R4"]])
    table.do(0, 0, "play R1")
    assert table["phase"] == "GAME_OVER"


def test_HT_R35_equal_lowest_totals_share_the_win_however_many_are_over_the_limit() -> None:
    table = at(turn=0, discard=["@R"], draw=[], hands=[["G1"], ["G1"], ["G1"]], scores=[99, 99, 99])
    for seat in range(3):
        table.do(seat, seat, "draw")
    assert (table["points"], table["places"], table["winners"]) == ([100, 100, 100], [1, 1, 1], [0, 1, 2])


def last_hand_card(call: bool, order: tuple[int, ...], draw: list[str]) -> Position:
    table = at(
        options={"resolve_last_card": True},
        turn=1,
        discard=["Y2"],
        draw=draw,
        hands=[["R5"], ["HH"], ["G1"]],
    )
    table.do(1000, 1, "play HH")
    assert table["phase"] == "RACE"
    if call:
        table.do(1001, 1, "call")
    for seat in order:
        table.do(1100, seat, "slap")
    return table


def test_HT_R41_a_raced_last_card_lets_the_caller_out_after_the_race() -> None:
    table = last_hand_card(True, (1, 0, 2), ["B1", "B2", "B3", "B4"])
    assert table["phase"] == "HAND_OVER"
    assert table["scores"] == [5, 0, 11]


def test_HT_R41_a_caller_who_has_to_draw_is_not_out() -> None:
    table = last_hand_card(False, (1, 0, 2), ["B1", "B2", "B3", "B4", "B5"])
    assert (table["phase"], table["turn"], table["demand"]) == ("PLAY", 2, "anything")
    assert table.sizes("hands") == {"hands": [1, 4, 1]}


def test_HT_R41_HT_R18_even_one_single_card_keeps_the_caller_in() -> None:
    table = at(
        options={"resolve_last_card": True},
        turn=1,
        demand="anything",
        discard=["HH"],
        draw=[],
        hands=[["R5"], ["HH"], ["G1"]],
    )
    table.do(0, 1, "play HH")
    for seat in range(3):
        table.do(1, seat, "slap")
    # The old hit-hand card was the only card to draw; three are waived, but one is enough.
    assert table["hands"] == [["R5"], ["HH"], ["G1"]]
    assert table["phase"] == "PLAY"


def test_HT_R41_other_last_cards_still_end_the_hand_at_once() -> None:
    table = at(options={"resolve_last_card": True}, turn=0, discard=["R2"], hands=[["Rcut"], ["R5"], ["R4"]])
    table.do(0, 0, "play Rcut")
    assert (table["phase"], table["duty"]) == ("HAND_OVER", "none")


def test_HT_R40_HT_R44_too_many_turns_block_the_hand_before_the_new_top_binds() -> None:
    options: dict[str, object] = {"max_turns_per_hand": 10}
    table = at(
        options=options,
        turn=0,
        turns=8,
        discard=["R2"],
        draw=["B5", "B4"],
        hands=[["R1", "Rcut"], ["R5", "@G"], ["R4"]],
    )
    table.do(0, 0, "play R1")
    assert (table["phase"], table["turns"]) == ("PLAY", 9)
    entry = table.do(1, 1, "play @G")
    assert [(event.what, event.clause) for event in entry.told if event.what == "blocked"] == [("blocked", "HT-R40")]
    assert (table["phase"], table["demand"]) == ("HAND_OVER", "none")
    assert table["scores"] == [10, 5, 4]


def test_HT_R40_a_race_at_the_limit_is_held_before_the_hand_is_blocked() -> None:
    table = race({"max_turns_per_hand": 10}, turns=9)
    assert table["phase"] == "RACE"
    for seat in range(3):
        table.do(1100, seat, "slap")
    assert (table["phase"], table["turns"]) == ("HAND_OVER", 10)
    assert table["scores"] == [1 + 1 + 2 + 3 + 4, 2, 4]


@pytest.mark.parametrize(("version", "ends"), [(None, True), (1, False)])
def test_HT_R40_a_hand_ends_after_250_turns_and_by_the_first_version_of_the_rules_after_2000(
    version: int | None, ends: bool
) -> None:
    given: dict[str, object] = {"turns": 249, "discard": ["R2"], "hands": [["R1", "Y1"], ["R5"], ["R4"]]}
    table = Position("hit_the_deck", 3, given=given, version=version)
    table.do(0, 0, "play R1")
    assert (table["phase"] == "HAND_OVER") == ends


def test_HT_R40_going_out_beats_the_limit() -> None:
    table = at(options={"max_turns_per_hand": 1}, turn=0, discard=["R2"], hands=[["R1"], ["R5"], ["R4"]])
    entry = table.do(0, 0, "play R1")
    assert "out" in table.told(entry)
    assert "blocked" not in table.told(entry)


# ---- the clock of a turn -----------------------------------------------------------------------------

TIMED: dict[str, object] = {"turn_ms": 20_000}


def test_HT_R37_the_first_fitting_card_in_hand_order_is_played() -> None:
    table = at(options=TIMED, turn=0, discard=["R2"], hands=[["G1", "B2", "R5"], ["B1", "Y1"], ["Y3", "Y4"]])
    table.wait(19_999)
    assert table["turn"] == 0
    entry = table.wait(20_000)
    assert "idle" in table.told(entry)
    assert table["discard"] == ["B2", "R2"]
    assert (table["turn"], table["turn_since"]) == (1, 20_000)


def test_HT_R37_else_one_is_drawn_and_played_if_it_fits() -> None:
    table = at(options=TIMED, turn=0, discard=["R2"], draw=["R5", "B4"], hands=[["G1"], ["B1"], ["Y3"]])
    table.wait(20_000)
    assert (table["discard"], table["turn"], table["phase"]) == (["R5", "R2"], 1, "PLAY")
    table.wait(40_000)
    assert table["hands"] == [["G1"], ["B1", "B4"], ["Y3"]]
    assert table["turn"] == 2


def test_HT_R37_a_pending_cut_is_made_at_half_and_a_flip_is_made() -> None:
    table = at(options=TIMED, turn=0, discard=["Rcut"], draw=["R5", "B4", "B3", "G1"], hands=[["G1"], ["B1"], ["Y3"]])
    table.wait(20_000)
    assert (table["discard"], table["turn"]) == (["B4", "Rcut"], 1)
    flip = at(options=TIMED, turn=0, discard=["Rflip"], draw=["R5", "B4"], hands=[["G1"], ["B1"], ["Y3"]])
    flip.wait(20_000)
    assert (flip["discard"], flip["dir"], flip["turn"]) == (["B4", "R5"], -1, 2)


def test_HT_R37_an_automatic_hand_card_still_needs_the_phrase() -> None:
    table = at(options=TIMED, turn=0, discard=["R2"], draw=["R5"] * 4 + ["B1"], hands=[["HH", "G1"], ["B1"], ["Y3"]])
    table.wait(20_000)
    assert table["race"] == {"caller": 0, "called": False, "slaps": [], "opened": 20_000}
    table.wait(24_000)
    assert table.sizes("hands") == {"hands": [5, 1, 1]}


def test_HT_R43_the_clock_is_not_wound_up_by_drawing_fake_outs_or_refused_inputs() -> None:
    table = at(options=TIMED, turn=0, discard=["R2"], draw=["R5", "R1", "R4"], hands=[["G1"], ["B1"], ["Y3"]])
    table.do(5000, 0, "draw")
    table.do(6000, 0, "slap", "foul")
    table.do(7000, 0, "play G1", "rejected")
    assert table.rules.deadline == 20_000
    table.wait(20_000)
    # After a draw the drawn card is what is played, though R1 came later and would fit as well.
    assert table["discard"] == ["R5", "R2"]
    assert table["hands"] == [["G1", "R1", "R4"], ["B1"], ["Y3"]]


def test_HT_R43_the_clock_rests_during_a_race_and_starts_at_its_close() -> None:
    table = race(TIMED)
    assert table.rules.deadline == 5000
    for seat in range(3):
        table.do(3000, seat, "slap")
    assert (table["turn_since"], table.rules.deadline) == (3000, 23_000)


def test_HT_R43_an_input_at_exactly_the_deadline_is_too_late() -> None:
    table = at(options=TIMED, turn=0, discard=["R2"], hands=[["R1", "R5"], ["B1", "Y1"], ["Y3", "Y4"]])
    table.do(20_000, 0, "play R5", "rejected", "HT-R46")
    assert table["discard"] == ["R1", "R2"]


def test_HT_R43_a_long_silence_holds_several_moves_each_at_its_own_time() -> None:
    table = at(options=TIMED, turn=0, discard=["R2"], draw=["G5"], hands=[["R1", "B3"], ["R3", "Y1"], ["R4", "Y4"]])
    table.wait(65_000)
    assert table["discard"] == ["R4", "R3", "R1", "R2"]
    assert (table["turn"], table["turn_since"]) == (0, 60_000)


def test_HT_R43_without_turn_ms_time_alone_does_nothing() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R1", "B3"], ["R3"], ["R4"]])
    assert table.rules.deadline == NEVER
    table.wait(80_000_000)
    assert table["turn"] == 0


def test_HT_R43_the_deal_and_the_next_hand_start_the_clock() -> None:
    table = dealt(3, start_with(["R2"]), turn_ms=300)
    assert table.rules.deadline == 300
    over = at(options={"turn_ms": 300}, turn=0, discard=["R2"], hands=[["R1"], ["R3"], ["R4"]])
    over.do(100, 0, "play R1")
    assert over.rules.deadline == NEVER
    over.do(5000, -1, "next_hand")
    assert over["turn_since"] == 5000


# ---- verdicts ----------------------------------------------------------------------------------------


def test_HT_R46_out_of_turn_wrong_phase_and_cards_not_held_are_rejected() -> None:
    table = at(turn=0, discard=["R2"], draw=["B5"], hands=[["R1", "G4"], ["R3"], ["R4"]])
    for seat, text in ((1, "play R3"), (1, "draw"), (1, "cut"), (1, "flip"), (0, "cut"), (0, "flip"), (0, "play R5")):
        table.do(0, seat, text, "rejected", "HT-R46")
    for seat in (0, 1, 2, -1):
        table.do(0, seat, "next_hand", "rejected", "HT-R46")
    table.do(0, -1, "slap", "rejected", "HT-R46")


def test_HT_R46_a_slap_without_cards_to_draw_is_still_a_foul() -> None:
    table = at(turn=0, discard=["R2"], draw=[], hands=[["R1"], ["R3"], ["R4"]])
    table.do(0, 1, "slap", "foul", "HT-46")
    assert table.sizes("hands") == {"hands": [1, 1, 1]}


def test_HT_R46_a_draw_that_finds_no_card_is_applied_and_ends_the_turn() -> None:
    table = at(turn=0, discard=["R2"], draw=[], hands=[["G1"], ["R3"], ["R4"]])
    table.do(0, 0, "draw")
    assert table["turn"] == 1


def test_HT_R46_between_hands_seats_are_ignored_and_only_the_host_goes_on() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R1"], ["R3"], ["R4"]])
    table.do(0, 0, "play R1")
    for text in ("play R3", "draw", "slap", "call", "cut", "flip", "next_hand"):
        table.do(1, 1, text, "ignored", "HT-R46")
    table.do(1, -1, "draw", "rejected", "HT-R46")
    assert table.legal(1) == []
    assert legal_codes(table.rules, int(HOST)) == [table.rules.catalogue.parse("next_hand")]
    assert table.rules.awaited() == 1 << HOST
    table.do(2, -1, "next_hand")
    assert table["turns"] == 0


def test_HT_R46_after_the_game_even_next_hand_is_ignored() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R1"], ["HH"], ["R4"]], scores=[0, 90, 0])
    table.do(0, 0, "play R1")
    table.do(1, 1, "slap", "ignored", "HT-R46")
    table.do(1, -1, "next_hand", "ignored", "HT-R46")
    table.do(1, -1, "slap", "rejected", "HT-R46")
    assert table.rules.awaited() == 0
    assert table.rules.contenders() == 0


# ---- what seats are told -------------------------------------------------------------------------------


def test_a_drawn_card_is_known_only_to_its_player() -> None:
    table = at(turn=0, discard=["R2"], draw=["R5", "B1"], hands=[["G1"], ["G3"], ["G4"]])
    table.do(0, 0, "draw")
    assert table.rules.facts(0)["drawn"] == "R5"
    assert table.rules.facts(1)["drawn"] is None
    assert table.rules.facts(PUBLIC)["drawn"] is None


def test_hands_in_a_race_are_sealed_until_it_closes() -> None:
    table = race()
    entry = table.do(1100, 2, "slap")
    assert entry.told == []
    assert table.rules.facts(2)["race"] == {"caller": 0, "called": False, "down": True}
    assert table.rules.facts(1)["race"] == {"caller": 0, "called": False, "down": False}
    assert table.rules.facts(PUBLIC)["race"] == {"caller": 0, "called": False, "down": False}


def test_an_imagined_world_keeps_the_own_hand_and_draws_a_fitting_card_for_the_others() -> None:
    table = dealt(3, start_with(["R2"]), first_dealer=0, seed=4)
    rules = table.rules
    given = {"turn": 0, "discard": ["#5"], "draw": ["R5", "B1", "Y1", "Y5"], "drawn": "R5"}
    set_position(rules, {**given, "hands": [["G1", "R5"], ["G3", "B5"], ["G4", "Y2"]]})
    for seed in range(30):
        world = rules.imagine(1, FastDice(seed))
        assert all_cards(world) == all_cards(rules)
        assert world.cards.listed(1) == rules.cards.listed(1)
        assert str(observed(world, "drawn", None)).endswith("5")
        legal = [world.wording(0, code) for code in legal_codes(world, 0)]
        assert legal == [f"play {observed(world, 'drawn', None)}", "slap", "call"]


def test_HT_51_hands_are_counted_in_the_open_and_closed_again_for_the_next_hand() -> None:
    table = at(turn=0, discard=["R2"], hands=[["R1"], ["R5", "HH"], ["R4"]])
    entry = table.do(0, 0, "play R1")
    assert table.told(entry)[:3] == ["move", "out", "hand_over"]
    assert view_of(table.rules, 2).zones[1].cards == ["R5", "HH"]
    assert view_of(table.rules, PUBLIC).zones[2].cards == ["R4"]
    table.do(1, -1, "next_hand")
    assert view_of(table.rules, 2).zones[1].cards == [None] * 7


def test_contenders_are_the_player_on_turn_and_in_a_race_all_seats() -> None:
    table = dealt(4, first_dealer=0)
    assert table.rules.contenders() == 0b0010
    assert race(seats=4).rules.contenders() == 0b1111


# ---- options, decks, positions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"first_dealer": 3}, "first_dealer 3 is not a seat"),
        ({"first_dealer": -1}, "first_dealer"),
        ({"hand_ms": 0}, "hand_ms"),
        ({"turn_ms": 0}, "turn_ms"),
        ({"settle_ms": -1}, "settle_ms"),
        ({"debounce_ms": "soon"}, "debounce_ms"),
        ({"target_score": 0}, "target_score"),
        ({"max_turns_per_hand": 0}, "max_turns_per_hand"),
        ({"resolve_last_card": 1}, "resolve_last_card"),
        ({"jokers": 2}, "no option 'jokers'"),
    ],
)
def test_nonsense_options_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageProblem, match=words):
        GAME.read_options(options, 3)


def test_the_defaults_are_those_of_the_rules() -> None:
    live = GAME.read_options({}, 3)
    expected = {
        "hand_ms": 4000,
        "settle_ms": 1000,
        "debounce_ms": 400,
        "turn_ms": 20_000,
        "target_score": 100,
        "resolve_last_card": False,
        "hold_back": False,
        "last_words_act": False,
        "max_turns_per_hand": 250,
        "first_dealer": None,
    }
    assert {name: getattr(live, name) for name in expected} == expected
    simulated = GAME.read_options(GAME.simulated, 3)
    assert {**expected, "debounce_ms": 0, "turn_ms": None} == {n: getattr(simulated, n) for n in expected}
    assert find_game("hit-the-deck") is GAME


def deck_with(**changes: object) -> dict[str, object]:
    """The deck's data with the attributes of the last block of a family changed."""
    data = dict(GAME.deck().data)
    blocks = data["cards"]
    assert isinstance(blocks, list)
    family = str(changes.pop("family"))
    data["cards"] = [{**block, **changes} if block["family"] == family else block for block in blocks]
    return data


@pytest.mark.parametrize(
    ("changes", "total", "words"),
    [
        ({"family": "hit_number", "number": [1, 2, 3, 4, 6]}, 110, "#6 demands 6"),
        ({"family": "hit_color", "color": ["red", "yellow", "green", "pink"]}, 110, "demands 'pink'"),
        ({"family": "hit_hand", "points": 0}, 110, "HH counts 0"),
        ({"family": "hit_hand", "copies": 5}, 110, "expect.total is 110"),
        ({"family": "number", "number": list(range(1, 12)), "copies": 1}, 74, "62"),
    ],
)
def test_HT_02_decks_that_cannot_be_played_are_refused(changes: dict[str, object], total: int, words: str) -> None:
    data = deck_with(**changes)
    data["expect"] = {"total": total}
    if words == "62":
        blocks = data["cards"]
        assert isinstance(blocks, list)
        data["cards"] = [{**b, "number": list(range(1, 12))} if b["family"] == "hit_number" else b for b in blocks]
        data["expect"] = {"total": 44 + 8 + 4 + 22 + 4 + 4}
    with pytest.raises(CheckFailed, match=words):
        GAME.deck_from(data, "my deck")


def test_HT_02_a_deck_without_flips_is_refused() -> None:
    data = dict(GAME.deck().data)
    blocks = data["cards"]
    assert isinstance(blocks, list)
    data["cards"] = [block for block in blocks if block["family"] != "flip"]
    data["expect"] = {"total": 106}
    with pytest.raises(CheckFailed, match="flip"):
        GAME.deck_from(data, "my deck")


def test_HT_05_HT_R4_a_deck_too_small_for_the_table_is_refused() -> None:
    data = deck_with(family="number", copies=1)
    data["expect"] = {"total": 50}
    deck = GAME.deck_from(data, "my deck")
    assert GAME.table(5, deck, GAME.read_options({}, 5), FastDice(1)).seats == 5
    data = deck_with(family="number", copies=1, color="red")
    data["expect"] = {"total": 35}
    data["cards"] = [b if b["family"] != "hit_color" else {**b, "color": "red"} for b in list_of(data["cards"])]
    data["expect"] = {"total": 5 + 8 + 4 + 10 + 1 + 4}
    small = GAME.deck_from(data, "my deck")
    with pytest.raises(CheckFailed, match="28 cards besides the hit-hand cards, 4 players need 29"):
        GAME.table(4, small, GAME.read_options({}, 4), FastDice(1))


def list_of(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"discard": []}, "discard pile needs"),
        ({"discard": ["R1"], "demand": "number 9"}, "given.demand"),
        ({"discard": ["R1"], "duty": "dance"}, "given.duty"),
        ({"discard": ["R1"], "drawn": "XX"}, "given.drawn"),
        ({"discard": ["R1"], "drawn": "R2"}, "does not hold"),
        ({"discard": ["R1"], "dir": 2}, "given.dir"),
        ({"discard": ["R1"], "turn": 3}, "given.turn"),
        ({"discard": ["R1"], "punished_at": [1]}, "given.punished_at"),
        ({"discard": ["R1"], "race": {"caller": 0}}, "given.race"),
        ({"discard": ["R1"], "race": {"caller": 0, "called": True, "slaps": [1, 1], "opened": 0}}, "twice"),
        ({"discard": ["R1"], "race": {"caller": 0, "called": True, "slaps": [0, 1, 2], "opened": 0}}, "closed"),
        ({"discard": ["R1"], "race": {"caller": 0, "called": True, "slaps": 1, "opened": 0}}, "slaps"),
        ({"discard": ["R1"], "weather": "fine"}, "unknown field"),
    ],
)
def test_positions_that_make_no_sense_are_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(CheckFailed, match=words):
        place({"hands": [["B1"], ["B2"], ["B3"]], **given})


RACING: dict[str, object] = {"caller": 0, "called": True, "slaps": [1], "opened": 0}
NO_GAME_COMES_HERE: list[tuple[dict[str, object], str]] = [
    ({"race": RACING}, "only on a hit-hand card"),
    ({"duty": "cut"}, "the top card is no cut"),
    ({"duty": "flip", "discard": ["Rcut"]}, "the top card is no flip"),
    ({"demand": "number 3"}, "demands nothing"),
    ({"demand": "number 3", "discard": ["#4"]}, "demands something else"),
    ({"demand": "none", "discard": ["#4"]}, "demands something else"),
    ({"race": RACING, "discard": ["HH"], "turn": 1}, "turn: 1 does not go with the rest"),
    ({"race": RACING, "discard": ["HH"], "demand": "anything"}, "demand.*does not go with the rest"),
    ({"race": RACING, "discard": ["HH"], "drawn": "B1"}, "drawn.*does not go with the rest"),
    ({"race": RACING, "discard": ["Rcut"], "duty": "cut"}, "only on a hit-hand card"),
    ({"drawn": "B1", "discard": ["Rcut"]}, "who has to cut or flip"),
    ({"drawn": "B1", "discard": ["R5"]}, "does not fit, so the turn is over"),
    ({"hands": [["B1"], [], ["B3"]]}, "seat 1 has no cards, so this hand is over"),
    ({"hands": [["B1"], [], []]}, "and nobody else"),
    ({"leaving": 2}, "seat 2 has played its last card, and nobody else"),
    ({"turns": 250}, "not 0 to 249"),
    ({"turns": -1}, "not 0 to 249"),
    ({"stuck": 3}, "not 0 to 2"),
    ({"scores": [0, 100, 0]}, "not 0 to 99"),
]


@pytest.mark.parametrize(("fields", "why"), NO_GAME_COMES_HERE)
def test_positions_that_no_game_could_come_to_are_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        place({"hands": [["B1"], ["B2"], ["B3"]], "discard": ["R1"], **fields})


def test_the_order_of_fields_does_not_matter() -> None:
    given: dict[str, object] = {"hands": [["B1"], ["B2"], ["B3"]], "discard": ["HH"], "race": RACING, "duty": "none"}
    for fields in (given, dict(reversed(given.items()))):
        assert place(fields)["phase"] == "RACE"


# ---- the letter of the box -----------------------------------------------------------------------


def test_HT_R6_by_the_letter_a_fitting_card_may_be_held_back() -> None:
    hands = [["R1", "B3"], ["B5", "G1"], ["R4"]]
    table = at(options={"hold_back": True}, turn=0, discard=["R2"], draw=["G5", "R5", "Y5", "Y4"], hands=hands)
    assert table.legal(0) == ["play R1", "draw", "slap", "call"]
    table.do(0, 0, "draw")
    assert table["turn"] == 1, "what was drawn does not fit, and R1 stays in hand"
    table.do(10, 1, "draw")
    table.do(20, 1, "play G1", "rejected", "HT-R7")
    table.do(20, 1, "play R5")
    at(turn=0, discard=["R2"], draw=["G5"], hands=hands).do(0, 0, "draw", "rejected", "HT-R6")


@pytest.mark.parametrize(("top", "verdict"), [("#1", "rejected"), ("@R", "rejected"), ("HH", "applied")])
def test_HT_R6_by_the_letter_a_demand_must_be_met_all_the_same(top: str, verdict: str) -> None:
    hands = [["R1", "B3"], ["B5"], ["R4"]]
    table = at(options={"hold_back": True}, turn=0, discard=[top], draw=["G5", "Y5"], hands=hands)
    table.do(0, 0, "draw", verdict)


WORDS_ACT: dict[str, object] = {"last_words_act": True}


def test_HT_R41_by_the_letter_a_cut_is_carried_out_as_a_last_card() -> None:
    hands = [["Rcut"], ["R5"], ["R4"]]
    table = at(options=WORDS_ACT, turn=0, discard=["R2"], draw=["B5", "B4"], hands=hands)
    entry = table.do(0, 0, "play Rcut")
    assert "leaving" in table.told(entry)
    assert (table["phase"], table["turn"], table["leaving"]) == ("DUTY_CUT", 1, 0)
    entry = table.do(10, 1, "cut")
    assert "out" in table.told(entry)
    assert (table["phase"], table["leaving"], table["scores"]) == ("HAND_OVER", "none", [0, 5, 4])


def test_HT_R41_by_the_letter_the_hand_that_a_last_cut_exposes_is_raced() -> None:
    table = at(options=WORDS_ACT, turn=0, discard=["R2"], draw=["HH"], hands=[["Rcut"], ["R5"], ["R4"]])
    table.do(0, 0, "play Rcut")
    table.do(10, 1, "cut")
    assert (table["phase"], table["turn"]) == ("RACE", 2)
    table.do(20, 2, "call")
    for at_ms, seat in ((30, 0), (40, 2), (50, 1)):
        entry = table.do(at_ms, seat, "slap")
    assert "out" in table.told(entry)
    assert table["phase"] == "HAND_OVER"
    assert table.sizes("hands")["hands"] != [0, 1, 1], "the slowest had to draw before the hand was counted"


def test_HT_R41_by_the_letter_who_has_to_draw_is_not_out() -> None:
    table = at(options=WORDS_ACT, turn=0, discard=["R2"], draw=["B5", "B4", "B3"], hands=[["Rcut"], ["R5"], ["R4"]])
    table.do(0, 0, "play Rcut")
    table.do(5, 0, "slap", "foul", "HT-46")
    table.do(10, 1, "cut")
    assert (table["phase"], table["leaving"], table["turn"]) == ("PLAY", "none", 2)


def test_HT_R41_by_the_letter_a_flip_turns_the_piles_and_what_it_exposes_acts() -> None:
    hands = [["Rflip"], ["R5"], ["R4"]]
    table = at(options=WORDS_ACT, turn=0, discard=["R2"], draw=["B5", "Bcut"], hands=hands)
    table.do(0, 0, "play Rflip")
    table.do(10, 1, "flip")
    assert (table["phase"], table["turn"]) == ("DUTY_CUT", 0), "who has no cards left cuts all the same"
    table.do(20, 0, "cut")
    assert table["phase"] == "HAND_OVER"


def test_HT_R41_a_position_may_stand_in_the_middle_of_a_last_card() -> None:
    given: dict[str, object] = {"hands": [[], ["R5"], ["R4"]], "discard": ["Rcut", "R2"], "draw": ["B5"], "turn": 1}
    table = place(given, 3, WORDS_ACT)
    assert table["leaving"] == 0
    table.do(0, 1, "cut")
    assert table["phase"] == "HAND_OVER"


def test_a_position_may_stand_in_the_middle_of_a_race_or_a_turn() -> None:
    running = {"caller": 2, "called": True, "slaps": [1], "opened": 500}
    table = at(discard=["HH"], draw=["R1"] * 4, hands=[["R2"], ["R3"], ["R4"]], race=running)
    assert (table["race"], table["turn"], table.rules.deadline) == (running, 2, 4500)
    table.do(600, 0, "slap")
    table.do(700, 2, "slap")
    assert table.sizes("hands") == {"hands": [1, 1, 5]}
    hands = [["R2"], ["R3"], ["R4"]]
    same = at(
        discard=["R2"], hands=hands, race="none", settled_at="none", duty="none", demand="none", drawn="none", dealer=1
    )
    assert (same["race"], same["dealer"], same["phase"]) == ("none", 1, "PLAY")


# ---- whole games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_games_end_and_keep_all_cards(seats: int) -> None:
    options = GAME.read_options(GAME.simulated, seats)
    rules = GAME.table(seats, GAME.deck(), options, FastDice(seats))
    rules.keep_tally(len(GAME.tallies))
    playout = Playout(rules, FastDice(17))
    for _ in range(15):
        playout.play(100_000)
        outcome = rules.outcome()
        assert outcome is not None
        assert max(outcome.points) >= 100
        assert min(outcome.points) == min(outcome.points[seat] for seat in outcome.winners())
        assert all_cards(rules) == whole_deck()
    tally = dict(zip(GAME.tallies, [rules.tally[i] for i in range(len(GAME.tallies))], strict=True))
    for name in ("hands", "turns", "draws", "cuts", "flips", "races", "forgotten", "reshuffles"):
        assert tally[name] > 0, name


def snapshot(rules: Rules) -> tuple[dict[str, object], list[list[int]], int, bool]:
    piles = [rules.cards.listed(zone) for zone in range(rules.layout.zones)]
    return rules.truth(), piles, rules.deadline, rules.over


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("options", [{}, {"turn_ms": 700, "resolve_last_card": True, "max_turns_per_hand": 60}])
def test_HT_R46_no_input_crashes_and_refused_ones_change_nothing(seats: int, options: dict[str, object]) -> None:
    random_inputs = random.Random(seats)
    rules = GAME.table(seats, GAME.deck(), GAME.read_options(options, seats), FastDice(seats))
    rules.cards.track()
    rules.deal()
    cards = whole_deck()
    for step in range(3000):
        seat = random_inputs.choice([*range(-1, seats + 2), int(HOST)])
        action = random_inputs.randrange(-5, int(rules.catalogue.size) + 5)
        if random_inputs.random() < 0.7 and 0 <= seat < seats:
            seat = int(random_inputs.choice([seat, min(seats - 1, truth_turn(rules))]))
            codes = legal_codes(rules, seat)
            action = random_inputs.choice(codes) if codes else action
        at_time = rules.now + random_inputs.choice([-1, 0, 1, 50, 300, 1000])
        if rules.deadline > at_time:
            before = snapshot(rules)
            too_early = at_time < rules.now
            listed = action in legal_codes(rules, seat) if 0 <= seat < seats else False
            verdict = feed(rules, at_time, seat, action)
            assert not (listed and verdict == REJECTED and not too_early)
            if verdict in (REJECTED, IGNORED):
                assert snapshot(rules) == before
            if verdict == FOUL:
                assert rules.clause == "HT-46"
        else:
            feed(rules, at_time, seat, action)
        if step % 100 == 0:
            assert all_cards(rules) == cards
        if rules.over:
            rules.deal()
    assert all_cards(rules) == cards


def truth_turn(rules: Rules) -> int:
    turn = rules.truth()["turn"]
    assert isinstance(turn, int)
    return turn


def test_a_copy_goes_its_own_way() -> None:
    rules = dealt(3, seed=5).rules
    twin = rules.clone()
    before = snapshot(rules)
    Playout(twin, FastDice(1)).play_on(200)
    assert snapshot(rules) == before
    assert snapshot(twin) != before


@pytest.mark.parametrize("seats", range(2, 7))
def test_HT_R7_who_had_nothing_that_fitted_is_remembered_for_every_seat(seats: int) -> None:
    """A byte each, also for the fifth and sixth: what was remembered before is gone when another card is drawn."""
    for seed in range(10):
        position = dealt(seats, seed=seed)
        rules: Any = position.rules
        playout = Playout(rules, FastDice(seed))
        while choices := playout.choices():
            playout.act(choices[seed % len(choices)])
            remembered = [int(rules.unmatched) >> (8 * seat) & 255 for seat in range(seats)]
            assert max(remembered) <= len(rules.deck.kinds)
