"""Yahtzee Hands Down, clause by clause. The worked examples YH-X1 to YH-X10 are scenarios."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import msgspec
import pytest

from slamdeck.core.bits import members
from slamdeck.core.dice import FastDice
from slamdeck.core.events import Event
from slamdeck.core.kernel import Game
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rulebook import clauses
from slamdeck.core.rules import Rules
from slamdeck.core.views import delivery, legal_codes, sensible_codes, view_of
from slamdeck.core.zones import HOST, PUBLIC
from slamdeck.games import all_games
from slamdeck.games.yahtzee_hands_down import GAME
from slamdeck.games.yahtzee_hands_down.actions import (
    CALL_TYPE,
    CATALOGUE,
    ORDERS,
    call_code,
    exchange_code,
    order_of,
)
from slamdeck.games.yahtzee_hands_down.combinations import (
    EVERY_TYPE,
    NO_TYPE,
    NOTHING,
    TYPES,
    Combinations,
    strength,
    type_of,
    value_of,
)
from slamdeck.games.yahtzee_hands_down.foremost import doubled_choices
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.games.yahtzee_hands_down.straights import LARGE_AT, LARGE_COMPLETE, MADE, SMALL_AT, SMALL_COMPLETE
from slamdeck.games.yahtzee_hands_down.targets import READY, Targets
from slamdeck.games.yahtzee_hands_down.terms import TALLIES
from slamdeck.games.yahtzee_hands_down.words import COMBO_WORDS, EVENTS
from slamdeck.lab.playouts import Playout
from slamdeck.table.journal.reading import open_record
from slamdeck.table.journal.recording import Recording, nameless
from tests.position import Position
from tests.scale import scaled

DECK = GAME.deck()
BOOK = Combinations(DECK)
TARGETS = Targets(BOOK)
SIX = ["3K", "SS", "FH", "4K", "LS", "YZ"]

# Hands that fit nothing, and hands that do; together they use no card too often.
JUNK = ["R1", "Y2", "B3", "R4", "Y6"]
SCRAP = ["B1", "R2", "Y3", "B4", "R6"]
TRASH = ["Y1", "B2", "R3", "Y4", "B6"]
ONES = ["Y1", "Y1", "*1", "R2", "B5"]  # 3K, value 3
THREES = ["B3", "B3", "*3", "R1", "Y5"]  # 3K, value 9
SMALL = ["R3", "R4", "R5", "R?", "B1"]  # SS, value 18
HOUSE = ["Y2", "Y2", "Y2/5", "B6", "B1/6"]  # FH, value 18

Hands = list[list[str]]


def rest_of_deck(*used: list[str]) -> list[str]:
    """All dice cards that lie nowhere else, in the order of the deck file."""
    left = Counter({kind.name: kind.copies for kind in DECK.kinds if BOOK.faces[DECK.kind_of(kind.name)]})
    for cards in used:
        left.subtract(cards)
    return list(left.elements())


def table(
    hands: Hands,
    options: dict[str, object] | None = None,
    picks: list[int] | None = None,
    **fields: object,
) -> Position:
    """A position in which seat 0 begins; whatever dice cards are not named lie in the draw pile."""
    given: dict[str, object] = {"combos": SIX, "chance": ["C5", "C10", "C15"], **fields}
    if "draw" not in given:
        discard = given.get("discard", [])
        assert isinstance(discard, list)
        given["draw"] = rest_of_deck(*hands, discard)
    given["hands"] = hands
    return Position("yahtzee_hands_down", len(hands), options, picks, given=given)


def dealt(seats: int, seed: int = 1, **options: object) -> Position:
    return Position("yahtzee_hands_down", seats, dict(options), seed=seed)


def hand(game: Position, seat: int) -> list[str]:
    hands = game["hands"]
    assert isinstance(hands, list)
    found: list[str] = hands[seat]
    return found


def row(game: Position, name: str) -> list[str]:
    cards = game[name]
    assert isinstance(cards, list)
    return cards


def pack(kinds: list[int]) -> int:
    """A hand as one integer, as the combinations read it."""
    return sum(kind << (8 * place) for place, kind in enumerate(kinds))


def scored(cards: list[str], offer: list[str] | None = None, named: str = "") -> tuple[str, int]:
    """The type a hand is scored as, and its value."""
    types = sum(1 << TYPES.index(name) for name in offer or SIX)
    packed = pack([DECK.kind_of(name) for name in cards])
    score = BOOK.score(packed, types, TYPES.index(named) if named else NO_TYPE)
    return ("foul", 0) if score == NOTHING else (TYPES[type_of(score)], value_of(score))


def shown(game: Position) -> list[tuple[str, int]]:
    """Type and value of the hands of the last reveal."""
    reveal = game["last_reveal"]
    assert isinstance(reveal, dict)
    return [(hand["type"], hand["value"]) for hand in reveal["hands"]]


def edited(**changes: object) -> dict[str, object]:
    """The deck's data with some keys of its blocks changed: family_key=value."""
    data: dict[str, object] = msgspec.json.decode(msgspec.json.encode(DECK.data))
    blocks = data["cards"]
    assert isinstance(blocks, list)
    for change, value in changes.items():
        family, _, key = change.partition("__")
        for block in blocks:
            if block["family"] == family:
                block[key] = value
    data["expect"] = {"total": total_of(blocks)}
    return data


def total_of(blocks: list[dict[str, object]]) -> int:
    total = 0
    for block in blocks:
        kinds = 1
        for value in block.values():
            kinds *= len(value) if isinstance(value, list) else 1
        copies = block.get("copies", 1)
        assert isinstance(copies, int)
        total += kinds * copies
    return total


# ---- set-up ------------------------------------------------------------------------------------


def test_YH_01_two_to_six_can_play() -> None:
    for seats in range(2, 7):
        assert dealt(seats).rules.seats == seats
    for seats in (1, 7):
        with pytest.raises(UsageProblem, match="2 to 6 players"):
            dealt(seats)


def test_YH_02_84_dice_12_combo_and_12_chance_cards_with_their_own_backs() -> None:
    counts: Counter[str] = Counter()
    for kind in DECK.kinds:
        counts[kind.back] += kind.copies
    assert counts == {"red": 84, "yellow": 12, "blue": 12}
    assert DECK.data["expect"] == {
        "plain": 45,
        "double": 18,
        "any_number": 9,
        "any_color": 12,
        "combo": 12,
        "chance": 12,
        "starter": 1,
        "in_play": 108,
        "total": 109,
    }
    points = [kind.points for kind in DECK.kinds if kind.family == "chance" for _ in range(kind.copies)]
    assert sum(points) == 220
    combos = {kind.name: kind.points for kind in DECK.kinds if kind.family == "combo"}
    assert combos == {"3K": 10, "SS": 15, "FH": 20, "4K": 25, "LS": 30, "YZ": 50}


def test_YH_04_one_combo_card_of_each_type_lies_open() -> None:
    game = dealt(4)
    assert game["combos"] == SIX
    assert sorted(row(game, "combo_box")) == sorted(SIX)


def test_YH_05_six_chance_cards_are_stacked_and_nobody_knows_which() -> None:
    orders = []
    for seed in range(6):
        game = dealt(3, seed)
        assert game.sizes("chance", "chance_box") == {"chance": 6, "chance_box": 6}
        orders.append(tuple(row(game, "chance")))
        for zone in range(game.rules.layout.zones):
            if game.rules.layout.name_of(zone) in ("chance", "chance_box"):
                knowers = [game.rules.cards.knows(seat, zone, 0) for seat in (0, 1, 2, PUBLIC)]
                assert not any(knowers)
    assert len(set(orders)) > 1


def test_YH_06_five_dice_cards_each_one_at_a_time_the_rest_is_the_draw_pile() -> None:
    top = ["R1", "Y1", "R2", "Y2", "R3", "Y3", "R4", "Y4", "R5", "Y5", "B6"]
    game = Position("yahtzee_hands_down", 2, stacked=top)
    assert game["hands"] == [["R1", "R2", "R3", "R4", "R5"], ["Y1", "Y2", "Y3", "Y4", "Y5"]]
    assert row(game, "draw")[0] == "B6"
    assert game.sizes("draw", "discard") == {"draw": 74, "discard": 0}
    assert dealt(6).sizes("hands", "draw") == {"hands": [5] * 6, "draw": 54}


def test_YH_07_a_hand_is_for_its_owner_only() -> None:
    rules = dealt(3).rules
    for observer in (0, 1, 2, PUBLIC):
        view = view_of(rules, observer)
        for seat in range(3):
            cards = view.zones[seat].cards
            assert len(cards) == 5
            assert (None not in cards) == (seat == observer)


def test_YH_08_the_order_of_a_hand_means_nothing() -> None:
    for cards in (SMALL, HOUSE, ONES, ["B2", "B3", "B?", "B1/6", "*4"]):
        assert len({scored(list(order)) for order in permutations(cards)}) == 1


def test_YH_09_R30_the_host_says_who_begins_or_chance_does() -> None:
    """YH-09, YH-R30."""
    for seat in range(4):
        assert dealt(4, starter=seat)["starter"] == seat
    assert {dealt(4, seed)["starter"] for seed in range(40)} == {0, 1, 2, 3}
    with pytest.raises(UsageProblem, match="starter 4 is not a seat"):
        dealt(4, starter=4)


def test_YH_10_the_starter_card_has_the_first_turn() -> None:
    for seat in range(3):
        game = dealt(3, starter=seat)
        assert game["turn"] == seat
        for other in {0, 1, 2} - {seat}:
            game.do(0, other, "exchange", "rejected", "YH-15")
        game.do(0, seat, "exchange")


# ---- turns -------------------------------------------------------------------------------------


def test_YH_11_only_what_is_on_offer_can_be_won() -> None:
    """YH-R3: three of a kind is a foul when no card of that type is left."""
    assert scored(ONES) == ("3K", 3)
    assert scored(ONES, ["SS", "FH", "4K"]) == ("foul", 0)
    game = table([THREES, ONES, JUNK], combos=["SS", "YZ"], picks=[0, 0, 0, 0, 0, 0])
    game.do(10, 0, "call")
    game.do(20, 1, "call")
    assert shown(game) == [("foul", 0), ("foul", 0)]


def test_YH_12_a_call_lays_the_whole_hand_face_down() -> None:
    game = table([ONES, JUNK, SCRAP])
    game.do(70, 0, "call")
    assert game["down"] == [{"seat": 0, "at": 70, "open": False, "type": "none"}]
    assert hand(game, 0) == ONES
    assert view_of(game.rules, 0).zones[0].cards == ONES
    for other in (1, 2, PUBLIC):
        assert view_of(game.rules, other).zones[0].cards == [None] * 5
    assert game["turn"] == 1


