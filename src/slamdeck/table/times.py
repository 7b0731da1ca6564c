"""Moments and spans of the server's clock: whole microseconds, on a clock that never runs backwards."""

from __future__ import annotations

from typing import Final, final

MS: Final = 1_000
SECOND: Final = 1_000_000
NEVER_COMES: Final = 1 << 60  # later than any moment that comes


@final
class Allowance:
    """So many at once, and then one in every so many microseconds."""

    __slots__ = ("spent_until",)

    def __init__(self) -> None:
        self.spent_until = 0

    def take(self, now: int, every: int, burst: int) -> bool:
        until = max(self.spent_until, now) + every
        if until - now > burst * every:
            return False
        self.spent_until = until
        return True
