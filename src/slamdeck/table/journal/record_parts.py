"""What a record consists of, line by line."""

from __future__ import annotations

import msgspec


class RecordHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is inside, for whoever looks at the first line only; all of it follows from entry 1."""

    slamdeck: int  # version of this format
    table: str  # where it was played: the code of a table, "lab" or "terminal"
    game: str
    rules_version: int


class RecordLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    entry: msgspec.Raw
    head: bytes


class RecordClosing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entries: int
    games: int  # that were finished
    head: bytes


RecordPart = RecordHeader | RecordLine | RecordClosing


# ---- what a record is about, for lists of many -----------------------------------------------------


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in a few words and numbers. `who` and `names` by seat, as they sat at the end."""

    number: int
    rules_version: int
    sealed: bool
    who: list[str]  # none: a bot
    names: list[str]
    bots: list[str]  # their levels
    places: list[int]
    points: list[int]
    reason: str
    clause: str
    inputs: int
    races: int
    fouls: int
    ms: int  # of game time


class RecordSummary(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    entries: int  # up to the end of the last finished game
    head: bytes  # … and after it
    players: list[str]  # everybody who had a hand in one of the games
    host: str
    games: list[GameSummary]


class BulkHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file of many records."""

    slamdeck_library: int  # version of this format


class BulkRow(msgspec.Struct, frozen=True, kw_only=True):
    """One record among many. All but `record` is for whoever looks through the file: it follows from the record."""

    record: str
    table: str = ""
    game: str = ""
    title: str = ""
    games: int = 0
    inputs: int = 0
    races: int = 0
    fouls: int = 0
    ms: int = 0
    names: list[str] = []  # of the seats, at the end of the last game
    places: list[int] = []  # … and how it ended
    points: list[int] = []
    ended: list[int] = []  # of each game: seconds since 1970
