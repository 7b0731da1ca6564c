"""What the races of one row add up to, for honest people and for liars; the same for virtual and for real tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from slamdeck.lab.statistics import share_interval
from slamdeck.measure.fairness.people import USUAL_TOUCH

SUBJECT, OPPONENT = 0, 1
MOVED: Final = 3.0  # ms: a hand that was moved by less was not moved
PAIRINGS: Final = 40  # with how many hands of the opponent every hand of the subject is compared
EVENING: Final = 200  # slaps
SITTING: Final = 50  # slaps of honest people, from a fresh start: how much is forgiven depends on it


@dataclass(frozen=True)
class StudiedRace:
    """One race beside the truth, which only the study knows. Pairs: the subject's first. Times in ms."""

    truth: tuple[float, float]  # from the light to the hand
    counted: tuple[float | None, float | None]  # r*; None: an anticipation, or (live) not there before the close
    claimed: tuple[float | None, float | None]
    travelled: tuple[float, float]  # from the sending of the event to the arrival of the hand
    winner: int | None  # None: a dead heat, or void
    void: bool
    told: tuple[float | None, float | None]  # from the own press, if there was one, to the verdict on the own screen
    proof: float  # from the arrival of the best hand to the close
    waited: float  # how long the subject's hand was in doubt
    estimated: bool  # the statistic had spoken: the subject's claims were not in use

    @property
    def deserved(self) -> int:
        return SUBJECT if self.truth[SUBJECT] < self.truth[OPPONENT] else OPPONENT

    @property
    def by_arrival(self) -> int:
        return SUBJECT if self.travelled[SUBJECT] < self.travelled[OPPONENT] else OPPONENT

    @property
    def wrong(self) -> bool:
        """Decided for the wrong hand; a drawn dead heat is nobody's mistake."""
        return self.winner is not None and self.winner != self.deserved

    @property
    def won(self) -> float:
        """By the subject; a dead heat is shared."""
        return 0.5 if self.winner is None else float(self.winner == SUBJECT)

    @property
    def moved(self) -> float:
        """By how much the subject's claim was moved."""
        counted, claimed = self.counted[SUBJECT], self.claimed[SUBJECT]
        return 0.0 if counted is None or claimed is None else counted - claimed


@dataclass
class StudiedEvening:
    """The races of one sitting, and when the statistic spoke."""

    races: list[StudiedRace] = field(default_factory=list)
    alarm: int | None = None  # after so many slaps
    left_out: int = 0  # races that do not count, since the computer was late for the study's own clients


@dataclass(frozen=True, kw_only=True)
class HonestFigures:
    """A row of honest people. Shares of 1, times in ms."""

    name: str
    races: int
    wrong_by_arrival: float
    wrong: float
    wrong_interval: tuple[float, float]
    wrong_paired: float  # every hand against many of the opponent's: the law alone, without the close
    unfair_paired: float  # … and what that does to the share
    true_share: float
    share: float
    share_margin: float  # half of the 95 % interval
    dead_heats: float
    voids: float
    moved: float
    moved_by: float
    waited_p99: float
    told_p50: tuple[float, float]
    proof_p50: float
    proof_p95: float
    slowest_close: float
    false_alarms: int
    evenings: int
    left_out: int

    @property
    def unfairness(self) -> float:
        return abs(self.share - self.true_share)


@dataclass(frozen=True, kw_only=True)
class LieFigures:
    """A row of a lie. Shares of wins are as if the true reactions had been exactly equal: 0.5 is fair."""

    name: str
    line: str
    races: int
    gain: float
    until_alarm: float  # share of wins while the statistic has not spoken
    until_races: int
    alarm_median: float  # slaps; inf: never
    alarm_p95: float
    alarmed: float  # share of evenings
    evening: float  # share of wins over evenings of 200 slaps
    evening_races: int
    own_client: bool
    about_races: bool
    left_out: int


