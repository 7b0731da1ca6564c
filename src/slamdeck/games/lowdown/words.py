"""Lowdown in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind

WORDS = {
    "hand": "Hand {number}: {who} begins.",
    "peeks": "{who} plays a Peek.",
    "swaps": "{who} plays a Swap.",
    "steals": "{who} plays a Steal.",
    "fizzle": "{who} has nothing left to play the card on; it has no effect.",
    "clear": "{who} clears a line worth {number}.",
    "idle": "{who} waited too long; the move is made.",
    "hand_over": "The hand is over after {number} turns.",
    "done": "{who} is done clearing.",
    "score": "{who} scores {number}.",
    "end": "The game is over.",
}


def card_words(kind: Kind) -> str:
    if kind.family == "number":
        return f"{kind.word('color')} {kind.number('value')}"
    if kind.family == "wild":
        return f"wild {kind.number('value')}"
    return kind.family
