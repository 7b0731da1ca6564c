"""A search bot thinks in another process and comes to the decision it would have come to here."""

from __future__ import annotations

import random

from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.bots.worker import TableOpened, Worker
from slamdeck.core.bits import lowest
from slamdeck.core.dice import FastDice
from slamdeck.core.instincts import NO_ACTION, TURN
from slamdeck.core.kernel import CLOCK, Game
from slamdeck.games import all_games
from tests.conformance.driving import sensible_step


def test_a_worker_follows_the_game_and_decides() -> None:
    info = next(info for info in all_games().values() if info.searched)
    seats, seed = 3, 12
    options = info.read_options({}, seats)
    deck = info.deck()
    opened = TableOpened(info.slug, seats, {}, deck.data, seed, "quick:policy", 1, 5)
    worker = Worker(opened)
    try:
        game = Game(info.table(seats, deck, options, FastDice(seed)))
        here = seat_bot(parse_bot("quick:policy"), info, game.rules, 1, 5)
        roll = random.Random(1)
        decisions = 0
        for _ in range(120):
            if game.rules.over or decisions == 3:
                break
            if game.rules.awaited() == 0b10 and lowest(game.rules.awaited()) == 1:
                world = game.rules.imagine(1, here.dice)
                ours = here.policy.choose(world, 1, TURN, here.dice)
                assert worker.ask(TURN, patience_s=60) == ours
                decisions += ours != NO_ACTION
            step = sensible_step(game.rules, roll)
            if step is None:
                at = min(game.rules.deadline, game.rules.now + 60_000)
                game.wait(at)
                worker.tell(at, 0, CLOCK)
            else:
                game.input(*step)
                worker.tell(*step)
        assert decisions > 0
    finally:
        worker.close()
    assert not worker.process.is_alive()
