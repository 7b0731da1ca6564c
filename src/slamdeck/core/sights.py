"""What one seat sees and hears, as it is written down. How it comes about is in `views`."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

NUMBERED: Final = re.compile(r"(\w+)\[(\d+)\](?:\[(\d+)\])?")  # how a zone that belongs to a seat is called


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

    def __getattr__(self, name: str) -> Any:
        """Zones and facts by their names: `view.centre`, `view.stacks[2]`, `view.grids[0][8]`, `view.turn`."""
        cards = self.row(name)
        if cards is not None:
            return cards
        if name in self.facts:
            return self.facts[name]
        known = ", ".join(sorted(set(self.row_names()) | set(self.facts)))
        raise AttributeError(f"this view has no {name!r}; it has {known}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.row_names(), *self.facts]

    def row_names(self) -> list[str]:
        return list(dict.fromkeys(zone.name.partition("[")[0] for zone in self.zones))

    def row(self, name: str) -> list[object] | None:
        """The cards of all zones of one name: of one that all share, of one for each seat, or of several for each."""
        found: list[object] = []
        for zone in self.zones:
            if zone.name == name:
                return list(zone.cards)
            numbered = NUMBERED.fullmatch(zone.name)
            if numbered is None or numbered[1] != name:
                continue
            if numbered[3] is None or numbered[3] == "0":
                found.append(list(zone.cards) if numbered[3] is None else [])
            if numbered[3] is not None:
                several = found[-1]
                assert isinstance(several, list)
                several.append(list(zone.cards))
        return found or None


class Delivery(msgspec.Struct, frozen=True, gc=False):
    """All that one input makes one seat hear: what was told, the new view, and — to the sender alone — the verdict."""

    told: list[Told]
    view: View
    verdict: str = ""
    clause: str = ""
    why: str = ""
