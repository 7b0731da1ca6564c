"""Sittings in made-up time: a person whose fingers are scripted by a die."""

from __future__ import annotations

import random
from collections.abc import Iterator

from slamdeck.core.game import GameInfo
from slamdeck.terminal.menu import EVEN, usual_seats
from slamdeck.terminal.sitting import Seating, Sitting

STEP = 100  # ms between two looks at the keyboard
FINGERS = ["space", "enter", *"123456789", "esc"]


def seating(info: GameInfo, seed: int, seats: int | None = None) -> Seating:
    chosen = usual_seats(info) if seats is None else seats
    return Seating(info, chosen, info.read_options({}, chosen), seed, EVEN, "Kim")


def fingers(sitting: Sitting, roll: random.Random) -> str:
    """Mostly a key that the screen shows, seldom any other; never a key that leaves or reads."""
    keys = [prompt.key for prompt in sitting.controls.prompts() if not prompt.gesture or roll.random() < 0.02]
    if roll.random() < 0.02:
        keys = FINGERS
    key: str = roll.choice(keys) if keys else "esc"
    return key


def evening(info: GameInfo, seed: int, seats: int | None = None, most: int = 200_000) -> Iterator[Sitting]:
    """A sitting, step by step, until the game is over."""
    roll = random.Random(seed)
    clock = 5_000
    sitting = Sitting(seating(info, seed, seats), clock)
    yield sitting
    for _ in range(most):
        clock += STEP
        sitting.tick(clock)
        if roll.random() < 0.25:
            sitting.press("enter" if sitting.hand_is_over() else fingers(sitting, roll), clock)
        yield sitting
        if sitting.rules.over:
            return
