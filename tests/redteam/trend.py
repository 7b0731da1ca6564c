"""Does it grow? A straight line through figures over time, and how sure one can be of its slope."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

SURE: Final = 1.96  # standard errors: 95 of 100 times the slope is within


@dataclass(frozen=True)
class Trend:
    mean: float
    slope: float  # a minute
    margin: float  # of the slope, either way

    def surely_more_than(self, change: float, minutes: float) -> bool:
        """Has it grown by more than this in that time, beyond what chance explains?"""
        return (self.slope - self.margin) * minutes > change

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
    rest = sum((figure - mean - slope * (at - mean_at)) ** 2 for at, figure in points)
    error = math.sqrt(rest / (count - 2) / spread)
    return Trend(mean, 60 * slope, 60 * SURE * error)
