"""What goes on what in Hit the Deck. Worked out once per table; the rules only look it up."""

from __future__ import annotations

from slamdeck.core.deck import Kind

# A number does nothing, words are duties of the next player, hits are demands on all of them.
EFFECTS = {"number": 0, "cut": 1, "flip": 2, "hit_number": 3, "hit_color": 3, "hit_hand": 4}


def effect_of(kind: Kind) -> int:
    return EFFECTS[kind.family]


def set_that_fits(kinds: list[Kind], top: Kind) -> int:
    """The set of kinds that may be put on that top, as one integer."""
    return sum(1 << number for number, card in enumerate(kinds) if goes_on(card, top))


def goes_on(card: Kind, top: Kind) -> bool:
    """May this card be put on that top?

    HT-44, HT-R30: anything goes on a hit-hand card. HT-29: a hit card goes on any colour, but
    HT-34, HT-39, HT-R31: never where another one demands something.
    """
    if top.family == "hit_hand":
        return True
    if top.family == "hit_number":
        return same_number(card, top)
    if card.family.startswith("hit_"):
        return top.family != "hit_color"
    return same_color(card, top) or (top.family == "number" and same_number(card, top))


def same_color(card: Kind, top: Kind) -> bool:
    """HT-12, HT-16, HT-35: words agree by colour only, be it with a card or with a demand.

    HT-R8: nothing but its colour fits on a word card. HT-R29: a word card meets a colour demand.
    """
    return card.values["color"] == top.values["color"]


def same_number(card: Kind, top: Kind) -> bool:
    """HT-12, HT-30, HT-R29: only number cards have a number to agree with, or to be demanded."""
    return card.family == "number" and card.values["number"] == top.values["number"]


def demand_of(kind: Kind) -> str:
    """What a hit card demands, in the words of a scenario: HT-30, HT-35, HT-44."""
    if kind.family == "hit_number":
        return f"number {kind.word('number')}"
    if kind.family == "hit_color":
        return f"colour {kind.word('color')}"
    return "anything" if kind.family == "hit_hand" else "none"
