"""Lowdown, clause by clause. The worked examples LD-X1 to LD-X8 are scenarios in the game's folder."""

from __future__ import annotations

import copy
import itertools
import random

import pytest

from slamdeck.core.dice import Dice, FastDice
from slamdeck.core.kernel import Entry
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rulebook import clauses
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.views import heard, legal_codes, sensible_codes, view_of
from slamdeck.core.zones import HOST, PUBLIC
from slamdeck.games.lowdown import GAME
from slamdeck.games.lowdown.actions import (
    SIDE_CLOSED,
    SIDE_NOT_SAID,
    SIDE_OPEN,
    Peeks,
    Steals,
    catalogue_at,
    clear_code,
    look_code,
    open_code,
    place_code,
    swap_code,
)
from slamdeck.games.lowdown.counting import clear_for_the_slow
from slamdeck.games.lowdown.grids import best_clearing, some_grid_is_open
from slamdeck.games.lowdown.lines import CLEARINGS, LINE_NAMES, NO_SLOT
from slamdeck.games.lowdown.rules import Lowdown
from slamdeck.games.lowdown.terms import PHASES, TALLIES
from slamdeck.lab.playouts import Playout
from tests.position import Position

# Nobody's secrets: grids for the seats that a test is not about, all closed.
QUIET = (
    "(R0) (O0) (Y0) / (G0) (B0) (R1) / (O1) (Y1) (U1)",
    "(K1) (R2) (G2) / (B2) (U2) (K2) / (O3) (Y3) (G3)",
)
UNTIMED: dict[str, object] = {"setup_ms": None, "turn_ms": None, "clear_ms": None}
LINES = {
    "H1": (0, 1, 2),
    "H2": (3, 4, 5),
    "H3": (6, 7, 8),
    "V1": (0, 3, 6),
    "V2": (1, 4, 7),
    "V3": (2, 5, 8),
    "D1": (0, 4, 8),
    "D2": (2, 4, 6),
}


def slots(grid: str) -> list[str]:
    return grid.replace("/", " ").split()


def table(*grids: str, options: object = None, **fields: object) -> Position:
    """Seat 0 is on turn with the first grid; without other grids, one quiet opponent sits there."""
    laid = [slots(grid) for grid in grids] if len(grids) > 1 else [slots(grids[0]), slots(QUIET[0])]
    given: dict[str, object] = {"grids": laid, "draw": ["K9", "U9", "K8"], "discard": ["U7"], **fields}
    return Position("lowdown", len(laid), {**UNTIMED, **(options if isinstance(options, dict) else {})}, given=given)


def dealt(seats: int = 2, **options: object) -> Position:
    return Position("lowdown", seats, {**UNTIMED, "start_seat": 0, **options})


def rules_of(game: Position) -> Lowdown:
    assert isinstance(game.rules, Lowdown)
    return game.rules


def grid(game: Position, seat: int = 0) -> str:
    rows = game["grids"]
    assert isinstance(rows, list)
    cards = rows[seat]
    return " / ".join(" ".join(cards[i : i + 3]) for i in (0, 3, 6))


def knowers(game: Position, seat: int, slot: int) -> list[int]:
    """The seats that know the card in that slot (1 to 9)."""
    rules = game.rules
    return [s for s in range(rules.seats) if rules.cards.knows(s, 9 * seat + slot - 1, 0)]


def heard_cards(game: Position, entry: Entry, seat: int) -> list[str]:
    """The cards that this seat saw in what was told."""
    told = [heard(game.rules, event, seat) for event in entry.told]
    return [event.card for event in told if event.card is not None]


def open_two_each(game: Position, at: int = 0) -> None:
    for seat in range(game.rules.seats):
        for slot in (1, 2):
            game.do(at, seat, f"open {slot}")


class ListeningDice(Dice):
    """Dice that note what they are rolled for."""

    def __init__(self) -> None:
        self.acts: list[str] = []
        self.rest = FastDice(3)

    def label(self, act: str) -> None:
        self.acts.append(act)

    def below(self, n: int) -> int:
        return int(self.rest.below(n))


# ---- set-up --------------------------------------------------------------------------------------


def test_LD_R1_two_to_six_can_play() -> None:
    for seats in range(2, 7):
        assert dealt(seats).rules.seats == seats
    for seats in (1, 7):
        with pytest.raises(UsageProblem, match="2 to 6 players"):
            dealt(seats)


def test_LD_62_the_deck_has_61_numbers_5_wilds_and_18_actions() -> None:
    deck = GAME.deck()
    found = {family: sum(deck.kinds[k].copies for k in deck.family(family)) for family in GAME.families}
    assert found == {"number": 61, "wild": 5, "swap": 6, "peek": 6, "steal": 6}
    numbers = [deck.kinds[kind] for kind in deck.family("number")]
    assert len({kind.word("color") for kind in numbers}) == 7
    assert sum(kind.points for kind in numbers) == 308
    assert sum(kind.points * kind.copies for kind in deck.kinds) == 373
    by_value = [sum(1 for kind in numbers if kind.points == value) for value in range(11)]
    assert by_value == [5, 5, 5, 6, 6, 6, 6, 6, 6, 5, 5]


def test_every_card_has_words_of_its_own() -> None:
    words = [GAME.card_words(kind) for kind in GAME.deck().kinds]
    assert len(set(words)) == len(words)
    assert {"red 7", "wild -5", "swap", "peek", "steal"} <= set(words)


@pytest.mark.parametrize("seats", range(2, 7))
def test_LD_02_LD_03_LD_04_LD_06_nine_closed_cards_each_and_the_rest_to_draw(seats: int) -> None:
    game = dealt(seats)
    assert game.sizes("grids", "held", "draw", "discard") == {
        "grids": [1] * 9 * seats,
        "held": [0] * seats,
        "draw": 83 - 9 * seats,
        "discard": 1,
    }
    cards = game.rules.cards
    for seat in range(seats):
        for zone in range(9 * seats):
            assert not cards.knows(seat, zone, 0)
        draw = game.rules.layout.first["draw"]
        assert not any(cards.knows(seat, draw, i) for i in range(cards.size(draw)))
    assert all(name.startswith("(") for name in slots(grid(game, seats - 1)))


def test_LD_02_every_hand_is_shuffled_anew() -> None:
    one, other = Position("lowdown", 2, dict(UNTIMED), seed=1), Position("lowdown", 2, dict(UNTIMED), seed=2)
    assert one["grids"] != other["grids"]


def test_LD_07_LD_R32_cards_are_dealt_seat_by_seat_and_the_next_one_is_discarded() -> None:
    first = ["R0", "R1", "R2", "R4", "R5", "R6", "R7", "R8", "R10"]
    second = ["O0", "O1", "O3", "O4", "O5", "O6", "O7", "O8", "O10"]
    game = Position("lowdown", 2, dict(UNTIMED), stacked=[*first, *second, "St", "Y4"])
    assert game["grids"] == [[f"({name})" for name in first], [f"({name})" for name in second]]
    assert game["discard"] == ["St"]
    draw = game["draw"]
    assert isinstance(draw, list)
    assert draw[0] == "Y4"
    assert "St" in view_of(game.rules, PUBLIC).zones[-1].cards


def test_LD_R29_an_action_card_as_first_discard_is_only_a_card() -> None:
    game = table("B9 (G4) (B7) / (O5) (Y4) (U3) / (K6) (K3) (G8)", discard=["Sw"])
    game.do(0, 0, "take")
    game.do(0, 0, "perform", "rejected", "LD-28")
    game.do(0, 0, "place 1")
    assert grid(game).startswith("Sw ")


def test_LD_05_everybody_opens_two_cards_of_their_own() -> None:
    game = dealt(2)
    game.do(0, 1, "open 9")
    game.do(0, 1, "open 9", "rejected", "LD-05")
    game.do(0, 1, "open", "rejected", "LD-05")
    game.do(0, 1, "draw", "rejected", "LD-05")
    game.do(0, 0, "open 4")
    game.do(0, 1, "open 1")
    game.do(0, 1, "open 2", "rejected", "LD-05")
    assert game["phase"] == "SETUP_FLIP"
    entry = game.do(0, 0, "open 5")
    assert game["phase"] == "CHOOSE"
    assert game["turn"] == 0
    assert [name.startswith("(") for name in slots(grid(game))].count(False) == 2
    assert heard_cards(game, entry, PUBLIC) == [slots(grid(game))[4]]


def test_LD_39_two_cards_make_no_line_so_nothing_is_cleared_in_the_set_up() -> None:
    game = dealt(2)
    game.do(0, 0, "open 1 clear=H1", "rejected", "LD-39")
    game.do(0, 0, "clear H1", "rejected", "LD-39")
    assert game.legal(0) == [f"open {slot}" for slot in range(1, 10)]


def test_LD_R3_the_order_of_opening_does_not_matter() -> None:
    ends = []
    choices = [(0, 3), (0, 7), (1, 2), (1, 9)]
    for order in itertools.permutations(choices):
        game = dealt(2)
        for seat, slot in order:
            game.do(0, seat, f"open {slot}")
        ends.append((game["phase"], game["turn"], game["grids"]))
    assert all(end == ends[0] for end in ends)


def test_LD_R3_chance_opens_what_is_missing_when_the_time_is_up() -> None:
    """The picks count among the closed slots in rising order, seat 0 first; the exact deadline is too late."""
    game = Position("lowdown", 3, {"start_seat": 2, "turn_ms": None}, picks=[8, 7, 7])
    game.do(14_000, 1, "open 3")
    game.do(14_100, 2, "open 1")
    game.do(14_999, 2, "open 2")
    assert game["phase"] == "SETUP_FLIP"
    game.do(15_000, 1, "open 4", "rejected", "LD-09")
    assert game["phase"] == "CHOOSE"
    assert game["turn"] == 2
    opened = [[slot for slot, name in enumerate(slots(grid(game, seat)), 1) if "(" not in name] for seat in range(3)]
    assert opened == [[8, 9], [3, 9], [1, 2]]


def test_LD_R3_the_hand_starts_at_the_deadline_not_at_the_next_entry() -> None:
    game = Position("lowdown", 2, {"start_seat": 0})
    game.wait(20_000)
    assert game["phase"] == "CHOOSE"
    assert game.rules.deadline == 45_000


