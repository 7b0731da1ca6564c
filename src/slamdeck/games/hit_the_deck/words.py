"""Hit the Deck in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, LOSS, SHOUT, Telling

EVENTS = {
    "move hands discard": Telling("{from} {plays|play} {card}."),
    "move draw hands": Telling("{to} {draws|draw} a card[: {card}]."),
    "cut": Telling("{who} {cuts|cut} the deck and {lifts|lift} {number:card|cards}."),
    "flip": Telling("{who} {flips|flip} both piles. Play runs the other way."),
    "call": Telling("{who} {calls|call}: Hit the deck with a hand!", SHOUT),
    "bluff": Telling("{who} {calls|call}: Hit the deck with a hand! But there is nothing to hit.", SHOUT),
    "hand": Telling("{who's} hand is number {number} on the pile."),
    "last": Telling("{who} {is|are} last and {draws|draw} {number:card|cards}.", LOSS),
    "forgot": Telling("{who} forgot to call “Hit the deck with a hand” and {draws|draw} {number:card|cards}.", FOUL),
    "fake_out": Telling("{who} {slaps|slap} without a hand card on top and {draws|draw} {number:card|cards}.", FOUL),
    "idle": Telling("{who} took too long: the move is made for {them|you}."),
    "out": Telling("{who} {plays|play} {their|your} last card."),
    "leaving": Telling("{who} {has|have} no cards left; first the last card is carried out."),
    "blocked": Telling("Nobody can go on: the hand ends after {number:turn|turns}."),
    "score": Telling("{who} {gets|get} {number:point|points} for the cards in hand."),
    "hand_over": Telling("The hand is over."),
    "new_hand": Telling("{who} {deals|deal} a new hand."),
    "end": Telling("Somebody has {number:point|points} or more: the game is over, the fewest win."),
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
