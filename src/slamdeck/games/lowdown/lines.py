"""A grid of nine slots and its eight lines.

    1 2 3      H1 to H3: the rows           D1: 1 5 9
    4 5 6      V1 to V3: the columns        D2: 3 5 7
    7 8 9

Sets of slots and sets of lines are integers: bit 0 is the first slot, or H1.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.bits import BIT, COUNT_OF
from slamdeck.core.native import i64, u8, vec

SLOTS: Final[i64] = 9
LINES: Final[i64] = 8
MOST_SEATS: Final = 6
NO_SLOT: Final[i64] = -1
NO_LINE: Final[i64] = -1

# LD-40: three rows, three columns, two diagonals.
LINE_NAMES: Final = ("H1", "H2", "H3", "V1", "V2", "V3", "D1", "D2")
LINE_SLOTS: Final = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
]
SLOTS_OF: Final = vec[u8]([slot for line in LINE_SLOTS for slot in line])
MASK_OF: Final = vec[i64]([sum(1 << slot for slot in line) for line in LINE_SLOTS])

# All grids side by side: slot s of seat p is bit 9p + s, line l is bit 8p + l.
GRID_OF: Final = vec[i64]([511 << (9 * seat) for seat in range(MOST_SEATS)])
LINES_OF: Final = vec[i64]([255 << (8 * seat) for seat in range(MOST_SEATS)])


def slots_in(grid: int) -> list[int]:
    return [slot for slot in range(9) if grid >> slot & 1]


def choices_without_overlap() -> list[int]:
    """Every set of lines that share no slot, in the order of LD-R23: the fewest lines, then H1, H2 … D2 first."""
    found: list[list[int]] = []
    for chosen in range(1 << 8):
        lines = [line for line in range(8) if chosen >> line & 1]
        slots = [slot for line in lines for slot in LINE_SLOTS[line]]
        if len(slots) == len(set(slots)):
            found.append(lines)
    found.sort(key=lambda lines: (len(lines), lines))
    return [sum(1 << line for line in lines) for lines in found]


CLEARINGS: Final = vec[i64](choices_without_overlap())
# For every set of open slots of a grid, the set of lines that lie wholly in it.
LINES_WITHIN: Final = vec[i64](
    [sum(1 << line for line in range(8) if set(LINE_SLOTS[line]) <= set(slots_in(up))) for up in range(512)]
)


def first_of(slots: i64) -> i64:
    """The lowest member of a set of slots that is not empty."""
    slot: i64 = 0
    while not slots & BIT[slot]:
        slot += 1
    return slot


def how_many(slots: i64) -> i64:
    """The size of a set of slots of one grid."""
    return i64(COUNT_OF[slots & 255]) + (slots >> 8 & 1)