def test_YH_13_the_caller_keeps_the_target_secret() -> None:
    """YH-R4: the name is told at the reveal, not before; only its owner sees it."""
    views = {}
    for text in ("call", "call 3K", "call YZ"):
        game = table([ONES, JUNK, SCRAP])
        entry = game.do(70, 0, text)
        views[text] = [msgspec.json.encode(delivery(game.rules, entry, s)) for s in (1, 2, PUBLIC)]
    assert views["call"] == views["call 3K"] == views["call YZ"]
    mine = view_of(game.rules, 0).facts["down"]
    assert mine == [{"seat": 0, "at": 70, "open": False, "type": "YZ"}]
    assert view_of(game.rules, 1).facts["down"] == [{"seat": 0, "at": 70, "open": False}]


def test_YH_13_a_named_target_is_forgotten_in_other_seats_worlds() -> None:
    game = table([ONES, JUNK, SCRAP])
    game.do(70, 0, "call 4K")
    own = game.rules.imagine(0, FastDice(3)).truth()["down"]
    others = game.rules.imagine(1, FastDice(3)).truth()["down"]
    assert own == [{"seat": 0, "at": 70, "open": False, "type": "4K"}]
    assert others == [{"seat": 0, "at": 70, "open": False, "type": "none"}]


def test_YH_14_R11_who_is_down_does_nothing_more_this_round() -> None:
    """YH-14, YH-R11."""
    game = table([ONES, JUNK, SCRAP])
    game.do(0, 0, "call")
    game.do(1, 0, "call", "rejected", "YH-14")
    game.do(1, 0, "exchange", "rejected", "YH-14")
    assert game.legal(0) == []
    game.do(2, 1, "exchange")
    game.do(3, 2, "exchange")
    assert game["turn"] == 1, "YH-R1: the seat that is down is passed over"


def test_YH_15_discards_go_up_and_as_many_are_drawn() -> None:
    game = table([JUNK, SCRAP, TRASH], draw=["Y1", "Y1", "Y2", "Y2"])
    entry = game.do(10, 0, "exchange B3 R1")
    assert game["discard"] == ["B3", "R1"]
    assert hand(game, 0) == ["Y2", "R4", "Y6", "Y1", "Y1"]
    seen = delivery(game.rules, entry, 2)
    assert [told.card for told in seen.told if told.target == "discard"] == ["B3", "R1"]
    assert [told.card for told in seen.told if told.target == "hands[0]"] == [None, None]


def test_YH_15_only_the_player_on_turn_exchanges() -> None:
    game = table([JUNK, SCRAP, TRASH])
    game.do(10, 1, "exchange B1", "rejected", "YH-15")
    game.do(10, 2, "exchange", "rejected", "YH-15")
    assert game["discard"] == []


def test_YH_16_all_discards_lie_before_the_first_card_is_drawn() -> None:
    """With an empty draw pile the new cards can only be the five just discarded."""
    game = table([JUNK, SCRAP], draw=[])
    game.do(10, 0, "exchange R1 Y2 B3 R4 Y6")
    assert sorted(hand(game, 0)) == sorted(JUNK)
    assert game.sizes("draw", "discard") == {"draw": 0, "discard": 0}


def test_YH_17_nobody_draws_from_the_discard_pile() -> None:
    game = table([JUNK, SCRAP], discard=["B2", "B2"], draw=["Y1", "R3"])
    game.do(10, 0, "exchange R1 Y2")
    assert hand(game, 0) == ["B3", "R4", "Y6", "Y1", "R3"]
    assert game["discard"] == ["B2", "B2", "R1", "Y2"]


def test_YH_18_an_exchange_ends_the_turn() -> None:
    game = table([JUNK, SCRAP, TRASH])
    game.do(10, 0, "exchange R1")
    assert game["turn"] == 1
    game.do(11, 0, "exchange", "rejected", "YH-15")


def test_YH_56_the_next_player_may_go_on_in_the_same_moment() -> None:
    game = table([JUNK, SCRAP, TRASH])
    for seat in (0, 1, 2, 0):
        game.do(10, seat, "exchange")
    assert game["turns"] == 4


def test_YH_R1_turns_go_clockwise_and_skip_who_is_down() -> None:
    game = table([JUNK, SCRAP, TRASH, ONES], starter=2)
    game.do(0, 3, "call")
    for seat in (2, 0, 1, 2):
        assert game["turn"] == seat
        game.do(1, seat, "exchange")


def test_YH_R2_none_to_five_cards_may_be_exchanged() -> None:
    for number in range(6):
        game = table([JUNK, SCRAP])
        game.do(10, 0, " ".join(["exchange", *JUNK[:number]]))
        assert game["discard"] == JUNK[:number]
        assert hand(game, 0)[: 5 - number] == JUNK[number:]
        assert len(hand(game, 0)) == 5


def test_YH_R18_an_exchange_is_one_input_and_a_call_needs_five_cards() -> None:
    """YH-R26 too: with fewer than five cards one cannot call, whatever they make."""
    game = table([["Y1", "Y1", "*1"], ["R1", "R1", "R1", "B2"], SCRAP], draw=[])
    game.do(0, 0, "call", "rejected", "YH-R26")
    game.do(0, 1, "call", "rejected", "YH-R26")
    assert not any(text.startswith("call") for text in game.legal(0))
    assert len(game.legal(0)) == 6, "none, Y1, both Y1, *1, Y1 with *1, all three"
    assert game.rules.act(0, game.rules.catalogue.parse("exchange 4")) == 3
    assert game.rules.clause == "YH-R26"
    game.do(0, 0, "exchange Y1")
    assert sorted(hand(game, 0)) == ["*1", "Y1", "Y1"]


def test_YH_R31_an_idle_player_exchanges_nothing() -> None:
    game = table([JUNK, SCRAP, TRASH], {"turn_ms": 1000})
    game.do(999, 0, "exchange R1")
    game.wait(1998)
    assert game["turn"] == 1
    game.do(1999, 1, "exchange B1", "rejected", "YH-15")
    assert game["turn"] == 2, "at 1999 time acts before the input"
    assert game["turns"] == 2
    assert hand(game, 1) == SCRAP
    game.wait(4999)
    assert game["turns"] == 5


def test_YH_R31_without_a_turn_clock_nobody_is_hurried() -> None:
    game = table([JUNK, SCRAP, TRASH], {"turn_ms": "off"})
    game.wait(10_000_000)
    assert game["turn"] == 0


def test_YH_R31_a_call_out_of_turn_does_not_touch_the_clock() -> None:
    game = table([JUNK, SCRAP, ONES], {"turn_ms": 1000})
    game.do(900, 2, "call")
    assert game.rules.deadline == 1000
    game.wait(1000)
    assert game["turn"] == 1
    assert game.rules.deadline == 2000


# ---- calls ------------------------------------------------------------------------------


def test_YH_19_the_second_call_ends_the_round_at_once() -> None:
    game = table([ONES, JUNK, SMALL])
    game.do(100, 0, "call")
    assert game["phase"] == "PLAY"
    game.do(100, 2, "call")
    assert game["phase"] == "REVEAL"
    assert game["won"] == [[], [], ["SS"]]


def test_YH_52_a_call_may_come_at_any_time() -> None:
    game = table([JUNK, SCRAP, TRASH, ONES])
    game.do(5, 3, "call")
    assert game["turn"] == 0, "out of turn nobody's turn changes"
    game.do(6, 0, "exchange")
    game.do(7, 1, "exchange")
    game.do(8, 2, "exchange")
    assert game["turn"] == 0


def test_YH_53_a_weaker_answer_earns_a_chance_card() -> None:
    """YH-44: it is the comfort of a genuine hand that was beaten, and may be worth more."""
    game = table([SMALL, JUNK, ONES], chance=["C40", "C5"], combos=["3K", "SS"])
    game.do(5, 0, "call")
    game.do(6, 2, "call")
    assert game["won"] == [["SS"], [], []]
    assert game["won_chance"] == [[], [], ["C40"]]


def test_YH_20_R19_two_players_the_other_has_two_turns() -> None:
    """YH-20, YH-R19."""
    game = table([ONES, JUNK])
    game.do(0, 0, "call")
    assert (game["turn"], game["left"]) == (1, 2)
    game.do(10, 1, "exchange R1")
    assert (game["turn"], game["left"]) == (1, 1)
    game.wait(45_009)
    assert (game["turn"], game["left"]) == (1, 1)
    game.wait(45_010)
    assert game["phase"] == "LAST_CALL", "YH-R31: an idle turn is a turn"


def test_YH_R19_a_call_out_of_turn_leaves_the_running_turn_as_the_first_of_two() -> None:
    game = table([JUNK, ONES])
    game.do(0, 1, "call")
    assert (game["turn"], game["left"]) == (0, 2)
    game.do(1, 0, "exchange")
    game.do(2, 0, "exchange")
    assert game["phase"] == "LAST_CALL"


def test_YH_21_33_an_unanswered_caller_wins_without_a_contest() -> None:
    """YH-21, YH-33, YH-R24: the winner redraws, the other keeps the hand and gets no Chance."""
    game = table([ONES, JUNK])
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "exchange")
    game.wait(5001)
    assert game["won"] == [[], []]
    entry = game.wait(5002)
    assert game["won"] == [["3K"], []]
    assert game["won_chance"] == [[], []]
    assert hand(game, 1) == JUNK
    assert game["discard"] == ONES
    assert len(hand(game, 0)) == 5
    assert "chance" not in game.told(entry)


def test_YH_32_two_players_score_a_contest_like_everybody() -> None:
    game = table([ONES, SMALL])
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["won"] == [[], ["SS"]]
    assert game["won_chance"] == [["C5"], []]
    assert game["discard"] == SMALL + ONES
    assert game.sizes("hands") == {"hands": [5, 5]}


def test_YH_R20_a_last_call_to_the_millisecond() -> None:
    for at, verdict in ((5001, "applied"), (5002, "rejected")):
        game = table([ONES, SMALL])
        game.do(0, 0, "call")
        game.do(1, 1, "exchange")
        game.do(2, 1, "exchange")
        game.do(at, 1, "call", verdict)
        assert game["won"] == ([[], ["SS"]] if verdict == "applied" else [["3K"], []])


def test_YH_R20_without_a_window_the_hand_is_turned_up_at_once() -> None:
    game = table([ONES, SMALL], {"lastcall_ms": 0})
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "exchange")
    assert game["won"] == [["3K"], []]


def test_YH_R20_37_in_a_last_call_nobody_is_on_turn() -> None:
    """YH-R37."""
    game = table([ONES, SMALL])
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "exchange")
    game.do(3, 1, "exchange", "rejected", "YH-R37")
    assert game["turn"] == "none"
    assert game.legal(1) == ["call", *[f"call {name}" for name in TYPES]]
    assert game.rules.deadline == 5002, "no turn clock runs"


