"""Of equal cards in a hand of Yahtzee Hands Down the foremost goes, so some exchanges are others in disguise.

A set of exchanges is one integer: bit s stands for exchanging exactly the places s.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.bits import ALL_BELOW, BIT, lowest_in
from slamdeck.core.native import i64, vec
from slamdeck.games.yahtzee_hands_down.terms import HAND


def takes_without(place: int, other: int) -> int:
    """The set of those 32 exchanges that take the card at one place but not that at another."""
    return sum(1 << s for s in range(32) if s >> place & 1 and not s >> other & 1)


# For two places p and q, at 5 × p + q.
TAKES_WITHOUT: Final = vec[i64]([takes_without(p, q) for p in range(5) for q in range(5)])

# Which two of five cards are equal is asked for all pairs at once, a byte for each: seven pairs that lie side by side
# or have one card between them, then three that lie further apart. For every byte: what that pair rules out.
NEAR: Final = vec[i64]([takes_without(p, q) for p, q in ((1, 0), (2, 1), (3, 2), (4, 3), (2, 0), (3, 1), (4, 2))])
FAR: Final = vec[i64]([takes_without(p, q) for p, q in ((3, 0), (4, 1), (4, 0))])
FOUR_BYTES: Final[i64] = 0xFFFFFFFF
THREE_BYTES: Final[i64] = 0xFFFFFF
TWO_BYTES: Final[i64] = 0xFFFF
ONE_BYTE: Final[i64] = 0xFF
HIGHEST_BITS: Final[i64] = 0x80_8080_80808080
OTHER_BITS: Final[i64] = 0x7F_7F7F_7F7F7F7F


def foremost_choices(hand: i64, size: i64) -> i64:
    """The exchanges that no other one is the same as."""
    return ALL_BELOW[BIT[size]] & ~doubled_choices(hand, size)


def doubled_choices(hand: i64, size: i64) -> i64:
    """The set of exchanges that take a card of the hand but leave an equal one before it."""
    if size < HAND:
        return doubled_among_few(hand, size)
    near = ((hand ^ (hand >> 8)) & FOUR_BYTES) | (((hand ^ (hand >> 16)) & THREE_BYTES) << 32)
    far = ((hand ^ (hand >> 24)) & TWO_BYTES) | (((hand ^ (hand >> 32)) & ONE_BYTE) << 16)
    found: i64 = 0
    equal = empty_bytes(near)
    while equal:
        found |= NEAR[lowest_in(equal) >> 3]
        equal &= equal - 1
    equal = empty_bytes(far) & THREE_BYTES
    while equal:
        found |= FAR[lowest_in(equal) >> 3]
        equal &= equal - 1
    return found


def empty_bytes(word: i64) -> i64:
    """Of seven bytes those that are 0, by their highest bits: in all others some bit is set, or moves up into it."""
    return ~(((word & OTHER_BITS) + OTHER_BITS) | word) & HIGHEST_BITS


def doubled_among_few(hand: i64, size: i64) -> i64:
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
