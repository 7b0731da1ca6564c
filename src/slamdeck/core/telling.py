"""What a game tells, in plain words: for terminals and logs. The texts of a game live in its own words.py.

A sentence is a template: `templates` says what it may be made of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slamdeck.core.problems import UsageProblem
from slamdeck.core.sights import Told
from slamdeck.core.templates import PLAYERS, Writer, parts_of

# The tone of an event: how it sounds, and in which colour it is written.
GOOD = "good"  # for the player whom it names
FOUL = "foul"  # that player is charged for something
LOSS = "loss"  # that player was too slow, or out of luck
SHOUT = "shout"  # somebody calls out
NEUTRAL = "neutral"
TONES = (GOOD, FOUL, LOSS, SHOUT, NEUTRAL)

SEAT_OF_ZONE = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Telling:
    """One of a game's own events, or its own words for a movement of cards: the sentence, and its tone.

    `own`: the sentence where the players whom `words` names are one and the same.
    """

    words: str
    tone: str = NEUTRAL
    own: str = ""

    def __post_init__(self) -> None:
        if self.tone not in TONES:
            raise UsageProblem(f"the tone of {self.words!r} is {self.tone!r}, which is not one of {', '.join(TONES)}")
        parts_of(self.words)
        parts_of(self.own)


# Card movements, told alike in all games. A movement nobody needs to read about has no words. A game may have words for
# the ordinary way of a card, by the names of the two places: "move hands discard". Such a movement is told where it
# stands for itself: one card goes that way, and no event tells of that player anyhow (web/src/table/words.ts).
MOVEMENTS = {
    "shuffle": Telling("The cards are shuffled."),
    "look": Telling("{who} {looks|look} at a card[: {card}]."),
}


def sentence(events: Mapping[str, Telling], told: Told, names: Sequence[str], own: Sequence[int] = ()) -> str:
    """An event as a sentence for whoever sits on the seats `own`, or nothing if it needs no words.

    Several people at one screen are called by their names.
    """
    telling = events.get(told.what) or MOVEMENTS.get(told.what)
    if telling is None:
        return ""
    seats = {"who": told.seat, "from": owner_of(told.source), "to": owner_of(told.target)}
    named = {seats[part.what] for part in parts_of(telling.words) if part.what in PLAYERS}
    alone = telling.own and len(named) == 1
    return Writer(told, seats, names, own[0] if len(own) == 1 else -1).write(telling.own if alone else telling.words)


def owner_of(zone: str | None) -> int:
    """Whose place that is ("hands[2]"), or nobody's."""
    found = SEAT_OF_ZONE.search(zone or "")
    return int(found[1]) if found else -1
