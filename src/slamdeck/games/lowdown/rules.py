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
from slamdeck.core.rules import APPLIED, Rules
from slamdeck.core.zones import CLOSED, OPEN, OWNER
from slamdeck.games.lowdown.counting import Counting
from slamdeck.games.lowdown.grids import first_of
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    CLEAR,
    CLEARING,
    DISCARD,
    DRAW,
    GRID_OF,
    HAND_OVER,
    HANDS,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LEAVE,
    LOOK,
    LOOK_AT,
    LOOKED,
    LOOKS,
    MASK_OF,
    NEXT_HAND,
    NO_ACTION,
    NO_LINE,
    NO_SLOT,
    OPEN_UP,
    PEEK,
    PEEK_T,
    PERFORM,
    PERFORMED,
    PLACE,
    SETUP_FLIP,
    SIDE_CLOSED,
    SIDE_NOT_SAID,
    SKIP,
    SLOTS,
    STEAL_T,
    SWAP,
    SWAP_T,
    TAKE,
    Terms,
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Lowdown(Counting):
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
        self.deal_hand(starter)

    def deal_hand(self, starter: i64) -> None:
        """Shuffle, nine closed cards each, seat by seat, and one card to open the discard pile.

        LD-02, LD-03, LD-04, LD-06, LD-07, LD-55, LD-R32; whatever the first discard is, it is only a discard (LD-R29).
        """
        self.hand += 1
        self.turns = 0
        self.starter = starter
        self.turn = starter
        self.done = 0
        self.shown_to = NO_SEAT
        cards = self.cards
        self.lay_out_deck(self.draw, self.deck.cards)
        cards.shuffle(self.draw, self.dice, "deal")
        for zone in range(self.held):
            cards.move_top(self.draw, zone)
        cards.move_top(self.draw, self.discard)
        self.lying = ALL_BELOW[self.held]
        self.closed = self.lying
        self.lines = 0
        self.count(HANDS, 1)
        self.tell("hand", "LD-08" if self.hand == 1 else "LD-56", starter, self.hand)
        self.enter(SETUP_FLIP)

    def open_one_of_two(self, seat: i64, action: i64) -> i64:
        """Two of one's nine cards are opened blindly, by all seats at the same time: LD-05, LD-R3."""
        if action < OPEN_UP or action >= PLACE:
            return self.rejected("LD-05", "first open two of your cards")
        slot = (action - OPEN_UP) // 9 - 1
        if slot == NO_SLOT:
            return self.rejected("LD-05", "say which card you open")
        if (action - OPEN_UP) % 9 != 0:
            return self.rejected("LD-39", "two cards do not make a line")
        if not self.has_to_open(seat):
            return self.rejected("LD-05", "you have opened your two cards")
        zone = SLOTS * seat + slot
        if not self.closed & BIT[zone]:
            return self.rejected("LD-05", "that card is open already")
        self.turn_up(zone)
        self.begin_when_all_have_opened()
        return APPLIED

    def begin_when_all_have_opened(self) -> None:
        """LD-R3: the hand starts when all have two open cards."""
        for seat in range(self.seats):
            if self.has_to_open(seat):
                return
        self.enter(CHOOSE)

    def open_for_the_slow(self) -> None:
        """LD-R3: time is up, and chance opens what is missing, seat by seat."""
        for seat in range(self.seats):
            while self.has_to_open(seat):
                choices: i64 = 0
                for slot in range(SLOTS):
                    choices += self.closed >> (SLOTS * seat + slot) & 1
                self.dice.label("pick")
                chosen = self.dice.pick(choices)
                zone = SLOTS * seat
                while chosen > 0 or not self.closed & BIT[zone]:
                    chosen -= self.closed >> zone & 1
                    zone += 1
                self.turn_up(zone)
        self.enter(CHOOSE)

    # ---- time and inputs -------------------------------------------------------------------------

    def alarm(self) -> None:
        if self.stage == SETUP_FLIP:
            self.open_for_the_slow()
        elif self.stage == CLEARING:
            self.clear_for_the_slow()
        else:
            self.tell("idle", "LD-R30", self.turn, 0)
            self.move_for_the_idle(self.turn)

    def act(self, seat: i64, action: i64) -> i64:
        """Clears at any time, everything else by phase and in turn (LD-09)."""
        if seat >= self.seats or action == NEXT_HAND:
            return self.host(seat, action)
        stage = self.stage
        if stage >= HAND_OVER:
            return self.no_hand_runs()
        if CLEAR <= action < LOOK_AT:
            return self.clear(seat, action - CLEAR)
        if stage == SETUP_FLIP:
            return self.open_one_of_two(seat, action)
        if stage == CLEARING:
            return self.say_done(seat, action)
        if seat != self.turn:
            return self.rejected("LD-09", "it is not your turn")
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

    def host(self, seat: i64, action: i64) -> i64:
        """The next hand is the host's to call, and all that the host calls: LD-55, LD-56."""
        if seat < self.seats:
            return self.rejected("LD-55", "the host calls the next hand")
        if action != NEXT_HAND:
            return self.rejected("LD-09", "only players may do that")
        if self.stage != HAND_OVER:
            return self.no_hand_runs() if self.over else self.rejected("LD-55", "this hand is not over")
        self.deal_hand(self.next_starter)
        return APPLIED

    def no_hand_runs(self) -> i64:
        if self.over:
            return self.rejected("LD-57", "the game is over")
        return self.rejected("LD-55", "the hand is over; wait for the next one")

    # ---- drawing and taking ----------------------------------------------------------------------

    def choose(self, seat: i64, action: i64) -> i64:
        """LD-10, LD-R8, LD-R9: one of the two piles, as long as it has a card."""
        if action == DRAW:
            if self.cards.size(self.draw) == 0:
                return self.rejected("LD-R8", "the draw pile is empty, take from the discard pile")
            self.draw_card(seat)
            return APPLIED
        if action == TAKE:
            if self.cards.size(self.discard) == 0:
                return self.rejected("LD-R9", "the discard pile is empty")
            self.take_discard(seat)
            return APPLIED
        return self.rejected("LD-10", "draw a card, or take the top of the discard pile")

    def draw_card(self, seat: i64) -> None:
        """The top of the draw pile, for the player's eyes only (LD-10)."""
        self.show_hand(seat, OWNER)
        self.cards.move_top(self.draw, self.held + seat)
        self.enter(HOLD_DRAWN)

    def take_discard(self, seat: i64) -> None:
        """The top of the discard pile, which everybody has seen (LD-10)."""
        self.show_hand(seat, OPEN)
        self.cards.move_top(self.discard, self.held + seat)
        self.enter(HOLD_TAKEN)

    def show_hand(self, seat: i64, face: i64) -> None:
        if self.cards.face(self.held + seat) != face:
            self.cards.turn(self.held + seat, face)

    def use_drawn(self, seat: i64, action: i64) -> i64:
        """A drawn card is placed, put away, or performed: LD-11, LD-14, LD-18."""
        if PLACE <= action < SWAP:
            return self.place(seat, action - PLACE)
        if action == DISCARD:
            return self.put_away(seat)
        if action == PERFORM:
            return self.perform(seat)
        return self.rejected("LD-11", "first use the card in your hand")

    def use_taken(self, seat: i64, action: i64) -> i64:
        """A taken card must be placed, and its action is dead: LD-21, LD-28, LD-R29."""
        if PLACE <= action < SWAP:
            return self.place(seat, action - PLACE)
        if action == PERFORM:
            return self.rejected("LD-28", "a card from the discard pile gives no action")
        return self.rejected("LD-21", "the card you took must replace one of yours")

    def place(self, seat: i64, form: i64) -> i64:
        """The card in hand replaces one of the grid, and that is the turn.

        LD-11, LD-13 (a drawn card open or closed), LD-20 (an action card like any other), LD-22, LD-24 (a taken
        card open), LD-R18 (never into an empty slot), LD-R28 (closed over open is fine).
        """
        slot = form // 27
        side = form // 9 % 3 - 1
        if not self.lying & BIT[SLOTS * seat + slot]:
            return self.rejected("LD-R18", "that slot is empty; a card can only replace a card")
        if self.stage == HOLD_TAKEN and side == SIDE_CLOSED:
            return self.rejected("LD-24", "a card from the discard pile lies open")
        if self.stage == HOLD_DRAWN and side == SIDE_NOT_SAID:
            return self.rejected("LD-13", "say whether it lies open or closed")
        self.replace(seat, slot, CLOSED if side == SIDE_CLOSED else OPEN)
        self.clear_along(seat, form % 9 - 1)
        self.end_turn()
        return APPLIED

    def replace(self, seat: i64, slot: i64, face: i64) -> None:
        """The old card goes face up onto the discard pile, unseen until it lies there: LD-12, LD-23, LD-25.

        The slot's face is set while it is empty, so that a card placed closed is seen by nobody but its player.
        """
        cards = self.cards
        zone = SLOTS * seat + slot
        cards.move_top(zone, self.discard)
        if cards.face(zone) != face:
            cards.turn(zone, face)
        cards.move_top(self.held + seat, zone)
        if face == OPEN:
            self.closed &= ~BIT[zone]
        else:
            self.closed |= BIT[zone]
        self.find_lines(seat)

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
            self.end_turn()
            return APPLIED
        if action < LOOK_AT or action >= OPEN_UP:
            return self.rejected("LD-15", "look at one of your closed cards, or skip")
        slot = action - LOOK_AT
        if not self.closed & BIT[SLOTS * seat + slot]:
            return self.rejected("LD-15", "there is no closed card")
        self.look_at(seat, SLOTS * seat + slot)
        self.looked = slot
        self.count(LOOKS, 1)
        self.enter(LOOKED)
        return APPLIED

    def look_at(self, seat: i64, zone: i64) -> None:
        """All see where, one sees what; the screen forgets it again (LD-30, LD-R27)."""
        self.cards.look(seat, zone, 0)
        self.shown_to = seat
        self.shown_zone = zone
        self.shown_at = self.now

    def open_or_leave(self, seat: i64, action: i64) -> i64:
        """LD-16, LD-17: the card looked at is opened or left closed, and the turn ends."""
        if action == LEAVE:
            self.end_turn()
            return APPLIED
        if action < OPEN_UP or action >= PLACE:
            return self.rejected("LD-16", "open the card, or leave it closed")
        slot = (action - OPEN_UP) // 9 - 1
        if slot != NO_SLOT and slot != self.looked:
            return self.rejected("LD-16", "you may only open the card you looked at")
        self.turn_up(SLOTS * seat + self.looked)
        self.clear_along(seat, (action - OPEN_UP) % 9 - 1)
        self.end_turn()
        return APPLIED

    # ---- action cards ----------------------------------------------------------------------------

    def perform(self, seat: i64) -> i64:
        """An action card just drawn is shown and carried out: LD-18, LD-26, LD-27, LD-R5, LD-R7 (as often as drawn)."""
        action = self.action_in_hand(seat)
        if action == NO_ACTION:
            return self.rejected("LD-18", "that is no action card")
        if not self.has_target(seat, action):
            return self.rejected("LD-R5", "there is nothing to play it on")
        self.show_hand(seat, OPEN)
        self.count(PERFORMED + action - PEEK_T, 1)
        if action == PEEK_T:
            self.tell("peeks", "LD-29", seat, 0)
        elif action == SWAP_T:
            self.tell("swaps", "LD-32", seat, 0)
        else:
            self.tell("steals", "LD-36", seat, 0)
        self.enter(action)
        return APPLIED

    def put_under(self, seat: i64) -> None:
        """An action card that was carried out goes to the bottom of the discard pile (LD-19, LD-R22)."""
        self.cards.insert(self.held + seat, 0, self.discard, 0)

    def peek(self, seat: i64, action: i64) -> i64:
        """LD-29, LD-R36: any closed card in any grid."""
        if action < PEEK or action >= self.terms.steal:
            return self.rejected("LD-29", "peek at any closed card on the table")
        if not self.closed & BIT[action - PEEK]:
            return self.rejected("LD-29", "there is no closed card")
        self.peek_at(seat, action - PEEK)
        return APPLIED

    def peek_at(self, seat: i64, zone: i64) -> None:
        """The look is private and the turn goes on with another card: LD-29, LD-30, LD-31, LD-R6, LD-R7."""
        self.look_at(seat, zone)
        self.put_under(seat)
        self.enter(CHOOSE)

    def swap(self, seat: i64, action: i64) -> i64:
        """LD-32, LD-R31: two different cards of one's own grid."""
        if action < SWAP or action >= PEEK:
            return self.rejected("LD-32", "swap two cards of your grid")
        form = action - SWAP
        one = SLOTS * seat + form // 81
        other = SLOTS * seat + form // 9 % 9
        if one == other:
            return self.rejected("LD-32", "swap two different cards")
        if not self.lying & BIT[one] or not self.lying & BIT[other]:
            return self.rejected("LD-32", "one of these slots is empty")
        self.swap_cards(seat, one, other, form % 9 - 1)
        return APPLIED

    def swap_cards(self, seat: i64, one: i64, other: i64, line: i64) -> None:
        """Places change, sides do not, nobody looks: LD-32, LD-33, LD-34, LD-35, LD-R6, LD-R27."""
        self.trade_places(one, other)
        self.find_lines(seat)
        self.finish_action(seat, line)

    def steal(self, seat: i64, action: i64) -> i64:
        """LD-36, LD-37, LD-R31: a card of somebody else's for one's own, whichever side is up."""
        if action < self.terms.steal:
            return self.rejected("LD-36", "steal a card and give one for it")
        form = action - self.terms.steal
        theirs = form // 81
        mine = SLOTS * seat + form // 9 % 9
        if GRID_OF[seat] & BIT[theirs]:
            return self.rejected("LD-R31", "you cannot steal from yourself")
        if not self.lying & BIT[theirs] or not self.lying & BIT[mine]:
            return self.rejected("LD-36", "one of these slots is empty")
        self.steal_card(seat, theirs, mine, form % 9 - 1)
        return APPLIED

    def steal_card(self, seat: i64, theirs: i64, mine: i64, line: i64) -> None:
        """Both cards change hands and lie open: LD-36, LD-38, LD-R6, LD-R13 (it may open the victim's last card)."""
        self.trade_places(theirs, mine)
        self.turn_up(theirs)
        self.turn_up(mine)
        self.finish_action(seat, line)

    def finish_action(self, seat: i64, line: i64) -> None:
        """LD-19, LD-R6, LD-R22: the card goes down before the line that is cleared with it."""
        self.put_under(seat)
        self.clear_along(seat, line)
        self.end_turn()

    def give_up_action(self) -> None:
        """The clear left nothing to play the card on: it goes under the cleared cards, the turn ends (LD-R34)."""
        self.tell("fizzle", "LD-R34", self.turn, 0)
        self.put_under(self.turn)
        self.end_turn()

    # ---- three in a row --------------------------------------------------------------------------

    def clear(self, seat: i64, line: i64) -> i64:
        """A complete open line may go at any time, in turn or out of it, but nobody has to: LD-39, LD-41, LD-R16.

        LD-47 (keep a wild if you like), LD-51, LD-R15 (one line at a time), LD-R17 (not with a card in hand),
        LD-R19 (the log decides who was first), LD-R23 (not after `done`).
        """
        if self.done & BIT[seat]:
            return self.rejected("LD-R23", "you said that you were done")
        if self.holds(seat):
            return self.rejected("LD-R17", "first place the card in your hand")
        if self.lines_of(seat) & BIT[line]:
            self.clear_line(seat, line)
            if PEEK_T <= self.stage <= STEAL_T and not self.has_target(self.turn, self.stage):
                self.give_up_action()
            return APPLIED
        lying = self.lying >> (SLOTS * seat)
        if lying & MASK_OF[line] != MASK_OF[line]:
            return self.rejected("LD-44", "an empty slot spoils that line")
        return self.rejected("LD-39", "that line is not three open cards of one colour")

    def clear_along(self, seat: i64, line: i64) -> None:
        """A clear carried by another move; if there is no such line now, it is dropped (LD-R19, LD-R37)."""
        if line != NO_LINE and self.lines_of(seat) & BIT[line]:
            self.clear_line(seat, line)

    # ---- the idle --------------------------------------------------------------------------------

    def move_for_the_idle(self, seat: i64) -> None:
        """LD-R30: the harmless move of each phase, made when the player's time is up."""
        stage = self.stage
        if stage == CHOOSE:
            if self.cards.size(self.draw) > 0:
                self.draw_card(seat)
            else:
                self.take_discard(seat)
        elif stage == HOLD_DRAWN and self.action_in_hand(seat) == NO_ACTION:
            self.cards.move_top(self.held + seat, self.discard)
            self.end_turn()
        elif self.holds(seat):
            self.replace(seat, self.dearest_slot(seat), OPEN)
            self.end_turn()
        elif LOOK <= stage <= LOOKED:
            self.end_turn()
        else:
            self.aim_for_the_idle(seat)

    def aim_for_the_idle(self, seat: i64) -> None:
        """LD-R30: the first target in the order of seats and slots."""
        mine = first_of(self.lying & GRID_OF[seat])
        if self.stage == PEEK_T:
            self.peek_at(seat, first_of(self.closed))
        elif self.stage == SWAP_T:
            other = first_of(self.lying & GRID_OF[seat] & ~BIT[mine])
            self.swap_cards(seat, mine, other, NO_LINE)
        else:
            self.steal_card(seat, first_of(self.lying & ~GRID_OF[seat]), mine, NO_LINE)