def test_YH_R16_17_a_third_call_is_refused() -> None:
    """YH-R16, YH-R17: the order of the log decides, also within one millisecond."""
    game = table([ONES, SMALL, THREES, JUNK])
    game.do(5, 0, "call")
    game.do(5, 2, "call")
    game.do(5, 1, "call", "rejected", "YH-R38")
    assert hand(game, 1) == SMALL
    assert game["won"] == [[], [], ["3K"], []]


def test_YH_R16_after_a_foul_the_next_call_is_an_ordinary_one() -> None:
    game = table([JUNK, SMALL, THREES, TRASH])
    game.do(5, 0, "call")
    game.do(5, 1, "call")
    game.do(5, 2, "call")
    assert game["won"] == [[], ["SS"], [], []]
    assert game["won_chance"] == [[], [], ["C5"], []]


def test_YH_R38_the_pause_refuses_everything_until_it_is_over() -> None:
    game = table([ONES, SMALL, THREES])
    game.do(0, 0, "call")
    game.do(100, 1, "call")
    assert game.legal(2) == []
    assert game.rules.awaited() == 0
    game.do(4099, 2, "call", "rejected", "YH-R38")
    game.do(4099, 1, "exchange", "rejected", "YH-R38")
    game.do(4100, 2, "call")
    assert (game["round"], game["turn"]) == (2, 1)
    assert game.rules.deadline == 4100 + 45_000, "the clock starts at the end of the pause"


def test_YH_R38_without_a_pause_a_late_call_opens_the_next_round() -> None:
    game = table([ONES, SMALL, THREES], {"reveal_ms": 0})
    game.do(0, 0, "call")
    game.do(100, 1, "call")
    game.do(100, 2, "call")
    assert game["round"] == 2
    assert game["down"] == [{"seat": 2, "at": 100, "open": False, "type": "none"}]


def test_YH_R38_no_pause_after_the_last_combo_card() -> None:
    game = table([ONES, THREES], combos=["3K"])
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["phase"] == "GAME_OVER"
    game.do(2, 0, "exchange", "rejected", "YH-35")
    assert game.legal(0) == []


def test_YH_R4_a_name_that_is_none_of_the_six_is_no_action() -> None:
    game = table([ONES, JUNK])
    for text in ("call 5K", "call three", "call 3K SS"):
        with pytest.raises(UsageProblem):
            game.do(0, 0, text)


def test_YH_R33_a_bad_call_is_allowed_and_is_a_foul() -> None:
    game = table([JUNK, SCRAP, TRASH])
    game.do(0, 0, "call")
    game.do(0, 1, "call")
    assert shown(game) == [("foul", 0), ("foul", 0)]


def test_YH_R33_the_call_guard_tells_the_caller_and_nobody_else() -> None:
    game = table([JUNK, ONES, TRASH], {"call_guard": True})
    before = [msgspec.json.encode(view_of(game.rules, seat)) for seat in (1, 2, PUBLIC)]
    entry = game.do(0, 0, "call", "rejected", "YH-R33")
    assert entry.told == []
    assert [msgspec.json.encode(view_of(game.rules, s)) for s in (1, 2, PUBLIC)] == before
    assert not any(text.startswith("call") for text in game.legal(0))
    assert "call" in game.legal(1)
    game.do(0, 1, "call")


def test_YH_R33_the_guard_looks_at_what_is_on_offer() -> None:
    game = table([ONES, JUNK, TRASH], {"call_guard": True}, combos=["YZ", "SS"])
    game.do(0, 0, "call 3K", "rejected", "YH-R33")


# ---- the reveal --------------------------------------------------------------------------------


def test_YH_22_the_hand_with_more_points_wins() -> None:
    for first, second in ((ONES, SMALL), (SMALL, ONES)):
        game = table([first, second, JUNK])
        game.do(0, 0, "call")
        game.do(1, 1, "call")
        assert game["won"] == ([[], ["SS"], []] if second == SMALL else [["SS"], [], []])


def test_YH_22_both_hands_are_turned_up_for_all() -> None:
    game = table([ONES, SMALL, JUNK])
    game.do(0, 0, "call")
    entry = game.do(1, 1, "call")
    told = delivery(game.rules, entry, 2).told
    assert [t.card for t in told if t.what == "show"] == ONES + SMALL
    assert [(t.what, t.seat, t.number) for t in told if t.clause in ("YH-37", "YH-40")] == [
        ("three_of_a_kind", 0, 3),
        ("small_straight", 1, 18),
    ]


def test_YH_23_equal_combinations_compare_the_sum() -> None:
    """YH-R6."""
    for first, second, winner in ((ONES, THREES, 1), (THREES, ONES, 0)):
        game = table([first, second, JUNK])
        game.do(0, 0, "call")
        game.do(1, 1, "call")
        assert game["won"] == [["3K"] if seat == winner else [] for seat in range(3)]


def test_YH_24_then_the_earlier_call_wins() -> None:
    for earlier in (0, 1):
        game = table([THREES, ["Y3", "Y3", "Y3", "R2", "B6"], JUNK], combos=["3K"])
        game.do(0, earlier, "call")
        game.do(0, 1 - earlier, "call")
        assert game["winners"] == [earlier]


def test_YH_25_26_27_a_foul_is_repaired_and_the_round_goes_on() -> None:
    """YH-25, YH-26, YH-27."""
    game = table([JUNK, ONES, TRASH], picks=[4, 0, 0], draw=["B2", "B2", "R3"])
    game.do(0, 0, "call")
    entry = game.do(10, 1, "call")
    assert "foul" in game.told(entry)
    assert game["discard"] == ["Y6", "R1", "Y2"], "picked one after the other among those left"
    assert hand(game, 0) == ["B3", "R4", "B2", "B2", "R3"]
    assert game["won"] == [[], [], []]
    assert game["round"] == 1
    assert (game["phase"], game["turn"]) == ("PLAY", 2)


def test_YH_26_the_new_cards_of_a_repair_are_for_their_owner_only() -> None:
    game = table([JUNK, ONES, TRASH], picks=[0, 0, 0])
    game.do(0, 0, "call")
    game.do(10, 1, "call")
    assert view_of(game.rules, 2).zones[0].cards == [None] * 5
    cards = game.rules.cards
    assert [cards.knows(2, 0, i) for i in range(5)] == [True, True, False, False, False]


def test_YH_R12_nothing_tells_a_foul_before_the_reveal() -> None:
    """The same bytes to everybody, whether the laid hand is genuine or not, until the reveal."""
    sent: list[list[bytes]] = []
    for laid in (ONES, ["Y1", "Y1", "*2", "R2", "B5"]):
        game = table([laid, SCRAP, TRASH], {"short_game": True})
        entries = [game.do(0, 0, "call"), game.do(1, 1, "exchange"), game.do(2, 2, "exchange")]
        entries += [game.do(3, 1, "exchange"), game.wait(5002)]
        sent.append(
            [
                msgspec.json.encode(delivery(game.rules, entry, observer))
                for entry in entries
                for observer in (1, 2, PUBLIC)
            ]
        )
        assert entries[0].verdict == 0
        assert (game.rules.contenders(), game["phase"]) == (0b110, "LAST_CALL")
        own = delivery(game.rules, entries[0], 0)
        assert (own.verdict, own.clause, own.why, own.view.legal) == ("applied", "", "", [])
        game.wait(5003)
        assert shown(game) == ([("3K", 3)] if laid == ONES else [("foul", 0)])
    assert sent[0] == sent[1]


def test_YH_R12_the_legal_list_is_the_same_for_good_and_bad_hands() -> None:
    good = table([ONES[:1] + ONES[2:] + ["Y1"], SCRAP, TRASH])
    bad = table([["Y2", "R2", "B5", "R4", "B6"], SCRAP, TRASH])
    calls = ["call", *[f"call {name}" for name in TYPES]]
    assert good.legal(0)[:7] == bad.legal(0)[:7] == calls
    assert good.legal(1) == bad.legal(1) == calls


def test_YH_R13_a_genuine_hand_stays_down_face_up() -> None:
    game = table([ONES, JUNK, TRASH])
    game.do(0, 0, "call 3K")
    game.do(10, 2, "call")
    assert game["down"] == [{"seat": 0, "at": 0, "open": True, "type": "3K"}]
    for observer in (1, 2, PUBLIC):
        view = view_of(game.rules, observer)
        assert view.zones[0].cards == ONES
        assert view.facts["down"] == game["down"], "what was named is public now"
    game.do(11, 0, "exchange", "rejected", "YH-14")


def test_YH_R13_the_repaired_player_is_back_in_the_turn_order() -> None:
    game = table([JUNK, ONES, TRASH])
    game.do(0, 0, "call")
    game.do(10, 1, "call")
    game.do(11, 2, "exchange")
    assert game["turn"] == 0
    game.do(12, 0, "exchange")
    assert game["turn"] == 2


def test_YH_R14_two_fouls_are_repaired_in_order_of_call() -> None:
    draw = ["Y1", "Y1", "B2", "R3", "R3", "B5"]
    game = table([SCRAP, JUNK, TRASH], picks=[0, 0, 0, 0, 0, 0], draw=draw)
    game.do(0, 2, "call")
    game.do(10, 0, "call")
    assert hand(game, 2) == [*TRASH[3:], "Y1", "Y1", "B2"]
    assert hand(game, 0) == [*SCRAP[3:], "R3", "R3", "B5"]
    assert game["discard"] == TRASH[:3] + SCRAP[:3]
    assert game["down"] == []
    assert game["turn"] == 1
    assert game["turns"] == 2


def test_YH_R15_after_a_call_on_turn_the_next_seat_follows_even_if_just_repaired() -> None:
    game = table([JUNK, SCRAP, TRASH], starter=1)
    game.do(0, 2, "call")
    game.do(10, 1, "call")
    assert game["turn"] == 2, "repaired a moment ago, and next in line"
    assert game.rules.deadline == 10 + 45_000


def test_YH_R15_after_a_call_out_of_turn_turn_and_clock_stay() -> None:
    game = table([JUNK, SCRAP, TRASH])
    game.do(7, 0, "exchange")
    game.do(8, 2, "call")
    game.do(9, 0, "call")
    assert game["turn"] == 1
    assert game.rules.deadline == 7 + 45_000


def test_YH_R39_after_a_foul_one_exchanges_before_calling_again() -> None:
    """YH-R11."""
    game = table([JUNK, SCRAP, ONES], {"reveal_ms": 0})
    game.do(0, 0, "call")
    game.do(1, 2, "call")
    assert game["waiting"] == [True, False, False]
    game.do(2, 0, "call", "rejected", "YH-R39")
    assert not any(text.startswith("call") for text in game.legal(0))
    game.do(3, 1, "exchange")
    game.do(4, 0, "exchange")
    assert game["waiting"] == [False, False, False]
    game.do(5, 0, "call")


