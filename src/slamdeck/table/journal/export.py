"""The record of a table as a file that anyone can check: its journal up to the end of the last finished game.

One JSON object per line: a header, the entries, each with the head of the chain after it, and a closing line. Every
byte of it is either hashed or follows from what is, so no byte can be changed unnoticed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.table.journal.chain import first_head
from slamdeck.table.journal.entries import Ended, Link, Opened
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.state import TableState

FORMAT: Final = 1
KIND: Final = "table record"
ENDED: Final = b'{"e":"ended"'  # how a canonical entry of that kind begins

Shape = TypeVar("Shape")


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    slamdeck: str
    format: int
    table: str
    game: str
    rules_version: int


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    entry: msgspec.Raw
    head: bytes


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entries: int
    games: int
    head: bytes


class Checked(msgspec.Struct, frozen=True):
    """What a record says, after every entry of it was found to fit."""

    table: str
    info: GameInfo
    state: TableState
    entries: int
    results: list[Ended]
    head: bytes


def finished(links: Sequence[Link]) -> int:
    """How many entries may be shown: those up to the last end of a game. What follows has secrets still."""
    return max((link.seq for link in links if link.body.startswith(ENDED)), default=0)


def export(links: Sequence[Link]) -> bytes:
    """The record of everything that is over; a Problem if nothing is."""
    count = finished(links)
    if not count:
        raise CheckFailed("no game has been finished at this table")
    shown = links[:count]
    opened = read_entry(shown[0])
    assert isinstance(opened, Opened)
    lines = [encode(header_of(opened))]
    lines += [encode(Line(link.seq, msgspec.Raw(link.body), link.head)) for link in shown]
    return b"\n".join([*lines, encode(closing_of(shown))]) + b"\n"


def header_of(opened: Opened) -> Header:
    return Header(KIND, FORMAT, opened.table, opened.game, opened.rules_version)


def closing_of(links: Sequence[Link]) -> Closing:
    games = sum(1 for link in links if link.body.startswith(ENDED))
    return Closing(len(links), games, links[-1].head)


def encode(part: Header | Line | Closing) -> bytes:
    return msgspec.json.encode(part)


# ---- checking --------------------------------------------------------------------------------------


def is_table_record(data: bytes) -> bool:
    """As opposed to the record of a single game of the lab."""
    return data.startswith(b'{"slamdeck":"')


def check(data: bytes, games: Mapping[str, GameInfo], place: str) -> Checked:
    """Replay a record; a Problem names the first line or entry that does not fit."""
    lines = data.split(b"\n")
    if len(lines) < 4 or lines[-1] != b"":
        raise CheckFailed(f"{place}: is cut off after line {max(1, len(lines) - 1)}")
    header = read_header(lines[0], f"{place}, line 1")
    links = read_links(header.table, lines[1:-2], place)
    state, journal = read_table(links, games)
    opened = read_entry(links[0])
    assert isinstance(opened, Opened)
    if encode(header_of(opened)) != lines[0]:
        raise CheckFailed(f"{place}, line 1: does not fit the table that entry 1 opens")
    if not links[-1].body.startswith(ENDED) or encode(closing_of(links)) != lines[-2]:
        raise CheckFailed(f"{place}, line {len(lines) - 1}: does not close the entries above it")
    results = [entry for entry in map(read_entry, links) if isinstance(entry, Ended)]
    return Checked(header.table, games[opened.game], state, len(links), results, journal.head)


def read_header(line: bytes, place: str) -> Header:
    header = read_line(line, Header, place)
    if header.slamdeck != KIND:
        raise CheckFailed(f"{place}: is not the header of a table's record")
    if header.format > FORMAT:
        raise CheckFailed(f"{place}: has format {header.format}, this Slamdeck reads up to {FORMAT}")
    return header


def read_links(table: str, lines: Sequence[bytes], place: str) -> list[Link]:
    links: list[Link] = []
    head = first_head(table)
    for number, raw in enumerate(lines, start=2):
        here = f"{place}, line {number}"
        line = read_line(raw, Line, here)
        link = Link(number - 1, head, bytes(line.entry))
        if encode(Line(link.seq, msgspec.Raw(link.body), link.head)) != raw:
            raise CheckFailed(f"{here}: entry {link.seq} does not fit its place in the chain")
        links.append(link)
        head = link.head
    return links


def read_line(line: bytes, shape: type[Shape], place: str) -> Shape:
    try:
        return msgspec.json.decode(line, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CheckFailed(f"{place}: {error}") from error
