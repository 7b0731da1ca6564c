"""What players read in each game: stories with "you" in them, losses told to who may know, fouls with what is right."""

from __future__ import annotations

import pytest
from msgspec import structs

from slamdeck.core.kernel import Entry
from slamdeck.core.telling import sentence
from slamdeck.core.views import heard
from slamdeck.games import find_game
from tests.position import Position

NAMES = ["Mia", "Ada", "Ben", "Cleo"]


def read(game: Position, entry: Entry, reader: int) -> list[str]:
    """The sentences that somebody reads of an input."""
    info = find_game(game.rules.catalogue.game)
    lines: list[str] = []
    for event in entry.told:
        told = heard(game.rules, event, reader)
        if told.card is not None:
            told = structs.replace(told, card=info.card_words(game.rules.deck.kinds[event.card]))
        lines.append(sentence(info.events, told, NAMES, [reader]))
    return [line for line in lines if line]


# ---- Slamwich ---------------------------------------------------------------------------------------


def test_a_pile_and_a_slip_are_told_with_their_number_of_cards() -> None:
    given = {"turn": 0, "stacks": [["egg", "onion"], ["jelly", "onion"]], "centre": ["egg"]}
    game = Position("slamwich", 2, {"min_toss_ms": 0, "late_grace_ms": 0}, given=given)
    slip = game.do(0, 1, "slap", "foul")
    assert read(game, slip, 1) == ["You slap at nothing and pay 1 card."]
    assert read(game, slip, 0) == ["Ada slaps at nothing and pays 1 card."]
    assert slip.why == "nothing to slap: it takes two alike, two alike with one between, or a Thief"
    game.do(500, 0, "toss")
    won = game.do(900, 1, "slap")
    assert read(game, won, 0)[0] == "Ada takes the pile: 3 cards."
    late = game.do(1000, 0, "slap", "ignored")
    assert late.why == "the pile was just taken; no harm done"


# ---- Hit the Deck -----------------------------------------------------------------------------------


def test_nobody_is_called_faked_out_where_nobody_faked() -> None:
    given = {"turn": 0, "hands": [["R1"], ["R2"]], "discard": ["R5"], "draw": ["Y1", "Y2", "Y3"]}
    game = Position("hit_the_deck", 2, {}, given=given)
    stray = game.do(2000, 1, "slap", "foul")
    assert read(game, stray, 1) == ["You slap without a hand card on top and draw 2 cards."]
    assert stray.why == "no hand card lies on top: only then all hands go down"


def test_a_demand_is_named_to_who_does_not_meet_it() -> None:
    given = {"turn": 0, "hands": [["R1", "@Y"], ["R2"]], "discard": ["#4"], "draw": ["Y1"]}
    game = Position("hit_the_deck", 2, {}, given=given)
    assert game.do(0, 0, "play R1", "rejected").why == "number 4 is demanded: play that, or draw"
    assert game.do(0, 0, "play @Y", "rejected").why == "number 4 is demanded: a Hit card does not count as that"


# ---- Hands Down -------------------------------------------------------------------------------------


def race(**options: object) -> Position:
    given = {"turn": 0, "phase": "ACTION", "hands": [["4", "4"], ["5", "5"], ["7", "8"]], "drawpile": ["9", "10"]}
    return Position("hands_down", 3, {"settle_ms": 0, "clump_ms": 0, **options}, picks=[0], given=given)


def test_a_stolen_card_is_named_to_its_owner_and_to_the_thief_alone() -> None:
    game = race(windup_ms=0)
    game.do(0, 0, "slap")
    game.do(300, 2, "slap")
    decided = game.do(500, 1, "slap")
    assert read(game, decided, 1)[-1] == "Mia takes a card from you: the 5."
    assert read(game, decided, 0)[-1] == "You take a card from Ada: the 5."
    assert read(game, decided, 2)[-1] == "Mia takes a card from Ada."


def test_who_moves_too_soon_hears_what_would_have_been_right_whatever_the_hand_was() -> None:
    whys = set()
    for move in ("slap", "fake"):
        game = race()
        game.do(0, 0, move)
        early = game.do(100, 1, "slap", "foul")
        whys.add(early.why)
        assert read(game, early, 1)[0] == "You move before a slap has landed and pay 1 card."
    assert whys == {"no slap had landed: wait until a hand is down"}


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (["touch"], "You make a foul and lose the turn: a touch is no slap."),
        (["fake", "touch"], "You make a foul and lose the turn: a fake must not touch."),
    ],
)
def test_a_foul_says_which_rule(moves: list[str], line: str) -> None:
    game = race()
    for at, move in enumerate(moves[:-1]):
        game.do(at, 0, move)
    assert line in read(game, game.do(400, 0, moves[-1], "foul"), 0)


def test_a_slap_without_a_pair_is_told_when_it_lands() -> None:
    given = {"turn": 0, "phase": "ACTION", "hands": [["4", "6"], ["5", "5"], ["7", "8"]], "drawpile": ["9", "10"]}
    game = Position("hands_down", 3, {"settle_ms": 0}, given=given)
    game.do(0, 0, "slap")
    assert read(game, game.wait(250), 1)[0] == "Mia makes a foul and loses the turn: a slap needs a pair in hand."


