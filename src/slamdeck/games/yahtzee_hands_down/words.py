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

# What a hand lacks that would make the combination if colours did not matter.
ONE_COLOUR = {
    "3K": "three of a kind must be of one colour",
    "SS": "a small straight must be of one colour",
    "FH": "in a full house the three must be of one colour, and so must the two",
    "4K": "four of a kind must be of one colour",
    "LS": "a large straight must be of one colour",
    "YZ": "a Yahtzee must be of one colour",
}
NOT_ON_OFFER = "there is no {combo} on offer"
NO_COMBINATION = "it makes none of these combinations"

# What decides between two good hands.
MORE_POINTS = "more points than the other hand"
HIGHER_NUMBERS = "the higher numbers win"
EARLIER_CALL = "equal hands, the earlier call wins"

EVENTS = {
    "exchange": Telling("{who} {exchanges|exchange} {number:card|cards}."),
    "call": Telling("{who} {calls|call}: Hands Down!", SHOUT),
    "last_call": Telling("Last call: {who} {is|are} down alone, and anybody else may still answer."),
    "three_of_a_kind": Telling("{who} {shows|show} three of a kind, adding up to {number}."),
    "small_straight": Telling("{who} {shows|show} a small straight, adding up to {number}."),
    "full_house": Telling("{who} {shows|show} a full house, adding up to {number}."),
    "four_of_a_kind": Telling("{who} {shows|show} four of a kind, adding up to {number}."),
    "large_straight": Telling("{who} {shows|show} a large straight, adding up to {number}."),
    "yahtzee": Telling("{who} {shows|show} a Yahtzee, adding up to {number}."),
    "foul": Telling(
        "{who} {shows|show} a hand that fits nothing on offer[: {why}]. {number:card is|cards are} swapped.", FOUL
    ),
    "win": Telling(
        "{who} {wins|win} the Combo card: {number:point|points}[; {why}]. Hands that were down are replaced.", GOOD
    ),
    "chance": Telling("{who} {gets|get} a Chance card for the beaten hand: its points count at the end."),
    "starter": Telling("{who} {gets|get} the starter card."),
    "round": Telling("Round {number}: {who} {begins|begin}."),
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
