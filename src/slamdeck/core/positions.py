"""Reading the fields of a position that was written by hand: each function says what it expected."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64


def seat_number(value: object, seats: i64) -> i64:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise ValueError(f"{value!r} is not a seat (0 to {seats - 1})")
    return value


def whole_number(value: object) -> i64:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 1 << 40:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def whole_numbers(value: object, length: i64) -> list[int]:
    if not isinstance(value, list) or len(value) != length:
        raise ValueError(f"{value!r} is not a list of {length} whole numbers")
    return [whole_number(item) for item in value]


def yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is not true or false")
    return value


def seat_set(value: object, seats: i64) -> i64:
    """A set of seats from one true or false per seat."""
    if not isinstance(value, list) or len(value) != seats:
        raise ValueError(f"{value!r} is not a list of {seats} times true or false")
    chosen: i64 = 0
    for seat, item in enumerate(value):
        if yes_or_no(item):
            chosen |= BIT[seat]
    return chosen


def one_of(value: object, names: tuple[str, ...]) -> i64:
    if not isinstance(value, str) or value not in names:
        raise ValueError(f"{value!r} is not one of {', '.join(names)}")
    return names.index(value)
