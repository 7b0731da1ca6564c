"""Lowdown. Clause ids (LD-nn, LD-Rn) are those of RULES.md beside this file.

Everybody keeps nine cards as a 3×3 grid, mostly closed, and exchanges them one by one for better ones. Three open cards
of one colour in a line may be cleared. When a grid is all open the hand is counted; few points are good.
"""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import APPLIED, Moves, Outcome, Rules
from slamdeck.core.zones import CLOSED, OPEN
from slamdeck.games.lowdown.actions import (
    CLEAR,
    CLEAR_LINE,
    DISCARD,
    DONE,
    DRAW,
    LEAVE,
    LOOK_AT,
    LOOK_AT_SLOT,
    NEXT_HAND,
    OPEN_UP,
    OPEN_UP_CLEAR,
    OPEN_UP_SLOT,
    PERFORM,
    PLACE,
    PLACE_CLEAR,
    PLACE_SIDE,
    PLACE_SLOT,
    SIDE_CLOSED,
    SIDE_NOT_SAID,
    SKIP,
    SWAP,
    SWAP_CLEAR,
    SWAP_ONE,
    SWAP_OTHER,
    TAKE,
)
from slamdeck.games.lowdown.choices import list_legal, list_sensible
from slamdeck.games.lowdown.counting import clear_for_the_slow, end_turn, score_hand, standings
from slamdeck.games.lowdown.dealing import begin_when_all_have_opened, deal_hand, open_for_the_slow
from slamdeck.games.lowdown.grids import clear_line, read_grids, turn_up
from slamdeck.games.lowdown.lines import GRID_OF, MASK_OF, NO_LINE, NO_SLOT, SLOTS
from slamdeck.games.lowdown.positions import assume_field, begin_position, settle
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    CLEARING,
    HAND_OVER,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LOOK,
    LOOKED,
    LOOKS,
    NO_ACTION,
    PEEK_T,
    PERFORMED,
    SETUP_FLIP,
    STEAL_T,
    SWAP_T,
    Terms,
)
from slamdeck.games.lowdown.turns import (
    clear_along,
    draw_card,
    give_up_action,
    look_at,
    move_for_the_idle,
    peek_at,
    replace,
    show_hand,
    steal_card,
    swap_cards,
    take_discard,
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Lowdown(State):
    """One game of Lowdown: its verbs.

    What good play looks like, LD-59, LD-60 and LD-61, is advice and needs no code.
    """

    def __init__(self, terms: Terms, dice: Dice, source: Lowdown | None = None) -> None:
        super().__init__(terms, dice, source)

    def branch(self, dice: Dice) -> Rules:
        return Lowdown(self.terms, dice, self)

    # ---- set-up ----------------------------------------------------------------------------------

    def deal(self) -> None:
        """The first hand begins with the youngest, whom the host names or chance finds (LD-08, LD-R2)."""
        self.reset()
        starter = self.terms.start_seat
        if starter == NO_SEAT:
            self.dice.label("starter")
            starter = self.dice.below(self.seats)
        deal_hand(self, starter)

    def open_one_of_two(self, seat: i64, action: i64) -> i64:
        """Two of one's nine cards are opened blindly, by all seats at the same time: LD-05, LD-R3."""
        if not OPEN_UP.holds(action):
            return self.rejected("LD-05", "first open two of your cards")
        slot = OPEN_UP_SLOT.of(action)
        if slot == NO_SLOT:
            return self.rejected("LD-05", "say which card you open")
        if OPEN_UP_CLEAR.of(action) != NO_LINE:
            return self.rejected("LD-39", "two cards do not make a line")
        if not self.has_to_open(seat):
            return self.rejected("LD-05", "you have opened your two cards: wait for the others")
        zone = SLOTS * seat + slot
        if not self.closed & BIT[zone]:
            return self.rejected("LD-05", "that card is open already: choose a closed one")
        turn_up(self, zone)
        begin_when_all_have_opened(self)
        return APPLIED

    # ---- time and inputs -------------------------------------------------------------------------

    def alarm(self) -> None:
        if self.stage == SETUP_FLIP:
            open_for_the_slow(self)
        elif self.stage == CLEARING:
            clear_for_the_slow(self)
        else:
            self.tell("idle", "LD-R30", self.turn, 0)
            move_for_the_idle(self, self.turn)

    def act(self, seat: i64, action: i64) -> i64:
        """Clears at any time, everything else by phase and in turn (LD-09)."""
        if seat >= self.seats or action == NEXT_HAND:
            return self.host(seat, action)
        stage = self.stage
        if stage >= HAND_OVER:
            return self.no_hand_runs()
        if CLEAR.holds(action):
            return self.clear(seat, CLEAR_LINE.of(action))
        if stage == SETUP_FLIP:
            return self.open_one_of_two(seat, action)
        if stage == CLEARING:
            return self.say_done(seat, action)
        if seat != self.turn:
            return self.rejected("LD-09", "it is somebody else's turn: wait for yours")
        if stage == CHOOSE:
            return self.choose(seat, action)
        if stage == HOLD_DRAWN:
            return self.use_drawn(seat, action)
        if stage == HOLD_TAKEN:
            return self.use_taken(seat, action)
        if stage == LOOK:
            return self.take_a_look(seat, action)
        if stage == LOOKED:
            return self.open_or_leave(seat, action)
        if stage == PEEK_T:
            return self.peek(seat, action)
        if stage == SWAP_T:
            return self.swap(seat, action)
        return self.steal(seat, action)

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        list_legal(self, seat, moves)

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        list_sensible(self, seat, moves)

    def outcome(self) -> Outcome | None:
        return standings(self)

    def reread(self) -> None:
        read_grids(self)

    # ---- positions given by hand -----------------------------------------------------------------

    def begin_position(self) -> None:
        begin_position(self)

    def assume(self, field: str, value: object) -> None:
        assume_field(self, field, value)

    def settled(self) -> None:
        settle(self)

    # ---- the host --------------------------------------------------------------------------------

    def host(self, seat: i64, action: i64) -> i64:
        """The next hand is the host's to call, and all that the host calls: LD-55, LD-56."""
        if seat < self.seats:
            return self.rejected("LD-55", "the host calls the next hand")
        if action != NEXT_HAND:
            return self.rejected("LD-09", "only players may do that")
        if self.stage != HAND_OVER:
            return self.no_hand_runs() if self.over else self.rejected("LD-55", "this hand is not over yet")
        deal_hand(self, self.next_starter)
        return APPLIED

    def no_hand_runs(self) -> i64:
        if self.over:
            return self.rejected("LD-57", "the game is over")
        return self.rejected("LD-55", "the hand is over: wait for the next one")

    # ---- drawing and taking ----------------------------------------------------------------------

    def choose(self, seat: i64, action: i64) -> i64:
        """LD-10, LD-R8, LD-R9: one of the two piles, as long as it has a card."""
        if action == DRAW:
            if self.cards.size(self.draw) == 0:
                return self.rejected("LD-R8", "the draw pile is empty: take from the discard pile")
            draw_card(self, seat)
            return APPLIED
        if action == TAKE:
            if self.cards.size(self.discard) == 0:
                return self.rejected("LD-R9", "the discard pile is empty: draw")
            take_discard(self, seat)
            return APPLIED
        return self.rejected("LD-10", "draw a card, or take the top of the discard pile")

    def use_drawn(self, seat: i64, action: i64) -> i64:
        """A drawn card is placed, put away, or performed: LD-11, LD-14, LD-18."""
        if PLACE.holds(action):
            return self.place(seat, action)
        if action == DISCARD:
            return self.put_away(seat)
        if action == PERFORM:
            return self.perform(seat)
        return self.rejected("LD-11", "first use the card in your hand")

    def use_taken(self, seat: i64, action: i64) -> i64:
        """A taken card must be placed, and its action is dead: LD-21, LD-28, LD-R29."""
        if PLACE.holds(action):
            return self.place(seat, action)
        if action == PERFORM:
            return self.rejected("LD-28", "a card from the discard pile gives no action")
        return self.rejected("LD-21", "the card you took must replace one of yours")

    def place(self, seat: i64, action: i64) -> i64:
        """The card in hand replaces one of the grid, and that is the turn.

        LD-11, LD-13 (a drawn card open or closed), LD-20 (an action card like any other), LD-22, LD-24 (a taken
        card open), LD-R18 (never into an empty slot), LD-R28 (closed over open is fine).
        """
        slot = PLACE_SLOT.of(action)
        side = PLACE_SIDE.of(action)
        if not self.lying & BIT[SLOTS * seat + slot]:
            return self.rejected("LD-R18", "that place is empty: a card can only replace a card")
        if self.stage == HOLD_TAKEN and side == SIDE_CLOSED:
            return self.rejected("LD-24", "a card from the discard pile lies open")
        if self.stage == HOLD_DRAWN and side == SIDE_NOT_SAID:
            return self.rejected("LD-13", "say whether it lies open or closed")
        replace(self, seat, slot, CLOSED if side == SIDE_CLOSED else OPEN)
        clear_along(self, seat, PLACE_CLEAR.of(action))
        end_turn(self)
        return APPLIED

    def put_away(self, seat: i64) -> i64:
        """A drawn card that is not wanted goes onto the discard pile, and the player may look: LD-14, LD-15, LD-17.

        LD-R4: an action card is performed or placed, unless it has no target or the house allows it.
        """
        action = self.action_in_hand(seat)
        if self.has_target(seat, action) and not self.terms.allow_discard_action:
            return self.rejected("LD-R4", "perform the action card, or place it")
        self.cards.move_top(self.held + seat, self.discard)
        self.enter(LOOK)
        return APPLIED

    def take_a_look(self, seat: i64, action: i64) -> i64:
        """LD-15, LD-17: one closed card of one's own, or none."""
        if action == SKIP:
            end_turn(self)
            return APPLIED
        if not LOOK_AT.holds(action):
            return self.rejected("LD-15", "look at one of your closed cards, or skip")
        slot = LOOK_AT_SLOT.of(action)
        if not self.closed & BIT[SLOTS * seat + slot]:
            return self.rejected("LD-15", "no closed card lies there: choose another place")
        look_at(self, seat, SLOTS * seat + slot)
        self.looked = slot
        self.count(LOOKS, 1)
        self.enter(LOOKED)
        return APPLIED

    def open_or_leave(self, seat: i64, action: i64) -> i64:
        """LD-16, LD-17: the card looked at is opened or left closed, and the turn ends."""
        if action == LEAVE:
            end_turn(self)
            return APPLIED
        if not OPEN_UP.holds(action):
            return self.rejected("LD-16", "open the card, or leave it closed")
        slot = OPEN_UP_SLOT.of(action)
        if slot != NO_SLOT and slot != self.looked:
            return self.rejected("LD-16", "you may only open the card you looked at")
        turn_up(self, SLOTS * seat + self.looked)
        clear_along(self, seat, OPEN_UP_CLEAR.of(action))
        end_turn(self)
        return APPLIED

    # ---- action cards ----------------------------------------------------------------------------

    def perform(self, seat: i64) -> i64:
        """An action card just drawn is shown and carried out: LD-18, LD-26, LD-27, LD-R5, LD-R7 (as often as drawn)."""
        action = self.action_in_hand(seat)
        if action == NO_ACTION:
            return self.rejected("LD-18", "that is no action card: place it, or discard it")
        if not self.has_target(seat, action):
            return self.rejected("LD-R5", "there is nothing to play it on: place it, or discard it")
        show_hand(self, seat, OPEN)
        self.count(PERFORMED + action - PEEK_T, 1)
        if action == PEEK_T:
            self.tell("peeks", "LD-29", seat, 0)
        elif action == SWAP_T:
            self.tell("swaps", "LD-32", seat, 0)
        else:
            self.tell("steals", "LD-36", seat, 0)
        self.enter(action)
        return APPLIED

    def peek(self, seat: i64, action: i64) -> i64:
        """LD-29, LD-R36: any closed card in any grid, and the next one to draw where the house has it so."""
        peeks = self.terms.peeks
        if action == self.terms.peek_draw and self.terms.peek_at_draw_pile:
            if self.cards.size(self.draw) == 0:
                return self.rejected("LD-R8", "the draw pile is empty: peek at a closed card in a grid")
            peek_at(self, seat, self.draw)
            return APPLIED
        if action == self.terms.peek_draw:
            return self.rejected("LD-R36", "the draw pile keeps its secrets: peek at a closed card in a grid")
        if not peeks.verb.holds(action):
            return self.rejected("LD-29", "peek at any closed card on the table")
        zone = peeks.zone(action)
        if not self.closed & BIT[zone]:
            return self.rejected("LD-29", "no closed card lies there: choose another place")
        peek_at(self, seat, zone)
        return APPLIED

    def swap(self, seat: i64, action: i64) -> i64:
        """LD-32, LD-R31: two different cards of one's own grid."""
        if not SWAP.holds(action):
            return self.rejected("LD-32", "swap two cards of your grid")
        one = SLOTS * seat + SWAP_ONE.of(action)
        other = SLOTS * seat + SWAP_OTHER.of(action)
        if one == other:
            return self.rejected("LD-32", "swap two different cards")
        if not self.lying & BIT[one] or not self.lying & BIT[other]:
            return self.rejected("LD-32", "one of these places is empty: choose two cards")
        swap_cards(self, seat, one, other, SWAP_CLEAR.of(action))
        return APPLIED

    def steal(self, seat: i64, action: i64) -> i64:
        """LD-36, LD-37, LD-R31: a card of somebody else's for one's own, whichever side is up."""
        steals = self.terms.steals
        if not steals.verb.holds(action):
            return self.rejected("LD-36", "steal a card and give one for it")
        theirs = steals.zone(action)
        mine = SLOTS * seat + steals.mine.of(action)
        if GRID_OF[seat] & BIT[theirs]:
            return self.rejected("LD-R31", "you cannot steal from yourself: choose somebody else's card")
        if not self.lying & BIT[theirs] or not self.lying & BIT[mine]:
            return self.rejected("LD-36", "one of these places is empty: choose two cards")
        steal_card(self, seat, theirs, mine, steals.clear.of(action))
        return APPLIED

    # ---- three in a row --------------------------------------------------------------------------

    def clear(self, seat: i64, line: i64) -> i64:
        """A complete open line may go at any time, in turn or out of it, but nobody has to: LD-39, LD-41, LD-R16.

        LD-47 (keep a wild if you like), LD-51, LD-R15 (one line at a time), LD-R17 (not with a card in hand, usually),
        LD-R19 (the log decides who was first), LD-R23 (not after `done`).
        """
        if self.done & BIT[seat]:
            return self.rejected("LD-R23", "you said that you were done, and that is final")
        if not self.has_a_hand_free(seat):
            return self.rejected("LD-R17", "first place the card in your hand")
        if self.lines_of(seat) & BIT[line]:
            clear_line(self, seat, line)
            if PEEK_T <= self.stage <= STEAL_T and not self.has_target(self.turn, self.stage):
                give_up_action(self)
            return APPLIED
        lying = self.lying >> (SLOTS * seat)
        if lying & MASK_OF[line] != MASK_OF[line]:
            return self.rejected("LD-44", "that line has an empty place: it takes three cards")
        return self.rejected("LD-39", "that line cannot be cleared: it takes three open cards of one colour")

    def say_done(self, seat: i64, action: i64) -> i64:
        """LD-R23: done is final; when all are, the hand is counted."""
        if action != DONE:
            return self.rejected("LD-51", "clear lines, or say that you are done")
        if self.done & BIT[seat]:
            return self.rejected("LD-R23", "you have said so already: wait for the others")
        self.done |= BIT[seat]
        self.tell("done", "LD-R23", seat, 0)
        if self.done == ALL_BELOW[self.seats]:
            score_hand(self)
        return APPLIED