def test_YH_R39_a_new_round_lifts_the_bar() -> None:
    game = table([JUNK, SMALL, ONES], {"reveal_ms": 0})
    game.do(0, 0, "call")
    game.do(1, 2, "call")
    game.do(2, 1, "call")
    assert game["round"] == 2
    assert game["waiting"] == [False, False, False]
    game.do(3, 0, "call")


def test_YH_R39_can_be_switched_off() -> None:
    game = table([JUNK, SCRAP, ONES], {"foul_waits": False})
    game.do(0, 0, "call")
    game.do(1, 2, "call")
    assert game["waiting"] == [False, False, False]
    game.do(2, 0, "call")


def test_YH_R21_a_lone_foul_is_repaired_and_the_count_is_off() -> None:
    game = table([JUNK, SCRAP, TRASH, ONES], {"short_game": True})
    game.do(0, 0, "call")
    for at, seat in ((1, 1), (2, 2), (3, 3)):
        game.do(at, seat, "exchange")
    game.wait(5003)
    assert (game["phase"], game["turn"], game["left"]) == ("PLAY", 0, "none")
    assert game["won"] == [[], [], [], []]
    assert game["starter"] == 0
    assert game.rules.deadline == 5003 + 45_000, "YH-R37: its clock starts at the reveal"


def test_YH_R22_a_genuine_second_hand_gives_the_repaired_player_two_turns() -> None:
    game = table([JUNK, ONES])
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    assert game["left"] == 1
    game.do(2, 1, "call")
    assert (game["turn"], game["left"]) == (0, 2)
    assert game["down"] == [{"seat": 1, "at": 2, "open": True, "type": "none"}]


def test_YH_R22_also_in_the_last_call() -> None:
    """YH-R37: the turn goes on from the seat that made the last exchange."""
    game = table([JUNK, ONES])
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "exchange")
    game.do(50, 1, "call")
    assert (game["phase"], game["turn"], game["left"]) == ("PLAY", 0, 2)
    assert game.rules.deadline == 50 + 45_000


def test_YH_R35_a_second_foul_leaves_what_is_left_of_the_two_turns() -> None:
    game = table([ONES, JUNK])
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "call")
    assert (game["turn"], game["left"]) == (1, 1)
    assert game["down"] == [{"seat": 0, "at": 0, "open": True, "type": "none"}]
    game.do(3, 1, "exchange")
    game.wait(5003)
    assert game["won"] == [["3K"], []]


def test_YH_60_short_game_gives_three_turns_in_all() -> None:
    game = table([ONES, JUNK, SCRAP], {"short_game": True})
    game.do(0, 0, "call")
    for number, seat in enumerate((1, 2, 1)):
        assert game["left"] == 3 - number
        game.do(number + 1, seat, "exchange")
    assert game["phase"] == "LAST_CALL"
    game.wait(5003)
    assert game["won"] == [["3K"], [], []]
    assert (hand(game, 1), hand(game, 2)) == (JUNK, SCRAP)


def test_YH_60_without_it_three_players_have_no_limit() -> None:
    game = table([ONES, JUNK, SCRAP])
    game.do(0, 0, "call")
    for number in range(20):
        game.do(number, 1 + number % 2, "exchange")
    assert game["phase"] == "PLAY"


def test_YH_R23_a_fouled_answer_is_not_counted_and_a_new_first_hand_starts_anew() -> None:
    game = table([ONES, JUNK, SCRAP, TRASH], {"short_game": True})
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 3, "call")
    assert (game["left"], game["turn"]) == (2, 2)
    again = table([JUNK, ONES, SCRAP, TRASH], {"short_game": True})
    again.do(0, 0, "call")
    again.do(1, 1, "exchange")
    again.do(2, 1, "call")
    assert (again["left"], again["turn"]) == (3, 2)


def test_YH_R23_two_players_use_their_own_rule() -> None:
    game = table([ONES, JUNK], {"short_game": True})
    game.do(0, 0, "call")
    assert game["left"] == 2


def test_YH_R23_by_the_letter_a_short_game_has_three_turns_with_two_as_well() -> None:
    game = table([ONES, JUNK], {"short_game": True, "short_game_with_two": True})
    game.do(0, 0, "call")
    assert game["left"] == 3
    for at in (1, 2, 3):
        assert game["phase"] == "PLAY"
        game.do(at, 1, "exchange")
    assert game["phase"] == "LAST_CALL"
    ordinary = table([ONES, JUNK], {"short_game_with_two": True})
    ordinary.do(0, 0, "call")
    assert ordinary["left"] == 2, "an ordinary game with two has two turns"


def test_YH_R20_by_the_letter_there_is_no_last_call_with_two() -> None:
    options: dict[str, object] = {"last_call_with_two": False}
    game = table([ONES, JUNK], options)
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    entry = game.do(2, 1, "exchange")
    assert "win" in game.told(entry)
    assert game["won"] == [["3K"], []]
    more = table([ONES, JUNK, SCRAP], {**options, "short_game": True})
    more.do(0, 0, "call")
    for at, seat in ((1, 1), (2, 2), (3, 1)):
        more.do(at, seat, "exchange")
    assert more["phase"] == "LAST_CALL", "it is about two players only"


def test_YH_R36_a_foul_in_the_last_call_leaves_the_window_open() -> None:
    game = table([ONES, JUNK, SCRAP, SMALL], {"short_game": True})
    game.do(0, 0, "call")
    for at, seat in ((1, 1), (2, 2), (3, 3)):
        game.do(at, seat, "exchange")
    game.do(100, 1, "call")
    assert game["phase"] == "LAST_CALL"
    assert game.rules.deadline == 5003
    assert (game.rules.race.missing(), game.rules.race.closes_at) == (0b1110, 5003)
    game.do(101, 1, "call", "rejected", "YH-R39")
    game.do(5002, 3, "call")
    assert game["won"] == [[], [], [], ["SS"]]
    assert game["won_chance"] == [["C5"], [], [], []]


def test_YH_R36_the_repaired_player_may_call_again_where_fouls_do_not_wait() -> None:
    game = table([ONES, JUNK], {"foul_waits": False})
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "exchange")
    game.do(3, 1, "call")
    game.do(4, 1, "call")
    assert game["turns"] == 4
    game.wait(5002)
    assert game["won"] == [["3K"], []]


def test_YH_R37_play_resumes_left_of_the_last_exchange() -> None:
    game = table([JUNK, SCRAP, TRASH, ONES], {"short_game": True}, starter=2)
    game.do(0, 0, "call")
    for at, seat in ((1, 2), (2, 3), (3, 1)):
        game.do(at, seat, "exchange")
    assert game["last"] == 1
    game.do(10, 2, "call")
    assert shown(game) == [("foul", 0), ("foul", 0)]
    assert (game["phase"], game["turn"]) == ("PLAY", 2)
    genuine = table([JUNK, SCRAP, ONES, TRASH], {"short_game": True}, starter=2)
    genuine.do(0, 0, "call")
    for at, seat in ((1, 2), (2, 3), (3, 1)):
        genuine.do(at, seat, "exchange")
    genuine.do(10, 2, "call")
    assert genuine["turn"] == 3, "seat 2 is down now"


# ---- after the reveal --------------------------------------------------------------------------


def test_YH_28_29_winner_and_runner_up_take_their_cards() -> None:
    """YH-28, YH-29."""
    game = table([ONES, SMALL, JUNK], chance=["C30", "C5"])
    game.do(0, 0, "call")
    entry = game.do(1, 1, "call")
    assert game["combos"] == ["3K", "FH", "4K", "LS", "YZ"]
    assert game["won_chance"] == [["C30"], [], []]
    for observer in (0, 1, 2, PUBLIC):
        view = view_of(game.rules, observer)
        zones = {zone.name: zone.cards for zone in view.zones}
        assert zones["won[1]"] == ["SS"]
        assert zones["won_chance[0]"] == [None], "not even its owner may look"
        heard = delivery(game.rules, entry, observer).told
        assert [t.card for t in heard if t.target == "won_chance[0]"] == [None]


def test_YH_30_31_both_hands_are_thrown_in_and_the_others_keep_theirs() -> None:
    """YH-30, YH-31, YH-54: whoever was not involved starts the next round with the old hand."""
    draw = ["R1", "R2", "R2", "Y3", "Y3", "B2", "B2", "B4", "Y5", "Y6", "B6"]
    game = table([ONES, SMALL, JUNK], draw=draw)
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["discard"] == SMALL + ONES, "the winner's first"
    assert hand(game, 1) == draw[:5]
    assert hand(game, 0) == draw[5:10]
    assert hand(game, 2) == JUNK
    assert view_of(game.rules, 2).zones[0].cards == [None] * 5, "new hands are closed again"


def test_YH_34_45_the_starter_card_moves_left() -> None:
    """YH-34, YH-45."""
    game = table([ONES, SMALL, JUNK], {"reveal_ms": 0}, starter=2)
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert (game["starter"], game["turn"], game["round"]) == (0, 0, 2)


def test_YH_35_36_03_the_last_combo_card_ends_the_game_and_most_points_win() -> None:
    """YH-03, YH-35, YH-36."""
    won = [["YZ"], ["4K"], []]
    chances = [[], ["C20"], ["C40"]]
    game = table([ONES, THREES, JUNK], combos=["3K"], won=won, won_chance=chances)
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["points"] == [50 + 5, 25 + 20 + 10, 40]
    assert game["winners"] == [0, 1], "YH-R28: equal points share the victory"
    assert game["places"] == [1, 1, 3]
    assert game["reason_clause"] == "YH-36"
    assert (game["phase"], game["starter"]) == ("GAME_OVER", 1)
    assert game.sizes("hands") == {"hands": [5, 5, 5]}, "used hands are replaced even then"


def test_YH_R28_equal_points_share_the_victory() -> None:
    game = table([SMALL, ["Y3", "Y4", "*5", "*6", "B2"], JUNK], combos=["SS"], chance=["C15"])
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["points"] == [15, 15, 0]
    assert game["winners"] == [0, 1]


def test_YH_R32_chance_cards_are_turned_up_at_the_very_end() -> None:
    game = table([ONES, THREES, JUNK], combos=["3K"])
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    zones = {zone.name: zone.cards for zone in view_of(game.rules, PUBLIC).zones}
    assert zones["won_chance[0]"] == ["C5"]


