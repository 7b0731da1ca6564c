"""What one seat sees and hears, as it is written down. How it comes about is in `views`."""

from __future__ import annotations

import msgspec


class ZoneView(msgspec.Struct, frozen=True, gc=False):
    """A zone as one seat sees it: cards bottom first, None for a card that is not seen."""

    name: str
    face: str
    cards: list[str | None]


class Told(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An event as one seat hears it."""

    what: str
    card: str | None = None
    source: str | None = None
    target: str | None = None
    number: int = 0
    seat: int = -1
    clause: str = ""
    why: str = ""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """Time that will act by itself, as all may know."""

    seats: list[int]  # whom it waits for; nobody: it only has to pass
    left: int  # ms, from the moment of sending
    whole: int  # ms: how long it runs in all


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything one seat may know at one moment."""

    seat: int
    now: int
    phase: str
    over: bool
    zones: list[ZoneView]
    facts: dict[str, object]
    legal: list[str]
    clock: Clock | None = None


class Delivery(msgspec.Struct, frozen=True, gc=False):
    """All that one input makes one seat hear: what was told, the new view, and — to the sender alone — the verdict."""

    told: list[Told]
    view: View
    verdict: str = ""
    clause: str = ""
    why: str = ""
