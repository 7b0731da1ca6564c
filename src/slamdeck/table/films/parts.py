"""What a film consists of. Each step says what has changed since the step before, for every pair of eyes."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from slamdeck.core.sights import Told
from slamdeck.table.messages import Race

ALL_OPEN: Final = -1  # the eyes that see every card: of a game that is over, or of a record that is nobody's secret


class ZoneChange(Struct, frozen=True, gc=False, omit_defaults=True):
    """A zone by its number: so many cards at its bottom stay, then come these; a number stands for so many unseen."""

    zone: int
    keep: int = 0
    then: list[str | int] = []
    face: str = ""  # none: as before


class Frame(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one pair of eyes sees change, and hears."""

    told: list[Told] = []
    zones: list[ZoneChange] = []
    facts: dict[str, object] = {}
    gone: list[str] = []  # facts that are none any more
    phase: str = ""  # none: as before


class OwnFrame(Struct, frozen=True, gc=False):
    """A seat's own frame, or that of eyes that see all, where it is another than the public's."""

    eyes: int
    frame: Frame


class FilmStep(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """An input and what became of it, or what time did by itself. The first step is the deal."""

    at: int  # game time, ms
    entry: int  # its number in the record
    seat: int = -1  # nobody's: time alone, or the deal
    do: str = ""
    verdict: str = ""
    clause: str = ""
    why: str = ""
    race: Race | None = None  # that this step has decided
    band: int = 0  # of that race, µs: hands closer together than this cannot be told apart
    names: list[str] = []  # of the seats, if they have changed
    over: bool = False
    public: Frame = Frame()
    own: list[OwnFrame] = []


class FilmSeat(Struct, frozen=True, gc=False):
    name: str
    bot: str  # its level


class Film(Struct, frozen=True, kw_only=True):
    """One game of a record."""

    table: str  # the code of a table, "lab" or "terminal"
    game: str
    title: str
    rules_version: int
    sealed: bool  # dealt so that neither side could have chosen the cards
    number: int  # which game of the record …
    games: int  # … of so many
    entries: int  # of the whole record
    head: bytes  # after the last of them
    seats: list[FilmSeat]
    options: dict[str, object]
    zones: list[str]  # their names
    finished: bool
    places: list[int]
    points: list[int]
    reason: str
    clause: str
    steps: list[FilmStep]
