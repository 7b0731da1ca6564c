"""The study in virtual time: every row as evenings, spread over the computer's cores, complete at any moment."""

from __future__ import annotations

import math
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from slamdeck.measure.fairness.figures import (
    EVENING,
    SITTING,
    HonestFigures,
    LieFigures,
    StudiedEvening,
    honest_figures,
    lie_figures,
)
from slamdeck.measure.fairness.lies import KNOWING, LIES, Lie, knowing
from slamdeck.measure.fairness.lines import LINES
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.rows import CLEAN_NAME, HONEST_ROWS, LYING_LINES
from slamdeck.measure.fairness.venue import play_evening, play_until_alarms
from slamdeck.table.races.law import TIE_BAND
from slamdeck.table.times import MS

SHORT: Final = 60  # slaps of evenings that end as soon as the statistic speaks
RACES_PER_EVENING: Final = 500  # of an honest row: for so many, one more whole evening of it, and of every lie
WORTH_A_POOL: Final = 4_000  # races

LIE_ROWS: Final[dict[tuple[str, str], Lie]] = {
    (name, line): lie for line in LYING_LINES for name, lie in LIES.items()
} | {(f"knows the law: claim and stills −{shift}", CLEAN_NAME): knowing(shift) for shift in KNOWING}


class Playable(Protocol):
    def play(self) -> StudiedEvening: ...


Plan = TypeVar("Plan", bound=Playable)


@dataclass(frozen=True)
class EveningPlan:
    """One evening of one row."""

    row: str
    line: str  # of a lie
    kind: str  # honest (a sitting), true (a whole evening of it), short (of a liar, until the alarm), whole
    slaps: int
    seed: int

    def play(self) -> StudiedEvening:
        play = play_until_alarms if self.kind == "short" else play_evening
        return play(self.subject(), Player(), self.slaps, self.seed)

    def subject(self) -> Player:
        if not self.line:
            return HONEST_ROWS[self.row]
        return Player(line=LINES[self.line], lie=LIE_ROWS[self.row, self.line])


@dataclass
class VirtualStudy:
    """`races` of every honest row, and of every lie as many as it takes."""

    races: int
    seed: int = 1
    rows: tuple[str, ...] = tuple(HONEST_ROWS)
    lies: tuple[tuple[str, str], ...] = tuple(LIE_ROWS)
    played: dict[tuple[str, str, str], list[StudiedEvening]] = field(default_factory=dict)

    def plans(self) -> list[EveningPlan]:
        """In turns, so that a study that is stopped has something of every row."""
        plans: list[EveningPlan] = []
        evenings = max(1, self.races // RACES_PER_EVENING)
        for number in range(max(math.ceil(self.races / SITTING), evenings)):
            seed = self.seed * 1_000_003 + number
            slaps = min(SITTING, self.races - number * SITTING)
            if slaps > 0:
                plans += [EveningPlan(row, "", "honest", slaps, seed) for row in self.rows]
            if number < evenings:
                whole = min(EVENING, self.races)
                plans += [EveningPlan(row, "", "true", whole, seed) for row in self.rows]
                for kind, most in (("short", SHORT), ("whole", EVENING)):
                    plans += [EveningPlan(row, line, kind, min(most, self.races), seed) for row, line in self.lies]
        return plans

    def run(self, note: Callable[[int], None]) -> None:
        """`note` is told how many races more have been played. Stopped by Ctrl-C it keeps what is done."""
        plans = self.plans()
        if sum(plan.slaps for plan in plans) < WORTH_A_POOL:
            results: Iterable[tuple[EveningPlan, StudiedEvening]] = ((plan, plan.play()) for plan in plans)
        else:
            results = on_all_cores(plans)
        for plan, evening in results:
            self.played.setdefault((plan.kind, plan.row, plan.line), []).append(evening)
            note(len(evening.races))

    def honest(self) -> list[HonestFigures]:
        band = TIE_BAND / MS
        rows = [
            (row, self.played.get(("honest", row, ""), []), self.played.get(("true", row, ""), [])) for row in self.rows
        ]
        return [honest_figures(row, sittings, whole, band) for row, sittings, whole in rows if sittings]

    def lying(self) -> list[LieFigures]:
        figures = []
        for row, line in self.lies:
            short, whole = (self.played.get((kind, row, line), []) for kind in ("short", "whole"))
            if short or whole:
                lie = LIE_ROWS[row, line]
                figures.append(lie_figures(row, line, short, whole, lie.needs_own_client, lie.about_races_alone))
        return figures


def on_all_cores(plans: Sequence[Plan]) -> Iterable[tuple[Plan, StudiedEvening]]:
    """On all that we may use (`taskset` leaves some to others). They come as they are finished; who stops asking stops
    the work."""
    from slamdeck.lab.runs.running import usable_cores

    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(usable_cores(), context, initializer=ignore_interrupts)
    try:
        plan_of = {pool.submit(plan.play): plan for plan in plans}
        for done in as_completed(plan_of):
            yield plan_of[done], done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def ignore_interrupts() -> None:
    """Ctrl-C is for the one who asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
