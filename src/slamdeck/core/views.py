"""What one seat sees: cards by the faces of their zones, and the facts the game gives to that seat.

Nothing is filtered out here; a view holds only what was put in.
"""

from __future__ import annotations

import msgspec

from slamdeck.core.events import Event
from slamdeck.core.kernel import Entry
from slamdeck.core.places import HIDDEN
from slamdeck.core.rules import VERDICT_NAMES, Moves, Rules
from slamdeck.core.zones import FACE_NAMES, HOST, PUBLIC


class ZoneView(msgspec.Struct, frozen=True):
    """A zone as one seat sees it: cards bottom first, None for a card that is not seen."""

    name: str
    face: str
    cards: list[str | None]


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as one seat hears it."""

    what: str
    card: str | None = None
    source: str | None = None
    target: str | None = None
    number: int = 0
    seat: int = -1
    clause: str = ""


class View(msgspec.Struct, frozen=True):
    """Everything one seat may know at one moment."""

    seat: int
    now: int
    phase: str
    over: bool
    zones: list[ZoneView]
    facts: dict[str, object]
    legal: list[str]


class Delivery(msgspec.Struct, frozen=True):
    """All that one input makes one seat hear: what was told, the new view, and — to the sender alone — the verdict."""

    told: list[Told]
    view: View
    verdict: str = ""
    clause: str = ""
    why: str = ""


def legal_codes(rules: Rules, seat: int) -> list[int]:
    moves = Moves(rules.catalogue.size)
    rules.legal(seat, moves)
    return moves.listed()


def sensible_codes(rules: Rules, seat: int) -> list[int]:
    moves = Moves(rules.catalogue.size)
    rules.sensible(seat, moves)
    return moves.listed()


def view_of(rules: Rules, seat: int) -> View:
    """The view of a seat, or of PUBLIC."""
    names = rules.deck.names()
    cards = rules.cards
    zones = [
        ZoneView(
            rules.layout.name_of(zone),
            FACE_NAMES[cards.face(zone)],
            [None if kind == HIDDEN else names[kind] for kind in cards.seen_in(zone, seat)],
        )
        for zone in range(rules.layout.zones)
    ]
    codes = [] if seat == PUBLIC else legal_codes(rules, seat)
    return View(
        seat=seat,
        now=rules.now,
        phase=rules.phase(),
        over=rules.over,
        zones=zones,
        facts=rules.facts(seat),
        legal=[rules.wording(seat, code) for code in codes],
    )


def heard(rules: Rules, event: Event, seat: int) -> Told:
    """An event as this seat hears it: the card only if it may see it."""
    visible = event.card != HIDDEN and bool(event.seats >> seat & 1)
    layout = rules.layout
    return Told(
        what=event.what,
        card=rules.deck.kinds[event.card].name if visible else None,
        source=layout.name_of(event.source) if event.source >= 0 else None,
        target=layout.name_of(event.target) if event.target >= 0 else None,
        number=event.number,
        seat=event.seat,
        clause=event.clause,
    )


def delivery(rules: Rules, entry: Entry, seat: int) -> Delivery:
    """What this seat is sent after an input. A rejected or ignored input is nobody's business but the sender's."""
    told = [heard(rules, event, seat) for event in entry.told]
    view = view_of(rules, seat)
    if seat != entry.seat or entry.seat == HOST:
        return Delivery(told, view)
    return Delivery(told, view, VERDICT_NAMES[entry.verdict], entry.clause, entry.why)
