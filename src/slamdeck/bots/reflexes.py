"""When a hand moves: reaction times, misses, false starts, being fooled, forgetting the words."""

from __future__ import annotations

import math
import random

from slamdeck.bots.levels import ExGaussian, Level
from slamdeck.core.instincts import CALL, CHANCE, GLANCE, LOOKALIKE, RACE, READY, RHYTHM, SHOUT, TURN, WINDUP

FASTEST_MS = 80  # no hand answers a picture sooner
POINT_OF_NO_RETURN_MS = 120  # a hand this close to landing cannot be called back


# Nobody is simply a level. Shares of all times; the first of them is a spread, in the logarithm.
PERSONAL = 0.1  # between two of one level
COLD = 0.08  # at the first answer …
WARM_AFTER = 15  # … and hardly any more after so many
TIRED = 0.05  # in the end …
TIRED_AFTER = 400  # … of so many


class Reflexes:
    """The hands of one bot. `pace` stretches (above 1) or squeezes all its times.

    `somebody` gives them an owner, who is a little quicker or slower than the level, warms up and tires.
    """

    def __init__(self, level: Level, seed: int) -> None:
        self.level = level
        self.chance = random.Random(seed)
        self.pace = 1.0
        self.person: float | None = None  # a share of the level's times; none: exactly the level
        self.answers = 0
        self.times: dict[int, ExGaussian] = {
            TURN: level.think,
            CALL: level.think,
            RHYTHM: level.rhythm,
            RACE: level.race,
            WINDUP: level.race,
            READY: level.ready,
            CHANCE: level.chance,
            LOOKALIKE: level.chance,
            GLANCE: level.chance,
            SHOUT: level.shout,
        }

    def delay(self, stimulus: int) -> int:
        """Milliseconds from the stimulus to the answer."""
        times = self.times[stimulus]
        raw = self.chance.gauss(times.mu, times.sigma) + self.chance.expovariate(1 / times.tau)
        return max(FASTEST_MS, round(raw * self.pace * self.form()))

    def form(self) -> float:
        """How this person does just now, as a share of the level's times."""
        if self.person is None:
            return 1.0
        self.answers += 1
        cold = COLD * math.exp(-self.answers / WARM_AFTER)
        tired = TIRED * (1 - math.exp(-self.answers / TIRED_AFTER))
        return self.person * (1 + cold + tired)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def misses(self) -> bool:
        return self.happens(self.level.miss)

    def is_fooled(self) -> bool:
        return self.happens(self.level.fooled)

    def starts_too_early(self) -> bool:
        return self.happens(self.level.false_start)

    def forgets_the_words(self) -> bool:
        return self.happens(self.level.forget)

    def mind_wanders(self) -> bool:
        return self.happens(self.level.absent)

    def lets_others_first(self) -> bool:
        """Only the gentlest do; the others need no die for it."""
        return self.level.courtesy > 0.0 and self.happens(self.level.courtesy)

    def cannot_wait(self) -> bool:
        return self.happens(self.level.eagerness)


def somebody(level: Level, seed: int) -> Reflexes:
    """The hands of somebody of that level."""
    reflexes = Reflexes(level, seed)
    reflexes.person = math.exp(reflexes.chance.gauss(0, PERSONAL))
    return reflexes


class Matchmaker:
    """Adapts a bot's pace so that a person wins about half of the races: a staircase in small steps.

    After a race that the bot won it slows down by `step`, after one that it lost it speeds up by as much; equal steps
    meet where both win equally often (Levitt 1971).
    """

    def __init__(self, reflexes: Reflexes, step: float = 0.04) -> None:
        self.reflexes = reflexes
        self.step = step

    def race_decided(self, bot_won: bool) -> None:
        factor = 1 + self.step if bot_won else 1 / (1 + self.step)
        self.reflexes.pace = min(3.0, max(0.4, self.reflexes.pace * factor))
