"""Somebody's reflexes, from the file that their own page exports: by week, by game, by what their hands answered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from slamdeck.core.problems import CheckFailed

MOST_BYTES: Final = 200_000_000
MOST_GAMES: Final = 200_000
EXPORT: Final = "reflexes"
VERSION: Final = 1
CLOSEST: Final = 3

Count = Annotated[int, Meta(ge=0, le=1 << 53)]
Time = Annotated[float, Meta(ge=0, le=1 << 53)]
Word = Annotated[str, Meta(max_length=60)]


class FakesMet(Struct, frozen=True):
    """Lifted hands that did not slap: others' that were seen, those fallen for, and one's own that others fell for."""

    seen: Count
    fallen: Count
    landed: Count


class GameOfReflexes(Struct, frozen=True):
    """One game, as a device keeps it; `at`: ms since 1970."""

    id: Word
    at: Time
    game: Word
    table: Word
    seats: Count
    place: Count  # 0: not known any more
    times: Annotated[dict[Word, list[Time]], Meta(max_length=20)]
    won: Count
    slips: Count
    fakes: FakesMet
    closest: Time | None


class ReflexesExport(Struct, frozen=True):
    slamdeck: str
    version: int
    games: Annotated[list[GameOfReflexes], Meta(max_length=MOST_GAMES)]


class ReflexKind(Struct, frozen=True):
    """What one kind of sight was answered with."""

    game: str
    kind: str
    hands: int
    median_ms: int
    best_ms: int
    times: list[float]


class GameShare(Struct, frozen=True):
    game: str
    games: int
    won: int
    known: int  # games whose places are known
    median_ms: int | None


class ReflexWeek(Struct, frozen=True):
    monday: str
    hands: int
    median_ms: int


class ReflexReport(Struct, frozen=True):
    games: int
    hands: int
    median_ms: int | None
    best_ms: int | None
    races_won: int
    slips: int
    fakes: FakesMet
    closest_ms: list[int]
    weeks: list[ReflexWeek]
    by_game: list[GameShare]
    by_kind: list[ReflexKind]


decoder: Final = msgspec.json.Decoder(ReflexesExport)


def read_reflexes(path: Path) -> list[GameOfReflexes]:
    """All of it or nothing; a sentence says what is wrong with a file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CheckFailed(f"{path}: is larger than reflexes ever are")
        found = decoder.decode(path.read_bytes())
    except OSError as error:
        raise CheckFailed(f"{path}: cannot be read ({error.strerror})") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CheckFailed(f"{path}: is no export of reflexes ({error})") from error
    if found.slamdeck != EXPORT:
        raise CheckFailed(f"{path}: is no export of reflexes")
    if found.version != VERSION:
        raise CheckFailed(f"{path}: has version {found.version}, this Slamdeck reads version {VERSION}")
    return list({game.id: game for game in found.games}.values())


def report_on(games: list[GameOfReflexes]) -> ReflexReport:
    """Everything at one go."""
    everything: list[float] = []
    weeks: dict[int, list[float]] = {}
    kinds: dict[tuple[str, str], list[float]] = {}
    boxes: dict[str, list[GameOfReflexes]] = {}
    for game in games:
        boxes.setdefault(game.game, []).append(game)
        week = weeks.setdefault(week_of(game.at), [])
        for kind, times in game.times.items():
            everything += times
            week += times
            kinds.setdefault((game.game, kind), []).extend(times)
    closest = sorted(game.closest for game in games if game.closest is not None)[:CLOSEST]
    return ReflexReport(
        games=len(games),
        hands=len(everything),
        median_ms=median_of(everything),
        best_ms=round(min(everything)) if everything else None,
        races_won=sum(game.won for game in games),
        slips=sum(game.slips for game in games),
        fakes=FakesMet(*(sum(getattr(game.fakes, what) for game in games) for what in ("seen", "fallen", "landed"))),
        closest_ms=[round(ms) for ms in closest],
        weeks=[
            ReflexWeek(monday(week), len(times), median)
            for week, times in sorted(weeks.items())
            if (median := median_of(times)) is not None
        ],
        by_game=[share_of(slug, own) for slug, own in sorted(boxes.items())],
        by_kind=[
            ReflexKind(slug, kind, len(times), median, round(min(times)), times)
            for (slug, kind), times in sorted(kinds.items())
            if (median := median_of(times)) is not None
        ],
    )


def share_of(slug: str, games: list[GameOfReflexes]) -> GameShare:
    times = [ms for game in games for all_times in game.times.values() for ms in all_times]
    known = sum(game.place > 0 for game in games)
    return GameShare(slug, len(games), sum(game.place == 1 for game in games), known, median_of(times))


def median_of(times: list[float]) -> int | None:
    if not times:
        return None
    ordered = sorted(times)
    middle = len(ordered) // 2
    return round(ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


WEEK_MS: Final = 7 * 86_400_000
FIRST_MONDAY_MS: Final = 4 * 86_400_000  # 1970 began on a Thursday


def week_of(at: float) -> int:
    return int((at - FIRST_MONDAY_MS) // WEEK_MS)


def monday(week: int) -> str:
    first = datetime.fromtimestamp(FIRST_MONDAY_MS / 1000, UTC)
    return (first + timedelta(weeks=week)).date().isoformat()
