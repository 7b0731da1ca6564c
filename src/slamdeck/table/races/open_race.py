"""A race in which the last hand loses, from the moment it is on the screens until it closes."""

from __future__ import annotations

from slamdeck.core.bits import members
from slamdeck.table.races.closing import close_race
from slamdeck.table.races.evidence import COUNTING, Goal, RaceRecord
from slamdeck.table.races.law import essential
from slamdeck.table.races.rulings import Ruling
from slamdeck.table.races.sightings import Sightings, Stimulus
from slamdeck.table.times import NEVER_COMES


class OpenRace:
    """Its hands are sealed, and held, until it closes."""

    __slots__ = ("band", "entrants", "first_at", "first_hand", "hands", "shown", "sightings", "stimulus")

    def __init__(self, stimulus: Stimulus, entrants: int, sightings: Sightings, band: int) -> None:
        """`entrants`: a set of seats. `band`: hands closer together than this cannot be told apart."""
        self.stimulus = stimulus
        self.shown = stimulus.shown
        self.entrants = entrants
        self.sightings = sightings
        self.band = band
        self.hands: dict[int, Ruling] = {}
        self.first_hand = NEVER_COMES  # arrival of the first hand …
        self.first_at = NEVER_COMES  # … and virtual time of the earliest one: nothing later leaves before it closes

    def admits(self, ruling: Ruling) -> bool:
        if ruling.evidence is None or not ruling.evidence.hand or ruling.verdict not in COUNTING:
            return False
        return bool(self.entrants >> ruling.seat & 1) and ruling.seat not in self.hands and ruling.at >= self.shown

    def admit(self, ruling: Ruling) -> None:
        assert ruling.evidence is not None
        self.hands[ruling.seat] = ruling
        self.first_hand = min(self.first_hand, ruling.evidence.came)
        self.first_at = min(self.first_at, ruling.at)

    def missing(self) -> list[int]:
        return [seat for seat in members(self.entrants) if seat not in self.hands]

    def last_at(self) -> int:
        return max([hand.at for hand in self.hands.values()])

    def certain_at(self) -> int:
        """It is decided when all hands are down, or when the only missing one is proved to be later."""
        missing = self.missing()
        if not missing:
            return 0
        if len(missing) > 1:
            return NEVER_COMES
        return self.sightings.passed_by(missing[0], self.last_at() + self.band)

    def close(self, now: int) -> RaceRecord:
        facts = [hand.evidence for hand in self.hands.values() if hand.evidence is not None]
        facts += [essential(one) for one in self.sightings.absentees(self.missing(), self.last_at() + self.band)]
        return close_race(self.stimulus.event, Goal.LAST_LOSES, self.band, now, facts)
