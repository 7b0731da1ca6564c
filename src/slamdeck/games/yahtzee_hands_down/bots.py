"""How a Yahtzee Hands Down player sees the table, and what it does then.

A hand that fits has to be noticed first, and some only look as if they did: that is a matter of reflexes. What to keep,
what to call and when is a matter of judgement, and that has a file of its own.
"""

from __future__ import annotations

import math
from typing import Final, final

from slamdeck.core.bits import BIT, count, nth
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import CHANCE, LOOKALIKE, NO_ACTION, NOTHING, TURN, Instinct
from slamdeck.core.native import i64, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves, Rules
from slamdeck.games.yahtzee_hands_down.actions import CALL, call_code, exchange_code, order_of
from slamdeck.games.yahtzee_hands_down.beliefs import Beliefs
from slamdeck.games.yahtzee_hands_down.combinations import NO_TYPE
from slamdeck.games.yahtzee_hands_down.judgement import NO_EXCHANGE, TYPES, Judgement
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.games.yahtzee_hands_down.terms import HAND, REVEAL

# By how much the lead still changes until the end, as the sum of variances (points squared): what each Combo card on
# offer adds, and each Chance card taken whose points nobody knows. Fitted to games between policies.
UNSETTLED: Final = vec[float]([100.0, 150.0, 250.0, 350.0, 300.0, 2000.0])
UNSEEN_CHANCE: Final = 105.0
LOGISTIC: Final = 1.7  # makes the logistic curve follow the normal one
SURE: Final = 30.0  # no lead is surer than that


@final
class YahtzeeInstinct(Instinct):
    """A player with five cards and one thing to shout."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        assert isinstance(rules, YahtzeeHandsDown)
        self.judgement = Judgement(rules.terms)
        self.beliefs = Beliefs(self.judgement)
        self.recognition = 3.0  # five cards against six prizes, not one card on a pile
        self.thinking = 1000
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
        return call_code(NO_TYPE)

    def turn_number(self, world: Rules) -> i64:
        assert isinstance(world, YahtzeeHandsDown)
        return world.round * 1_048_576 + world.turns

    # ---- what to do ----------------------------------------------------------------------------

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        """Call, or draw once more without giving anything up; otherwise go for what promises most."""
        assert isinstance(world, YahtzeeHandsDown)
        if stimulus != CHANCE or not self.is_ready(world, seat):
            return self.judgement.best_exchange(world, seat) if seat == world.turn else NO_ACTION
        if seat != world.turn:
            return self.judgement.call(world, seat) if self.judgement.wants_to_call(world, seat) else NO_ACTION
        exchange = self.judgement.draw_before_call(world, seat)
        return self.judgement.call(world, seat) if exchange == NO_EXCHANGE else exchange_code(exchange)

    # ---- searching -----------------------------------------------------------------------------

    def believe(self, world: Rules, seat: i64, dice: Dice) -> None:
        """Rivals have drawn and kept cards; who is down mostly has a hand that fits."""
        assert isinstance(world, YahtzeeHandsDown)
        self.beliefs.suppose(world, seat, dice)

    def candidates(self, world: Rules, seat: i64, moves: Moves) -> None:
        """Every name that fits, a draw that gives nothing up, the exchanges that promise nearly as much as the best."""
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
                moves.add(exchange_code(exchange))

    def opinion(self, world: Rules, seat: i64, action: i64) -> float:
        """The points an exchange promises, at what a point is worth in an even game; names are left to the search."""
        assert isinstance(world, YahtzeeHandsDown)
        if CALL.holds(action) or self.is_ready(world, seat):
            return 0.0
        return self.judgement.promised[order_of(action)] * LOGISTIC / (4.0 * self.spread(world))

    def plausible(self, world: Rules, seat: i64, moves: Moves) -> None:
        """Who has something calls, or draws once more without risk; the others go for what is nearest."""
        assert isinstance(world, YahtzeeHandsDown)
        moves.count = 0
        if self.is_ready(world, seat) and self.judgement.calls_at_once(world, seat):
            moves.add(call_code(NO_TYPE))
        elif seat == world.turn and self.is_ready(world, seat):
            exchange = self.judgement.draw_before_call(world, seat)
            moves.add(call_code(NO_TYPE) if exchange == NO_EXCHANGE else exchange_code(exchange))
        elif seat == world.turn and world.cards.size(seat) == HAND:
            moves.add(self.judgement.rough_exchange(world.hand_of(seat), world.offer))
        elif seat == world.turn:
            moves.add(exchange_code(0))

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
        """How likely this lead wins: a lead of ten points is much before the last Combo card, little before Yahtzee.

        Nobody knows more of a Chance card than its average, not even when the imagined game is over (YH-29).
        """
        assert isinstance(world, YahtzeeHandsDown)
        others = 0.0
        for other in range(world.seats):
            if other != seat:
                others += self.points(world, other)
        lead = self.points(world, seat) - others / float(world.seats - 1)
        return 1.0 / (1.0 + math.exp(-max(-SURE, min(SURE, LOGISTIC * lead / self.spread(world)))))

    def spread(self, world: YahtzeeHandsDown) -> float:
        """By how many points the lead may still change, as a standard deviation."""
        variance = 1.0
        for combo in range(TYPES):
            if world.offer & BIT[combo]:
                variance += UNSETTLED[combo]
        for seat in range(world.seats):
            variance += UNSEEN_CHANCE * float(world.cards.size(world.won_chance + seat))
        return math.sqrt(variance)

    def points(self, world: YahtzeeHandsDown, seat: i64) -> float:
        total = self.judgement.chance_points * float(world.cards.size(world.won_chance + seat))
        won = world.won + seat
        for i in range(world.cards.size(won)):
            total += float(world.terms.points[world.cards.at(won, i)])
        return total
