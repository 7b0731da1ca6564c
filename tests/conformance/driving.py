"""Ways to drive any game that is found: sensible play, legal play, and a storm of everything else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from slamdeck.core.deck import Deck
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, Game
from slamdeck.core.rules import Rules
from slamdeck.core.views import legal_codes, sensible_codes
from slamdeck.core.zones import HOST
from slamdeck.games import all_games
from slamdeck.table.journal.recording import Recording

GAMES = list(all_games().values())
every_game = pytest.mark.parametrize("info", GAMES, ids=lambda info: info.slug)
every_table = pytest.mark.parametrize(
    ("info", "seats"),
    [(info, seats) for info in GAMES for seats in range(info.fewest, info.most + 1)],
    ids=lambda value: value.slug if isinstance(value, GameInfo) else str(value),
)


def new_game(info: GameInfo, seats: int, seed: int, live: bool = False, deck: Deck | None = None) -> Game:
    options = info.read_options({} if live else info.simulated, seats)
    return Game(info.table(seats, deck or info.deck(), options, FastDice(seed)))


def snapshot(rules: Rules) -> tuple[object, ...]:
    """Everything that is true at a table, in a form that can be compared."""
    cards = rules.cards
    zones = range(rules.layout.zones)
    known = [[[cards.knows(seat, zone, i) for seat in range(7)] for i in range(cards.size(zone))] for zone in zones]
    return (
        [cards.listed(zone) for zone in zones],
        [cards.face(zone) for zone in zones],
        known,
        rules.truth(),
        rules.phase(),
        rules.over,
        rules.deadline,
    )


def census(rules: Rules) -> dict[int, int]:
    """How many cards of each kind are on the table."""
    counts: dict[int, int] = {}
    for zone in range(rules.layout.zones):
        for kind in rules.cards.listed(zone):
            counts[kind] = counts.get(kind, 0) + 1
    return counts


def awaited_seats(rules: Rules) -> list[int]:
    awaited = rules.awaited()
    return [seat for seat in range(8) if awaited >> seat & 1]


def sensible_step(rules: Rules, roll: random.Random) -> tuple[int, int, int] | None:
    """An input somebody in earnest could make next, or None where only time helps."""
    seats = awaited_seats(rules)
    roll.shuffle(seats)
    for wait in (500, 1500):
        for seat in seats:
            at = rules.now + (roll.randint(1, 300) if len(seats) > 1 else wait)
            if rules.deadline <= at:
                return None
            codes = sensible_codes(rules, seat, at)
            if codes:
                return at, seat, roll.choice(codes)
    return None


def stormy_step(rules: Rules, roll: random.Random) -> tuple[int, int, int]:
    """Anything at all: legal moves of any seat, codes and seats that do not exist, times long past and far ahead."""
    at = rules.now + roll.choice([0, 0, 1, 7, 120, 260, 501, 1600, 5200])
    if roll.random() < 0.02:
        at -= roll.randint(1, 10_000)
    if roll.random() < 0.3:
        seat = roll.choice([-1, HOST, rules.seats, 6, 99, *range(rules.seats)])
        return at, seat, roll.choice([-7, -1, 1 << 40, roll.randrange(rules.catalogue.size + 5)])
    seat = roll.randrange(rules.seats)
    codes = legal_codes(rules, seat)
    return at, seat, roll.choice(codes) if codes else roll.randrange(rules.catalogue.size)


def play(game: Game | Recording, seed: int, most: int, storm: float = 0.0) -> Iterator[Entry]:
    """Drive a game, an entry at a time; `storm` is the share of inputs that are not sensible."""
    roll = random.Random(seed)
    for _ in range(most):
        rules = game.rules
        if rules.over and storm == 0:
            return
        if roll.random() < storm:
            yield game.input(*stormy_step(rules, roll))
            continue
        step = sensible_step(rules, roll)
        if step is None:
            yield game.wait(min(rules.deadline, rules.now + 60_000))
        else:
            yield game.input(*step)
