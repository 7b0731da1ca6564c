"""The grids of Lowdown: which slots hold a card, which of these are closed, which lines can be cleared.

The grids are zones 0 to 9·seats − 1, so a set of slots all over the table is one integer: slot s of seat p is bit
9p + s. What is kept here follows from faces that everybody sees.
"""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.rules import Moves, Rules
from slamdeck.core.zones import CLOSED, OPEN
from slamdeck.games.lowdown.terms import (
    CLEARED_POINTS,
    CLEARINGS,
    CLEARS,
    GRID_OF,
    LINES,
    LINES_OF,
    LINES_WITHIN,
    MASK_OF,
    SLOTS,
    SLOTS_OF,
    Terms,
)


@mypyc_attr(acyclic=True)
class Grids(Rules):
    """The part of a game of Lowdown that lies in front of the players, and the two piles."""

    lying: i64 = 0  # the set of slots with a card …
    closed: i64 = 0  # … and of those with a closed one
    lines: i64 = 0  # complete open lines, eight bits for each seat

    def __init__(self, terms: Terms, dice: Dice, source: Grids | None) -> None:
        super().__init__(terms.layout, terms.deck, terms.catalogue, dice, source)
        self.terms = terms
        self.held: i64 = SLOTS * self.seats  # + seat
        self.draw: i64 = self.held + self.seats
        self.discard: i64 = self.draw + 1
        self.lying = 0 if source is None else source.lying
        self.closed = 0 if source is None else source.closed
        self.lines = 0 if source is None else source.lines

    def up(self, seat: i64) -> i64:
        """The open cards of a grid, as nine bits."""
        return (self.lying & ~self.closed) >> (SLOTS * seat) & 511

    def turn_up(self, zone: i64) -> None:
        if self.closed & BIT[zone]:
            self.cards.turn(zone, OPEN)
            self.closed &= ~BIT[zone]
        self.find_lines(zone // SLOTS)

    def trade_places(self, one: i64, other: i64) -> None:
        self.cards.swap(one, other)
        if (self.closed >> one & 1) != (self.closed >> other & 1):
            self.closed ^= BIT[one] | BIT[other]

    def find_lines(self, seat: i64) -> None:
        """Which lines of this grid are three open cards of one colour: LD-39, LD-40, LD-44.

        LD-46, LD-R20: a wild shares a colour with every card, so any number of them may help. LD-R21: so do black
        cards with each other, unless the deck gives them no colour.
        """
        found: i64 = 0
        left = LINES_WITHIN[self.up(seat)]
        line: i64 = 0
        while left:
            if left & 1 and self.one_colour(seat, line):
                found |= BIT[line]
            left >>= 1
            line += 1
        self.lines = (self.lines & ~LINES_OF[seat]) | found << (LINES * seat)

    def one_colour(self, seat: i64, line: i64) -> bool:
        colours = self.terms.colours
        shared = colours[self.card_in(seat, line, 0)] & colours[self.card_in(seat, line, 1)]
        return shared & colours[self.card_in(seat, line, 2)] != 0

    def card_in(self, seat: i64, line: i64, place: i64) -> i64:
        return self.cards.at(SLOTS * seat + i64(SLOTS_OF[3 * line + place]), 0)

    def worth(self, seat: i64, line: i64) -> i64:
        """The points that a line would take along, LD-45 included."""
        points = self.terms.points
        two = points[self.card_in(seat, line, 0)] + points[self.card_in(seat, line, 1)]
        return two + points[self.card_in(seat, line, 2)]

    def lines_of(self, seat: i64) -> i64:
        return self.lines >> (LINES * seat) & 255

    def clear_line(self, seat: i64, line: i64) -> None:
        """Three cards go under the discard pile, the lowest slot deepest; their slots stay empty.

        LD-42, LD-43, LD-44, LD-R22.
        """
        points = self.worth(seat, line)
        place: i64 = 2
        while place >= 0:
            self.cards.insert(SLOTS * seat + i64(SLOTS_OF[3 * line + place]), 0, self.discard, 0)
            place -= 1
        self.lying &= ~(MASK_OF[line] << (SLOTS * seat))
        self.find_lines(seat)
        self.count(CLEARS, 1)
        self.count(CLEARED_POINTS, points)
        self.tell("clear", "LD-39", seat, points)

    def best_clearing(self, seat: i64) -> i64:
        """The set of lines whose clearing leaves the fewest points: LD-R15, LD-R23.

        The choices come in the order in which equals are preferred, so only a better one replaces the first found.
        """
        lines = self.lines_of(seat)
        best: i64 = 0
        most: i64 = 0
        for choice in range(i64(len(CLEARINGS))):
            chosen = CLEARINGS[choice]
            if chosen & ~lines:
                continue
            points: i64 = 0
            for line in range(LINES):
                if chosen & BIT[line]:
                    points += self.worth(seat, line)
            if points > most:
                most = points
                best = chosen
        return best

    def points_in(self, seat: i64) -> i64:
        """The points on the cards left in a grid: LD-26, LD-43, LD-45, LD-52, LD-R14 (an empty one has 0)."""
        total: i64 = 0
        for slot in range(SLOTS):
            zone = SLOTS * seat + slot
            if self.lying & BIT[zone]:
                total += self.terms.points[self.cards.at(zone, 0)]
        return total

    def points_at(self, seat: i64, slot: i64) -> i64:
        return self.terms.points[self.cards.at(SLOTS * seat + slot, 0)]

    def dearest_slot(self, seat: i64) -> i64:
        """LD-R30: the open card with the most points, the lowest slot of equals; else the lowest closed one."""
        up = self.up(seat)
        if up == 0:
            return first_of(self.closed & GRID_OF[seat]) - SLOTS * seat
        best = first_of(up)
        most = self.points_at(seat, best)
        for slot in range(SLOTS):
            if up & BIT[slot] and self.points_at(seat, slot) > most:
                best = slot
                most = self.points_at(seat, slot)
        return best

    def some_grid_is_open(self) -> bool:
        """LD-48, LD-R13 (anybody's grid), LD-R14 (nothing is closed in an empty one)."""
        for seat in range(self.seats):
            if self.closed & GRID_OF[seat] == 0:
                return True
        return False

    def seats_with_lines(self) -> i64:
        found: i64 = 0
        for seat in range(self.seats):
            if self.lines_of(seat):
                found |= BIT[seat]
        return found

    def add_slots(self, slots: i64, seat: i64, code: i64, step: i64, moves: Moves) -> None:
        """One move for each of these slots in the seat's grid, `step` codes apart."""
        left = slots >> (SLOTS * seat) & 511
        while left:
            if left & 1:
                moves.add(code)
            code += step
            left >>= 1

    def has_to_open(self, seat: i64) -> bool:
        up = self.up(seat)
        return up & (up - 1) == 0 and self.closed & GRID_OF[seat] != 0

    def reread(self) -> None:
        """Which slots hold a card, which of these are closed, which lines they make."""
        self.lying = 0
        self.closed = 0
        for zone in range(self.held):
            if self.cards.size(zone) > 0:
                self.lying |= BIT[zone]
                if self.cards.face(zone) == CLOSED:
                    self.closed |= BIT[zone]
        for seat in range(self.seats):
            self.find_lines(seat)


def first_of(slots: i64) -> i64:
    """The lowest member of a set of slots that is not empty."""
    slot: i64 = 0
    while not slots & BIT[slot]:
        slot += 1
    return slot
