"""Which card to play in Hit the Deck, and where to cut: what a careful player works out in the head.

Everything is reckoned in points and rests on what the seat knows: its hand, the cards it has seen lie somewhere, and
how many of each kind are left among those it has not seen.
"""

from __future__ import annotations

import math
from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec
from slamdeck.core.rules import Moves
from slamdeck.games.hit_the_deck.rules import HitTheDeck
from slamdeck.games.hit_the_deck.terms import CUT, DEMAND, DUTY_CUT, FLIP, HAND, HAND_OVER, Terms

COMES_TRUE: Final = 0.45  # the share of a value in these weights that shows in the end
PRESENT_HAND: Final = 60.0  # variance of the points that a hand costs, while it is played …
A_HAND: Final = 75.0  # … and of a whole one
LAST_STRAW: Final = 0.0001  # when the game is over a single point decides
HAND_COSTS: Final = 12.0  # points for who has most
HOPELESS: Final = -1e9


@final
class Judgement:
    """The head of one player."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        # Weights, in points. Found by letting bots with other weights play against each other.
        self.in_hand = 0.2  # what a point in hand matters while nobody is close to going out …
        self.in_haste = 0.6  # … and how much more when somebody has but one card
        self.stuck = 8.0  # not to be able to play next time …
        self.stuck_at_last = 16.0  # … with the last card
        self.wild = 4.0  # to keep a hit card, which fits nearly always
        self.harm = 10.0 / float(terms.layout.seats)  # the next player cannot play and draws, one rival among several …
        self.guard = 6.0  # … or is kept from going out
        self.skip = 2.0  # the next player loses a turn
        self.again = 5.0  # … and one's own comes again at once
        self.four = 16.0 / float(terms.layout.seats)  # one of the others draws four
        self.unseen: vec[i64] = vec[i64]([0] * terms.kinds)  # how many of each kind are out of sight …
        self.hidden: i64 = 0  # … and how many that makes
        self.fitting: vec[i64] = vec[i64]([0] * terms.kinds)  # how many of them fit on a top of each kind
        self.attentive = False  # to what the others could not play
        self.knows_nothing = False  # the counts are those of a whole deck
        self.tops: vec[i64] = vec[i64]([0] * terms.kinds)  # the set of tops that each kind fits on
        for kind in range(terms.kinds):
            for top in range(terms.kinds):
                if terms.fits[top] & BIT[kind]:
                    self.tops[kind] |= BIT[top]
        self.size: i64 = 0  # of one's hand
        self.hits: i64 = 0  # how many hit cards are in it
        self.answered: i64 = 0  # the set of tops that some card of it fits on …
        self.doubly: i64 = 0  # … and of those that several do
        self.unanswered: i64 = 0  # how many cards out of sight none fits on
        self.urgency = 0.0
        self.totals: vec[float] = vec[float]([0.0] * terms.layout.seats)

    # ---- playing -----------------------------------------------------------------------------------

    def best(self, world: HitTheDeck, seat: i64, moves: Moves) -> i64:
        """The best action on one's own turn."""
        if world.stage == DUTY_CUT:
            return self.best_cut(world, seat)
        world.sensible(seat, world.now, moves)
        if moves.count > 1:
            self.keep_best(world, seat, moves)
        return moves.codes[0]

    def keep_best(self, world: HitTheDeck, seat: i64, moves: Moves) -> None:
        """Of several cards that fit, leave only the best one in the list."""
        self.take_stock(world, seat)
        self.look_at_hand(world, seat)
        best = moves.codes[0]
        best_value = HOPELESS
        i: i64 = 0
        while i < moves.count:
            value = self.value_of_playing(world, seat, moves.codes[i])
            if value > best_value:
                best_value = value
                best = moves.codes[i]
            i += 1
        moves.codes[0] = best
        moves.count = 1

    def opinion(self, world: HitTheDeck, seat: i64, card: i64) -> float:
        """The points that this card will have made for its player by the end of the hand, as was found by searching."""
        self.take_stock(world, seat)
        self.look_at_hand(world, seat)
        self.attentive = True
        value = self.value_of_playing(world, seat, card)
        self.attentive = False
        return COMES_TRUE * value

    def value_of_playing(self, world: HitTheDeck, seat: i64, card: i64) -> float:
        """Points got rid of, what the next player is in for, and what can still be done with the rest."""
        value = self.urgency * float(self.terms.points[card])
        value += self.trouble(world, seat, self.after(world, seat), card)
        return value + self.value_of_rest(world, card)

    def value_of_rest(self, world: HitTheDeck, card: i64) -> float:
        """What stays in hand should fit on much, and a hit card is kept for when nothing else does."""
        hits = self.hits
        if world.effect(card) >= DEMAND:
            hits -= 1
        value = 0.0
        if hits > 0:
            value = self.wild
        if self.hidden == 0:
            return value
        only_this = self.tops[card] & ~self.doubly
        stuck = float(self.unanswered + self.out_of_sight(only_this)) / float(self.hidden)
        if self.size == 2:
            return value - self.stuck_at_last * stuck
        return value - self.stuck * stuck

    def trouble(self, world: HitTheDeck, seat: i64, other: i64, top: i64) -> float:
        """What it is worth that this other player faces this top."""
        left = max(world.cards.size(other), 1)  # none: this player's last card is still being carried out (HT-R41)
        guard = 0.0
        if left <= 2:
            guard = self.guard / float(left * left)
        effect = world.effect(top)
        if effect == CUT:
            if world.seats == 2:  # who is skipped is the only rival
                return self.again + guard
            return self.skip + guard
        if effect == FLIP:
            return self.again + guard
        if effect == HAND:
            return self.four - guard
        return (self.harm + guard) * self.chance_to_be_stuck(world, seat, other, top)

    def after(self, world: HitTheDeck, seat: i64) -> i64:
        """The next player."""
        return (seat + world.dir + world.seats) % world.seats

    # ---- cutting -----------------------------------------------------------------------------------

    def best_cut(self, world: HitTheDeck, seat: i64) -> i64:
        """About half, unless a card that this seat knows about promises more than an unknown one."""
        cut = self.terms.cut
        n = world.cards.size(world.pile)
        if n == 0 or not world.cards.tracked:
            return cut
        half = (n + 1) // 2
        lifted = half - n // 8
        self.take_stock(world, seat)
        best = cut
        best_value = self.value_of_unknown(world, seat)
        while lifted <= half + n // 8:
            if world.cards.knows(seat, world.pile, n - lifted):
                value = self.value_of_exposing(world, seat, world.cards.at(world.pile, n - lifted))
                if value > best_value:
                    best_value = value
                    best = self.terms.exact_cut + lifted
            lifted += 1
        return best

    def value_of_exposing(self, world: HitTheDeck, seat: i64, card: i64) -> float:
        """The next player has to obey this card; a hit-hand card makes that player the caller."""
        value = self.trouble(world, seat, self.after(world, seat), card)
        if world.effect(card) == HAND:
            return -value
        return value

    def value_of_unknown(self, world: HitTheDeck, seat: i64) -> float:
        """The same for a card that might be any of those out of sight."""
        if self.hidden == 0:
            return HOPELESS
        total = 0.0
        for kind in range(self.terms.kinds):
            if self.unseen[kind] > 0:
                total += float(self.unseen[kind]) * self.value_of_exposing(world, seat, kind)
        return total / float(self.hidden)

    # ---- the end of the hand -----------------------------------------------------------------------

    def points_to_come(self, world: HitTheDeck, seat: i64) -> float:
        """What the hand will cost this seat: exact once it is over, before that what it cost on average from there.

        The more cards and points, the more; hit cards help to go out; and the others may be sooner. Fitted to hands
        that four policies played; it explains a quarter of what differs between hands.
        """
        cards = world.cards
        n = cards.size(seat)
        points = 0.0
        hits = 0.0
        i: i64 = 0
        while i < n:
            card = cards.at(seat, i)
            points += float(self.terms.points[card])
            if world.effect(card) >= DEMAND:
                hits += 1.0
            i += 1
        if world.stage >= HAND_OVER:
            return points
        fewest: i64 = 255
        hurry = 0.0
        other: i64 = 0
        while other < world.seats:
            if other != seat:
                size = cards.size(other)
                fewest = min(fewest, size)
                hurry += 1.0 / float(max(size, 1))
            other += 1
        return 2.3 + 0.8 * float(n) + 0.33 * points - 2.1 * hits - 1.2 * float(fewest) + 1.1 * hurry

    def rivals_behind(self, world: HitTheDeck, seat: i64) -> float:
        """The share of the others that this seat will leave behind, by the points so far and those to come.

        The more hands are left, the less a lead counts. Every place counts, not only the first: who can hardly win any
        more would otherwise play for the miracle, or not care. Between two it is the chance to win.
        """
        totals = self.totals
        highest = 0.0
        other: i64 = 0
        while other < world.seats:
            totals[other] = float(world.scores[other])
            if world.stage < HAND_OVER:
                totals[other] += self.points_to_come(world, other)
            highest = max(highest, totals[other])
            other += 1
        luck = PRESENT_HAND
        if world.stage >= HAND_OVER:
            luck = 0.0
        if world.over:
            luck = LAST_STRAW
        elif highest < float(self.terms.target_score):
            luck += A_HAND * (1.0 + (float(self.terms.target_score) - highest) / HAND_COSTS)
        spread = math.sqrt(luck)
        mine = totals[seat]
        behind = 0.0
        other = 0
        while other < world.seats:
            if other != seat:
                behind += 1.0 / (1.0 + math.exp(max(-40.0, min(40.0, (mine - totals[other]) / spread))))
            other += 1
        return behind / float(world.seats - 1)

    def worth_of_point(self, world: HitTheDeck, seat: i64) -> float:
        """What a point less would do to the place in the end."""
        world.scores[seat] -= 1
        better = self.rivals_behind(world, seat)
        world.scores[seat] += 1
        return better - self.rivals_behind(world, seat)

    # ---- chances -----------------------------------------------------------------------------------

    def chance_to_be_stuck(self, world: HitTheDeck, seat: i64, other: i64, top: i64) -> float:
        """Will that other player have nothing that fits on this top?"""
        cards = world.cards
        unfit = self.chance_not_to_fit(world, other, top)
        remembered = cards.tracked
        chance = 1.0
        n = cards.size(other)
        i: i64 = 0
        while i < n:
            if not remembered or not cards.knows(seat, other, i):
                chance *= unfit
            elif self.terms.fits[top] & BIT[cards.at(other, i)]:
                return 0.0
            i += 1
        return chance

    def chance_not_to_fit(self, world: HitTheDeck, other: i64, top: i64) -> float:
        """For one card of that hand; who pays attention leaves out what that player could not play before."""
        fitting = self.fitting[top]
        hidden = self.hidden
        if self.attentive:
            lacking = self.lacking(world, other)
            hidden -= self.out_of_sight(lacking)
            fitting -= self.out_of_sight(lacking & self.terms.fits[top])
        if hidden <= 0:
            return 1.0
        return 1.0 - float(fitting) / float(hidden)

    def lacking(self, world: HitTheDeck, other: i64) -> i64:
        """The kinds that this player certainly has not: nothing fitted when a card had to be drawn (HT-R6, HT-R7)."""
        top = (world.unmatched >> (8 * other)) & 255
        if top == 0:
            return 0
        return self.terms.fits[top - 1]

    def out_of_sight(self, kinds: i64) -> i64:
        """How many cards of these kinds this seat has not seen."""
        found: i64 = 0
        kind: i64 = 0
        while kinds > 0:
            if kinds & 1:
                found += self.unseen[kind]
            kinds >>= 1
            kind += 1
        return found

    # ---- taking stock ------------------------------------------------------------------------------

    def look_at_hand(self, world: HitTheDeck, seat: i64) -> None:
        """What this seat holds, and how little the others do: the closer one is to the end, the more points matter."""
        cards = world.cards
        self.size = cards.size(seat)
        self.hits = 0
        self.answered = 0
        self.doubly = 0
        i: i64 = 0
        while i < self.size:
            card = cards.at(seat, i)
            self.doubly |= self.answered & self.tops[card]
            self.answered |= self.tops[card]
            if world.effect(card) >= DEMAND:
                self.hits += 1
            i += 1
        self.unanswered = self.hidden - self.out_of_sight(self.answered)
        fewest: i64 = 255
        other: i64 = 0
        while other < world.seats:
            if other != seat and cards.size(other) < fewest:
                fewest = cards.size(other)
            other += 1
        self.urgency = self.in_hand + self.in_haste / float(max(fewest, 1))

    def take_stock(self, world: HitTheDeck, seat: i64) -> None:
        """Count what this seat has not seen. In the worlds of a search nobody remembers: there it is a whole deck."""
        if world.cards.tracked:
            self.knows_nothing = False
            self.count_unknown(world, seat)
            self.count_fitting()
        elif not self.knows_nothing:
            self.knows_nothing = True
            self.count_deck(world)
            self.count_fitting()

    def count_unknown(self, world: HitTheDeck, seat: i64) -> None:
        cards = world.cards
        for kind in range(self.terms.kinds):
            self.unseen[kind] = 0
        self.hidden = 0
        for zone in range(world.discard + 1):
            for i in range(cards.size(zone)):
                if not cards.knows(seat, zone, i):
                    self.unseen[cards.at(zone, i)] += 1
                    self.hidden += 1

    def count_deck(self, world: HitTheDeck) -> None:
        for kind in range(self.terms.kinds):
            self.unseen[kind] = i64(world.deck.copies[kind])
        self.hidden = i64(world.deck.size)

    def count_fitting(self) -> None:
        for top in range(self.terms.kinds):
            self.fitting[top] = self.out_of_sight(self.terms.fits[top])
