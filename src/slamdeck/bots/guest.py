"""A bot at the table.

It is a guest: it is shown a world that its seat cannot tell from the true one, and answers with an action and a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from slamdeck.bots.policies import Policy
from slamdeck.bots.reflexes import FASTEST_MS, POINT_OF_NO_RETURN_MS, Reflexes
from slamdeck.core.dice import FastDice
from slamdeck.core.instincts import CALL, CHANCE, GLANCE, LOOKALIKE, NO_ACTION, NOTHING, READY, TURN, WINDUP, Instinct
from slamdeck.core.rules import Rules

MISLEADING = (LOOKALIKE, GLANCE, WINDUP)
RETRY_MS = 60  # after an answer that came too early to count
BREATH_MS = 30  # between the words and the hand that comes with them


@dataclass(frozen=True)
class Intention:
    """An answer on its way: the hand lands at that time unless it can still be called back."""

    at: int
    action: int


class Guest:
    """One bot at one seat."""

    def __init__(self, seat: int, instinct: Instinct, policy: Policy, reflexes: Reflexes, seed: int) -> None:
        self.seat = seat
        self.instinct = instinct
        self.policy = policy
        self.reflexes = reflexes
        self.dice = FastDice(seed)
        self.intention: Intention | None = None
        self.occasion = -1
        self.turn = -1  # of this seat, by its instinct's number
        self.time_left = 0  # to think in this turn

    def new_game(self) -> None:
        self.intention = None
        self.occasion = -1
        self.turn = -1

    def notice(self, rules: Rules, now: int) -> None:
        """Look up after something happened. Only something new is reacted to."""
        occasion = self.instinct.occasion(rules, self.seat)
        if occasion == self.occasion:
            return
        self.occasion = occasion
        under_way = self.intention
        if under_way and under_way.at - now <= POINT_OF_NO_RETURN_MS:
            return
        self.intention = self.react(rules, now)
        # A hand that is on its way already need not start again to do the same.
        if under_way and self.intention and self.intention.action == under_way.action:
            self.intention = min(self.intention, under_way, key=lambda intention: intention.at)

    def acted(self, rules: Rules, now: int, counted: bool) -> None:
        """The intention was carried out. If it did not count, or there is still something to do, think again."""
        done = self.intention
        self.intention = None
        self.occasion = -1
        if counted and done is not None:
            also = self.instinct.in_one_breath(rules, self.seat, done.action)
            if also != NO_ACTION:
                self.intention = Intention(now + BREATH_MS, also)
        if not counted:
            again = self.react(rules, now + RETRY_MS)
            self.occasion = self.instinct.occasion(rules, self.seat)
            self.intention = again

    def react(self, rules: Rules, now: int) -> Intention | None:
        """What the eyes see, what the head makes of it, when the hand comes down."""
        stimulus = self.instinct.stimulus(rules, self.seat)
        reflexes = self.reflexes
        if (
            stimulus in (CHANCE, LOOKALIKE)
            and self.instinct.is_early(rules, self.seat)
            and reflexes.lets_others_first()
        ):
            stimulus = self.instinct.routine(rules, self.seat)
        if self.is_misled(stimulus):
            return self.slip(rules, now, stimulus)
        if stimulus in MISLEADING or (stimulus == CHANCE and reflexes.misses()):
            stimulus = self.instinct.routine(rules, self.seat)
        if stimulus == NOTHING:
            return None
        world = rules.imagine(self.seat, self.dice)
        action = self.think(world, stimulus)
        if action == NO_ACTION:
            return None
        if stimulus not in (TURN, CALL) and reflexes.forgets_the_words():
            action = self.instinct.without_shout(world, self.seat, action)
            if action == NO_ACTION:
                return None
        at = now + self.time_for(rules, stimulus)
        return Intention(max(at, self.instinct.goes_on_at(world, self.seat)) if stimulus == TURN else at, action)

    def time_for(self, rules: Rules, stimulus: int) -> int:
        """How long the answer takes. However many choices a turn has, they take less than `turn_ms` together: each has
        half of what is left, so that somebody who waits for a whole table of bots need not wait long."""
        delay = self.reflexes.delay(stimulus)
        if stimulus == READY:
            return max(delay, self.instinct.soonest_ms)
        if stimulus not in (TURN, CALL):
            return self.seen_after(rules, delay, stimulus)
        whole = self.reflexes.level.turn_ms
        if stimulus == CALL:
            return min(delay, whole // 2)
        turn = self.instinct.turn_number(rules)
        if turn != self.turn:
            self.turn, self.time_left = turn, whole
        delay = max(min(delay, self.time_left // 2), FASTEST_MS)
        self.time_left -= delay
        return delay

    def seen_after(self, rules: Rules, delay: int, stimulus: int) -> int:
        """What is to be recognised takes longer in some games than in others; but whose turn it is keeps nobody
        waiting for longer than a turn."""
        if stimulus not in (CHANCE, LOOKALIKE):
            return delay
        longer = round(delay * self.instinct.recognition)
        on_turn = self.instinct.routine(rules, self.seat) == TURN
        return min(longer, max(delay, self.reflexes.level.turn_ms)) if on_turn else longer

    def think(self, world: Rules, stimulus: int) -> int:
        """The policy's answer; or, with the mind elsewhere, any move at all."""
        if stimulus == TURN and self.reflexes.mind_wanders():
            return self.instinct.uniform(world, self.seat, self.dice)
        return self.policy.choose(world, self.seat, stimulus, self.dice)

    def is_misled(self, stimulus: int) -> bool:
        """Does the hand go off where it should not?"""
        if stimulus == LOOKALIKE:
            return self.reflexes.is_fooled()
        if stimulus == GLANCE:
            return self.reflexes.starts_too_early()
        return stimulus == WINDUP and self.reflexes.cannot_wait()

    def slip(self, rules: Rules, now: int, stimulus: int) -> Intention | None:
        action = self.instinct.slip(rules, self.seat, stimulus)
        if action == NO_ACTION:
            return None
        return Intention(now + self.seen_after(rules, self.reflexes.delay(stimulus), stimulus), action)
