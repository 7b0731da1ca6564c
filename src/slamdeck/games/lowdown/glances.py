"""Glances at closed cards in Lowdown (LD-R27): each belongs to one seat and to one card, and runs its own time.

They are for the screen only; who knows which card is kept with the cards. The list of a table is replaced and never
changed, so that copies of the table may share it.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.native import i64


@final
class Glance:
    """One seat has looked at the top card of a zone; `left`: how many cards lay there then."""

    def __init__(self, seat: i64, zone: i64, until: i64, left: i64) -> None:
        self.seat: i64 = seat
        self.zone: i64 = zone
        self.until: i64 = until
        self.left: i64 = left


NO_GLANCES: Final[list[Glance]] = []
NOTHING_WRITTEN: Final[list[list[int]]] = []


def with_another(glances: list[Glance], seat: i64, zone: i64, until: i64, left: i64) -> list[Glance]:
    """Looking at the same card again starts its time anew; glances elsewhere run on."""
    kept = [glance for glance in glances if glance.seat != seat or glance.zone != zone]
    return [*kept, Glance(seat, zone, until, left)]


def after_a_trade(glances: list[Glance], one: i64, other: i64) -> list[Glance]:
    """Two cards have changed places: what a seat has seen belongs to the card."""
    found: list[Glance] = []
    for glance in glances:
        zone = glance.zone
        if zone == one:
            zone = other
        elif zone == other:
            zone = one
        found.append(Glance(glance.seat, zone, glance.until, glance.left))
    return found


def without(glances: list[Glance], zone: i64) -> list[Glance]:
    """Another card lies there now, and a glance is never lent."""
    return [glance for glance in glances if glance.zone != zone]
