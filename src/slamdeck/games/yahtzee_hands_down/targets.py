"""What to keep of a hand that fits nothing yet: the cards that are part of something on offer.

Places of the hand are bits 0 to 4. A set of exchanges is one integer: bit s stands for exchanging exactly the places s.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, u8, vec
from slamdeck.games.yahtzee_hands_down.combinations import (
    FOURS,
    FULL,
    LARGE,
    ONES,
    SMALL,
    STRAIGHTS,
    Combinations,
    with_card,
)

ALL_PLACES: Final[i64] = 31
OF_A_KIND: Final[i64] = 0b101001  # three, four and five of a kind

CARDS_IN: Final = vec[u8]([bin(places).count("1") for places in range(32)])

WINDOW: Final = vec[i64]([(1 << length) - 1 for length in range(6)])  # so many neighbouring numbers
# Of sets of such numbers, bit s for the set s: those of that size (six of five do not exist).
OF_SIZE: Final = vec[i64]([sum(1 << s for s in range(32) if bin(s).count("1") == n) for n in range(7)])

PAIRS: Final = list(combinations(range(5), 2))


def spares(pairs: int) -> int:
    """The places that may go so that the other four are two pairs; `pairs` has a bit for each pair that matches."""
    found = 0
    for one, two in combinations([PAIRS[i] for i in range(10) if pairs >> i & 1], 2):
        if not set(one) & set(two):
            found |= 31 & ~sum(1 << place for place in one + two)
    return found


SPARES: Final = vec[i64]([spares(pairs) for pairs in range(1024)])
ONE_OF: Final = vec[i64]([sum(1 << (1 << p) for p in range(5) if places >> p & 1) for places in range(32)])


@final
class Targets:
    """Exchanges that lead somewhere, for any deck."""

    def __init__(self, judge: Combinations) -> None:
        self.judge = judge
        self.faces: vec[i64] = judge.faces
        faces = [judge.faces[kind] for kind in range(len(judge.faces))]
        self.useful: vec[i64] = vec[i64](
            [sum(1 << (4 * color) for color in range(3) if shown >> (6 * color) & 63) for shown in faces]
        )

    def exchanges(self, hand: i64, offer: i64) -> i64:
        """For every type on offer: keep the most cards that can be part of it together, exchange the others."""
        found: i64 = 0
        if offer & ~STRAIGHTS:
            shown = self.judge.shown(hand)
            most = most_alike(shown)
            alike = faces_shown(shown, most)
            if offer & OF_A_KIND:
                found |= self.keeping_alike(hand, alike)
            if offer & BIT[FULL]:
                found |= self.towards_full_house(hand, alike, most)
        if offer & BIT[SMALL]:
            found |= BIT[ALL_PLACES & ~self.kept_for_straight(hand, 4)]
        if offer & BIT[LARGE]:
            found |= BIT[ALL_PLACES & ~self.kept_for_straight(hand, 5)]
        return found

    # ---- of a kind -----------------------------------------------------------------------------

    def keeping_alike(self, hand: i64, alike: i64) -> i64:
        """Keep the cards that can show one face: any of the faces that most of them can show."""
        found: i64 = 0
        face: i64 = 0
        while alike:
            if alike & 1:
                found |= BIT[ALL_PLACES & ~self.showing(hand, face)]
            alike >>= 3
            face += 1
        return found

    def showing(self, hand: i64, face: i64) -> i64:
        """The places of the cards that can show this face."""
        faces = self.faces
        return (
            ((faces[hand & 255] >> face) & 1)
            | (((faces[(hand >> 8) & 255] >> face) & 1) << 1)
            | (((faces[(hand >> 16) & 255] >> face) & 1) << 2)
            | (((faces[(hand >> 24) & 255] >> face) & 1) << 3)
            | (((faces[(hand >> 32) & 255] >> face) & 1) << 4)
        )

    def towards_full_house(self, hand: i64, alike: i64, most: i64) -> i64:
        """One card short with two pairs, or with three alike and any fourth card. Otherwise any pair may be joined."""
        spare = SPARES[self.pairs(hand)]
        if most < 3:
            if spare:
                return ONE_OF[spare]
            return self.keeping_alike(hand, alike)
        face: i64 = 0
        while alike:
            if alike & 1:
                spare |= ALL_PLACES & ~self.showing(hand, face)
            alike >>= 3
            face += 1
        return ONE_OF[spare]

    def pairs(self, hand: i64) -> i64:
        """Which two cards have a face in common: one bit for each of the PAIRS of places."""
        faces = self.faces
        one = faces[hand & 255]
        two = faces[(hand >> 8) & 255]
        three = faces[(hand >> 16) & 255]
        four = faces[(hand >> 24) & 255]
        five = faces[(hand >> 32) & 255]
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

    # ---- straights -----------------------------------------------------------------------------

    def kept_for_straight(self, hand: i64, length: i64) -> i64:
        """The places of the most cards that fit into one straight of this length."""
        shown = self.shown_by_any(hand)
        of_color = self.useful_in_colors(hand)
        wanted = length
        while wanted > 0:
            color: i64 = 0
            while color < 3:
                if (of_color >> (4 * color)) & 15 >= wanted:
                    kept = self.kept_in_color(hand, 6 * color, length, wanted, shown)
                    if kept:
                        return kept
                color += 1
            wanted -= 1
        return 0

    def kept_in_color(self, hand: i64, color: i64, length: i64, wanted: i64, shown: i64) -> i64:
        """That many cards for one straight of this colour, the highest first; none if they do not fit together."""
        lowest = color + 6 - length
        while lowest >= color:
            if i64(CARDS_IN[(shown >> lowest) & WINDOW[length]]) >= wanted:
                kept = self.fitting(hand, lowest, length)
                if i64(CARDS_IN[kept]) >= wanted:
                    return kept
            lowest -= 1
        return 0

    def shown_by_any(self, hand: i64) -> i64:
        faces = self.faces
        return (
            faces[hand & 255]
            | faces[(hand >> 8) & 255]
            | faces[(hand >> 16) & 255]
            | faces[(hand >> 24) & 255]
            | faces[(hand >> 32) & 255]
        )

    def useful_in_colors(self, hand: i64) -> i64:
        """For each colour how many cards can show one of its faces, in counters of four bits."""
        useful = self.useful
        return (
            useful[hand & 255]
            + useful[(hand >> 8) & 255]
            + useful[(hand >> 16) & 255]
            + useful[(hand >> 24) & 255]
            + useful[(hand >> 32) & 255]
        )

    def touching(self, hand: i64, wanted: i64) -> i64:
        """How many cards can show one of these faces."""
        faces = self.faces
        found: i64 = 0
        if faces[hand & 255] & wanted:
            found += 1
        if faces[(hand >> 8) & 255] & wanted:
            found += 1
        if faces[(hand >> 16) & 255] & wanted:
            found += 1
        if faces[(hand >> 24) & 255] & wanted:
            found += 1
        if faces[(hand >> 32) & 255] & wanted:
            found += 1
        return found

    def fitting(self, hand: i64, lowest: i64, length: i64) -> i64:
        """The most cards that can show different numbers of this straight.

        Taking every card that still fits is enough: what can be laid together is a matroid, so no early choice spoils
        a later one. From the last place on, because of equal cards the foremost is discarded.
        """
        faces = self.faces
        numbers = WINDOW[length]
        sets: i64 = 1
        size: i64 = 0
        found: i64 = 0
        place: i64 = 4
        while place >= 0:
            card = (faces[(hand >> (8 * place)) & 255] >> lowest) & numbers
            if card:
                grown = with_card(sets, card)
                if grown & OF_SIZE[size + 1]:
                    sets = grown
                    size += 1
                    found |= BIT[place]
            place -= 1
        return found


def faces_shown(shown: i64, times: i64) -> i64:
    """The faces that exactly so many cards can show: the lowest bit of their counters."""
    differs = shown ^ (ONES * times)
    return ~(differs | (differs >> 1) | (differs >> 2)) & ONES


def most_alike(shown: i64) -> i64:
    """The highest of the eighteen counters."""
    if shown & FOURS:
        if shown & (shown >> 2) & ONES:
            return 5
        return 4
    if (shown + ONES) & FOURS:
        return 3
    if shown & (ONES << 1):
        return 2
    return 1
