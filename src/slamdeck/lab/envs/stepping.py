"""Who is asked what, decision by decision: the one loop under every environment.

A seat is asked when the game could use its input. Where several could act (a race, something to slap, a line to clear)
they are asked one by one in a drawn order, a few milliseconds apart, each of them once: who has said "wait" is asked
again when something has happened. If all of them wait, time goes on to the next deadline. The host's word needs nobody.
Whatever may be done is offered, fouls included: they are moves, and the rules charge for them.

With `hands` time is continuous: all seats that could act at a moment are asked before anything happens, and each answer
is a hand that lands when its seat's reflexes have had their time.
"""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import ALL_BELOW, BIT, count, lowest, nth
from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import advance
from slamdeck.core.native import i64
from slamdeck.core.rules import NEVER, REJECTED, Moves, Rules
from slamdeck.core.schedule import DEADLINE, HAND_LANDS, PACE_MS, is_due, pause_before
from slamdeck.core.zones import HOST
from slamdeck.lab.envs.hands import Hands


@final
class Stepper:
    """One table that is dealt again and again, a decision at a time."""

    def __init__(
        self,
        rules: Rules,
        deal_dice: FastDice,
        order_dice: FastDice,
        most: i64,
        moves: Moves,
        hands: Hands | None,
    ) -> None:
        """`moves` is room for every action and one more; tables that are asked in turn may share it."""
        self.rules = rules
        self.deal_dice = deal_dice
        self.order_dice = order_dice
        self.most: i64 = most  # decisions; a game that takes more is cut off
        self.wait: i64 = rules.catalogue.size  # the code that is no action: let the occasion pass
        self.moves = moves
        self.hands = hands  # none: whoever answers has acted
        self.seat: i64 = 0
        self.at: i64 = 0
        self.waited: i64 = 0  # the seats that let this occasion pass
        self.made: i64 = 0  # decisions so far
        self.cut_off = False

    def deal(self, seed: i64, order_seed: i64) -> None:
        """Begin a game; everything in it follows from the two seeds and the answers."""
        self.deal_dice.reseed(seed)
        self.order_dice.reseed(order_seed)
        self.rules.deal()
        self.at = self.rules.now
        self.waited = 0
        self.made = 0
        self.cut_off = False
        if self.hands is not None:
            self.hands.put_down()
        self.find_next()

    def over(self) -> bool:
        return self.rules.over or self.cut_off

    def answer(self, action: i64) -> i64:
        """The seat that was asked does that, or waits; returns the verdict (of a wait: that of an action rejected).

        An action that is not possible is a wait. A hand that is only lifted has no verdict yet: it counts as rejected.
        """
        rules = self.rules
        verdict: i64 = REJECTED
        self.made += 1
        if action < 0 or action >= self.wait:
            self.waited |= BIT[self.seat]
        elif self.hands is not None:
            self.hands.lift(rules, self.seat, action, self.at, self.order_dice)
        else:
            rules.now = self.at
            verdict = rules.act(self.seat, action)
            if verdict == REJECTED:
                self.waited |= BIT[self.seat]
            else:
                self.waited = 0
        if self.made >= self.most:
            self.cut_off = not rules.over
            self.moves.count = 0
        else:
            self.find_next()
        return verdict

    def find_next(self) -> None:
        """Go on to the next decision: `seat`, `at` and `moves` tell of it; no moves when the game is over."""
        rules = self.rules
        moves = self.moves
        dice = self.order_dice
        moves.count = 0
        if self.hands is not None:
            self.find_next_in_time(self.hands)
            return
        while not rules.over:
            awaited = rules.awaited()
            asked = awaited & ~self.waited
            if asked == 0:
                self.waited = 0
                if rules.deadline < NEVER:
                    self.pass_time(rules.deadline)
                    continue
                asked = awaited
                if asked == 0:
                    self.cut_off = True  # nobody can do anything, and nothing is due
                    return
            at = self.at + pause_before(asked, dice)
            if is_due(rules, at):
                self.pass_time(at)
                continue
            seat = lowest(asked)
            if asked & (asked - 1):
                seat = nth(asked, dice.below(count(asked)))
            self.at = at
            if seat == HOST:
                rules.now = at
                rules.act(HOST, rules.catalogue.host_action)
                continue
            rules.legal(seat, at, moves)
            if moves.count > 0:
                self.seat = seat
                if awaited & (awaited - 1) or rules.deadline < NEVER:
                    moves.add(self.wait)
                return

    def find_next_in_time(self, hands: Hands) -> None:
        """The same where answers take their time: everybody is asked, then the first hand lands."""
        rules = self.rules
        moves = self.moves
        while not rules.over:
            awaited = rules.awaited()
            if awaited & BIT[HOST]:
                rules.now = self.at
                rules.act(HOST, rules.catalogue.host_action)
                continue
            asked = awaited & ~self.waited & ~hands.lifted
            if asked:
                self.seat = lowest(asked)
                rules.legal(self.seat, self.moment(), moves)
                if moves.count > 0:
                    moves.add(self.wait)
                    return
                self.waited |= BIT[self.seat]
            elif not self.let_happen(hands):
                if awaited == 0:
                    self.cut_off = True  # nobody can do anything, and nothing is due
                    return
                self.at += PACE_MS
                self.waited = 0

    def let_happen(self, hands: Hands) -> bool:
        """Whatever is next, a hand or a deadline; False if nothing is."""
        rules = self.rules
        comes = hands.schedule.next(rules.deadline)
        if comes == DEADLINE:
            self.pass_time(hands.schedule.at)
        elif comes == HAND_LANDS:
            self.at = hands.schedule.at
            rules.now = self.at
            if rules.act(hands.schedule.seat, hands.land(hands.schedule.seat)) != REJECTED:
                self.waited = 0
        else:
            return False
        return True

    def pass_time(self, at: i64) -> None:
        advance(self.rules, at)
        self.at = at
        self.waited = 0

    def moment(self) -> i64:
        """When the answers to be given now would count: hands that take their time land about a pace later."""
        if self.hands is None:
            return self.at
        return max(self.at, min(self.at + PACE_MS, self.rules.deadline - 1))

    def choices(self) -> list[int]:
        """What the seat that is asked may answer."""
        return self.moves.listed()

    def asked_with(self) -> i64:
        """The set of seats that are asked at this moment: in a race, all that have not answered."""
        if self.over():
            return 0
        asked = self.rules.awaited() & ~self.waited & ALL_BELOW[self.rules.seats]
        if self.hands is not None:
            asked &= ~self.hands.lifted
        return asked | BIT[self.seat]

    def choices_of(self, seat: i64) -> list[int]:
        """What another of them may answer."""
        if seat == self.seat:
            return self.moves.listed()
        moves = Moves(self.wait + 1)
        self.rules.legal(seat, self.moment(), moves)
        moves.add(self.wait)
        return moves.listed()

    def copy(self) -> Stepper:
        """The same table once more, with the same future."""
        twin = self.alike(Moves(self.wait + 1))
        for code in self.moves.listed():
            twin.moves.add(code)
        twin.seat = self.seat
        twin.at = self.at
        twin.waited = self.waited
        twin.made = self.made
        twin.cut_off = self.cut_off
        return twin

    def alike(self, moves: Moves) -> Stepper:
        """Another table with the same cards and hands, that has not asked anybody yet.

        It shares what never changes (deck, catalogue, house rules): less to set up, and to keep in the cache.
        """
        deal_dice = FastDice(0)
        deal_dice.take_over(self.deal_dice)
        order_dice = FastDice(0)
        order_dice.take_over(self.order_dice)
        hands = None if self.hands is None else self.hands.copy()
        return Stepper(self.rules.branch(deal_dice), deal_dice, order_dice, self.most, moves, hands)


def mixed(seed: i64, number: i64) -> i64:
    """A seed of its own for each number (a multiplicative hash of 31 bits a time: no product is too large)."""
    low = (seed & 0x7FFFFFFF) * 0x5DEECE66 + number * 0x2545F491 + 11
    high = (seed >> 31) * 0x41C64E6D + (low >> 29)
    low = ((low ^ (low >> 17)) & 0x7FFFFFFF) * 0x2C1B3C6D
    high = ((high ^ (high >> 13)) & 0x7FFFFFFF) * 0x297A2D39
    return ((low ^ (high >> 7)) & 0x7FFFFFFF) | (((high ^ (low >> 11)) & 0x3FFFFFFF) << 31)
