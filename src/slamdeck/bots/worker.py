"""A search bot's head in a process of its own, so that thinking never holds up a table.

The worker keeps a replica of the game: it is told every input in log order, and asked for a decision when its seat has
one to make. It decides from an imagined world like every other bot.
"""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from multiprocessing.connection import Connection

from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import CLOCK, Game
from slamdeck.games import find_game


@dataclass(frozen=True)
class TableOpened:
    """What a replica starts from."""

    game: str
    seats: int
    options: dict[str, object]
    deck: dict[str, object]
    seed: int
    bot: str  # "quick:search"
    seat: int
    bot_seed: int


@dataclass(frozen=True)
class InputMade:
    """A log entry; action CLOCK lets time pass."""

    at: int
    seat: int
    action: int


@dataclass(frozen=True)
class Decide:
    """What would you do now, confronted with that stimulus?"""

    stimulus: int


def think(wire: Connection, opened: TableOpened) -> None:
    """The worker's life: follow the log, answer when asked, end when the wire closes."""
    info = find_game(opened.game)
    options = info.read_options(opened.options, opened.seats)
    deck = info.deck_from(opened.deck, "the table's deck")
    game = Game(info.table(opened.seats, deck, options, FastDice(opened.seed)))
    guest = seat_bot(parse_bot(opened.bot), info, game.rules, opened.seat, opened.bot_seed)
    while True:
        try:
            message = wire.recv()
        except EOFError:
            return
        if isinstance(message, Decide):
            world = game.rules.imagine(opened.seat, guest.dice)
            wire.send(guest.policy.choose(world, opened.seat, message.stimulus, guest.dice))
        elif message.action == CLOCK:
            game.wait(message.at)
        else:
            game.input(message.at, message.seat, message.action)


class Worker:
    """The table's end of the wire."""

    def __init__(self, opened: TableOpened) -> None:
        context = multiprocessing.get_context("spawn")
        self.wire, theirs = context.Pipe()
        self.process = context.Process(target=think, args=(theirs, opened), daemon=True)
        self.process.start()
        theirs.close()

    def tell(self, at: int, seat: int, action: int) -> None:
        self.wire.send(InputMade(at, seat, action))

    def ask(self, stimulus: int, patience_s: float) -> int | None:
        """The worker's decision, or None if it took longer than that."""
        self.wire.send(Decide(stimulus))
        if not self.wire.poll(patience_s):
            return None
        answer: int = self.wire.recv()
        return answer

    def close(self) -> None:
        self.wire.close()
        self.process.join(timeout=5)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join()
