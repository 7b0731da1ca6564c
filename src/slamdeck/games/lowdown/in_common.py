"""What three cards of a line have in common. A search asks for nothing else as often, so it is looked up.

A suit is a number from 0 on; the wild comes after all of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from slamdeck.core.native import i64, vec

NO_SUIT: Final[i64] = -1  # a card without a colour, or one whose colour is not known

# The answer is one number: the colour plus one; above it the place of the card that lacks it, or COMPLETE. 0: no two of
# them go together.
COLOUR: Final[i64] = 255
LACKS_AT: Final[i64] = 8
COMPLETE: Final[i64] = 3

KEPT: Final = 4  # tables: decks of sixty colours have large ones


@final
class InCommon:
    """The answer for any three suits, counted from NO_SUIT."""

    def __init__(self, wild: i64) -> None:
        suits = range(NO_SUIT, wild + 1)
        found: list[int] = []
        for one in suits:
            for two in suits:
                for three in suits:
                    found.append(common_to(wild, one, two, three))
        self.answers: vec[i64] = vec[i64](found)


@lru_cache(maxsize=KEPT)
def in_common(wild: int) -> InCommon:
    """One for all who play with so many colours."""
    return InCommon(wild)


def shared(wild: i64, one: i64, other: i64) -> i64:
    """The colour that two cards have in common; a wild goes with all."""
    if one == other or other == wild:
        return one
    if one == wild:
        return other
    return NO_SUIT


def common_to(wild: i64, one: i64, two: i64, three: i64) -> i64:
    suit = shared(wild, one, two)
    if suit != NO_SUIT:
        if shared(wild, suit, three) != NO_SUIT:
            return suit + 1 | COMPLETE << LACKS_AT
        return suit + 1 | 2 << LACKS_AT
    suit = shared(wild, one, three)
    if suit != NO_SUIT:
        return suit + 1 | 1 << LACKS_AT
    return shared(wild, two, three) + 1