def test_YH_R32_what_everybody_may_know() -> None:
    game = table([ONES, SMALL, JUNK], discard=["B2"], won=[[], [], ["LS"]], combos=SIX[:4])
    game.do(33, 0, "call 3K")
    view = view_of(game.rules, 2)
    zones = {zone.name: zone.cards for zone in view.zones}
    assert zones["hands[0]"] == zones["hands[1]"] == [None] * 5
    assert zones["discard"] == ["B2"]
    assert zones["won[2]"] == ["LS"]
    assert zones["chance"] == [None] * 3
    assert view.facts["down"] == [{"seat": 0, "at": 33, "open": False}]


def test_YH_R9_both_may_want_the_same_combo_card() -> None:
    game = table([ONES, THREES, JUNK], combos=["3K", "YZ"])
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["combos"] == ["YZ"]
    assert game["won"] == [[], ["3K"], []]
    assert game["won_chance"] == [["C5"], [], []]


def test_YH_R10_of_several_copies_one_is_taken() -> None:
    game = table([ONES, THREES, JUNK], {"reveal_ms": 0, "combo_count": 12}, combos=["3K", "SS", "3K"])
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["combos"] == ["SS", "3K"]
    assert scored(ONES, ["SS", "3K"]) == ("3K", 3), "the type is still on offer"


def test_YH_R24_the_unopposed_winner_redraws() -> None:
    game = table([ONES, JUNK], {"lastcall_ms": 0}, draw=["B2", "B2", "B4", "R6", "R6", "Y5"])
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "exchange")
    assert hand(game, 0) == ["B2", "B2", "B4", "R6", "R6"]
    assert game["discard"] == ONES
    assert game["chance"] == ["C5", "C10", "C15"]


def test_YH_51_R25_the_discards_become_the_draw_pile_in_the_middle_of_a_draw() -> None:
    """YH-51, YH-R25."""
    game = table([JUNK, SCRAP], draw=["B5"], discard=["R3", "R3", "R3"])
    game.do(0, 0, "exchange R1 Y2")
    assert hand(game, 0)[:4] == ["B3", "R4", "Y6", "B5"]
    assert hand(game, 0)[4] in ("R3", "R1", "Y2")
    assert game.sizes("draw", "discard") == {"draw": 4, "discard": 0}


def test_YH_51_an_empty_pile_is_renewed_when_a_card_is_needed() -> None:
    game = table([JUNK, SCRAP], draw=["B5"], discard=["R3"])
    game.do(0, 0, "exchange R1")
    assert game.sizes("draw", "discard") == {"draw": 0, "discard": 2}


def test_YH_51_whoever_knew_the_discards_knows_nothing_after_the_shuffle() -> None:
    game = table([JUNK, SCRAP], draw=[], discard=["R3", "B2"])
    game.do(0, 0, "exchange R1")
    pile = game.rules.layout.first["draw"]
    assert game.rules.cards.size(pile) == 2
    assert not any(game.rules.cards.knows(s, pile, i) for s in (0, 1, PUBLIC) for i in (0, 1))


def test_YH_R26_a_round_without_enough_cards_draws_what_exists() -> None:
    """No box that is accepted comes to that; a position may, when nothing is left to draw."""
    hands: Hands = [["Y1", "Y1", "R1", "R2"], ["B3", "R4", "Y5", "B6"]]
    game = table(hands, {"max_turns_per_round": 40, "turn_ms": None}, draw=[])
    for seat in range(2):
        game.do(0, seat, "call", "rejected", "YH-R26")
    game.do(1, 0, "exchange R1 R2")
    assert game.sizes("hands", "draw", "discard") == {"hands": [4, 4], "draw": 0, "discard": 0}
    playout = Playout(game.rules, FastDice(4))
    playout.play_on(10_000)
    assert game.rules.over


def test_YH_R27_an_empty_chance_pile_gives_nothing() -> None:
    game = table([ONES, THREES, JUNK], chance=[])
    game.do(0, 0, "call")
    entry = game.do(1, 1, "call")
    assert game["won"] == [[], ["3K"], []]
    assert game["won_chance"] == [[], [], []]
    assert "chance" not in game.told(entry)


# ---- length of the game ------------------------------------------------------------------------


def test_YH_58_59_61_62_R29_any_number_of_combo_cards_from_1_to_12() -> None:
    """YH-58, YH-59, YH-61, YH-62, YH-R29: as many Chance cards; six: one of each, twelve: all."""
    for number in range(1, 13):
        game = dealt(3, combo_count=number)
        sizes = {
            "combos": number,
            "combo_box": 12 - number,
            "chance": number,
            "chance_box": 12 - number,
        }
        assert game.sizes(*sizes) == sizes
    assert sorted(row(dealt(3, combo_count=12), "combos")) == sorted(SIX * 2)
    for number in (1, 5, 7, 11):
        draws = {tuple(row(dealt(3, seed, combo_count=number), "combos")) for seed in range(30)}
        assert len(draws) > 1, "drawn at random"
    for seed in range(30):
        assert row(dealt(3, seed), "combos") == SIX
    for number in (0, 13):
        with pytest.raises(UsageProblem, match="combo_count"):
            dealt(3, combo_count=number)


def test_YH_59_more_combo_cards_make_a_longer_game() -> None:
    rounds = []
    for number in (1, 12):
        options = GAME.read_options({**GAME.simulated, "combo_count": number}, 4)
        rules = GAME.table(4, DECK, options, FastDice(2))
        rules.keep_tally(len(TALLIES))
        playout = Playout(rules, FastDice(3))
        for _ in range(5):
            playout.play(20_000)
        tally = dict(zip(TALLIES, list(rules.tally), strict=True))
        rounds.append(tally["contested_rounds"])
    assert rounds[0] < rounds[1]


def test_YH_R34_a_round_that_never_ends_ends_the_game() -> None:
    game = table([JUNK, SCRAP, TRASH], {"max_turns_per_round": 3}, won=[[], ["YZ"], []], combos=["SS"])
    game.do(0, 0, "exchange")
    game.do(1, 1, "exchange")
    assert game["phase"] == "PLAY"
    game.do(2, 2, "exchange")
    assert game["phase"] == "GAME_OVER"
    assert game["winners"] == [1]
    assert game["reason_clause"] == "YH-R34"


def test_YH_R34_it_is_checked_before_a_last_call_and_a_hand_still_down_wins_nothing() -> None:
    game = table([ONES, JUNK], {"max_turns_per_round": 2})
    game.do(0, 0, "call")
    game.do(1, 1, "exchange")
    game.do(2, 1, "exchange")
    assert game["phase"] == "GAME_OVER"
    assert game["points"] == [0, 0]


def test_YH_R34_repaired_fouls_count_too() -> None:
    game = table([JUNK, SCRAP, TRASH], {"max_turns_per_round": 2})
    game.do(0, 0, "call")
    game.do(1, 1, "call")
    assert game["phase"] == "GAME_OVER"
    lone = table([JUNK, SCRAP], {"max_turns_per_round": 3})
    lone.do(0, 0, "call")
    lone.do(1, 1, "exchange")
    lone.do(2, 1, "exchange")
    lone.wait(5002)
    assert lone["phase"] == "GAME_OVER"


def test_YH_R34_every_round_has_its_own_count() -> None:
    game = table([ONES, SMALL, JUNK], {"max_turns_per_round": 2, "reveal_ms": 0})
    game.do(0, 0, "exchange")
    game.do(1, 0, "call")
    game.do(2, 1, "call")
    assert (game["round"], game["turns"], game["phase"]) == (2, 0, "PLAY")


# ---- combinations ------------------------------------------------------------------------------


def test_YH_37_three_of_a_kind_needs_number_and_colour() -> None:
    assert scored(["R5", "R5", "R?", "B2", "Y6"]) == ("3K", 15)
    assert scored(["R5", "B5", "Y5", "B2", "Y6"]) == ("foul", 0)


def test_YH_38_four_of_a_kind() -> None:
    assert scored(["Y2", "Y2", "Y2/5", "*2", "R6"]) == ("4K", 8)


def test_YH_39_yahtzee() -> None:
    assert scored(["B6", "B6", "B1/6", "*6", "B?"]) == ("YZ", 30)


def test_YH_40_small_straight() -> None:
    assert scored(["B2", "B3", "B4", "B5", "Y6"]) == ("SS", 14)
    assert scored(["B2", "B3", "Y4", "B5", "Y6"]) == ("foul", 0)
    assert scored(["B1", "B2", "B4", "B5", "B6"]) == ("foul", 0), "a gap"


def test_YH_41_large_straight() -> None:
    assert scored(["B2", "B3", "B4", "B5", "B1"]) == ("LS", 15)
    assert scored(["Y2", "Y3", "Y4", "Y5", "Y?"]) == ("LS", 20)


def test_YH_42_43_full_house_of_any_two_kinds() -> None:
    """YH-42, YH-43: kinds may differ in number, in colour, in both, or not at all."""
    assert scored(["B2", "B2", "B2", "B6", "B6"]) == ("FH", 18)
    assert scored(["B2", "B2", "B2", "R2", "R2"]) == ("FH", 10)
    assert scored(["B2", "B2", "B2", "R6", "R6"]) == ("FH", 18)
    assert scored(["B2", "B2", "B2", "B2/5", "*2"], ["FH"]) == ("FH", 10)
    assert scored(["B2", "B2", "B2", "R6", "Y6"], ["FH"]) == ("foul", 0)


def test_YH_46_plain_cards_are_the_majority_and_show_one_face() -> None:
    plain = sum(kind.copies for kind in DECK.kinds if kind.family == "plain")
    assert plain == 45
    assert plain > 84 / 2
    assert scored(["R1", "R1", "R2", "Y1", "B1"]) == ("foul", 0)


def test_YH_47_a_double_card_is_either_number_of_its_colour() -> None:
    assert scored(["B1", "B1", "B1/6", "R2", "Y3"]) == ("3K", 3)
    assert scored(["B6", "B6", "B1/6", "R2", "Y3"]) == ("3K", 18)
    assert scored(["R6", "R6", "B1/6", "R2", "Y3"]) == ("foul", 0)
    assert scored(["B1/6", "B1/6", "B2", "B3", "B4"]) == ("SS", 10)


def test_YH_48_an_any_colour_card_takes_the_colour_needed() -> None:
    for color in "RYB":
        assert scored([f"{color}3", f"{color}3", "*3", "R6", "B1"]) == ("3K", 9)
    assert scored(["R1", "R2", "*3", "*4", "*5"]) == ("LS", 15)


def test_YH_49_an_any_number_card_takes_the_number_needed() -> None:
    assert scored(["R6", "R6", "R?", "B2", "Y4"]) == ("3K", 18)
    assert scored(["Y6", "Y6", "R?", "B2", "Y4"]) == ("foul", 0)


