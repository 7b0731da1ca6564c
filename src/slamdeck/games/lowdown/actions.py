"""Everything a player of Lowdown can do, declared once; the codes follow from it.

Slots are written as people count them, from 1: "place 5 closed clear=H1", "steal 2 9 1". In code a slot is 0 to 8,
a zone is a slot of anybody's grid: 9 × seat + slot.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from slamdeck.core.actions import HOST, SEAT, SLOT, Catalogue, Parameter, Verb
from slamdeck.core.native import i64
from slamdeck.games.lowdown.lines import LINE_NAMES, MOST_SEATS, SLOTS

# How a card is placed; a taken one lies open without a word.
SIDE: Final = Parameter("side", ["open", "closed"], optional=True)
SIDE_NOT_SAID: Final[i64] = SIDE.choice("")
SIDE_OPEN: Final[i64] = SIDE.choice("open")
SIDE_CLOSED: Final[i64] = SIDE.choice("closed")


@cache
def catalogue_at(seats: int, version: int) -> Catalogue:
    """The verbs at a table of that size; peeks and steals grow with it, so they come last.

    LD-R19: a move may carry the line that is to be cleared after it. LD-R36: the first version of the rules had no
    word for a peek at the draw pile.
    """
    numbers = [str(slot + 1) for slot in range(SLOTS)]
    slot = Parameter("slot", numbers, SLOT)
    line = Parameter("line", list(LINE_NAMES))
    clear = Parameter("clear", list(LINE_NAMES), optional=True, keyword=True)
    seat = Parameter("seat", [str(s) for s in range(seats)], SEAT)
    plain = ["draw", "take", "discard", "perform", "skip", "leave", "done"]
    return Catalogue(
        "lowdown",
        [
            *[Verb(name) for name in plain],
            Verb("next_hand", manner=HOST),
            Verb("clear", [line]),
            Verb("look", [slot]),
            Verb("open", [Parameter("slot", numbers, SLOT, optional=True), clear]),
            Verb("place", [slot, SIDE, clear]),
            Verb("swap", [slot, Parameter("other_slot", numbers, SLOT), clear]),
            Verb("peek", [seat, slot]),
            Verb("steal", [seat, Parameter("their_slot", numbers, SLOT), Parameter("my_slot", numbers, SLOT), clear]),
            *([Verb("peek_draw")] if version > 1 else []),
        ],
    )


# The codes that are the same at every table: all before the peeks.
CATALOGUE: Final = catalogue_at(MOST_SEATS, 1)
DRAW: Final[i64] = CATALOGUE.verb("draw").base
TAKE: Final[i64] = CATALOGUE.verb("take").base
DISCARD: Final[i64] = CATALOGUE.verb("discard").base
PERFORM: Final[i64] = CATALOGUE.verb("perform").base
SKIP: Final[i64] = CATALOGUE.verb("skip").base
LEAVE: Final[i64] = CATALOGUE.verb("leave").base
DONE: Final[i64] = CATALOGUE.verb("done").base
NEXT_HAND: Final[i64] = CATALOGUE.verb("next_hand").base

CLEAR: Final = CATALOGUE.verb("clear")
CLEAR_LINE: Final = CLEAR.argument("line")

LOOK_AT: Final = CATALOGUE.verb("look")
LOOK_AT_SLOT: Final = LOOK_AT.argument("slot")

OPEN_UP: Final = CATALOGUE.verb("open")
OPEN_UP_SLOT: Final = OPEN_UP.argument("slot")
OPEN_UP_CLEAR: Final = OPEN_UP.argument("clear")

PLACE: Final = CATALOGUE.verb("place")
PLACE_SLOT: Final = PLACE.argument("slot")
PLACE_SIDE: Final = PLACE.argument("side")
PLACE_CLEAR: Final = PLACE.argument("clear")

SWAP: Final = CATALOGUE.verb("swap")
SWAP_ONE: Final = SWAP.argument("slot")
SWAP_OTHER: Final = SWAP.argument("other_slot")
SWAP_CLEAR: Final = SWAP.argument("clear")


# ---- making codes: moves that carry no line to be cleared after them -----------------------------------


def clear_code(line: i64) -> i64:
    return CLEAR.base + CLEAR_LINE.at(line)


def look_code(slot: i64) -> i64:
    return LOOK_AT.base + LOOK_AT_SLOT.at(slot)


def open_code(slot: i64) -> i64:
    return OPEN_UP.base + OPEN_UP_SLOT.at(slot)


def place_code(slot: i64, side: i64) -> i64:
    return PLACE.base + PLACE_SLOT.at(slot) + PLACE_SIDE.at(side)


def swap_code(one: i64, other: i64) -> i64:
    return SWAP.base + SWAP_ONE.at(one) + SWAP_OTHER.at(other)


# Into the first slot; into the others it is PLACE_SLOT.step further each time.
PLACE_TAKEN: Final[i64] = place_code(0, SIDE_NOT_SAID)
PLACE_OPEN: Final[i64] = place_code(0, SIDE_OPEN)
PLACE_CLOSED: Final[i64] = place_code(0, SIDE_CLOSED)


@final
class Peeks:
    """The codes of `peek` at one table."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.verb = catalogue.verb("peek")
        self.seat = self.verb.argument("seat")
        self.slot = self.verb.argument("slot")

    def code(self, seat: i64, slot: i64) -> i64:
        return self.verb.base + self.seat.at(seat) + self.slot.at(slot)

    def zone(self, code: i64) -> i64:
        """Where the card lies."""
        return SLOTS * self.seat.of(code) + self.slot.of(code)


@final
class Steals:
    """The codes of `steal` at one table."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.verb = catalogue.verb("steal")
        self.seat = self.verb.argument("seat")
        self.theirs = self.verb.argument("their_slot")
        self.mine = self.verb.argument("my_slot")
        self.clear = self.verb.argument("clear")

    def code(self, seat: i64, theirs: i64, mine: i64) -> i64:
        """That seat's card for one of one's own, by their slots."""
        return self.verb.base + self.seat.at(seat) + self.theirs.at(theirs) + self.mine.at(mine)

    def zone(self, code: i64) -> i64:
        """Where the stolen card lies."""
        return SLOTS * self.seat.of(code) + self.theirs.of(code)
