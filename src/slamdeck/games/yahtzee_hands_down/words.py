"""Yahtzee Hands Down in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import FOUL, GOOD, SHOUT, Telling

COMBO_WORDS = {
    "3K": "three of a kind",
    "SS": "small straight",
    "FH": "full house",
    "4K": "four of a kind",
    "LS": "large straight",
    "YZ": "Yahtzee",
}

EVENTS = {
    "exchange": Telling("{who} exchanges {number} cards."),
    "call": Telling("{who} calls: Hands Down!", SHOUT),
    "last_call": Telling("Last call! {who} is down alone; anybody else has {number} ms to answer."),
    "three_of_a_kind": Telling("{who} shows three of a kind, worth {number}."),
    "small_straight": Telling("{who} shows a small straight, worth {number}."),
    "full_house": Telling("{who} shows a full house, worth {number}."),
    "four_of_a_kind": Telling("{who} shows four of a kind, worth {number}."),
    "large_straight": Telling("{who} shows a large straight, worth {number}."),
    "yahtzee": Telling("{who} shows a Yahtzee, worth {number}."),
    "foul": Telling("{who} shows a hand that fits nothing on offer: a foul. {number} cards are swapped.", FOUL),
    "win": Telling("{who} wins the Combo card: {number} points.", GOOD),
    "chance": Telling("{who} takes a Chance card; {number} are left."),
    "starter": Telling("{who} gets the starter card."),
    "round": Telling("Round {number}: {who} begins."),
    "end": Telling("The game is over."),
}


def card_words(kind: Kind) -> str:
    if kind.family == "combo":
        return f"{COMBO_WORDS[kind.word('type')]}, {kind.points} points"
    if kind.family == "chance":
        return f"Chance, {kind.points} points"
    if kind.family == "double":
        return f"{kind.word('color')} {kind.word('faces').replace('/', ' or ')}"
    if kind.family == "any_number":
        return f"{kind.word('color')}, any number"
    if kind.family == "any_color":
        return f"{kind.word('number')} in any color"
    return f"{kind.word('color')} {kind.word('number')}"
