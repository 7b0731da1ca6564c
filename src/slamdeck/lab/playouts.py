"""Random legal play to the end, as fast as it goes: the inner loop for millions of games.

It plays by the same kernel and rules as everybody else. The race sampler is simple: while several seats could act,
a random one is next after a short random time; a single seat acts at an even pace.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import count, lowest, nth
from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import CLOCK, advance, feed
from slamdeck.core.native import i64
from slamdeck.core.rules import FOUL, Moves, Rules
from slamdeck.core.schedule import is_due, pause_before

MOST_INPUTS: Final[i64] = 1_000_000  # the lab's own bound on one game; every game has tighter ones


@final
class Playout:
    """One table that is dealt again and again; everything it needs is made once."""

    def __init__(self, rules: Rules, dice: FastDice) -> None:
        self.rules = rules
        self.dice = dice
        self.moves = Moves(rules.catalogue.size)
        self.fouls: i64 = 0
        self.at: i64 = 0
        self.seat: i64 = 0

    def ask(self) -> i64:
        """Whose input comes next, when, and what: one of the actions that this seat would consider.

        CLOCK: time acts first, and `moves` is empty.
        """
        rules = self.rules
        dice = self.dice
        moves = self.moves
        at = self.at
        while True:
            awaited = rules.awaited()
            seat = lowest(awaited)
            if awaited & (awaited - 1):
                seat = nth(awaited, dice.below(count(awaited)))
            at += pause_before(awaited, dice)
            moves.count = 0
            if is_due(rules, at):
                self.at = at
                return CLOCK
            rules.sensible(seat, at, moves)
            if moves.count > 0:
                self.at = at
                self.seat = seat
                if moves.count == 1:
                    return moves.codes[0]
                return moves.codes[dice.below(moves.count)]

    def play_on(self, most: i64) -> i64:
        """Play until the game is over or `most` inputs were made; returns how many were."""
        rules = self.rules
        self.at = rules.now
        made: i64 = 0
        while made < most and not rules.over:
            action = self.ask()
            if action == CLOCK:
                advance(rules, self.at)
            else:
                rules.now = self.at
                if rules.act(self.seat, action) == FOUL:  # as the kernel's `feed` does with an input that makes sense
                    self.fouls += 1
                made += 1
        return made

    def play(self, most: i64) -> i64:
        """Deal and play one whole game."""
        self.rules.deal()
        return self.play_on(most)

    def next_input(self) -> tuple[int, int, int]:
        """The next input for somebody else to make: (at, seat, action), CLOCK where time acts first."""
        self.at = self.rules.now
        action = self.ask()
        return self.at, self.seat, action

    # ---- driven action by action from outside --------------------------------------------------------

    def choices(self) -> list[int]:
        """All actions that the seat that is next would consider, to be chosen from outside; none: the game is over."""
        rules = self.rules
        self.at = rules.now
        while not rules.over:
            if self.ask() != CLOCK:
                return self.moves.listed()
            advance(rules, self.at)
        return []

    def act(self, action: i64) -> i64:
        """That seat makes an action; returns the verdict."""
        return feed(self.rules, self.at, self.seat, action)


def play_many(playout: Playout, games: i64, most: i64) -> i64:
    """Whole games one after the other; returns the number of inputs."""
    inputs: i64 = 0
    for _ in range(games):
        inputs += playout.play(most)
    return inputs


def clone_many(rules: Rules, times: i64) -> i64:
    """Clone a position again and again (for the benchmark)."""
    total: i64 = 0
    dice = rules.dice
    for _ in range(times):
        total += rules.branch(dice).seats
    return total
