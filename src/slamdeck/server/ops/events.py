"""What an operator should know of people who try things: a line each, never more than a few, and never a secret."""

from __future__ import annotations

import logging
import time
from typing import Final

log = logging.getLogger("slamdeck.security")

EVERY_S: Final = 10.0  # at most one line of a kind


class SecurityEvents:
    """Counts everything; writes down the first of its kind, and then how many came since."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.unsaid: dict[str, int] = {}
        self.said: dict[str, float] = {}

    def note(self, kind: str, network: str, why: str = "") -> None:
        """`kind` is one of a few fixed words. Nothing that somebody sent may be in any of these."""
        now = time.monotonic()
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if now - self.said.get(kind, -EVERY_S) < EVERY_S:
            self.unsaid[kind] = self.unsaid.get(kind, 0) + 1
            return
        self.said[kind] = now
        more = self.unsaid.pop(kind, 0)
        others = f" (and {more} more since the last such line)" if more else ""
        log.warning("%s from %s%s%s", kind, network or "nowhere", f": {why}" if why else "", others)

    def total(self) -> int:
        return sum(self.counts.values())
