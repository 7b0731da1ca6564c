"""Hands that nobody can tell apart: who is drawn among, and in which order they reach the game then."""

from __future__ import annotations

from collections.abc import Sequence

from slamdeck.table.races.evidence import Goal
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
