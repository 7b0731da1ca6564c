"""Everything a player of Hands Down can do, declared once; the codes follow from it."""

from __future__ import annotations

from typing import Final

from slamdeck.core import actions
from slamdeck.core.actions import NUMBER, SEAT, Catalogue, Parameter, Verb
from slamdeck.core.native import i64


def plain_verbs() -> list[Verb]:
    return [
        Verb("draw"),
        Verb("touch", manner=actions.HAND),
        Verb("fake"),
        Verb("pass"),
        Verb("shout", manner=actions.SHOUT),
    ]


def catalogue_at(seats: int, numbers: list[int], cards: int) -> Catalogue:
    """A slap may name the number of its pair, the lowest first (HD-R1); cards are taken from one rival or two, and
    picked by their backs where the house likes that (HD-R21). The first version of the rules knew no such verb: there
    were no `cards` to pick."""
    rivals = [str(seat) for seat in range(seats)]
    named = Parameter("number", [str(number) for number in numbers], NUMBER, optional=True)
    verbs = [
        *plain_verbs(),
        Verb("slap", [named], actions.HAND),
        Verb("take", [Parameter("first", rivals, SEAT), Parameter("second", rivals, SEAT, optional=True)]),
    ]
    if cards > 0:
        verbs.append(Verb("pick", [Parameter("back", [str(back + 1) for back in range(cards)], NUMBER)]))
    return Catalogue("hands_down", verbs)


# These come first at every table, so their codes are everywhere the same.
PLAIN: Final = Catalogue("hands_down", plain_verbs())
DRAW: Final[i64] = PLAIN.parse("draw")
TOUCH: Final[i64] = PLAIN.parse("touch")
FAKE: Final[i64] = PLAIN.parse("fake")
PASS: Final[i64] = PLAIN.parse("pass")
SHOUT: Final[i64] = PLAIN.parse("shout")
SLAP: Final[i64] = PLAIN.size  # without a name
