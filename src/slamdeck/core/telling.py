"""What a game tells, in plain words: for terminals and logs. The texts of a game live in its own words.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slamdeck.core.problems import UsageProblem
from slamdeck.core.sights import Told

# The tone of an event: how it sounds, and in which colour it is written.
GOOD = "good"  # for the player whom it names
FOUL = "foul"  # that player is charged for something
LOSS = "loss"  # that player was too slow, or out of luck
SHOUT = "shout"  # somebody calls out
NEUTRAL = "neutral"
TONES = (GOOD, FOUL, LOSS, SHOUT, NEUTRAL)


@dataclass(frozen=True)
class Telling:
    """One of a game's own events: its sentence, with {who}, {number} and {card} to be filled in, and its tone."""

    words: str
    tone: str = NEUTRAL

    def __post_init__(self) -> None:
        if self.tone not in TONES:
            raise UsageProblem(f"the tone of {self.words!r} is {self.tone!r}, which is not one of {', '.join(TONES)}")


# Card movements, told alike in all games. A movement nobody needs to read about has no words.
MOVEMENTS = {
    "shuffle": "The cards are shuffled.",
    "look": "{who} looks at a card.",
}


def sentence(events: Mapping[str, Telling], told: Told, who: str) -> str:
    """An event as a sentence with its clause, or nothing if it needs no words."""
    telling = events.get(told.what)
    template = telling.words if telling else MOVEMENTS.get(told.what, "")
    if not template:
        return ""
    text = template.format(who=who, number=told.number, card=told.card or "a card")
    return f"{text} [{told.clause}]" if told.clause else text
