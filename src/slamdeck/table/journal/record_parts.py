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
