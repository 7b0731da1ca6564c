"""Slamwich in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, GOOD, SHOUT, Telling

EVENTS = {
    "munch": Telling(
        "{who} {tosses|toss} a muncher: it eats the pile after {number:more card|more cards}, unless it is stopped."
    ),
    "hold": Telling("{who} {slaps|slap} the Thief first, but without the shout."),
    "shout": Telling("{who} {shouts|shout}: Stop Thief!", SHOUT),
    "wasted": Telling("Nobody shouts in time: the Thief gets away, and the pile stays."),
    "win": Telling("{who} {takes|take} the pile: {number:card|cards}.", GOOD),
    "slip": Telling("{who} {slaps|slap} at nothing and {pays|pay} {number:card|cards}.", FOUL),
    "barred": Telling("{who} {slaps|slap} at nothing and {is|are} out for good.", FOUL),
    "out": Telling("{who} {has|have} no cards left and {is|are} out."),
    "end": Telling("The game is over."),
}


def card_words(kind: Kind) -> str:
    if kind.family == "muncher":
        return f"muncher {kind.number('n')}"
    if kind.family == "thief":
        return "thief"
    return kind.word("food").replace("_", " ")
