"""Hands Down in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, GOOD, LOSS, SHOUT, Telling

EVENTS = {
    "turn": Telling("{who} {is|are} on turn and {gets|get} {number:card|cards}."),
    "waived": Telling("There is no card left for {who}."),
    "take": Telling("{to} {takes|take} a card from {from}[: the {card}]."),
    "windup": Telling("{who} {lifts|lift} a hand …"),
    "slap": Telling("{who} {slaps|slap}. Hands down!"),
    "fake": Telling("{who} only faked."),
    "down": Telling("{who} {is|are} number {number} to slap."),
    "jam": Telling("The last two hands came too close together to tell: this slap does not count."),
    "lost": Telling("{who} {is|are} the slowest.", LOSS),
    "pair": Telling("{who} {lays|lay} a pair of {number}s.", GOOD),
    "pays": Telling("{who} {moves|move} before a slap has landed and {pays|pay} {number:card|cards}.", FOUL),
    "foul": Telling("{who} {makes|make} a foul and {loses|lose} the turn[: {why}].", FOUL),
    "bare": Telling("{who} {slaps|slap} without a pair. The turn goes on."),
    "gives": Telling("{who} {slaps|slap} without a pair and {loses|lose} a card for it.", FOUL),
    "picking": Telling("{who} {lets|let} a card be picked."),
    "pass": Telling("{who} {passes|pass}."),
    "shout": Telling("{who} {shouts|shout}: Hands Down!", SHOUT),
    "joker": Telling("{who} {lays|lay} the Joker.", GOOD),
    "end": Telling("The game is over."),
}


def card_words(kind: Kind) -> str:
    return "Joker" if kind.family == "joker" else str(kind.number("n"))
