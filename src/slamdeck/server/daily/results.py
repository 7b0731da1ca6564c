"""What came of a try, from its journal alone: every verdict in it was judged from evidence, as at any table."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import Final

from slamdeck.server.daily.shapes import DailyResult, DailyStanding, DailyTry
from slamdeck.table.journal.entries import Decided, Ended, JournalEntry, Played, Seated
from slamdeck.table.races.evidence import Goal, RaceOutcome, RaceRecord

SLIP: Final = "x"
FEWEST: Final = 20  # results before anybody learns where theirs lies
MOST_BARS: Final = 18


def tried(table: str, entries: Iterable[JournalEntry], seat: int) -> DailyTry | None:
    """None before the game is over. It counts if its player has played it to the end. Entries are read as they come:
    somebody may have made very many of them."""
    ended: Ended | None = None
    races = Races(seat)
    for entry in entries:
        races.read(entry)
        if isinstance(entry, Ended):
            ended = entry
    if ended is None:
        return None
    times = races.times
    marks = races.marks
    if not any(mark != SLIP for mark in marks):  # a game without hands: who came where
        marks = [str(one) for one in sorted(range(len(ended.places)), key=ended.places.__getitem__)]
    result = DailyResult(
        score=ended.points[seat],
        place=ended.places[seat],
        marks="".join(marks),
        median_ms=round(statistics.median(times) / 1000) if times else None,
        best_ms=round(min(times) / 1000) if times else None,
        slips=races.slips,
    )
    return DailyTry(table=table, result=result, counted=not races.helped)


class Races:
    """Reads a journal for one seat: whose hand was first, how long the own one took, what was for nothing."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.race: RaceRecord | None = None  # decided, and its hands have not reached the game yet
        self.drawn: tuple[int, ...] = ()
        self.times: list[int] = []  # µs
        self.marks: list[str] = []
        self.slips = 0
        self.helped = False  # a bot has played for them

    def read(self, entry: JournalEntry) -> None:
        match entry:
            case Seated() if entry.seats[self.seat].bot or entry.seats[self.seat].stand_in:
                self.helped = True
            case Decided():
                self.race, self.drawn = entry.record, entry.drawn
            case Played():
                foul = entry.verdict == "foul"
                if foul and entry.seat == self.seat:
                    self.slips += 1
                    self.marks.append(SLIP)
                if self.race is not None:
                    if not foul and self.race.outcome is not RaceOutcome.VOID:
                        self.count(self.race)
                    self.race = None

    def count(self, race: RaceRecord) -> None:
        hands = sorted((one.reaction, one.seat) for one in race.evidence if one.arrived is not None and one.reaction)
        if not hands:
            return
        first = hands[0][1]
        if race.goal is Goal.FIRST_WINS and (self.drawn or race.seats):
            first = (self.drawn or race.seats)[0]
        self.marks.append(str(first))
        self.times += [reaction for reaction, seat in hands if seat == self.seat]


def standing_of(score: int, scores: Sequence[int], fewest_win: bool) -> DailyStanding:
    """Where a result lies among all of the day, without names: from twenty results on."""
    if len(scores) < FEWEST:
        return DailyStanding(played=len(scores), needed=FEWEST)
    worse = sum(1 for other in scores if (other > score if fewest_win else other < score))
    low, high = min(scores), max(scores)
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    bars = [0] * ((high - low) // width + 1)
    for other in scores:
        bars[(other - low) // width] += 1
    return DailyStanding(
        played=len(scores), needed=FEWEST, better_than=100 * worse // len(scores), low=low, width=width, bars=bars
    )
