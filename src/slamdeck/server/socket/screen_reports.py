"""What screens say many times a second, read where it lies: nothing is unmasked or decoded for it.

Only the plain form is read here, as browsers write it. Whatever looks otherwise goes the usual way.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.native import i64
from slamdeck.table.messages import Seen, Still

HEAD: Final[i64] = 6  # of a short masked frame: kind, size, key
KEY: Final[i64] = 2  # where the key begins
STILL: Final = b'{"m":"still","n":'
SEEN: Final = b'{"m":"seen","n":'
PAINTED: Final = b',"p":'
CLOCK: Final = b',"c":'
END: Final = b"}"
DIGITS: Final[i64] = 15  # what has more is none of our numbers


def read_report(frame: bytes) -> Seen | Still | None:
    """The message of a masked frame, if it is one of these."""
    if says(frame, 0, STILL):
        n, at = number(frame, len(STILL))
        clock, at = labelled(frame, n, at, CLOCK)
        return Still(n, clock) if clock >= 0 and ends(frame, at) else None
    if says(frame, 0, SEEN):
        n, at = number(frame, len(SEEN))
        painted, at = labelled(frame, n, at, PAINTED)
        clock, at = labelled(frame, painted, at, CLOCK)
        return Seen(n, painted, clock) if clock >= 0 and ends(frame, at) else None
    return None


def labelled(frame: bytes, before: i64, at: i64, label: bytes) -> tuple[i64, i64]:
    """The number behind this label, if there was one `before` it."""
    if before < 0 or not says(frame, at, label):
        return -1, at
    return number(frame, at + len(label))


def byte_at(frame: bytes, at: i64) -> i64:
    return i64(frame[HEAD + at]) ^ i64(frame[KEY + (at & 3)])


def says(frame: bytes, at: i64, words: bytes) -> bool:
    size: i64 = len(words)
    if HEAD + at + size > len(frame):
        return False
    i: i64 = 0
    while i < size:
        if byte_at(frame, at + i) != i64(words[i]):
            return False
        i += 1
    return True


def number(frame: bytes, at: i64) -> tuple[i64, i64]:
    """As JSON writes one, and where it ends; −1 if none is there."""
    size: i64 = len(frame) - HEAD
    start = at
    value: i64 = 0
    while at < size:
        digit = byte_at(frame, at) - 48
        if digit < 0 or digit > 9:
            break
        value = value * 10 + digit
        at += 1
        if at - start > DIGITS:
            return -1, at
    if at == start or (at - start > 1 and byte_at(frame, start) == 48):
        return -1, at
    return value, at


def ends(frame: bytes, at: i64) -> bool:
    return HEAD + at + 1 == len(frame) and says(frame, at, END)
