"""Has anything changed that everybody can see? The table asks the packed cards, so they must say what a view would."""

from __future__ import annotations

import random

import msgspec
import pytest

from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import Game
from slamdeck.core.views import legal_codes, view_of
from slamdeck.core.zones import PUBLIC
from slamdeck.games import all_games


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_packed_cards_look_alike_when_the_public_view_does(slug: str) -> None:
    info = all_games()[slug]
    seats = info.fewest
    game = Game(info.table(seats, info.deck(), info.read_options({}, seats), FastDice(5)))
    roll = random.Random(5)
    pictures: dict[bytes, bytes] = {}
    views: dict[bytes, bytes] = {}
    for _ in range(400):
        picture = game.rules.cards.open_to_all()
        view = msgspec.json.encode(view_of(game.rules, PUBLIC).zones)
        assert pictures.setdefault(picture, view) == view
        assert views.setdefault(view, picture) == picture
        choices = [(seat, code) for seat in range(seats) for code in legal_codes(game.rules, seat)]
        if choices and not game.rules.over:
            seat, code = roll.choice(choices)
            game.input(game.rules.now + roll.randrange(400), seat, code)
        else:
            game.wait(min(game.rules.deadline, game.rules.now + 1_000))
    assert len(pictures) > 3
