"""Random legal play to the end, as fast as it goes: the inner loop for millions of games.

It plays by the same kernel and rules as everybody else. The race sampler is simple: while several seats could act,
a random one is next after a short random time; a single seat acts at an even pace.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT, count, lowest, nth
from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import advance, feed
from slamdeck.core.native import i64
from slamdeck.core.rules import FOUL, Moves, Rules

PACE_MS: Final[i64] = 500
FASTEST_MS: Final[i64] = 1
SPREAD_MS: Final[i64] = 300


@final
class Playout:
    """One table that is dealt again and again; everything it needs is made once."""

    def __init__(self, rules: Rules, dice: FastDice) -> None:
        self.rules = rules
        self.dice = dice
        self.moves = Moves(rules.catalogue.size)
        self.inputs: i64 = 0
        self.fouls: i64 = 0

    def play_on(self, most: i64) -> i64:
        """Play until the game is over or `most` inputs were made; returns how many were."""
        rules = self.rules
        dice = self.dice
        moves = self.moves
        at = rules.now
        made: i64 = 0
        while made < most and not rules.over:
            awaited = rules.awaited()
            seat: i64 = lowest(awaited)
            if awaited == BIT[seat]:
                at += PACE_MS
            else:
                seat = nth(awaited, dice.below(count(awaited)))
                at += FASTEST_MS + dice.below(SPREAD_MS)
            if rules.deadline <= at:
                advance(rules, at)
                continue
            rules.now = at
            rules.sensible(seat, moves)
            if moves.count == 0:
                continue
            code = moves.codes[0 if moves.count == 1 else dice.below(moves.count)]
            if feed(rules, at, seat, code) == FOUL:
                self.fouls += 1
            made += 1
        self.inputs += made
        return made

    def play(self, most: i64) -> i64:
        """Deal and play one whole game."""
        self.rules.deal()
        return self.play_on(most)


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
