"""Hands Down in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, GOOD, LOSS, SHOUT, Telling

EVENTS = {
    "turn": Telling("{who} is on turn and starts with {number} more."),
    "waived": Telling("There is no card left for {who} to take."),
    "windup": Telling("{who} lifts a hand …"),
    "slap": Telling("{who} slaps. Hands down!"),
    "fake": Telling("It was a fake by {who}."),
    "down": Telling("{who} is number {number} to slap."),
    "jam": Telling("The paddles jam. This one does not count."),
    "lost": Telling("{who} is the slowest.", LOSS),
    "pair": Telling("{who} lays a pair of {number}.", GOOD),
    "pays": Telling("{who} touched too soon and pays {number}.", FOUL),
    "foul": Telling("{who} fouls, and the turn is over.", FOUL),
    "pass": Telling("{who} passes."),
    "shout": Telling("{who} shouts: Hands Down!", SHOUT),
    "joker": Telling("{who} lays the Joker."),
    "end": Telling("The game is over."),
}


def card_words(kind: Kind) -> str:
    return "Joker" if kind.family == "joker" else str(kind.number("n"))
