"""Hit the Deck in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, LOSS, SHOUT, Telling

EVENTS = {
    "cut": Telling("{who} cuts the deck and lifts {number}."),
    "flip": Telling("{who} flips the deck. Play runs the other way."),
    "call": Telling("{who} calls: Hit the deck with a hand!", SHOUT),
    "bluff": Telling("{who} calls: Hit the deck with a hand! There is nothing to hit.", SHOUT),
    "hand": Telling("{who}'s hand is number {number} on the pile."),
    "last": Telling("{who} was last and draws {number}.", LOSS),
    "forgot": Telling("{who} forgot to call and draws {number}.", FOUL),
    "fake_out": Telling("{who} is faked out and draws {number}.", FOUL),
    "idle": Telling("{who} took too long; the move is made anyway."),
    "out": Telling("{who} plays the last card and goes out."),
    "blocked": Telling("Nobody can go on. The hand is blocked after {number} turns."),
    "score": Telling("{who} scores {number}."),
    "hand_over": Telling("The hand is over."),
    "new_hand": Telling("{who} deals a new hand."),
    "end": Telling("Somebody has {number} points: the game is over."),
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
