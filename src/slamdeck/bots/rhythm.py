"""A simple bot with a human rhythm: it notices, thinks, reacts late or not at all, and now and then slaps too soon.

It is a guest. It hears what its seat is told, and chooses in an imagined world that its seat cannot tell from the
true one; the true table is never handed to it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.views import Told, legal_codes, sensible_codes


@dataclass(frozen=True)
class Pace:
    """How quick a hand is; all times in milliseconds."""

    reaction: int
    spread: int
    fastest: int
    lapses: float  # the share of races that are noticed late
    false_starts: float  # the share of new cards that are slapped for nothing
    thinking: tuple[int, int]


GENTLE = Pace(reaction=640, spread=160, fastest=320, lapses=0.25, false_starts=0.006, thinking=(800, 1600))
BRISK = Pace(reaction=350, spread=120, fastest=180, lapses=0.12, false_starts=0.01, thinking=(600, 1500))
LAPSE = (900, 2500)
LOOK_AGAIN = 120  # when a move is due but not possible yet


class Rhythm:
    """One seat's bot. `wakes_at` is when it wants to act next."""

    def __init__(self, seat: int, pace: Pace, roll: random.Random) -> None:
        self.seat = seat
        self.pace = pace
        self.roll = roll
        self.wakes_at: int = NEVER
        self.startled = False
        self.seen: tuple[object, ...] = ()

    def hear(self, at: int, told: Sequence[Told], world: Rules) -> None:
        """Something happened: decide when to act on it, unless that was decided already."""
        moment = (world.phase(), self.awaited(world), world.race.open and world.race.opened_at)
        if moment != self.seen:
            self.seen = moment
            self.startled = False
            self.wakes_at = at + self.delay(world) if self.awaited(world) else NEVER
        if self.wakes_at == NEVER and self.fooled_by(told):
            self.startled = True
            self.wakes_at = at + self.reaction()

    def act(self, at: int, world: Rules) -> int | None:
        """Its time has come: an action that its seat would consider in that world, or None to let it pass."""
        startled, self.startled = self.startled, False
        self.wakes_at = NEVER
        if startled:
            return self.hand_on_the_pile(world)
        if not self.awaited(world):
            return None
        codes = sensible_codes(world, self.seat)
        self.wakes_at = at + (self.delay(world) if codes else LOOK_AGAIN)
        return self.choose(world, codes) if codes else None

    def choose(self, world: Rules, codes: list[int]) -> int:
        """First what to do, then how: a call is as likely as all the ways to exchange cards."""
        verbs: dict[str, list[int]] = {}
        for code in codes:
            verbs.setdefault(world.catalogue.verb_of(code).name, []).append(code)
        forms: list[int] = self.roll.choice(list(verbs.values()))
        return self.roll.choice(forms)

    def awaited(self, world: Rules) -> bool:
        return bool(world.awaited() >> self.seat & 1)

    def delay(self, world: Rules) -> int:
        """A race asks for a reaction, a turn for a thought."""
        if not world.race.open:
            return self.roll.randint(*self.pace.thinking)
        lapsed = self.roll.random() < self.pace.lapses
        return self.reaction() + (self.roll.randint(*LAPSE) if lapsed else 0)

    def reaction(self) -> int:
        return max(self.pace.fastest, round(self.roll.gauss(self.pace.reaction, self.pace.spread)))

    def fooled_by(self, told: Sequence[Told]) -> bool:
        """A card that turns up may look like something to slap."""
        turned_up = any(event.card is not None and event.what == "move" for event in told)
        return turned_up and self.roll.random() < self.pace.false_starts

    def hand_on_the_pile(self, world: Rules) -> int | None:
        slap = world.catalogue.named.get("slap")
        if slap is None or slap.base not in legal_codes(world, self.seat):
            return None
        return slap.base
