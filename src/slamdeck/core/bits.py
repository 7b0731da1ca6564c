"""Sets of up to 62 small numbers as one integer: seats at a table, kinds of card.

A table of bits is used because mypyc 2.4 miscompiles an i64 constant shifted by a variable.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.native import i64, u8, vec

BIT: Final = vec[i64]([1 << b for b in range(62)])
ALL_BELOW: Final = vec[i64]([(1 << b) - 1 for b in range(63)])

# Words of 64 bits, all of them used: the highest one makes a number negative, as in two's complement.
WORD_BIT: Final = vec[i64]([1 << b if b < 63 else -(1 << 63) for b in range(64)])

HALF: Final[i64] = 0xFFFFFFFF
# The place of the only bit of half a word, by the five bits that a multiplication brings to the top.
DE_BRUIJN: Final[i64] = 0x077CB531
PLACE_OF_BIT: Final = vec[i64](sorted(range(32), key=lambda place: (0x077CB531 << place >> 27) & 31))

FEW: Final[i64] = 5  # bits are passed over one by one, not byte by byte

# Seats fit one byte, so questions about a set of seats are one look-up.
COUNT_OF: Final = vec[u8]([bin(s).count("1") for s in range(256)])
LOWEST_OF: Final = vec[u8]([(s & -s).bit_length() - 1 if s else 0 for s in range(256)])


def packed(values: list[int]) -> vec[u8]:
    """Small numbers as the packed bytes that this build of the engine uses."""
    return vec[u8](values)


def numbers(values: list[int]) -> vec[i64]:
    """Whole numbers, likewise."""
    return vec[i64](values)


def count(seats: i64) -> i64:
    return i64(COUNT_OF[seats])


def lowest(seats: i64) -> i64:
    """The smallest member of a set of seats that is not empty."""
    return i64(LOWEST_OF[seats])


def nth(seats: i64, n: i64) -> i64:
    """The n-th smallest member (from 0) of a set of seats that has more than n."""
    while n > 0:
        seats &= seats - 1
        n -= 1
    return i64(LOWEST_OF[seats])


def members(seats: i64) -> list[int]:
    return [b for b in range(62) if seats & BIT[b]]


# ---- words of 64 bits ------------------------------------------------------------------------------


def ones_in(word: i64) -> i64:
    """How many bits of a word are set: sums of neighbours, side by side, in both halves.

    Halves, because a constant beyond 62 bits is an object to the compiler.
    """
    low = word & HALF
    high = (word >> 32) & HALF
    low -= (low >> 1) & 0x55555555
    high -= (high >> 1) & 0x55555555
    fours = (low & 0x33333333) + ((low >> 2) & 0x33333333) + (high & 0x33333333) + ((high >> 2) & 0x33333333)
    eights = (fours & 0x0F0F0F0F) + ((fours >> 4) & 0x0F0F0F0F)
    eights += eights >> 8
    return (eights + (eights >> 16)) & 127


def lowest_in(word: i64) -> i64:
    """The place of the lowest bit that is set in a word that has one."""
    half = word & HALF
    if half:
        return lowest_in_half(half)
    return 32 + lowest_in_half((word >> 32) & HALF)


def lowest_in_half(half: i64) -> i64:
    return PLACE_OF_BIT[((half & -half) * DE_BRUIJN >> 27) & 31]


def nth_in(word: i64, n: i64) -> i64:
    """The place of the n-th bit (from 0) that is set in a word that has more than n."""
    if n < FEW:
        while n > 0:
            word &= word - 1
            n -= 1
        return lowest_in(word)
    place: i64 = 0
    ones = i64(COUNT_OF[word & 255])
    while n >= ones:
        n -= ones
        word >>= 8
        place += 8
        ones = i64(COUNT_OF[word & 255])
    return place + nth(word & 255, n)
