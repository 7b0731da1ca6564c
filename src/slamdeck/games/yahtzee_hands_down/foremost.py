"""Of equal cards in a hand of Yahtzee Hands Down the foremost goes, so some exchanges are others in disguise.

A set of exchanges is one integer: bit s stands for exchanging exactly the places s.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.native import i64, vec
from slamdeck.games.yahtzee_hands_down.terms import HAND

# For two places p and q, at 5 × p + q: the set of those 32 exchanges that take p but not q.
TAKES_WITHOUT: Final = vec[i64](
    [sum(1 << s for s in range(32) if s >> p & 1 and not s >> q & 1) for p in range(5) for q in range(5)]
)

# Bytes side by side, and those of a hand that have another one so many places further on.
ONES: Final[i64] = 0x01_0101_01010101
HIGHEST: Final[i64] = 0x80_8080_80808080
BY_ONE: Final[i64] = 0xFFFFFFFF
BY_TWO: Final[i64] = 0xFFFFFF
BY_THREE: Final[i64] = 0xFFFF
BY_FOUR: Final[i64] = 0xFF


def foremost_choices(hand: i64, size: i64) -> i64:
    """The exchanges that no other one is the same as."""
    return ALL_BELOW[BIT[size]] & ~doubled_choices(hand, size)


def doubled_choices(hand: i64, size: i64) -> i64:
    """The set of exchanges that take a card of the hand but leave an equal one before it."""
    if size == HAND and all_differ(hand):
        return 0
    found: i64 = 0
    place: i64 = 1
    while place < size:
        kind = (hand >> (8 * place)) & 255
        before: i64 = 0
        while before < place:
            if (hand >> (8 * before)) & 255 == kind:
                found |= TAKES_WITHOUT[5 * place + before]
            before += 1
        place += 1
    return found


def all_differ(hand: i64) -> bool:
    """Are no two of five cards equal? Mostly not, and then this is quick.

    A byte is 0 where a card equals another one. Taking 1 from every byte turns the highest bit on in those, and only
    there, or further up from there, in bytes that did not have it.
    """
    near = ((hand ^ (hand >> 8)) & BY_ONE) | (((hand ^ (hand >> 16)) & BY_TWO) << 32)
    far = ((hand ^ (hand >> 24)) & BY_THREE) | (((hand ^ (hand >> 32)) & BY_FOUR) << 16)
    return ((near - ONES) & ~near & HIGHEST) == 0 and ((far - (ONES & BY_TWO)) & ~far & (HIGHEST & BY_TWO)) == 0
