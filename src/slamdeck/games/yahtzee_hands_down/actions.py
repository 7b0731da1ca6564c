"""Everything a player of Yahtzee Hands Down can do, declared once; the codes follow from it."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from slamdeck.core.actions import SHOUT, SLOT, Catalogue, Parameter, Verb
from slamdeck.core.bits import ALL_BELOW
from slamdeck.core.native import i64
from slamdeck.games.yahtzee_hands_down.combinations import TYPES

# The cards of an exchange, by their places in the hand. The first 32 are the sets of places in ascending order,
# numbered by their bits, so that no card at all comes first; the rest name the same cards in another order, which is
# the order they are discarded in.
ASCENDING: Final = [tuple(p for p in range(5) if s >> p & 1) for s in range(32)]
OTHERWISE: Final = [order for n in range(6) for order in permutations(range(5), n) if tuple(sorted(order)) != order]
ORDERS: Final = [*ASCENDING, *OTHERWISE]


class HandCatalogue(Catalogue):
    """An exchange has one word per card: "exchange 1 3", by the places of the hand."""

    def encode(self, name: str, words: list[str]) -> int:
        return super().encode(name, [" ".join(words)] if name == "exchange" and words else words)


def catalogue() -> Catalogue:
    """Naming one of the six types, or none (YH-R4); up to five cards, or none (YH-R2).

    An exchange is one input, so nobody can call in the middle of it (YH-R18).
    """
    cards = [" ".join(str(place + 1) for place in order) for order in ORDERS if order]
    return HandCatalogue(
        "yahtzee_hands_down",
        [
            Verb("call", [Parameter("type", list(TYPES), optional=True)], SHOUT),
            Verb("exchange", [Parameter("cards", cards, SLOT, optional=True)]),
        ],
    )


CATALOGUE: Final = catalogue()  # the same at every table
CALL: Final = CATALOGUE.verb("call")
CALL_TYPE: Final = CALL.argument("type")
EXCHANGE: Final = CATALOGUE.verb("exchange")

# As a set: to call without a name and by each of the six types. The exchanges in hand order follow.
CALLS: Final[i64] = ALL_BELOW[len(TYPES) + 1] << CALL.base
FIRST_EXCHANGE: Final[i64] = EXCHANGE.base


def call_code(named: i64) -> i64:
    """A call by that type, or by NO_TYPE."""
    return CALL.base + CALL_TYPE.at(named)


def exchange_code(order: i64) -> i64:
    """The exchange of those cards, by their place in ORDERS. The first of them is the argument left out."""
    return EXCHANGE.base + order


def order_of(code: i64) -> i64:
    """The inverse of `exchange_code`."""
    return code - EXCHANGE.base
