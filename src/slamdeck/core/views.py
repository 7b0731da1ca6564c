"""What one seat sees: cards by the faces of their zones, and the facts the game gives to that seat.

Nothing is filtered out here; a view holds only what was put in.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from slamdeck.core.events import Event
from slamdeck.core.kernel import Entry
from slamdeck.core.places import HIDDEN
from slamdeck.core.rules import VERDICT_NAMES, Moves, Rules
from slamdeck.core.sights import Clock, Delivery, Told, View, ZoneView
from slamdeck.core.zones import FACE_NAMES, HOST, PUBLIC

__all__ = [
    "Clock",
    "Delivery",
    "Told",
    "View",
    "ZoneView",
    "delivery",
    "heard",
    "heard_by",
    "legal_codes",
    "legal_moves",
    "sensible_codes",
    "view_of",
    "view_with",
]


def legal_moves(rules: Rules, seat: int, at: int | None = None) -> Moves:
    """What a seat may do now, or would at a later time if nothing happened before."""
    moves = Moves(rules.catalogue.size)
    rules.legal(seat, rules.now if at is None else at, moves)
    return moves


def legal_codes(rules: Rules, seat: int, at: int | None = None) -> list[int]:
    return legal_moves(rules, seat, at).listed()


def sensible_codes(rules: Rules, seat: int, at: int | None = None) -> list[int]:
    moves = Moves(rules.catalogue.size)
    rules.sensible(seat, rules.now if at is None else at, moves)
    return moves.listed()


def view_of(rules: Rules, seat: int) -> View:
    """The view of a seat, or of PUBLIC."""
    return view_with(rules, seat, [] if seat == PUBLIC else legal_codes(rules, seat), rules.now, rules.now)


def view_with(rules: Rules, seat: int, codes: list[int], now: int, sent: int) -> View:
    """The same, if the legal moves are known already. `sent`: the game time at which it goes out."""
    phase, facts = rules.phase(), rules.facts(seat)
    words = [rules.wording(seat, code) for code in codes]
    return View(seat, now, phase, rules.over, zones_of(rules, seat), facts, words, clock_at(rules, seat, sent))


def clock_at(rules: Rules, seat: int, sent: int) -> Clock | None:
    """The clock that runs, as it stands at that game time."""
    clock = None if rules.over else rules.clock(seat)
    if clock is None:
        return None
    return structs.replace(clock, left=min(max(clock.left + rules.now - sent, 0), clock.whole))


def zones_of(rules: Rules, seat: int) -> list[ZoneView]:
    names = rules.layout.zone_names()
    faces = rules.cards.faces()
    seen = rules.cards.seen_by(seat, rules.deck.card_names)
    return [ZoneView(names[zone], FACE_NAMES[faces[zone]], seen[zone]) for zone in range(len(names))]


def heard_by(rules: Rules, told: Sequence[Event], seat: int) -> list[Told]:
    return [heard(rules, event, seat) for event in told]


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
        why=event.why,
    )


def delivery(rules: Rules, entry: Entry, seat: int) -> Delivery:
    """What this seat is sent after an input. A rejected or ignored input is nobody's business but the sender's."""
    told = heard_by(rules, entry.told, seat)
    view = view_of(rules, seat)
    if seat != entry.seat or entry.seat == HOST:
        return Delivery(told, view)
    return Delivery(told, view, VERDICT_NAMES[entry.verdict], entry.clause, entry.why)
