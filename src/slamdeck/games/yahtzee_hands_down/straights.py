"""How far five cards get in the straights of each colour, looked up card by card.

Within one colour a card is the set of numbers it can show there. What a few cards can lay together is a family of sets
of numbers, and one more card turns it into another family. A deck leads to a few hundred families only, so all of them
are worked out once: afterwards a card is one step from entry to entry, and the last entry says how many cards fit into
each straight. It is exact: no card is used twice, and none is settled too early (YH-50).
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from slamdeck.core.native import i64, vec

COLOR_BITS: Final[i64] = 5  # a card has one column of the table for each colour
COLUMN: Final[i64] = 31

# The five straights of a colour: three small ones and two large ones, by their lowest number.
WINDOWS: Final = (0b001111, 0b011110, 0b111100, 0b011111, 0b111110)

# An entry, from its lowest bit: where the row of the new family begins; for each straight how many of the cards fit
# into it together, three bits each; the straights that are complete; the small and the large straight that most cards
# fit into, the highest of equals (that number of cards above the straight).
ROW: Final[i64] = (1 << 20) - 1
FITTING_AT: Final[i64] = 20
COMPLETE_AT: Final[i64] = 35
SMALL_AT: Final[i64] = 40
LARGE_AT: Final[i64] = 46
SMALL_COMPLETE: Final[i64] = 7 << 35
LARGE_COMPLETE: Final[i64] = 24 << 35
STRAIGHT: Final[i64] = 7
MOST: Final[i64] = 0b111000

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


def described(family: int) -> int:
    """All of an entry but its row."""
    fitting = [max(size for size in range(6) if family & sets[size]) for sets in SETS_IN]
    entry = sum(fits << (FITTING_AT + 3 * straight) for straight, fits in enumerate(fitting))
    complete = sum(1 << straight for straight in range(5) if fitting[straight] == numbers_in(WINDOWS[straight]))
    small = max((fitting[straight], straight) for straight in (0, 1, 2))
    large = max((fitting[straight], straight) for straight in (3, 4))
    entry |= complete << COMPLETE_AT
    return entry | (small[0] * 8 + small[1]) << SMALL_AT | (large[0] * 8 + large[1]) << LARGE_AT


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
            entries.append(families[grown] * len(cards) | described(grown))
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

        `at` is SMALL_AT or LARGE_AT. Of equally good straights it is the first colour's. Whatever card still fits is
        kept, for what can be laid together is a matroid: no early choice spoils a later one. From the last place on,
        because of equal cards the foremost is discarded.
        """
        entries = self.entries
        columns = self.columns
        column = columns[(hand >> 32) & 255]
        red_five = entries[column & COLUMN]
        yellow_five = entries[(column >> 5) & COLUMN]
        blue_five = entries[(column >> 10) & COLUMN]
        column = columns[(hand >> 24) & 255]
        red_four = entries[(red_five & ROW) + (column & COLUMN)]
        yellow_four = entries[(yellow_five & ROW) + ((column >> 5) & COLUMN)]
        blue_four = entries[(blue_five & ROW) + ((column >> 10) & COLUMN)]
        column = columns[(hand >> 16) & 255]
        red_three = entries[(red_four & ROW) + (column & COLUMN)]
        yellow_three = entries[(yellow_four & ROW) + ((column >> 5) & COLUMN)]
        blue_three = entries[(blue_four & ROW) + ((column >> 10) & COLUMN)]
        column = columns[(hand >> 8) & 255]
        red_two = entries[(red_three & ROW) + (column & COLUMN)]
        yellow_two = entries[(yellow_three & ROW) + ((column >> 5) & COLUMN)]
        blue_two = entries[(blue_three & ROW) + ((column >> 10) & COLUMN)]
        column = columns[hand & 255]
        red_one = entries[(red_two & ROW) + (column & COLUMN)]
        yellow_one = entries[(yellow_two & ROW) + ((column >> 5) & COLUMN)]
        blue_one = entries[(blue_two & ROW) + ((column >> 10) & COLUMN)]
        if (red_one | yellow_one | blue_one) & enough:
            return MADE
        one, two, three, four, five = red_one, red_two, red_three, red_four, red_five
        if (yellow_one >> at) & MOST > (one >> at) & MOST:
            one, two, three, four, five = yellow_one, yellow_two, yellow_three, yellow_four, yellow_five
        if (blue_one >> at) & MOST > (one >> at) & MOST:
            one, two, three, four, five = blue_one, blue_two, blue_three, blue_four, blue_five
        # Each card adds one or none to the number of those that fit: its lowest bit changes, or stays.
        fitting = FITTING_AT + 3 * ((one >> at) & STRAIGHT)
        kept = ((five >> fitting) & 1) << 4
        kept |= (((four ^ five) >> fitting) & 1) << 3
        kept |= (((three ^ four) >> fitting) & 1) << 2
        kept |= (((two ^ three) >> fitting) & 1) << 1
        return kept | (((one ^ two) >> fitting) & 1)
