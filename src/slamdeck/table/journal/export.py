"""The record of a table as a file that anyone can check: its journal up to the end of the last finished game.

One JSON object per line: a header, the entries, each with the head of the chain after it, and a closing line. Every
byte of it is either hashed or follows from what is, so no byte can be changed unnoticed. How such a file is opened is
in reading.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from slamdeck.core.problems import CheckFailed
from slamdeck.table.journal.entries import FORMAT, ChainedEntry, Opened
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.record_parts import RecordClosing, RecordHeader, RecordLine, RecordPart

ENDED: Final = b'{"e":"ended"'  # how a canonical entry of that kind begins

Shape = TypeVar("Shape")


def finished(entries: Sequence[ChainedEntry]) -> int:
    """How many entries may be shown: those up to the last end of a game. What follows has secrets still."""
    return max((chained.seq for chained in entries if chained.body.startswith(ENDED)), default=0)


def export(entries: Sequence[ChainedEntry]) -> bytes:
    """The record of everything that is over at a live table; a Problem if nothing is."""
    count = finished(entries)
    if not count:
        raise CheckFailed("no game has been finished at this table")
    return write_record(entries[:count])


def write_record(entries: Sequence[ChainedEntry]) -> bytes:
    """These entries, from the opening on, as a file."""
    opened = read_entry(entries[0])
    assert isinstance(opened, Opened)
    lines = [encode(header_of(opened)), *map(line_of, entries), encode(closing_of(entries))]
    return b"\n".join(lines) + b"\n"


def header_of(opened: Opened) -> RecordHeader:
    return RecordHeader(FORMAT, opened.table, opened.game, opened.rules_version)


def line_of(chained: ChainedEntry) -> bytes:
    return encode(RecordLine(chained.seq, msgspec.Raw(chained.body), chained.head))


def closing_of(entries: Sequence[ChainedEntry]) -> RecordClosing:
    games = sum(1 for chained in entries if chained.body.startswith(ENDED))
    return RecordClosing(len(entries), games, entries[-1].head)


def encode(part: RecordPart) -> bytes:
    return msgspec.json.encode(part)


def read_line(line: bytes, shape: type[Shape], place: str) -> Shape:
    try:
        return msgspec.json.decode(line, type=shape)
    except msgspec.ValidationError as error:
        raise CheckFailed(f"{place}: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CheckFailed(f"{place}: is cut off or not JSON ({error})") from error
