"""What a rival's hand in Yahtzee Hands Down must be like, from how the rival has played so far.

Five cards at random would be a foul in four worlds out of five where a hand is down, and a hopeless hand after many
turns of drawing. So an imagined rival plays its turns: it draws and keeps as players do, until it would call; or, while
it has not called, for as many turns as it had.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64
from slamdeck.games.yahtzee_hands_down.actions import order_of
from slamdeck.games.yahtzee_hands_down.judgement import NO_EXCHANGE, Judgement
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.games.yahtzee_hands_down.targets import ALL_PLACES
from slamdeck.games.yahtzee_hands_down.terms import HAND

LONGEST: Final[i64] = 40  # turns that are imagined for one hand


@final
class Beliefs:
    """One player's idea of the others' hands."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement

    def suppose(self, world: YahtzeeHandsDown, seat: i64, dice: Dice) -> None:
        """Give the others hands that fit how they played; only cards that this seat does not know change places."""
        if not world.offer:  # the last combination is being won: there is nothing left that they could play for
            return
        for other in range(world.seats):
            if other != seat and world.cards.size(other) == HAND:
                if other == world.first:
                    self.draw_until_call(world, seat, other, dice)
                else:
                    self.draw_without_call(world, seat, other, dice)

    def draw_until_call(self, world: YahtzeeHandsDown, seat: i64, other: i64, dice: Dice) -> None:
        """A hand that is down was good enough to call."""
        if world.first_open:
            return
        self.judgement.odds.take_stock(world, other)
        for _ in range(LONGEST):
            exchange = self.next_exchange(world, other)
            if exchange == NO_EXCHANGE:
                return
            self.redraw(world, seat, other, exchange, dice)

    def draw_without_call(self, world: YahtzeeHandsDown, seat: i64, other: i64, dice: Dice) -> None:
        """A hand that would have been called before is none that the rival can have: begin again."""
        had = self.turns_had(world, other)
        if had == 0:
            return
        self.judgement.odds.take_stock(world, other)
        turn: i64 = 0
        for _ in range(LONGEST):
            exchange = self.next_exchange(world, other)
            if exchange == NO_EXCHANGE:
                self.redraw(world, seat, other, ALL_PLACES, dice)
                turn = 0
            else:
                self.redraw(world, seat, other, exchange, dice)
                turn += 1
                if turn == had:
                    return

    def turns_had(self, world: YahtzeeHandsDown, other: i64) -> i64:
        """Exchanges of this round; those that a kept hand had before do not count (YH-31)."""
        since_starter = (other + world.seats - world.starter) % world.seats
        return (world.turns + world.seats - 1 - since_starter) // world.seats

    def next_exchange(self, world: YahtzeeHandsDown, other: i64) -> i64:
        """What this player would draw now; NO_EXCHANGE for a call."""
        if world.able & BIT[other]:
            return self.judgement.draw_without_risk(world, other)
        return order_of(self.judgement.rough_exchange(world.hand_of(other), world.offer))

    def redraw(self, world: YahtzeeHandsDown, seat: i64, other: i64, exchange: i64, dice: Dice) -> None:
        """Cards change places with some of the draw pile."""
        cards = world.cards
        pile = cards.size(world.draw_pile)
        if pile == 0:
            return
        for place in range(HAND):
            if exchange & BIT[place] and not cards.knows(seat, other, place):
                drawn = dice.below(pile)
                if not cards.knows(seat, world.draw_pile, drawn):
                    cards.trade(other, place, world.draw_pile, drawn)
        world.judge(other)
