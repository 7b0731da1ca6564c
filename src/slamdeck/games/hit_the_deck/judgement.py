"""Which card to play in Hit the Deck, and where to cut: what a careful player works out in the head.

Everything is reckoned in points and rests on what the seat knows: its hand, the cards it has seen lie somewhere, and
how many of each kind are left among the unseen ones.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec
from slamdeck.core.rules import Moves
from slamdeck.games.hit_the_deck.rules import HitTheDeck
from slamdeck.games.hit_the_deck.terms import CUT, DEMAND, DUTY_CUT, FLIP, HAND, Terms

A_CARD: Final = 5.0  # a card of the deck counts about this much


@final
class Judgement:
    """The head of one player."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.unseen: vec[i64] = vec[i64]([0] * terms.kinds)  # how many of each kind this seat has not seen …
        self.hidden: i64 = 0  # … and how many that makes
        self.rank: vec[i64] = terms.points[:]
        for kind in range(terms.kinds):
            if i64(terms.effect[kind]) >= DEMAND:
                self.rank[kind] = 0
        self.calm = 0.2  # what a point in hand matters while nobody is close to going out
        self.haste = 0.6  # … and how much more when somebody is
        self.stuck = 8.0  # what it costs not to be able to play next time
        self.last_stuck = 16.0  # … with the last card
        self.wild = 4.0  # a hit card fits nearly always: what it is worth to keep one
        self.harm = 5.0  # the next player cannot play and draws
        self.guard = 6.0  # … and was about to go out
        self.skip = 2.0  # the next player loses a turn
        self.again = 5.0  # one's own turn comes again at once
        self.race = 8.0  # somebody else draws four

    # ---- knowing -----------------------------------------------------------------------------------

    def take_stock(self, world: HitTheDeck, seat: i64) -> None:
        """Count what this seat has not seen."""
        cards = world.cards
        unseen = self.unseen
        kind: i64 = 0
        self.hidden = 0
        while kind < self.terms.kinds:
            unseen[kind] = 0
            kind += 1
        for zone in range(world.discard + 1):
            for i in range(cards.size(zone)):
                if not cards.knows(seat, zone, i):
                    unseen[cards.at(zone, i)] += 1
                    self.hidden += 1

    def share(self, kinds: i64) -> float:
        """The chance that an unseen card is one of these kinds."""
        if self.hidden == 0:
            return 0.0
        found: i64 = 0
        kind: i64 = 0
        while kind < self.terms.kinds:
            if kinds & BIT[kind]:
                found += self.unseen[kind]
            kind += 1
        return float(found) / float(self.hidden)

    def chance_to_be_stuck(self, world: HitTheDeck, seat: i64, other: i64, top: i64) -> float:
        """Will that other player have nothing that fits on this top?"""
        cards = world.cards
        fits = self.terms.fits[top]
        unfit = 1.0 - self.share(fits)
        chance = 1.0
        for i in range(cards.size(other)):
            if not cards.knows(seat, other, i):
                chance *= unfit
            elif fits & BIT[cards.at(other, i)]:
                return 0.0
        return chance

    def chance_to_follow(self, kept: i64) -> float:
        """The chance that one of the kept kinds fits on a top card as they come."""
        if self.hidden == 0:
            return 1.0
        good: i64 = 0
        kind: i64 = 0
        while kind < self.terms.kinds:
            if self.terms.fits[kind] & kept:
                good += self.unseen[kind]
            kind += 1
        return float(good) / float(self.hidden)

    # ---- playing -----------------------------------------------------------------------------------

    def best(self, world: HitTheDeck, seat: i64, moves: Moves) -> i64:
        """The best action on one's own turn."""
        if world.stage == DUTY_CUT:
            return self.best_cut(world, seat)
        world.sensible(seat, moves)
        if moves.count == 1:
            return moves.codes[0]
        self.take_stock(world, seat)
        best = moves.codes[0]
        best_value = -1e9
        for i in range(moves.count):
            value = self.value_of_playing(world, seat, moves.codes[i])
            if value > best_value:
                best_value = value
                best = moves.codes[i]
        return best

    def worthwhile(self, world: HitTheDeck, seat: i64, moves: Moves, margin: float) -> i64:
        """The set of kinds that are nearly as good to play as the best one."""
        world.sensible(seat, moves)
        self.take_stock(world, seat)
        best = -1e9
        for i in range(moves.count):
            if moves.codes[i] < self.terms.kinds:
                best = max(best, self.value_of_playing(world, seat, moves.codes[i]))
        found: i64 = 0
        for i in range(moves.count):
            card = moves.codes[i]
            if card < self.terms.kinds and self.value_of_playing(world, seat, card) >= best - margin:
                found |= BIT[card]
        return found

    def keep_only(self, moves: Moves, kinds: i64) -> None:
        kept: i64 = 0
        for i in range(moves.count):
            card = moves.codes[i]
            if kinds & BIT[card]:
                moves.codes[kept] = card
                kept += 1
        moves.count = kept

    def value_of_playing(self, world: HitTheDeck, seat: i64, card: i64) -> float:
        """Points got rid of, what the next player is in for, and what can still be done with the rest."""
        value = self.urgency(world, seat) * float(self.terms.points[card])
        value += self.trouble(world, seat, self.after(world, seat), card)
        return value + self.value_of_rest(world, seat, card)

    def urgency(self, world: HitTheDeck, seat: i64) -> float:
        """How much points in hand matter: the closer somebody is to going out, the more."""
        fewest: i64 = 99
        for other in range(world.seats):
            if other != seat:
                fewest = min(fewest, world.cards.size(other))
        return self.calm + self.haste / float(max(fewest, 1))

    def after(self, world: HitTheDeck, seat: i64) -> i64:
        """The next player."""
        return (seat + world.dir + world.seats) % world.seats

    def value_of_rest(self, world: HitTheDeck, seat: i64, card: i64) -> float:
        """What stays in hand should fit on much, and a hit card is kept for when nothing else does."""
        cards = world.cards
        kept: i64 = 0
        hits: i64 = 0
        gone = False
        n = cards.size(seat)
        for i in range(n):
            other = cards.at(seat, i)
            if other == card and not gone:
                gone = True
                continue
            kept |= BIT[other]
            if world.effect(other) >= DEMAND:
                hits += 1
        cost = self.last_stuck if n == 2 else self.stuck
        value = -cost * (1.0 - self.chance_to_follow(kept))
        if hits > 0:
            value += self.wild
        return value

    def keep_dearest(self, moves: Moves) -> None:
        """Of these cards only those of the highest rank: many points, but no hit cards while there is another."""
        rank = self.rank
        highest: i64 = -1
        kept: i64 = 0
        for i in range(moves.count):
            card = moves.codes[i]
            if rank[card] > highest:
                highest = rank[card]
                kept = 0
            if rank[card] == highest:
                moves.codes[kept] = card
                kept += 1
        moves.count = kept

    # ---- the others --------------------------------------------------------------------------------

    def trouble(self, world: HitTheDeck, seat: i64, other: i64, top: i64) -> float:
        """What it is worth that this other player faces this top."""
        left = world.cards.size(other)
        effect = world.effect(top)
        guard = 0.0
        if left <= 2:
            guard = self.guard / float(left * left)
        if effect == CUT:
            return self.skip + guard
        if effect == FLIP:
            return self.again + guard
        if effect == HAND:
            return self.race - guard
        return (self.harm + guard) * self.chance_to_be_stuck(world, seat, other, top)

    # ---- cutting -----------------------------------------------------------------------------------

    def best_cut(self, world: HitTheDeck, seat: i64) -> i64:
        """About half, unless a card that this seat knows about promises more than an unknown one."""
        cut = self.terms.cut
        n = world.cards.size(world.pile)
        half = (n + 1) // 2
        lifted = half - n // 8
        best = cut
        best_value = -1e9
        while n > 0 and lifted <= half + n // 8:
            if world.cards.knows(seat, world.pile, n - lifted):
                if best == cut:
                    self.take_stock(world, seat)
                    best_value = self.value_of_unknown(world, seat)
                value = self.value_of_exposing(world, seat, world.cards.at(world.pile, n - lifted))
                if value > best_value:
                    best_value = value
                    best = cut + 1 + lifted
            lifted += 1
        return best

    def value_of_exposing(self, world: HitTheDeck, seat: i64, card: i64) -> float:
        """The next player has to obey this card; a hit-hand card makes that player the caller."""
        value = self.trouble(world, seat, self.after(world, seat), card)
        if world.effect(card) == HAND:
            return -value
        return value

    def value_of_unknown(self, world: HitTheDeck, seat: i64) -> float:
        if self.hidden == 0:
            return -1e9
        total = 0.0
        for kind in range(self.terms.kinds):
            if self.unseen[kind] > 0:
                total += float(self.unseen[kind]) * self.value_of_exposing(world, seat, kind)
        return total / float(self.hidden)
