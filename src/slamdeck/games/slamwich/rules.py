"""Slamwich. Clause ids (SW-nn, SW-Rn) are those of RULES.md beside this file.

Everybody tosses the top card of a closed stack onto one pile. Two alike, two alike with one
between, or a thief may be slapped; the first hand takes the pile. A muncher takes it too, unless
the player on the left stops it.
"""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import FIRST_WINS, NO_SEAT
from slamdeck.core.rules import APPLIED, IGNORED, NEVER, Moves, Outcome, Rules
from slamdeck.games.slamwich.actions import SLAP, TOSS, YELL
from slamdeck.games.slamwich.choices import list_legal, list_sensible
from slamdeck.games.slamwich.leaving import (
    drop_out_without_cards,
    end_if_alone,
    final_outcome,
    finish,
    leave_the_brink,
    next_with_cards,
    send_out,
    time_is_up,
)
from slamdeck.games.slamwich.positions import assume_field, begin_position, settle
from slamdeck.games.slamwich.state import State
from slamdeck.games.slamwich.terms import (
    MUNCHES,
    NOTHING,
    PATTERN,
    PILE_CARDS,
    PILES,
    SLIPS,
    THIEF,
    THIEVES,
    TOSSES,
    WASTED,
    Terms,
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Slamwich(State):
    """The verbs of one game of Slamwich; its state is in state.py, who is out and who has won in leaving.py.

    SW-02: all of it is about owning every card. SW-R32: two players follow the same rules as six.
    """

    def __init__(self, terms: Terms, dice: Dice, source: Slamwich | None = None) -> None:
        super().__init__(terms, dice, source)

    def branch(self, dice: Dice) -> Rules:
        return Slamwich(self.terms, dice, self)

    # ---- set-up ----------------------------------------------------------------------------------

    def deal(self) -> None:
        """Equal closed stacks, then the leftovers face up in the middle; the dealer's left begins.

        SW-03, SW-05, SW-06, SW-07, SW-08, SW-09, SW-44 (no munchers), SW-R31, SW-R36. The house may want the leftovers
        to be slapped, too (SW-R4).
        """
        self.reset()
        dice = self.dice
        self.dealer = self.terms.dealer
        if self.dealer == NO_SEAT:
            dice.label("dealer")
            self.dealer = dice.below(self.seats)
        cards = self.cards
        deck = self.centre + 1
        self.lay_out_deck(deck, self.terms.cards)
        cards.shuffle(deck, dice, "deal")
        seat = self.dealer
        while cards.size(deck) >= self.seats:
            for _ in range(self.seats):
                seat = self.left_of(seat)
                cards.insert(deck, cards.size(deck) - 1, seat, 0)
        while cards.size(deck) > 0:
            cards.move_top(deck, self.centre)
        if self.terms.start_cards_count and cards.size(self.centre) > 0:
            self.show_new_top(cards.top(self.centre))
        self.turn = self.left_of(self.dealer)
        self.set_deadline()

    # ---- time and inputs -------------------------------------------------------------------------

    def alarm(self) -> None:
        """Exactly one deadline; the agreed time limit comes before any other of the same moment.

        SW-42, SW-R19, SW-R22 (the munch closes), SW-R26, SW-R28 (an absent player tosses).
        """
        if self.now >= self.terms.time_limit:
            time_is_up(self)
        elif self.holder != NO_SEAT:
            self.shouting_time_passes()
        elif self.closing:
            self.munch_pile("SW-30")
        else:
            self.toss(self.turn)
        self.moment += 1
        self.set_deadline()

    def act(self, seat: i64, action: i64) -> i64:
        """SW-R39: nobody acts after the end, and who is out only as far as SW-R35 allows."""
        if self.over:
            return self.rejected("SW-R39", "the game is over")
        if seat >= self.seats:
            return self.rejected("SW-R39", "only players may do that")
        if not self.may_slap() & BIT[seat]:
            return self.rejected("SW-R39", "you are out of this game; the next one deals you in again")
        if action == TOSS:
            verdict = self.try_toss(seat)
        elif action == SLAP:
            verdict = self.slap(seat)
        elif action == YELL:
            verdict = self.shout(seat)
        else:
            verdict = self.slap_and_shout(seat)
        if verdict <= IGNORED:
            self.moment += 1
            self.set_deadline()
        return verdict

    # ---- tossing ---------------------------------------------------------------------------------

    def try_toss(self, seat: i64) -> i64:
        """One toss per turn, in turn, not too fast: SW-10, SW-11, SW-R18, SW-R22, SW-R27."""
        if self.holder != NO_SEAT:
            return self.rejected("SW-R27", "wait with your toss: it is being decided who gets the Thief")
        if self.closing:
            return self.rejected("SW-R22", "wait with your toss: the muncher is about to take the pile")
        if seat != self.turn:
            return self.rejected("SW-R27", "it is somebody else's turn to toss: wait for yours")
        if self.now - self.tossed_at < self.terms.min_toss_ms:
            return self.rejected("SW-R18", "too soon: everybody needs a moment to see the last card")
        self.toss(seat)
        return APPLIED

    def toss(self, seat: i64) -> None:
        """The top card of a stack is turned up on the pile, for all eyes at once; play moves on.

        SW-10, SW-11, SW-12, SW-22, SW-33, SW-R6, SW-R40. SW-R9: who is out at once with the last card munches nothing.
        """
        if leave_the_brink(self, seat):
            return
        card = self.cards.move_top(seat, self.centre)
        if self.terms.out_at_once and self.cards.size(seat) == 0:
            send_out(self, seat)
        self.count(TOSSES, 1)
        self.tosses += 1
        self.tossed = True
        self.tosser = seat
        self.tossed_at = self.now
        self.waiting_since = self.now
        self.claimed = False
        self.show_new_top(card)
        bite = self.bite_of(card)
        if bite > 0 and self.live != PATTERN and self.inside & BIT[seat]:
            self.start_munch(seat, bite)
        elif self.muncher != NO_SEAT:
            self.answer_munch(seat)
        else:
            self.turn = next_with_cards(self, seat)
        drop_out_without_cards(self)
        end_if_alone(self)
        if self.tosses >= self.terms.max_tosses and not self.over:
            finish(self, "SW-R40", "as many cards were tossed as the table allows")

    def show_new_top(self, card: i64) -> None:
        """What the toss made of the pile; it can be slapped until the next toss, which buries it.

        SW-R3: only the last toss counts. SW-R4, SW-R5: the cards under it count by position alone.
        """
        self.chance_is_gone()
        if self.completes_pattern(card):
            self.live = PATTERN
        elif self.terms.is_thief[card]:
            self.live = THIEF
            self.shouted = 0
            self.shouts = 0
            self.count(THIEVES, 1)
        else:
            return
        self.race.start(FIRST_WINS, self.may_slap(), self.now, NEVER)

    def chance_is_gone(self) -> None:
        """Buried (SW-R7, SW-R18), claimed or wasted; from now hands are late (SW-R17, SW-R34)."""
        if self.live != NOTHING:
            self.gone_at = self.now
            self.live = NOTHING
            self.holder = NO_SEAT
            self.race.close()

    # ---- munching --------------------------------------------------------------------------------

    def start_munch(self, seat: i64, bite: i64) -> None:
        """Whoever tosses a muncher eats the pile, unless the left neighbour stops it.

        SW-23, SW-24, SW-25, SW-26, SW-R23. A muncher that answers one starts afresh: SW-32, SW-34.
        """
        self.muncher = seat
        answerer = next_with_cards(self, seat)
        if answerer == seat:
            self.munch_pile("SW-R23")
            return
        self.turn = answerer
        self.munch_left = bite
        self.tell("munch", "SW-24", seat, bite)

    def answer_munch(self, seat: i64) -> None:
        """One of the answers was tossed: SW-26, SW-27, SW-30, SW-R6, SW-R7, SW-R8.

        If it was the last and can be slapped, hands get a closing moment (SW-28, SW-R22).
        """
        self.munch_left -= 1
        if self.munch_left > 0 and self.cards.size(seat) > 0:
            return
        if self.live == NOTHING:
            self.munch_pile("SW-30")
        else:
            self.closing = True

    def munch_pile(self, clause: str) -> None:
        """Nobody stopped the muncher: SW-24, SW-30."""
        self.count(MUNCHES, 1)
        self.take_pile(self.muncher, clause)

    # ---- slapping --------------------------------------------------------------------------------

    def slap(self, seat: i64) -> i64:
        """A hand on the pile: SW-16, SW-17; it may also stop a munch: SW-28, SW-29."""
        if self.now - self.slapped_at[seat] < self.terms.debounce_ms:
            return self.ignored("SW-R29", "that was the same slap again: it counts once")
        self.slapped_at[seat] = self.now
        if self.holder != NO_SEAT:
            return self.ignored("SW-R19", "another hand was first, but a shout can still win the Thief")
        if self.live == PATTERN:
            self.race.hand_down(seat, self.now)
            self.take_pile(seat, "SW-17" if self.muncher == NO_SEAT else "SW-29")
            return APPLIED
        if self.live == THIEF:
            return self.slap_thief(seat)
        return self.slap_nothing(seat)

    def slap_nothing(self, seat: i64) -> i64:
        """Nothing is there to slap: harmless while it is late rather than wrong, else a slip slap.

        SW-36, SW-R4, SW-R16, SW-R17, SW-R33, SW-R34.
        """
        if not self.tossed and not (self.terms.start_cards_count and self.cards.size(self.centre) > 0):
            return self.ignored("SW-R4", "no card has been tossed yet; no harm done")
        if self.claimed and self.cards.size(self.centre) == 0:
            return self.ignored("SW-R16", "the pile was just taken; no harm done")
        if self.claimed:
            return self.ignored("SW-R33", "this Thief got away: wait for the next card")
        if self.now - self.gone_at >= self.terms.late_grace_ms:
            return self.slip_slap(seat)
        if self.gone_at == self.tossed_at:
            return self.ignored("SW-R17", "just too late: another card lies on the one you saw; no harm done")
        return self.ignored("SW-R34", "just too late: somebody else was first; no harm done")

    def slap_and_shout(self, seat: i64) -> i64:
        """Both in one movement: a shout and then a slap; it is applied if either is (SW-18).

        SW-R29: the shout of a bouncing hand still counts.
        """
        shout = self.shout(seat)
        verdict = APPLIED if self.over else self.slap(seat)
        if shout == APPLIED or verdict == APPLIED:
            # The half that had no effect is nobody's complaint.
            self.clause = ""
            self.why = ""
            return APPLIED
        return verdict

    def slap_thief(self, seat: i64) -> i64:
        """The first hand on a Thief wins with the shout, else it holds the pile for a moment.

        SW-15, SW-18, SW-19, SW-R19; during a munch just the same, or any slap stops it: as the house likes (SW-R37).
        """
        self.race.hand_down(seat, self.now)
        if self.muncher != NO_SEAT and self.terms.any_slap_stops_munch:
            self.take_pile(seat, "SW-29")
            return APPLIED
        if self.shouted & BIT[seat]:
            self.take_pile(seat, "SW-18")
            return APPLIED
        self.holder = seat
        self.held_at = self.now
        self.grace_over = False
        self.tell("hold", "SW-18", seat, 0)
        return APPLIED

    def shout(self, seat: i64) -> i64:
        """Stop Thief! SW-18, SW-19, SW-R19, SW-R20 (no slap needed), SW-R21 (no effect)."""
        if self.live != THIEF:
            return self.ignored("SW-R21", "there is no Thief to stop; no harm done")
        if self.holder != NO_SEAT and (self.grace_over or seat == self.holder):
            clause = "SW-18" if seat == self.holder else "SW-19"
            self.tell("shout", clause, seat, 0)
            self.take_pile(seat, clause)
            return APPLIED
        if self.shouted & BIT[seat]:
            return self.ignored("SW-R21", "you have shouted already: once is enough")
        self.note_shout(seat)
        self.tell("shout", "SW-18", seat, 0)
        return APPLIED

    def shouting_time_passes(self) -> None:
        """The first slapper's grace is over, or nobody shouted at all (SW-19, SW-R19)."""
        if self.grace_over:
            self.waste_thief()
            return
        self.grace_over = True
        if self.shouted:
            self.take_pile(self.shouts & 15, "SW-19")

    def waste_thief(self) -> None:
        """No shout came: the Thief lies dead, and play goes on (SW-R19, SW-R33)."""
        self.count(WASTED, 1)
        self.tell("wasted", "SW-R19", self.holder, 0)
        self.chance_is_gone()
        self.claimed = True
        self.waiting_since = self.now
        if self.closing:
            self.munch_pile("SW-30")

    def take_pile(self, seat: i64, clause: str) -> None:
        """The whole pile goes, in order and face down, under one's stack; its taker tosses next.

        SW-17, SW-20, SW-21, SW-29, SW-30, SW-31, SW-R30. Who was out is back in (SW-R35), and
        everybody else without cards is out (SW-39, SW-R9).
        """
        self.chance_is_gone()
        won = self.cards.sweep_under(self.centre, seat)
        self.count(PILES, 1)
        self.count(PILE_CARDS, won)
        self.tell("win", clause, seat, won)
        self.muncher = NO_SEAT
        self.closing = False
        self.tosser = NO_SEAT
        self.claimed = True
        self.turn = seat
        self.waiting_since = self.now
        self.inside |= BIT[seat]
        drop_out_without_cards(self)
        end_if_alone(self)

    def slip_slap(self, seat: i64) -> i64:
        """A wrong hand pays the top card of its stack to the bottom of the pile.

        SW-36, SW-37, SW-R5, SW-R12, SW-R35. A munch goes on as it was (SW-R13), unless its
        answering player paid the last card (SW-R8) or the house has SW-38 apply there, too.
        """
        self.count(SLIPS, 1)
        verdict = self.foul("SW-36", "nothing to slap: it takes two alike, two alike with one between, or a Thief")
        if not self.inside & BIT[seat]:
            self.barred |= BIT[seat]
            self.tell("barred", "SW-R35", seat, 0)
            return verdict
        if self.terms.slip_ends_munch:
            self.muncher = NO_SEAT
        if self.cards.size(seat) == 0:
            self.slip_without_a_card(seat)
        else:
            self.cards.insert(seat, self.cards.size(seat) - 1, self.centre, 0)
            self.tell("slip", "SW-37", seat, 1)
        drop_out_without_cards(self)
        if end_if_alone(self):
            return verdict
        if self.muncher == NO_SEAT:
            self.pass_turn_left_of_slip(seat)
        elif seat == self.turn and self.cards.size(seat) == 0:
            self.munch_pile("SW-R8")
        return verdict

    def slip_without_a_card(self, seat: i64) -> None:
        """Who cannot pay is out; with a muncher goes the munch, the pile stays (SW-R11, SW-R35)."""
        self.tell("slip", "SW-R11", seat, 0)
        if self.terms.slap_in:
            self.barred |= BIT[seat]
        if seat == self.muncher:
            self.muncher = NO_SEAT
        send_out(self, seat)

    def pass_turn_left_of_slip(self, seat: i64) -> None:
        """The slip-slapper's left neighbour is next, whoever that skips or repeats: SW-38, SW-R14.

        Of several slips the last one decides (SW-R15). A new turn is a new wait (SW-R28).
        """
        self.turn = next_with_cards(self, seat)
        self.waiting_since = self.now

    # ---- what can be done ------------------------------------------------------------------------

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        list_legal(self, seat, at, moves)

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        list_sensible(self, seat, at, moves)

    def outcome(self) -> Outcome | None:
        return final_outcome(self)

    # ---- positions given by hand -----------------------------------------------------------------

    def begin_position(self) -> None:
        begin_position(self)

    def assume(self, field: str, value: object) -> None:
        assume_field(self, field, value)

    def settled(self) -> None:
        settle(self)
