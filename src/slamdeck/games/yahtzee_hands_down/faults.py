"""What is wrong with a hand that fits nothing on offer, in words for people. Nothing here decides anything."""

from __future__ import annotations

from itertools import combinations, permutations

from slamdeck.core.native import i64
from slamdeck.games.yahtzee_hands_down.combinations import EVERY_TYPE, TYPES, Combinations
from slamdeck.games.yahtzee_hands_down.words import COMBO_WORDS, NO_COMBINATION, NOT_ON_OFFER, ONE_COLOUR

SMALL_STRAIGHTS = ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6))
LARGE_STRAIGHTS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


def fault_of(known: Combinations, hand: i64, offer: i64) -> str:
    """A combination that is not on offer, or one that would be there if colours did not matter (YH-37 to YH-42)."""
    made = known.types(hand, EVERY_TYPE)
    for combo in range(len(TYPES) - 1, -1, -1):
        if made >> combo & 1:
            return NOT_ON_OFFER.format(combo=COMBO_WORDS[TYPES[combo]])
    numbers = [numbers_on(known.faces[(hand >> (8 * place)) & 255]) for place in range(5)]
    for combo in range(len(TYPES) - 1, -1, -1):
        if offer >> combo & 1 and would_make(numbers, TYPES[combo]):
            return ONE_COLOUR[TYPES[combo]]
    return NO_COMBINATION


def numbers_on(faces: int) -> set[int]:
    """The numbers that a card can show in whatever colour."""
    return {number for number in range(1, 7) for colour in range(3) if faces >> (6 * colour + number - 1) & 1}


def would_make(numbers: list[set[int]], combo: str) -> bool:
    """Do these five cards make that combination, colours apart?"""
    if combo in ("SS", "LS"):
        straights = SMALL_STRAIGHTS if combo == "SS" else LARGE_STRAIGHTS
        return any(
            all(wanted in card for wanted, card in zip(straight, cards, strict=True))
            for straight in straights
            for cards in permutations(numbers, len(straight))
        )
    if combo == "FH":
        return any(
            alike([numbers[i] for i in three]) and alike([numbers[i] for i in range(5) if i not in three])
            for three in combinations(range(5), 3)
        )
    return any(alike(list(cards)) for cards in combinations(numbers, {"3K": 3, "4K": 4, "YZ": 5}[combo]))


def alike(cards: list[set[int]]) -> bool:
    return bool(set.intersection(*cards))
