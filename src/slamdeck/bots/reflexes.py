"""When a hand moves: reaction times, misses, false starts, being fooled, forgetting the words."""

from __future__ import annotations

import random

from slamdeck.bots.levels import ExGaussian, Level
from slamdeck.core.instincts import CALL, CHANCE, GLANCE, LOOKALIKE, RACE, READY, RHYTHM, SHOUT, TURN, WINDUP

FASTEST_MS = 80  # no hand answers a picture sooner
POINT_OF_NO_RETURN_MS = 120  # a hand this close to landing cannot be called back


class Reflexes:
    """The hands of one bot. `pace` stretches (above 1) or squeezes all its times."""

    def __init__(self, level: Level, seed: int) -> None:
        self.level = level
        self.chance = random.Random(seed)
        self.pace = 1.0
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
        return max(FASTEST_MS, round(raw * self.pace))

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

    def cannot_wait(self) -> bool:
        return self.happens(self.level.eagerness)


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