def test_LD_08_LD_R2_the_host_names_who_begins() -> None:
    game = dealt(4, start_seat=3)
    assert game["starter"] == game["turn"] == 3
    open_two_each(game)
    game.do(0, 0, "draw", "rejected", "LD-09")
    game.do(0, 3, "draw")


def test_LD_R2_otherwise_chance_does_before_the_first_shuffle() -> None:
    dice = ListeningDice()
    rules = GAME.table(4, GAME.deck(), GAME.read_options({}, 4), dice)
    rules.deal()
    assert dice.acts == ["starter", "deal"]
    starters = {Position("lowdown", 4, {}, seed=seed)["starter"] for seed in range(40)}
    assert starters == {0, 1, 2, 3}


def test_LD_09_turns_go_round_clockwise() -> None:
    game = dealt(3, start_seat=1)
    open_two_each(game)
    seen = []
    for _ in range(4):
        turn = game["turn"]
        assert isinstance(turn, int)
        seen.append(turn)
        game.do(0, turn, "take")
        game.do(0, turn, "place 1")
    assert seen == [1, 2, 0, 1]


# ---- drawing -------------------------------------------------------------------------------------


MIXED = "R7 (G4) (B7) / (O5) Y9 (U3) / (K6) (K3) (G8)"


def test_LD_10_a_turn_begins_with_a_card_from_either_pile() -> None:
    game = table(MIXED)
    assert game.legal(0) == ["draw", "take"]
    assert game.legal(1) == []
    game.do(0, 0, "place 1 open", "rejected", "LD-10")
    game.do(0, 0, "discard", "rejected", "LD-10")
    game.do(0, 0, "draw")
    game.do(0, 0, "take", "rejected", "LD-11")
    assert game["held"] == [["K9"], []]


def test_LD_10_only_its_player_sees_a_drawn_card_and_all_see_a_taken_one() -> None:
    game = table(MIXED)
    entry = game.do(0, 0, "draw")
    assert heard_cards(game, entry, 0) == ["K9"]
    assert heard_cards(game, entry, 1) == heard_cards(game, entry, PUBLIC) == []
    assert view_of(game.rules, 1).zones[18].cards == [None]
    game.do(0, 0, "place 1 closed")
    entry = game.do(0, 1, "take")
    assert heard_cards(game, entry, 0) == ["R7"]
    assert view_of(game.rules, 0).zones[19].cards == ["R7"]


@pytest.mark.parametrize(("slot", "gone"), [(1, "R7"), (2, "G4")])
@pytest.mark.parametrize("side", ["open", "closed"])
def test_LD_11_LD_12_LD_13_a_drawn_card_replaces_any_card_and_lies_as_its_player_likes(
    slot: int, gone: str, side: str
) -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    entry = game.do(0, 0, f"place {slot} {side}")
    assert game["discard"] == [gone, "U7"]
    assert slots(grid(game))[slot - 1] == ("K9" if side == "open" else "(K9)")
    assert knowers(game, 0, slot) == ([0, 1] if side == "open" else [0])
    assert heard_cards(game, entry, 1) == ([gone, "K9"] if side == "open" else [gone])
    assert game["turn"] == 1


def test_LD_13_a_drawn_card_needs_a_side() -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    game.do(0, 0, "place 1", "rejected", "LD-13")
    assert game["phase"] == "HOLD_DRAWN"


def test_LD_14_LD_15_LD_16_LD_17_an_unwanted_card_buys_a_look() -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    entry = game.do(0, 0, "discard")
    assert game["discard"] == ["K9", "U7"]
    assert heard_cards(game, entry, 1) == ["K9"]
    assert game["phase"] == "LOOK"
    assert game.legal(0) == ["look 2", "look 3", "look 4", "look 6", "look 7", "look 8", "look 9", "skip"]
    game.do(0, 0, "look 1", "rejected", "LD-15")
    game.do(0, 0, "open 2", "rejected", "LD-15")
    entry = game.do(0, 0, "look 2")
    assert heard_cards(game, entry, 0) == ["G4"]
    assert heard_cards(game, entry, 1) == []
    assert [heard(game.rules, event, 1).target for event in entry.told] == ["grids[0][1]"]
    assert game["looked"] == 2
    assert game.legal(0) == ["open", "leave"]
    game.do(0, 0, "open 3", "rejected", "LD-16")
    game.do(0, 0, "draw", "rejected", "LD-16")
    entry = game.do(0, 0, "open")
    assert heard_cards(game, entry, 1) == ["G4"]
    assert slots(grid(game))[1] == "G4"
    assert (game["turn"], game["looked"], game["turns"]) == (1, "none", 1)


def test_LD_16_the_card_may_stay_closed() -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    game.do(0, 0, "discard")
    game.do(0, 0, "look 2")
    game.do(0, 0, "leave")
    assert grid(game) == MIXED
    assert knowers(game, 0, 2) == [0]
    assert game["turn"] == 1


def test_LD_16_opening_by_name_means_the_card_looked_at() -> None:
    game = table(MIXED)
    for text in ("draw", "discard", "look 2", "open 2"):
        game.do(0, 0, text)
    assert slots(grid(game))[1] == "G4"


def test_LD_17_the_look_may_be_skipped() -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    game.do(0, 0, "discard")
    game.do(0, 0, "skip")
    assert game["turn"] == 1
    assert grid(game) == MIXED


def test_LD_18_LD_19_a_drawn_action_card_is_performed_and_goes_under_the_discards() -> None:
    game = table(MIXED, draw=["Sw", "U9"], discard=["U7", "U6"])
    game.do(0, 0, "draw")
    entry = game.do(0, 0, "perform")
    assert heard_cards(game, entry, 1) == ["Sw"]
    assert game["held"] == [["Sw"], []]
    game.do(0, 0, "swap 1 2")
    assert game["discard"] == ["U7", "U6", "Sw"]


def test_LD_18_only_action_cards_are_performed() -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    game.do(0, 0, "perform", "rejected", "LD-18")


@pytest.mark.parametrize("side", ["open", "closed"])
def test_LD_20_LD_26_an_action_card_in_the_grid_is_a_card_worth_its_points(side: str) -> None:
    game = table("R7 -- -- / -- -- -- / -- -- (B4)", draw=["St"])
    game.do(0, 0, "draw")
    game.do(0, 0, f"place 1 {side}")
    assert game["phase"] == "CLEARING"
    assert grid(game) == "St -- -- / -- -- -- / -- -- B4"
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    scores = game["scores"]
    assert isinstance(scores, list)
    assert scores[0] == 5 + 4


def test_LD_R4_a_drawn_action_card_cannot_be_discarded() -> None:
    for name in ("Pk", "Sw", "St"):
        game = table(MIXED, draw=[name, "U9"])
        game.do(0, 0, "draw")
        assert "discard" not in game.legal(0)
        game.do(0, 0, "discard", "rejected", "LD-R4")


def test_LD_R4_the_house_may_allow_it() -> None:
    game = table(MIXED, draw=["Pk", "U9"], options={"allow_discard_action": True})
    game.do(0, 0, "draw")
    assert {"discard", "perform"} <= set(game.legal(0))
    game.do(0, 0, "discard")
    assert game["phase"] == "LOOK"
    assert game["discard"] == ["Pk", "U7"]


def test_LD_R4_LD_R5_an_action_without_target_may_be_discarded_but_not_performed() -> None:
    game = table("-- -- -- / -- (B4) -- / -- -- --", draw=["Sw", "U9"])
    game.do(0, 0, "draw")
    assert game.legal(0) == ["place 5 open", "place 5 closed", "discard"]
    game.do(0, 0, "perform", "rejected", "LD-R5")
    game.do(0, 0, "discard")
    assert game["phase"] == "LOOK"


