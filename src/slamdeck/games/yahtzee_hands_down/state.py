"""The state of a game of Yahtzee Hands Down: how it is kept and how it is told."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, vec
from slamdeck.core.races import FIRST_WINS, NO_SEAT
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.sights import Clock
from slamdeck.games.yahtzee_hands_down.combinations import NO_TYPE, NOTHING, TYPES, type_of, value_of
from slamdeck.games.yahtzee_hands_down.faults import fault_of
from slamdeck.games.yahtzee_hands_down.foremost import foremost_choices
from slamdeck.games.yahtzee_hands_down.targets import NOT_ASKED, READY
from slamdeck.games.yahtzee_hands_down.terms import (
    HAND,
    LAST_CALL,
    NO_COUNT,
    NOT_SHOWN,
    PLAY,
    REVEAL,
    STAGE_NAMES,
    Terms,
)


@mypyc_attr(acyclic=True)
class State(Rules):
    """The state of section 5.3."""

    starter: i64 = 0
    turn: i64 = 0  # NO_SEAT at last call, in the pause and at the end
    round: i64 = 0
    stage: i64 = 0
    first: i64 = 0  # who is down; between two inputs never more than one
    first_named: i64 = 0
    first_at: i64 = 0
    first_open: bool = False  # already turned up by a reveal, and genuine
    left: i64 = 0  # exchanges left of a count-down
    turns: i64 = 0  # exchanges and repaired fouls of this round
    last: i64 = 0  # who made the exchange that opened the last call
    waiting: i64 = 0  # the set of seats that fouled and have not exchanged since
    turn_since: i64 = 0  # the clock of the turn runs from here
    closes_at: i64 = 0  # end of the last call or of the pause
    shown_first: i64 = 0  # the last reveal: each hand's score + 1 and seat, and who won
    shown_second: i64 = 0
    shown_winner: i64 = 0
    offer: i64 = 0  # the set of types on offer
    able: i64 = 0  # the set of seats whose hand fits something on offer; secret
    asked: bool = False  # has anybody here ever asked what leads somewhere?
    ended_by: str = ""
    ended_because: str = ""

    def __init__(self, terms: Terms, dice: Dice, source: State | None) -> None:
        super().__init__(terms.layout, terms.deck, terms.catalogue, dice, source)
        self.terms = terms
        seats = self.seats
        self.draw_pile: i64 = seats  # hands are zones 0 to seats − 1; the order is that of Terms
        self.discard: i64 = seats + 1
        self.combos: i64 = seats + 2
        self.combo_box: i64 = seats + 3
        self.won: i64 = seats + 4
        self.chance: i64 = 2 * seats + 4
        self.chance_box: i64 = 2 * seats + 5
        self.won_chance: i64 = 2 * seats + 6
        if source is None:
            # For every seat what `aims_of` has found, then what `choices_of` has, then the hand as judged; secret.
            self.aims: vec[i64] = vec[i64]([0] * (3 * seats))
            self.reset()
        else:
            self.starter = source.starter
            self.turn = source.turn
            self.round = source.round
            self.stage = source.stage
            self.first = source.first
            self.first_named = source.first_named
            self.first_at = source.first_at
            self.first_open = source.first_open
            self.left = source.left
            self.turns = source.turns
            self.last = source.last
            self.waiting = source.waiting
            self.turn_since = source.turn_since
            self.closes_at = source.closes_at
            self.shown_first = source.shown_first
            self.shown_second = source.shown_second
            self.shown_winner = source.shown_winner
            self.offer = source.offer
            self.able = source.able
            self.asked = source.asked
            self.aims = source.aims[:]
            self.ended_by = source.ended_by
            self.ended_because = source.ended_because

    def reset(self) -> None:
        self.now = 0
        self.over = False
        self.race.close()
        self.starter = 0
        self.turn = NO_SEAT
        self.round = 1
        self.stage = PLAY
        self.first = NO_SEAT
        self.first_named = NO_TYPE
        self.first_at = 0
        self.first_open = False
        self.left = NO_COUNT
        self.turns = 0
        self.last = NO_SEAT
        self.waiting = 0
        self.turn_since = 0
        self.closes_at = 0
        self.shown_first = NOT_SHOWN
        self.shown_second = NOT_SHOWN
        self.shown_winner = NO_SEAT
        self.offer = 0
        self.able = 0
        self.ended_by = ""
        self.ended_because = ""

    # ---- whose turn, who is down ---------------------------------------------------------------

    def set_deadline(self) -> None:
        """When time alone acts: an idle player, the end of the last call, the end of the pause.

        YH-R20, YH-R31, YH-R38. No turn clock runs while nobody is on turn.
        """
        if self.over:
            self.deadline = NEVER
        elif self.stage != PLAY:
            self.deadline = self.closes_at
        elif self.terms.turn_ms == NEVER:
            self.deadline = NEVER
        else:
            self.deadline = self.turn_since + self.terms.turn_ms

    def pass_turn(self, seat: i64) -> None:
        """Clockwise to the next seat that is not down; it may be the same seat again (YH-R1)."""
        follower = self.left_of(seat)
        if follower == self.first:
            follower = self.left_of(follower)
        self.turn = follower
        self.turn_since = self.now

    def go_down(self, seat: i64, named: i64) -> None:
        """One hand is down; the others race for the second place, some of them against a count-down.

        YH-19, YH-20, YH-60, YH-R19, YH-R22, YH-R23.
        """
        self.first = seat
        self.first_named = named
        self.first_at = self.now
        self.first_open = False
        self.left = self.terms.turns_to_answer
        self.open_race(NEVER)

    def open_race(self, closes_at: i64) -> None:
        """Everybody else may still be the second; the first hand to come wins the place."""
        others = ALL_BELOW[self.seats] & ~BIT[self.first]
        self.race.start(FIRST_WINS, others, self.now, closes_at)

    def nobody_down(self) -> None:
        self.first = NO_SEAT
        self.first_named = NO_TYPE
        self.first_at = 0
        self.first_open = False
        self.left = NO_COUNT
        self.race.close()

    def awaited(self) -> i64:
        """Whoever is on turn, and whoever has a hand to call."""
        if self.stage >= REVEAL:
            return 0
        seats = self.able & ~self.waiting
        if self.first != NO_SEAT:
            seats &= ~BIT[self.first]
        if self.turn != NO_SEAT:
            seats |= BIT[self.turn]
        return seats

    def waits_for(self) -> i64:
        """Whoever is on turn; who has a hand to call is a secret."""
        if self.stage >= REVEAL or self.turn == NO_SEAT:
            return 0
        return BIT[self.turn]

    def contenders(self) -> i64:
        """Whoever may call, and whoever is on turn; what they hold is for nobody to tell."""
        if self.stage >= REVEAL:
            return 0
        seats = ALL_BELOW[self.seats] & ~self.waiting
        if self.first != NO_SEAT:
            seats &= ~BIT[self.first]
        if self.turn != NO_SEAT:
            seats |= BIT[self.turn]
        return seats

    def race_possible(self) -> bool:
        """For the second place on the table, once somebody is down."""
        return self.race.open

    # ---- judging hands -------------------------------------------------------------------------

    def hand_of(self, seat: i64) -> i64:
        """The five cards of a hand in one number."""
        return self.cards.packed(seat)

    def judge(self, seat: i64) -> None:
        self.judge_hand(seat, self.hand_of(seat))

    def judge_hand(self, seat: i64, hand: i64) -> None:
        """Note whether the hand fits something on offer: for `call_guard` and the lab only.

        What leads somewhere is found in the same look where somebody asks for it; at most tables nobody does.
        """
        aims: i64 = 0
        if self.cards.size(seat) == HAND:
            if self.asked:
                aims = self.terms.targets.aims(hand, self.offer)
            elif self.terms.combinations.types(hand, self.offer):
                aims = READY
            else:
                aims = NOT_ASKED
        if aims == READY:
            self.able |= BIT[seat]
        else:
            self.able &= ~BIT[seat]
        self.aims[seat] = aims
        self.aims[self.seats + seat] = 0
        self.aims[2 * self.seats + seat] = hand

    def aims_of(self, seat: i64) -> i64:
        """READY, or the exchanges that lead somewhere. Who asks once will ask again."""
        aims = self.aims[seat]
        if aims == NOT_ASKED:
            self.asked = True
            aims = self.terms.targets.aims(self.hand_of(seat), self.offer)
            self.aims[seat] = aims
        return aims

    def choices_of(self, seat: i64) -> i64:
        """The exchanges that make a difference: of equal cards the foremost go. To exchange nothing is always one."""
        found = self.aims[self.seats + seat]
        if found == 0:
            found = foremost_choices(self.aims[2 * self.seats + seat], self.cards.size(seat))
            self.aims[self.seats + seat] = found
        return found

    def reread(self) -> None:
        """What is on offer (YH-R3; YH-R10: while a card of it is left) and who could have it."""
        offer: i64 = 0
        for combo in range(i64(6)):
            if self.cards.find(self.combos, i64(self.terms.combo_of[combo])) >= 0:
                offer |= BIT[combo]
        self.offer = offer
        for seat in range(self.seats):
            self.judge(seat)

    def take_off_offer(self, combo: i64) -> None:
        """A Combo card was won; if it was the last of its type (YH-R10), hands fit less than before (YH-54)."""
        if self.cards.find(self.combos, i64(self.terms.combo_of[combo])) >= 0:
            return
        self.offer &= ~BIT[combo]
        for seat in range(self.seats):
            self.judge(seat)

    def fault_of(self, seat: i64) -> str:
        """Why the hand fits nothing on offer, for its owner, or for all once it is turned up."""
        return fault_of(self.terms.combinations, self.hand_of(seat), self.offer)

    def forget(self, seat: i64, dice: Dice) -> None:
        """YH-13: the type named with a hand is known to whoever knows the hand.

        That is its owner, and everybody once it is turned up.
        """
        if self.first == NO_SEAT:
            return
        for place in range(self.cards.size(self.first)):
            if not self.cards.knows(seat, self.first, place):
                self.first_named = NO_TYPE

    # ---- telling -------------------------------------------------------------------------------

    def phase(self) -> str:
        """The phases of section 5.3."""
        return STAGE_NAMES[self.stage]

    def clock(self, seat: i64) -> Clock | None:
        """An idle player's turn (YH-R31), the last call for whoever may still answer (YH-R20), the pause (YH-R38)."""
        terms = self.terms
        if self.stage == PLAY:
            return self.countdown(BIT[self.turn], self.turn_since, self.turn_since + terms.turn_ms)
        if self.stage == LAST_CALL:
            answering = ALL_BELOW[self.seats] & ~self.waiting & ~BIT[self.first]
            return self.countdown(answering, self.closes_at - terms.lastcall_ms, self.closes_at)
        return self.countdown(0, self.closes_at - terms.reveal_ms, self.closes_at)

    def facts(self, seat: i64) -> dict[str, object]:
        """YH-R32: who is down and since when; what they named only when it is turned up (YH-13)."""
        told = self.truth()
        told["down"] = self.hand_down(seat == self.first or self.first_open)
        return told

    def truth(self) -> dict[str, object]:
        return {
            "starter": self.starter,
            "turn": None if self.turn == NO_SEAT else self.turn,
            "round": self.round,
            "phase": self.phase(),
            "down": self.hand_down(True),
            "left": None if self.left == NO_COUNT else self.left,
            "turns": self.turns,
            "last": None if self.last == NO_SEAT else self.last,
            "waiting": [self.waiting & BIT[seat] != 0 for seat in range(self.seats)],
            "last_reveal": self.last_reveal(),
        }

    def hand_down(self, with_name: bool) -> list[object]:
        if self.first == NO_SEAT:
            return []
        hand: dict[str, object] = {"seat": self.first, "at": self.first_at, "open": self.first_open}
        if with_name:
            hand["type"] = "none" if self.first_named == NO_TYPE else TYPES[self.first_named]
        return [hand]

    def last_reveal(self) -> dict[str, object] | None:
        """What the last reveal showed: scored type and value of each hand, and who won."""
        if self.shown_first == NOT_SHOWN:
            return None
        hands: list[object] = []
        for shown in (self.shown_first, self.shown_second):
            if shown != NOT_SHOWN:
                score = shown // 8 - 1
                combo = "foul" if score == NOTHING else TYPES[type_of(score)]
                value = 0 if score == NOTHING else value_of(score)
                hands.append({"seat": shown % 8, "type": combo, "value": value})
        return {
            "hands": hands,
            "winner": "none" if self.shown_winner == NO_SEAT else self.shown_winner,
        }
