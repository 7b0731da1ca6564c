"""Yahtzee Hands Down in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind

COMBO_WORDS = {
    "3K": "three of a kind",
    "SS": "small straight",
    "FH": "full house",
    "4K": "four of a kind",
    "LS": "large straight",
    "YZ": "Yahtzee",
}

WORDS = {
    "exchange": "{who} exchanges {number} cards.",
    "call": "{who} calls: Hands Down!",
    "last_call": "Last call! {who} is down alone; anybody else has {number} ms to answer.",
    "three_of_a_kind": "{who} shows three of a kind, worth {number}.",
    "small_straight": "{who} shows a small straight, worth {number}.",
    "full_house": "{who} shows a full house, worth {number}.",
    "four_of_a_kind": "{who} shows four of a kind, worth {number}.",
    "large_straight": "{who} shows a large straight, worth {number}.",
    "yahtzee": "{who} shows a Yahtzee, worth {number}.",
    "foul": "{who} shows a hand that fits nothing on offer: a foul. {number} cards are swapped.",
    "win": "{who} wins the Combo card: {number} points.",
    "chance": "{who} takes a Chance card; {number} are left.",
    "starter": "{who} gets the starter card.",
    "round": "Round {number}: {who} begins.",
    "end": "The game is over.",
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
