"""Sets of up to 62 small numbers as one integer: seats at a table, kinds of card.

A table of bits is used because mypyc 2.4 miscompiles an i64 constant shifted by a variable.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.native import i64, u8, vec

BIT: Final = vec[i64]([1 << b for b in range(62)])
ALL_BELOW: Final = vec[i64]([(1 << b) - 1 for b in range(63)])

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
