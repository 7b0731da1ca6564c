"""Snap in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, GOOD, LOSS, Telling

# The tone says how an event sounds and in which colour it is written.
EVENTS = {
    "snap": Telling("{who} {snaps|snap} {number:card|cards}.", GOOD),
    "fumble": Telling("{who} {grabs|grab} at nothing and {hands|hand} out {number:card|cards}.", FOUL),
    "empty": Telling("{who} {has|have} no cards left.", LOSS),
    "finished": Telling("The game is over."),
}

NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def card_words(kind: Kind) -> str:
    rank = kind.word("rank")
    return NAMES.get(rank, rank)
