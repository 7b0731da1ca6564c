"""How a turn, a hand and a game of Lowdown end, and how a hand is counted."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import APPLIED, Outcome, places_by
from slamdeck.games.lowdown.choices import Choices
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    CLEARING,
    DONE,
    GAME_OVER,
    HAND_OVER,
    LINES,
    NO_SLOT,
    TURNS,
)


@mypyc_attr(acyclic=True)
class Counting(Choices):
    """A hand ends with the turn that opens a whole grid or uses up the draw pile; then all is opened and counted."""

    def end_turn(self) -> None:
        """The next player clockwise, unless the hand ends here: LD-09, LD-R10, LD-R11, LD-R12."""
        self.turns += 1
        self.looked = NO_SLOT
        self.count(TURNS, 1)
        if self.some_grid_is_open():
            self.end_hand("LD-48")
        elif self.cards.size(self.draw) == 0:
            self.end_hand("LD-49")
        elif self.turns >= self.terms.max_turns:
            self.end_hand("LD-R33")
        else:
            self.turn = self.left_of(self.turn)
            self.enter(CHOOSE)

    def end_hand(self, clause: str) -> None:
        """LD-48, LD-49, LD-50, LD-51, LD-R12, LD-R33: all cards are opened, and lines may still be cleared."""
        self.tell("hand_over", clause, NO_SEAT, self.turns)
        for zone in range(self.held):
            if self.closed & BIT[zone]:
                self.turn_up(zone)
        self.enter(CLEARING)

    def say_done(self, seat: i64, action: i64) -> i64:
        """LD-R23: done is final; when all are, the hand is counted."""
        if action != DONE:
            return self.rejected("LD-51", "clear lines, or say that you are done")
        if self.done & BIT[seat]:
            return self.rejected("LD-R23", "you said so before")
        self.done |= BIT[seat]
        self.tell("done", "LD-R23", seat, 0)
        if self.done == ALL_BELOW[self.seats]:
            self.score_hand()
        return APPLIED

    def clear_for_the_slow(self) -> None:
        """LD-R23: nobody loses points by being slow; the best clears are made for whoever is not done."""
        for seat in range(self.seats):
            if not self.done & BIT[seat]:
                best = self.best_clearing(seat)
                for line in range(LINES):
                    if best & BIT[line]:
                        self.clear_line(seat, line)
        self.score_hand()

    def score_hand(self) -> None:
        """Count the grids, write the scores down, and see whether the game is over: LD-52, LD-54, LD-R26.

        LD-53, LD-56, LD-R24: the lowest score begins the next hand, on a tie the first one counted from the starter.
        """
        pad = self.pad
        self.done = 0
        self.next_starter = self.starter
        seat = self.starter
        for _ in range(self.seats):
            score = self.points_in(seat)
            pad[self.seats + seat] = score
            pad[seat] += score
            self.tell("score", "LD-52", seat, score)
            if score < pad[self.seats + self.next_starter]:
                self.next_starter = seat
            seat = self.left_of(seat)
        self.end_game_or_wait()

    def end_game_or_wait(self) -> None:
        """LD-01, LD-57, LD-R26, LD-R35."""
        for seat in range(self.seats):
            if self.pad[seat] >= self.terms.target_score:
                self.finish("LD-57", "a total has reached the limit")
                return
        if self.hand >= self.terms.max_hands:
            self.finish("LD-R35", "as many hands were played as the table allows")
        else:
            self.enter(HAND_OVER)

    def finish(self, clause: str, why: str) -> None:
        self.over = True
        self.ended_by = clause
        self.ended_because = why
        self.enter(GAME_OVER)
        self.tell("end", clause, NO_SEAT, 0)

    def outcome(self) -> Outcome | None:
        """LD-01, LD-58, LD-R25: the lowest total wins, and equals share."""
        if not self.over:
            return None
        totals = [self.pad[seat] for seat in range(self.seats)]
        return Outcome(places_by([-t for t in totals]), totals, self.ended_because, self.ended_by)
