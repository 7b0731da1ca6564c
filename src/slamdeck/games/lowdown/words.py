"""Lowdown in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import GOOD, Telling

EVENTS = {
    "hand": Telling("Hand {number}: {who} begins."),
    "peeks": Telling("{who} plays a Peek."),
    "swaps": Telling("{who} plays a Swap."),
    "steals": Telling("{who} plays a Steal."),
    "fizzle": Telling("{who} has nothing left to play the card on; it has no effect."),
    "clear": Telling("{who} clears a line worth {number}.", GOOD),
    "idle": Telling("{who} waited too long; the move is made."),
    "hand_over": Telling("The hand is over after {number} turns."),
    "done": Telling("{who} is done clearing."),
    "score": Telling("{who} scores {number}."),
    "end": Telling("The game is over."),
}


def card_words(kind: Kind) -> str:
    if kind.family == "number":
        return f"{kind.word('color')} {kind.number('value')}"
    if kind.family == "wild":
        return f"wild {kind.number('value')}"
    return kind.family
