"""Which dice combinations a hand of five makes, and how high. Exact for every flexible card.

A card is the set of faces it can show: one bit per face, colour × 6 + number − 1. Plain cards have
one face, the others several, and whoever wants a face simply finds the bit set (YH-46, YH-47,
YH-48, YH-49, YH-50). A hand is five kinds packed into one integer, eight bits each.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.deck import Deck, Kind
from slamdeck.core.native import i64, u8, vec
from slamdeck.games.yahtzee_hands_down.straights import Straights

COLORS: Final = ("red", "yellow", "blue")

# The six types in the order of the rules' table: of two equally good ones the first is scored.
TYPES: Final = ("3K", "SS", "FH", "4K", "LS", "YZ")
THREE: Final[i64] = 0
SMALL: Final[i64] = 1
FULL: Final[i64] = 2
FOUR: Final[i64] = 3
LARGE: Final[i64] = 4
YAHTZEE: Final[i64] = 5
NO_TYPE: Final[i64] = -1
EVERY_TYPE: Final[i64] = 0b111111
STRAIGHTS: Final[i64] = 0b010010

# Each of them as a set of its own.
THREE_SET: Final[i64] = 0b000001
SMALL_SET: Final[i64] = 0b000010
FULL_SET: Final[i64] = 0b000100
FOUR_SET: Final[i64] = 0b001000
LARGE_SET: Final[i64] = 0b010000
YAHTZEE_SET: Final[i64] = 0b100000

NOTHING: Final[i64] = -1  # the score of a hand that fits nothing on offer

# One counter of three bits per face: five cards can be counted for all 18 faces at once.
ONES: Final[i64] = 0o111111_111111_111111
FOURS: Final[i64] = 0o444444_444444_444444
OF_COLOR: Final[i64] = 0o777777  # the counters of the first colour
LOWEST_OF_FOUR: Final[i64] = 0o000111_000111_000111  # the faces where four in a row can begin

HIGHEST_NUMBER: Final = vec[u8]([numbers.bit_length() for numbers in range(64)])

# Sets of sets of the five numbers of a window: bit s stands for the set s. Adding a number to every
# set that lacks it moves these bits up by 1, 2, 4, 8 or 16.
WITHOUT_1ST: Final[i64] = 0x55555555
WITHOUT_2ND: Final[i64] = 0x33333333
WITHOUT_3RD: Final[i64] = 0x0F0F0F0F
WITHOUT_4TH: Final[i64] = 0x00FF00FF
WITHOUT_5TH: Final[i64] = 0x0000FFFF

# Pairs of places of a hand have one bit each. For a set of places: the pairs that three of them leave over.
PLACES_OF: Final = [{place for place in range(5) if places >> place & 1} for places in range(32)]
PAIRS: Final = list(combinations(range(5), 2))
BESIDE_THREE: Final = vec[i64](
    [sum(1 << i for i, pair in enumerate(PAIRS) if not set(range(5)) - set(pair) - held) for held in PLACES_OF]
)

# What `runs` answers: three small straights and two large ones, by their lowest number.
LARGE_RUNS: Final[i64] = 0b11000
SMALL_RUNS: Final[i64] = 0b00111
SMALL_VALUE: Final = vec[u8]([(0, 10, 14, 14, 18, 18, 18, 18)[runs & 7] for runs in range(32)])
LARGE_VALUE: Final = vec[u8]([(0, 15, 20, 20)[runs >> 3] for runs in range(32)])


def faces_of(kind: Kind) -> int:
    """The faces a dice card can show: YH-46, YH-47, YH-48, YH-49. Other cards show none."""
    if kind.family == "any_color":
        return sum(1 << (6 * color + kind.number("number") - 1) for color in range(3))
    if kind.family not in ("plain", "double", "any_number"):
        return 0
    numbers = [1, 2, 3, 4, 5, 6]
    if kind.family == "plain":
        numbers = [kind.number("number")]
    elif kind.family == "double":
        numbers = [int(number) for number in kind.word("faces").split("/")]
    color = COLORS.index(kind.word("color"))
    return sum(1 << (6 * color + number - 1) for number in numbers)


def highest(faces: i64) -> i64:
    """The highest number among these faces; 0 if there is none."""
    return i64(HIGHEST_NUMBER[(faces | (faces >> 6) | (faces >> 12)) & 63])


def alike_faces(shown: i64, copies: i64) -> i64:
    """The faces that at least three, four or five cards can show: the lowest bit of their counters."""
    if copies == 3:
        return ((shown + ONES) >> 2) & ONES
    if copies == 4:
        return (shown >> 2) & ONES
    return shown & (shown >> 2) & ONES


def matching(one: i64, two: i64, three: i64, four: i64, five: i64) -> i64:
    """Which two of these cards have a face in common: one bit for each of the PAIRS."""
    found: i64 = 0
    if one & two:
        found |= 1
    if one & three:
        found |= 2
    if one & four:
        found |= 4
    if one & five:
        found |= 8
    if two & three:
        found |= 16
    if two & four:
        found |= 32
    if two & five:
        found |= 64
    if three & four:
        found |= 128
    if three & five:
        found |= 256
    if four & five:
        found |= 512
    return found


def sharing(one: i64, two: i64, three: i64, four: i64, five: i64, face: i64) -> i64:
    """The places of those of these cards that have this face."""
    found: i64 = 0
    if one & face:
        found |= 1
    if two & face:
        found |= 2
    if three & face:
        found |= 4
    if four & face:
        found |= 8
    if five & face:
        found |= 16
    return found


def makes_of_a_kind(shown: i64, wanted: i64) -> bool:
    """Does a hand with three alike make one of the wanted types of a kind (YH-37, YH-38, YH-39)?"""
    if wanted & THREE_SET:
        return True
    if not shown & FOURS:
        return False
    return wanted & FOUR_SET != 0 or (wanted & YAHTZEE_SET != 0 and shown & (shown >> 2) & ONES != 0)


def with_card(sets: i64, card: i64) -> i64:
    """The sets of numbers that can be laid with one more card: it stays out, or adds one number it can show."""
    grown = sets
    if card & 1:
        grown |= (sets & WITHOUT_1ST) << 1
    if card & 2:
        grown |= (sets & WITHOUT_2ND) << 2
    if card & 4:
        grown |= (sets & WITHOUT_3RD) << 4
    if card & 8:
        grown |= (sets & WITHOUT_4TH) << 8
    if card & 16:
        grown |= (sets & WITHOUT_5TH) << 16
    return grown


@final
class Combinations:
    """All that has to be known about a deck to judge a hand; made once per table."""

    def __init__(self, deck: Deck) -> None:
        faces = [faces_of(kind) for kind in deck.kinds]
        counters = [sum(1 << (3 * f) for f in range(18) if shown >> f & 1) for shown in faces]
        self.faces: vec[i64] = vec[i64](faces)
        self.counters: vec[i64] = vec[i64](counters)
        self.straights = Straights(faces)
        points = {kind.word("type"): kind.points for kind in deck.kinds if kind.family == "combo"}
        self.points: vec[i64] = vec[i64]([points.get(name, 0) for name in TYPES])

    # ---- the definitions -----------------------------------------------------------------------

    def shown(self, hand: i64) -> i64:
        """For every face how many of the five cards can show it, in counters of three bits."""
        counters = self.counters
        return (
            counters[hand & 255]
            + counters[(hand >> 8) & 255]
            + counters[(hand >> 16) & 255]
            + counters[(hand >> 24) & 255]
            + counters[(hand >> 32) & 255]
        )

    def of_a_kind(self, hand: i64, copies: i64) -> i64:
        """YH-37, YH-38, YH-39: the sum of as many cards that can all show one face, else 0."""
        alike = alike_faces(self.shown(hand), copies)
        alike |= (alike >> 18) | (alike >> 36)
        number: i64 = 6
        while number > 0 and not (alike >> (3 * (number - 1))) & 1:
            number -= 1
        return copies * number

    def makes_full_house(self, hand: i64, shown: i64) -> bool:
        """YH-42: three that can show one face, and the two beside them."""
        pairs = self.pairs(hand)
        alike = alike_faces(shown, 3)
        while alike:
            if pairs & BESIDE_THREE[self.places_showing(hand, alike & -alike)]:
                return True
            alike &= alike - 1
        return False

    def full_house(self, hand: i64) -> i64:
        """YH-42: three that can show one face, two that can show one; the best sum, else 0.

        YH-43: it may be the very same face.
        """
        faces = self.faces
        best: i64 = 0
        first: i64 = 0
        while first < 4:
            second = first + 1
            while second < 5:
                two = faces[(hand >> (8 * first)) & 255] & faces[(hand >> (8 * second)) & 255]
                if two:
                    three = self.common_face_without(hand, first, second)
                    value = 3 * highest(three) + 2 * highest(two)
                    if three and value > best:
                        best = value
                second += 1
            first += 1
        return best

    def common_face_without(self, hand: i64, first: i64, second: i64) -> i64:
        """The faces that the other three cards can all show."""
        common: i64 = (1 << 18) - 1
        place: i64 = 0
        while place < 5:
            if place != first and place != second:
                common &= self.faces[(hand >> (8 * place)) & 255]
            place += 1
        return common

    def pairs(self, hand: i64) -> i64:
        """Which two cards have a face in common: one bit for each of the PAIRS of places."""
        faces = self.faces
        return matching(
            faces[hand & 255],
            faces[(hand >> 8) & 255],
            faces[(hand >> 16) & 255],
            faces[(hand >> 24) & 255],
            faces[(hand >> 32) & 255],
        )

    def places_showing(self, hand: i64, counter: i64) -> i64:
        """The places of the cards that can show a face, given by the lowest bit of its counter."""
        counters = self.counters
        return sharing(
            counters[hand & 255],
            counters[(hand >> 8) & 255],
            counters[(hand >> 16) & 255],
            counters[(hand >> 24) & 255],
            counters[(hand >> 32) & 255],
            counter,
        )

    def runs(self, hand: i64) -> i64:
        """YH-40, YH-41: the straights that can be laid in some colour.

        Bits 0 to 2: four in a row from 1, 2, 3. Bits 3 and 4: five in a row from 1, 2.
        """
        return self.runs_among(hand, self.shown(hand))

    def runs_among(self, hand: i64, shown: i64) -> i64:
        """The same, given how many cards can show each face: in most colours some number is missing anyway."""
        there = shown | (shown >> 1) | (shown >> 2)
        begin = there & (there >> 3) & (there >> 6) & (there >> 9) & LOWEST_OF_FOUR
        found: i64 = 0
        color: i64 = 0
        while begin:
            if begin & OF_COLOR:
                found |= self.straights.complete(hand, color)
            begin >>= 18
            color += 1
        return found

    # ---- judging a hand ------------------------------------------------------------------------

    def types(self, hand: i64, wanted: i64) -> i64:
        """The wanted types that the hand makes, as a set; better ones are lesser too (YH-R8)."""
        made: i64 = 0
        shown = self.shown(hand)
        if (shown + ONES) & FOURS:
            made = THREE_SET
            if shown & FOURS:
                made |= FOUR_SET
                if shown & (shown >> 2) & ONES:
                    made |= YAHTZEE_SET
            if wanted & FULL_SET and self.makes_full_house(hand, shown):
                made |= FULL_SET
        if wanted & STRAIGHTS:
            runs = self.runs_among(hand, shown)
            if runs & SMALL_RUNS:
                made |= SMALL_SET
            if runs & LARGE_RUNS:
                made |= LARGE_SET
        return made & wanted

    def value(self, hand: i64, combo: i64) -> i64:
        """The highest sum of the cards that form this type, 0 if they do not: YH-R5, YH-R6."""
        if combo == THREE:
            return self.of_a_kind(hand, 3)
        if combo == FOUR:
            return self.of_a_kind(hand, 4)
        if combo == YAHTZEE:
            return self.of_a_kind(hand, 5)
        if combo == FULL:
            return self.full_house(hand)
        runs = self.runs(hand)
        return i64(SMALL_VALUE[runs]) if combo == SMALL else i64(LARGE_VALUE[runs])

    def score(self, hand: i64, offer: i64, named: i64) -> i64:
        """The scored type with points and value in one number that compares; NOTHING is a foul.

        YH-R3: only types on offer. YH-R4: the named one if it can be had, else the best. YH-R7: of
        equal points the higher sum, then the first in the table.
        """
        made = self.types(hand, offer)
        if named != NO_TYPE and made & BIT[named]:
            return self.worth(hand, named)
        best = NOTHING
        combo: i64 = 0
        while combo < 6:
            if made & BIT[combo]:
                worth = self.worth(hand, combo)
                if worth > best:
                    best = worth
            combo += 1
        return best

    def worth(self, hand: i64, combo: i64) -> i64:
        """Points, then value, then the place in the table; the functions below read it back."""
        return (self.points[combo] * 64 + self.value(hand, combo)) * 8 + 5 - combo


def type_of(score: i64) -> i64:
    return 5 - (score & 7)


def value_of(score: i64) -> i64:
    return (score >> 3) & 63


def strength(score: i64) -> i64:
    """What two hands are compared by: points and value, not the place in the table (YH-R7)."""
    return score >> 3