def test_LD_R5_peek_and_steal_always_have_a_target_and_swap_needs_two_cards() -> None:
    for name, phase in (("Pk", "PEEK_T"), ("St", "STEAL_T")):
        game = table("-- -- -- / -- (B4) -- / -- -- --", draw=[name, "U9"])
        game.do(0, 0, "draw")
        game.do(0, 0, "perform")
        assert game["phase"] == phase
    game = table("-- -- -- / -- (B4) -- / -- -- R7", draw=["Sw", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    assert game.legal(0) == ["swap 5 9", "swap 9 5"]


# ---- taking --------------------------------------------------------------------------------------


def test_LD_21_a_taken_card_must_be_placed() -> None:
    game = table(MIXED)
    game.do(0, 0, "take")
    assert game.legal(0) == [f"place {slot}" for slot in range(1, 10)]
    for text in ("discard", "draw", "take", "skip", "look 2"):
        game.do(0, 0, text, "rejected", "LD-21")
    assert game["discard"] == []


def test_LD_22_LD_23_LD_24_LD_25_it_lies_open_and_the_replaced_card_is_seen_only_on_the_pile() -> None:
    for text in ("place 2", "place 2 open"):
        game = table(MIXED)
        game.do(0, 0, "take")
        assert knowers(game, 0, 2) == []
        game.do(0, 0, "place 2 closed", "rejected", "LD-24")
        entry = game.do(0, 0, text)
        assert heard_cards(game, entry, 0) == heard_cards(game, entry, 1) == ["G4", "U7"]
        assert slots(grid(game))[1] == "U7"
        assert game["discard"] == ["G4"]


def test_LD_22_a_taken_card_may_replace_an_open_one() -> None:
    game = table(MIXED)
    game.do(0, 0, "take")
    game.do(0, 0, "place 5")
    assert slots(grid(game))[4] == "U7"
    assert game["discard"] == ["Y9"]


def test_LD_R18_nothing_is_placed_into_an_empty_slot() -> None:
    game = table("-- R7 (B7) / -- -- -- / (K6) (K3) (G8)")
    game.do(0, 0, "take")
    game.do(0, 0, "place 1", "rejected", "LD-R18")
    assert game.legal(0) == ["place 2", "place 3", "place 7", "place 8", "place 9"]


def test_LD_R28_closed_over_open_leaves_one_open_card_less() -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    game.do(0, 0, "place 1 closed")
    assert grid(game).replace("(K9)", "R7") == MIXED


# ---- action cards --------------------------------------------------------------------------------


def test_LD_27_LD_28_action_cards_in_a_grid_never_act() -> None:
    game = table("Pk (Sw) (St) / (O5) Y9 (U3) / (K6) (K3) (G8)")
    for text in ("perform", "peek 1 1", "swap 1 2", "steal 1 1 1"):
        game.do(0, 0, text, "rejected", "LD-10")
    game.do(0, 0, "draw")
    game.do(0, 0, "perform", "rejected", "LD-18")


def test_LD_29_LD_30_a_peek_shows_any_closed_card_to_its_player_only() -> None:
    game = table(MIXED, draw=["Pk", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    assert game.legal(0) == [f"peek 0 {s}" for s in (2, 3, 4, 6, 7, 8, 9)] + [f"peek 1 {s}" for s in range(1, 10)]
    game.do(0, 0, "peek 0 1", "rejected", "LD-29")
    game.do(0, 0, "swap 1 2", "rejected", "LD-29")
    entry = game.do(0, 0, "peek 1 6")
    assert heard_cards(game, entry, 0) == ["R1", "Pk"]
    assert heard_cards(game, entry, 1) == ["Pk"]
    assert knowers(game, 1, 6) == [0]


def test_LD_31_LD_R6_after_a_peek_the_turn_goes_on_with_another_card() -> None:
    for choice in ("draw", "take"):
        game = table(MIXED, draw=["Pk", "U9", "K8"])
        for text in ("draw", "perform", "peek 0 2", choice):
            game.do(0, 0, text)
        assert (game["turn"], game["turns"]) == (0, 0)
        game.do(0, 0, "place 1 open")
        assert (game["turn"], game["turns"]) == (1, 1)


def test_LD_R7_peek_after_peek_without_limit() -> None:
    game = table(MIXED, draw=["Pk"] * 6 + ["U9"])
    for slot in (2, 3, 4, 6, 7, 8):
        for text in ("draw", "perform", f"peek 0 {slot}"):
            game.do(0, 0, text)
    assert (game["phase"], game["turn"], game["turns"]) == ("CHOOSE", 0, 0)
    assert game["discard"] == ["U7"] + ["Pk"] * 6


def test_LD_R8_a_peek_from_the_last_draw_goes_on_with_the_discard_pile() -> None:
    game = table(MIXED, draw=["Pk"])
    for text in ("draw", "perform", "peek 0 2"):
        game.do(0, 0, text)
    assert game.legal(0) == ["take"]
    game.do(0, 0, "draw", "rejected", "LD-R8")


def test_LD_R36_a_peek_does_not_reach_the_draw_pile() -> None:
    game = table(MIXED, draw=["Pk", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    assert all(text.split()[1] in "01" for text in game.legal(0))
    for words in ("peek draw 1", "peek 2 1"):
        with pytest.raises(UsageProblem):
            game.rules.read(0, words)


def test_LD_32_LD_33_LD_35_a_swap_trades_places_and_keeps_sides() -> None:
    for one, other in ((1, 5), (1, 2), (2, 3)):
        game = table(MIXED, draw=["Sw", "U9"])
        before = slots(MIXED)
        game.do(0, 0, "draw")
        game.do(0, 0, "perform")
        entry = game.do(0, 0, f"swap {one} {other}")
        before[one - 1], before[other - 1] = before[other - 1], before[one - 1]
        assert slots(grid(game)) == before
        assert heard_cards(game, entry, 0) == ["Sw"]
        assert game["turn"] == 1


def test_LD_32_a_swap_needs_two_different_cards() -> None:
    game = table("R7 -- (B7) / (O5) Y9 (U3) / (K6) (K3) (G8)", draw=["Sw", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.do(0, 0, "swap 1 1", "rejected", "LD-32")
    game.do(0, 0, "swap 1 2", "rejected", "LD-32")
    game.do(0, 0, "draw", "rejected", "LD-32")
    assert len(game.legal(0)) == 8 * 7


def test_LD_34_a_swap_gives_no_look() -> None:
    game = table(MIXED, draw=["Sw", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.do(0, 0, "look 2", "rejected", "LD-32")
    game.do(0, 0, "swap 2 3")
    assert knowers(game, 0, 2) == knowers(game, 0, 3) == []


@pytest.mark.parametrize(("theirs", "mine"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_LD_36_LD_37_LD_38_a_steal_trades_two_cards_and_opens_both(theirs: int, mine: int) -> None:
    other = "R10 (O10) (Y0) / (G0) (B0) (R1) / (O1) (Y1) (U1)"
    game = table(MIXED, other, draw=["St", "U9"])
    gave, got = slots(MIXED)[mine - 1].strip("()"), slots(other)[theirs - 1].strip("()")
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.do(0, 0, f"steal 1 {theirs} {mine}")
    assert slots(grid(game, 0))[mine - 1] == got
    assert slots(grid(game, 1))[theirs - 1] == gave
    assert knowers(game, 0, mine) == knowers(game, 1, theirs) == [0, 1]
    assert game["discard"] == ["U7", "St"]
    assert game["turn"] == 1


def test_LD_36_empty_slots_cannot_be_stolen_or_given() -> None:
    game = table("R7 -- (B7) / (O5) Y9 (U3) / (K6) (K3) (G8)", "-- (O0) -- / -- -- -- / -- -- (Y1)", draw=["St", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.do(0, 0, "steal 1 1 1", "rejected", "LD-36")
    game.do(0, 0, "steal 1 2 2", "rejected", "LD-36")
    game.do(0, 0, "peek 1 2", "rejected", "LD-36")
    assert len(game.legal(0)) == 2 * 8


def test_LD_R31_nobody_steals_from_themselves_and_a_swap_stays_at_home() -> None:
    game = table(MIXED, draw=["St", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.do(0, 0, "steal 0 1 2", "rejected", "LD-R31")
    assert not any(text.startswith("steal 0") for text in game.legal(0))
    with pytest.raises(UsageProblem):
        game.rules.read(0, "swap 1 1 2 3")


def test_LD_R6_swap_and_steal_end_the_turn() -> None:
    for name, aim in (("Sw", "swap 1 2"), ("St", "steal 1 1 2")):
        game = table(MIXED, draw=[name, "U9"])
        for text in ("draw", "perform", aim):
            game.do(0, 0, text)
        assert (game["turn"], game["turns"]) == (1, 1)


# ---- three in a row ------------------------------------------------------------------------------


@pytest.mark.parametrize("line", LINE_NAMES)
def test_LD_39_LD_40_LD_43_each_of_the_eight_lines_can_be_cleared(line: str) -> None:
    cards = [f"({name})" for name in ("R7", "G4", "B7", "O5", "Y9", "U3", "K6", "K3", "G8")]
    for slot, name in zip(LINES[line], ("B4", "B8", "B10"), strict=True):
        cards[slot] = name
    game = table(" ".join(cards))
    assert game.legal(0) == [f"clear {line}", "draw", "take"]
    game.do(0, 0, f"clear {line}")
    assert [slot for slot, name in enumerate(slots(grid(game))) if name == "--"] == list(LINES[line])
    assert game["discard"] == ["U7", "B10", "B8", "B4"]
    assert (game["phase"], game["turn"]) == ("CHOOSE", 0)


def test_LD_39_closed_or_motley_cards_are_no_line() -> None:
    game = table("B4 B8 (B10) / R7 G4 B7 / (K6) (K3) (G8)")
    game.do(0, 0, "clear H1", "rejected", "LD-39")
    game.do(0, 0, "clear H2", "rejected", "LD-39")
    assert game.legal(0) == ["draw", "take"]


ROW = "B4 B8 B10 / (R7) (G4) (B7) / (K6) (K3) (G8)"
THEIR_ROW = "R10 R8 R6 / (O0) (Y0) (U1) / (O1) (Y1) (R1)"


def test_LD_39_LD_R16_a_line_may_be_cleared_out_of_turn_and_much_later() -> None:
    game = table(MIXED, THEIR_ROW)
    for seat, text in ((0, "take"), (0, "place 1"), (1, "take"), (1, "place 9"), (0, "draw"), (0, "discard")):
        game.do(0, seat, text)
    assert game.legal(1) == ["clear H1"]
    game.do(9_999_999, 1, "clear H1")
    assert grid(game, 1) == "-- -- -- / (O0) (Y0) (U1) / (O1) (Y1) R7"
    assert game["phase"] == "LOOK"
    assert game["turn"] == 0


def test_LD_41_nobody_has_to_clear() -> None:
    game = table(ROW)
    game.do(0, 0, "draw")
    game.do(0, 0, "discard")
    game.do(0, 0, "skip")
    assert grid(game) == ROW


def test_LD_42_LD_R22_cleared_cards_go_under_the_discards_lowest_slot_deepest() -> None:
    game = table("(R7) (G4) B10 / (K6) B8 (B7) / B4 (K3) (G8)", discard=["U7", "U6"])
    game.do(0, 0, "clear D2")
    assert game["discard"] == ["U7", "U6", "B4", "B8", "B10"]


def test_LD_44_the_middle_column_takes_every_row_and_both_diagonals_along() -> None:
    game = table("B4 B8 B10 / B0 B2 B3 / B5 B7 (B9)", "(R0) (O0) (Y0) / (G0) (K1) (R1) / (O1) (Y1) (U1)")
    assert {"clear H1", "clear H2", "clear V1", "clear V2", "clear D2"} <= set(game.legal(0))
    game.do(0, 0, "clear V2")
    for line in ("H1", "H2", "H3", "D1", "D2"):
        game.do(0, 0, f"clear {line}", "rejected", "LD-44")
    assert game.legal(0) == ["clear V1", "draw", "take"]


def test_LD_R15_of_two_crossing_lines_only_one_can_go() -> None:
    for first, second in (("H1", "V1"), ("V1", "H1")):
        game = table("B4 B8 B10 / B3 (G4) (B7) / B5 (K3) (G8)")
        game.do(0, 0, f"clear {first}")
        game.do(0, 0, f"clear {second}", "rejected", "LD-44")


def test_LD_R17_not_with_a_card_in_hand_but_all_others_may() -> None:
    for start in ("draw", "take"):
        game = table(ROW, THEIR_ROW)
        game.do(0, 0, start)
        game.do(0, 0, "clear H1", "rejected", "LD-R17")
        assert "clear H1" not in game.legal(0)
        game.do(0, 1, "clear H1")
        game.do(0, 0, "place 9 open" if start == "draw" else "place 9")
        game.do(0, 0, "clear H1")
        assert grid(game).startswith("-- -- --")


@pytest.mark.parametrize("name", ["Pk", "Sw", "St"])
def test_LD_R17_a_card_being_performed_is_not_in_hand(name: str) -> None:
    game = table(ROW, draw=[name, "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "clear H1", "rejected", "LD-R17")
    game.do(0, 0, "perform")
    assert "clear H1" in game.legal(0)
    game.do(0, 0, "clear H1")
    assert game["phase"] == {"Pk": "PEEK_T", "Sw": "SWAP_T", "St": "STEAL_T"}[name]
    assert game["held"] == [[name], []]


def test_LD_R19_a_clear_before_the_steal_succeeds_and_one_after_it_is_too_late() -> None:
    for clear_first in (True, False):
        game = table(MIXED, THEIR_ROW, draw=["St", "U9"])
        game.do(0, 0, "draw")
        game.do(0, 0, "perform")
        if clear_first:
            game.do(0, 1, "clear H1")
            game.do(0, 0, "steal 1 1 5", "rejected", "LD-36")
        else:
            game.do(0, 0, "steal 1 1 5")
            game.do(0, 1, "clear H1", "rejected", "LD-39")


NEARLY = "B4 B8 (B10) / (R7) (G4) (B7) / R10 (K3) (G8)"


def test_LD_R19_place_open_swap_and_steal_may_carry_a_clear() -> None:
    game = table("B4 B8 (R5) / (R7) (G4) (B7) / (K6) (K3) (G8)", draw=["B10", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "place 3 open clear=H1")
    assert grid(game).startswith("-- -- -- /")
    assert game["discard"] == ["R5", "U7", "B10", "B8", "B4"]
    game = table(NEARLY)
    for text in ("draw", "discard", "look 3", "open clear=H1"):
        game.do(0, 0, text)
    assert grid(game).startswith("-- -- -- /")
    game = table("B4 B8 (R5) / (R7) (G4) B7 / (K6) (K3) (G8)", draw=["Sw", "U9"])
    for text in ("draw", "perform", "swap 3 6 clear=H1"):
        game.do(0, 0, text)
    assert grid(game) == "-- -- -- / (R7) (G4) (R5) / (K6) (K3) (G8)"
    assert game["discard"] == ["U7", "Sw", "B7", "B8", "B4"]
    game = table("B4 B8 (R5) / (R7) (G4) B7 / (K6) (K3) (G8)", draw=["St", "U9"])
    for text in ("draw", "perform", "steal 1 5 3 clear=H1"):
        game.do(0, 0, text)
    assert grid(game).startswith("-- -- -- /")
    assert game["discard"] == ["U7", "St", "B0", "B8", "B4"]
    assert game["turn"] == 1


def test_LD_R37_a_carried_clear_that_does_not_fit_is_dropped() -> None:
    game = table("B4 B8 (R5) / (R7) (G4) B7 / (K6) (K3) (G8)", draw=["St", "U9"])
    for text in ("draw", "perform", "steal 1 1 3 clear=H1"):
        game.do(0, 0, text)
    assert grid(game).startswith("B4 B8 R0 /")
    assert game["turn"] == 1
    game = table("B4 B8 (R5) / (R7) (G4) B7 / (K6) (K3) (G8)", draw=["B10", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "place 3 closed clear=H1")
    assert grid(game).startswith("B4 B8 (B10) /")
    with pytest.raises(UsageProblem, match="H4"):
        game.rules.read(0, "place 3 open clear=H4")


def test_LD_R37_what_is_offered_does_not_depend_on_faces_nobody_has_seen() -> None:
    """The list is the same in every world that the seat cannot tell from the true one, and holds no carried clears."""
    rules = GAME.table(3, GAME.deck(), GAME.read_options(GAME.simulated, 3), FastDice(4))
    rules.cards.track()
    rules.deal()
    playout = Playout(rules, FastDice(8))
    for number in range(150):
        playout.play_on(1)
        for seat in range(3):
            world = rules.imagine(seat, FastDice(number))
            assert legal_codes(world, seat) == legal_codes(rules, seat)
            assert not any("clear=" in rules.wording(seat, code) for code in legal_codes(rules, seat))


def test_LD_45_a_wild_is_worth_minus_five() -> None:
    game = table("W -- -- / -- -- -- / -- -- R1", "R0 -- -- / -- -- -- / -- -- --", phase="CLEARING")
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["scores"] == [-4, 0]


@pytest.mark.parametrize("row", ["W B4 B8", "B4 W W", "W W W"])
def test_LD_46_LD_R20_wilds_fill_any_line(row: str) -> None:
    game = table(f"{row} / (R7) (G4) (B7) / (K6) (K3) (G8)")
    game.do(0, 0, "clear H1")
    assert grid(game).startswith("-- -- -- /")


def test_LD_R20_a_wild_has_no_colour_of_its_own_for_good() -> None:
    """The same wild stands for blue in one line and could stand for red in another."""
    game = table("B4 W B8 / (G4) R7 (B7) / (K6) R5 (G8)")
    assert game.legal(0) == ["clear H1", "clear V2", "draw", "take"]
    game = table("B4 W R8 / (G4) R7 (B7) / (K6) (K3) (G8)")
    game.do(0, 0, "clear H1", "rejected", "LD-39")


def test_LD_47_a_wild_may_be_kept_for_its_points() -> None:
    game = table("B2 W B0 / -- -- -- / -- -- --", "R1 -- -- / -- -- -- / -- -- --", phase="CLEARING")
    assert "clear H1" in game.legal(0)
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["scores"] == [-3, 1]


def test_LD_R21_black_is_a_colour_for_action_cards() -> None:
    for row in ("Pk Sw St", "Pk W Pk"):
        game = table(f"{row} / (R7) (G4) (B7) / (K6) (K3) (G8)")
        game.do(0, 0, "clear H1")
        assert grid(game).startswith("-- -- -- /")
    game = table("Pk Sw B4 / (R7) (G4) (B7) / (K6) (K3) (G8)")
    game.do(0, 0, "clear H1", "rejected", "LD-39")


def test_LD_R21_a_deck_may_leave_action_cards_without_colour() -> None:
    data = copy.deepcopy(GAME.deck().data)
    blocks = data["cards"]
    assert isinstance(blocks, list)
    for block in blocks:
        if block["family"] in ("swap", "peek", "steal"):
            block["color"] = "none"
    deck = GAME.deck_from(data, "a colourless deck")
    assert deck.size == 84
    for row in ("Pk Sw St", "Pk W W"):
        assert not rules_with(data, row).lines_of(0)
    assert rules_with(data, "W W W").lines_of(0)


def rules_with(data: dict[str, object], row: str = "") -> Lowdown:
    """A table with that deck; seat 0 has the row open on top of its grid."""
    deck = GAME.deck_from(data, "deck")
    rules = GAME.table(2, deck, GAME.read_options({}, 2), FastDice(1))
    assert isinstance(rules, Lowdown)
    rules.cards.clear()
    for zone, name in enumerate(row.split()):
        rules.cards.turn(zone, 2)
        rules.cards.put(zone, deck.kind_of(name))
    rules.reread()
    return rules


# ---- the end of a hand ---------------------------------------------------------------------------


LAST = "R7 G4 B7 / O5 Y9 U3 / K6 K3 (G8)"


def test_LD_48_LD_50_the_hand_ends_when_a_grid_is_all_open() -> None:
    game = table(LAST)
    game.do(0, 0, "take")
    entry = game.do(0, 0, "place 9")
    assert game["phase"] == "CLEARING"
    assert grid(game, 1) == QUIET[0].replace("(", "").replace(")", "")
    assert ("hand_over", "LD-48") in [(event.what, event.clause) for event in entry.told]


def test_LD_48_opening_the_last_card_after_a_look_ends_the_hand() -> None:
    game = table(LAST)
    for text in ("draw", "discard", "look 9", "open"):
        game.do(0, 0, text)
    assert game["phase"] == "CLEARING"


def test_LD_49_LD_R11_LD_R12_the_last_draw_is_played_and_then_the_hand_ends() -> None:
    game = table(MIXED, draw=["K9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "discard")
    game.do(0, 0, "look 2")
    assert game["phase"] == "LOOKED"
    entry = game.do(0, 0, "leave")
    assert game["phase"] == "CLEARING"
    assert ("hand_over", "LD-49") in [(event.what, event.clause) for event in entry.told]
    game.do(0, 1, "draw", "rejected", "LD-51")
    game.do(0, 1, "take", "rejected", "LD-51")


def test_LD_R10_the_end_is_tested_when_the_turn_ends_not_before() -> None:
    game = table(MIXED, draw=["Pk"])
    game.do(0, 0, "draw")
    assert game["draw"] == []
    assert game["phase"] == "HOLD_DRAWN"
    game.do(0, 0, "perform")
    game.do(0, 0, "peek 0 2")
    assert game["phase"] == "CHOOSE"


def test_LD_R13_a_steal_that_opens_the_victims_last_card_ends_the_hand() -> None:
    game = table(MIXED, "R10 O10 Y0 / G0 B0 R1 / O1 Y1 (U1)", QUIET[1], draw=["St", "U9"])
    for text in ("draw", "perform", "steal 1 9 2"):
        game.do(0, 0, text)
    assert game["phase"] == "CLEARING"
    assert "(" not in grid(game, 2)


def test_LD_R14_an_emptied_grid_ends_the_hand_and_scores_nothing() -> None:
    game = table("B4 B8 (R7) / -- -- -- / -- -- --", draw=["B10", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "place 3 open clear=H1")
    assert game["phase"] == "CLEARING"
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    scores = game["scores"]
    assert isinstance(scores, list)
    assert scores[0] == 0


def test_LD_R33_a_hand_stops_after_so_many_turns() -> None:
    game = table(MIXED, options={"max_turns_per_hand": 3})
    for number, seat in enumerate((0, 1, 0)):
        assert game["turns"] == number
        game.do(0, seat, "take")
        entry = game.do(0, seat, "place 1")
    assert game["phase"] == "CLEARING"
    assert ("hand_over", "LD-R33") in [(event.what, event.clause) for event in entry.told]
    assert GAME.read_options({}, 2) == GAME.read_options({"max_turns_per_hand": 500}, 2)


def test_LD_R34_a_swap_without_cards_left_is_wasted() -> None:
    game = table("B4 B8 B10 / -- (R7) -- / -- -- --", draw=["Sw", "U9"], discard=["U7", "U6"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    entry = game.do(0, 0, "clear H1")
    assert "fizzle" in game.told(entry)
    assert game["discard"] == ["U7", "U6", "B10", "B8", "B4", "Sw"]
    assert (game["phase"], game["turn"], game["turns"]) == ("CHOOSE", 1, 1)


def test_LD_R34_with_two_cards_left_the_swap_goes_on() -> None:
    game = table("B4 B8 B10 / -- (R7) -- / -- (G4) --", draw=["Sw", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.do(0, 0, "clear H1")
    assert game["phase"] == "SWAP_T"
    game.do(0, 0, "swap 5 8")
    assert grid(game) == "-- -- -- / -- (G4) -- / -- (R7) --"


def test_LD_51_lines_that_came_to_light_may_be_cleared() -> None:
    game = table("(B4) (B8) B10 / -- -- -- / -- -- R7", draw=["K9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "place 9 open")
    game.do(0, 0, "clear H1")
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    scores = game["scores"]
    assert isinstance(scores, list)
    assert scores[0] == 9


def over(*grids: str, **fields: object) -> Position:
    """A hand that is over, all cards open; the deck's other cards are out of the way."""
    return table(*grids, phase="CLEARING", **fields)


def one_card(name: str) -> str:
    return f"{name} -- -- / -- -- -- / -- -- --"


def test_LD_52_LD_53_LD_54_scores_are_summed_and_added_to_the_totals() -> None:
    game = over(one_card("R7"), one_card("K3"), one_card("G8"), totals=[1, 2, 30])
    for seat in (2, 0, 1):
        assert game["scores"] == "none"
        game.do(0, seat, "done")
    assert game["scores"] == [7, 3, 8]
    assert game["totals"] == [8, 5, 38]
    assert game["done"] == [False] * 3
    assert game["next_starter"] == 1


def finished(version: int | None = None) -> tuple[Position, list[str]]:
    grids = [slots(one_card("R7")), slots(one_card("K3")), slots(one_card("G3"))]
    given: dict[str, object] = {"grids": grids, "draw": ["K9"], "discard": ["U7"], "phase": "CLEARING", "starter": 2}
    game = Position("lowdown", 3, UNTIMED, given=given, version=version)
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    told = game.do(0, 2, "done").told
    return game, [f"{event.what} {event.seat} {event.number}" for event in told if event.what == "hand_won"]


def test_LD_53_LD_R24_who_won_the_hand_is_told_and_equals_are_all_named() -> None:
    game, told = finished()
    assert told == ["hand_won 1 3", "hand_won 2 3"]
    assert game["next_starter"] == 2


def test_LD_53_by_the_first_version_of_the_rules_nobody_was_named() -> None:
    game, told = finished(version=1)
    assert told == []
    assert game["next_starter"] == 2


def test_LD_54_the_pad_has_a_column_for_every_hand() -> None:
    game = dealt(3, max_hands=2, target_score=1000)
    assert game.rules.facts(PUBLIC)["hand_scores"] == []
    columns: list[object] = []
    for hand in range(2):
        while game["phase"] not in ("HAND_OVER", "GAME_OVER"):
            for seat in range(3):
                for text in ("open 1", "open 2", "draw", "discard", "place 9 open", "skip", "done"):
                    if text in game.legal(seat):
                        game.do(game.rules.now, seat, text)
        columns.append(game["scores"])
        assert game.rules.facts(PUBLIC)["hand_scores"] == columns
        if hand == 0:
            game.do(game.rules.now, -1, "next_hand")
    assert game["totals"] == [columns[0][seat] + columns[1][seat] for seat in range(3)]  # type: ignore[index]


def test_LD_R23_done_is_final() -> None:
    game = over("B4 B8 B10 / R7 -- -- / -- -- --", one_card("K3"))
    game.do(0, 0, "draw", "rejected", "LD-51")
    game.do(0, 0, "done")
    game.do(0, 0, "clear H1", "rejected", "LD-R23")
    game.do(0, 0, "done", "rejected", "LD-R23")
    assert game.legal(0) == []
    assert game.legal(1) == ["done"]
    game.do(0, 1, "done")
    assert game["scores"] == [29, 3]


def test_LD_R23_several_lines_may_go_one_after_the_other() -> None:
    game = over("B4 B8 B10 / R7 R5 R8 / -- -- K1", one_card("K3"))
    game.do(0, 0, "clear H2")
    game.do(0, 0, "clear H1")
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["scores"] == [1, 3]


def test_LD_R23_the_machine_clears_only_for_those_who_are_not_done() -> None:
    rows = ("B4 B8 B10 / R7 -- -- / -- -- --", "O4 O8 O10 / K7 -- -- / -- -- --")
    game = over(*rows, options={"clear_ms": 10_000})
    game.do(9_998, 0, "done")
    game.wait(9_999)
    assert game["phase"] == "CLEARING"
    game.do(10_000, 1, "clear H1", "rejected", "LD-55")
    assert game["scores"] == [29, 7]
    assert game["phase"] == "HAND_OVER"


def independent_best(names: list[str]) -> tuple[int, list[str]]:
    """All ways of clearing, tried out one after the other on named cards: fewest points, fewest lines, first lines."""

    def points(name: str) -> int:
        return -5 if name == "W" else 5 if name in ("Pk", "Sw", "St") else int(name[1:])

    def colour(name: str) -> str:
        return "black" if name in ("Pk", "Sw", "St") else name[0]

    def clearable(cards: dict[int, str], line: str) -> bool:
        on_it = [cards.get(slot) for slot in LINES[line]]
        return None not in on_it and len({colour(name) for name in on_it if name and name != "W"}) <= 1

    def ways(cards: dict[int, str], done: list[str]) -> list[tuple[int, int, list[int], list[str]]]:
        found = [(sum(map(points, cards.values())), len(done), [list(LINES).index(line) for line in done], done)]
        for line in LINES:
            if clearable(cards, line):
                rest = {slot: name for slot, name in cards.items() if slot not in LINES[line]}
                found += ways(rest, sorted([*done, line], key=list(LINES).index))
        return found

    best = min(ways(dict(enumerate(names)), []))
    return best[0], best[3]


def test_LD_R23_the_automatic_clearing_is_the_best_there_is() -> None:
    """Against a search that shares no code with the rules, on grids that are full of lines."""
    roll = random.Random(1)
    deck = GAME.deck()
    cleared = 0
    for _ in range(400):
        colours = roll.sample("ROYGBUK", 2)
        pool = [name for name in deck.names() if name[0] in colours and name[-1].isdigit()] + ["W"] * 4 + ["Pk"] * 3
        names = roll.sample(pool, 9)
        game = over(" ".join(names), one_card(next(n for n in deck.names() if n not in pool)), draw=[], discard=[])
        score, lines = independent_best(names)
        best = best_clearing(rules_of(game), 0)
        assert [line for i, line in enumerate(LINE_NAMES) if best >> i & 1] == lines, names
        clear_for_the_slow(rules_of(game))
        scores = game["scores"]
        assert isinstance(scores, list)
        assert scores[0] == score
        cleared += len(lines)
    assert cleared > 200


def test_LD_R23_equal_scores_prefer_fewer_lines_and_then_the_first() -> None:
    for cards, lines in (
        ("R5 W R0 / -- -- -- / -- -- --", []),  # a line worth nothing is not worth a clear
        ("B10 B5 B2 / B7 -- -- / B0 -- --", ["H1"]),  # the row and the column are worth 17
        ("B0 B9 W / B2 W B8 / B7 -- --", ["V1"]),  # two rows are worth 4 and 5, the column 9
    ):
        best = best_clearing(rules_of(over(cards, one_card("K3"))), 0)
        assert [line for i, line in enumerate(LINE_NAMES) if best >> i & 1] == lines
    assert len(CLEARINGS) == 17
    assert [bin(choice).count("1") for choice in CLEARINGS] == [0] + [1] * 8 + [2] * 6 + [3] * 2


def test_LD_55_the_host_alone_calls_the_next_hand() -> None:
    game = over(one_card("R7"), one_card("K3"))
    game.do(0, -1, "next_hand", "rejected", "LD-55")
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["phase"] == "HAND_OVER"
    game.do(0, 0, "next_hand", "rejected", "LD-55")
    game.do(0, 0, "draw", "rejected", "LD-55")
    game.do(0, 0, "clear H1", "rejected", "LD-55")
    game.do(0, -1, "draw", "rejected", "LD-09")
    assert legal_codes(game.rules, HOST) == [game.rules.read(HOST, "next_hand")]
    assert game.rules.awaited() == 1 << HOST
    game.do(0, -1, "next_hand")
    assert (game["phase"], game["hand"], game["turns"]) == ("SETUP_FLIP", 2, 0)
    assert game.sizes("draw", "discard", "grids") == {"draw": 65, "discard": 1, "grids": [1] * 18}
    assert "(" in grid(game)
    assert not any(knowers(game, seat, slot) for seat in (0, 1) for slot in range(1, 10))


def test_LD_56_LD_R24_the_winner_begins_and_ties_count_from_the_last_starter() -> None:
    for starter, winner in ((0, 1), (1, 1), (2, 3), (3, 3)):
        game = over(one_card("R7"), one_card("K3"), one_card("G8"), one_card("U3"), starter=starter)
        for seat in range(4):
            game.do(0, seat, "done")
        assert game["next_starter"] == winner
        game.do(0, -1, "next_hand")
        assert game["starter"] == game["turn"] == winner


# ---- the end of the game -------------------------------------------------------------------------


def test_LD_57_LD_R26_the_limit_is_tested_after_each_hand() -> None:
    for total, phase in ((42, "HAND_OVER"), (43, "GAME_OVER")):
        game = over(one_card("R7"), one_card("K3"), totals=[total, 0])
        game.do(0, 0, "done")
        assert game["phase"] == "CLEARING"
        game.do(0, 1, "done")
        assert game["phase"] == phase
    game.do(0, 0, "draw", "rejected", "LD-57")
    game.do(0, -1, "next_hand", "rejected", "LD-57")
    assert game.legal(0) == []
    assert game.rules.awaited() == 0
    assert game.rules.deadline == NEVER


def test_LD_57_the_limit_is_an_option() -> None:
    game = over(one_card("R7"), one_card("K3"), options={"target_score": 7})
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["winners"] == [1]
    assert game["reason_clause"] == "LD-57"


def test_LD_R26_totals_may_fall_below_zero() -> None:
    game = over("W W R1 / -- -- -- / -- -- --", one_card("K3"), totals=[4, 49])
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["totals"] == [-5, 52]
    assert game["points"] == [-5, 52]


def test_LD_01_LD_58_LD_R25_the_lowest_total_wins_and_equals_share() -> None:
    game = over(one_card("R7"), one_card("K3"), one_card("G8"), totals=[10, 14, 42])
    for seat in range(3):
        game.do(0, seat, "done")
    assert game["totals"] == [17, 17, 50]
    assert game["winners"] == [0, 1]
    assert game["places"] == [1, 1, 3]


def test_LD_R35_the_game_stops_after_so_many_hands() -> None:
    game = over(one_card("R7"), one_card("K3"), hand=100)
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["winners"] == [1]
    assert game["reason_clause"] == "LD-R35"
    game = over(one_card("R7"), one_card("K3"), hand=2, options={"max_hands": 3})
    game.do(0, 0, "done")
    game.do(0, 1, "done")
    assert game["phase"] == "HAND_OVER"


# ---- memory --------------------------------------------------------------------------------------


def test_LD_R27_the_screen_shows_a_peeked_card_for_a_while() -> None:
    game = table(MIXED, draw=["Pk", "U9"], options={"peek_show_ms": 3000})
    game.do(1000, 0, "draw")
    game.do(1000, 0, "perform")
    game.do(1000, 0, "peek 1 6")
    assert game.rules.facts(0)["shown"] == [{"zone": "grids[1][5]", "card": "R1", "until": 4000}]
    assert "shown" not in game.rules.facts(1)
    assert "shown" not in game.rules.facts(PUBLIC)
    game.wait(3999)
    assert "shown" in game.rules.facts(0)
    game.wait(4000)
    assert "shown" not in game.rules.facts(0)
    assert knowers(game, 1, 6) == [0]


def test_LD_R27_a_card_looked_at_is_shown_at_least_until_its_player_decides() -> None:
    game = table(MIXED, options={"peek_show_ms": 0})
    for text in ("draw", "discard", "look 2"):
        game.do(0, 0, text)
    game.wait(60_000)
    assert game.rules.facts(0)["shown"] == [{"zone": "grids[0][1]", "card": "G4", "until": 0}]
    game.do(60_000, 0, "leave")
    assert "shown" not in game.rules.facts(0)


def test_LD_R27_a_look_shows_nothing_after_the_card_has_gone() -> None:
    game = table(MIXED, draw=["Pk", "U9", "K8"])
    for text in ("draw", "perform", "peek 0 2", "draw", "place 2 open"):
        game.do(0, 0, text)
    assert "shown" not in game.rules.facts(0)
    game = table(MIXED, QUIET[0], draw=["Pk", "U9", "K8", "U8"])
    for seat, text in ((0, "draw"), (0, "perform"), (0, "peek 1 1"), (0, "take"), (0, "place 1")):
        game.do(0, seat, text)
    for text in ("draw", "place 1 closed"):
        game.do(0, 1, text)
    assert "shown" not in game.rules.facts(0), "another card lies there now, which seat 0 has not seen"


def test_LD_R27_every_glance_runs_its_own_time_whoever_looks_meanwhile() -> None:
    game = table(MIXED, draw=["Pk", "Pk", "U9", "Pk", "K8"], options={"peek_show_ms": 3000})
    for at, text in ((0, "draw"), (0, "perform"), (100, "peek 1 6"), (200, "draw"), (200, "perform")):
        game.do(at, 0, text)
    game.do(1000, 0, "peek 0 2")
    for text in ("draw", "place 1 open"):
        game.do(1100, 0, text)
    for text in ("draw", "perform", "peek 0 2"):
        game.do(1200, 1, text)
    first = {"zone": "grids[1][5]", "card": "R1", "until": 3100}
    second = {"zone": "grids[0][1]", "card": "G4", "until": 4000}
    assert game.rules.facts(0)["shown"] == [first, second]
    assert game.rules.facts(1)["shown"] == [{**second, "until": 4200}]
    game.wait(3500)
    assert game.rules.facts(0)["shown"] == [second]
    game.wait(4100)
    assert "shown" not in game.rules.facts(0)
    assert "shown" in game.rules.facts(1)


def test_LD_R27_a_glance_goes_along_with_its_card_in_a_swap() -> None:
    game = table(MIXED, draw=["Pk", "Sw", "U9"], options={"peek_show_ms": 3000})
    for text in ("draw", "perform", "peek 0 2", "draw", "perform", "swap 2 3"):
        game.do(0, 0, text)
    assert game.rules.facts(0)["shown"] == [{"zone": "grids[0][2]", "card": "G4", "until": 3000}]


def test_LD_R27_what_a_seat_has_seen_moves_with_the_card() -> None:
    game = table(MIXED, draw=["Sw", "U9"], known=[["grids[0][1]"], []])
    for text in ("draw", "perform", "swap 2 3"):
        game.do(0, 0, text)
    assert knowers(game, 0, 2) == []
    assert knowers(game, 0, 3) == [0]
    assert game["known"] == [["grids[0][2]"], []]


def test_LD_R27_memory_aid_shows_the_owner_what_it_has_seen_of_its_own_grid() -> None:
    known = [["grids[0][1]", "grids[1][0]"], ["grids[0][2]"]]
    game = table(MIXED, known=known, options={"memory_aid": True})
    nothing = [None] * 9
    assert game.rules.facts(0)["memory"] == [None, "G4", *[None] * 7]
    assert game.rules.facts(1)["memory"] == nothing
    assert "memory" not in game.rules.facts(PUBLIC)
    game.do(0, 0, "draw")
    game.do(0, 0, "place 9 closed")
    assert game.rules.facts(0)["memory"] == [None, "G4", *[None] * 6, "K9"]
    assert "memory" not in table(MIXED, known=known).rules.facts(0)


# ---- the idle ------------------------------------------------------------------------------------


TIMED: dict[str, object] = {"turn_ms": 30_000}


def test_LD_R30_every_phase_of_a_turn_has_its_own_time() -> None:
    game = table(MIXED, THEIR_ROW, options=TIMED)
    game.do(29_999, 0, "draw")
    game.do(40_000, 0, "take", "rejected", "LD-11")
    game.do(50_000, 1, "clear H1")
    assert game.rules.deadline == 59_999
    game.do(59_998, 0, "discard")
    game.do(89_997, 0, "look 2")
    assert game.rules.deadline == 119_997
    game.do(119_996, 0, "leave")
    assert game["turn"] == 1


def test_LD_R30_an_input_at_the_deadline_is_too_late() -> None:
    game = table(MIXED, options=TIMED)
    game.do(30_000, 0, "draw", "rejected", "LD-11")
    assert game["held"] == [["K9"], []]
    entry = game.do(60_000, 0, "place 1 open", "rejected", "LD-09")
    assert game["discard"] == ["K9", "U7"]
    assert game["turn"] == 1
    assert game.told(entry)[0] == "idle"


def test_LD_R30_with_an_empty_draw_pile_the_idle_take() -> None:
    game = table(MIXED, options=TIMED, draw=[])
    game.wait(30_000)
    assert game["phase"] == "HOLD_TAKEN"
    game.wait(60_000)
    assert slots(grid(game))[4] == "U7"
    assert game["phase"] == "CLEARING"


def test_LD_R30_a_held_action_or_taken_card_goes_onto_the_dearest_open_card() -> None:
    game = table("R7 (G10) B7 / (O5) K6 (U3) / (K7) (K3) (G8)", options=TIMED, draw=["Pk", "U9"])
    game.do(0, 0, "draw")
    game.wait(30_000)
    assert grid(game).startswith("Pk (G10) B7")
    game = table("(R7) (G10) (B7) / (O5) (K6) (U3) / (K7) (K3) (G8)", options=TIMED)
    game.do(0, 0, "take")
    game.wait(30_000)
    assert grid(game).startswith("U7 (G10)")


def test_LD_R30_targets_are_the_first_there_are() -> None:
    game = table("R7 (G4) (B7) / (O5) Y9 (U3) / (K6) (K3) (G8)", options=TIMED, draw=["Pk", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.wait(30_000)
    assert knowers(game, 0, 2) == [0]
    assert (game["phase"], game["turn"]) == ("CHOOSE", 0)
    game = table("-- (G4) (B7) / (O5) Y9 (U3) / (K6) (K3) (G8)", options=TIMED, draw=["Sw", "U9"])
    game.do(0, 0, "draw")
    game.do(0, 0, "perform")
    game.wait(30_000)
    assert grid(game).startswith("-- (B7) (G4)")
    given = ["-- -- (B9) / (Y4) (Y5) (Y6) / (B5) (B8) (B3)", "-- (G4) (B7) / (O5) Y9 (U3) / (K6) (K3) (G8)", QUIET[1]]
    game = table(*given, options=TIMED, draw=["St", "U9"], turn=1)
    game.do(0, 1, "draw")
    game.do(0, 1, "perform")
    game.wait(30_000)
    assert grid(game, 1).startswith("-- B9 (B7)")
    assert grid(game, 0).startswith("-- -- G4")


def test_LD_R30_the_idle_neither_look_nor_open() -> None:
    for steps in (["draw", "discard"], ["draw", "discard", "look 2"]):
        game = table(MIXED, options=TIMED)
        for text in steps:
            game.do(0, 0, text)
        game.wait(30_000)
        assert grid(game) == MIXED
        assert game["turn"] == 1


def test_LD_R30_no_time_at_all_plays_the_hand_before_the_next_entry() -> None:
    game = Position("lowdown", 3, {"setup_ms": 0, "turn_ms": 0, "clear_ms": 0, "start_seat": 0})
    assert game["phase"] == "SETUP_FLIP"
    game.wait(0)
    assert game["phase"] in ("HAND_OVER", "GAME_OVER")
    assert game["scores"] != "none"


def test_without_limits_nothing_happens_by_itself() -> None:
    game = dealt(2)
    game.wait(80_000_000)
    assert game["phase"] == "SETUP_FLIP"
    open_two_each(game, 80_000_000)
    game.wait(160_000_000)
    assert (game["phase"], game["turns"]) == ("CHOOSE", 0)
    assert game.rules.deadline == NEVER


# ---- advice --------------------------------------------------------------------------------------


def test_LD_59_lower_cards_and_cleared_lines_lower_the_score() -> None:
    scores = []
    for steps in ([], ["clear H1"]):
        game = over("B4 B8 B10 / R7 -- -- / -- -- --", one_card("K3"))
        for text in steps:
            game.do(0, 0, text)
        game.do(0, 0, "done")
        game.do(0, 1, "done")
        found = game["scores"]
        assert isinstance(found, list)
        scores.append(found[0])
    assert scores == [29, 7]
    assert "LD-59" in clauses(GAME)


def test_LD_60_a_card_placed_closed_is_hidden_from_the_others() -> None:
    game = table(MIXED)
    game.do(0, 0, "draw")
    entry = game.do(0, 0, "place 9 closed")
    assert "K9" not in heard_cards(game, entry, 1)
    assert view_of(game.rules, 1).zones[8].cards == [None]
    assert view_of(game.rules, 0).zones[8].cards == [None], "its owner has to remember it"
    assert knowers(game, 0, 9) == [0]


def test_LD_61_nobody_knows_the_closed_card_they_gamble_away() -> None:
    game = table(MIXED)
    game.do(0, 0, "take")
    worlds = {tuple(rules_cards(game.rules.imagine(0, FastDice(seed)), 8)) for seed in range(30)}
    assert len(worlds) > 1


def rules_cards(rules: Rules, zone: int) -> list[int]:
    return rules.cards.listed(zone)


# ---- invariants ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_LD_R9_there_is_always_a_discard_to_take(seats: int) -> None:
    """Also: cards are conserved, and while a hand runs every grid has a closed card (LD-R5)."""
    rules = GAME.table(seats, GAME.deck(), GAME.read_options(GAME.simulated, seats), FastDice(seats))
    assert isinstance(rules, Lowdown)
    playout = Playout(rules, FastDice(7))
    for _ in range(4):
        rules.deal()
        while not rules.over:
            playout.play_on(1)
            zones = range(rules.layout.zones)
            assert sum(rules.cards.size(zone) for zone in zones) == 84
            if rules.phase() == "CHOOSE":
                assert rules.cards.size(rules.discard) > 0
                assert not some_grid_is_open(rules)
    assert rules.outcome() is not None


def test_LD_R9_only_while_its_last_card_is_held_is_the_discard_pile_empty() -> None:
    game = table(MIXED)
    game.do(0, 0, "take")
    assert game["discard"] == []
    game.do(0, 0, "place 1")
    assert game["discard"] == ["R7"]


def test_what_is_remembered_about_the_grids_agrees_with_the_cards() -> None:
    """The sets that the rules keep (cards, closed cards, lines) are what a fresh look at the table gives."""
    rules = GAME.table(4, GAME.deck(), GAME.read_options(GAME.simulated, 4), FastDice(2))
    assert isinstance(rules, Lowdown)
    rules.deal()
    playout = Playout(rules, FastDice(3))
    while not rules.over:
        playout.play_on(1)
        kept = (rules.lying, rules.closed, rules.lines)
        rules.reread()
        assert kept == (rules.lying, rules.closed, rules.lines)


def test_a_new_deal_is_a_fresh_game() -> None:
    rules = GAME.table(3, GAME.deck(), GAME.read_options(GAME.simulated, 3), FastDice(2))
    playout = Playout(rules, FastDice(3))
    playout.play(1_000_000)
    rules.deal()
    truth = rules.truth()
    assert {key: truth[key] for key in ("phase", "hand", "turns", "totals", "scores", "next_starter")} == {
        "phase": "SETUP_FLIP",
        "hand": 1,
        "turns": 0,
        "totals": [0, 0, 0],
        "scores": None,
        "next_starter": None,
    }
    assert rules.outcome() is None


def test_every_own_event_has_words() -> None:
    core = {"move", "show", "turn", "look", "swap", "shuffle"}
    told = set()
    for seed in range(30):
        game = Position("lowdown", 4, {**GAME.simulated, "turn_ms": 400}, seed=seed)
        roll = random.Random(seed)
        rules = game.rules
        while not rules.over:
            seat = roll.choice([s for s in range(8) if rules.awaited() >> s & 1])
            codes = sensible_codes(rules, seat)
            at = rules.now + roll.choice([1, 1, 1, 450])
            entry = game.game.input(at, seat, roll.choice(codes)) if codes else game.wait(at)
            told |= set(game.told(entry))
    assert told - core <= set(GAME.events)
    own = {name for name in GAME.events if " " not in name}  # the others are words for movements
    assert own - told <= {"fizzle", "look_ahead"}


def test_sensible_players_clear_for_gain_only_and_perform_their_actions() -> None:
    game = table("B2 W B3 / R7 R5 R8 / (K6) (K3) (G8)")
    offered = [game.rules.wording(0, code) for code in sensible_codes(game.rules, 0)]
    assert offered == ["clear H2", "draw", "take"]
    game = table("R7 B2 (B7) / (O5) Y9 (U3) / (K6) (K3) (G8)", draw=["St", "U9"])
    game.do(0, 0, "draw")
    offered = [game.rules.wording(0, code) for code in sensible_codes(game.rules, 0)]
    assert offered == ["perform", "place 1 open", "place 5 open"]


def test_LD_R19_whoever_could_clear_is_waited_for() -> None:
    game = table(MIXED, THEIR_ROW, QUIET[1])
    assert game.rules.awaited() == game.rules.contenders() == 0b011
    game.do(0, 1, "clear H1")
    assert game.rules.awaited() == game.rules.contenders() == 0b001


def test_the_lab_counts_what_happens() -> None:
    rules = GAME.table(4, GAME.deck(), GAME.read_options(GAME.simulated, 4), FastDice(2))
    rules.keep_tally(len(TALLIES))
    playout = Playout(rules, FastDice(3))
    for _ in range(20):
        playout.play(1_000_000)
    counted = dict(zip(TALLIES, list(rules.tally), strict=True))
    assert counted["hands"] >= 20
    assert all(counted[name] > 0 for name in TALLIES)


# ---- options, decks, positions -------------------------------------------------------------------


def test_defaults_are_those_of_the_live_game() -> None:
    options = GAME.read_options({}, 4)
    assert {name: getattr(options, name) for name in options.__struct_fields__} == {
        "setup_ms": 15_000,
        "turn_ms": 30_000,
        "clear_ms": 10_000,
        "peek_show_ms": 3_000,
        "start_seat": None,
        "target_score": 50,
        "max_turns_per_hand": 500,
        "max_hands": 100,
        "allow_discard_action": False,
        "peek_at_draw_pile": False,
        "clear_while_holding": False,
        "memory_aid": False,
    }
    assert GAME.simulated == {"setup_ms": None, "turn_ms": None, "clear_ms": None, "peek_show_ms": 0}


@pytest.mark.parametrize(
    "options",
    [
        {"start_seat": 4},
        {"start_seat": -1},
        {"setup_ms": -1},
        {"turn_ms": "soon"},
        {"peek_show_ms": None},
        {"target_score": 0},
        {"max_turns_per_hand": 0},
        {"max_hands": 0},
        {"allow_discard_action": 1},
        {"memory": True},
    ],
)
def test_bad_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageProblem, match="Lowdown"):
        GAME.read_options(options, 4)


def changed_deck(family: str, **changes: object) -> dict[str, object]:
    data = copy.deepcopy(GAME.deck().data)
    blocks = data["cards"]
    assert isinstance(blocks, list)
    block = next(block for block in blocks if block["family"] == family)
    for key, value in changes.items():
        if value is None:
            block.pop(key)
        else:
            block[key] = value
    return data


@pytest.mark.parametrize(
    ("family", "changes", "why"),
    [
        ("swap", {"copies": 5}, "expect.swap is 6"),
        ("wild", {"points": 5}, "counts its value"),
        ("wild", {"points": None}, "counts its value"),
        ("number", {"color": "none"}, "needs a colour"),
        ("peek", {"color": 3}, "needs a colour"),
        ("steal", {"value": 5000}, "expected a number"),
        ("steal", {"value": "five"}, "expected a whole number"),
    ],
)
def test_bad_decks_are_refused(family: str, changes: dict[str, object], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        GAME.deck_from(changed_deck(family, **changes), "deck")


def test_a_deck_needs_all_five_families_and_enough_cards() -> None:
    block = {"family": "number", "name": "{color}{value}", "color": "red", "value": [1, 2], "points": "value"}
    small: dict[str, object] = {"game": "lowdown", "cards": [block], "expect": {"total": 2}}
    with pytest.raises(CheckFailed, match="wild"):
        GAME.deck_from(small, "deck")
    tiny = changed_deck("number")
    blocks = tiny["cards"]
    assert isinstance(blocks, list)
    tiny["cards"] = blocks[:1] + blocks[7:]
    tiny["expect"] = {"total": 32}
    deck = GAME.deck_from(tiny, "deck")
    assert GAME.table(3, deck, GAME.read_options({}, 3), FastDice(1)).seats == 3
    with pytest.raises(CheckFailed, match="4 players need at least 38 cards"):
        GAME.table(4, deck, GAME.read_options({}, 4), FastDice(1))


def test_a_deck_may_have_other_colours_and_values() -> None:
    data = changed_deck("number", color="silver", value=[0, 1, 2, 4, 5, 6, 7, 8, 100])
    deck = GAME.deck_from(data, "deck")
    assert deck.kinds[deck.kind_of("silver100")].points == 100


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"held": [["B3"], []]}, "needs 0 cards"),
        ({"phase": "HOLD_DRAWN"}, "needs 1 cards"),
        ({"phase": "PEEK_T", "held": [["Sw"], []]}, "no card that fits"),
        ({"phase": "LOOKED"}, "looked"),
        ({"phase": "LOOKED", "looked": 1}, "closed card"),
        ({"phase": "CLEARING"}, "all cards are open"),
        ({"phase": "GAME_OVER"}, "all cards are open"),
        ({"phase": "HAND_OVER"}, "all cards are open"),
        ({"phase": "SETUP_FLIP", "turn": 1}, "it is the starter's"),
        ({"looked": 2}, "only there"),
        ({"done": [True, False]}, "only in CLEARING"),
        ({"scores": [1, 2]}, "does not go with the rest"),
        ({"totals": [50, 3]}, "with 50 points the game is over"),
        ({"turns": 500}, "not 0 to 499"),
        ({"hand": 0}, "not 1 to 100"),
        ({"hand": 101}, "not 1 to 100"),
        ({"phase": "DRAWING"}, "not one of"),
        ({"looked": 10}, "not a slot"),
        ({"known": [["grids[0][0]"], []]}, "closed cards"),
        ({"known": []}, "each of 2 seats"),
        ({"discard": []}, "it always has a card"),
        ({"colour": "red"}, "unknown field"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        table(MIXED, **fields)


def test_LD_48_LD_R14_a_hand_in_which_a_grid_is_all_open_or_empty_is_over() -> None:
    for grid_text in ("-- -- -- / -- -- -- / -- -- --", "R7 G4 B7 / O5 Y9 U3 / K6 K3 G8"):
        with pytest.raises(CheckFailed, match="so this hand is over"):
            table(grid_text)
        with pytest.raises(CheckFailed, match="so this hand is over"):
            table(MIXED, grid_text.replace("R7 G4 B7 / O5 Y9 U3 / K6 K3 G8", "R5 -- -- / -- -- -- / -- -- --"))


@pytest.mark.parametrize(
    ("first", "fields", "why"),
    [
        ("R7 G4 B7 / (O5) (Y9) (U3) / (K6) (K3) (G8)", {}, "two of them open at most"),
        ("-- G4 B7 / (O5) (Y9) (U3) / (K6) (K3) (G8)", {}, "nine cards lie there"),
        ("(R7) G4 B7 / (O5) (Y9) (U3) / (K6) (K3) (G8)", {"turns": 1}, "the starter's"),
        ("(R7) G4 B7 / (O5) (Y9) (U3) / (K6) (K3) (G8)", {"draw": []}, "both piles"),
    ],
)
def test_LD_05_impossible_set_ups_are_refused(first: str, fields: dict[str, object], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        table(first, QUIET[0], phase="SETUP_FLIP", **fields)


def test_LD_R3_when_all_have_opened_two_cards_the_set_up_is_over() -> None:
    opened = "(R7) G4 B7 / (O5) (Y9) (U3) / (K6) (K3) (G8)"
    with pytest.raises(CheckFailed, match="so the first turn has begun"):
        table(opened, "R0 O0 (Y0) / (G0) (B0) (R1) / (O1) (Y1) (U1)", phase="SETUP_FLIP")


def test_nobody_is_done_before_the_end_and_not_all_are() -> None:
    with pytest.raises(CheckFailed, match="some, but not all"):
        over(one_card("R7"), one_card("K3"), done=[True, True])
    with pytest.raises(CheckFailed, match="it was the last"):
        table(one_card("R7"), one_card("K3"), phase="HAND_OVER", hand=3, options={"max_hands": 3})


# ---- the letter of the box -----------------------------------------------------------------------


def test_LD_R36_by_the_letter_a_peek_may_look_at_the_next_card_to_draw() -> None:
    options = {"peek_at_draw_pile": True, "peek_show_ms": 3000}
    game = table(MIXED, draw=["Pk", "U9", "K8"], options=options)
    game.do(0, 0, "peek_draw", "rejected", "LD-10")
    for text in ("draw", "perform"):
        game.do(0, 0, text)
    assert "peek_draw" in game.legal(0)
    entry = game.do(0, 0, "peek_draw")
    assert entry.told[0].what == "look_ahead"
    assert game.rules.facts(0)["shown"] == [{"zone": "draw", "card": "U9", "until": 3000}]
    assert "shown" not in game.rules.facts(1)
    draw = rules_of(game).draw
    assert [game.rules.cards.knows(seat, draw, 1) for seat in (0, 1)] == [True, False]
    game.do(10, 0, "draw")
    assert "shown" not in game.rules.facts(0), "the card has gone, and the next one is nobody's to see"
    assert game["held"] == [["U9"], []]


def test_LD_R36_usually_the_draw_pile_keeps_its_secrets() -> None:
    game = table(MIXED, draw=["Pk", "U9", "K8"])
    for text in ("draw", "perform"):
        game.do(0, 0, text)
    assert "peek_draw" not in game.legal(0)
    game.do(0, 0, "peek_draw", "rejected", "LD-R36")
    last = table(MIXED, draw=["Pk"], options={"peek_at_draw_pile": True})
    for text in ("draw", "perform"):
        last.do(0, 0, text)
    assert "peek_draw" not in last.legal(0)
    last.do(0, 0, "peek_draw", "rejected", "LD-R8")


def test_LD_R17_by_the_letter_one_may_clear_with_a_card_in_hand() -> None:
    grid_text = "R7 R2 R8 / (O5) Y9 (U3) / (K6) (K3) (G8)"
    for pile in ("draw", "take"):
        game = table(grid_text, options={"clear_while_holding": True})
        game.do(0, 0, pile)
        assert "clear H1" in game.legal(0)
        game.do(10, 0, "clear H1")
        assert game["phase"] in ("HOLD_DRAWN", "HOLD_TAKEN")
        game.do(20, 0, "place 1 open", "rejected", "LD-R18")
        game.do(20, 0, "place 5 open")
        usual = table(grid_text)
        usual.do(0, 0, pile)
        assert "clear H1" not in usual.legal(0)


def test_positions_can_be_given_in_every_phase() -> None:
    game = table(MIXED, phase="LOOKED", looked=2)
    game.do(0, 0, "open")
    assert slots(grid(game))[1] == "G4"
    game = table(MIXED, phase="STEAL_T", held=[["St"], []])
    assert view_of(game.rules, 1).zones[18].cards == ["St"]
    game.do(0, 0, "steal 1 1 1")
    counted = (one_card("R7"), one_card("K3"))
    game = table(*counted, phase="HAND_OVER", scores=[3, 4], next_starter=1, totals=[3, 4])
    assert game["scores"] == [3, 4]
    game.do(0, -1, "next_hand")
    assert game["starter"] == 1
    game = table(*counted, phase="HAND_OVER", starter=1)
    game.do(0, -1, "next_hand")
    assert game["starter"] == 1
    game = table(MIXED, phase="CHOOSE", turns=4, hand=3, turn=1)
    assert (game["turns"], game["hand"], game["turn"]) == (4, 3, 1)
    game = over(one_card("R7"), one_card("K3"), done=[True, False])
    game.do(0, 1, "done")
    assert game["phase"] == "HAND_OVER"
    assert len(PHASES) == 12


# ---- codes ---------------------------------------------------------------------------------------


# Records and journals keep the numbers, so they stay what they are.
CODES = {
    "draw": 0,
    "take": 1,
    "discard": 2,
    "perform": 3,
    "skip": 4,
    "leave": 5,
    "done": 6,
    "next_hand": 7,
    "clear H1": 8,
    "clear D2": 15,
    "look 1": 16,
    "look 9": 24,
    "open": 25,
    "open clear=H1": 26,
    "open 5": 70,
    "open 9 clear=D2": 114,
    "place 1": 115,
    "place 1 open": 124,
    "place 1 closed": 133,
    "place 5 open clear=V2": 237,
    "place 9 closed clear=D2": 357,
    "swap 1 1": 358,
    "swap 1 2": 367,
    "swap 3 7 clear=D2": 582,
    "swap 9 9 clear=D2": 1086,
    "peek 0 1": 1087,
    "peek 1 9": 1104,
}
STEALS = {
    2: {"steal 0 1 1": 1105, "steal 1 4 7": 2131, "steal 1 9 9 clear=D2": 2562},
    6: {"steal 0 1 1": 1141, "steal 1 4 7": 2167, "steal 1 9 9 clear=D2": 2598, "steal 5 9 9 clear=D2": 5514},
}


@pytest.mark.parametrize("seats", [2, 6])
def test_the_codes_of_actions_are_what_records_say(seats: int) -> None:
    catalogue = catalogue_at(seats, 1)
    wanted = {**CODES, **STEALS[seats]}
    assert {text: catalogue.parse(text) for text in wanted} == wanted
    assert catalogue.size == {2: 2563, 6: 5515}[seats]
    now = catalogue_at(seats, GAME.rules_version)
    assert {text: now.parse(text) for text in wanted} == wanted
    assert now.parse("peek_draw") == catalogue.size, "of old records no code is another one now"


@pytest.mark.parametrize("seats", range(2, 7))
def test_codes_are_made_and_read_as_they_are_declared(seats: int) -> None:
    catalogue = catalogue_at(seats, GAME.rules_version)
    peeks, steals = Peeks(catalogue), Steals(catalogue)
    parse = catalogue.parse
    for one, other in itertools.product(range(9), range(9)):
        assert swap_code(one, other) == parse(f"swap {one + 1} {other + 1}")
        for seat in range(seats):
            code = parse(f"steal {seat} {one + 1} {other + 1} clear=H2")
            assert steals.code(seat, one, other) == parse(f"steal {seat} {one + 1} {other + 1}")
            assert (steals.zone(code), steals.mine.of(code), steals.clear.of(code)) == (9 * seat + one, other, 1)
    for slot in range(9):
        assert look_code(slot) == parse(f"look {slot + 1}")
        assert open_code(slot) == parse(f"open {slot + 1}")
        for side, word in ((SIDE_NOT_SAID, ""), (SIDE_OPEN, " open"), (SIDE_CLOSED, " closed")):
            assert place_code(slot, side) == parse(f"place {slot + 1}{word}")
        for seat in range(seats):
            code = peeks.code(seat, slot)
            assert code == parse(f"peek {seat} {slot + 1}")
            assert peeks.zone(code) == 9 * seat + slot
    assert [clear_code(line) for line in range(8)] == [parse(f"clear {name}") for name in LINE_NAMES]
    assert open_code(NO_SLOT) == parse("open")
