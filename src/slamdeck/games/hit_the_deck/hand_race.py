"""Hands on the pile in Hit the Deck: the race after a hit-hand card, and hands that come down for nothing."""

from __future__ import annotations

from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.rules import APPLIED, NEVER
from slamdeck.games.hit_the_deck.piles import Piles
from slamdeck.games.hit_the_deck.terms import (
    FAKE_OUT_DRAWS,
    FAKE_OUTS,
    FORGOTTEN,
    LAST_HAND_DRAWS,
    RACE,
    RACES,
)


@mypyc_attr(acyclic=True)
class HandRace(Piles):
    """Who has a hand on the pile, who was last, and what it costs."""

    def start_race(self) -> None:
        """A hit-hand card lies on top: the player on turn calls, and everybody's hand goes down.

        HT-21, HT-28, HT-40, HT-41, HT-R13, HT-R21 (the caller's too), HT-R22 (even before a call).
        """
        self.open_race(self.now)

    def stray_hand(self, seat: i64) -> i64:
        """A hand on the pile without a race is a fake-out, unless it bounced or is still there from the last race.

        HT-46, HT-R26, HT-R28, HT-R45.
        """
        if self.now - self.settled_at < self.terms.settle_ms:
            return self.ignored("HT-R26", "the hands are just leaving the pile")
        if self.now - self.punished_at[seat] < self.terms.debounce_ms:
            return self.ignored("HT-R28", "the same hand bounced")
        return self.fake_out(seat)

    def fake_out(self, seat: i64) -> i64:
        """Two cards for a hand on the pile without a hit-hand card; nothing else changes: HT-46, HT-47, HT-R26."""
        self.punished_at[seat] = self.now
        self.count(FAKE_OUTS, 1)
        self.tell("fake_out", "HT-46", seat, self.draw_penalty(seat, FAKE_OUT_DRAWS))
        return self.foul("HT-46", "no hit-hand card was played")

    def call_phrase(self, seat: i64) -> i64:
        """The phrase: HT-40, HT-R23. From others, or when no duty exists, it is a bluff: HT-R25."""
        if self.stage == RACE and seat == self.turn:
            self.called = True
            self.tell("call", "HT-40", seat, 0)
        else:
            self.bluffed_in = self.turns
            self.bluffer = seat
            self.tell("bluff", "HT-R25", seat, 0)
        return APPLIED

    def settle_race(self) -> None:
        """The last hand draws four, or a caller who forgot to call: HT-42, HT-45, HT-R23, HT-R24."""
        caller = self.turn
        self.race.close()
        self.count(RACES, 1)
        self.tell_hands()
        if self.called:
            loser = self.race.slowest(caller, self.dir, self.seats)
            self.tell("last", "HT-42", loser, self.draw_penalty(loser, LAST_HAND_DRAWS))
        else:
            self.count(FORGOTTEN, 1)
            self.tell("forgot", "HT-45", caller, self.draw_penalty(caller, LAST_HAND_DRAWS))
        self.settled_at = self.now
        self.deadline = NEVER
        self.stuck = 0

    def tell_hands(self) -> None:
        """Who was where on the pile. Hands are told only now, when they no longer help anybody."""
        if self.cards.watched:
            for place, seat in enumerate(self.race.hands()):
                self.tell("hand", "HT-41", seat, place + 1)
