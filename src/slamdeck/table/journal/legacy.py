"""Records of format 1, which were two formats, a table's and the lab's. They are read, never written.

A table's record differs from today's in its header alone. The lab's had a line per input, and one digest at the end of
all lines and of everything that was told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import CLOCK
from slamdeck.core.kernel import Entry as Line
from slamdeck.core.problems import CheckFailed, Problem, UsageProblem
from slamdeck.core.rules import VERDICT_NAMES
from slamdeck.table.journal.entries import ActionCode, AnySeatNumber, GameTime, Opened, PlainSeed, RulesVersion
from slamdeck.table.journal.export import read_line
from slamdeck.table.journal.recording import Recording, nameless
from slamdeck.table.state import find_info

TABLE_KIND: Final = "table record"
LAB_FORMAT: Final = 1
WAITING: Final = "clock"


class TableHeaderBefore(msgspec.Struct, frozen=True):
    slamdeck: str
    format: int
    table: str
    game: str
    rules_version: int


class LabHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    slamdeck: int
    game: str
    rules_version: RulesVersion
    seats: int
    options: dict[str, object]
    deck: dict[str, object]
    seed: PlainSeed


class LabLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    at: GameTime
    seat: AnySeatNumber
    do: str
    verdict: str
    clause: str = ""


class LabClosing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: list[int] | None
    points: list[int] | None
    reason: str
    inputs: int
    digest: str


def header_before(opened: Opened) -> bytes:
    """The first line of a table's record of format 1."""
    header = TableHeaderBefore(TABLE_KIND, 1, opened.table, opened.game, opened.rules_version)
    return msgspec.json.encode(header)


def read_lab_record(lines: Sequence[bytes], games: Mapping[str, GameInfo], place: str) -> Recording:
    """The game again, as a recording of today; a Problem names the first line that does not fit."""
    recording = begin(read_line(lines[0], LabHeader, f"{place}, line 1"), lines[0], games, f"{place}, line 1")
    for number, raw in enumerate(lines[1:-1], start=2):
        play_line(recording, raw, f"{place}, line {number}")
    last = f"{place}, line {len(lines)}"
    read_line(lines[-1], LabClosing, last)
    if msgspec.json.encode(lab_closing_of(recording, lines[:-1])) != lines[-1]:
        raise CheckFailed(f"{last}: the outcome or the digest does not fit the game above it")
    return recording


def begin(header: LabHeader, raw: bytes, games: Mapping[str, GameInfo], place: str) -> Recording:
    if msgspec.json.encode(header) != raw:
        raise CheckFailed(f"{place}: is not written the way Slamdeck writes it")
    try:
        info = find_info(header.game, games)
        info.check_seats(header.seats)
        info.check_version(header.rules_version)
        options = info.read_options(header.options, header.seats, header.rules_version)
        deck = info.deck_from(header.deck, "the record's deck")
        return Recording(info, nameless(header.seats), options, header.seed, deck, version=header.rules_version)
    except Problem as problem:
        raise CheckFailed(f"{place}: {problem}") from problem


def play_line(recording: Recording, raw: bytes, place: str) -> None:
    line = read_line(raw, LabLine, place)
    if line.do == WAITING:
        became = recording.wait(line.at)
    else:
        became = recording.input(line.at, line.seat, action_of(recording, line.do, place))
    again = lab_line_of(recording, became)
    if (again.verdict, again.clause) != (line.verdict, line.clause):
        raise CheckFailed(
            f"{place}: says {line.verdict} {line.clause}".rstrip()
            + f" for {line.do!r}, the rules say {again.verdict} {again.clause}".rstrip()
        )
    if again != line:
        raise CheckFailed(f"{place}: says {line.do!r} at {line.at}, the game says {again.do!r} at {again.at}")
    if msgspec.json.encode(again) != raw:
        raise CheckFailed(f"{place}: is not written the way Slamdeck writes it")


def action_of(recording: Recording, do: str, place: str) -> int:
    """Codes that no catalogue held were kept as numbers."""
    try:
        action = int(do[1:]) if do[:1] == "#" else recording.rules.catalogue.parse(do)
        return msgspec.convert(action, ActionCode)
    except (UsageProblem, ValueError) as error:
        raise CheckFailed(f"{place}: {error}") from error


def lab_line_of(recording: Recording, became: Line) -> LabLine:
    do = WAITING if became.action == CLOCK else recording.state.text_of(became.action)
    return LabLine(became.at, became.seat, do, VERDICT_NAMES[became.verdict], became.clause)


def lab_closing_of(recording: Recording, lines: Sequence[bytes]) -> LabClosing:
    outcome = recording.rules.outcome()
    return LabClosing(
        places=outcome.places if outcome else None,
        points=outcome.points if outcome else None,
        reason=outcome.reason if outcome else "unfinished",
        inputs=len(lines) - 1,
        digest=hashlib.sha256(b"\n".join(lines) + recording.state.told.digest()).hexdigest(),
    )
