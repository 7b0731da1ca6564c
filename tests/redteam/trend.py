"""Does it grow? A straight line through figures over time, and how sure one can be of its slope.

Figures that follow each other closely are alike: memory that went up a little stays there for a while. Sixty of them
say no more than a dozen that know nothing of each other, so the slope is believed no further than that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

SURE: Final = 1.96  # standard errors: 95 of 100 times the slope is within
MOST_ALIKE: Final = 0.9


@dataclass(frozen=True)
class Trend:
    mean: float
    slope: float  # a minute
    margin: float  # of the slope, either way

    def surely_more_than(self, slope: float) -> bool:
        """Does it grow by more than this a minute, beyond what chance explains?"""
        return self.slope - self.margin > slope

    def __str__(self) -> str:
        return f"{self.mean:.1f}, {self.slope:+.2f} ± {self.margin:.2f} a minute"


def trend_of(points: list[tuple[float, float]]) -> Trend:
    """Of (seconds, figure)."""
    count = len(points)
    mean_at = sum(at for at, _ in points) / count
    mean = sum(figure for _, figure in points) / count
    spread = sum((at - mean_at) ** 2 for at, _ in points)
    if count < 3 or not spread:
        return Trend(mean, 0.0, math.inf)
    slope = sum((at - mean_at) * (figure - mean) for at, figure in points) / spread
    rest = [figure - mean - slope * (at - mean_at) for at, figure in points]
    error = math.sqrt(sum(one * one for one in rest) / (count - 2) / spread)
    return Trend(mean, 60 * slope, 60 * SURE * error * math.sqrt(likeness(rest)))


def likeness(rest: list[float]) -> float:
    """So many figures say as much as one that knows nothing of the others: from how alike neighbours are."""
    whole = sum(one * one for one in rest)
    if not whole:
        return 1.0
    alike = sum(one * other for one, other in pairwise(rest)) / whole
    alike = min(max(alike, 0.0), MOST_ALIKE)
    return (1 + alike) / (1 - alike)
