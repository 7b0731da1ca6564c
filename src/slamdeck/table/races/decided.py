"""What becomes of a race that is decided: who is drawn among if hands cannot be told apart, in which order they reach
the game then, and what is told of it when the game says how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from slamdeck.table.races.evidence import Goal, RaceRecord
from slamdeck.table.races.rulings import Release, Ruling


def level_seats(release: Release) -> Sequence[int]:
    """The last hands of a last-loses race, else all that came at the same time."""
    if release.race is not None and release.race.goal is Goal.LAST_LOSES:
        return release.race.seats
    return sorted({ruling.seat for ruling in release.rulings})


def in_order(release: Release, drawn: Sequence[int]) -> list[Ruling]:
    """The inputs of a step, in the order drawn."""
    rulings = list(release.rulings)
    rank = {seat: place for place, seat in enumerate(drawn)}
    if release.race is None or release.race.goal is Goal.FIRST_WINS:
        return sorted(rulings, key=lambda ruling: rank[ruling.seat])
    # Only the last hands of a last-loses race are level; everything before them stays as it was.
    hands = [judged for judged in release.race.evidence if judged.seat in rank]
    level = [ruling for ruling in rulings if ruling.evidence in hands]
    before = [ruling for ruling in rulings if ruling not in level]
    return before + sorted(level, key=lambda ruling: rank[ruling.seat])


class UntoldRace:
    """A race that is decided, until the game tells what came of it. The last hand of a last-loses race may still be on
    its way: that it loses is certain, its time is not."""

    def __init__(self, record: RaceRecord, drawn: tuple[int, ...]) -> None:
        self.record = record
        self.drawn = drawn

    def complete(self, rulings: Sequence[Ruling]) -> None:
        """With the times of hands that came after all."""
        for ruling in rulings:
            late = ruling.evidence
            if late is not None and late.event == self.record.event:
                known = [
                    late if judged.seat == late.seat and judged.arrived is None else judged
                    for judged in self.record.evidence
                ]
                self.record = structs.replace(self.record, evidence=tuple(known))
