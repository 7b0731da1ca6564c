"""What can be done in Lowdown, by whom: every legal move, the sensible ones, and whose move the game waits for."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.rules import Moves
from slamdeck.core.zones import HOST
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    CLEAR,
    CLEARING,
    DISCARD,
    DONE,
    DRAW,
    HAND_OVER,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LEAVE,
    LINES,
    LOOK,
    LOOK_AT,
    LOOKED,
    NEXT_HAND,
    OPEN_UP,
    PEEK,
    PEEK_T,
    PERFORM,
    PLACE,
    SETUP_FLIP,
    SKIP,
    SLOTS,
    SWAP,
    SWAP_T,
    TAKE,
)


@mypyc_attr(acyclic=True)
class Choices(State):
    """The moves that a position offers."""

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        """Without carried clears: whether one of them will fit may hang on a face nobody has seen (LD-R37)."""
        moves.count = 0
        if self.runs_for(seat, moves):
            if not self.holds(seat) and not self.done & BIT[seat]:
                for line in range(LINES):
                    if self.lines_of(seat) & BIT[line]:
                        moves.add(CLEAR + line)
            self.add_steps(seat, moves)

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        """Lines are cleared for gain only; an action card is performed, or placed where it saves points."""
        moves.count = 0
        if not self.runs_for(seat, moves):
            return
        if self.lines_of(seat) and not self.holds(seat) and not self.done & BIT[seat]:
            for line in range(LINES):
                if self.lines_of(seat) & BIT[line] and self.worth(seat, line) > 0:
                    moves.add(CLEAR + line)
        if self.stage == HOLD_DRAWN and seat == self.turn:
            action = self.action_in_hand(seat)
            if self.has_target(seat, action):
                self.add_uses_of_action(seat, moves)
                return
        self.add_steps(seat, moves)

    def add_uses_of_action(self, seat: i64, moves: Moves) -> None:
        moves.add(PERFORM)
        points = self.terms.points[self.cards.top(self.held + seat)]
        up = self.up(seat)
        for slot in range(SLOTS):
            if up & BIT[slot] and self.points_at(seat, slot) > points:
                moves.add(PLACE + 27 * slot + 9)

    def runs_for(self, seat: i64, moves: Moves) -> bool:
        """Does a hand run, for this seat? If not, all there may be to do is the host's next hand."""
        if self.stage == HAND_OVER and seat == HOST:
            moves.add(NEXT_HAND)
        return seat < self.seats and self.stage < HAND_OVER

    def add_steps(self, seat: i64, moves: Moves) -> None:
        """What the phase asks of this seat."""
        stage = self.stage
        if stage == SETUP_FLIP:
            if self.has_to_open(seat):
                self.add_slots(self.closed, seat, OPEN_UP + 9, 9, moves)
        elif stage == CLEARING:
            if not self.done & BIT[seat]:
                moves.add(DONE)
        elif seat == self.turn:
            self.add_turn(seat, stage, moves)

    def add_turn(self, seat: i64, stage: i64, moves: Moves) -> None:
        if stage == CHOOSE:
            if self.cards.size(self.draw) > 0:
                moves.add(DRAW)
            if self.cards.size(self.discard) > 0:
                moves.add(TAKE)
        elif stage == HOLD_DRAWN:
            self.add_slots(self.lying, seat, PLACE + 9, 27, moves)
            self.add_slots(self.lying, seat, PLACE + 18, 27, moves)
            possible = self.has_target(seat, self.action_in_hand(seat))
            if possible:
                moves.add(PERFORM)
            if not possible or self.terms.allow_discard_action:
                moves.add(DISCARD)
        elif stage == HOLD_TAKEN:
            self.add_slots(self.lying, seat, PLACE, 27, moves)
        elif stage == LOOK:
            self.add_slots(self.closed, seat, LOOK_AT, 1, moves)
            moves.add(SKIP)
        elif stage == LOOKED:
            moves.add(OPEN_UP)
            moves.add(LEAVE)
        else:
            self.add_targets(seat, stage, moves)

    def add_targets(self, seat: i64, stage: i64, moves: Moves) -> None:
        if stage == PEEK_T:
            for owner in range(self.seats):
                self.add_slots(self.closed, owner, PEEK + SLOTS * owner, 1, moves)
            return
        first = SLOTS * seat
        for mine in range(SLOTS):
            if not self.lying & BIT[first + mine]:
                continue
            if stage == SWAP_T:
                self.add_slots(self.lying & ~BIT[first + mine], seat, SWAP + 81 * mine, 9, moves)
                continue
            for owner in range(self.seats):
                if owner != seat:
                    code = self.terms.steal + 729 * owner + 9 * mine
                    self.add_slots(self.lying, owner, code, 81, moves)

    def awaited(self) -> i64:
        """The seats that still open, clear or move; and any that could clear an open line."""
        stage = self.stage
        if stage == SETUP_FLIP:
            waiting: i64 = 0
            for seat in range(self.seats):
                if self.has_to_open(seat):
                    waiting |= BIT[seat]
            return waiting
        if stage < CLEARING:
            return BIT[self.turn] if self.lines == 0 else BIT[self.turn] | self.seats_with_lines()
        if stage == CLEARING:
            return ALL_BELOW[self.seats] & ~self.done
        return 0 if self.over else BIT[HOST]

    def contenders(self) -> i64:
        """The player on turn, and whoever could clear: open lines are there for all to see (LD-R19)."""
        return self.awaited() & ALL_BELOW[self.seats]
