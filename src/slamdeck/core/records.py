"""Records: a game as a file that anyone can replay.

One JSON object per line: a header (what was played, by which rules, from which seed), one line per input with its
verdict, and a closing line with the outcome and a digest of all lines and of everything that was told. Replaying the
header and the inputs must give the same bytes again; the first line that does not fit is named.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TypeVar

import msgspec

from slamdeck.core.dice import FastDice
from slamdeck.core.events import Event
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import CLOCK, Entry, Game
from slamdeck.core.options import Options
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rules import VERDICT_NAMES, Outcome, Rules
from slamdeck.core.zones import HOST

FORMAT = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    slamdeck: int  # version of this format
    game: str
    rules_version: int
    seats: int
    options: dict[str, object]
    deck: dict[str, object]
    seed: int


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    at: int
    seat: int
    do: str
    verdict: str
    clause: str = ""


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: list[int] | None
    points: list[int] | None
    reason: str
    inputs: int
    digest: str


Shape = TypeVar("Shape")


class Recording:
    """A game that writes its record as it is played."""

    def __init__(self, info: GameInfo, seats: int, options: Options, seed: int, deck: dict[str, object]) -> None:
        self.info = info
        header = Header(
            slamdeck=FORMAT,
            game=info.slug,
            rules_version=info.rules_version,
            seats=seats,
            options=msgspec.to_builtins(options),
            deck=deck,
            seed=seed,
        )
        rules = info.table(seats, info.deck_from(deck, "the record's deck"), options, FastDice(seed))
        self.game = Game(rules)
        self.lines: list[bytes] = [msgspec.json.encode(header)]
        self.told = hashlib.sha256()
        self.hash_told(self.game.opening)

    @property
    def rules(self) -> Rules:
        return self.game.rules

    def input(self, at: int, seat: int, action: int) -> Entry:
        return self.write(self.game.input(at, seat, action))

    def wait(self, at: int) -> Entry:
        return self.write(self.game.wait(at))

    def write(self, entry: Entry) -> Entry:
        do = "clock" if entry.action == CLOCK else self.text_of(entry.action)
        line = Line(entry.at, entry.seat, do, VERDICT_NAMES[entry.verdict], entry.clause)
        self.lines.append(msgspec.json.encode(line))
        self.hash_told(entry.told)
        return entry

    def text_of(self, action: int) -> str:
        """Codes that no catalogue holds are kept as numbers: a record shows what was really sent."""
        if 0 <= action < self.rules.catalogue.size:
            return self.rules.catalogue.text(action)
        return f"#{action}"

    def hash_told(self, told: list[Event]) -> None:
        for event in told:
            parts = (event.what, event.card, event.source, event.target, event.number, event.seats)
            self.told.update(repr((*parts, event.seat, event.clause)).encode())

    def closing(self) -> Closing:
        outcome: Outcome | None = self.rules.outcome()
        digest = hashlib.sha256(b"\n".join(self.lines) + self.told.digest()).hexdigest()
        return Closing(
            places=outcome.places if outcome else None,
            points=outcome.points if outcome else None,
            reason=outcome.reason if outcome else "unfinished",
            inputs=len(self.lines) - 1,
            digest=digest,
        )

    def to_bytes(self) -> bytes:
        return b"\n".join([*self.lines, msgspec.json.encode(self.closing())]) + b"\n"


def decode(line: bytes, shape: type[Shape], place: str) -> Shape:
    try:
        return msgspec.json.decode(line, type=shape)
    except msgspec.ValidationError as error:
        raise CheckFailed(f"{place}: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CheckFailed(f"{place}: is cut off or not JSON ({error})") from error


def read_header(line: bytes, place: str) -> Header:
    """The first line; says plainly when a record comes from a newer Slamdeck."""
    loose = decode(line, dict[str, object], place)
    version = loose.get("slamdeck")
    if not isinstance(version, int) or isinstance(version, bool):
        raise CheckFailed(f"{place}: is not the header of a Slamdeck record")
    if version > FORMAT:
        raise CheckFailed(f"{place}: has format {version}, this Slamdeck reads up to {FORMAT}")
    return decode(line, Header, place)


def replay(data: bytes, games: dict[str, GameInfo], place: str) -> Recording:
    """Play a record again and insist that every byte comes out the same; a Problem names the first that does not."""
    lines = data.split(b"\n")
    if lines[-1] != b"" or len(lines) < 3:
        raise CheckFailed(f"{place}: is cut off after line {max(1, len(lines) - 1)}")
    lines.pop()
    header = read_header(lines[0], f"{place}, line 1")
    info = games.get(header.game)
    if info is None:
        raise CheckFailed(f"{place}, line 1: there is no game {header.game!r}")
    if header.rules_version != info.rules_version:
        raise CheckFailed(
            f"{place}, line 1: was played by rules version {header.rules_version} of {info.title}, "
            f"this Slamdeck has version {info.rules_version}"
        )
    if not 0 <= header.seed < 1 << 62:
        raise CheckFailed(f"{place}, line 1: seed {header.seed} is outside 0 to 2^62")
    try:
        info.check_seats(header.seats)
        options = info.read_options(header.options, header.seats)
        recording = Recording(info, header.seats, options, header.seed, header.deck)
    except (UsageProblem, CheckFailed) as error:
        raise CheckFailed(f"{place}, line 1: {error}") from error
    if recording.lines[0] != lines[0]:
        raise CheckFailed(f"{place}, line 1: is not written the way Slamdeck writes it")
    for number, raw in enumerate(lines[1:-1], start=2):
        replay_line(recording, raw, f"{place}, line {number}")
    decode(lines[-1], Closing, f"{place}, line {len(lines)}")
    again = msgspec.json.encode(recording.closing())
    if again != lines[-1]:
        raise CheckFailed(f"{place}, line {len(lines)}: the outcome or the digest does not fit the game above it")
    return recording


def replay_line(recording: Recording, raw: bytes, place: str) -> None:
    line = decode(raw, Line, place)
    if line.do == "clock":
        recording.wait(line.at)
    else:
        try:
            action = int(line.do[1:]) if line.do[:1] == "#" else recording.rules.catalogue.parse(line.do)
        except (UsageProblem, ValueError) as error:
            raise CheckFailed(f"{place}: {error}") from error
        if abs(action) >= 1 << 62 or abs(line.at) >= 1 << 62 or abs(line.seat) > HOST * 1000:
            raise CheckFailed(f"{place}: has a number that is too large")
        recording.input(line.at, line.seat, action)
    if recording.lines[-1] != raw:
        again = decode(recording.lines[-1], Line, place)
        raise CheckFailed(
            f"{place}: says {line.verdict} {line.clause}".rstrip()
            + f" for {line.do!r}, the rules say {again.verdict} {again.clause}".rstrip()
        )


def read_record(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CheckFailed(f"record {path}: cannot be read ({error.strerror})") from error
