"""Slamwich in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind

WORDS = {
    "munch": "{who} is the muncher and eats the pile, unless it is stopped within {number}.",
    "hold": "{who} slaps the Thief, without the shout.",
    "shout": "{who} shouts: Stop Thief!",
    "wasted": "Nobody shouted. The Thief is wasted.",
    "win": "{who} takes the pile: {number} cards.",
    "slip": "{who} slip-slaps and pays {number}.",
    "barred": "{who} slapped wrongly and cannot come back.",
    "out": "{who} is out.",
    "end": "The game is over.",
}


def card_words(kind: Kind) -> str:
    if kind.family == "muncher":
        return f"muncher {kind.number('n')}"
    if kind.family == "thief":
        return "thief"
    return kind.word("food").replace("_", " ")
