"""Slamwich, clause by clause. The worked examples SW-X1 to SW-X9 are scenarios in the game's folder."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slamdeck.core.dice import Dice, FastDice
from slamdeck.core.places import HIDDEN
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rulebook import clauses
from slamdeck.core.rules import Rules
from slamdeck.core.views import legal_codes, sensible_codes, view_of
from slamdeck.core.zones import EVERYBODY, HOST, PUBLIC
from slamdeck.games.slamwich import GAME
from slamdeck.games.slamwich.terms import MUNCHES, TALLIES, WASTED
from tests.position import Position

BARE: dict[str, object] = {"min_toss_ms": 0, "late_grace_ms": 0, "debounce_ms": 0}
Stacks = list[list[str]]


def table(stacks: Stacks, centre: list[str], options: object = None, **fields: object) -> Position:
    """A position; spans that would only be in the way are 0 unless the test asks for them."""
    chosen = {**BARE, **(options if isinstance(options, dict) else {})}
    given = {"stacks": stacks, "centre": centre, **fields}
    return Position("slamwich", len(stacks), chosen, given=given)


def dealt(seats: int, **options: object) -> Position:
    return Position("slamwich", seats, dict(options))


def every_card() -> list[str]:
    """The whole deck by name, in the order of the deck file."""
    return [kind.name for kind in GAME.deck().kinds for _ in range(kind.copies)]


# ---- set-up ---------------------------------------------------------------------------------------


def test_SW_01_two_to_six_can_play() -> None:
    for seats in range(2, 7):
        assert dealt(seats).rules.seats == seats
    for seats in (1, 7):
        with pytest.raises(UsageProblem, match="2 to 6 players"):
            dealt(seats)


def test_SW_02_owning_all_cards_wins() -> None:
    game = table([["egg"], ["jelly"]], ["egg", "onion"])
    game.do(0, 0, "toss")
    game.do(100, 1, "slap")
    assert game["winners"] == [1]
    assert game["stacks"] == [[], ["jelly", "egg", "onion", "egg"]]


def test_SW_03_the_deck_has_44_foods_3_thieves_and_8_munchers() -> None:
    deck = GAME.deck()
    assert deck.size == 55
    for family, cards in (("food", 44), ("thief", 3), ("muncher", 8)):
        assert sum(deck.kinds[kind].copies for kind in deck.family(family)) == cards
    assert len(deck.family("food")) == 11


def test_SW_04_every_card_has_its_own_words_in_the_gallery() -> None:
    deck = GAME.deck()
    words = [GAME.card_words(kind) for kind in deck.kinds]
    assert len(set(words)) == len(deck.kinds)
    assert {"hot dog", "thief", "muncher 3"} <= set(words)
    assert "gallery" in clauses(GAME)["SW-04"]


def test_SW_05_SW_R31_chance_names_the_dealer_before_the_shuffle() -> None:
    dice = ListeningDice()
    deck = GAME.deck()
    rules = GAME.table(4, deck, GAME.read_options({}, 4), dice)
    rules.deal()
    assert dice.heard == ["dealer", "deal"]
    dealers = {dealt_by_seed(seed).truth()["dealer"] for seed in range(40)}
    assert dealers == {0, 1, 2, 3}


def test_SW_R31_the_host_may_name_the_dealer() -> None:
    assert {dealt_by_seed(seed, dealer=2).truth()["dealer"] for seed in range(10)} == {2}


def dealt_by_seed(seed: int, **options: object) -> Rules:
    rules = GAME.table(4, GAME.deck(), GAME.read_options(dict(options), 4), FastDice(seed))
    rules.deal()
    return rules


class ListeningDice(Dice):
    """Remembers what it was asked for, by name."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def label(self, act: str) -> None:
        self.heard.append(act)

    def below(self, n: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("seats", "each", "centre", "each_without", "centre_without"),
    [(2, 27, 1, 23, 1), (3, 18, 1, 15, 2), (4, 13, 3, 11, 3), (5, 11, 0, 9, 2), (6, 9, 1, 7, 5)],
)
def test_SW_06_SW_07_equal_shares_and_the_rest_in_the_middle(
    seats: int, each: int, centre: int, each_without: int, centre_without: int
) -> None:
    assert dealt(seats).sizes("stacks", "centre") == {"stacks": [each] * seats, "centre": centre}
    simple = dealt(seats, use_munchers=False)
    assert simple.sizes("stacks", "centre", "deck") == {
        "stacks": [each_without] * seats,
        "centre": centre_without,
        "deck": 0,
    }


def test_SW_07_the_leftover_cards_lie_face_up() -> None:
    view = view_of(dealt(4).rules, PUBLIC)
    centre = next(zone for zone in view.zones if zone.name == "centre")
    assert len(centre.cards) == 3
    assert None not in centre.cards


def test_SW_08_nobody_sees_a_stack_not_even_its_owner() -> None:
    rules = dealt(3).rules
    for seat in (0, 1, 2, PUBLIC):
        for zone in view_of(rules, seat).zones:
            if zone.name.startswith("stacks"):
                assert zone.cards == [None] * 18
    for event in Position("slamwich", 3).game.opening:
        if event.what == "move" and event.target < 3:
            assert event.card == HIDDEN or event.seats == 0


def test_SW_09_the_dealers_left_neighbour_begins() -> None:
    assert dealt(4, dealer=1)["turn"] == 2
    assert dealt(4, dealer=3)["turn"] == 0


def test_SW_R36_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    deck = every_card()
    game = Position("slamwich", 4, {"dealer": 2}, stacked=deck)
    stacks = game["stacks"]
    assert stacks == [deck[1:52:4], deck[2:52:4], deck[3:52:4], deck[0:52:4]]
    assert game["centre"] == deck[52:]


# ---- turns ---------------------------------------------------------------------------------------


def test_SW_10_SW_11_each_in_turn_tosses_the_top_card() -> None:
    game = table([["egg", "onion"], ["jelly", "pickle"], ["bacon"]], [])
    game.do(0, 1, "toss", "rejected", "SW-R27")
    for seat, at in ((0, 0), (1, 10), (2, 20)):
        game.do(at, seat, "toss")
    assert game["centre"] == ["egg", "jelly", "bacon"]
    assert game["turn"] == 0
    game.do(30, 1, "toss", "rejected", "SW-R27")
    game.do(30, 0, "toss")
    assert game["stacks"] == [[], ["pickle"], []]


def test_SW_12_the_tossed_card_is_shown_to_all_at_once() -> None:
    game = table([["egg", "onion"], ["jelly", "pickle"]], [])
    before = [view_of(game.rules, seat).zones for seat in (0, 1, PUBLIC)]
    assert not [zone for zones in before for zone in zones if "egg" in zone.cards]
    entry = game.do(0, 0, "toss")
    moves = [event for event in entry.told if event.what == "move"]
    assert [event.seats for event in moves] == [EVERYBODY]


# ---- what may be slapped -------------------------------------------------------------------------

TOPS = [
    (["egg"], "egg", "pattern", "SW-13"),
    (["egg", "egg"], "egg", "pattern", "SW-13"),
    (["egg", "onion"], "egg", "pattern", "SW-14"),
    (["egg", "onion", "jelly"], "egg", "none", "SW-14"),
    (["onion"], "egg", "none", "SW-13"),
    ([], "egg", "none", "SW-13"),
    (["onion"], "TH", "thief", "SW-15"),
    ([], "TH", "thief", "SW-15"),
    (["TH"], "TH", "pattern", "SW-R2"),
    (["TH", "egg"], "TH", "pattern", "SW-R2"),
    (["TH", "egg", "jelly"], "TH", "thief", "SW-R3"),
    (["TH"], "egg", "none", "SW-R3"),
    (["jelly", "jelly"], "egg", "none", "SW-R3"),
    (["M3"], "M3", "pattern", "SW-35"),
    (["M3", "bacon"], "M3", "pattern", "SW-35"),
    (["bacon", "M3"], "bacon", "pattern", "SW-35"),
    (["M2"], "M3", "none", "SW-35"),
    (["M2", "bacon"], "M3", "none", "SW-R1"),
]


@pytest.mark.parametrize(("pile", "card", "live", "clause"), TOPS)
def test_what_a_toss_makes_of_the_pile(pile: list[str], card: str, live: str, clause: str) -> None:
    """SW-13, SW-14, SW-15, SW-35, SW-R1, SW-R2, SW-R3: top and second, or top and third, or a thief."""
    game = table([[card, "pickle"], ["cheese", "tomato"], ["lettuce"]], pile)
    game.do(0, 0, "toss")
    assert game["live"] == live, clause


def test_SW_13_SW_17_a_double_decker_goes_to_the_first_slap() -> None:
    game = table([["egg", "onion"], ["jelly"], ["bacon"]], ["cheese", "egg"])
    game.do(0, 0, "toss")
    game.do(10, 2, "slap")
    game.do(11, 1, "slap", "ignored", "SW-R16")
    assert game["stacks"] == [["onion"], ["jelly"], ["bacon", "cheese", "egg", "egg"]]


