"""Virtual time: what is to be done, in the order of its moments."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

from slamdeck.table.times import SECOND


class Timeline:
    def __init__(self) -> None:
        self.now = SECOND
        self.plans: list[tuple[int, int, Callable[[], None]]] = []
        self.numbers = count()

    def call_at(self, at: int, do: Callable[[], None]) -> None:
        heapq.heappush(self.plans, (max(at, self.now), next(self.numbers), do))

    @property
    def next_at(self) -> int | None:
        return self.plans[0][0] if self.plans else None

    def advance(self) -> None:
        """To the next plan, and carry it out."""
        self.now, _, do = heapq.heappop(self.plans)
        do()
