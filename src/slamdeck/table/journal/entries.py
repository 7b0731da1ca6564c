"""What a journal holds: the entries of a table, and how one of them stands in its place in the chain.

A game of the lab or of the terminal is written in the same entries: opened, seated, dealt from a plain number, played,
ended. A field that came later has a default and is left out where it has it, so that yesterday's entries keep the bytes
that were hashed.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from slamdeck.core.recorded_hands import RecordedHands
from slamdeck.table.races.bracket import BracketEvidence, BracketRecord
from slamdeck.table.races.evidence import Evidence, RaceRecord, TimesUse
from slamdeck.table.settings import Settings

FORMAT: Final = 2  # of journals and records; what format 1 looked like is in legacy.py

MOST_MS: Final = 1 << 43  # of game time: some centuries
MOST_CODE: Final = 1 << 41
GameTime = Annotated[int, Meta(ge=-MOST_MS, le=MOST_MS)]
AnySeatNumber = Annotated[int, Meta(ge=-1000, le=1000)]  # a record also keeps what made no sense
ActionCode = Annotated[int, Meta(ge=-MOST_CODE, le=MOST_CODE)]
RulesVersion = Annotated[int, Meta(ge=0, le=1_000_000)]
PlainSeed = Annotated[int, Meta(ge=0, lt=1 << 62)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, tag_field="e", tag=str.lower, kw_only=True):
    """One kind of entry; its `e` is the name of its class in small letters."""


class SeatHeld(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Who has a seat. `who` is a person, or the made-up id of a bot."""

    who: str
    name: str
    bot: str = ""  # a bot's own seat: its level
    stand_in: str = ""  # the bot that plays for an absent person
    handicap: int = 0  # ms


class Ban(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Somebody whom the host has sent away: by session, and by network where nobody else would suffer from it."""

    who: str
    name: str
    network: str = ""  # a mark of it that many networks share, so a record tells of nobody's


class Opened(Body, frozen=True, kw_only=True, omit_defaults=True):
    table: str
    format: int
    game: str
    rules_version: RulesVersion  # of its first game
    deck: dict[str, object]
    options: dict[str, object]
    settings: Settings
    begins: bool = False  # the first game does, as soon as the host is there


class Given(Body, frozen=True, kw_only=True, omit_defaults=True):
    """The deal of this table is given, not drawn, and ghosts have the other seats: today's deal, practice on that of
    yesterday, or an earlier game. Second entry of its journal; the seed is the key itself, and nobody stirs it."""

    kind: Literal["today", "practice", "ghosts"]
    seed: bytes  # told to nobody before the end, today's not before the day is over
    hands: RecordedHands
    day: Annotated[str, Meta(max_length=10)] = ""  # of today's deal, by the server's calendar


class Seated(Body, frozen=True, kw_only=True):
    """All seats as they are now, and whose word counts."""

    seats: tuple[SeatHeld, ...]
    host: str


class Agreed(Body, frozen=True, kw_only=True, omit_defaults=True):
    options: dict[str, object]
    settings: Settings
    deck: dict[str, object] | None = None  # none: as before


class Guarded(Body, frozen=True, kw_only=True, omit_defaults=True):
    """Who comes in no more, and whether anybody new does: all of it, as it is from now on."""

    bans: tuple[Ban, ...] = ()
    locked: bool = False


class Sealed(Body, frozen=True, kw_only=True, omit_defaults=True):
    """The seed of the next game is fixed, and so are the players' numbers. Nobody can be unhappy about the deal."""

    number: int
    commitment: bytes
    seed: bytes  # told to nobody before the end
    sealed: tuple[bytes | None, ...]
    rules_version: RulesVersion = 0  # of this game and those after it; 0: as before


class Dealt(Body, frozen=True, kw_only=True):
    nonces: tuple[bytes | None, ...]
    event: int


class Seeded(Body, frozen=True, kw_only=True):
    """Dealt from a plain number: a game of the lab or the terminal, where nobody has to be convinced of the deal."""

    seed: PlainSeed


class Played(Body, frozen=True, kw_only=True, omit_defaults=True):
    """An input and what became of it. `verdict` is the rules' word, or the table's own: "late", "too soon"."""

    at: GameTime
    seat: AnySeatNumber
    action: ActionCode
    do: str
    verdict: str
    clause: str = ""
    why: str = ""
    id: int = -1  # −1: nobody's message (a bot, the host's next hand)
    evidence: BracketEvidence | None = None  # by the first law of races
    judged: Evidence | None = None  # what was measured, unless the race that this hand was in says it
    event: int = 0  # the event that was released with it, if any
    blind: bytes = b""


class Passed(Body, frozen=True, kw_only=True, omit_defaults=True):
    """A deadline of the game."""

    at: GameTime
    event: int = 0


class Raced(Body, frozen=True, kw_only=True, omit_defaults=True):
    """As `Decided`, by the first law of races."""

    record: BracketRecord | None
    drawn: tuple[int, ...] = ()
    event: int = 0
    blind: bytes = b""


class Decided(Body, frozen=True, kw_only=True, omit_defaults=True):
    """A race is closed, or a dead heat was drawn; the inputs follow, unless the race was void."""

    record: RaceRecord | None = None
    drawn: tuple[int, ...] = ()
    event: int = 0
    blind: bytes = b""


class Timed(Body, frozen=True, kw_only=True, omit_defaults=True):
    """How somebody's times are found from now on. Told to them and to the host."""

    who: str
    times: TimesUse
    by_host: bool = False


class Paused(Body, frozen=True, kw_only=True):
    at: GameTime


class WentOn(Body, frozen=True, kw_only=True):
    """After a pause, or after a server took the table over: an open race starts again."""

    at: GameTime
    event: int


class Ended(Body, frozen=True, kw_only=True, omit_defaults=True):
    """The result, and the seed for everyone to check."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: Annotated[str, Meta(max_length=400)]
    clause: str
    seed: bytes
    told: bytes = b""  # the digest of everything that was told since the deal


class Stopped(Body, frozen=True, kw_only=True):
    """A record ends before its game does. Never at a live table: there a game that is not over is secret."""

    told: bytes


JournalEntry = (
    Opened | Given | Seated | Agreed | Guarded | Timed | Sealed | Dealt | Seeded | Played | Passed | Raced | Decided
    | Paused | WentOn | Ended | Stopped
)  # fmt: skip

# Made once, in the thread that imports this: msgspec learns a struct the first time it reads one, and two threads that
# do so at the same moment crash the process. Tables are rebuilt in threads.
entry_decoder: Final[msgspec.json.Decoder[JournalEntry]] = msgspec.json.Decoder(JournalEntry)


class ChainedEntry(Struct, frozen=True, gc=False):
    """One journal entry in its place: its number, the head before it, and its canonical bytes."""

    seq: int
    prev: bytes
    body: bytes

    @property
    def head(self) -> bytes:
        return hashlib.sha256(self.prev + self.body).digest()
