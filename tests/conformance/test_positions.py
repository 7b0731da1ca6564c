"""Positions given by hand, over every game found: what a game comes to is accepted, and what is accepted is a game.

Real positions are taken apart, mixed with others of their kind and put together again. Most of what comes out no game
could come to, and is refused with a sentence; whatever is not must keep every promise a dealt game keeps.
"""

from __future__ import annotations

import random

from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Game
from slamdeck.core.options import Options
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import APPLIED, NEVER, REJECTED, Rules
from slamdeck.core.scenarios import row_as_written
from slamdeck.core.staging import EMPTY_SLOT, agrees, begin
from slamdeck.core.views import legal_codes, sensible_codes, view_of
from slamdeck.core.zones import HOST, PUBLIC
from tests.conformance.driving import awaited_seats, census, every_table, play
from tests.conformance.house_rules import some_house_rules
from tests.scale import scaled

Given = dict[str, object]
A_DAY = 86_400_000


def as_written(value: object) -> object:
    """Files have no word for nothing but "none"."""
    if isinstance(value, dict):
        return {key: as_written(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_written(one) for one in value]
    return "none" if value is None else value


def position_of(rules: Rules) -> Given:
    rows = {row.name: row_as_written(rules, row) for row in rules.layout.rows}
    # What the last reveal showed is history: a position cannot be given it.
    truth = {name: as_written(value) for name, value in rules.truth().items() if name != "last_reveal"}
    return {**rows, **truth}


def fresh(info: GameInfo, seats: int, options: Options, seed: int) -> Rules:
    return info.table(seats, info.deck(), options, FastDice(seed))


def moments(info: GameInfo, seats: int, options: Options, seed: int, most: int) -> list[Given]:
    """Positions of one game, on its way."""
    game = Game(fresh(info, seats, options, seed))
    found = [position_of(game.rules)]
    for number, _ in enumerate(play(game, seed, most, storm=0.2)):
        if game.rules.over:
            break
        if number % 3 == 0 and can_be_given(game.rules):
            found.append(position_of(game.rules))
    return found


def can_be_given(rules: Rules) -> bool:
    """Between two hands there is no position, unless the game has a field that says so."""
    return "phase" in rules.truth() or not rules.awaited() >> HOST & 1


@every_table
def test_a_position_that_a_game_comes_to_is_accepted_in_whatever_order_its_fields_are(
    info: GameInfo, seats: int
) -> None:
    for seed in range(scaled(3)):
        roll = random.Random(seed)
        options = some_house_rules(info, seats, roll, live=seed % 2 == 0)
        for number, given in enumerate(moments(info, seats, options, seed, scaled(200))):
            fields = list(given.items())
            roll.shuffle(fields)
            game = begin(fresh(info, seats, options, number), [], dict(fields))
            again = position_of(game.rules)
            assert {name: again[name] for name in given if not agrees(given[name], again[name])} == {}


def mixed(positions: list[Given], rows: set[str], roll: random.Random) -> Given:
    """Take a position, and change it a little: fields of another moment, fields left out, cards that have moved."""
    given = {name: copied(value) for name, value in roll.choice(positions).items()}
    for _ in range(roll.choice([1, 1, 2, 3])):
        name = roll.choice(list(given))
        kind = roll.random()
        if kind < 0.45:
            given[name] = copied(roll.choice(positions)[name])
        elif kind < 0.65 and len(given) > 3:
            del given[name]
        else:
            move_a_card(given, [one for one in given if one in rows], roll)
    fields = list(given.items())
    roll.shuffle(fields)
    return dict(fields)


def copied(value: object) -> object:
    return [copied(one) for one in value] if isinstance(value, list) else value


def move_a_card(given: Given, rows: list[str], roll: random.Random) -> None:
    """From anywhere to anywhere, or off the table."""
    piles = [pile for name in rows for pile in piles_of(given[name])]
    if not piles:
        return
    source, target = roll.choice(piles), roll.choice(piles)
    cards = [card for card in source if card != EMPTY_SLOT]
    if cards:
        card = roll.choice(cards)
        source[source.index(card)] = EMPTY_SLOT
        if EMPTY_SLOT in target and source is not target:
            target[target.index(EMPTY_SLOT)] = card
        elif roll.random() < 0.8:
            target.append(card)
    if roll.random() < 0.5:
        source[:] = [card for card in source if card != EMPTY_SLOT]


def piles_of(row: object) -> list[list[str]]:
    assert isinstance(row, list)
    return row if row and all(isinstance(pile, list) for pile in row) else [row]


@every_table
def test_what_is_accepted_keeps_every_promise(info: GameInfo, seats: int) -> None:
    accepted = refused = 0
    for seed in range(scaled(4)):
        roll = random.Random(1000 + seed)
        options = some_house_rules(info, seats, roll, live=seed % 2 == 0)
        positions = moments(info, seats, options, seed, scaled(240))
        rows = {row.name for row in fresh(info, seats, options, 1).layout.rows}
        for number in range(scaled(60)):
            given = mixed(positions, rows, roll)
            try:
                game = begin(fresh(info, seats, options, number), [], given)
            except CheckFailed:
                refused += 1
            else:
                accepted += 1
                check_promises(game, number, roll)
    assert accepted > 5
    assert refused > 0


def check_promises(game: Game, seed: int, roll: random.Random) -> None:
    """Cards are conserved, everybody sees something, what is legal is not rejected, and the game never stands still."""
    cards = census(game.rules)
    for entry in play(game, seed, 25, storm=0.3):
        rules = game.rules
        if entry.action == rules.catalogue.host_action and entry.verdict == APPLIED:
            cards = census(rules)  # a new hand is dealt from the whole deck
        assert census(rules) == cards
        for observer in (PUBLIC, roll.randrange(rules.seats)):
            view_of(rules, observer)
        if rules.over:
            assert rules.outcome() is not None
            return
        seat = roll.randrange(rules.seats)
        codes = legal_codes(rules, seat)
        if codes:
            assert rules.clone().act(seat, roll.choice(codes)) != REJECTED
        rules.imagine(seat, FastDice(seed))
        assert rules.deadline < NEVER or somebody_can_go_on(rules), "it stands still"


def somebody_can_go_on(rules: Rules) -> bool:
    """Now, or when every pause that a position may ask for is over."""
    return any(sensible_codes(rules, seat, rules.now + A_DAY) for seat in awaited_seats(rules))
