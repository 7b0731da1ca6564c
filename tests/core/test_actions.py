"""The catalogue: one declaration, and code and text agree."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest

from slamdeck.core.actions import Catalogue, Parameter, Verb
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.core.telling import Telling
from tests.conformance.driving import every_game, new_game


def small() -> Catalogue:
    lines = Parameter("clear", ["H1", "V1"], optional=True, keyword=True)
    return Catalogue(
        "testing",
        [
            Verb("toss"),
            Verb("place", [Parameter("slot", ["1", "2", "3"]), Parameter("side", ["open", "closed"]), lines]),
            Verb("cut", [Parameter("k", [str(k) for k in range(5)], optional=True, nearest=True)]),
        ],
    )


def test_codes_run_without_gaps() -> None:
    catalogue = small()
    assert catalogue.size == 1 + 3 * 2 * 3 + 6
    texts = [catalogue.text(code) for code in range(catalogue.size)]
    assert len(set(texts)) == catalogue.size
    assert texts[0] == "toss"
    assert "place 2 closed clear=V1" in texts


@every_game
def test_every_action_survives_its_text(info: GameInfo) -> None:
    catalogue = new_game(info, info.most, 1).rules.catalogue
    for code in range(catalogue.size):
        assert catalogue.parse(catalogue.text(code)) == code


def test_a_number_beyond_the_list_means_the_nearest() -> None:
    catalogue = small()
    assert catalogue.text(catalogue.parse("cut 77")) == "cut 4"
    assert catalogue.text(catalogue.parse("cut -3")) == "cut 0"
    assert catalogue.text(catalogue.parse("cut")) == "cut"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "missing its verb"),
        ("jump", "testing has no action 'jump'; it has toss, place, cut"),
        ("toss now", "toss does not take 'now'"),
        ("place", "place needs a slot"),
        ("place 9 open", "slot '9' is not one of 1, 2, 3"),
        ("place 1 open clear=X", "clear 'X' is not one of H1, V1"),
        ("cut deep", "k 'deep' is not one of"),
        ("cut --5", "k '--5' is not one of"),
        ("cut ²", "k '²' is not one of"),
        (f"cut {'9' * 5000}", "is not one of"),
    ],
)
def test_a_wrong_action_is_named(text: str, sentence: str) -> None:
    with pytest.raises(UsageProblem, match=sentence):
        small().parse(text)


def test_a_code_that_does_not_exist_is_named() -> None:
    with pytest.raises(UsageProblem, match="has no action 99"):
        small().text(99)


def test_the_arguments_of_a_verb_add_up_to_its_codes() -> None:
    place = small().verb("place")
    slot, side, clear = (place.argument(name) for name in ("slot", "side", "clear"))
    codes = []
    for chosen in itertools.product(range(3), range(2), range(-1, 2)):
        code = place.base + slot.at(chosen[0]) + side.at(chosen[1]) + clear.at(chosen[2])
        assert code == place.code(list(chosen))
        assert (slot.of(code), side.of(code), clear.of(code)) == chosen
        codes.append(code)
    assert codes == list(range(place.base, place.base + place.size))
    assert [argument.step for argument in (slot, side, clear)] == [6, 3, 1]


def test_a_verb_knows_its_own_codes() -> None:
    catalogue = small()
    for verb in catalogue.verbs:
        held = [code for code in range(-1, catalogue.size + 1) if verb.holds(code)]
        assert held == list(range(verb.base, verb.base + verb.size))


def test_an_argument_that_a_verb_does_not_have_is_named() -> None:
    with pytest.raises(UsageProblem, match="place has no argument 'depth'"):
        small().verb("place").argument("depth")


@pytest.mark.parametrize(
    ("declare", "sentence"),
    [
        (
            lambda: Verb("grab", manner="hnad"),
            "the manner of grab is 'hnad', which is not one of move, hand, shout",
        ),
        (lambda: Parameter("whom", ["0"], means="player"), "whom means 'player', which is not one of word, seat"),
        (lambda: Telling("{who} grabs.", "loud"), "the tone of '{who} grabs.' is 'loud', which is not one of good"),
        (lambda: Catalogue("testing", [Verb("grab"), Verb("grab")]), "testing has two actions 'grab'"),
    ],
)
def test_a_slip_in_a_declaration_is_named(declare: Callable[[], object], sentence: str) -> None:
    """Else a hand would lose its fair races without a word."""
    with pytest.raises(UsageProblem, match=re.escape(sentence)):
        declare()