def test_YH_50_any_quantity_of_flexible_cards_may_be_used() -> None:
    assert scored(["B?", "B?", "B?", "B1/6", "*6"]) == ("YZ", 30)
    assert scored(["R?", "R?", "R?", "*2", "*3"], ["LS"]) == ("LS", 20)


def test_YH_55_low_numbers_are_more_frequent_and_high_ones_win_ties() -> None:
    faces: Counter[int] = Counter()
    for kind in DECK.kinds:
        if kind.family == "plain":
            faces[kind.number("number")] += kind.copies
    assert [faces[n] for n in range(1, 7)] == [9, 9, 9, 6, 6, 6]
    assert scored(["R6", "R6", "*6", "B1", "Y2"])[1] > scored(["R1", "R1", "*1", "B1", "Y2"])[1]


def test_YH_57_one_may_lose_on_purpose_or_wait() -> None:
    """YH-R4: by naming a weaker type, or by not calling at all."""
    assert scored(["B2", "B2", "*2", "B?", "R5"], named="3K") == ("3K", 6)
    game = table([ONES, JUNK])
    game.do(0, 0, "exchange")
    assert game["down"] == []


def test_YH_R4_a_name_counts_only_if_the_hand_has_it_and_it_is_on_offer() -> None:
    four = ["B2", "B2", "*2", "B?", "R5"]
    assert scored(four) == ("4K", 8)
    assert scored(four, named="YZ") == ("4K", 8)
    assert scored(four, ["4K", "SS"], named="3K") == ("4K", 8)
    assert scored(four, ["3K", "SS"], named="4K") == ("3K", 6)


def test_YH_R5_each_card_takes_one_number_and_one_colour() -> None:
    assert scored(["B1", "B2", "B?", "R5", "Y6"]) == ("foul", 0), "one joker fills one gap"
    assert scored(["B1", "B2", "B?", "*4", "Y6"]) == ("SS", 10)
    assert scored(["B3/4", "B3/4", "B?", "R1", "Y2"]) == ("3K", 12), "the best assignment counts"
    assert scored(["B3", "B4", "B5", "B?", "R1"]) == ("SS", 18), "6 is better than 2"


def test_YH_R6_leftover_cards_do_not_count() -> None:
    assert scored(["R2", "R2", "*2", "Y6", "B6"]) == ("3K", 6)
    assert scored(["R1", "R2", "R3", "R4", "B6"]) == ("SS", 10)
    assert scored(["R1", "R1", "*1", "B6", "B6"]) == ("FH", 15), "in a full house all five do"


def test_YH_R7_equal_points_compare_the_sum_and_then_the_place_in_the_table() -> None:
    deck = GAME.deck_from(edited(combo__points=20), "a flat deck")
    flat = Combinations(deck)

    def best(*names: str) -> str:
        score = flat.score(pack([deck.kind_of(name) for name in names]), EVERY_TYPE, NO_TYPE)
        return TYPES[type_of(score)]

    assert best("R2", "R2", "R2", "B6", "B6") == "FH", "18 beats 6"
    assert best("Y3", "Y4", "Y5", "Y6", "R1") == "SS"
    five = pack([deck.kind_of(name) for name in ("B6", "B6", "B1/6", "*6", "B?")])
    assert TYPES[type_of(flat.score(five, EVERY_TYPE, NO_TYPE))] == "FH", "30 each: FH stands before YZ"
    ours = flat.score(pack([deck.kind_of(n) for n in ("R2", "R2", "R2", "R1", "Y1")]), 1, NO_TYPE)
    theirs = flat.score(pack([deck.kind_of(n) for n in ("Y3", "Y4", "Y5", "Y6", "R1")]), 2, NO_TYPE)
    assert strength(theirs) > strength(ours)


def test_YH_R8_better_hands_count_as_lesser_ones() -> None:
    five = ["B6", "B6", "B1/6", "*6", "B?"]
    assert scored(five, ["4K"]) == ("4K", 24)
    assert scored(five, ["3K"]) == ("3K", 18)
    assert scored(five, ["FH"]) == ("FH", 30)
    assert scored(["Y2", "Y3", "Y4", "Y5", "Y?"], ["SS"]) == ("SS", 18)
    assert scored(["Y2", "Y2", "Y2", "*2", "R6"], ["3K"]) == ("3K", 6)


# ---- combinations against brute force ----------------------------------------------------------

Face = tuple[str, int]
DICE = [kind for kind in DECK.kinds if kind.back == "red"]


def showings(name: str) -> list[Face]:
    """What a card can be, read from its name alone: R5, B1/6, B?, *3."""
    colors = {"R": ["red"], "Y": ["yellow"], "B": ["blue"], "*": ["red", "yellow", "blue"]}[name[0]]
    numbers = range(1, 7) if name[1] == "?" else [int(n) for n in name[1:].split("/")]
    return [(color, number) for color in colors for number in numbers]


@cache
def made_by(faces: tuple[Face, ...]) -> tuple[int, ...]:
    """The values of the six types for five cards whose faces are settled; 0 if not made."""
    count = Counter(faces)
    threes, fours, fives = ([n * f[1] for f in count if count[f] >= n] for n in (3, 4, 5))
    pairs = [(f, g) for f in count for g in count if f != g and count[f] >= 3 and count[g] >= 2]
    houses = [3 * f[1] + 2 * g[1] for f, g in pairs] + fives
    runs = {4: [0], 5: [0]}
    for length, color in product((4, 5), ("red", "yellow", "blue")):
        for low in range(1, 8 - length):
            wanted = range(low, low + length)
            if all((color, number) in count for number in wanted):
                runs[length].append(sum(wanted))
    return tuple(max(v, default=0) for v in (threes, runs[4], houses, fours, runs[5], fives))


@cache
def brute_force(names: tuple[str, ...]) -> tuple[int, ...]:
    """The best value of each type over every assignment of the flexible cards."""
    best: tuple[int, ...] = (0,) * 6
    for faces in product(*[showings(name) for name in names]):
        made = made_by(tuple(sorted(faces)))
        if any(made):
            best = tuple(map(max, best, made))
    return best


def judged(names: tuple[str, ...]) -> tuple[int, ...]:
    """The judge's values of the six types; 0 for those that it does not find in the hand."""
    packed = pack([DECK.index[name] for name in names])
    made = BOOK.types(packed, EVERY_TYPE)
    return tuple(BOOK.value(packed, combo) if made >> combo & 1 else 0 for combo in range(6))


def test_YH_50_100000_random_hands_agree_with_brute_force() -> None:
    """Half from the real deck, half with every kind alike, so that flexible cards abound."""
    roll = random.Random(84)
    deck = [kind.name for kind in DICE for _ in range(kind.copies)]
    kinds = [kind.name for kind in DICE]
    for number in range(100_000):
        names = roll.sample(deck, 5) if number % 2 else roll.choices(kinds, k=5)
        order = tuple(sorted(names))
        assert judged(tuple(names)) == brute_force(order), names


def test_YH_40_41_blue_hands_agree_with_brute_force() -> None:
    """YH-40, YH-41, YH-47, YH-48, YH-49: a quarter of all hands of blue and any-colour cards."""
    blue = [kind for kind in DICE if kind.name[0] in "B*"]
    copies = {kind.name: kind.copies for kind in blue}
    hands = 0
    for names in combinations_with_replacement([kind.name for kind in blue], 5):
        if all(names.count(name) <= copies[name] for name in set(names)):
            hands += 1
            if hands % 4 == 0 or names.count("B?") > 1:
                assert judged(names) == brute_force(tuple(sorted(names))), names
    assert hands > 13_000


def test_YH_R3_a_type_is_found_exactly_when_it_has_a_value() -> None:
    """YH-R3, YH-R6: and a search for some of the types finds just those."""
    roll = random.Random(3)
    kinds = [kind.name for kind in DICE]
    for _ in range(3000):
        packed = pack([DECK.index[name] for name in roll.choices(kinds, k=5)])
        made = sum(1 << combo for combo in range(6) if BOOK.value(packed, combo) > 0)
        assert BOOK.types(packed, EVERY_TYPE) == made
        wanted = roll.randrange(64)
        assert BOOK.types(packed, wanted) == made & wanted


def test_YH_R5_the_order_of_cards_never_matters_to_the_judge() -> None:
    roll = random.Random(5)
    kinds = [kind.name for kind in DICE]
    for _ in range(200):
        names = roll.choices(kinds, k=5)
        assert len({judged(order) for order in permutations(names)}) == 1


# ---- words, options, decks ---------------------------------------------------------------------


def test_exchanges_are_written_with_card_names() -> None:
    game = table([["R5", "B2", "R5", "B?", "*3"], JUNK])
    text = game.rules.catalogue.text
    assert text(game.rules.read(0, "exchange R5 R5")) == "exchange 1 3"
    assert text(game.rules.read(0, "exchange *3 R5")) == "exchange 5 1"
    assert text(game.rules.read(0, "exchange")) == "exchange"
    for bad in ("exchange R5 R5 R5", "exchange Y1", "exchange B", "exchange 1", "swap R5", ""):
        with pytest.raises(UsageProblem):
            game.rules.read(0, bad)
    with pytest.raises(UsageProblem, match="only players"):
        game.rules.read(HOST, "exchange R5")


def test_what_is_offered_reads_back_as_itself() -> None:
    game = table([["R5", "B2", "R5", "B?", "B2"], JUNK])
    codes = legal_codes(game.rules, 0)
    assert len(codes) == 7 + 3 * 3 * 2, "each of R5 and B2 not, once or twice; B? or not"
    for code in codes:
        assert game.rules.read(0, game.rules.wording(0, code)) == code


def test_a_full_hand_of_different_cards_offers_32_exchanges() -> None:
    game = table([JUNK, SCRAP])
    assert len(game.legal(0)) == 7 + 32
    assert game.legal(1) == ["call", *[f"call {name}" for name in TYPES]]


def test_every_code_has_a_text() -> None:
    catalogue = dealt(2).rules.catalogue
    assert catalogue.size == 7 + 326
    texts = [catalogue.text(code) for code in range(catalogue.size)]
    assert len(set(texts)) == catalogue.size
    for code, text in enumerate(texts):
        assert catalogue.parse(text) == code


def test_any_order_of_places_discards_in_that_order_and_of_equal_cards_the_foremost() -> None:
    game = table([["R5", "B2", "R5", "B?", "*3"], JUNK], draw=["Y1", "Y1", "Y1"])
    assert game.rules.act(0, game.rules.catalogue.parse("exchange 5 3 2")) == 0
    assert game["discard"] == ["*3", "R5", "B2"]
    assert hand(game, 0) == ["R5", "B?", "Y1", "Y1", "Y1"]


