"""Random legal play to the end, as fast as it goes: the inner loop for millions of games.

It plays by the same kernel and rules as everybody else. The race sampler is simple: while several seats could act,
a random one is next after a short random time; a single seat acts at an even pace.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT, count, lowest, nth
from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import CLOCK, advance, feed
from slamdeck.core.native import i64
from slamdeck.core.rules import FOUL, Moves, Rules

PACE_MS: Final[i64] = 500
FASTEST_MS: Final[i64] = 1
SPREAD_MS: Final[i64] = 300
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

    def ask(self) -> bool:
        """Sample whose input comes next and when, and list what that seat would consider.

        False: time acts first, and `moves` is empty.
        """
        rules = self.rules
        dice = self.dice
        awaited = rules.awaited()
        seat = lowest(awaited)
        if awaited == BIT[seat]:
            self.at += PACE_MS
        else:
            seat = nth(awaited, dice.below(count(awaited)))
            self.at += FASTEST_MS + dice.below(SPREAD_MS)
        self.seat = seat
        self.moves.count = 0
        if rules.deadline <= self.at:
            return False
        rules.now = self.at
        rules.sensible(seat, self.moves)
        return True

    def roll(self) -> i64:
        """One of the listed actions at random."""
        moves = self.moves
        if moves.count == 1:
            return moves.codes[0]
        return moves.codes[self.dice.below(moves.count)]

    def play_on(self, most: i64) -> i64:
        """Play until the game is over or `most` inputs were made; returns how many were."""
        rules = self.rules
        moves = self.moves
        self.at = rules.now
        made: i64 = 0
        while made < most and not rules.over:
            if not self.ask():
                advance(rules, self.at)
                continue
            if moves.count == 0:
                continue
            action = moves.codes[0]
            if moves.count > 1:
                action = moves.codes[self.dice.below(moves.count)]
            if feed(rules, self.at, self.seat, action) == FOUL:
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
        while self.ask():
            if self.moves.count > 0:
                return self.at, self.seat, self.roll()
        return self.at, self.seat, CLOCK

    # ---- driven action by action from outside --------------------------------------------------------

    def pick(self) -> i64:
        """A random action of the seat that is next, or −1 when the game is over; `moves` lists all it had."""
        rules = self.rules
        self.at = rules.now
        while not rules.over:
            if not self.ask():
                advance(rules, self.at)
            elif self.moves.count > 0:
                return self.roll()
        return -1

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
