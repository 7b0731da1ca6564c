"""How quick and how careful a bot is.

Where the figures come from: simple reactions of adults to a picture take some 250 ms, with a spread of 20 to 50 ms and
a long right tail; choosing among several pictures adds 100 to 200 ms (Donders' subtraction, Hick's law); children of
six to eight need about half as long again (Kail 1991). Reaction times are well described as ex-Gaussian: a normal part
(mu, sigma) and an exponential tail (tau) (Luce 1986). Misses, false starts and being fooled are shares seen in go/no-go
experiments: a few per cent for careful adults, more for children and for the very eager.

Times follow those sources, except for `think`: people take longer over a card, but nobody likes to wait for a machine
that does. `miss`, `fooled` and `absent` lie in those ranges, and were set so that neighbouring levels differ visibly in
the two games where hands hardly race (Lowdown, Yahtzee Hands Down).
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass, fields
from typing import Any

from slamdeck.core.problems import UsageProblem


@dataclass(frozen=True)
class ExGaussian:
    """A reaction time: normal part (mean mu, spread sigma) plus exponential tail (mean tau), in milliseconds."""

    mu: float
    sigma: float
    tau: float

    @property
    def mean(self) -> float:
        return self.mu + self.tau


@dataclass(frozen=True)
class Level:
    """One kind of player. Shares are probabilities from 0 to 1."""

    name: str
    race: ExGaussian  # every hand must come down: a simple reaction
    ready: ExGaussian  # the same for somebody who knew beforehand
    chance: ExGaussian  # recognise first, then slap
    shout: ExGaussian  # the words that were forgotten
    rhythm: ExGaussian  # from one card to the next, in one's own beat
    think: ExGaussian  # choosing what to play
    turn_ms: int  # all the choices of one turn together take less than this
    miss: float  # share of chances not noticed
    false_start: float  # share of harmless new cards at which the hand goes off by itself
    fooled: float  # share of look-alikes that are slapped
    forget: float  # share of shouts forgotten
    absent: float  # share of turns taken with the mind elsewhere: any sensible move will do
    eagerness: float  # share of wind-ups answered at once instead of waiting for the landing
    courtesy: float = 0.0  # share of early chances that are left to those who have not had a go yet


def halfway(one: float, other: float) -> float:
    """As far from one as from the other, in ratios: that is how people tell times and shares apart."""
    return math.sqrt(one * other)


def between(name: str, slower: Level, faster: Level) -> Level:
    parts: dict[str, Any] = {"name": name}
    for part in fields(Level):
        one, other = getattr(slower, part.name), getattr(faster, part.name)
        if isinstance(one, ExGaussian):
            pairs = zip(astuple(one), astuple(other), strict=True)
            parts[part.name] = ExGaussian(*(halfway(*pair) for pair in pairs))
        elif isinstance(one, int):
            parts[part.name] = round(halfway(one, other))
        elif isinstance(one, float):
            parts[part.name] = halfway(one, other)
    return Level(**parts)


def ladder(*steps: Level | str) -> dict[str, Level]:
    """Levels from slow to fast; a bare name is the level between its neighbours."""
    found: dict[str, Level] = {}
    for place, step in enumerate(steps):
        if isinstance(step, Level):
            found[step.name] = step
        else:
            slower, faster = steps[place - 1], steps[place + 1]
            assert isinstance(slower, Level)
            assert isinstance(faster, Level)
            found[step] = between(step, slower, faster)
    return found


LEVELS = ladder(
    Level(
        name="kid",
        race=ExGaussian(400, 60, 120),
        ready=ExGaussian(220, 50, 60),
        chance=ExGaussian(620, 90, 220),
        shout=ExGaussian(700, 120, 300),
        rhythm=ExGaussian(900, 180, 250),
        think=ExGaussian(850, 180, 300),
        turn_ms=1900,
        miss=0.2,
        false_start=0.03,
        fooled=0.2,
        forget=0.25,
        absent=0.2,
        eagerness=0.25,
        courtesy=0.9,
    ),
    "steady",
    Level(
        name="casual",
        race=ExGaussian(300, 40, 80),
        ready=ExGaussian(170, 35, 40),
        chance=ExGaussian(460, 60, 140),
        shout=ExGaussian(500, 80, 200),
        rhythm=ExGaussian(750, 120, 150),
        think=ExGaussian(750, 150, 250),
        turn_ms=1700,
        miss=0.1,
        false_start=0.012,
        fooled=0.1,
        forget=0.12,
        absent=0.1,
        eagerness=0.15,
    ),
    "brisk",
    Level(
        name="quick",
        race=ExGaussian(240, 25, 50),
        ready=ExGaussian(140, 25, 25),
        chance=ExGaussian(360, 40, 80),
        shout=ExGaussian(380, 50, 100),
        rhythm=ExGaussian(650, 80, 80),
        think=ExGaussian(640, 120, 180),
        turn_ms=1500,
        miss=0.04,
        false_start=0.006,
        fooled=0.04,
        forget=0.04,
        absent=0.04,
        eagerness=0.08,
    ),
    "sharp",
    Level(
        name="lightning",
        race=ExGaussian(190, 15, 25),
        ready=ExGaussian(115, 15, 12),
        chance=ExGaussian(280, 25, 40),
        shout=ExGaussian(280, 30, 50),
        rhythm=ExGaussian(560, 40, 40),
        think=ExGaussian(520, 90, 110),
        turn_ms=1300,
        miss=0.005,
        false_start=0.002,
        fooled=0.01,
        forget=0.01,
        absent=0.01,
        eagerness=0.03,
    ),
)


def find_level(name: str) -> Level:
    if name not in LEVELS:
        raise UsageProblem(f"there is no level {name!r}; there are {', '.join(LEVELS)}")
    return LEVELS[name]