def test_the_wording_of_places_that_do_not_exist_falls_back_to_numbers() -> None:
    game = table([["R5", "B2"], JUNK], draw=[])
    code = game.rules.catalogue.parse("exchange 5 1")
    assert game.rules.wording(0, code) == "exchange 5 1"
    assert game.rules.wording(HOST, code) == "exchange 5 1"
    assert game.rules.wording(0, game.rules.catalogue.parse("exchange 2")) == "exchange B2"


def test_bad_options_are_refused_with_a_sentence() -> None:
    for name, value in (
        ("turn_ms", 0),
        ("lastcall_ms", -1),
        ("reveal_ms", "soon"),
        ("combo_count", 13),
        ("short_game", 3),
        ("max_turns_per_round", 0),
        ("starter", 6),
        ("jokers", 2),
    ):
        with pytest.raises(UsageProblem, match=name):
            GAME.read_options({name: value}, 4)


def test_live_and_simulated_values_are_those_of_the_rules() -> None:
    live = msgspec.to_builtins(GAME.read_options({}, 4))
    assert live == {
        "turn_ms": 45_000,
        "lastcall_ms": 5000,
        "reveal_ms": 4000,
        "combo_count": 6,
        "short_game": False,
        "short_game_with_two": False,
        "last_call_with_two": True,
        "call_guard": False,
        "foul_waits": True,
        "max_turns_per_round": 500,
        "starter": None,
    }
    assert GAME.simulated == {"turn_ms": None, "lastcall_ms": 1, "reveal_ms": 0}


def test_bad_decks_are_refused_with_a_sentence() -> None:
    wrong: list[tuple[str, dict[str, object]]] = [
        ("has color 'green'", edited(any_number__color=["green"])),
        ("has number 7", edited(any_color__number=[7])),
        ("has number '2'", edited(any_color__number=["2"])),
        ("has faces '3'", edited(double__faces=["3"], double__name="D{color}{faces}")),
        ("has faces '3/3'", edited(double__faces=["3/3"])),
        ("has faces '0/7'", edited(double__faces=["0/7"])),
        ("share the back", edited(chance__back="red")),
        ("share the back", edited(combo__back="blue")),
        ("has -1 points", edited(combo__points=-1)),
    ]
    for sentence, data in wrong:
        with pytest.raises(CheckFailed, match=sentence):
            GAME.deck_from(data, "the deck")


def test_the_six_combo_types_are_needed_each_once() -> None:
    for change, sentence in (("5K", "'5K' is not one of"), ("SS", "'SS' is described twice")):
        data = edited()
        blocks = data["cards"]
        assert isinstance(blocks, list)
        for block in blocks:
            if block.get("type") == "3K":
                block["type"] = change
                block["name"] = "odd"
        with pytest.raises(CheckFailed, match=sentence):
            GAME.deck_from(data, "the deck")
    data = edited()
    blocks = data["cards"]
    assert isinstance(blocks, list)
    data["cards"] = [block for block in blocks if block.get("type") != "3K"]
    data["expect"] = {"total": 107}
    with pytest.raises(CheckFailed, match="no combo '3K'"):
        GAME.deck_from(data, "the deck")


def test_more_combo_cards_than_the_deck_has_are_refused() -> None:
    deck = GAME.deck_from(edited(combo__copies=1), "a small box")
    GAME.table(3, deck, GAME.read_options({}, 3), FastDice(1))
    with pytest.raises(UsageProblem, match="only 6 Combo cards"):
        GAME.table(3, deck, GAME.read_options({"combo_count": 7}, 3), FastDice(1))


def test_a_position_says_what_is_wrong_with_it() -> None:
    wrong: list[tuple[str, object, str]] = [
        ("turn", 3, "not a seat"),
        ("phase", "NAP", "not one of PLAY"),
        ("down", [{"seat": 0}, {"seat": 1}], "at most one"),
        ("down", [{"seat": 0, "card": "R5"}], "unknown key 'card'"),
        ("down", [{"seat": 0, "type": "5K"}], "not one of 3K"),
        ("waiting", [True], "list of 2"),
        ("last_reveal", {}, "cannot be given"),
        ("score", 3, "unknown field"),
    ]
    for field, value, sentence in wrong:
        given: dict[str, object] = {"hands": [ONES, JUNK], field: value}
        with pytest.raises(CheckFailed, match=sentence):
            Position("yahtzee_hands_down", 2, given=given)


DOWN: list[dict[str, object]] = [{"seat": 0}]
NO_GAME_COMES_HERE: list[tuple[dict[str, object], str]] = [
    ({"phase": "LAST_CALL"}, "LAST_CALL needs a hand that is down"),
    ({"phase": "LAST_CALL", "down": DOWN, "turn": 1}, "nobody is on turn"),
    ({"phase": "LAST_CALL", "down": DOWN, "left": 1}, "it is not LAST_CALL"),
    ({"phase": "LAST_CALL", "down": DOWN, "last": 0}, "makes no exchange"),
    ({"phase": "REVEAL", "down": DOWN}, "nobody is down"),
    ({"phase": "GAME_OVER"}, "over before it begins"),
    ({"combos": []}, "no Combo card on offer"),
    ({"hands": [["Y1", "Y1", "Y1"], ["R2", "B3", "R5", "Y6", "B4"]], "draw": [], "down": DOWN}, "has laid 3 cards"),
    ({"hands": [["Y1", "Y1", "Y1"], ["R2", "B3", "R5", "Y6", "B4"]]}, "there are cards to draw"),
    ({"down": [{"seat": 1, "open": True}]}, "would have been repaired"),
    ({"down": DOWN, "turn": 0}, "who is down has no turn"),
    ({"down": DOWN, "left": 3}, "not 1 to 2"),
    ({"down": DOWN, "left": 0}, "not 1 to 2"),
    ({"left": 1}, "no count-down runs"),
    ({"last": 1}, "only in LAST_CALL"),
    ({"down": DOWN, "waiting": [True, False]}, "has not fouled"),
    ({"round": 0}, "not 1 or more"),
    ({"turns": 500}, "not 0 to 499"),
    ({"hands": [["3K"], JUNK]}, "3K never lies there, only plain"),
    ({"won": [["R5"], []]}, "R5 never lies there, only combo"),
]


@pytest.mark.parametrize(("fields", "why"), NO_GAME_COMES_HERE)
def test_positions_that_no_game_could_come_to_are_refused(fields: dict[str, object], why: str) -> None:
    given: dict[str, object] = {"combos": SIX, "hands": [ONES, JUNK], "draw": ["R6", "Y6"], **fields}
    with pytest.raises(CheckFailed, match=why):
        Position("yahtzee_hands_down", 2, given=given)


@pytest.mark.parametrize(
    ("seats", "options", "fields", "why"),
    [
        (3, {}, {"phase": "LAST_CALL", "down": DOWN}, "at this table there is no LAST_CALL"),
        (2, {"last_call_with_two": False}, {"phase": "LAST_CALL", "down": DOWN}, "there is no LAST_CALL"),
        (2, {"foul_waits": False}, {"waiting": [True, False]}, "nobody has to wait"),
        (2, {"call_guard": True}, {"down": [{"seat": 1}]}, "cannot be called"),
    ],
)
def test_positions_that_this_table_could_not_come_to_are_refused(
    seats: int, options: dict[str, object], fields: dict[str, object], why: str
) -> None:
    with pytest.raises(CheckFailed, match=why):
        table([ONES, JUNK, SCRAP][:seats], options, None, **fields)


def test_a_position_can_be_given_in_the_last_call_or_with_an_open_hand() -> None:
    game = table([ONES, SMALL], phase="LAST_CALL", left=0, last=1, down=[{"seat": 0, "open": True}])
    assert view_of(game.rules, 1).zones[0].cards == ONES
    game.do(4999, 1, "call")
    assert game["won"] == [[], ["SS"]]
    late = table([ONES, SMALL], phase="LAST_CALL", left=0, last=1, down=[{"seat": 0, "open": True}])
    late.wait(5000)
    assert late["won"] == [["3K"], []]


def test_YH_63_the_help_cards_are_only_help() -> None:
    """They are no cards of the deck; the rules text says what they are for."""
    assert not {"sheet", "reminder"} & {kind.family for kind in DECK.kinds}
    assert "reminder card" in clauses(GAME)["YH-63"]


def test_every_event_of_a_game_has_its_words() -> None:
    movements = {"move", "show", "turn", "shuffle", "gather"}
    heard: set[str] = set()
    for seed in range(6):
        game = Game(GAME.table(2 + seed % 3, DECK, GAME.read_options({}, 2 + seed % 3), FastDice(seed)))
        roll = random.Random(seed)
        for _ in range(400):
            heard |= {event.what for event in step(game, roll)}
    assert heard - movements <= set(EVENTS)
    assert {"foul", "win", "chance", "last_call", "round", "call", "exchange"} <= heard
    assert all(GAME.card_words(kind) for kind in DECK.kinds)
    assert set(COMBO_WORDS) == set(TYPES)


def step(game: Game, roll: random.Random) -> list[Event]:
    """A random legal input, mostly a sensible one; sometimes time passes instead."""
    rules = game.rules
    seat = roll.randrange(rules.seats)
    codes = sensible_codes(rules, seat) if roll.random() < 0.7 else legal_codes(rules, seat)
    if not codes or roll.random() < 0.02:
        return game.wait(rules.now + roll.choice([1, 500, 5000])).told
    return game.input(rules.now + roll.choice([0, 1, 400]), seat, roll.choice(codes)).told


# ---- whole games -------------------------------------------------------------------------------


def census(rules: Rules) -> tuple[int, int, int]:
    """Dice cards, Combo cards and Chance cards in the game: three sums that never change."""
    rows = {row.name: sum(map(rules.cards.size, rules.layout.zones_of(row.name))) for row in rules.layout.rows}
    return (
        rows["draw"] + rows["discard"] + rows["hands"],
        rows["combos"] + rows["won"],
        rows["chance"] + rows["won_chance"],
    )


STORMS: list[dict[str, object]] = [
    {},
    {"short_game": True, "foul_waits": False},
    {"call_guard": True, "combo_count": 12},
]


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_storm_of_inputs_conserves_cards_and_refusals_change_nothing(seats: int) -> None:
    roll = random.Random(seats)
    for options in STORMS:
        game = Game(GAME.table(seats, DECK, GAME.read_options(options, seats), FastDice(seats)))
        sums = (84, 12 if "call_guard" in options else 6, 12 if "call_guard" in options else 6)
        size = game.rules.catalogue.size
        for _ in range(300):
            if roll.random() < 0.5:
                step(game, roll)
            rules = game.rules
            game.wait(rules.now + roll.choice([0, 0, 0, 300, 5000]))
            before = rules.truth(), [rules.cards.listed(z) for z in range(rules.layout.zones)]
            entry = game.input(rules.now, roll.randrange(-1, 9), roll.randrange(-5, size + 5))
            after = rules.truth(), [rules.cards.listed(z) for z in range(rules.layout.zones)]
            assert entry.verdict in (0, 3)
            assert entry.verdict == 0 or before == after
            assert census(rules) == sums


