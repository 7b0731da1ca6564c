"""What a game tells, in plain words: for terminals and logs. The texts of a game live in its own words.py."""

from __future__ import annotations

from slamdeck.core.game import GameInfo
from slamdeck.core.views import Told

# Card movements, told alike in all games. A movement nobody needs to read about has no words.
MOVEMENTS = {
    "shuffle": "The cards are shuffled.",
    "look": "{who} looks at a card.",
}


def sentence(info: GameInfo, told: Told, who: str) -> str:
    """An event as a sentence with its clause, or nothing if it needs no words."""
    template = info.words.get(told.what) or MOVEMENTS.get(told.what, "")
    if not template:
        return ""
    text = template.format(who=who, number=told.number, card=told.card or "a card")
    return f"{text} [{told.clause}]" if told.clause else text
