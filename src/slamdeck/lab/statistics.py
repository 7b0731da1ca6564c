"""Figures that grow with the games and not with the memory: running means and shares with 95 % intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z95 = 1.959963984540054


@dataclass
class Running:
    """Mean, spread and range of a stream of numbers (Welford)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    least: float = math.inf
    most: float = -math.inf

    def add(self, value: float) -> None:
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self.squares += delta * (value - self.mean)
        self.least = min(self.least, value)
        self.most = max(self.most, value)

    @property
    def deviation(self) -> float:
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return Z95 * self.deviation / math.sqrt(self.count) if self.count else math.inf

    def as_json(self) -> dict[str, float]:
        if not self.count:
            return {}
        return {
            "mean": self.mean,
            "margin95": self.margin,
            "deviation": self.deviation,
            "least": self.least,
            "most": self.most,
        }


def shares_as_json(wins: list[float], games: int) -> list[dict[str, object]]:
    return [{"share": won / games, "interval95": share_interval(won, games)} for won in wins if games]


def share_interval(successes: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; sensible at 0 and at 1, where the simple formula is not."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    z2 = Z95 * Z95
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, centre - half), min(1.0, centre + half)
