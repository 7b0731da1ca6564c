"""False alarms: how often the statistic speaks of honest people.

The same pages, lines and sums as in the rest of the study, but everybody sits alone and says only what the sums look
at, so that thousands of evenings can be asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from slamdeck.lab.statistics import share_interval
from slamdeck.measure.fairness.figures import EVENING, StudiedEvening
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.rows import HONEST_ROWS
from slamdeck.measure.fairness.study import on_all_cores
from slamdeck.measure.fairness.venue import QUIET_EVENTS, SeatWorld, Venue, ping_of
from slamdeck.table.times import SECOND

LONGEST_SLAP: Final = SECOND  # until the hand and its witnesses are there


class LoneVenue(Venue):
    """A table of one. Pings behind the first change no sum; nor do `still`s where nobody slaps."""

    def slap(self) -> None:
        """An event at which there is a hand, and those without one that it is compared with."""
        self.races += 1
        self.release(True)
        self.pass_time(self.now + LONGEST_SLAP + self.pause())
        for _ in range(QUIET_EVENTS):
            self.quiet_event()

    def sending(self, world: SeatWorld, event: int, slaps: bool, sent: int) -> Callable[[], None]:
        def arrive() -> None:
            world.page.show(event, slaps, race=slaps)
            world.page.ping(ping_of(event, sent))

        return lambda: world.deliver(arrive)


@dataclass(frozen=True)
class LoneEvening:
    """An evening of one honest row."""

    row: str
    seed: int
    slaps: int = EVENING

    def play(self) -> StudiedEvening:
        return play_alone(HONEST_ROWS[self.row], self.slaps, self.seed)


def play_alone(player: Player, slaps: int, seed: int) -> StudiedEvening:
    venue = LoneVenue((player,), seed)
    for _ in range(slaps):
        venue.slap()
    venue.listen_to_the_statistic()
    return StudiedEvening(alarm=venue.alarms.get(0))


@dataclass
class FalseAlarms:
    """By row: how many evenings were asked, and in how many the statistic spoke; complete at any moment."""

    evenings: dict[str, int]
    alarms: dict[str, int]

    @property
    def asked(self) -> int:
        return sum(self.evenings.values())

    @property
    def fired(self) -> int:
        return sum(self.alarms.values())

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share of evenings, 95 %."""
        return share_interval(self.fired, max(self.asked, 1))


def count_false_alarms(found: FalseAlarms, evenings: int, seed: int, note: Callable[[], None]) -> None:
    """Spread evenly over the rows, in turns."""
    rows = list(HONEST_ROWS)
    plans = [LoneEvening(rows[number % len(rows)], seed * 1_000_003 + number) for number in range(evenings)]
    for plan, evening in on_all_cores(plans):
        found.evenings[plan.row] = found.evenings.get(plan.row, 0) + 1
        found.alarms[plan.row] = found.alarms.get(plan.row, 0) + (evening.alarm is not None)
        note()
