"""Slamwich in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, GOOD, SHOUT, Telling

EVENTS = {
    "munch": Telling("{who} is the muncher and eats the pile, unless it is stopped within {number}."),
    "hold": Telling("{who} slaps the Thief, without the shout."),
    "shout": Telling("{who} shouts: Stop Thief!", SHOUT),
    "wasted": Telling("Nobody shouted. The Thief is wasted."),
    "win": Telling("{who} takes the pile: {number} cards.", GOOD),
    "slip": Telling("{who} slip-slaps and pays {number}.", FOUL),
    "barred": Telling("{who} slapped wrongly and cannot come back."),
    "out": Telling("{who} is out."),
    "end": Telling("The game is over."),
}


def card_words(kind: Kind) -> str:
    if kind.family == "muncher":
        return f"muncher {kind.number('n')}"
    if kind.family == "thief":
        return "thief"
    return kind.word("food").replace("_", " ")
