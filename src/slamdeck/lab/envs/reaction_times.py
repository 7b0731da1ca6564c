"""How long hands take where time is continuous: as long as those of a bot of some level."""

from __future__ import annotations

import random
from collections.abc import Sequence

from slamdeck.bots.levels import ExGaussian, find_level
from slamdeck.bots.reflexes import FASTEST_MS
from slamdeck.core.problems import UsageProblem
from slamdeck.lab.envs.hands import LIKELY_TIMES

DRAWN = 32  # for each time that is kept


def levels_of(reflexes: str | Sequence[str] | None, seats: int) -> list[str]:
    """One level for each seat: the same for all, or named one by one."""
    if reflexes is None:
        return []
    if not isinstance(reflexes, Sequence):
        raise UsageProblem(f"{reflexes!r} are no reflexes: a level is needed, or a list with one for each seat")
    levels = [reflexes] * seats if isinstance(reflexes, str) else list(reflexes)
    if len(levels) != seats:
        raise UsageProblem(f"reflexes: there are {seats} seats, and {len(levels)} levels")
    return levels


def times_of(levels: list[str]) -> list[int]:
    """Of each seat's level the likely times: on turn, in a race of all hands, off turn."""
    found: list[int] = []
    for name in levels:
        level = find_level(name)
        for times in (level.think, level.race, level.chance):
            found += likely_times(times)
    return found


def likely_times(times: ExGaussian) -> list[int]:
    """Equally likely times: many are drawn, and of these in their order every so manieth is kept."""
    chance = random.Random(1)
    many = int(LIKELY_TIMES) * DRAWN
    drawn = sorted(chance.gauss(times.mu, times.sigma) + chance.expovariate(1 / times.tau) for _ in range(many))
    return [max(FASTEST_MS, round(drawn[place])) for place in range(DRAWN // 2, many, DRAWN)]
