"""Moments and spans of the server's clock: whole microseconds, on a clock that never runs backwards."""

from __future__ import annotations

from typing import Final

MS: Final = 1_000
SECOND: Final = 1_000_000
NEVER_COMES: Final = 1 << 60  # later than any moment that comes
