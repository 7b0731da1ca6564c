"""The sentences of games: who reads them is "you", cards are named to those who see them, nonsense is refused."""

from __future__ import annotations

import pytest

from slamdeck.core.problems import UsageProblem
from slamdeck.core.sights import Told
from slamdeck.core.telling import Telling, sentence

NAMES = ["Mia", "Ada", "Ben"]
EVENTS = {
    "win": Telling("{who} {takes|take} the pile: {number:card|cards}."),
    "take": Telling("{to} {takes|take} a card from {from}[: {card}]."),
    "swap": Telling(
        "{to} {steals|steal} from {from} and {leaves|leave} one.", own="{to} {swaps|swap} {their|your} own."
    ),
    "late": Telling("Too late! {who} {was|were} slow. {who's} card goes to {to}."),
    "foul": Telling("{who} {makes|make} a foul[: {why}]. {number:card is|cards are} swapped."),
    "plain": Telling("{who} lays {card}, number {number}"),
}


def said(told: Told, *own: int) -> str:
    return sentence(EVENTS, told, NAMES, own)


def test_others_have_names_and_the_reader_is_you() -> None:
    told = Told("win", number=7, seat=2)
    assert said(told) == said(told, 0) == "Ben takes the pile: 7 cards."
    assert said(told, 2) == "You take the pile: 7 cards."


def test_several_readers_at_one_screen_are_called_by_their_names() -> None:
    assert said(Told("win", number=7, seat=2), 1, 2) == "Ben takes the pile: 7 cards."


@pytest.mark.parametrize(("number", "words"), [(0, "no cards"), (1, "1 card"), (2, "2 cards"), (-3, "-3 cards")])
def test_nouns_go_with_their_number(number: int, words: str) -> None:
    assert said(Told("win", number=number, seat=0)) == f"Mia takes the pile: {words}."


def test_whose_places_a_card_left_and_came_to() -> None:
    told = Told("take", card="7", source="hands[1]", target="hands[2]")
    assert said(told, 1) == "Ben takes a card from you: 7."
    assert said(told, 2) == "You take a card from Ada: 7."
    unseen = Told("take", source="hands[1]", target="hands[2]")
    assert said(unseen, 0) == "Ben takes a card from Ada."


def test_another_sentence_where_both_are_one_player() -> None:
    between = Told("swap", source="grids[1][4]", target="grids[0][8]")
    assert said(between, 1) == "Mia steals from you and leaves one."
    assert said(between, 0) == "You steal from Ada and leave one."
    within = Told("swap", source="grids[1][4]", target="grids[1][8]")
    assert said(within, 1) == "You swap your own."
    assert said(within, 0) == "Ada swaps their own."


def test_every_sentence_has_its_own_subject_and_begins_with_a_capital() -> None:
    told = Told("late", seat=0, target="stacks[2]")
    assert said(told, 0) == "Too late! You were slow. Your card goes to Ben."
    assert said(told, 2) == "Too late! Mia was slow. Mia's card goes to you."


def test_what_is_not_to_be_told_is_left_out() -> None:
    assert said(Told("foul", seat=1, number=3, why="no pair"), 1) == "You make a foul: no pair. 3 cards are swapped."
    assert said(Told("foul", seat=1, number=1)) == "Ada makes a foul. 1 card is swapped."
    assert said(Told("plain", seat=1, number=4)) == "Ada lays a card, number 4"
    assert said(Told("plain", seat=1, number=4, card="egg")) == "Ada lays egg, number 4"


def test_nobody_in_particular_and_no_words_at_all() -> None:
    assert said(Told("win", number=2), 0) == "Somebody takes the pile: 2 cards."
    assert said(Told("move", card="egg", source="stacks[0]", target="centre")) == ""


def test_movements_are_told_alike_in_all_games() -> None:
    assert said(Told("shuffle")) == "The cards are shuffled."
    assert said(Told("look", seat=1, source="grids[0][1]", target="grids[0][1]"), 0) == "Ada looks at a card."
    assert said(Told("look", seat=0, card="egg"), 0) == "You look at a card: egg."


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("{whom} takes it.", r"have \{whom\}"),
        ("{who} {takes} it.", r"have \{takes\}"),
        ("{who} {takes|} it.", r"have \{takes\|\}"),
        ("{who} {a|b|c} it.", r"have \{a\|b\|c\}"),
        ("{number:cards}", r"have \{number:cards\}"),
        ("{seat:card|cards}", r"have \{seat:card\|cards\}"),
        ("{}", r"have \{\}"),
        ("{who takes it.", r"have \{,"),
        ("who} takes it.", r"have \},"),
        ("{takes|take} it.", r"have \{takes\|take\} before any"),
        ("{who} is out. {takes|take} it.", r"have \{takes\|take\} before any"),
        ("{who} takes it [now].", "brackets without"),
        ("{who} takes it [: {card}.", "brackets that do not match"),
        ("{who} takes it : {card}].", "brackets that do not match"),
        ("{who} takes [it [: {card}]].", "brackets that do not match"),
    ],
)
def test_words_that_make_no_sense_are_refused_when_the_game_is_declared(words: str, wrong: str) -> None:
    with pytest.raises(UsageProblem, match=wrong):
        Telling(words)
    with pytest.raises(UsageProblem, match=wrong):
        Telling("{who} takes it.", own=words)
