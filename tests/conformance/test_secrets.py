"""Views leak nothing: non-interference, over every game found.

For a random moment and a random observer, take another world that the observer cannot tell from the true one, make the
same input in both, and compare every byte that the observer is sent. Cards that take part in the step itself may of
course show: the zones they come from, and what the acting player knows, are kept the same in both worlds.
"""

from __future__ import annotations

import random

import msgspec

from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, Game
from slamdeck.core.rules import Rules
from slamdeck.core.views import Delivery, delivery, view_of
from slamdeck.core.zones import OWNER, PUBLIC
from tests.conformance.driving import every_table, new_game, sensible_step, snapshot, stormy_step
from tests.scale import scaled

Step = tuple[int, int, int]


def make(rules: Rules, step: Step | None, at: int) -> Entry:
    """Make the step on this table and hear what it tells."""
    game = Game(rules, dealt=True)
    return game.wait(at) if step is None else game.input(*step)


def involved_zones(rules: Rules, entry: Entry, step: Step | None) -> set[int]:
    """Zones whose cards take part in the step: sources of movements, and hands when time decides for everybody."""
    zones = {event.source for event in entry.told if event.source >= 0}
    zones |= {event.target for event in entry.told if event.target >= 0}
    if step is None:
        zones |= {zone for zone in range(rules.layout.zones) if rules.cards.face(zone) == OWNER}
    return zones


def other_world(rules: Rules, observer: int, actor: int, zones: set[int], seed: int) -> Rules:
    """A world the observer cannot tell from the true one, in which the step has the same cards to work on."""
    base = rules.clone()
    for zone in range(base.layout.zones):
        if zone in zones:
            base.cards.learn(zone, observer)
        elif 0 <= actor < base.seats:
            base.cards.learn_what(zone, observer, actor)
    dice = FastDice(seed)
    world = base.branch(dice)
    # Intentions stay as they are (no `forget`): the step may be the very one that brings them to light.
    world.cards.imagine(observer, dice, world.deck.backs)
    world.reread()
    world.cards.know_as(rules.cards)
    world.dice = rules.dice.clone()
    return world


def differences(info: GameInfo, seats: int, seed: int, steps: int, sent: object) -> tuple[int, int]:
    """How many comparisons were made between worlds that really differ, and how many of them differed."""
    assert callable(sent)
    compared = differed = 0
    game = new_game(info, seats, seed, live=True)
    roll = random.Random(seed)
    for number in range(steps):
        rules = game.rules
        if rules.over:
            break
        step = stormy_step(rules, roll) if roll.random() < 0.2 else sensible_step(rules, roll)
        at = min(rules.deadline, rules.now + 60_000) if step is None else step[0]
        if step is not None and rules.deadline <= at:
            step, at = None, rules.deadline  # time acts first; the input comes in a later round
        observer = roll.choice([PUBLIC, *range(seats)])
        truth = rules.clone()
        entry = make(truth, step, at)
        actor = -1 if step is None else step[1]
        world = other_world(rules, observer, actor, involved_zones(rules, entry, step), seed * 1000 + number)
        if snapshot(world)[0] != snapshot(rules)[0]:
            compared += 1
            in_world = make(world, step, at)
            differed += sent(truth, entry, observer) != sent(world, in_world, observer)
        if step is None:
            game.wait(at)
        else:
            game.input(*step)
    return compared, differed


def sent_to(rules: Rules, entry: Entry, observer: int) -> bytes:
    return msgspec.json.encode(delivery(rules, entry, observer))


@every_table
def test_deliveries_do_not_depend_on_what_a_seat_cannot_know(info: GameInfo, seats: int) -> None:
    compared = 0
    for seed in range(scaled(4)):
        made, differed = differences(info, seats, seed, scaled(150), sent_to)
        assert differed == 0, f"seed {seed}: {differed} of {made} deliveries told a secret"
        compared += made
    assert compared > 20, "hardly any worlds differed: the test would not notice a leak"


@every_table
def test_whom_the_table_waits_for_and_when_it_asks_screens_is_public(info: GameInfo, seats: int) -> None:
    """Or the waiting, the pings and the `still`s would tell."""

    def asked(rules: Rules, _entry: Entry, _observer: int) -> tuple[int, bool]:
        return int(rules.contenders()), bool(rules.race_possible())

    for seed in range(scaled(2)):
        _, differed = differences(info, seats, seed, scaled(100), asked)
        assert differed == 0


@every_table
def test_a_view_is_the_same_in_every_imagined_world(info: GameInfo, seats: int) -> None:
    game = new_game(info, seats, 8, live=True)
    roll = random.Random(8)
    for number in range(scaled(100)):
        step = sensible_step(game.rules, roll)
        if step is None:
            game.wait(min(game.rules.deadline, game.rules.now + 60_000))
        else:
            game.input(*step)
        for observer in [*range(seats), PUBLIC]:
            world = game.rules.imagine(observer, FastDice(number))
            assert view_of(world, observer) == view_of(game.rules, observer)


@every_table
def test_two_worlds_a_seat_cannot_tell_apart_are_imagined_alike(info: GameInfo, seats: int) -> None:
    """So a bot that is shown only its imagined world decides the same in both: it cannot use a secret."""
    game = new_game(info, seats, 9)
    roll = random.Random(9)
    for number in range(scaled(60)):
        step = sensible_step(game.rules, roll)
        if step is None:
            game.wait(min(game.rules.deadline, game.rules.now + 60_000))
        else:
            game.input(*step)
        observer = roll.randrange(seats)
        elsewhere = game.rules.imagine(observer, FastDice(number + 1))
        one = game.rules.imagine(observer, FastDice(number + 2))
        two = elsewhere.imagine(observer, FastDice(number + 2))
        assert snapshot(one)[0] == snapshot(two)[0]


def test_the_test_notices_a_leak() -> None:
    """A delivery that carries the order of closed piles must be caught."""
    from slamdeck.games import find_game

    def leaky(rules: Rules, entry: Entry, observer: int) -> bytes:
        honest: Delivery = delivery(rules, entry, observer)
        secrets = [rules.cards.listed(zone) for zone in range(rules.layout.zones)]
        return msgspec.json.encode((honest, secrets))

    compared, differed = differences(find_game("slamwich"), 4, 1, 60, leaky)
    assert compared > 0
    assert differed == compared
