"""Yahtzee Hands Down. Clause ids (YH-nn, YH-Rn) are those of RULES.md beside this file.

Everybody collects five dice cards that make one of the combinations on offer, swapping cards in
turn. Whoever has one lays the hand face down with a call, on turn or not; the second call ends the
round, the better hand takes the Combo card, the other one a Chance card. A laid hand that fits
nothing is a foul, and nobody knows before the reveal.
"""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import APPLIED, Moves, Outcome, Rules
from slamdeck.games.yahtzee_hands_down.actions import CALL, CALL_TYPE, order_of
from slamdeck.games.yahtzee_hands_down.choices import (
    list_legal,
    list_sensible,
    read_exchange,
    word_exchange,
)
from slamdeck.games.yahtzee_hands_down.drawing import discard_named, draw, holds_places, names_foremost
from slamdeck.games.yahtzee_hands_down.positions import assume_field, begin_position, settle
from slamdeck.games.yahtzee_hands_down.reveal import lay_second_hand, turn_up_lone_hand
from slamdeck.games.yahtzee_hands_down.rounds import begin_next_round, out_of_turns, standings
from slamdeck.games.yahtzee_hands_down.state import State
from slamdeck.games.yahtzee_hands_down.terms import (
    CALLS,
    CARDS_EXCHANGED,
    EXCHANGES,
    HAND,
    LAST_CALL,
    NO_COUNT,
    PLAY,
    REVEAL,
    Terms,
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class YahtzeeHandsDown(State):
    """One game of Yahtzee Hands Down: the verbs.

    YH-01: two to six seats, clockwise. YH-63: the combo sheet and the reminder card are help, not
    rules.
    """

    def __init__(self, terms: Terms, dice: Dice, source: YahtzeeHandsDown | None = None) -> None:
        super().__init__(terms, dice, source)

    def branch(self, dice: Dice) -> Rules:
        return YahtzeeHandsDown(self.terms, dice, self)

    # ---- set-up --------------------------------------------------------------------------------

    def deal(self) -> None:
        """Combo cards, Chance cards, dice cards, then who begins: YH-09, YH-10, YH-45, YH-R30."""
        self.reset()
        self.lay_out_boxes()
        self.lay_out_combos()
        self.stack_chances()
        self.deal_hands()
        self.starter = self.terms.starter
        if self.starter == NO_SEAT:
            self.dice.label("starter")
            self.starter = self.dice.below(self.seats)
        self.turn = self.starter
        self.reread()
        self.set_deadline()

    def lay_out_boxes(self) -> None:
        """Every card to its pile: dice to the draw pile, the others to their boxes (YH-02)."""
        cards = self.cards
        cards.clear()
        cards.fill(self.draw_pile, self.terms.dice_cards)
        cards.fill(self.combo_box, self.terms.combo_cards)
        cards.fill(self.chance_box, self.terms.chance_cards)

    def lay_out_combos(self) -> None:
        """One of each type, or all there are, or some at random.

        YH-04, YH-58, YH-59, YH-62, YH-R29.
        """
        cards = self.cards
        box = self.combo_box
        wanted = self.terms.combo_count
        if wanted != 6 and wanted != self.terms.all_combos:
            cards.shuffle(box, self.dice, "combos")
            for _ in range(wanted):
                cards.move_top(box, self.combos)
            return
        for _ in range(1 if wanted == 6 else wanted):
            for combo in range(i64(6)):
                cards.move_kind(box, i64(self.terms.combo_of[combo]), self.combos)

    def stack_chances(self) -> None:
        """As many Chance cards as Combo cards, unseen; the others stay in the box.

        YH-05, YH-61, YH-62, YH-R29.
        """
        cards = self.cards
        cards.shuffle(self.chance_box, self.dice, "chance")
        wanted = self.terms.combo_count
        while wanted > 0 and cards.size(self.chance_box) > 0:
            cards.move_top(self.chance_box, self.chance)
            wanted -= 1

    def deal_hands(self) -> None:
        """Five cards each, one at a time, for their owners' eyes only: YH-06, YH-07, YH-R26.

        How players sort them has no effect (YH-08).
        """
        cards = self.cards
        cards.shuffle(self.draw_pile, self.dice, "deal")
        for _ in range(HAND):
            for seat in range(self.seats):
                if cards.size(self.draw_pile) > 0:
                    cards.move_top(self.draw_pile, seat)

    # ---- time and inputs -----------------------------------------------------------------------

    def alarm(self) -> None:
        if self.stage == PLAY:
            self.exchange(self.turn, 0)
        elif self.stage == LAST_CALL:
            turn_up_lone_hand(self)
        else:
            begin_next_round(self)
        self.set_deadline()

    def act(self, seat: i64, action: i64) -> i64:
        """Inputs count in the order of the log (YH-R17); during the pause none does.

        YH-R16, YH-R38. Who is down takes no further part (YH-14).
        """
        if self.over:
            return self.rejected("YH-35", "the game is over")
        if seat >= self.seats:
            return self.rejected("YH-01", "only players may do that")
        if self.stage == REVEAL:
            return self.rejected("YH-R38", "the round has just been scored: wait for the next one")
        if seat == self.first:
            return self.rejected("YH-14", "your hand is down: wait until the round is scored")
        if CALL.holds(action):
            return self.try_call(seat, CALL_TYPE.of(action))
        return self.try_exchange(seat, order_of(action))

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        list_legal(self, seat, moves)

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        list_sensible(self, seat, moves)

    def outcome(self) -> Outcome | None:
        return standings(self)

    def read(self, seat: i64, text: str) -> int:
        return read_exchange(self, seat, text)

    def wording(self, seat: i64, action: i64) -> str:
        return word_exchange(self, seat, action)

    # ---- positions given by hand -----------------------------------------------------------------

    def begin_position(self) -> None:
        begin_position(self)

    def assume(self, field: str, value: object) -> None:
        assume_field(self, field, value)

    def settled(self) -> None:
        settle(self)

    # ---- exchanging ----------------------------------------------------------------------------

    def try_exchange(self, seat: i64, order: i64) -> i64:
        """YH-15, YH-18, YH-R37: once per turn, by the player on turn; at last call nobody is.

        YH-56: nothing has to pass between two turns.
        """
        if self.stage == LAST_CALL:
            return self.rejected("YH-R37", "it is last call: no more exchanges, only a call")
        if seat != self.turn:
            return self.rejected("YH-15", "it is somebody else's turn to exchange; a call is possible at any time")
        if self.cards.size(seat) < HAND and not holds_places(self, seat, order):
            return self.rejected("YH-R26", "you do not hold that many cards: choose fewer")
        self.exchange(seat, order)
        self.set_deadline()
        return APPLIED

    def exchange(self, seat: i64, order: i64) -> None:
        """Discard up to five, then draw as many, and the turn is over.

        YH-15, YH-16, YH-18, YH-R2, YH-R31 (none at all counts too), YH-R39 (it lifts the bar on
        calling).
        """
        cards = self.cards
        number = self.terms.places[order] & 15
        if number <= cards.size(self.draw_pile) and names_foremost(self, seat, order):
            self.judge_hand(seat, cards.exchange(seat, order, self.discard, self.draw_pile))
        else:
            discard_named(self, seat, self.terms.places[order])
            draw(self, seat, number)
        self.count(EXCHANGES, 1)
        self.count(CARDS_EXCHANGED, number)
        self.tell("exchange", "YH-15", seat, number)
        self.turns += 1
        self.waiting &= ~BIT[seat]
        if out_of_turns(self):
            return
        if self.left != NO_COUNT:
            self.left -= 1
        if self.left == 0:
            self.open_last_call(seat)
        else:
            self.pass_turn(seat)

    # ---- calling -------------------------------------------------------------------------------

    def try_call(self, seat: i64, named: i64) -> i64:
        """Hands down, at any time, on turn or not: YH-11, YH-12, YH-52, YH-53.

        YH-R11 and YH-R39: after a foul not before an exchange of one's own. YH-R18, YH-R26: with
        five cards only. YH-R33: a bad call is a foul, not illegal, unless `call_guard` says so.
        """
        if self.waiting & BIT[seat]:
            return self.rejected("YH-R39", "after a foul, exchange on your turn before you call again")
        if self.cards.size(seat) < HAND:
            return self.rejected("YH-R26", "a call needs five cards: exchange on your turn first")
        if self.terms.call_guard and not self.able & BIT[seat]:
            return self.rejected("YH-R33", f"your hand fits nothing on offer: {self.fault_of(seat)}")
        self.count(CALLS, 1)
        self.tell("call", "YH-12", seat, 0)
        if self.first == NO_SEAT:
            self.lay_first_hand(seat, named)
        else:
            lay_second_hand(self, seat, named)
        self.set_deadline()
        return APPLIED

    def lay_first_hand(self, seat: i64, named: i64) -> None:
        """The hand lies face down, and which Combo card it is after stays secret.

        YH-12, YH-13, YH-14. On turn the call takes the place of the exchange; out of turn nobody's
        turn changes.
        """
        self.go_down(seat, named)
        if seat == self.turn:
            self.pass_turn(seat)

    def open_last_call(self, seat: i64) -> None:
        """The count-down is used up: a last moment to call (YH-R20, YH-R23)."""
        self.stage = LAST_CALL
        self.last = seat
        self.turn = NO_SEAT
        if self.terms.lastcall_ms == 0:
            turn_up_lone_hand(self)
            return
        self.closes_at = self.now + self.terms.lastcall_ms
        self.race.closes_at = self.closes_at
        self.tell("last_call", "YH-R20", self.first, self.terms.lastcall_ms)
