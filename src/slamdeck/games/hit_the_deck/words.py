"""Hit the Deck in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind

WORDS = {
    "cut": "{who} cuts the deck and lifts {number}.",
    "flip": "{who} flips the deck. Play runs the other way.",
    "call": "{who} calls: Hit the deck with a hand!",
    "bluff": "{who} calls: Hit the deck with a hand! There is nothing to hit.",
    "hand": "{who}'s hand is number {number} on the pile.",
    "last": "{who} was last and draws {number}.",
    "forgot": "{who} forgot to call and draws {number}.",
    "fake_out": "{who} is faked out and draws {number}.",
    "idle": "{who} took too long; the move is made anyway.",
    "out": "{who} plays the last card and goes out.",
    "blocked": "Nobody can go on. The hand is blocked after {number} turns.",
    "score": "{who} scores {number}.",
    "hand_over": "The hand is over.",
    "new_hand": "{who} deals a new hand.",
    "end": "Somebody has {number} points: the game is over.",
}


def card_words(kind: Kind) -> str:
    if kind.family == "number":
        return f"{kind.word('color')} {kind.word('number')}"
    if kind.family == "hit_number":
        return f"hit the deck with a {kind.word('number')}"
    if kind.family == "hit_color":
        return f"hit the deck with {kind.word('color')}"
    if kind.family == "hit_hand":
        return "hit the deck with a hand"
    return f"{kind.word('color')} {kind.family}"
