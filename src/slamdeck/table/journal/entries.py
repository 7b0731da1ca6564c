"""What a journal holds: the entries of a table, and how one of them stands in its place in the chain."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from slamdeck.table.races.evidence import Evidence, RaceRecord
from slamdeck.table.settings import Settings

FORMAT = 1


class Body(Struct, frozen=True, forbid_unknown_fields=True, tag_field="e", tag=str.lower, kw_only=True):
    """One kind of entry; its `e` is the name of its class in small letters."""


class SeatHeld(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Who has a seat. `who` is a person, or the made-up id of a bot."""

    who: str
    name: str
    bot: str = ""  # a bot's own seat: its level
    stand_in: str = ""  # the bot that plays for an absent person
    handicap: int = 0  # ms


class Opened(Body, frozen=True, kw_only=True):
    table: str
    format: int = FORMAT
    game: str
    rules_version: int
    deck: dict[str, object]
    options: dict[str, object]
    settings: Settings


class Seated(Body, frozen=True, kw_only=True):
    """All seats as they are now, and whose word counts."""

    seats: tuple[SeatHeld, ...]
    host: str


class Agreed(Body, frozen=True, kw_only=True):
    options: dict[str, object]
    settings: Settings


class Sealed(Body, frozen=True, kw_only=True):
    """The seed of the next game is fixed, and so are the players' numbers. Nobody can be unhappy about the deal."""

    number: int
    commitment: bytes
    seed: bytes  # told to nobody before the end
    sealed: tuple[bytes | None, ...]


class Dealt(Body, frozen=True, kw_only=True):
    nonces: tuple[bytes | None, ...]
    event: int


class Played(Body, frozen=True, kw_only=True, omit_defaults=True):
    """An input and what became of it. `verdict` is the rules' word, or the table's own: "late", "too soon"."""

    at: int  # game time, ms
    seat: int
    action: int
    do: str
    verdict: str
    clause: str = ""
    why: str = ""
    id: int = -1  # −1: nobody's message (a bot, the host's next hand)
    evidence: Evidence | None = None
    event: int = 0  # the event that was released with it, if any
    blind: bytes = b""


class Passed(Body, frozen=True, kw_only=True, omit_defaults=True):
    """A deadline of the game."""

    at: int
    event: int = 0


class Raced(Body, frozen=True, kw_only=True, omit_defaults=True):
    """A race is closed, or a dead heat was drawn; the inputs follow, unless the race was void."""

    record: RaceRecord | None
    drawn: tuple[int, ...] = ()
    event: int = 0
    blind: bytes = b""


class Paused(Body, frozen=True, kw_only=True):
    at: int


class WentOn(Body, frozen=True, kw_only=True):
    """After a pause, or after a server took the table over: an open race starts again."""

    at: int
    event: int


class Ended(Body, frozen=True, kw_only=True):
    """The result, and the seed for everyone to check."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: Annotated[str, Meta(max_length=400)]
    clause: str
    seed: bytes


Entry = Opened | Seated | Agreed | Sealed | Dealt | Played | Passed | Raced | Paused | WentOn | Ended

# Made once, in the thread that imports this: msgspec learns a struct the first time it reads one, and two threads that
# do so at the same moment crash the process. Tables are rebuilt in threads.
entry_decoder: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


class Link(Struct, frozen=True, gc=False):
    """One journal entry in its place: its number, the head before it, and its canonical bytes."""

    seq: int
    prev: bytes
    body: bytes

    @property
    def head(self) -> bytes:
        return hashlib.sha256(self.prev + self.body).digest()
