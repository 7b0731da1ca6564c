"""How a Yahtzee Hands Down player sees the table, and what it does then.

A hand that fits has to be noticed first, and some only look as if they did: that is a matter of reflexes. What to keep,
what to call and when is a matter of judgement, and that has a file of its own.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT, count, nth
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import CHANCE, LOOKALIKE, NO_ACTION, NOTHING, TURN, Instinct
from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves, Rules
from slamdeck.games.yahtzee_hands_down.judgement import NO_EXCHANGE, Judgement
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.games.yahtzee_hands_down.terms import CALL, EXCHANGE, HAND, REVEAL

HALFWAY: Final = 40.0  # a lead of so many points is half of all that a lead can be worth


@final
class YahtzeeInstinct(Instinct):
    """A player with five cards and one thing to shout."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        assert isinstance(rules, YahtzeeHandsDown)
        self.judgement = Judgement(rules.terms)
        self.thinking = 2000
        self.branches = False
        self.close_calls = 0.4  # a search looks at what promises at least this share of the best

    # ---- what there is to see ------------------------------------------------------------------

    def stimulus(self, world: Rules, seat: i64) -> i64:
        """A hand that fits, or looks as if; otherwise one's own turn."""
        assert isinstance(world, YahtzeeHandsDown)
        if world.stage >= REVEAL or seat == world.first:
            return NOTHING
        if self.is_ready(world, seat):
            return CHANCE
        if seat == world.turn and self.might_be_fooled(world, seat):
            return LOOKALIKE
        return self.routine(world, seat)

    def is_ready(self, world: YahtzeeHandsDown, seat: i64) -> bool:
        return world.able & ~world.waiting & BIT[seat] != 0

    def might_be_fooled(self, world: YahtzeeHandsDown, seat: i64) -> bool:
        """Nobody can call wrongly who has just done so, who lacks cards, or whom the house stops."""
        if world.waiting & BIT[seat] or world.terms.call_guard or world.cards.size(seat) < HAND:
            return False
        return self.judgement.looks_ready(world, seat)

    def routine(self, world: Rules, seat: i64) -> i64:
        """Who overlooks the own hand just has a turn."""
        assert isinstance(world, YahtzeeHandsDown)
        return TURN if seat == world.turn else NOTHING

    def occasion(self, world: Rules, seat: i64) -> i64:
        """Another hand of one's own, another offer, somebody down, the last call; every turn of one's own."""
        assert isinstance(world, YahtzeeHandsDown)
        if world.stage >= REVEAL or seat == world.first:
            return 0
        seen = (world.hand_of(seat) * 64 + world.offer) * 8 + world.first + 1
        seen = seen * 2 + world.stage
        if seat == world.turn:
            return seen * 512 + 256 + world.turns % 256
        return seen * 512

    def slip(self, world: Rules, seat: i64, stimulus: i64) -> i64:
        """A foul: it will come out when the hand is turned up (YH-25)."""
        return CALL

    # ---- what to do ----------------------------------------------------------------------------

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        """Call, or draw once more without giving anything up; otherwise go for what promises most."""
        assert isinstance(world, YahtzeeHandsDown)
        if stimulus != CHANCE or not self.is_ready(world, seat):
            return self.judgement.best_exchange(world, seat) if seat == world.turn else NO_ACTION
        if seat != world.turn:
            return self.judgement.call(world, seat) if self.judgement.wants_to_call(world, seat) else NO_ACTION
        exchange = self.judgement.draw_before_call(world, seat)
        return self.judgement.call(world, seat) if exchange == NO_EXCHANGE else EXCHANGE + exchange

    # ---- searching -----------------------------------------------------------------------------

    def candidates(self, world: Rules, seat: i64, moves: Moves) -> None:
        """Every name that fits, to give nothing up but wait, the exchanges that promise nearly as much as the best."""
        assert isinstance(world, YahtzeeHandsDown)
        moves.count = 0
        if not self.is_ready(world, seat):
            if seat == world.turn:
                self.judgement.add_good_exchanges(world, seat, self.close_calls, moves)
        elif seat != world.turn:
            if self.judgement.wants_to_call(world, seat):
                self.judgement.add_names(world, seat, moves)
        else:
            exchange = self.judgement.draw_before_call(world, seat)
            self.judgement.add_names(world, seat, moves)
            if exchange != NO_EXCHANGE:
                moves.add(EXCHANGE + exchange)
            elif world.first == NO_SEAT:
                moves.add(EXCHANGE)  # nothing: let a rival come first, and lose gladly

    def opinion(self, world: Rules, seat: i64, action: i64) -> float:
        """What an exchange promises; by which name to call is left to the search."""
        assert isinstance(world, YahtzeeHandsDown)
        if action < EXCHANGE or self.is_ready(world, seat):
            return 0.0
        return self.judgement.promised[action - EXCHANGE] * 0.5 / HALFWAY

    def plausible(self, world: Rules, seat: i64, moves: Moves) -> None:
        """Who has something calls, or draws once more without risk; the others go for what is nearest."""
        assert isinstance(world, YahtzeeHandsDown)
        moves.count = 0
        if self.is_ready(world, seat) and self.judgement.calls_at_once(world, seat):
            moves.add(CALL)
        elif seat == world.turn and self.is_ready(world, seat):
            exchange = self.judgement.draw_before_call(world, seat)
            moves.add(CALL if exchange == NO_EXCHANGE else EXCHANGE + exchange)
        elif seat == world.turn and world.cards.size(seat) == HAND:
            moves.add(self.judgement.rough_exchange(world.hand_of(seat), world.offer))
        elif seat == world.turn:
            moves.add(EXCHANGE)

    def quickest(self, world: Rules, awaited: i64, dice: Dice) -> i64:
        """Calling takes less time than thinking about an exchange; who would rather wait lets the others go on."""
        assert isinstance(world, YahtzeeHandsDown)
        ready: i64 = 0
        for seat in range(world.seats):
            if world.able & ~world.waiting & awaited & BIT[seat] and self.judgement.calls_at_once(world, seat):
                ready |= BIT[seat]
        if ready:
            return nth(ready, dice.below(count(ready)))
        if world.turn != NO_SEAT:
            return world.turn
        return nth(awaited, dice.below(count(awaited)))

    def horizon(self, world: Rules) -> bool:
        """The end of the round: the hands of those who took part are new then."""
        assert isinstance(world, YahtzeeHandsDown)
        return world.stage >= REVEAL or (world.turns == 0 and world.first == NO_SEAT and world.round > 1)

    def worth(self, world: Rules, seat: i64) -> float:
        """How far ahead of the others this seat is; nobody knows more of a Chance card than its average (YH-29).

        A game that is over is worth what the win is.
        """
        assert isinstance(world, YahtzeeHandsDown)
        mine = self.points(world, seat)
        others = 0.0
        most = 0.0
        for other in range(world.seats):
            if other != seat:
                points = self.points(world, other)
                others += points
                most = max(most, points)
        lead = mine - others / float(world.seats - 1)
        value = 0.5 + 0.5 * lead / (abs(lead) + HALFWAY)
        if world.over:
            won = 0.0
            if mine > most:
                won = 1.0
            elif mine == most:
                won = 0.5
            return 0.75 * won + 0.25 * value
        return value

    def points(self, world: YahtzeeHandsDown, seat: i64) -> float:
        won = world.won + seat
        total = 0.0
        for i in range(world.cards.size(won)):
            total += float(world.terms.points[world.cards.at(won, i)])
        chances = world.won_chance + seat
        if not world.over:
            return total + self.judgement.chance_points * float(world.cards.size(chances))
        for i in range(world.cards.size(chances)):
            total += float(world.terms.points[world.cards.at(chances, i)])
        return total
