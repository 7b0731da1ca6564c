"""How a Hit the Deck player sees the table, and what the hand does then.

When a hand goes off is a matter of reflexes: a hit card with a number looks much like the one with a hand. Which card
to play is a matter of judgement, and that has a file of its own.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import CALL, GLANCE, LOOKALIKE, NO_ACTION, NOTHING, READY, SHOUT, TURN, Instinct
from slamdeck.core.instincts import RACE as ALL_HANDS
from slamdeck.core.native import i64, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NO_CARD, Moves, Rules
from slamdeck.games.hit_the_deck.judgement import Judgement
from slamdeck.games.hit_the_deck.rules import HitTheDeck
from slamdeck.games.hit_the_deck.terms import DEMAND, DUTY_CUT, HAND_OVER, MUST_PLAY, PLAY, RACE

BLUFFS: Final[i64] = 3  # of four cards that lend themselves to it: a call costs nothing (HT-R25)
ONE_SLOW_CALLER_IN: Final[i64] = 16
ONE_FOOLED_IN: Final[i64] = 16  # hands of the others, by a hit card with a number or a colour that is called, too
FEW: Final[i64] = 3  # seats, with which a search plays the whole hand
LOOK_AHEAD: Final[i64] = 3  # rounds that it plays where more sit
DOUBT: Final = 0.4  # points
PROOF: Final = 2.0  # standard errors; played out by real bots, what gained by less lost a little (decision 0032)
SWAPS: Final[i64] = 12  # tries to find another card for one that a hand cannot hold
# How likely a card is to be still in a rival's hand, by what it does (number, cut, flip, demand, hand), in per cent of
# a number: what helps is played, and a hand card at once. Counted in 40 games of four policies.
STILL_HELD: Final = vec[i64]([100, 68, 53, 80, 12])


@final
class HitTheDeckInstinct(Instinct):
    """A player with cards in one hand and the other hand free."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        assert isinstance(rules, HitTheDeck)
        self.judgement = Judgement(rules.terms)
        self.a_point = 0.0  # what a point matters to the place in the end
        self.thinking = 800
        self.last_turn: i64 = 1 << 40  # as far as a search looks ahead
        if rules.seats <= FEW:  # the luck of a whole hand does not drown what the search is about
            self.thinking = 2000
            self.branches = False
            self.proof = PROOF

    # ---- what there is to see and to hear ----------------------------------------------------------

    def stimulus(self, world: Rules, seat: i64) -> i64:
        """A race comes first, then what startles, then one's own turn."""
        assert isinstance(world, HitTheDeck)
        if world.stage >= HAND_OVER:
            return NOTHING
        if world.stage == RACE:
            return self.in_race(world, seat)
        if world.punished_at[seat] < world.turn_since:
            if self.hears_bluff(world, seat) or (self.is_new(world, seat) and self.looks_alike(world)):
                return LOOKALIKE
            if world.stage > MUST_PLAY and self.is_new(world, seat):
                return GLANCE
        return self.routine(world, seat)

    def in_race(self, world: HitTheDeck, seat: i64) -> i64:
        """The caller knew beforehand; a hand that is down has nothing left to do, unless its owner must still call."""
        if not world.race.down & BIT[seat]:
            return READY if seat == world.turn else ALL_HANDS
        return SHOUT if seat == world.turn and not world.called else NOTHING

    def routine(self, world: Rules, seat: i64) -> i64:
        """One's own turn, or an occasion to bluff."""
        assert isinstance(world, HitTheDeck)
        if world.stage >= RACE:
            return NOTHING
        if seat == world.turn:
            return TURN
        return CALL if self.could_bluff(world, seat) else NOTHING

    def is_new(self, world: HitTheDeck, seat: i64) -> bool:
        """Has the top card just come to lie there, by another hand than this one?"""
        return world.shown_in == world.turns and world.stage != MUST_PLAY and seat != self.last_hand(world)

    def last_hand(self, world: HitTheDeck) -> i64:
        """Who played, cut or flipped just before this turn."""
        seat = world.turn - world.dir
        if seat < 0:
            return world.seats - 1
        return 0 if seat == world.seats else seat

    def looks_alike(self, world: HitTheDeck) -> bool:
        """A hit card with a number or a colour, whose name begins like that of the one with a hand."""
        return world.demand != NO_CARD and world.effect(world.demand) == DEMAND

    def hears_bluff(self, world: HitTheDeck, seat: i64) -> bool:
        return world.bluffed_in == world.turns and world.bluffer != seat

    def could_bluff(self, world: HitTheDeck, seat: i64) -> bool:
        """Who has just played a hit card without a hand may call the phrase all the same; once."""
        if world.shown_in != world.turns or world.bluffed_in == world.turns:
            return False
        return seat == self.last_hand(world) and self.looks_alike(world)

    def occasion(self, world: Rules, seat: i64) -> i64:
        """On turn: the turn, its phase, one's own hand. In a race: one's own part in it. Else a new top, or a call."""
        assert isinstance(world, HitTheDeck)
        if world.stage >= HAND_OVER:
            return 0
        if world.stage == RACE:
            return 4 * (16 * world.turns + self.in_race(world, seat)) + 1
        if seat == world.turn:
            return 4 * (256 * (8 * world.turns + world.stage) + world.cards.size(seat)) + 2
        news = 2 * world.shown_in
        if self.hears_bluff(world, seat):
            news = 2 * world.turns + 1
        return 4 * news + 3

    def turn_number(self, world: Rules) -> i64:
        assert isinstance(world, HitTheDeck)
        return world.turns

    # ---- what the hand does ------------------------------------------------------------------------

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        """Call before the hand comes down; bluff more often than not; on turn, judge."""
        assert isinstance(world, HitTheDeck)
        if world.stage == RACE:
            return self.hand_or_call(world, seat)
        if stimulus == CALL:
            return world.terms.call if dice.below(4) < BLUFFS else NO_ACTION
        if seat != world.turn or world.stage >= HAND_OVER:
            return NO_ACTION
        return self.judgement.best(world, seat, self.moves)

    def hand_or_call(self, world: HitTheDeck, seat: i64) -> i64:
        """Whose card it is calls first: a race may be over sooner than one thinks."""
        if seat == world.turn and not world.called:
            return world.terms.call
        return NO_ACTION if world.race.down & BIT[seat] else world.terms.slap

    def in_one_breath(self, world: Rules, seat: i64, action: i64) -> i64:
        """The caller's hand comes down while the words are being said."""
        assert isinstance(world, HitTheDeck)
        if world.stage == RACE and action == world.terms.call and not world.race.down & BIT[seat]:
            return world.terms.slap
        return NO_ACTION

    def slip(self, world: Rules, seat: i64, stimulus: i64) -> i64:
        assert isinstance(world, HitTheDeck)
        return world.terms.slap

    def without_shout(self, world: Rules, seat: i64, action: i64) -> i64:
        """Who forgets to call still brings the hand down."""
        assert isinstance(world, HitTheDeck)
        if action != world.terms.call:
            return action
        return NO_ACTION if world.race.down & BIT[seat] else world.terms.slap

    # ---- searching ---------------------------------------------------------------------------------

    def begin_search(self, world: Rules, seat: i64) -> None:
        assert isinstance(world, HitTheDeck)
        if world.seats > FEW:
            self.last_turn = world.turns + LOOK_AHEAD * world.seats
        self.a_point = self.judgement.worth_of_point(world, seat)
        self.doubt = DOUBT * self.a_point

    def believe(self, world: Rules, seat: i64, dice: Dice) -> None:
        """Who drew had nothing that fitted on that top, and the card drawn was played if it did (HT-R6, HT-R7); and of
        what everybody has chosen from, the best cards are gone."""
        assert isinstance(world, HitTheDeck)
        chosen = world.turns >= world.seats
        for other in range(world.seats):
            if other != seat:
                lacking = self.judgement.lacking(world, other)
                if chosen or lacking:
                    self.reconsider(world, seat, other, lacking, chosen, dice)

    def reconsider(self, world: HitTheDeck, seat: i64, other: i64, lacking: i64, chosen: bool, dice: Dice) -> None:
        """Of a hand that is only imagined, cards change places with likelier ones of the draw pile."""
        cards = world.cards
        pile = cards.size(world.pile)
        if pile == 0:
            return
        for i in range(cards.size(other)):
            if cards.knows(seat, other, i):
                continue
            card = cards.at(other, i)
            held = STILL_HELD[world.effect(card)]
            tries: i64 = 1 if chosen else 0
            if lacking & BIT[card]:
                held = 100
                tries = SWAPS
            while tries > 0:
                tries -= 1
                place = dice.below(pile)
                found = cards.at(world.pile, place)
                if lacking & BIT[found] or cards.knows(seat, world.pile, place):
                    continue
                if not chosen or dice.below(held) < STILL_HELD[world.effect(found)]:
                    cards.trade(other, i, world.pile, place)
                    tries = 0

    def candidates(self, world: Rules, seat: i64, moves: Moves) -> None:
        """Which card to play is worth a search. Where to cut follows from the cards one knows; races are reflexes."""
        assert isinstance(world, HitTheDeck)
        if world.stage == RACE:
            self.only(self.hand_or_call(world, seat), moves)
        elif world.stage == DUTY_CUT and seat == world.turn:
            self.only(self.judgement.best_cut(world, seat), moves)
        else:
            world.sensible(seat, world.now, moves)

    def opinion(self, world: Rules, seat: i64, action: i64) -> float:
        assert isinstance(world, HitTheDeck)
        return self.judgement.opinion(world, seat, action) * self.a_point

    def only(self, action: i64, moves: Moves) -> None:
        moves.count = 0
        if action != NO_ACTION:
            moves.add(action)

    def plausible(self, world: Rules, seat: i64, moves: Moves) -> None:
        """Everybody is taken to play with the same judgement."""
        assert isinstance(world, HitTheDeck)
        self.candidates(world, seat, moves)
        if moves.count > 1:
            self.judgement.keep_best(world, seat, moves)

    def quickest(self, world: Rules, awaited: i64, dice: Dice) -> i64:
        """The caller knew beforehand, and is nearly always the first to have called and to have a hand down."""
        assert isinstance(world, HitTheDeck)
        if awaited & BIT[world.turn] and dice.below(ONE_SLOW_CALLER_IN) > 0:
            return world.turn
        return super().quickest(world, awaited, dice)

    def stray(self, world: Rules, dice: Dice) -> i64:
        """A hit card with a number or a colour startles the others, and most are called besides."""
        assert isinstance(world, HitTheDeck)
        if world.stage != PLAY or world.shown_in != world.turns or not self.looks_alike(world):
            return NO_SEAT
        seat = dice.below(ONE_FOOLED_IN)
        if seat >= world.seats or seat == self.last_hand(world) or world.punished_at[seat] >= world.turn_since:
            return NO_SEAT
        return seat

    def horizon(self, world: Rules) -> bool:
        """The end of the hand, or where many sit some rounds later: beyond that luck drowns what a search is about."""
        assert isinstance(world, HitTheDeck)
        return world.stage >= HAND_OVER or world.turns >= self.last_turn

    def worth(self, world: Rules, seat: i64) -> float:
        """The share of the others left behind; exact once the game is over."""
        assert isinstance(world, HitTheDeck)
        return self.judgement.rivals_behind(world, seat)
