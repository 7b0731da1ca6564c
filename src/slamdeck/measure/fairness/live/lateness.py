"""How late this computer is for our own clients: what they do late is no fault of the server's, so a race that fell
into such a moment is left out, whatever came of it."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from typing import Final

from slamdeck.server.tables.alarms import micros
from slamdeck.table.times import MS

GLANCE_S: Final = 0.005
TOO_LATE: Final = 10.0  # ms


class Lateness:
    """Looks at the clock all the time."""

    def __init__(self) -> None:
        self.all: list[float] = []  # ms
        self.moments: list[int] = []  # when it was too late, in order of time
        self.spans: list[int] = []  # and for how long

    async def watch(self) -> None:
        while True:
            due = micros() + round(GLANCE_S * 1e6)
            await asyncio.sleep(GLANCE_S)
            late = micros() - due
            self.all.append(late / MS)
            if late > TOO_LATE * MS:
                self.moments.append(micros())
                self.spans.append(late)

    def between(self, start: int, end: int) -> bool:
        """Was the computer late at any time between these two?"""
        place = bisect_left(self.moments, start)
        return place < len(self.moments) and self.moments[place] - self.spans[place] <= end
