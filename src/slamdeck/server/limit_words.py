"""Limits as people write them: a number, or a rate such as "0.2/s, 20 at once"."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

import msgspec

from slamdeck.core.problems import UsageProblem
from slamdeck.server.config import Limits
from slamdeck.server.http.limits import Rate

Limit = int | float | Rate

RATE: Final = re.compile(r"([0-9.]+)/s, ([0-9.]+) at once")
USUAL: Final = {name: getattr(Limits(), name) for name in Limits.__struct_fields__}


def show_limit(value: Limit) -> str:
    if isinstance(value, Rate):
        return f"{plain(value.per_second)}/s, {plain(value.burst)} at once"
    return plain(value)


def plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def read_limit(name: str, given: object) -> Limit:
    """What a file or a command line says of a limit. Raises UsageProblem, which begins with its name."""
    if name not in USUAL:
        near = get_close_matches(name, USUAL, 1)
        raise UsageProblem(f"{name}: there is no such limit{f' (did you mean {near[0]}?)' if near else ''}")
    usual = USUAL[name]
    if isinstance(usual, Rate):
        return read_rate(name, given)
    number = read_number(given)
    if number is None or number <= 0 or (isinstance(usual, int) and number != int(number)):
        kind = "a whole number" if isinstance(usual, int) else "a number"
        raise UsageProblem(f"{name}: takes {kind} above 0, such as {show_limit(usual)}, and was given {given!r}")
    return int(number) if isinstance(usual, int) else number


def read_rate(name: str, given: object) -> Rate:
    found = RATE.fullmatch(given.strip()) if isinstance(given, str) else None
    numbers = [read_number(text) for text in found.groups()] if found is not None else []
    if len(numbers) == 2:
        per_second, burst = numbers
        if per_second is not None and burst is not None and per_second > 0 and burst >= 1:
            return Rate(per_second, burst)
    raise UsageProblem(f'{name}: takes a rate, such as "{show_limit(USUAL[name])}", and was given {given!r}')


def read_number(given: object) -> float | None:
    """`true` is none, though Python thinks so."""
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        return None
    try:
        number = float(given)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def limits_with(changes: Mapping[str, Limit]) -> Limits:
    return msgspec.structs.replace(Limits(), **changes)
