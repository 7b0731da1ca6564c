"""Opening a record, wherever it was played and whichever Slamdeck wrote it: every entry is played again.

A Problem names the first line or entry that does not fit.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.table.journal.chain import first_head
from slamdeck.table.journal.entries import (
    FORMAT,
    ChainedEntry,
    Ended,
    Given,
    JournalEntry,
    Opened,
    Passed,
    Played,
    Sealed,
    Seeded,
    Stopped,
)
from slamdeck.table.journal.export import closing_of, encode, header_of, line_of, read_line
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.legacy import LAB_FORMAT, TABLE_KIND, header_before, read_lab_record
from slamdeck.table.journal.rebuild import Watching, read_table
from slamdeck.table.journal.record_parts import RecordHeader, RecordLine
from slamdeck.table.state import TableState


class CheckedGame(msgspec.Struct):
    """One game of a record that was found to fit."""

    number: int
    rules_version: int
    sealed: bool  # dealt so that neither side could have chosen the cards
    inputs: int = 0
    result: Ended | None = None  # None: the record ends before the game does


class CheckedRecord(msgspec.Struct, frozen=True):
    """What a record says, after every entry of it was found to fit."""

    table: str
    info: GameInfo
    state: TableState
    entries: list[JournalEntry]
    games: list[CheckedGame]
    heads: list[bytes]  # after every entry

    @property
    def head(self) -> bytes:
        return self.heads[-1]

    @property
    def results(self) -> list[Ended]:
        return [game.result for game in self.games if game.result is not None]


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CheckFailed(f"record {path}: cannot be read ({error.strerror})") from error


def open_record(data: bytes, games: Mapping[str, GameInfo], place: str, watch: Watching | None = None) -> CheckedRecord:
    """Play a record again and insist that everything comes out as it is written."""
    lines = lines_of(data, place)
    kind = read_line(lines[0], dict[str, object], f"{place}, line 1").get("slamdeck")
    if kind == LAB_FORMAT and kind is not True:
        return checked(read_lab_record(lines, games, place).chained_entries(), games, watch)
    return check_table(lines, kind, games, place, watch)


def lines_of(data: bytes, place: str) -> list[bytes]:
    """Says plainly when a file is no record at all, or went through an editor, before anything in it looks forged."""
    if not data:
        raise CheckFailed(f"{place}: is empty")
    lines = data.split(b"\n")
    if lines[0].startswith(codecs.BOM_UTF8) or lines[0].endswith(b"\r"):
        raise CheckFailed(
            f"{place}, line 1: an editor or a mail program has changed its line ends or put a mark in front; "
            "a record is checked byte for byte, so keep it as it was written"
        )
    if not lines[0].startswith(b"{"):
        raise CheckFailed(f"{place}, line 1: is not the header of a Slamdeck record")
    if lines[-1] != b"" or len(lines) < 4:
        raise CheckFailed(f"{place}: is cut off after line {max(1, len(lines) - 1)}")
    lines.pop()
    return lines


def check_table(
    lines: Sequence[bytes], kind: object, games: Mapping[str, GameInfo], place: str, watch: Watching | None
) -> CheckedRecord:
    table = read_header(lines[0], kind, f"{place}, line 1")
    entries = read_entries(table, lines[1:-1], place)
    found = checked(entries, games, watch)
    opened = found.entries[0]
    assert isinstance(opened, Opened)
    header = header_before(opened) if kind == TABLE_KIND else encode(header_of(opened))
    if header != lines[0]:
        raise CheckFailed(f"{place}, line 1: does not fit the table that entry 1 opens")
    ended = isinstance(found.entries[-1], Ended | Stopped)
    if not ended or encode(closing_of(entries)) != lines[-1]:
        raise CheckFailed(f"{place}, line {len(lines)}: does not close the entries above it")
    return found


def read_header(line: bytes, kind: object, place: str) -> str:
    """The name of the table; says plainly when a record comes from a newer Slamdeck."""
    if kind == TABLE_KIND:
        return str(read_line(line, dict[str, object], place).get("table"))
    if not isinstance(kind, int) or isinstance(kind, bool) or kind < FORMAT:
        raise CheckFailed(f"{place}: is not the header of a Slamdeck record")
    if kind > FORMAT:
        raise CheckFailed(f"{place}: has format {kind}, this Slamdeck reads up to {FORMAT}")
    return read_line(line, RecordHeader, place).table


def read_entries(table: str, lines: Sequence[bytes], place: str) -> list[ChainedEntry]:
    entries: list[ChainedEntry] = []
    head = first_head(table)
    for number, raw in enumerate(lines, start=2):
        here = f"{place}, line {number}"
        line = read_line(raw, RecordLine, here)
        chained = ChainedEntry(number - 1, head, bytes(line.entry))
        if line_of(chained) != raw:
            raise CheckFailed(f"{here}: entry {chained.seq} does not fit its place in the chain")
        entries.append(chained)
        head = chained.head
    return entries


def checked(written: Sequence[ChainedEntry], games: Mapping[str, GameInfo], watch: Watching | None) -> CheckedRecord:
    state, _ = read_table(written, games, watch)
    entries = [read_entry(chained) for chained in written]
    return CheckedRecord(state.table, state.info, state, entries, games_in(entries), [one.head for one in written])


def games_in(entries: Sequence[JournalEntry]) -> list[CheckedGame]:
    found: list[CheckedGame] = []
    version = 0
    given = False
    for entry in entries:
        match entry:
            case Opened():
                version = entry.rules_version
            case Given():
                given = True
            case Sealed() | Seeded():
                sealed = isinstance(entry, Sealed) and not given
                version = entry.rules_version or version if isinstance(entry, Sealed) else version
                found.append(CheckedGame(len(found) + 1, version, sealed))
            case Played() | Passed():
                found[-1].inputs += 1
            case Ended():
                found[-1].result = entry
    return found
