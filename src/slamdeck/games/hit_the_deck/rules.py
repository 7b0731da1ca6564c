"""Hit the Deck. Clause ids (HT-nn, HT-Rn) are those of RULES.md beside this file.

One card a turn onto the discard pile, matching its colour or number. Word cards cut or flip the
piles; hit cards demand a number, a colour or everybody's hand. Who gets rid of all cards ends the
hand, and what the others hold counts against them.
"""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import APPLIED, NO_CARD, Moves, Outcome, Rules
from slamdeck.core.zones import HOST
from slamdeck.games.hit_the_deck.choices import list_legal, list_sensible
from slamdeck.games.hit_the_deck.hand_race import call_phrase, settle_race, start_race, stray_hand
from slamdeck.games.hit_the_deck.piles import (
    draw_card,
    lift_about_half,
    turn_piles_over,
    turn_up_start_card,
)
from slamdeck.games.hit_the_deck.positions import assume_field, begin_position, settle
from slamdeck.games.hit_the_deck.scoring import block, final_outcome, go_out, last_card_is_done
from slamdeck.games.hit_the_deck.state import State
from slamdeck.games.hit_the_deck.terms import (
    ABOUT_HALF,
    CUT,
    DEALT_EACH,
    DEMAND,
    DRAWS,
    DUTY_CUT,
    DUTY_FLIP,
    GAME_OVER,
    HAND,
    HAND_OVER,
    MUST_PLAY,
    NUMBER,
    PLAY,
    RACE,
    Terms,
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class HitTheDeck(State):
    """One game of Hit the Deck (HT-01: two to six players): its verbs."""

    def __init__(self, terms: Terms, dice: Dice, source: HitTheDeck | None = None) -> None:
        super().__init__(terms, dice, source)

    def branch(self, dice: Dice) -> Rules:
        return HitTheDeck(self.terms, dice, self)

    # ---- before play -----------------------------------------------------------------------------

    def deal(self) -> None:
        """A new game: no points yet, and somebody deals first (HT-05, HT-54, HT-R34).

        HT-03: few points are good. HT-04 (jewellery off) is for the hands at the table to see to.
        """
        self.now = 0
        self.over = False
        for seat in range(self.seats):
            self.scores[seat] = 0
        self.dealer = self.terms.first_dealer
        if self.dealer == NO_SEAT:
            self.dice.label("dealer")
            self.dealer = self.dice.below(self.seats)
        self.start_hand()

    def start_hand(self) -> None:
        """Seven each, one at a time from the dealer's left, who begins; the rest is the draw pile.

        HT-02, HT-05, HT-06, HT-10, HT-11, HT-R42. The start card binds the first player: HT-08,
        HT-R1, HT-R2, HT-R3.
        """
        self.clear_hand()
        cards = self.cards
        self.lay_out_deck(self.pile, self.deck.cards)
        cards.shuffle(self.pile, self.dice, "deal")
        seat = self.dealer
        left = DEALT_EACH * self.seats
        while left > 0:
            seat = self.left_of(seat)
            cards.move_top(self.pile, seat)
            left -= 1
        self.give_turn(self.left_of(self.dealer))
        self.obey_top(turn_up_start_card(self))

    # ---- inputs and time -------------------------------------------------------------------------

    def act(self, seat: i64, action: i64) -> i64:
        """HT-R46 decides what becomes of an input; between hands a seat can do nothing."""
        terms = self.terms
        if seat == HOST:
            return self.host_acts(action)
        if self.stage >= HAND_OVER:
            return self.ignored("HT-R46", "the hand is over: wait for the next one")
        if action < terms.kinds:
            return self.try_play(seat, action)
        if action == terms.draw:
            return self.try_draw(seat)
        if action == terms.slap:
            return self.slap(seat)
        if action == terms.call:
            return call_phrase(self, seat)
        if action == terms.flip:
            return self.try_flip(seat)
        if action >= terms.cut:
            return self.try_cut(seat, action - terms.exact_cut)
        return self.rejected("HT-R46", "only the host starts a new hand")

    def host_acts(self, action: i64) -> i64:
        """The host starts the next hand, and the deal passes to the left: HT-R34, HT-R46."""
        if action != self.terms.next_hand:
            return self.rejected("HT-R46", "only players may do that")
        if self.stage == GAME_OVER:
            return self.ignored("HT-R46", "the game is over")
        if self.stage != HAND_OVER:
            return self.rejected("HT-R46", "the hand is still being played")
        self.dealer = self.left_of(self.dealer)
        self.tell("new_hand", "HT-R34", self.dealer, 0)
        self.start_hand()
        return APPLIED

    def alarm(self) -> None:
        """A race has run its time (HT-R24), or a player has idled (HT-R37)."""
        if self.stage == RACE:
            self.close_race()
        else:
            self.move_for_idle_player()

    def move_for_idle_player(self) -> None:
        """The duty is done, else a card is played, else one is drawn: HT-R37, HT-R43.

        The first card that fits is played, or the drawn one; a hit-hand card still needs its call.
        """
        seat = self.turn
        self.tell("idle", "HT-R37", seat, 0)
        if self.stage == DUTY_CUT:
            self.cut(ABOUT_HALF)
        elif self.stage == DUTY_FLIP:
            self.flip()
        else:
            place = self.first_that_fits(seat)
            if place < 0:
                self.draw()
                place = self.drawn_at
            if place >= 0:
                card = self.cards.move_at(seat, place, self.discard)
                self.played(card)

    def give_turn(self, seat: i64) -> None:
        """The clock of a turn starts here and nowhere else: HT-R43."""
        self.turn = seat
        self.turn_since = self.now
        if self.terms.timed:
            self.deadline = self.now + self.terms.turn_ms

    def end_turn(self) -> bool:
        """On to the next player in the present direction; False if the hand has run too long.

        HT-11, HT-13, HT-25, HT-R19, HT-R40, HT-R44: tested before the new top can bind anybody.
        """
        self.turns += 1
        if self.turns >= self.terms.max_turns:
            block(self, "HT-R40")
            return False
        seat = self.turn + self.dir
        if seat == self.seats:
            seat = 0
        elif seat < 0:
            seat = self.seats - 1
        self.give_turn(seat)
        return True

    # ---- the top card ----------------------------------------------------------------------------

    def obey_top(self, card: i64) -> None:
        """A card has come to lie on top, and the player on turn has to do what it says.

        HT-08, HT-20, HT-21, HT-26, HT-28, HT-30, HT-35, HT-R1, HT-R2, HT-R3, HT-R10, HT-R11,
        HT-R12, HT-R13, HT-R38. HT-R41: a number or a demand is nothing that a last card could still bring about.
        """
        self.shown_in = self.turns
        effect = self.effect(card)
        if effect == NUMBER:
            if not last_card_is_done(self):
                self.play_on(card)
        elif effect == DEMAND:
            if not last_card_is_done(self):
                self.play_on(card)
                self.demand = card
        elif effect == HAND:
            start_race(self)
        else:
            self.play_on(card)
            self.allowed = 0
            self.stage = DUTY_CUT if effect == CUT else DUTY_FLIP

    def play_on(self, card: i64) -> None:
        """The player on turn plays what fits on this card; whatever was demanded before is over."""
        self.stage = PLAY
        self.demand = NO_CARD
        self.drawn = NO_CARD
        self.drawn_at = -1
        self.allowed = self.terms.fits[card]

    # ---- playing and drawing ---------------------------------------------------------------------

    def try_play(self, seat: i64, card: i64) -> i64:
        """One fitting card from hand, whichever the player likes.

        HT-12, HT-R38; after a draw only that card.
        """
        if seat == self.turn and self.allowed >> card & 1 and self.cards.move_kind(seat, card, self.discard):
            self.played(card)
            return APPLIED
        return self.refuse_play(seat, card)

    def played(self, card: i64) -> None:
        """The card lies on the pile and takes effect for the next player.

        HT-12, HT-13, HT-17, HT-22, HT-29, HT-40, HT-49, HT-R20: a last card ends the hand at once,
        unless the house wants to see it carried out (HT-R41).
        """
        effect = self.effect(card)
        if self.cards.size(self.turn) == 0 and not self.last_card_acts(effect):
            go_out(self, self.turn)
        elif effect == HAND:
            start_race(self)
        else:
            self.stuck = 0
            if self.end_turn():
                self.obey_top(card)

    def last_card_acts(self, effect: i64) -> bool:
        """HT-R41: a hit-hand card may be raced, a Cut or a Flip carried out, before its player goes out."""
        if effect == HAND:
            acts = self.terms.resolve_last_card
        else:
            acts = self.terms.last_words_act and NUMBER < effect < DEMAND
        if acts:
            self.leaving = self.turn
        if acts and self.version > 1:
            self.tell("leaving", "HT-R41", self.turn, 0)
        return acts

    def refuse_play(self, seat: i64, card: i64) -> i64:
        """Why that card cannot be played now.

        HT-12, HT-16, HT-18, HT-33, HT-34, HT-38, HT-39, HT-R7, HT-R27.
        """
        if seat != self.turn or self.stage > MUST_PLAY:
            return self.refuse_move(seat)
        if self.cards.find(seat, card) < 0:
            return self.rejected("HT-R46", "you do not hold that card: play one of yours")
        if self.stage == MUST_PLAY:
            return self.rejected("HT-R7", "the card you drew fits: play it")
        effect = self.effect(card)
        if self.demand != NO_CARD:
            by_number = self.deck.kinds[self.demand].family == "hit_number"
            if effect >= DEMAND:
                clause = "HT-34" if by_number else "HT-39"
                return self.rejected(clause, f"{self.demand_fact()} is demanded: a Hit card does not count as that")
            clause = "HT-33" if by_number else "HT-38"
            return self.rejected(clause, f"{self.demand_fact()} is demanded: play that, or draw")
        if effect != NUMBER:
            return self.rejected("HT-16", "a Cut or Flip goes only on a card of its own colour")
        return self.rejected("HT-12", "neither its colour nor its number fits: match one of them, or draw")

    def refuse_move(self, seat: i64) -> i64:
        """Somebody else is on turn, or something else is due first: HT-18, HT-22, HT-41, HT-R46."""
        if self.stage == RACE:
            return self.rejected("HT-41", "first all hands go on the pile")
        if seat != self.turn:
            return self.rejected("HT-R46", "it is somebody else's turn: wait for yours")
        if self.stage == DUTY_CUT:
            return self.rejected("HT-18", "first cut the deck: that is your turn")
        if self.stage == DUTY_FLIP:
            return self.rejected("HT-22", "first flip the deck: that is your turn")
        return self.rejected("HT-R46", "there is nothing to cut or flip: play a card, or draw")

    def try_draw(self, seat: i64) -> i64:
        """Only who cannot play draws: HT-14, HT-31, HT-36, HT-R6, HT-R27."""
        if seat != self.turn or self.stage > MUST_PLAY:
            return self.refuse_move(seat)
        if self.stage == MUST_PLAY:
            return self.rejected("HT-R7", "the card you drew fits: play it")
        if self.first_that_fits(seat) >= 0 and not self.may_hold_back():
            return self.rejected("HT-R6", "you hold a card that fits: play it instead of drawing")
        self.draw()
        return APPLIED

    def draw(self) -> None:
        """One card; if it fits it must be played, else the turn is over and a demand passes on.

        HT-14, HT-15, HT-31, HT-32, HT-36, HT-37, HT-R7, HT-R19 (a round in which no card came
        blocks the hand).
        """
        seat = self.turn
        card = draw_card(self, seat)
        if not self.may_hold_back():  # else a draw tells nothing about the hand
            self.unmatched |= (self.cards.top(self.discard) + 1) << (8 * seat)
        self.count(DRAWS, 1)
        if card == NO_CARD:
            self.stuck += 1
            if self.stuck < self.seats:
                self.end_turn()
            else:
                self.turns += 1
                block(self, "HT-R19")
        elif self.allowed >> card & 1:
            self.stage = MUST_PLAY
            self.drawn = card
            self.drawn_at = self.cards.size(seat) - 1
            self.allowed = BIT[card]
        else:
            self.stuck = 0
            self.end_turn()

    # ---- cut and flip ----------------------------------------------------------------------------

    def try_cut(self, seat: i64, lifted: i64) -> i64:
        if seat != self.turn or self.stage != DUTY_CUT:
            return self.refuse_move(seat)
        self.cut(lifted)
        return APPLIED

    def cut(self, lifted: i64) -> None:
        """About half of the pile is lifted; the lowest card of that packet becomes the new top.

        HT-17, HT-18 (that was the turn), HT-19, HT-20, HT-R9, HT-R10, HT-R16 (no card: skipped all the same), HT-R32.
        """
        card = lift_about_half(self, lifted)
        self.stuck = 0
        if self.end_turn():
            if card == NO_CARD:
                self.play_plain_top()
            else:
                self.obey_top(card)

    def play_plain_top(self) -> None:
        """A Cut or Flip that could not be carried out lies there as a plain card: HT-R14, HT-R15, HT-R16."""
        if not last_card_is_done(self):
            self.play_on(self.cards.top(self.discard))

    def try_flip(self, seat: i64) -> i64:
        if seat != self.turn or self.stage != DUTY_FLIP:
            return self.refuse_move(seat)
        self.flip()
        return APPLIED

    def flip(self) -> None:
        """Both piles are turned over and trade roles; play runs back to who played the Flip.

        HT-22, HT-23, HT-24, HT-25, HT-26, HT-R11, HT-R12, HT-R33. HT-R15: without a draw pile only the direction
        changes.
        """
        binding = turn_piles_over(self)
        self.dir = -self.dir
        self.tell("flip", "HT-22", self.turn, 0)
        self.stuck = 0
        if self.end_turn():
            if binding:
                self.obey_top(self.cards.top(self.discard))
            else:
                self.play_plain_top()

    # ---- hands on the pile -----------------------------------------------------------------------

    def slap(self, seat: i64) -> i64:
        """A hand on the pile: in a race each seat's first one counts (HT-41, HT-R28), else it is a fake-out."""
        if self.stage != RACE:
            return stray_hand(self, seat)
        if not self.race.hand_down(seat, self.now):
            return self.ignored("HT-R28", "your hand is down already: wait for the others")
        if self.race.complete():
            self.close_race()
        return APPLIED

    def close_race(self) -> None:
        """The slow or forgetful one draws, the call was the caller's turn, and now anything may be played.

        HT-42, HT-43, HT-44, HT-45, HT-R13, HT-R30, HT-R41.
        """
        settle_race(self)
        if last_card_is_done(self):
            return
        if self.end_turn():
            hit_hand = self.cards.top(self.discard)
            self.play_on(hit_hand)
            self.demand = hit_hand

    # ---- positions given by hand -----------------------------------------------------------------

    def begin_position(self) -> None:
        begin_position(self)

    def assume(self, field: str, value: object) -> None:
        assume_field(self, field, value)

    def settled(self) -> None:
        settle(self)

    # ---- what can be done ------------------------------------------------------------------------

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        list_legal(self, seat, at, moves)

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        list_sensible(self, seat, at, moves)

    def outcome(self) -> Outcome | None:
        return final_outcome(self)