@pytest.mark.parametrize("slapper", [0, 1, 2])
def test_SW_16_any_player_may_slap(slapper: int) -> None:
    game = table([["egg", "onion"], ["jelly"], ["bacon"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, slapper, "slap")
    assert game["turn"] == slapper
    assert game.sizes("centre") == {"centre": 0}


def test_SW_R1_R2_a_second_thief_needs_no_shout() -> None:
    """SW-R1, SW-R2: all thieves are alike, so thief on thief is a Double Decker."""
    game = table([["TH", "onion"], ["jelly"], ["bacon"]], ["TH"])
    game.do(0, 0, "toss")
    game.do(5, 1, "yell", "ignored", "SW-R21")
    game.do(10, 2, "slap")
    assert game["turn"] == 2
    assert game["stacks"] == [["onion"], ["jelly"], ["bacon", "TH", "TH"]]


def test_SW_R3_a_chance_lasts_until_the_next_toss() -> None:
    game = table([["egg", "onion"], ["jelly", "pepper"], ["bacon"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(4999, 2, "slap")
    assert game["turn"] == 2
    game = table([["egg", "onion"], ["jelly", "pepper"], ["bacon", "tomato"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    game.do(20, 2, "slap", "foul", "SW-36")


def test_SW_R4_starting_cards_cannot_be_slapped_and_nobody_munches_them() -> None:
    fields = {"tossed": False, "turn": 1}
    game = table([["onion"], ["jelly", "M1"], ["bacon"]], ["M3", "M3"], None, **fields)
    assert game["munch"] == "none"
    game.do(0, 2, "slap", "ignored", "SW-R4")
    game.do(0, 2, "slap yell=true", "ignored", "SW-R4")
    game.do(10, 1, "toss")
    assert game["munch"] == "none"
    game.do(20, 2, "slap", "foul", "SW-36")


def test_SW_R4_starting_cards_count_for_later_patterns() -> None:
    game = table([["onion"], ["egg", "M1"], ["bacon"]], ["egg", "jelly"], None, tossed=False, turn=1)
    game.do(0, 1, "toss")
    assert game["live"] == "pattern"


def test_SW_R5_a_paid_card_lies_in_the_pile_but_makes_nothing_to_slap() -> None:
    game = table([["pepper", "egg"], ["jelly", "tomato"], ["egg", "bacon", "pickle"]], ["egg"])
    game.do(0, 2, "slap", "foul")
    assert game["centre"] == ["egg", "egg"]
    assert game["live"] == "none"
    game.do(10, 2, "slap", "foul")
    assert game["centre"] == ["bacon", "egg", "egg"]


def test_SW_R5_a_paid_card_counts_by_its_place() -> None:
    game = table([["egg", "pepper"], ["jelly", "tomato"], ["egg", "bacon"]], ["onion"])
    game.do(0, 2, "slap", "foul")
    assert game["centre"] == ["egg", "onion"]
    game.do(10, 0, "toss")
    assert game["live"] == "pattern"


# ---- winning the pile ----------------------------------------------------------------------------


def test_SW_20_SW_R30_a_won_pile_goes_under_the_stack_oldest_card_first() -> None:
    game = table([["egg", "onion"], ["jelly", "pickle"]], ["cheese", "bacon", "egg"])
    game.do(0, 0, "toss")
    game.do(10, 1, "slap")
    assert game["stacks"] == [["onion"], ["jelly", "pickle", "cheese", "bacon", "egg", "egg"]]
    assert all(view is None for view in view_of(game.rules, 1).zones[1].cards)


def test_SW_21_SW_22_the_winner_tosses_next_and_play_goes_on_to_the_left() -> None:
    game = table([["egg", "onion"], ["jelly", "pickle"], ["bacon", "tomato"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, 2, "slap")
    game.do(20, 1, "toss", "rejected", "SW-R27")
    game.do(20, 2, "toss")
    assert game["turn"] == 0


# ---- the Thief -----------------------------------------------------------------------------------


def thief(options: object = None) -> Position:
    """P0 tosses a Thief at 1000; P1 is due next."""
    stacks = [["TH", "egg"], ["jelly", "pickle"], ["bacon", "tomato"], ["onion", "pepper"]]
    game = table(stacks, ["lettuce", "cheese"], options)
    game.do(1000, 0, "toss")
    return game


def pile_of(game: Position) -> list[int]:
    sizes = game.sizes("stacks")["stacks"]
    assert isinstance(sizes, list)
    return sizes


def test_SW_18_slap_and_shout_together_win_the_thief() -> None:
    game = thief()
    entry = game.do(1200, 3, "slap yell=true")
    assert (entry.clause, entry.why) == ("", "")
    assert pile_of(game) == [1, 2, 2, 5]
    assert game["turn"] == 3


def test_SW_18_a_shout_before_ones_own_slap_counts() -> None:
    """SW-18, SW-R19: the first slapper wins with an earlier shout, even if others shouted before."""
    game = thief()
    game.do(1100, 2, "yell")
    game.do(1150, 3, "yell")
    game.do(1200, 3, "slap")
    assert pile_of(game) == [1, 2, 2, 5]


def test_SW_19_a_silent_first_slap_leaves_the_pile_to_the_first_shout() -> None:
    """SW-19, SW-R20: no hand of one's own is needed for it."""
    game = thief()
    game.do(1100, 2, "yell")
    game.do(1150, 1, "yell")
    game.do(1200, 3, "slap")
    game.wait(1899)
    assert game["phase"] == "HELD"
    game.wait(1900)
    assert pile_of(game) == [1, 2, 5, 2]


def test_SW_R19_at_exactly_the_end_of_the_grace_the_slapper_is_too_late() -> None:
    game = thief()
    game.do(1200, 3, "slap")
    game.do(1300, 1, "yell")
    game.do(1900, 3, "yell", "ignored", "SW-R21")
    assert game["turn"] == 1
    game = thief()
    game.do(1200, 3, "slap")
    game.do(1300, 1, "yell")
    game.do(1899, 3, "yell")
    assert game["turn"] == 3


def test_SW_R19_after_the_grace_the_first_shout_wins_at_once() -> None:
    for shouter in (0, 1, 3):
        game = thief()
        game.do(1200, 3, "slap")
        game.do(1900, shouter, "yell")
        assert game["turn"] == shouter


def test_SW_R19_the_thief_is_wasted_at_exactly_the_end() -> None:
    game = thief()
    game.do(1200, 3, "slap")
    game.do(4199, 2, "yell")
    assert game["turn"] == 2
    game = thief()
    game.do(1200, 3, "slap")
    game.do(4200, 2, "yell", "ignored", "SW-R21")
    assert game["claimed"] is True
    assert game["contest"] == "none"
    assert game["turn"] == 1


def test_SW_R19_other_hands_do_nothing_while_the_thief_is_held() -> None:
    game = thief()
    game.do(1200, 3, "slap")
    game.do(1210, 2, "slap", "ignored", "SW-R19")
    game.do(1220, 1, "slap yell=true")
    assert game["contest"] == {"shouts": [1], "slapper": 3, "slapped_at": 1200}
    game.do(1230, 3, "slap yell=true")
    assert game["turn"] == 3


def test_SW_R19_spans_of_length_0_close_before_the_next_input() -> None:
    game = thief({"yell_grace_ms": 0, "yell_ms": 0})
    game.do(1200, 3, "slap")
    assert game["phase"] == "HELD"
    game.do(1200, 3, "yell", "ignored", "SW-R21")
    assert game["claimed"] is True
    assert game["turn"] == 1


def test_SW_R20_a_shout_alone_is_enough_after_a_silent_slap() -> None:
    game = thief({"yell_grace_ms": 0})
    game.do(1200, 3, "slap")
    game.do(1201, 2, "yell")
    assert pile_of(game) == [1, 2, 5, 2]


def test_SW_R21_a_shout_without_a_thief_or_without_a_slap_does_nothing() -> None:
    game = table([["egg", "onion"], ["jelly", "pickle"]], ["egg"])
    game.do(0, 1, "yell", "ignored", "SW-R21")
    game.do(0, 0, "toss")
    game.do(10, 1, "yell", "ignored", "SW-R21")
    game = thief()
    game.do(1100, 2, "yell")
    game.do(1101, 2, "yell", "ignored", "SW-R21")
    game.do(1200, 1, "toss")
    assert game["live"] == "none"
    assert pile_of(game) == [1, 1, 2, 2]


def test_SW_R21_a_new_thief_needs_a_new_shout() -> None:
    stacks = [["TH", "egg"], ["jelly", "pickle"], ["bacon"], ["TH", "tomato"]]
    game = table(stacks, ["cheese"])
    game.do(0, 0, "toss")
    game.do(1, 2, "yell")
    game.do(2, 1, "toss")
    game.do(3, 2, "toss")
    game.do(4, 3, "toss")
    assert game["contest"] == {"shouts": []}


def test_SW_R33_a_wasted_thief_neither_wins_nor_costs_anything() -> None:
    game = thief()
    game.do(1200, 3, "slap")
    game.do(4300, 2, "slap", "ignored", "SW-R33")
    game.do(4301, 2, "slap yell=true", "ignored", "SW-R33")
    assert pile_of(game) == [1, 2, 2, 2]
    assert game.sizes("centre") == {"centre": 3}
    game.do(4400, 1, "toss")
    game.do(4500, 2, "slap", "foul", "SW-36")


def test_SW_R33_a_thief_tossed_on_a_wasted_one_is_a_double_decker() -> None:
    stacks = [["TH", "egg"], ["TH", "pickle"], ["bacon"]]
    game = table(stacks, ["cheese"])
    game.do(0, 0, "toss")
    game.do(1, 2, "slap")
    game.do(3001, 1, "toss")
    assert game["live"] == "pattern"


# ---- munchers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "left"), [("M1", 1), ("M2", 2), ("M3", 3)])
def test_SW_23_SW_26_the_corner_number_says_how_many_answers(card: str, left: int) -> None:
    game = table([[card, "onion"], ["jelly", "pickle", "egg", "tomato"], ["bacon"]], ["cheese"])
    game.do(0, 0, "toss")
    assert game["munch"] == [0, 1, left]
    for n in range(left):
        assert game["phase"] == "MUNCH"
        game.do(10 + n, 1, "toss")
    assert game["munch"] == "none"
    assert pile_of(game) == [1 + 2 + left, 4 - left, 1]


def test_SW_24_SW_30_SW_31_an_unstopped_muncher_takes_the_pile_and_tosses_next() -> None:
    game = table([["M1", "onion"], ["jelly", "pickle"], ["bacon"]], ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["stacks"] == [["onion", "cheese", "M1", "jelly"], ["pickle"], ["bacon"]]
    assert game["turn"] == 0


def test_SW_25_only_the_left_neighbour_answers() -> None:
    game = table([["M2", "onion"], ["jelly", "pickle"], ["bacon"]], ["cheese"])
    game.do(0, 0, "toss")
    for seat in (0, 2):
        game.do(10, seat, "toss", "rejected", "SW-R27")
    game.do(10, 1, "toss")
    assert game["turn"] == 1


@pytest.mark.parametrize("slapper", [0, 1, 2])
def test_SW_27_SW_28_SW_29_anybody_may_stop_the_munch_with_a_slap(slapper: int) -> None:
    game = table([["M3", "onion"], ["jelly", "pickle"], ["bacon"]], ["jelly"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["live"] == "pattern"
    entry = game.do(20, slapper, "slap")
    assert [event.clause for event in entry.told if event.what == "win"] == ["SW-29"]
    assert game["munch"] == "none"
    assert game["turn"] == slapper


def test_SW_32_SW_34_a_muncher_answers_a_muncher_with_a_fresh_count() -> None:
    game = table([["M1", "onion"], ["M3", "pickle"], ["bacon", "egg"]], ["jelly"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["munch"] == [1, 2, 3]
    assert game["turn"] == 2


def test_SW_33_a_matching_muncher_makes_no_new_muncher() -> None:
    game = table([["M2", "onion"], ["M2", "pickle"], ["bacon", "egg"]], ["jelly"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["munch"] == [0, 1, 1]
    assert game["live"] == "pattern"


def test_SW_R6_a_matching_muncher_outside_a_munch_only_passes_the_turn() -> None:
    game = table([["M2", "onion"], ["jelly", "pickle"], ["bacon", "egg"]], ["M2"])
    game.do(0, 0, "toss")
    assert game["munch"] == "none"
    assert game["turn"] == 1
    game.do(10, 1, "toss")
    assert game["turn"] == 2
    assert game.sizes("centre") == {"centre": 3}


def test_SW_R6_a_matching_muncher_as_last_answer_closes_the_munch() -> None:
    game = table([["M1", "onion"], ["M1", "pickle"], ["bacon", "egg"]], ["jelly"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["phase"] == "CLOSING"
    game.wait(1510)
    assert game["turn"] == 0
    assert pile_of(game) == [4, 1, 2]


def test_SW_R7_a_missed_chance_is_gone_with_the_next_answer() -> None:
    game = table([["M3", "onion"], ["jelly", "pickle", "egg"], ["bacon", "tomato"]], ["jelly"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    game.do(20, 1, "toss")
    assert game["munch"] == [0, 1, 1]
    game.do(30, 2, "slap", "foul", "SW-36")


def test_SW_R8_running_dry_with_something_to_slap_gives_a_closing_moment() -> None:
    game = table([["M3", "onion"], ["jelly"], ["bacon", "tomato"]], ["jelly"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["phase"] == "CLOSING"
    assert game["out"] == [False, False, False]
    game.do(20, 2, "toss", "rejected", "SW-R22")
    game.do(1509, 1, "slap")
    assert game["stacks"] == [["onion"], ["jelly", "M3", "jelly"], ["bacon", "tomato"]]


def test_SW_R22_the_closing_moment_ends_at_exactly_its_deadline() -> None:
    game = table([["M3", "onion"], ["jelly"], ["bacon", "tomato"]], ["jelly"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    game.do(1510, 1, "slap", "rejected", "SW-R39")
    assert game["stacks"] == [["onion", "jelly", "M3", "jelly"], [], ["bacon", "tomato"]]
    assert game["out"] == [False, True, False]
    assert game["gone_at"] == 1510


def test_SW_R22_a_closing_moment_of_0_is_over_before_the_next_input() -> None:
    game = table([["M1", "onion"], ["jelly", "egg"], ["bacon"]], ["jelly"], {"munch_ms": 0})
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["phase"] == "CLOSING"
    game.do(10, 2, "slap", "ignored", "SW-R16")
    assert game["turn"] == 0


def test_SW_R23_left_skips_those_who_are_out() -> None:
    stacks = [["M1", "onion"], [], ["bacon", "egg"], ["jelly"]]
    game = table(stacks, ["cheese"], None, out=[False, True, False, False])
    game.do(0, 0, "toss")
    assert game["munch"] == [0, 2, 1]
    game = table([["egg", "onion"], [], [], ["jelly"]], ["cheese"])
    game.do(0, 0, "toss")
    assert game["turn"] == 3


def test_SW_R23_with_nobody_left_to_answer_the_muncher_takes_the_pile() -> None:
    game = table([[], ["M2", "egg"]], ["onion", "M1"], None, munch=[0, 1, 1])
    game.do(0, 1, "toss")
    assert game["phase"] == "OVER"
    assert game["stacks"] == [[], ["egg", "onion", "M1", "M2"]]
    assert game["reason_clause"] == "SW-41"


def test_SW_R32_with_two_players_the_other_one_answers() -> None:
    game = table([["M1", "onion"], ["M2", "egg"]], [])
    game.do(0, 0, "toss")
    assert game["munch"] == [0, 1, 1]
    game.do(10, 1, "toss")
    assert game["munch"] == [1, 0, 2]


def munched_thief(left: int) -> Position:
    """P1 answers P0's munch with a Thief at 0."""
    stacks = [["onion"], ["TH", "egg"], ["bacon", "tomato"]]
    game = table(stacks, [f"M{left}"], None, munch=[0, 1, left])
    game.do(0, 1, "toss")
    return game


def test_SW_R37_a_thief_stops_a_munch_only_with_the_shout() -> None:
    game = munched_thief(2)
    game.do(10, 2, "slap")
    assert game["munch"] == [0, 1, 1]
    game.do(20, 2, "yell")
    assert game["munch"] == "none"
    assert game["turn"] == 2


def test_SW_R37_a_wasted_thief_lets_the_munch_go_on() -> None:
    game = munched_thief(2)
    game.do(10, 2, "slap")
    game.wait(3010)
    assert game["phase"] == "MUNCH"
    assert game["turn"] == 1
    game.do(3020, 1, "toss")
    assert game["stacks"] == [["onion", "M2", "TH", "egg"], [], ["bacon", "tomato"]]


def test_SW_R37_a_wasted_thief_in_the_closing_moment_gives_the_pile_to_the_muncher() -> None:
    game = munched_thief(1)
    assert game["phase"] == "CLOSING"
    game.do(1499, 2, "slap")
    game.wait(4498)
    assert game["phase"] == "HELD"
    game.wait(4499)
    assert game["stacks"] == [["onion", "M1", "TH"], ["egg"], ["bacon", "tomato"]]


def test_SW_R37_shouts_without_a_slap_do_not_stop_the_muncher() -> None:
    game = munched_thief(1)
    game.do(100, 2, "yell")
    game.wait(1500)
    assert game["turn"] == 0
    assert pile_of(game) == [3, 1, 2]


# ---- slip slaps ----------------------------------------------------------------------------------


def test_SW_36_SW_37_a_slip_slap_costs_the_top_card() -> None:
    game = table([["egg", "onion"], ["jelly", "pickle"], ["bacon", "tomato"]], ["cheese"])
    entry = game.do(0, 1, "slap", "foul", "SW-36")
    assert game["stacks"] == [["egg", "onion"], ["pickle"], ["bacon", "tomato"]]
    assert game["centre"] == ["jelly", "cheese"]
    assert [e.seats for e in entry.told if e.what == "move"] == [EVERYBODY]


def test_SW_36_a_slap_with_a_shout_can_be_a_slip_too() -> None:
    game = table([["egg", "onion"], ["jelly", "pickle"]], ["cheese"])
    game.do(0, 1, "slap yell=true", "foul", "SW-36")


def test_SW_38_SW_R14_the_turn_jumps_to_the_left_of_the_slip() -> None:
    stacks = [["egg", "onion"], ["jelly", "pickle"], ["bacon", "tomato"]]
    for slapper, due in ((0, 1), (1, 2), (2, 0)):
        game = table(stacks, ["cheese"])
        game.do(0, slapper, "slap", "foul")
        assert game["turn"] == due
        assert game.sizes("centre") == {"centre": 2}


def test_SW_R14_the_turn_comes_back_when_all_others_are_on_the_brink() -> None:
    game = table([["egg"], ["jelly", "pickle"]], ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 1, "slap", "foul")
    assert game["turn"] == 1
    assert game["phase"] == "TURN"


def test_SW_R15_of_two_slips_the_later_one_decides_the_turn() -> None:
    stacks = [["egg", "onion"], ["jelly", "pickle"], ["bacon", "tomato"]]
    game = table(stacks, ["cheese"])
    game.do(0, 2, "slap", "foul")
    game.do(0, 0, "slap", "foul")
    assert game["turn"] == 1
    assert game["centre"] == ["egg", "bacon", "cheese"]


def test_SW_R13_a_slip_during_a_munch_changes_nothing_else() -> None:
    stacks = [["onion"], ["jelly", "pickle"], ["bacon", "tomato"]]
    for slapper in (1, 2):
        game = table(stacks, ["M2"], None, munch=[0, 1, 2])
        game.do(0, slapper, "slap", "foul")
        assert game["munch"] == [0, 1, 2]
        assert game["turn"] == 1


def test_SW_R13_the_muncher_may_pay_with_the_last_card_and_stays() -> None:
    stacks = [["onion"], ["jelly", "pickle"], ["bacon", "tomato"]]
    game = table(stacks, ["M2"], None, munch=[0, 1, 2])
    game.do(0, 0, "slap", "foul")
    assert game["munch"] == [0, 1, 2]
    assert game["out"] == [False, False, False]
    game.do(10, 1, "toss")
    game.do(20, 1, "toss")
    assert game["stacks"] == [["onion", "M2", "jelly", "pickle"], [], ["bacon", "tomato"]]


def test_SW_R8_an_answering_player_who_pays_the_last_card_ends_the_munch() -> None:
    stacks = [["onion"], ["jelly"], ["bacon", "tomato"]]
    game = table(stacks, ["M2"], None, munch=[0, 1, 2])
    game.do(0, 1, "slap", "foul")
    assert game["stacks"] == [["onion", "jelly", "M2"], [], ["bacon", "tomato"]]
    assert game["out"] == [False, True, False]
    assert game["turn"] == 0


def test_SW_R8_the_same_after_a_toss_of_ones_own() -> None:
    stacks = [["onion"], ["jelly", "egg"], ["bacon", "tomato"]]
    game = table(stacks, ["M3"], None, munch=[0, 1, 3])
    game.do(0, 1, "toss")
    game.do(10, 1, "slap", "foul")
    assert game["stacks"] == [["onion", "egg", "M3", "jelly"], [], ["bacon", "tomato"]]
    assert game["out"] == [False, True, False]


def test_SW_R16_hands_after_a_claim_are_late_not_wrong() -> None:
    game = table([["egg", "onion"], ["jelly"], ["bacon"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, 2, "slap")
    for at, seat in ((11, 0), (12, 1), (13, 2), (4000, 1)):
        game.do(at, seat, "slap", "ignored", "SW-R16")
    assert pile_of(game) == [1, 1, 3]


def test_SW_R17_just_after_a_burial_a_slap_is_forgiven() -> None:
    for at, verdict in ((349, "ignored"), (350, "foul")):
        options = {"late_grace_ms": 250}
        game = table([["egg", "onion"], ["jelly", "tomato"], ["bacon"]], ["egg"], options)
        game.do(0, 0, "toss")
        game.do(100, 1, "toss")
        game.do(at, 2, "slap", verdict, "SW-R17" if verdict == "ignored" else "SW-36")


def test_SW_R17_a_late_slap_counts_for_a_new_chance() -> None:
    options = {"late_grace_ms": 250}
    game = table([["egg", "onion"], ["egg", "tomato"], ["bacon"]], ["egg"], options)
    game.do(0, 0, "toss")
    game.do(100, 1, "toss")
    game.do(150, 2, "slap")
    assert game["turn"] == 2


def test_SW_R18_the_next_player_may_bury_a_chance_after_the_minimum() -> None:
    game = table([["egg", "onion"], ["jelly", "tomato"]], ["egg"], {"min_toss_ms": 500})
    game.do(0, 0, "toss")
    game.do(499, 1, "toss", "rejected", "SW-R18")
    assert game.legal(1) == ["slap", "yell", "slap yell=true"]
    game.do(500, 1, "toss")
    assert game["live"] == "none"
    assert game["gone_at"] == 500


def test_SW_R18_a_winner_keeps_the_minimum_too() -> None:
    game = table([["egg", "onion"], ["jelly", "tomato"]], ["egg"], {"min_toss_ms": 500})
    game.do(0, 0, "toss")
    game.do(200, 1, "slap")
    game.do(499, 1, "toss", "rejected", "SW-R18")
    game.do(500, 1, "toss")


def test_SW_R27_a_toss_out_of_turn_costs_nothing() -> None:
    game = table([["egg", "onion"], ["jelly", "tomato"]], ["cheese"])
    before = game.rules.truth()
    game.do(0, 1, "toss", "rejected", "SW-R27")
    assert game.rules.truth() == before
    assert pile_of(game) == [2, 2]
    held = thief()
    held.do(1200, 3, "slap")
    held.do(1201, 1, "toss", "rejected", "SW-R27")


def test_SW_R29_a_bouncing_hand_slaps_once() -> None:
    options = {"debounce_ms": 300}
    game = table([["egg", "onion"], ["jelly", "tomato"], ["bacon", "pepper"]], ["cheese"], options)
    game.do(0, 2, "slap", "foul")
    game.do(200, 2, "slap", "ignored", "SW-R29")
    game.do(299, 2, "slap", "ignored", "SW-R29")
    game.do(300, 2, "slap", "foul")
    assert pile_of(game) == [2, 2, 0]


def test_SW_R29_a_toss_in_between_changes_nothing() -> None:
    options = {"debounce_ms": 300}
    game = table([["cheese", "onion"], ["jelly", "tomato"], ["bacon", "pepper"]], ["cheese"], options)
    game.do(0, 2, "slap", "foul")
    game.do(100, 0, "toss")
    game.do(200, 2, "slap", "ignored", "SW-R29")
    game.do(201, 1, "slap")
    assert game["turn"] == 1


def test_SW_R29_ignored_and_winning_slaps_start_the_span_as_well() -> None:
    options = {"debounce_ms": 300}
    game = table([["cheese", "onion"], ["onion", "tomato"], ["bacon"]], ["cheese"], options)
    game.do(0, 0, "toss")
    game.do(10, 2, "slap")
    game.do(20, 1, "slap", "ignored", "SW-R16")
    game.do(100, 2, "toss")
    game.do(309, 2, "slap", "ignored", "SW-R29")
    game.do(319, 1, "slap", "ignored", "SW-R29")
    game.do(320, 1, "slap", "foul")
    game.do(320, 2, "slap", "foul")


def test_SW_R29_the_shout_of_a_dropped_slap_counts() -> None:
    options = {"debounce_ms": 300}
    game = table([["TH", "onion"], ["jelly", "tomato"], ["bacon", "pepper"]], ["cheese"], options)
    game.do(0, 2, "slap", "foul")
    game.do(100, 0, "toss")
    entry = game.do(200, 2, "slap yell=true")
    assert entry.clause == ""
    assert game["contest"] == {"shouts": [2]}
    game.do(250, 2, "slap yell=true", "ignored", "SW-R29")
    game.do(300, 2, "slap")
    assert game["turn"] == 2


def test_SW_R34_a_quick_winner_cannot_turn_beaten_slaps_into_slips() -> None:
    for at, verdict in ((1249, "ignored"), (1250, "foul")):
        options = {"late_grace_ms": 250}
        game = table([["egg", "onion"], ["jelly", "tomato"], ["bacon"]], ["egg"], options)
        game.do(900, 0, "toss")
        game.do(1000, 2, "slap")
        game.do(1100, 2, "toss")
        game.do(at, 1, "slap", verdict, "SW-R34" if verdict == "ignored" else "SW-36")


def test_SW_R34_also_after_a_closing_moment_and_after_a_wasted_thief() -> None:
    options = {"late_grace_ms": 250}
    game = table([["M1", "onion"], ["jelly", "egg"], ["bacon"]], ["jelly"], options)
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    game.do(1600, 0, "toss")
    game.do(1759, 2, "slap", "ignored", "SW-R34")
    game.do(1760, 1, "slap", "foul", "SW-36")
    game = thief(options)
    game.do(1200, 3, "slap")
    game.do(4300, 1, "toss")
    game.do(4449, 2, "slap", "ignored", "SW-R34")
    game.do(4450, 2, "slap", "foul", "SW-36")


def test_SW_R34_a_pile_munched_without_a_chance_forgives_nothing() -> None:
    options = {"late_grace_ms": 250}
    game = table([["M1", "onion"], ["pickle", "egg"], ["bacon"]], ["jelly"], options)
    game.do(1000, 0, "toss")
    game.do(1010, 1, "toss")
    game.do(1020, 0, "toss")
    game.do(1030, 2, "slap", "foul", "SW-36")


# ---- an absent player ----------------------------------------------------------------------------


def tosses_at(game: Position, at: int) -> None:
    """Nothing happens until then, and at exactly that time a card is tossed."""
    before = game["tosses"]
    assert isinstance(before, int)
    game.wait(at - 1)
    assert game["tosses"] == before
    game.wait(at)
    assert game["tosses"] == before + 1


def test_SW_R28_an_absent_player_tosses_after_the_start_and_after_each_toss() -> None:
    game = dealt(3, use_munchers=False)
    tosses_at(game, 5000)
    game.do(6000, int(str(game["turn"])), "toss")
    tosses_at(game, 11000)


def test_SW_R28_the_wait_counts_from_a_claim() -> None:
    game = table([["egg", "onion"], ["jelly", "tomato"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(4000, 1, "slap")
    tosses_at(game, 9000)
    assert game["centre"] == ["jelly"]


def test_SW_R28_the_wait_counts_from_a_wasted_thief() -> None:
    game = thief()
    game.do(1200, 3, "slap")
    tosses_at(game, 4200 + 5000)


def test_SW_R28_there_is_no_wait_while_a_thief_is_held() -> None:
    game = thief({"toss_ms": 1001})
    game.do(1900, 3, "slap")
    game.wait(4899)
    assert game["phase"] == "HELD"
    tosses_at(game, 5901)


def test_SW_R28_the_wait_counts_from_a_slip_that_moved_the_turn() -> None:
    game = table([["egg", "onion"], ["jelly", "tomato"], ["bacon", "pickle"]], ["cheese"])
    game.do(3000, 1, "slap", "foul")
    tosses_at(game, 8000)


def test_SW_R28_a_slip_in_a_munch_does_not_restart_the_wait() -> None:
    stacks = [["onion"], ["jelly", "tomato", "egg"], ["bacon", "pickle"]]
    game = table(stacks, ["M3"], None, munch=[0, 1, 3])
    game.do(1000, 1, "toss")
    game.do(3000, 2, "slap", "foul")
    tosses_at(game, 6000)


def test_SW_R28_a_slip_that_cancels_the_munch_does() -> None:
    stacks = [[], ["jelly", "tomato", "egg"], ["bacon", "pickle"]]
    game = table(stacks, ["M3"], None, munch=[0, 1, 3])
    game.do(3000, 0, "slap", "foul")
    tosses_at(game, 8000)


# ---- out of cards --------------------------------------------------------------------------------


def test_SW_39_no_cards_means_out() -> None:
    game = table([["egg"], ["jelly", "tomato"], ["bacon", "pickle"]], ["cheese"])
    game.do(0, 0, "toss")
    assert game["out"] == [False, False, False]
    game.do(10, 1, "toss")
    assert game["out"] == [True, False, False]
    game.do(20, 0, "slap", "rejected", "SW-R39")
    assert game.legal(0) == []


def test_SW_R9_on_the_brink_one_may_slap_shout_and_win() -> None:
    game = table([["egg"], ["jelly", "tomato"], ["bacon"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, 0, "slap")
    assert game["stacks"] == [["egg", "egg"], ["jelly", "tomato"], ["bacon"]]
    game = table([["TH"], ["jelly", "tomato"], ["bacon"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, 2, "slap")
    game.do(20, 0, "yell")
    game.wait(710)
    assert game["stacks"] == [["egg", "TH"], ["jelly", "tomato"], ["bacon"]]


def test_SW_R9_another_players_claim_ends_the_brink() -> None:
    game = table([["egg"], ["jelly", "tomato"], ["bacon"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, 2, "slap")
    assert game["out"] == [True, False, False]


def test_SW_R9_a_last_card_muncher_goes_out_when_a_new_muncher_replaces_it() -> None:
    game = table([["M1"], ["M2", "tomato"], ["bacon", "egg"]], ["egg"])
    game.do(0, 0, "toss")
    assert game["out"] == [False, False, False]
    game.do(10, 1, "toss")
    assert game["munch"] == [1, 2, 2]
    assert game["out"] == [True, False, False]


def test_SW_R10_who_is_out_cannot_slap_back_in() -> None:
    game = table([[], ["jelly", "tomato"], ["jelly", "egg"]], ["onion"], None, turn=1)
    game.do(0, 1, "toss")
    game.do(1, 2, "toss")
    assert game["live"] == "pattern"
    game.do(2, 0, "slap", "rejected", "SW-R39")
    game.do(3, 0, "yell", "rejected", "SW-R39")
    game.do(4, 1, "slap")


def test_SW_R11_a_slip_on_the_brink_is_paid_with_the_seat() -> None:
    game = table([["egg"], ["jelly", "tomato"], ["bacon", "pickle"]], ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 0, "slap", "foul", "SW-36")
    assert game["out"] == [True, False, False]
    assert game["centre"] == ["cheese", "egg"]
    assert game["turn"] == 1


def test_SW_R11_a_slipping_muncher_on_the_brink_loses_the_munch() -> None:
    stacks = [[], ["jelly", "tomato"], ["bacon", "pickle"]]
    game = table(stacks, ["onion", "M3"], None, munch=[0, 1, 3])
    game.do(0, 1, "toss")
    game.do(10, 0, "slap", "foul", "SW-36")
    assert game["out"] == [True, False, False]
    assert game["munch"] == "none"
    assert game["centre"] == ["onion", "M3", "jelly"]
    assert game["turn"] == 1
    game.do(20, 1, "toss")
    assert game["turn"] == 2


def test_SW_R12_a_slip_paid_with_the_last_card_puts_one_out() -> None:
    game = table([["egg", "onion"], ["jelly"], ["bacon", "pickle"]], ["cheese"])
    game.do(0, 1, "slap", "foul")
    assert game["out"] == [False, True, False]
    assert game["turn"] == 2


def test_SW_R12_except_when_ones_own_toss_is_on_top() -> None:
    game = table([["egg", "onion"], ["jelly", "tomato"], ["bacon", "pickle"]], ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 0, "slap", "foul")
    assert game["out"] == [False, False, False]
    assert game["centre"] == ["onion", "cheese", "egg"]
    game.do(20, 1, "toss")
    assert game["out"] == [True, False, False]


def test_SW_40_SW_41_play_goes_on_until_one_is_left() -> None:
    stacks = [["egg"], ["jelly"], ["bacon", "pickle"]]
    game = table(stacks, ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["phase"] == "TURN"
    game.do(20, 2, "toss")
    assert game["phase"] == "OVER"
    assert game["winners"] == [2]
    assert game["points"] == [0, 0, 5]


def test_SW_R24_the_last_player_in_also_gets_the_pile() -> None:
    game = table([["egg"], ["jelly"]], ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 1, "slap", "foul")
    assert game["phase"] == "OVER"
    assert game["stacks"] == [["jelly", "cheese", "egg"], []]
    assert game["reason_clause"] == "SW-41"


def test_SW_R25_the_player_about_to_toss_wins_without_tossing() -> None:
    game = table([["egg"], ["jelly"]], ["cheese"])
    game.do(0, 0, "toss")
    game.wait(5000)
    assert game["winners"] == [1]
    assert game["stacks"] == [[], ["jelly", "cheese", "egg"]]
    assert game["tosses"] == 1


# ---- the end of the game -------------------------------------------------------------------------


def test_SW_42_SW_43_when_the_time_is_up_most_cards_win() -> None:
    stacks = [["egg", "onion"], ["jelly", "tomato", "pepper"], ["bacon"]]
    game = table(stacks, ["cheese"], {"time_limit_ms": 3000})
    game.wait(2999)
    assert game["phase"] == "TURN"
    game.do(3000, 0, "toss", "rejected", "SW-R39")
    assert game["phase"] == "OVER"
    assert game["places"] == [2, 1, 3]
    assert game["points"] == [2, 3, 1]
    assert game["reason_clause"] == "SW-43"


def test_SW_R26_equal_stacks_share_and_the_pile_is_nobodys() -> None:
    stacks = [["egg", "onion"], ["jelly", "tomato"], [], ["bacon"]]
    game = table(stacks, ["cheese", "M1", "M2"], {"time_limit_ms": 3000})
    game.wait(3000)
    assert game["winners"] == [0, 1]
    assert game["places"] == [1, 1, 4, 3]
    assert game.sizes("centre") == {"centre": 3}


def test_SW_R26_the_time_limit_comes_before_a_deadline_of_the_same_moment() -> None:
    game = table([["M1", "onion"], ["jelly"], ["bacon"]], ["jelly"], {"time_limit_ms": 1510})
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["phase"] == "CLOSING"
    game.wait(1510)
    assert game["phase"] == "OVER"
    assert game["centre"] == ["jelly", "M1", "jelly"]
    assert game["munch"] == "none"
    game = thief({"time_limit_ms": 1900})
    game.do(1200, 3, "slap")
    game.do(1300, 1, "yell")
    game.wait(1900)
    assert game["phase"] == "OVER"
    assert game["contest"] == "none"
    assert game.sizes("centre") == {"centre": 3}


def test_SW_R26_a_brink_player_is_still_in_but_out_players_cannot_win() -> None:
    game = table([["egg"], ["jelly", "onion"], []], ["cheese"], {"time_limit_ms": 100})
    game.do(0, 0, "toss")
    game.wait(100)
    assert game["places"] == [2, 1, 3]


def test_SW_R38_the_later_out_the_better_and_together_is_shared() -> None:
    stacks = [[], ["jelly"], ["bacon", "egg"], ["onion"]]
    game = table(stacks, ["jelly", "M2"], None, munch=[0, 1, 2])
    game.do(0, 1, "toss")
    game.do(10, 2, "slap")
    assert game["out"] == [True, True, False, False]
    game.do(20, 2, "toss")
    game.do(30, 3, "toss")
    game.do(40, 2, "toss")
    assert game["phase"] == "OVER"
    assert game["places"] == [3, 3, 1, 2]


def test_SW_R38_with_slap_in_the_last_time_out_counts() -> None:
    stacks: Stacks = [[], ["egg"], ["egg", "bacon", "onion"], ["pickle", "onion"]]
    game = table(stacks, [], {"slap_in": True}, turn=1)
    assert game["out"] == [True, False, False, False]
    game.do(0, 1, "toss")
    game.do(10, 2, "toss")
    assert game["out"] == [True, True, False, False]
    game.do(20, 0, "slap")
    assert game["stacks"] == [["egg", "egg"], [], ["bacon", "onion"], ["pickle", "onion"]]
    for at, seat in ((30, 0), (40, 2), (50, 3), (60, 0), (70, 2), (80, 3)):
        game.do(at, seat, "toss")
    assert game["phase"] == "OVER"
    assert game["places"] == [3, 4, 2, 1]


def test_SW_R39_nothing_is_accepted_after_the_end_or_from_the_host() -> None:
    game = table([["egg"], ["jelly"]], ["cheese"])
    game.do(0, -1, "toss", "rejected", "SW-R39")
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    for text in ("toss", "slap", "yell", "slap yell=true"):
        for seat in (0, 1):
            game.do(20, seat, text, "rejected", "SW-R39")
    assert game.legal(1) == []
    assert legal_codes(game.rules, HOST) == []


def test_SW_R40_the_last_allowed_toss_is_carried_out_completely() -> None:
    stacks = [["M1", "onion"], ["jelly", "egg", "tomato", "pepper", "lettuce"], ["bacon"]]
    game = table(stacks, ["cheese"], {"max_tosses": 2})
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["phase"] == "OVER"
    assert game["reason_clause"] == "SW-R40"
    assert game["points"] == [4, 4, 1]
    assert game["winners"] == [0, 1]


def test_SW_R40_the_pile_is_nobodys_and_chances_are_dropped() -> None:
    game = table([["egg", "onion"], ["jelly"]], ["egg"], {"max_tosses": 1})
    game.do(0, 0, "toss")
    assert game["reason_clause"] == "SW-R40"
    assert game["live"] == "none"
    assert game["centre"] == ["egg", "egg"]
    game.do(10, 1, "slap", "rejected", "SW-R39")


def test_SW_R40_a_toss_that_ended_the_game_anyway_stands() -> None:
    game = table([["M2", "onion"], ["jelly"]], ["cheese"], {"max_tosses": 2})
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["reason_clause"] == "SW-41"
    assert game["points"] == [4, 0]


def test_SW_44_without_munchers_47_cards_are_dealt() -> None:
    game = dealt(4, use_munchers=False)
    names = game.rules.deck.names()
    zones = range(game.rules.layout.zones)
    cards = [names[kind] for zone in zones for kind in game.rules.cards.listed(zone)]
    assert len(cards) == 47
    assert not [name for name in cards if name.startswith("M")]


# ---- slapping back in ----------------------------------------------------------------------------


def open_door(stacks: Stacks, centre: list[str], **fields: object) -> Position:
    return table(stacks, centre, {"slap_in": True}, **fields)


def test_SW_R35_who_is_out_may_slap_back_in() -> None:
    game = open_door([["egg", "onion"], [], ["bacon"]], ["egg"])
    assert game.legal(1) == ["slap", "yell", "slap yell=true"]
    game.do(0, 1, "toss", "rejected", "SW-R27")
    game.do(0, 0, "toss")
    game.do(10, 1, "slap")
    assert game["out"] == [False, False, False]
    assert game["stacks"] == [["onion"], ["egg", "egg"], ["bacon"]]
    assert game["turn"] == 1


def test_SW_R35_who_is_out_may_shout_back_in() -> None:
    game = open_door([["TH", "onion"], [], ["bacon"]], ["egg"])
    game.do(0, 0, "toss")
    game.do(10, 1, "yell")
    game.do(20, 2, "slap")
    game.wait(720)
    assert game["stacks"] == [["onion"], ["egg", "TH"], ["bacon"]]
    assert game["out"] == [False, False, False]


def test_SW_R35_a_wrong_slap_from_outside_bars_and_moves_nothing() -> None:
    game = open_door([["egg", "onion"], [], ["bacon"]], ["cheese"], turn=2)
    game.do(0, 1, "slap", "foul", "SW-36")
    assert game["barred"] == [False, True, False]
    assert game["turn"] == 2
    game.do(10, 1, "slap", "rejected", "SW-R39")
    assert game.legal(1) == []
    tosses_at(game, 5000)


def test_SW_R35_a_wrong_slap_from_outside_leaves_a_munch_alone() -> None:
    stacks = [["onion"], ["jelly", "egg"], []]
    game = open_door(stacks, ["M2"], munch=[0, 1, 2])
    game.do(0, 2, "slap", "foul", "SW-36")
    assert game["munch"] == [0, 1, 2]
    assert game["barred"] == [False, False, True]


def test_SW_R35_a_wrong_slap_on_the_brink_bars_too() -> None:
    game = open_door([["egg"], ["jelly", "onion"], ["bacon", "pickle"]], ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 0, "slap", "foul", "SW-36")
    assert game["out"] == [True, False, False]
    assert game["barred"] == [True, False, False]
    game.do(20, 0, "yell", "rejected", "SW-R39")


def test_SW_R35_a_slip_that_can_be_paid_does_not_bar() -> None:
    game = open_door([["egg", "onion"], ["jelly"], ["bacon"]], ["cheese"])
    game.do(0, 1, "slap", "foul")
    assert game["out"] == [False, True, False]
    assert game["barred"] == [False, False, False]


def test_SW_R35_the_game_still_ends_when_one_player_is_in() -> None:
    game = open_door([["egg"], ["jelly", "onion"]], ["cheese"])
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    assert game["winners"] == [1]


# ---- secrets, lists, numbers ---------------------------------------------------------------------


def test_SW_16_neither_the_legal_list_nor_the_facts_tell_whether_to_slap() -> None:
    views = []
    for card in ("egg", "onion", "TH"):
        game = table([[card, "tomato"], ["jelly", "pickle"], ["bacon"]], ["egg"])
        game.do(0, 0, "toss")
        seats = range(3)
        views.append(
            [(game.legal(seat), game.rules.facts(seat), game["phase"]) for seat in seats] + [game.rules.contenders()]
        )
    assert views[0] == views[1] == views[2]


def test_what_is_legal_is_never_rejected_and_the_rest_always_is() -> None:
    """SW-R18, SW-R22, SW-R27, SW-R39: the list and the verdicts agree in every phase."""
    held = thief()
    held.do(1200, 3, "slap")
    settings: list[Callable[[], Position]] = [
        lambda: table([["egg", "onion"], ["jelly"], []], ["egg"], {"min_toss_ms": 500}),
        lambda: munched_thief(2),
        lambda: munched_thief(1),
        thief,
        lambda: open_door([["egg"], [], ["jelly"]], ["egg"]),
    ]
    positions = [held.rules, *(make().rules for make in settings)]
    assert [rules.phase() for rules in positions] == [
        "HELD",
        "TURN",
        "MUNCH",
        "CLOSING",
        "TURN",
        "TURN",
    ]
    for rules in positions:
        for seat in range(rules.seats):
            legal = legal_codes(rules, seat)
            for code in range(rules.catalogue.size):
                verdict = rules.clone().act(seat, code)
                assert (verdict == 3) == (code not in legal)
            assert set(sensible_codes(rules, seat)) <= set(legal)


def test_every_event_that_is_told_has_words() -> None:
    game = thief()
    told = game.game.log[0].told
    for at, seat, text in ((1200, 3, "slap"), (1300, 2, "yell")):
        told += game.do(at, seat, text).told
    told += game.wait(99_000).told
    own = {event.what for event in told} - {"move", "sweep"}
    assert {"hold", "shout", "win", "out", "end"} <= own <= set(GAME.events)


def test_a_munch_stopped_by_its_muncher_is_not_counted_as_munched() -> None:
    game = table([["M3", "onion"], ["jelly", "pickle"], ["bacon"]], ["jelly"])
    game.rules.keep_tally(len(TALLIES))
    game.do(0, 0, "toss")
    game.do(10, 1, "toss")
    game.do(20, 0, "slap")
    assert game.rules.tally[MUNCHES] == 0
    lost = munched_thief(1)
    lost.rules.keep_tally(len(TALLIES))
    lost.do(10, 2, "slap")
    lost.wait(4000)
    assert (lost.rules.tally[MUNCHES], lost.rules.tally[WASTED]) == (1, 1)


def test_a_position_can_be_taken_from_one_game_to_another() -> None:
    """Every field that a game shows for scenarios can be given to one, and play goes on alike."""
    game = munched_thief(1)
    game.do(1000, 0, "yell")
    game.do(1100, 2, "slap")
    rows = {name: game[name] for name in ("stacks", "centre")}
    again = Position("slamwich", 3, BARE, given={**rows, **game.rules.truth()})
    assert again.rules.truth() == game.rules.truth()
    for one in (game, again):
        one.wait(1799)
        assert one["phase"] == "HELD"
        one.wait(1800)
        assert one["turn"] == 0
    assert again["stacks"] == game["stacks"]


def test_an_absent_field_is_written_none() -> None:
    fields = dict.fromkeys(("munch", "contest", "tosser", "tossed_at", "gone_at"), "none")
    game = table([["egg"], ["jelly"]], ["onion"], None, **fields)
    assert [game[name] for name in fields] == ["none"] * 5


# ---- the letter of the box -----------------------------------------------------------------------


def test_SW_R9_by_the_letter_the_last_card_puts_its_player_out_at_once() -> None:
    game = table([["egg"], ["jelly", "bacon"], ["onion", "pepper"]], ["egg"], {"out_at_once": True})
    entry = game.do(0, 0, "toss")
    assert "out" in game.told(entry)
    game.do(10, 0, "slap", "rejected", "SW-R39")
    game.do(20, 1, "slap")
    assert game["stacks"] == [[], ["jelly", "bacon", "egg", "egg"], ["onion", "pepper"]]


def test_SW_R9_by_the_letter_a_last_card_munches_nothing() -> None:
    options: dict[str, object] = {"out_at_once": True}
    game = table([["M2"], ["jelly", "bacon"], ["onion", "pepper"]], ["egg"], options)
    game.do(0, 0, "toss")
    assert (game["munch"], game["turn"], game["out"]) == ("none", 1, [True, False, False])
    answered = table([["onion"], ["M2"], ["bacon"]], ["egg", "M3"], options, munch=[0, 1, 3])
    answered.do(0, 1, "toss")
    assert answered["munch"] == "none"
    assert answered["stacks"] == [["onion", "egg", "M3", "M2"], [], ["bacon"]], (
        "it was one of the answers, and the last"
    )


def test_SW_R9_by_the_letter_a_muncher_who_pays_the_last_card_munches_no_more() -> None:
    game = table([["onion"], ["egg", "jelly"], ["bacon"]], ["M2"], {"out_at_once": True}, munch=[0, 1, 2])
    game.do(0, 0, "slap", "foul", "SW-36")
    assert (game["munch"], game["centre"], game["turn"]) == ("none", ["onion", "M2"], 1)
    last = table([["onion"], ["egg"]], ["M2"], {"out_at_once": True})
    last.do(0, 0, "toss")
    assert (last["winners"], last["stacks"]) == ([1], [[], ["egg", "M2", "onion"]])


def test_SW_R37_by_the_letter_any_slap_stops_a_munch() -> None:
    stacks = [["onion"], ["TH", "egg"], ["bacon", "tomato"]]
    game = table(stacks, ["M2"], {"any_slap_stops_munch": True}, munch=[0, 1, 2])
    game.do(0, 1, "toss")
    game.do(10, 1, "yell")
    entry = game.do(20, 2, "slap")
    assert [event.clause for event in entry.told if event.what == "win"] == ["SW-29"]
    assert (game["munch"], game["turn"]) == ("none", 2)
    outside = table([["TH", "egg"], ["bacon"]], ["onion"], {"any_slap_stops_munch": True})
    outside.do(0, 0, "toss")
    outside.do(10, 1, "slap")
    assert outside["phase"] == "HELD", "without a munch a Thief needs the shout"


def test_SW_R13_by_the_letter_a_slip_slap_ends_a_munch() -> None:
    stacks = [["onion"], ["egg", "jelly"], ["bacon", "tomato"]]
    game = table(stacks, ["M2"], {"slip_ends_munch": True}, munch=[0, 1, 2])
    game.do(0, 1, "slap", "foul", "SW-36")
    assert (game["munch"], game["turn"], game["centre"]) == ("none", 2, ["egg", "M2"])
    brink = table(
        [[], ["egg", "jelly"], ["bacon", "tomato"]], ["M2", "pepper"], {"slip_ends_munch": True}, munch=[0, 1, 1]
    )
    brink.do(0, 2, "slap", "foul", "SW-36")
    assert (brink["out"], brink["turn"]) == ([True, False, False], 1), "a muncher without cards has nothing left"


def dealt_with(*leftovers: str) -> Position:
    """Four seats, and these three cards lie in the middle, the last one on top."""
    others = every_card()
    for name in leftovers:
        others.remove(name)
    options: dict[str, object] = {**BARE, "dealer": 0, "start_cards_count": True}
    return Position("slamwich", 4, options, stacked=[*others, *leftovers])


def test_SW_R4_by_the_letter_the_first_cards_may_be_slapped() -> None:
    game = dealt_with("egg", "jelly", "egg")
    assert game["live"] == "pattern"
    game.do(0, 2, "slap")
    assert game.sizes("stacks", "centre") == {"stacks": [13, 13, 16, 13], "centre": 0}
    thief = dealt_with("egg", "jelly", "TH")
    thief.do(0, 2, "slap yell=true")
    assert thief["turn"] == 2
    dealt_with("egg", "jelly", "bacon").do(0, 2, "slap", "foul", "SW-36")
    assert dealt_with("egg", "jelly", "M3")["munch"] == "none"
    bare = Position("slamwich", 5, {**BARE, "start_cards_count": True})
    bare.do(0, 2, "slap", "ignored", "SW-R4")


# ---- what is refused -----------------------------------------------------------------------------

BAD_OPTIONS: list[tuple[dict[str, object], str]] = [
    ({"min_toss_ms": -1}, "min_toss_ms"),
    ({"late_grace_ms": -1}, "late_grace_ms"),
    ({"debounce_ms": -1}, "debounce_ms"),
    ({"munch_ms": -1}, "munch_ms"),
    ({"yell_grace_ms": -1}, "yell_grace_ms"),
    ({"yell_ms": -1}, "yell_ms"),
    ({"toss_ms": 0}, "toss_ms"),
    ({"time_limit_ms": 0}, "time_limit_ms"),
    ({"time_limit_ms": -5}, "time_limit_ms"),
    ({"max_tosses": 0}, "max_tosses"),
    ({"toss_ms": 499}, "toss_ms .499. is less than min_toss_ms .500."),
    ({"yell_grace_ms": 3001}, "yell_grace_ms .3001. is more than yell_ms .3000."),
    ({"dealer": 4}, "dealer 4 is not a seat"),
    ({"dealer": -1}, "dealer"),
    ({"use_munchers": "maybe"}, "use_munchers"),
    ({"slap_in": 1}, "slap_in"),
    ({"munch_ms": 1.5}, "munch_ms"),
    ({"speed": 3}, "no option 'speed'"),
]


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS)
def test_nonsense_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageProblem, match=message):
        GAME.read_options(options, 4)


def test_options_on_the_edge_are_fine() -> None:
    GAME.read_options({"toss_ms": 500, "yell_grace_ms": 3000, "dealer": 3}, 4)
    GAME.read_options({"time_limit_ms": "off", "dealer": "random", "max_tosses": 1}, 4)
    GAME.read_options({"yell_grace_ms": 0, "yell_ms": 0, "munch_ms": 0}, 4)


def deck_data(*blocks: dict[str, object], total: int) -> dict[str, object]:
    return {"game": "slamwich", "cards": list(blocks), "expect": {"total": total}}


FOOD: dict[str, object] = {"family": "food", "name": "{food}", "food": ["egg", "jelly"]}
THIEF: dict[str, object] = {"family": "thief", "name": "TH"}
MUNCHER: dict[str, object] = {"family": "muncher", "name": "M{n}", "n": [1, 3]}

BAD_DECKS = [
    (deck_data(FOOD, THIEF, total=3), "no card of family 'muncher'"),
    (deck_data(FOOD, MUNCHER, total=4), "no card of family 'thief'"),
    (deck_data(THIEF, MUNCHER, total=3), "no card of family 'food'"),
    (deck_data(FOOD, THIEF, {**MUNCHER, "n": 4}, total=4), "n = 4, expected 1, 2 or 3"),
    (deck_data(FOOD, THIEF, {**MUNCHER, "n": "two"}, total=4), "n = 'two'"),
    (deck_data(FOOD, THIEF, {**THIEF, "name": "T2"}, MUNCHER, total=6), "all thieves are alike"),
    (
        deck_data(FOOD, THIEF, MUNCHER, {**MUNCHER, "name": "X{n}"}, total=7),
        "all muncher cards of one n are alike",
    ),
    (
        deck_data(FOOD, {**FOOD, "name": "my_{food}"}, THIEF, MUNCHER, total=7),
        "all food cards of one food are alike",
    ),
    (deck_data(FOOD, THIEF, MUNCHER, total=55), "expect.total is 55, but the blocks make 5"),
]


@pytest.mark.parametrize(("data", "message"), BAD_DECKS)
def test_SW_03_SW_R1_decks_that_cannot_be_played_are_refused(data: dict[str, object], message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        GAME.deck_from(data, "the test's deck")


def test_SW_06_a_deck_needs_a_card_for_every_player() -> None:
    deck = GAME.deck_from(deck_data(FOOD, THIEF, MUNCHER, total=5), "the test's deck")
    GAME.table(5, deck, GAME.read_options({}, 5), FastDice(1)).deal()
    with pytest.raises(CheckFailed, match="too few cards for 6 players"):
        GAME.table(6, deck, GAME.read_options({}, 6), FastDice(1))
    with pytest.raises(CheckFailed, match="too few cards for 4 players"):
        GAME.table(4, deck, GAME.read_options({"use_munchers": False}, 4), FastDice(1))


BAD_POSITIONS: list[tuple[dict[str, object], str]] = [
    ({"turn": 3}, "3 is not a seat"),
    ({"turn": 1}, "seat 1 is due to toss, but has no cards"),
    ({"out": [True, False, False]}, "seat 0 is out but has cards"),
    ({"out": [True]}, "not a list of 3 times true or false"),
    ({"munch": [2, 0]}, "not a list of 3 whole numbers"),
    ({"munch": [0, 0, 1]}, "not a muncher, another player"),
    ({"munch": [2, 0, 4]}, "0 to 3 answers left"),
    ({"munch": [2, 0, 0]}, "without answers left"),
    ({"live": "maybe"}, "not one of none, pattern, thief"),
    ({"contest": 3}, "not a table with shouts, slapper and slapped_at"),
    ({"contest": {"shouts": 1}}, "not a list of seats"),
    ({"contest": {"slapper": 9}}, "not a seat"),
    ({"contest": {"slapper": 0}, "live": "none"}, "a contest needs a Thief"),
    ({"claimed": 1}, "not true or false"),
    ({"live": "pattern"}, "the top cards of the centre are no pattern"),
    ({"live": "pattern", "centre": [], "claimed": True}, "the top cards of the centre are no pattern"),
    ({"contest": {"shouts": [0]}}, "a contest needs a Thief on top"),
    ({"contest": {"shouts": [0, 0]}}, "seat 0 has shouted twice"),
    ({"contest": {"slapped_at": 5}}, "slapped_at needs a slapper"),
    ({"contest": {"shouts": [1]}, "centre": ["TH"]}, "somebody who is out takes part"),
    ({"contest": {"shouts": [0], "slapper": 0}, "centre": ["TH"]}, "has the pile"),
    ({"contest": {"slapper": 0}, "centre": ["TH"], "claimed": True}, "cannot be slapped"),
    ({"contest": {"slapper": 0}, "centre": ["TH", "TH"]}, "that makes no pattern"),
    ({"munch": [0, 2, 2], "centre": ["M3"]}, "lies in the centre with that many answers"),
    ({"munch": [0, 2, 1], "centre": ["M3", "egg", "egg"], "out": [True, True, False]}, "is out but has cards"),
    ({"munch": [1, 2, 1], "centre": ["M1"], "out": [False, True, False]}, "seat 1 munches, but is out"),
    ({"munch": [1, 0, 1], "centre": ["M1"]}, "seat 2 has cards, so it answers and not seat 0"),
    ({"munch": [0, 2, 1], "centre": ["M1"], "turn": 0}, "turn: 0 does not go with the rest, by which it is 2"),
    ({"munch": [0, 2, 1], "centre": ["M1"], "tosser": 2}, "lies in the centre with that many answers"),
    ({"munch": [0, 2, 2], "centre": ["M2", "M2"], "live": "pattern"}, "lies in the centre with that many answers"),
    ({"claimed": True}, "a pile that was taken is empty"),
    ({"claimed": False, "centre": []}, "was taken by somebody"),
    ({"tosser": 0, "centre": []}, "nobody has tossed a top card"),
    ({"tossed": False, "tosses": 4}, "nothing can have happened"),
    ({"tossed": False, "centre": ["egg", "egg"], "live": "pattern"}, "never tossed"),
    ({"out": [False, False, False]}, "does not go with the rest"),
    ({"barred": [False, True, False]}, "can be barred only when it is out, and with slap_in"),
    ({"tosses": -1}, "-1 is not 0 to 19999"),
    ({"deck": ["bacon"]}, "all cards have been dealt"),
    ({"stacks": [["egg"], [], []]}, "this game is over"),
    ({"mood": "good"}, "unknown field 'mood'"),
]


@pytest.mark.parametrize(("fields", "message"), BAD_POSITIONS)
def test_positions_that_cannot_be_are_refused(fields: dict[str, object], message: str) -> None:
    given = {"stacks": [["egg"], [], ["jelly"]], "centre": ["onion"], **fields}
    with pytest.raises(CheckFailed, match=message):
        Position("slamwich", 3, BARE, given=given)


def test_SW_44_a_table_without_munchers_has_none_in_a_position_either() -> None:
    with pytest.raises(CheckFailed, match="plays without them"):
        table([["egg"], ["M1"]], [], {"use_munchers": False})


def test_SW_R38_who_has_no_cards_in_a_position_was_out_before_the_first_input() -> None:
    game = table([[], ["egg"], ["jelly", "bacon"], ["onion"]], ["pickle"], None, turn=1)
    game.do(0, 1, "toss")
    game.do(10, 2, "toss")
    assert game["out"] == [True, True, False, False]
    for at, seat in ((20, 3), (30, 2)):
        game.do(at, seat, "toss")
    assert game["places"] == [4, 3, 1, 2]


def test_SW_R9_who_is_on_the_brink_in_a_position_goes_out_by_the_first_input() -> None:
    stacks: Stacks = [[], [], ["jelly", "bacon"], ["onion"]]
    game = table(stacks, ["pickle"], None, turn=2, tosser=1)
    assert game["out"] == [True, False, False, False]
    game.do(10, 2, "toss")
    for at, seat in ((20, 3), (30, 2)):
        game.do(at, seat, "toss")
    assert game["places"] == [4, 3, 1, 2]


def test_the_order_of_fields_does_not_matter() -> None:
    fields: dict[str, object] = {"stacks": [["egg"], ["jelly"]], "centre": ["M1"], "munch": [0, 1, 1], "turn": 1}
    one = Position("slamwich", 2, BARE, given=fields)
    other = Position("slamwich", 2, BARE, given=dict(reversed(fields.items())))
    assert one.rules.truth() == other.rules.truth()


def test_a_closing_moment_can_be_given_by_hand() -> None:
    """SW-R22: without a time of the last toss it begins at 0."""
    fields = {"munch": [0, 1, 0], "live": "pattern", "tosser": 1}
    game = table([["onion"], ["jelly"]], ["M2", "egg", "egg"], None, **fields)
    assert game["phase"] == "CLOSING"
    game.wait(1499)
    assert game["phase"] == "CLOSING"
    game.wait(1500)
    assert game["turn"] == 0
