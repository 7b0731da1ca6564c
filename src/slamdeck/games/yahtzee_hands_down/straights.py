"""How far five cards get in the straights of each colour, looked up card by card.

Within one colour a card is the set of numbers it can show there. What a few cards can lay together is a family of sets
of numbers, and one more card turns it into another family. A deck leads to a few hundred families only, so all of them
are worked out once, in a table with a row for each family and a column for each card. Afterwards a card is one step
from entry to entry: an entry tells where the row of the new family is, whether the card found room, and how far the
straights are. It is exact: no card is used twice, and none is settled too early (YH-50).
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec

COLOR_BITS: Final[i64] = 5  # a card has one column of the table for each colour
COLUMN: Final[i64] = 31

# The five straights of a colour: three small ones and two large ones, by their lowest number.
WINDOWS: Final = (0b001111, 0b011110, 0b111100, 0b011111, 0b111110)

# An entry, from its lowest bit: where the row of the new family begins; the lanes, five bits for each straight, whose
# lowest bit is set if one card more fits into that straight than before; the straights that are complete; the small and
# the large straight that most cards fit into, the highest of equals (that number of cards above the straight).
ROW: Final[i64] = (1 << 20) - 1
LANES_AT: Final[i64] = 20
LANE: Final[i64] = 5
LOWEST_OF_LANES: Final[i64] = 0b00001_00001_00001_00001_00001
COMPLETE_AT: Final[i64] = 45
SMALL_AT: Final[i64] = 50
LARGE_AT: Final[i64] = 56
SMALL_COMPLETE: Final[i64] = 0b00111 << COMPLETE_AT
LARGE_COMPLETE: Final[i64] = 0b11000 << COMPLETE_AT
STRAIGHT: Final[i64] = 0b000111
MOST: Final[i64] = 0b111000

EVERY_PLACE: Final[i64] = 0b11111
MADE: Final[i64] = -1  # beside the sets of places to keep: a straight is there


def numbers_in(numbers: int) -> int:
    return bin(numbers).count("1")


# Sets of sets of numbers have bit s for the set s. For each number the sets without it; for each straight, and each
# size, the sets of that many of its numbers.
WITHOUT: Final = [sum(1 << s for s in range(64) if not s >> n & 1) for n in range(6)]
SETS_IN: Final = [
    [sum(1 << s for s in range(64) if s & ~window == 0 and numbers_in(s) == size) for size in range(6)]
    for window in WINDOWS
]


def one_more_card(family: int, card: int) -> int:
    """The sets of numbers that can be laid with one more card: it stays out, or adds one number it can show."""
    grown = family
    for number in range(6):
        if card >> number & 1:
            grown |= (family & WITHOUT[number]) << (1 << number)
    return grown


def fitting(family: int, straight: int) -> int:
    """How many of the cards fit into a straight together."""
    return max(size for size in range(6) if family & SETS_IN[straight][size])


def entry_for(before: int, family: int) -> i64:
    """All of an entry but its row, for a card that turns one family into another."""
    fits = [fitting(family, straight) for straight in range(5)]
    entry: i64 = 0
    for straight in range(5):
        if fits[straight] > fitting(before, straight):
            entry |= BIT[LANES_AT + LANE * straight]
        if fits[straight] == numbers_in(WINDOWS[straight]):
            entry |= BIT[COMPLETE_AT + straight]
    small = max((fits[straight], straight) for straight in (0, 1, 2))
    large = max((fits[straight], straight) for straight in (3, 4))
    entry |= i64(small[0] * 8 + small[1]) << SMALL_AT
    return entry | i64(large[0] * 8 + large[1]) << LARGE_AT


@cache
def table_for(cards: tuple[int, ...]) -> list[int]:
    """For every family that five of these cards can lead to, a row with an entry for each next card.

    It begins with the family of no cards. Rows of five cards lead nowhere.
    """
    families = {1: 0}
    order = [1]
    sizes = [0]
    entries: list[int] = []
    for family in order:
        for card in cards:
            grown = one_more_card(family, card) if sizes[families[family]] < 5 else family
            if grown not in families:
                families[grown] = len(order)
                order.append(grown)
                sizes.append(sizes[families[family]] + 1)
            entries.append(families[grown] * len(cards) | entry_for(family, grown))
    return entries


@final
class Straights:
    """The table of a deck."""

    def __init__(self, faces: list[int]) -> None:
        by_color = [[shown >> (6 * color) & 63 for color in range(3)] for shown in faces]
        cards = sorted({numbers for card in by_color for numbers in card})
        self.entries: vec[i64] = vec[i64](table_for(tuple(cards)))
        self.columns: vec[i64] = vec[i64](
            [sum(cards.index(numbers) << (5 * color) for color, numbers in enumerate(card)) for card in by_color]
        )

    def entry(self, hand: i64, color: i64) -> i64:
        """Where these five cards lead in one colour."""
        entries = self.entries
        columns = self.columns
        shift = COLOR_BITS * color
        entry = entries[(columns[(hand >> 32) & 255] >> shift) & COLUMN]
        entry = entries[(entry & ROW) + ((columns[(hand >> 24) & 255] >> shift) & COLUMN)]
        entry = entries[(entry & ROW) + ((columns[(hand >> 16) & 255] >> shift) & COLUMN)]
        entry = entries[(entry & ROW) + ((columns[(hand >> 8) & 255] >> shift) & COLUMN)]
        return entries[(entry & ROW) + ((columns[hand & 255] >> shift) & COLUMN)]

    def complete(self, hand: i64, color: i64) -> i64:
        """The straights of one colour that can be laid: bits 0 to 2 small ones, 3 and 4 large ones."""
        return (self.entry(hand, color) >> COMPLETE_AT) & 31

    def kept(self, hand: i64, at: i64, enough: i64) -> i64:
        """The places of the most cards that fit into one straight together; MADE if one that is enough is there.

        `at` is SMALL_AT or LARGE_AT; `enough` is SMALL_COMPLETE, LARGE_COMPLETE, both or nothing.

        The hand is walked through once in each colour, from the last place on. Every card that still fits is kept, for
        what can be laid together is a matroid: no early choice spoils a later one. (Of equal cards the last is kept, so
        that the foremost is discarded.) Which straight it will be is known only at the end, so a walk notes for all
        five whether the card was kept: the lanes move up by one and take it in, and after five cards the lane of a
        straight is the set of places kept for it. Then the best straight of the best colour is looked up.
        """
        entries = self.entries
        columns = self.columns
        red: i64 = 0
        yellow: i64 = 0
        blue: i64 = 0
        red_lanes: i64 = 0
        yellow_lanes: i64 = 0
        blue_lanes: i64 = 0
        shift: i64 = 32  # of the last card in the hand
        while shift >= 0:
            column = columns[(hand >> shift) & 255]
            red = entries[(red & ROW) + (column & COLUMN)]
            yellow = entries[(yellow & ROW) + ((column >> COLOR_BITS) & COLUMN)]
            blue = entries[(blue & ROW) + ((column >> (2 * COLOR_BITS)) & COLUMN)]
            red_lanes = red_lanes << 1 | (red >> LANES_AT) & LOWEST_OF_LANES
            yellow_lanes = yellow_lanes << 1 | (yellow >> LANES_AT) & LOWEST_OF_LANES
            blue_lanes = blue_lanes << 1 | (blue >> LANES_AT) & LOWEST_OF_LANES
            shift -= 8
        if (red | yellow | blue) & enough:
            return MADE
        best = red
        lanes = red_lanes
        if (yellow >> at) & MOST > (best >> at) & MOST:  # of equally good colours the first
            best = yellow
            lanes = yellow_lanes
        if (blue >> at) & MOST > (best >> at) & MOST:
            best = blue
            lanes = blue_lanes
        return (lanes >> (LANE * ((best >> at) & STRAIGHT))) & EVERY_PLACE
