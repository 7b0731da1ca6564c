"""What a seat can do at a Hands Down table, and for whom the table waits."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves
from slamdeck.games.hands_down.state import State
from slamdeck.games.hands_down.terms import (
    ACTION,
    DRAW,
    FAKE,
    FAKING,
    PASS,
    RACE,
    SHOUT,
    SLAP,
    TOUCH,
    TURN_START,
)


@mypyc_attr(acyclic=True)
class Choices(State):
    """Lists of actions, read off the state; nothing here changes it."""

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        """All that is not rejected, less what would be dropped without effect."""
        moves.count = 0
        if self.over or seat >= self.seats:
            return
        moves.add(SHOUT)
        if seat != self.turn:
            self.list_rival_moves(seat, at, moves)
        elif self.stage == TURN_START:
            self.list_openings(moves)
        elif self.stage == FAKING or self.stage == ACTION:
            self.list_turn_moves(at, moves)

    def list_rival_moves(self, seat: i64, at: i64, moves: Moves) -> None:
        """By public facts alone; the same for a slap's wind-up and a fake's: HD-R32."""
        if self.stage == RACE:
            if self.race.missing() & BIT[seat]:
                moves.add(SLAP)
        elif self.cards.size(seat) > 0 and (self.stage > ACTION or at >= self.shield):
            moves.add(SLAP)
            moves.add(TOUCH)

    def list_openings(self, moves: Moves) -> None:
        """HD-12, HD-41, HD-43."""
        if self.cards.size(self.drawpile) > 0:
            moves.add(DRAW)
            return
        due = self.cards_to_take()
        for first in range(self.seats):
            for second in range(-1, self.seats):
                if self.may_take(first, second, due):
                    moves.add(self.terms.take + first * (self.seats + 1) + second + 1)

    def may_take(self, first: i64, second: i64, due: i64) -> bool:
        """Exactly as many victims as cards can be had, each with enough cards: HD-43, HD-R35."""
        cards = self.cards
        wanted: i64 = 1 if second == NO_SEAT else 2
        if wanted != due or first == self.turn or second == self.turn:
            return False
        if first == second:
            return cards.size(first) >= 2
        return cards.size(first) > 0 and (second == NO_SEAT or cards.size(second) > 0)

    def cards_to_take(self) -> i64:
        """The owed cards, or all that the rivals hold if that is less: HD-R17, HD-R35."""
        held: i64 = 0
        for seat in range(self.seats):
            if seat != self.turn:
                held += self.cards.size(seat)
        return self.owed if self.owed < held else held

    def list_turn_moves(self, at: i64, moves: Moves) -> None:
        """HD-R4, HD-R28, HD-R41: any number may be named; without a pair that is a foul (HD-R2)."""
        if self.winding_up():
            moves.add(TOUCH)
            return
        moves.add(PASS)
        if self.cards.size(self.turn) < 2:
            return
        moves.add(TOUCH)
        if self.may_lift_hand(at):
            moves.add(FAKE)
            for code in range(SLAP, SLAP + 1 + self.terms.numbers):
                moves.add(code)

    def may_lift_hand(self, at: i64) -> bool:
        """HD-R4, HD-R41."""
        shielded = self.stage == ACTION and at < self.shield
        return self.cards.size(self.turn) >= 2 and not shielded

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        """No fouls: cards first, then a pair, a fake or a pass; for rivals only the race.

        A player with a pair waits for the shield to come down.
        """
        moves.count = 0
        if self.stage == RACE:
            if self.race.missing() & BIT[seat]:
                moves.add(SLAP)
        elif self.over or seat != self.turn or self.winding_up():
            return
        elif self.stage == TURN_START:
            self.list_openings(moves)
        elif self.may_lift_hand(at):
            self.list_pairs(moves)
            moves.add(FAKE)
            moves.add(PASS)
        elif self.pairs_held() == 0:
            moves.add(PASS)

    def list_pairs(self, moves: Moves) -> None:
        """One slap for each number held twice, by name: HD-R1."""
        held = self.pairs_held()
        rank: i64 = 0
        while held:
            if held & 1:
                moves.add(SLAP + 1 + rank)
            held >>= 1
            rank += 1

    def awaited(self) -> i64:
        """The racers, or the turn player: a wind-up looks the same whatever it is (HD-R32)."""
        if self.over:
            return 0
        return self.race.missing() if self.stage == RACE else BIT[self.turn]

    def contenders(self) -> i64:
        """In a race its missing hands; else the turn player and every rival who could pay."""
        if self.over:
            return 0
        if self.stage == RACE:
            return self.race.missing()
        return BIT[self.turn] | self.rivals_with_cards()
