"""The catalogue: one declaration, and code, text, JSON and mask agree."""

from __future__ import annotations

import pytest

from slamdeck.core.actions import Catalogue, Parameter, Verb
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
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