def test_what_is_cached_about_hands_is_right_in_every_world() -> None:
    """`reread` after `imagine`: who could call is judged anew from the imagined cards."""
    game = Game(GAME.table(4, DECK, GAME.read_options({}, 4), FastDice(11)))
    roll = random.Random(11)
    for number in range(150):
        step(game, roll)
        for rules in (game.rules, game.rules.imagine(number % 4, FastDice(number))):
            assert isinstance(rules, YahtzeeHandsDown)
            for seat in range(4):
                cards = tuple(DECK.kinds[kind].name for kind in rules.cards.listed(seat))
                fits = any(v for v, name in zip(brute_force(cards), TYPES, strict=True) if offered(rules, name))
                assert bool(rules.able >> seat & 1) == fits


def offered(rules: Rules, name: str) -> bool:
    return DECK.kind_of(name) in rules.cards.listed(rules.layout.first["combos"])


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_games_end_and_are_won(seats: int) -> None:
    rules = GAME.table(seats, DECK, GAME.read_options(GAME.simulated, seats), FastDice(seats))
    playout = Playout(rules, FastDice(seats + 1))
    for _ in range(3):
        playout.play(50_000)
        assert census(rules) == (84, 6, 6)
        outcome = rules.outcome()
        assert outcome is not None
        assert outcome.winners()
        assert outcome.clause == "YH-36", "with a target in mind every round comes to an end"
        assert playout.fouls == 0


# ---- targets -----------------------------------------------------------------------------------


def kept_in_earnest(cards: list[str], *offer: str) -> set[tuple[str, ...]]:
    """What a sensible player keeps of this hand while those types are on offer."""
    game = table([cards, SCRAP, TRASH], combos=list(offer))
    kept: set[tuple[str, ...]] = set()
    for code in sensible_codes(game.rules, 0):
        word, *gone = game.rules.wording(0, code).split()
        assert word == "exchange"
        kept.add(tuple((Counter(cards) - Counter(gone)).elements()))
    return kept


def test_YH_15_who_collects_one_face_keeps_all_cards_that_can_show_it() -> None:
    cards = ["R5", "R2/5", "B?", "*5", "Y1"]
    assert kept_in_earnest(cards, "4K") == {("R5", "R2/5", "*5")}
    assert kept_in_earnest(cards, "YZ") == {("R5", "R2/5", "*5")}
    assert kept_in_earnest(["R5", "R5", "B2", "B2", "Y1"], "3K") == {("R5", "R5"), ("B2", "B2")}


def test_YH_15_who_builds_a_full_house_changes_one_card_when_one_is_missing() -> None:
    assert kept_in_earnest(["R5", "R5", "B2", "B2", "Y1"], "FH") == {("R5", "R5", "B2", "B2")}
    assert kept_in_earnest(["R5", "R5", "*5", "B2", "Y1"], "FH") == {
        ("R5", "R5", "*5", "B2"),
        ("R5", "R5", "*5", "Y1"),
    }
    assert kept_in_earnest(["R5", "R5", "B1", "B2", "Y1"], "FH") == {("R5", "R5")}


def test_YH_15_who_builds_a_straight_keeps_different_numbers_of_one_colour() -> None:
    cards = ["R3", "R3", "R3/4", "B?", "Y6"]
    assert kept_in_earnest(cards, "SS") == {("R3", "R3/4")}
    assert kept_in_earnest(["R1", "R2", "R?", "*6", "B6"], "LS") == {("R2", "R?", "*6")}


def test_every_type_on_offer_is_a_target() -> None:
    cards = ["R5", "R5", "B2", "B3", "B4"]
    assert kept_in_earnest(cards, "SS", "3K") == {("R5", "R5"), ("B2", "B3", "B4")}


@pytest.mark.parametrize("length", [4, 5])
def test_no_straight_has_room_for_more_cards_than_are_kept(length: int) -> None:
    roll = random.Random(length)
    dice = [DECK.kind_of(name) for name in rest_of_deck()]
    for _ in range(150):
        cards = roll.sample(dice, 5)
        kept = TARGETS.kept_for_straight(pack(cards), length)
        lows = [6 * color + start for color in range(3) for start in range(7 - length)]
        best = max(most_laid(cards, frozenset(range(low, low + length))) for low in lows)
        chosen = [card for place, card in enumerate(cards) if kept >> place & 1]
        assert len(chosen) == best
        assert max(most_laid(chosen, frozenset(range(low, low + length))) for low in lows) == best


def kept_slowly(cards: list[int], length: int) -> list[int]:
    """The places kept for a straight, the obvious way: try each one, from the last card on keep every card that fits.

    The first colour, and in it the highest straight, that keeps the most.
    """
    tried: list[list[int]] = []
    for color in range(3):
        for start in reversed(range(7 - length)):
            faces = frozenset(range(6 * color + start, 6 * color + start + length))
            kept: list[int] = []
            for place in (4, 3, 2, 1, 0):
                if most_laid([cards[p] for p in [place, *kept]], faces) > len(kept):
                    kept.append(place)
            tried.append(kept)
    return max(tried, key=len)


def hands_to_keep_from() -> Iterator[list[int]]:
    """Every hand of one colour, in some order, and many hands of all colours."""
    roll = random.Random(44)
    dice = [DECK.kind_of(kind.name) for kind in DICE]
    for cards in combinations_with_replacement([kind for kind in dice if BOOK.faces[kind] < 1 << 6], 5):
        yield roll.sample(cards, 5)
    for _ in range(scaled(4000)):
        yield roll.choices(dice, k=5)


@pytest.mark.parametrize(
    ("length", "at", "complete"), [(4, SMALL_AT, SMALL_COMPLETE), (5, LARGE_AT, LARGE_COMPLETE)], ids=["small", "large"]
)
def test_what_is_kept_for_a_straight_is_what_trying_everything_finds(length: int, at: int, complete: int) -> None:
    made = 0
    for cards in hands_to_keep_from():
        kept = kept_slowly(cards, length)
        hand = pack(cards)
        assert BOOK.straights.kept(hand, at, 0) == sum(1 << place for place in kept), cards
        assert (BOOK.straights.kept(hand, at, complete) == MADE) == (len(kept) == length), cards
        made += len(kept) == length
    assert made > 50


def test_aims_of_a_hand_are_to_call_it_or_to_exchange_towards_something() -> None:
    """And they never break up equal cards, so the cards they name are the cards that go."""
    roll = random.Random(15)
    dice = [DECK.kind_of(kind.name) for kind in DICE]
    for _ in range(5000):
        hand = pack(roll.choices(roll.sample(dice, 4), k=5))
        offer = roll.randrange(1, 64)
        aims = TARGETS.aims(hand, offer)
        if BOOK.types(hand, offer):
            assert aims == READY
        else:
            assert aims == TARGETS.exchanges(hand, offer) > 0
            assert not aims & doubled_choices(hand, 5)


def test_an_exchange_is_another_one_in_disguise_if_it_leaves_an_equal_card_before_one_that_it_takes() -> None:
    roll = random.Random(3)
    for number in range(scaled(400)):
        cards = [roll.randrange(1 + number % 9) * 17 for _ in range(roll.choice([3, 4, 5, 5]))]
        doubled = {
            places
            for places in range(32)
            for taken, card in enumerate(cards)
            if places >> taken & 1
            if any(not places >> left & 1 and cards[left] == card for left in range(taken))
        }
        hand = sum(card << (8 * place) for place, card in enumerate(cards))
        assert members(doubled_choices(hand, len(cards))) == sorted(doubled)


def most_laid(cards: list[int], faces: frozenset[int]) -> int:
    """The most of these cards that can show different ones of these faces, by trying everything."""
    return most_shown(tuple(BOOK.faces[card] & sum(1 << face for face in faces) for card in cards))


@cache
def most_shown(cards: tuple[int, ...]) -> int:
    """The same; a card is the set of faces that it can show."""
    if not cards:
        return 0
    best = most_shown(cards[1:])
    for face in range(18):
        if cards[0] >> face & 1:
            best = max(best, 1 + most_shown(tuple(card & ~(1 << face) for card in cards[1:])))
    return best


# ---- codes -------------------------------------------------------------------------------------


def test_the_codes_of_actions_are_what_records_say() -> None:
    """Records and journals keep the numbers, so they stay what they are."""
    wanted = {
        "call": 0,
        "call 3K": 1,
        "call YZ": 6,
        "exchange": 7,
        "exchange 1": 8,
        "exchange 2": 9,
        "exchange 1 2": 10,
        "exchange 1 2 3 4 5": 38,
        "exchange 2 1": 39,
        "exchange 5 4 3 2 1": 332,
    }
    assert {text: CATALOGUE.parse(text) for text in wanted} == wanted
    assert CATALOGUE.size == 333


def test_codes_are_made_and_read_as_they_are_declared() -> None:
    for number, order in enumerate(ORDERS):
        text = " ".join(["exchange", *[str(place + 1) for place in order]])
        assert exchange_code(number) == CATALOGUE.parse(text)
        assert order_of(exchange_code(number)) == number
    assert call_code(NO_TYPE) == CATALOGUE.parse("call")
    for named, name in enumerate(TYPES):
        assert call_code(named) == CATALOGUE.parse(f"call {name}")
        assert CALL_TYPE.of(call_code(named)) == named


# ---- records and examples ----------------------------------------------------------------------


def test_a_record_of_exchanges_and_calls_replays() -> None:
    recording = Recording(GAME, nameless(3), GAME.read_options({}, 3), 5, DECK)
    roll = random.Random(5)
    for _ in range(120):
        rules = recording.rules
        seat = roll.randrange(3)
        codes = legal_codes(rules, seat) or [0]
        recording.input(rules.now + roll.choice([0, 300, 6000]), seat, roll.choice(codes))
    data = recording.to_bytes()
    assert b'"do":"exchange 1 ' in data
    assert open_record(data, all_games(), "the record").state.rules.truth() == recording.rules.truth()


def test_the_scenarios_tell_all_ten_examples() -> None:
    titles = [path.read_text(encoding="utf-8").splitlines()[0] for path in scenario_files()]
    for number in range(1, 11):
        assert any(f'"YH-X{number}' in title for title in titles)
    assert len(titles) == 16


def scenario_files() -> list[Path]:
    return sorted((GAME.folder / "scenarios").glob("*.toml"))
