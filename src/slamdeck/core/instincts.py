"""What a game can tell about its players: what a seat is confronted with, and what would be a good answer.

A game's bots.py derives its own instinct from this one; without it the default here plays any game, uniformly at
random. An instinct only ever judges a world that its seat cannot tell from the true one (`Rules.imagine`), so it may
look at everything in it and still betrays nothing.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.bits import BIT, count, nth
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves, Rules

# What a seat is confronted with. Reflexes decide how long the answer takes, and whether it comes at all.
NOTHING: Final[i64] = 0
TURN: Final[i64] = 1  # think, then choose
RHYTHM: Final[i64] = 2  # a routine movement in one's own rhythm: toss the next card
RACE: Final[i64] = 3  # every hand must come down now
READY: Final[i64] = 4  # likewise, by the player who knew beforehand
CHANCE: Final[i64] = 5  # something to recognise among much that looks alike, and then to slap
SHOUT: Final[i64] = 6  # the words are still missing
WINDUP: Final[i64] = 7  # a hand rises: a slap, or a fake
LOOKALIKE: Final[i64] = 8  # nothing to slap, but it looks like it
CALL: Final[i64] = 9  # not one's turn, but one might speak up
GLANCE: Final[i64] = 10  # a new card that is nothing; now and then a hand goes off by itself
STIMULI: Final = (
    "nothing",
    "turn",
    "rhythm",
    "race",
    "ready",
    "chance",
    "shout",
    "windup",
    "lookalike",
    "call",
    "glance",
)

NO_ACTION: Final[i64] = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Instinct:
    """The uniform player. A game overrides what it knows better."""

    def __init__(self, rules: Rules) -> None:
        self.moves = Moves(rules.catalogue.size)
        self.recognition = 1.0  # how long a chance takes to be seen, as a multiple of that for a card that is turned up
        self.soonest_ms: i64 = 0  # before that no hand is worth anything, not even one that knew beforehand
        self.thinking: i64 = 400  # iterations that a search of this game is given
        self.doubt = 0.01  # how far off `opinion` may be about actions that it thinks equal, in the unit of `worth`
        self.proof = 0.0  # standard errors by which an action must have gained in a search to be chosen
        self.branches = True  # is a tree worth its while, or do later choices hang on cards that come up in between?
        self.remembers = False  # do its choices rest on cards seen before? Then a search keeps track of them, too

    def stimulus(self, world: Rules, seat: i64) -> i64:
        """What this seat is confronted with now, as its own eyes would tell."""
        awaited = world.awaited()
        if not awaited & BIT[seat]:
            return NOTHING
        return RACE if count(awaited) > 1 else TURN

    def routine(self, world: Rules, seat: i64) -> i64:
        """What this seat is left with when nothing catches its eye: it overlooks a chance, or is not fooled."""
        return NOTHING

    def is_early(self, world: Rules, seat: i64) -> bool:
        """Would somebody gentle leave a chance to the others for now, because they had no go at it yet?"""
        return False

    def occasion(self, world: Rules, seat: i64) -> i64:
        """A number that changes whenever there is something new to react to."""
        return world.awaited() * 16 + self.stimulus(world, seat)

    def turn_number(self, world: Rules) -> i64:
        """A number that changes with every turn and stays as it is within one; unless a game knows it, every choice is
        a turn of its own."""
        return world.now

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        """A good answer to that stimulus, or NO_ACTION to let it pass."""
        return self.uniform(world, seat, dice)

    def slip(self, world: Rules, seat: i64, stimulus: i64) -> i64:
        """What a hand does that starts too early or is fooled; NO_ACTION where there is nothing to slip on."""
        return NO_ACTION

    def without_shout(self, world: Rules, seat: i64, action: i64) -> i64:
        """The same action by somebody who forgets the words."""
        return action

    def in_one_breath(self, world: Rules, seat: i64, action: i64) -> i64:
        """What comes together with that action, as a hand comes down with the words; NO_ACTION if nothing does."""
        return NO_ACTION

    def lands_at(self, world: Rules, seat: i64) -> i64:
        """The earliest game time at which a hand that is lifted now can come down."""
        return world.now

    def goes_on_at(self, world: Rules, seat: i64) -> i64:
        """The earliest game time at which somebody on turn cares to go on, however quick."""
        return self.lands_at(world, seat)

    def uniform(self, world: Rules, seat: i64, dice: Dice) -> i64:
        """Any sensible action, all equally likely."""
        world.sensible(seat, self.lands_at(world, seat), self.moves)
        if self.moves.count == 0:
            return NO_ACTION
        return self.moves.codes[dice.below(self.moves.count)]

    def begin_search(self, world: Rules, seat: i64) -> None:
        """A search for this seat begins here: what is asked next is about futures of this world."""

    def believe(self, world: Rules, seat: i64, dice: Dice) -> None:
        """Make an imagined world more likely: what its seat could conclude from how the others played."""

    def candidates(self, world: Rules, seat: i64, moves: Moves) -> None:
        """The actions that a search should try; a game may leave out what is never good."""
        world.sensible(seat, world.now, moves)

    def opinion(self, world: Rules, seat: i64, action: i64) -> float:
        """What to think of one of the candidates before any search, in the unit of `worth`; only differences count."""
        return 0.0

    def plausible(self, world: Rules, seat: i64, moves: Moves) -> None:
        """What a search takes this seat to do beyond its tree: any of these, all equally likely."""
        world.sensible(seat, world.now, moves)

    def quickest(self, world: Rules, awaited: i64, dice: Dice) -> i64:
        """Whose hand a search takes to be next when several are awaited: anybody's, unless a game knows better."""
        return nth(awaited, dice.below(count(awaited)))

    def stray(self, world: Rules, dice: Dice) -> i64:
        """A seat whose hand goes off by mistake, as a search takes it to happen now; mostly NO_SEAT."""
        return NO_SEAT

    def horizon(self, world: Rules) -> bool:
        """Is this as far as a search should look (the end of a hand or a round)?"""
        return world.over

    def worth(self, world: Rules, seat: i64) -> float:
        """How good the position is for this seat, from 0 to 1; exact once the game is over."""
        outcome = world.outcome()
        if outcome is None:
            return 0.5
        better = 0
        for place in outcome.places:
            if place < outcome.places[seat]:
                better += 1
        equal = len([place for place in outcome.places if place == outcome.places[seat]]) - 1
        return 1.0 - (better + equal / 2) / max(1, len(outcome.places) - 1)
