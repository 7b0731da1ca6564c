"""Today's deal as it is asked for, answered and kept."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from slamdeck.server.http.answers import Asked, NameGiven

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]


class DailyWanted(Asked, frozen=True, kw_only=True):
    """A try at the deal of that day: today's, which counts once, or yesterday's for practice. `name`: the player's."""

    name: NameGiven
    day: Day


class GhostsWanted(Asked, frozen=True, kw_only=True):
    """A game of a table that is over, once more against the hands that played it; in that seat, or in one beside the
    own one, so that one plays against oneself."""

    name: NameGiven
    game: Annotated[int, Meta(ge=1, le=10_000)]
    seat: Annotated[int, Meta(ge=0, le=5)] | None = None


class DailyResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    score: int
    place: int
    marks: Annotated[str, Meta(max_length=4_000)]  # for each race the seat whose hand was first; x: a slip of one's own
    median_ms: int | None = None
    best_ms: int | None = None
    slips: int = 0


class DailyTry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One person's try, as it is kept until the day after."""

    table: str
    result: DailyResult | None = None
    counted: bool = True  # no bot has played for them


class DailyStanding(Struct, frozen=True, kw_only=True):
    """Where a result lies among all of the day. Of fewer than `needed` nothing is told but their number."""

    played: int
    needed: int
    better_than: int | None = None  # of a hundred
    low: int = 0  # the score at which the first bar begins …
    width: int = 1  # … how many scores a bar has …
    bars: list[int] = []  # … and how many results


class DailyGame(Struct, frozen=True, kw_only=True):
    game: str
    title: str
    in_short: str
    unit: str
    fewest_win: bool
    ghosts: int
    table: str  # of one's own try, if there is one; it can be gone on with until it is over
    result: DailyResult | None
    counted: bool
    standing: DailyStanding | None


class DailyShown(Struct, frozen=True, kw_only=True):
    """Today, by the server's calendar."""

    day: str
    yesterday: str
    next_in: int  # seconds
    games: list[DailyGame]
