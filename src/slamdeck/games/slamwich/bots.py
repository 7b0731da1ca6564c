"""How a Slamwich player sees the pile and what the hand does then.

There is little to decide: toss when it is your turn, slap what may be slapped, shout at a Thief. What makes a good
player is a quick eye, and that belongs to the reflexes; this file tells them what there is to see. Stacks are closed
to everybody, so nothing here depends on them. Between two, a rival who slaps without looking is answered in kind.
"""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import BIT, count, lowest
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import CHANCE, GLANCE, LOOKALIKE, NO_ACTION, NOTHING, READY, RHYTHM, SHOUT, Instinct
from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Rules
from slamdeck.games.slamwich.actions import SLAP, SLAP_YELL, TOSS, YELL
from slamdeck.games.slamwich.rules import Slamwich
from slamdeck.games.slamwich.terms import PATTERN, THIEF
from slamdeck.games.slamwich.unseen_hands import SOONEST_MS, UnseenHands


@final
class SlamwichInstinct(Instinct):
    """A player at the pile."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.unseen = UnseenHands(rules.seats)
        self.soonest_ms = SOONEST_MS

    # ---- what there is to see --------------------------------------------------------------------

    def stimulus(self, world: Rules, seat: i64) -> i64:
        """A Thief without the words comes first, then a chance; after that a new card, then one's own toss."""
        assert isinstance(world, Slamwich)
        if world.over or not world.may_slap() & BIT[seat]:
            return NOTHING
        if world.holder != NO_SEAT:
            return NOTHING if world.shouted & BIT[seat] else SHOUT
        if self.is_new(world, seat) and self.must_not_wait(world, seat):
            return READY
        if world.live == PATTERN or world.live == THIEF:
            return CHANCE
        if self.is_new(world, seat):
            return LOOKALIKE if self.looks_alike(world) else GLANCE
        return self.routine(world, seat)

    def routine(self, world: Rules, seat: i64) -> i64:
        """Whose turn it is tosses in rhythm, and so buries what went unnoticed; a munch is answered likewise."""
        assert isinstance(world, Slamwich)
        return RHYTHM if self.is_due(world, seat) else NOTHING

    def is_due(self, world: Slamwich, seat: i64) -> bool:
        """Will this seat's next toss count, leaving the shortest pause between two tosses aside?"""
        return seat == world.turn and world.holder == NO_SEAT and not world.closing and not world.over

    def is_new(self, world: Slamwich, seat: i64) -> bool:
        """Has nothing happened since the top card was tossed, to the pile or by this hand?"""
        return (
            world.tossed
            and not world.claimed
            and world.waiting_since == world.tossed_at
            and world.slapped_at[seat] < world.tossed_at
        )

    def must_not_wait(self, world: Slamwich, seat: i64) -> bool:
        """Of two who are left the other will not look, either; with more, such a hand pays for the others' games."""
        rivals = world.inside & ~BIT[seat]
        return count(rivals) == 1 and self.unseen.expects(world, lowest(rivals))

    def looks_alike(self, world: Slamwich) -> bool:
        """Nearly a pattern: the same card one place too deep, or a muncher of another number just below."""
        cards = world.cards
        centre = world.centre
        size = cards.size(centre)
        top = cards.top(centre)
        if size >= 4 and cards.at(centre, size - 4) == top:
            return True
        bite = world.terms.bite
        if not bite[top]:
            return False
        if size >= 2 and bite[cards.at(centre, size - 2)]:
            return True
        return size >= 3 and bite[cards.at(centre, size - 3)] != 0

    def occasion(self, world: Rules, seat: i64) -> i64:
        """Another card, a Thief held without the words, a pile taken, one's own turn: nothing else is news."""
        assert isinstance(world, Slamwich)
        self.unseen.watch(world)
        news = world.tosses * 8
        if world.holder != NO_SEAT:
            news += 1
        if world.claimed:
            news += 2
        if self.is_due(world, seat):
            news += 4
        return news

    # ---- what the hand does ----------------------------------------------------------------------

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        """Slap every chance, a Thief with the words; supply missing words; toss only where nothing is to be won. Who
        cannot wait to see the card says the words in case."""
        assert isinstance(world, Slamwich)
        if stimulus == SHOUT:
            return YELL
        if stimulus == READY:
            return SLAP_YELL
        if stimulus == CHANCE:
            return SLAP_YELL if world.live == THIEF else SLAP
        return TOSS if stimulus == RHYTHM else NO_ACTION

    def slip(self, world: Rules, seat: i64, stimulus: i64) -> i64:
        return SLAP

    def without_shout(self, world: Rules, seat: i64, action: i64) -> i64:
        """The hand comes down, the words do not come; somebody who would only have shouted stays silent."""
        if action == SLAP_YELL:
            return SLAP
        return NO_ACTION if action == YELL else action

    def lands_at(self, world: Rules, seat: i64) -> i64:
        """By the time the hand lands, the shortest pause between two tosses will be over."""
        assert isinstance(world, Slamwich)
        pause_over = world.tossed_at + world.terms.min_toss_ms
        return pause_over if pause_over > world.now else world.now
