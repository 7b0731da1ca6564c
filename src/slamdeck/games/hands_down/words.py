"""Hands Down in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind

WORDS = {
    "turn": "{who} is on turn and starts with {number} more.",
    "waived": "There is no card left for {who} to take.",
    "windup": "{who} lifts a hand …",
    "slap": "{who} slaps. Hands down!",
    "fake": "It was a fake by {who}.",
    "down": "{who} is number {number} to slap.",
    "jam": "The paddles jam. This one does not count.",
    "lost": "{who} is the slowest.",
    "pair": "{who} lays a pair of {number}.",
    "pays": "{who} touched too soon and pays {number}.",
    "foul": "{who} fouls, and the turn is over.",
    "pass": "{who} passes.",
    "shout": "{who} shouts: Hands Down!",
    "joker": "{who} lays the Joker.",
    "end": "The game is over.",
}


def card_words(kind: Kind) -> str:
    return "Joker" if kind.family == "joker" else str(kind.number("n"))