def test_in_a_race_nobody_is_told_to_keep_off() -> None:
    game = race(windup_ms=0)
    game.do(0, 0, "slap")
    game.do(300, 2, "slap")
    assert game.do(310, 2, "slap", "ignored").why == "your hand is down already: wait for the others"
    assert game.do(320, 1, "touch", "ignored").why == "a touch does not count in a race: press fully"


# ---- Yahtzee Hands Down -----------------------------------------------------------------------------

DRAWN = ["Y1", "Y2", "Y3", "Y4", "Y5", "R1", "R2", "R4", "R5", "R6", "B6", "Y1"]
MIXED = "in a full house the three must be of one colour, and so must the two"


@pytest.mark.parametrize(
    ("hand", "offer", "why"),
    [
        (["R3", "B3", "Y3", "R2", "B2"], ["FH"], MIXED),
        (["R3", "B3", "Y3", "R2", "B2"], ["3K", "SS"], "three of a kind must be of one colour"),
        (["R3", "B3", "Y3", "R3/4", "B3/4"], ["4K", "YZ"], "a Yahtzee must be of one colour"),
        (["R1", "B2", "Y3", "R4", "B6"], ["SS"], "a small straight must be of one colour"),
        (["R1", "B2", "Y3", "R4", "B5"], ["LS"], "a large straight must be of one colour"),
        (["R3", "R3", "R3", "B1", "Y6"], ["FH", "SS"], "there is no three of a kind on offer"),
        (["R1", "B2", "Y3", "R5", "B6"], ["FH", "YZ", "SS"], "it makes none of these combinations"),
    ],
)
def test_a_foul_hand_says_what_is_wrong_with_it(hand: list[str], offer: list[str], why: str) -> None:
    given = {
        "starter": 0,
        "hands": [hand, ["R2", "B4", "Y4", "B6", "R6"]],
        "combos": offer,
        "draw": ["Y5", "Y6", "B1", "R1"],
    }
    game = Position("yahtzee_hands_down", 2, {}, given=given, picks=[0, 0, 0])
    game.do(0, 0, "call")
    game.do(100, 1, "exchange")
    game.do(200, 1, "exchange")
    shown = game.wait(5200)
    assert read(game, shown, 1)[0] == f"Mia shows a hand that fits nothing on offer: {why}. 3 cards are swapped."
    guarded = Position("yahtzee_hands_down", 2, {"call_guard": True}, given=given)
    assert guarded.do(0, 0, "call", "rejected").why == f"your hand fits nothing on offer: {why}"


@pytest.mark.parametrize(
    ("mine", "theirs", "why"),
    [
        (["R3", "R3", "R3", "B1", "Y6"], ["B2", "B3", "B4", "B5", "Y6"], "more points than the other hand"),
        (["R3", "R3", "R3", "B1", "Y6"], ["B2", "B2", "B2", "R5", "Y6"], "the higher numbers win"),
        (["R3", "R3", "R3", "B1", "Y6"], ["B3", "B3", "B3", "R5", "Y6"], "equal hands, the earlier call wins"),
    ],
)
def test_the_log_says_what_decided_between_two_hands(mine: list[str], theirs: list[str], why: str) -> None:
    given = {"starter": 0, "hands": [mine, theirs], "combos": ["3K", "SS"], "draw": DRAWN, "chance": ["C10"]}
    game = Position("yahtzee_hands_down", 2, {}, given=given)
    game.do(0, 0, "call")
    won = [line for line in read(game, game.do(100, 1, "call"), 2) if "Combo card" in line]
    assert len(won) == 1
    assert f"; {why}." in won[0]


# ---- Lowdown ----------------------------------------------------------------------------------------


def grids(drawn: str) -> Position:
    row = ["(R1)", "(O3)", "Y4", "G5", "B7", "U8", "K1", "R2", "O5"]
    other = ["(R4)", "O4", "(Y5)", "G6", "B8", "U9", "K2", "R5", "O6"]
    given = {"turn": 0, "grids": [row, other], "draw": [drawn, "Y0", "G0"], "discard": ["B0"]}
    return Position("lowdown", 2, {}, given=given)


def action_card(family: str) -> str:
    return next(kind.name for kind in find_game("lowdown").deck().kinds if kind.family == family)


def after_drawing(family: str) -> Position:
    game = grids(action_card(family))
    game.do(0, 0, "draw")
    game.do(100, 0, "perform")
    return game


def test_a_steal_is_told_to_its_victim() -> None:
    game = after_drawing("steal")
    stolen = game.do(200, 0, "steal 1 3 2")
    assert read(game, stolen, 1)[0] == "Mia steals a card from you and leaves one for it."
    assert read(game, stolen, 0)[0] == "You steal a card from Ada and leave one for it."


def test_a_swap_is_within_ones_own_cards() -> None:
    game = after_drawing("swap")
    swapped = game.do(200, 0, "swap 1 2")
    assert read(game, swapped, 1)[0] == "Mia swaps two of their own cards."
    assert read(game, swapped, 0)[0] == "You swap two of your own cards."


def test_a_peek_is_told_to_the_owner_without_the_card() -> None:
    game = after_drawing("peek")
    seen = game.do(200, 0, "peek 1 3")
    assert read(game, seen, 1)[0] == "Mia looks at one of your cards."
    assert read(game, seen, 0)[0].startswith("You look at one of Ada's cards: ")
