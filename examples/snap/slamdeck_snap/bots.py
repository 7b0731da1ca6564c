"""How a Snap player sees the heaps and what the hand does then. When it does it is the business of the reflexes."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import CHANCE, GLANCE, LOOKALIKE, NO_ACTION, NOTHING, RHYTHM, Instinct
from slamdeck.core.rules import Rules
from slamdeck_snap.actions import GRAB, TURN_OVER
from slamdeck_snap.rules import Snap


class SnapInstinct(Instinct):
    """A player who watches the heaps."""

    def stimulus(self, world: Rules, seat: int) -> int:
        """A match comes first; then a new card, which may look like one; then one's own turn."""
        assert isinstance(world, Snap)
        if world.over or not world.playing() & BIT[seat]:
            return NOTHING
        if world.alike():
            return CHANCE
        if self.is_new(world, seat):
            return LOOKALIKE if self.courts(world) > 1 else GLANCE
        return self.routine(world, seat)

    def routine(self, world: Rules, seat: int) -> int:
        """Turn over in rhythm, and so cover what went unnoticed."""
        assert isinstance(world, Snap)
        return RHYTHM if seat == world.turn and not world.over else NOTHING

    def is_new(self, world: Snap, seat: int) -> bool:
        """Was a card the last thing that happened, and has this hand not moved since?"""
        return world.turned > 0 and world.since > max(world.gone_at, world.grabbed_at[seat])

    def courts(self, world: Snap) -> int:
        """How many heaps show a jack, a queen or a king: one face is easily taken for another."""
        tops = [world.cards.top(world.heap_of(seat)) for seat in range(world.seats) if world.has_heap(seat)]
        return sum(world.deck.kinds[top].family == "court" for top in tops)

    def occasion(self, world: Rules, seat: int) -> int:
        """Another card, a match that was taken, one's own turn: nothing else is news."""
        assert isinstance(world, Snap)
        return 4 * world.turned + 2 * (world.alike() > 0) + (seat == world.turn)

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int:
        if stimulus == CHANCE:
            return GRAB
        return TURN_OVER if stimulus == RHYTHM else NO_ACTION

    def slip(self, world: Rules, seat: int, stimulus: int) -> int:
        return GRAB

    def lands_at(self, world: Rules, seat: int) -> int:
        """By the time the hand lands, the moment to look will be over."""
        assert isinstance(world, Snap)
        return max(world.now, world.since + world.options.pace_ms)