def quantile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def honest_figures(
    name: str, evenings: Sequence[StudiedEvening], whole: Sequence[StudiedEvening], band: float
) -> HonestFigures:
    """`whole`: evenings of 200 slaps, for false alarms."""
    races = [race for evening in evenings for race in evening.races]
    count = max(len(races), 1)
    wrong = sum(race.wrong for race in races)
    moved = [race.moved for race in races if race.moved > MOVED]
    wrong_pairs, unfair_pairs = paired(races, band)
    interval = share_interval(sum(race.won for race in races), count)
    return HonestFigures(
        name=name,
        races=len(races),
        wrong_by_arrival=sum(race.by_arrival != race.deserved for race in races) / count,
        wrong=wrong / count,
        wrong_interval=share_interval(wrong, count),
        wrong_paired=wrong_pairs,
        unfair_paired=unfair_pairs,
        true_share=sum(race.deserved == SUBJECT for race in races) / count,
        share=sum(race.won for race in races) / count,
        share_margin=(interval[1] - interval[0]) / 2,
        dead_heats=sum(race.winner is None and not race.void for race in races) / count,
        voids=sum(race.void for race in races) / count,
        moved=len(moved) / count,
        moved_by=mean(moved),
        waited_p99=quantile((race.waited for race in races), 0.99),
        told_p50=(
            quantile((told for told, _ in (race.told for race in races) if told is not None), 0.5),
            quantile((told for _, told in (race.told for race in races) if told is not None), 0.5),
        ),
        proof_p50=quantile((race.proof for race in races), 0.5),
        proof_p95=quantile((race.proof for race in races), 0.95),
        slowest_close=max((race.proof for race in races), default=0.0),
        false_alarms=sum(evening.alarm is not None for evening in whole),
        evenings=len(whole),
        left_out=sum(evening.left_out for evening in evenings),
    )


def paired(races: Sequence[StudiedRace], band: float) -> tuple[float, float]:
    """Any two hands can be compared, whether they met or not: how often would the law be wrong, and by how much is the
    subject's share of wins off?"""
    wrong = pairs = 0
    unfair = 0.0
    for number, race in enumerate(races):
        mine = race.counted[SUBJECT]
        for step in range(min(PAIRINGS, len(races))):
            other = races[(number + step) % len(races)]
            theirs = other.counted[OPPONENT]
            deserved = race.truth[SUBJECT] < other.truth[OPPONENT]
            pairs += 1
            mine_is, theirs_is = (math.inf if time is None else time for time in (mine, theirs))
            if mine_is != theirs_is and abs(mine_is - theirs_is) >= band:
                wrong += (mine_is < theirs_is) != deserved
                unfair += float(mine_is < theirs_is) - float(deserved)
            else:
                unfair += 0.5 - float(deserved)
    return (wrong / pairs, unfair / pairs) if pairs else (0.0, 0.0)


def fair_share(races: Sequence[StudiedRace]) -> float:
    """The subject's wins, as if the true reactions of this sample had been exactly equal."""
    if not races:
        return 0.5
    return 0.5 + (sum(race.won for race in races) - sum(race.deserved == SUBJECT for race in races)) / len(races)


def gain(races: Sequence[StudiedRace]) -> float:
    """By how much the subject's hands count as quicker than they were; the touch screen's time is nobody's gain."""
    counted = [(race.truth[SUBJECT], race.counted[SUBJECT]) for race in races]
    return mean([truth - time + USUAL_TOUCH for truth, time in counted if time is not None])


def alarm_quantile(evenings: Sequence[StudiedEvening], share: float) -> float:
    """An evening without a race that counts says nothing."""
    return quantile((evening.alarm or math.inf for evening in evenings if evening.races), share)


def lie_figures(
    name: str,
    line: str,
    short: Sequence[StudiedEvening],
    whole: Sequence[StudiedEvening],
    own_client: bool,
    about_races: bool,
) -> LieFigures:
    """`short`: evenings up to the alarm. `whole`: evenings as they are, up to their last slap."""
    until = [race for evening in short for race in evening.races if not race.estimated]
    over = [race for evening in whole for race in evening.races]
    return LieFigures(
        name=name,
        line=line,
        races=len(until) + len(over),
        gain=gain(until),
        until_alarm=fair_share(until),
        until_races=len(until),
        alarm_median=alarm_quantile([*short, *whole], 0.5),
        alarm_p95=alarm_quantile([*short, *whole], 0.95),
        alarmed=sum(evening.alarm is not None for evening in whole) / max(len(whole), 1),
        evening=fair_share(over),
        evening_races=len(over),
        own_client=own_client,
        about_races=about_races,
        left_out=sum(evening.left_out for evening in [*short, *whole]),
    )
