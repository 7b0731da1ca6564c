"""Every promise holds under every house rule: switches are thrown by chance, and the game is driven as usual."""

from __future__ import annotations

import random

import pytest

from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.bots.search import Search
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Game
from slamdeck.core.rules import REJECTED
from slamdeck.core.views import legal_codes, view_of
from slamdeck.core.zones import PUBLIC
from slamdeck.games import own_games
from slamdeck.lab.arena import Arena
from slamdeck.lab.simulation import Simulation
from tests.conformance.driving import GAMES, awaited_seats, census, every_game, every_table, play
from tests.conformance.house_rules import some_house_rules, switches_of
from tests.scale import scaled


def test_our_own_games_have_switches() -> None:
    assert all(len(switches_of(info)) >= 3 for info in own_games().values())


@every_table
def test_cards_are_conserved_lists_are_right_and_secrets_kept_under_any_house_rules(info: GameInfo, seats: int) -> None:
    for seed in range(scaled(3)):
        roll = random.Random(seed)
        options = some_house_rules(info, seats, roll, live=seed % 2 == 0)
        game = Game(info.table(seats, info.deck(), options, FastDice(seed)))
        cards = census(game.rules)
        for number, _ in enumerate(play(game, seed, scaled(120), storm=0.4)):
            rules = game.rules
            assert census(rules) == cards, options
            seat = roll.randrange(seats)
            for code in roll.sample(legal := legal_codes(rules, seat), min(3, len(legal))):
                world = rules.clone()
                assert world.act(seat, code) != REJECTED, f"{world.wording(seat, code)}: {world.why}, {options}"
            observer = roll.choice([PUBLIC, *range(seats)])
            assert view_of(rules.imagine(observer, FastDice(number)), observer) == view_of(rules, observer), options


@every_table
def test_games_end_under_any_house_rules(info: GameInfo, seats: int) -> None:
    roll = random.Random(seats)
    for seed in range(scaled(4)):
        options = some_house_rules(info, seats, roll, live=False)
        simulation = Simulation(info, seats, info.deck(), options, seed)
        for _ in range(3):
            simulation.play_next()
        assert simulation.summary.unfinished == 0, options


@every_game
def test_bots_play_under_any_house_rules(info: GameInfo) -> None:
    roll = random.Random(3)
    for seed in range(scaled(2)):
        options = some_house_rules(info, info.fewest, roll, live=True)
        rules = info.table(info.fewest, info.deck(), options, FastDice(seed))
        bots = [seat_bot(parse_bot("quick"), info, rules, seat, seat) for seat in range(info.fewest)]
        assert Arena(rules, bots).play().outcome is not None, options


@pytest.mark.parametrize("info", [info for info in GAMES if info.searched], ids=lambda info: info.slug)
def test_a_search_finds_a_move_under_any_house_rules(info: GameInfo) -> None:
    roll = random.Random(5)
    found = 0
    for seed in range(scaled(4)):
        options = some_house_rules(info, info.fewest, roll, live=False)
        game = Game(info.table(info.fewest, info.deck(), options, FastDice(seed)))
        search = Search(info.instinct(game.rules), 12)
        for number, _ in enumerate(play(game, seed, 60)):
            seats = [seat for seat in awaited_seats(game.rules) if seat < info.fewest]
            if number % 10 == 0 and seats and not game.rules.over:
                world = game.rules.imagine(seats[0], FastDice(number))
                stimulus = search.instinct.stimulus(world, seats[0])
                move = search.choose(world, seats[0], stimulus, FastDice(number + 1))
                found += move in legal_codes(game.rules, seats[0])
    assert found > 5
