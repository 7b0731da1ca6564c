"""Hands Down. Clause ids (HD-nn, HD-Rn) are those of RULES.md beside this file.

Everybody collects pairs. Whoever is on turn slaps for a pair, and the slowest rival pays a card for it; or only
pretends to slap, and every rival whose hand twitches pays. Until a wind-up is over nobody but its owner knows which of
the two it is.
"""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import BIT, count
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import LAST_LOSES, NO_SEAT
from slamdeck.core.rules import APPLIED, FOUL, Moves, Outcome, Rules
from slamdeck.games.hands_down.actions import DRAW, FAKE, PASS, SHOUT, SLAP, TOUCH
from slamdeck.games.hands_down.choices import (
    cards_to_take,
    list_legal,
    list_sensible,
    may_take,
)
from slamdeck.games.hands_down.ending import end_if_all_played, final_outcome, finish
from slamdeck.games.hands_down.positions import assume_field, begin_position, settle
from slamdeck.games.hands_down.state import State
from slamdeck.games.hands_down.taking import (
    draw_owed,
    give_card,
    hold_out,
    receive,
    receive_all_owed,
    take_card,
)
from slamdeck.games.hands_down.terms import (
    A_CARD,
    ACTION,
    EARLY,
    FAKES,
    FAKING,
    FOOLED,
    FOULS,
    HAND,
    ITS_TURN,
    JAMS,
    NO_NUMBER,
    PICK,
    RACE,
    STALLS,
    TURN_START,
    TURNS,
    WINDUP,
    Terms,
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class HandsDown(State):
    """One game of Hands Down: its verbs.

    HD-02: all of it is about having the most points, and pairs are how to get them.
    """

    def __init__(self, terms: Terms, dice: Dice, source: HandsDown | None = None) -> None:
        """A table ready to deal, or a copy of another one."""
        super().__init__(terms, dice, source)

    def branch(self, dice: Dice) -> Rules:
        return HandsDown(self.terms, dice, self)

    def deal(self) -> None:
        """Four cards each, one at a time from the dealer's left; the rest is the drawpile.

        HD-06, HD-07, HD-08, HD-09, HD-10, HD-R29, HD-R37.
        """
        self.reset()
        dice = self.dice
        cards = self.cards
        self.dealer = self.terms.dealer
        if self.dealer == NO_SEAT:
            dice.label("dealer")
            self.dealer = dice.below(self.seats)
        self.lay_out_deck(self.drawpile, self.deck.cards)
        cards.shuffle(self.drawpile, dice, "deal")
        seat = self.dealer
        for _ in range(HAND * self.seats):
            seat = self.left_of(seat)
            cards.move_top(self.drawpile, seat)
        self.begin_turn(self.left_of(self.dealer))
        self.set_deadline()

    # ---- time and inputs -------------------------------------------------------------------------

    def alarm(self) -> None:
        """Exactly one deadline: HD-R2 (a slap lands), HD-R5, HD-R8, HD-R40, HD-R42."""
        if self.stage == TURN_START:
            receive_all_owed(self)
        elif self.stage == WINDUP:
            self.land()
        elif self.stage == RACE:
            self.decide_race()
        elif self.stage == PICK:
            receive(self, 0)
        elif self.winding_up():
            self.reveal_fake()
        elif self.now - self.turn_since >= self.terms.turn_cap_ms:
            self.say_pass("HD-R42")
        elif self.stage == ACTION:
            self.say_pass("HD-R40")
        else:
            self.back_to_action()
        self.set_deadline()

    def act(self, seat: i64, action: i64) -> i64:
        """Who may do what at all: HD-18 (a shout is only decoration), HD-R39.

        A window of no length closes within the entry that opened it.
        """
        if seat >= self.seats:
            return self.rejected("HD-R39", "only players may do that")
        if action == SHOUT:
            self.tell("shout", "HD-18", seat, 0)
            return APPLIED
        if self.over:
            return self.rejected("HD-R39", "the game is over")
        verdict = self.act_on_turn(action) if seat == self.turn else self.act_as_rival(seat, action)
        if verdict <= FOUL:
            self.set_deadline()
            while self.deadline <= self.now and not self.over:
                self.alarm()
        return verdict

    def act_on_turn(self, action: i64) -> i64:
        """The turn player's side of the phases: HD-12, HD-30, HD-R4, HD-R24, HD-R39."""
        if self.stage == RACE:
            return self.ignored("HD-R39", "your slap has landed: wait until the other hands are down")
        if action == DRAW:
            return self.draw()
        if action >= self.terms.pick:
            return self.pick_back(action - self.terms.pick)
        if action >= self.terms.take:
            return self.take_from_rivals(action - self.terms.take)
        if self.stage == TURN_START:
            return self.rejected("HD-R24", "first take the card that opens your turn")
        if self.stage == PICK:
            return self.rejected("HD-R21", "first pick the card that you take")
        if self.stage == FAKING and action == TOUCH:
            return self.foul_out("HD-37", "you touched while faking: a fake must not touch", "a fake must not touch")
        if self.winding_up():
            return self.rejected("HD-R39", "your hand is still in the air: wait until it is down")
        if action == PASS:
            self.say_pass("HD-29")
            return APPLIED
        if self.cards.size(self.turn) < 2:
            return self.rejected("HD-R4", "with fewer than two cards there is no pair to slap for: pass")
        if action == TOUCH:
            return self.foul_out("HD-R28", "that was only a touch: press fully to slap", "a touch is no slap")
        if self.stage == ACTION and self.now < self.shield:
            return self.rejected("HD-R41", "wait a moment, until all hands are off the pads")
        return self.fake() if action == FAKE else self.slap(action - self.terms.slap_naming)

    def act_as_rival(self, seat: i64, action: i64) -> i64:
        """Everybody else has only a hand to slap or to touch with: HD-19, HD-20, HD-R1, HD-R39."""
        if action != TOUCH and (action < SLAP or action >= self.terms.take):
            return self.rejected("HD-R39", "it is somebody else's turn: until yours you can only slap")
        if action > SLAP:
            return self.rejected("HD-R39", "only the player on turn names a pair: just slap")
        if self.stage == RACE:
            return self.slap_in_race(seat, action)
        return self.early_contact(seat)

    # ---- the turn --------------------------------------------------------------------------------

    def begin_turn(self, seat: i64) -> None:
        """One card is owed, or two to a player without cards, fixed at this moment.

        HD-11, HD-12, HD-42, HD-R25, HD-R34.
        """
        self.count(TURNS, 1)
        self.turn = seat
        self.turn_since = self.now
        self.stage = TURN_START
        self.owed = 2 if self.cards.size(seat) == 0 else 1
        self.dry = self.cards.size(self.drawpile) == 0
        self.laid_pair = False
        self.tell("turn", "HD-11", seat, self.owed)
        self.open_for_action()

    def draw(self) -> i64:
        """HD-12, HD-42, HD-R15, HD-R35, HD-R39: all owed cards, as far as the drawpile reaches."""
        if self.stage != TURN_START:
            return self.rejected("HD-R39", "you have had your card: slap, fake or pass")
        if self.cards.size(self.drawpile) == 0:
            return self.rejected("HD-41", "the drawpile is empty: take from a rival")
        draw_owed(self)
        return APPLIED

    def take_from_rivals(self, choice: i64) -> i64:
        """Whom to take from is one's own choice: HD-41, HD-43, HD-R17, HD-R21, HD-R35, HD-R39."""
        if self.stage != TURN_START:
            return self.rejected("HD-R39", "you have had your card: slap, fake or pass")
        if self.cards.size(self.drawpile) > 0:
            return self.rejected("HD-41", "the drawpile still has cards: draw")
        first = choice // self.terms.next_victim
        second = choice % self.terms.next_victim + NO_SEAT
        if not may_take(self, first, second, cards_to_take(self)):
            return self.rejected("HD-R35", "choose one rival with a card for each card you get")
        if self.terms.pick_backs:
            hold_out(self, first, second)
            return APPLIED
        self.owed -= 1
        take_card(self, first)
        if second != NO_SEAT:
            self.owed -= 1
            take_card(self, second)
        self.open_for_action()
        return APPLIED

    def pick_back(self, back: i64) -> i64:
        """HD-R21: any back of that hand, which nobody can tell from the others."""
        if self.stage != PICK:
            return self.rejected("HD-R21", "there is no card to pick now")
        if back >= self.cards.size(self.giver):
            return self.rejected("HD-R21", "that hand has fewer cards: pick one of them")
        receive(self, back)
        return APPLIED

    # ---- slapping for a pair ---------------------------------------------------------------------

    def lift_hand(self, stage: i64, named: i64) -> None:
        """A wind-up begins. Slap and fake look alike and are told alike: HD-34, HD-R5, HD-R32."""
        self.stage = stage
        self.since = self.now
        self.named = named
        self.paid = 0
        self.revealed = False
        self.tell("windup", "HD-R32", self.turn, 0)

    def slap(self, named: i64) -> i64:
        """HD-17, HD-27, HD-28, HD-R1: a slap may name its pair; it lands after the wind-up."""
        self.lift_hand(WINDUP, named)
        if self.terms.windup_ms == 0 and not self.land() and self.terms.bare_slap <= A_CARD:
            return self.foul("HD-R2", "you slapped without a pair in hand: fake or pass instead")
        return APPLIED

    def land(self) -> bool:
        """The hand is down: with a pair the race is on, without one the turn is over.

        HD-17, HD-19, HD-21, HD-R2, HD-R6, HD-R10 (who paid too early still races), HD-R33.
        """
        if self.pairs_held() == 0:
            self.slapped_bare()
            return False
        racers = self.rivals_with_cards()
        closes_at = self.now if racers == 0 else self.now + self.terms.race_ms
        self.stage = RACE
        self.race.start(LAST_LOSES, racers, self.now, closes_at)
        self.tell("slap", "HD-19", self.turn, 0)
        return True

    def slapped_bare(self) -> None:
        """A full slap without a pair: HD-R2 says what it costs at this table; hands that answered it pay nothing."""
        if self.terms.bare_slap == ITS_TURN:
            self.end_by_foul("HD-R2", "a slap needs a pair in hand")
            return
        self.raise_shield()
        if self.terms.bare_slap == A_CARD:
            self.count(FOULS, 1)
            self.tell("gives", "HD-R2", self.turn, 1)
            give_card(self, self.left_of(self.turn))
        else:
            self.tell("bare", "HD-R2", self.turn, 0)
        self.back_to_action()

    def slap_in_race(self, seat: i64, action: i64) -> i64:
        """Every racer's first full slap counts: HD-19, HD-21, HD-22, HD-R7, HD-R27."""
        if action == TOUCH:
            return self.ignored("HD-R27", "a touch does not count in a race: press fully")
        if not self.race.hand_down(seat, self.now):
            if self.race.entrants & BIT[seat]:
                return self.ignored("HD-21", "your hand is down already: wait for the others")
            return self.ignored("HD-21", "you have no card to lose: this race is not yours")
        self.tell("down", "HD-19", seat, count(self.race.down))
        if self.race.complete():
            self.decide_race()
        return APPLIED

    def decide_race(self) -> None:
        """All hands are down, or time is up.

        HD-22, HD-23, HD-24 (a jam changes nothing), HD-25, HD-26, HD-R6, HD-R7, HD-R8, HD-R9,
        HD-R18, HD-R26.
        """
        race = self.race
        race.close()
        self.raise_shield()
        if race.jammed(self.terms.clump_ms):
            self.count(JAMS, 1)
            self.tell("jam", "HD-23", self.turn, 0)
            self.back_to_action()
            return
        loser = race.slowest(self.turn, 1, self.seats) if race.entrants else NO_SEAT
        if loser != NO_SEAT:
            self.tell("lost", "HD-22", loser, 0)
        self.lay_pair()
        if self.terms.final_take_before_end or not end_if_all_played(self):
            if loser != NO_SEAT and self.terms.pick_backs:
                hold_out(self, loser, NO_SEAT)
                return
            if loser != NO_SEAT:
                take_card(self, loser)
            if not end_if_all_played(self):
                self.back_to_action()

    # ---- faking, and hands that come too early ---------------------------------------------------

    def fake(self) -> i64:
        """As often as one likes, with a pair or without: HD-32, HD-33, HD-34, HD-R5."""
        self.count(FAKES, 1)
        self.lift_hand(FAKING, NO_NUMBER)
        if self.terms.windup_ms == 0:
            self.reveal_fake()
        return APPLIED

    def reveal_fake(self) -> None:
        """No slap has landed, so now all can see what it was: HD-34, HD-R32."""
        self.revealed = True
        self.tell("fake", "HD-34", self.turn, 0)

    def early_contact(self, seat: i64) -> i64:
        """A rival's hand where there is no race: it pays, unless it is harmless.

        HD-35, HD-39, HD-R11, HD-R12, HD-R26. While a wind-up shows, slap and fake are judged by the
        same rules and in the same words, or the verdict would tell them apart (HD-R32): a hand pays
        at most once, as in a fake, and one that bounces does not pay, as outside fakes.
        """
        if self.cards.size(seat) == 0:
            return self.ignored("HD-R12", "you have no card to pay with; no harm done")
        if self.stage == PICK:
            return self.ignored("HD-R26", "a card is being picked; no harm done")
        bounces = self.now - self.paid_at[seat] < self.terms.debounce_ms
        if self.stage <= ACTION:
            if self.now < self.shield:
                return self.ignored("HD-R26", "hands are just leaving the pads; no harm done")
            if bounces:
                return self.ignored("HD-R11", "that was the same touch again: you pay once")
            return self.pay_for_touching(seat, "HD-39", "no slap had landed: wait until a hand is down")
        if self.paid & BIT[seat]:
            return self.ignored("HD-R11", "you have paid for this one already; no harm done")
        if self.winding_up():
            if bounces:
                return self.ignored("HD-R11", "that was the same touch again: you pay once")
            self.paid |= BIT[seat]
            return self.pay_for_touching(seat, "HD-39", "no slap had landed: wait until a hand is down")
        self.paid |= BIT[seat]
        return self.pay_for_touching(seat, "HD-35", "that was a fake: slap only when a hand has landed")

    def pay_for_touching(self, seat: i64, clause: str, why: str) -> i64:
        """The turn player takes one card at once, keeps it, and goes on with the turn.

        HD-35, HD-39, HD-40, HD-R10, HD-R13, HD-R14, HD-R25, HD-R33, HD-R38.
        """
        self.count(FOOLED if self.stage == FAKING else EARLY, 1)
        self.paid_at[seat] = self.now
        self.tell("pays", clause, seat, 1)
        take_card(self, seat)
        if self.stage == TURN_START:
            self.open_for_action()
        return self.foul(clause, why)

    # ---- the end of a turn -----------------------------------------------------------------------

    def say_pass(self, clause: str) -> None:
        """The only way to end a turn without a foul, also with pairs in hand.

        HD-29, HD-30, HD-31, HD-R3, HD-R40, HD-R42.
        """
        self.tell("pass", clause, self.turn, 0)
        self.end_turn()

    def foul_out(self, clause: str, why: str, rule: str) -> i64:
        """A touch by the turn player: HD-36, HD-37, HD-38, HD-R28. `rule`: what the others are told."""
        self.end_by_foul(clause, rule)
        return self.foul(clause, why)

    def end_by_foul(self, clause: str, rule: str) -> None:
        """The turn is over at once; pairs stay in hand, cards already taken stay taken.

        HD-36, HD-37, HD-38, HD-R2, HD-R14.
        """
        self.count(FOULS, 1)
        self.tell("foul", clause, self.turn, 0, rule)
        self.end_turn()

    def end_turn(self) -> None:
        """The left neighbour is next: HD-11, HD-R26; too many turns without a pair: HD-R31."""
        self.raise_shield()
        if self.laid_pair:
            self.stalled = 0
        elif self.dry:
            self.stalled += 1
        if self.stalled >= self.terms.stall_turns:
            self.count(STALLS, 1)
            finish(self, "HD-R31", "nobody has laid a pair for too many rounds")
        else:
            self.begin_turn(self.left_of(self.turn))

    def raise_shield(self) -> None:
        """Hands are still on the unit: HD-R26, HD-R41."""
        self.shield = self.now + self.terms.settle_ms

    # ---- the end of the game ---------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return final_outcome(self)

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
