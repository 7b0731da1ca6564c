"""What one race cannot show, many do: whether a seat's messages fit together over an evening.

Never a verdict on a person, only on whether claims are used. Two rank tests, each as a running sum of log likelihood
ratios (CUSUM), each for somebody who shifts nearly all and for one who shifts three of ten hands; and a count of hands
that are too quick. Under honesty all ranks are equally likely on any line, so that the threshold bounds false alarms
without a model of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

from slamdeck.table.times import MS

SHARPNESS: Final = 8  # shifted ranks have density SHARPNESS · u^(SHARPNESS − 1), nearly always the top …
SHARES: Final[list[float]] = [0.9, 0.3]  # … in this share of the hands: one sum for each
ALARM: Final = 15.0  # 200 hands · 4 sums · e^-15: 1 in 4000 evenings at most if ranks are fair, and room if not quite
WARY: Final = 6.5  # from here on less is allowed. Only the first sum of each test: the other takes long to fall again
QUICK: Final = 170 * MS  # above what counts as a reaction at all: who holds a hand back until it does is counted too
MOST_QUICK: Final = 0.10  # of the quickest human's hands are below QUICK …
TOO_QUICK: Final = 0.35  # … and of nobody's a third
EVENTS_AROUND: Final = 8  # events without a hand, before and after, that an event with one is compared with
FEWEST_EVENTS: Final = 4
FEWEST_NEIGHBOURS: Final = 3
NEIGHBOURHOOD: Final = 130 * MS  # stamped messages so near a hand are its neighbours
MOST_WAITING: Final = 16  # hands whose later events are still to come


class HandTrace:
    """What one hand leaves behind: how long it travelled, and how long the messages around it did."""

    __slots__ = ("neighbours", "others", "reaction", "transit", "travel", "until")

    def __init__(self, transit: int, neighbours: Sequence[int], travel: int, reaction: int) -> None:
        """`travel` = A − S − (c − p): all of the event that is claimed not to be reaction; of an event without a hand
        P − S − (c − p), c being the stamp of `seen`."""
        self.transit = transit
        self.neighbours = neighbours
        self.travel = travel
        self.reaction = reaction
        self.others: list[int] = []  # the travels of the events around it
        self.until = EVENTS_AROUND  # so many of them are still to come


class Suspicion:
    """Of one device, for one evening."""

    __slots__ = ("fired", "neighbours", "quick", "quiet", "travel", "waiting", "wary")

    def __init__(self) -> None:
        self.neighbours = [0.0, 0.0]  # hands travel slower than the stamped messages around them
        self.travel = [0.0, 0.0]  # events with a hand travel slower than those without
        self.quick = 0.0  # too often quicker than anybody
        self.fired = False
        self.wary = False
        self.quiet: list[int] = []  # travels of the latest events without a hand
        self.waiting: list[HandTrace] = []

    def note_quiet(self, travel: int) -> None:
        """An event without a hand."""
        if len(self.quiet) == EVENTS_AROUND:
            del self.quiet[0]
        self.quiet.append(travel)
        for trace in self.waiting:
            trace.others.append(travel)
            trace.until -= 1
        while self.waiting and not self.waiting[0].until:
            self.add(self.waiting.pop(0))

    def note_hand(self, trace: HandTrace) -> None:
        """It is judged when the events after it are known."""
        trace.others = list(self.quiet)
        self.waiting.append(trace)
        if len(self.waiting) > MOST_WAITING:
            self.add(self.waiting.pop(0))

    def add(self, trace: HandTrace) -> None:
        for k, share in enumerate(SHARES):
            if len(trace.neighbours) >= FEWEST_NEIGHBOURS:
                more = weight(rank(trace.transit, trace.neighbours), len(trace.neighbours), share)
                self.neighbours[k] = max(0.0, self.neighbours[k] + more)
            if len(trace.others) >= FEWEST_EVENTS:
                more = weight(rank(trace.travel, trace.others), len(trace.others), share)
                self.travel[k] = max(0.0, self.travel[k] + more)
        quick = trace.reaction < QUICK
        odds = log(TOO_QUICK / MOST_QUICK) if quick else log((1 - TOO_QUICK) / (1 - MOST_QUICK))
        self.quick = max(0.0, self.quick + odds)
        highest = max(*self.neighbours, *self.travel, self.quick)
        self.wary = max(self.neighbours[0], self.travel[0]) > WARY
        self.fired = self.fired or highest > ALARM


def rank(value: int, others: Sequence[int]) -> int:
    """How many of the others are smaller; ties count as half, rounded down."""
    below = sum([1 for other in others if other < value])
    ties = sum([1 for other in others if other == value])
    return below + ties // 2


def weight(place: int, others: int, share: float) -> float:
    """Log likelihood ratio of `place` of 0 … others: fair ranks against those of who shifts `share` of his hands."""
    total = sum([(j + 0.5) ** (SHARPNESS - 1) for j in range(others + 1)])
    top = (others + 1) * (place + 0.5) ** (SHARPNESS - 1) / total
    return log(1 - share + share * top)
