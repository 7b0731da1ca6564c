"""Hands that come about something that is no longer there, and the order of hands that nobody can tell apart."""

from __future__ import annotations

from collections import OrderedDict

from slamdeck.core.kernel import feed
from slamdeck.core.rules import APPLIED, FOUL, Rules
from slamdeck.table.arbiter import REMEMBERED_EVENTS, Release, Ruling
from slamdeck.table.evidence import Goal
from slamdeck.table.state import LATE, TOO_SOON


class Hindsight:
    """The game as it was at its latest events: a hand is judged by what its player saw."""

    def __init__(self) -> None:
        self.scenes: OrderedDict[int, object] = OrderedDict()  # what lay there for all to see
        self.truths: dict[int, Rules] = {}
        self.latest = 0

    def keep(self, event: int, scene: object, rules: Rules) -> None:
        self.latest = event
        self.scenes[event] = scene
        self.truths[event] = rules.clone()
        if len(self.scenes) > REMEMBERED_EVENTS:
            forgotten, _ = self.scenes.popitem(last=False)
            del self.truths[forgotten]

    def verdict(self, ruling: Ruling, rules: Rules, at: int) -> str:
        """Empty if the hand may go to the rules as they stand now, else why it may not.

        It never wins what was not yet on its player's screen, and what was right when it was seen is no foul now. It
        does pay for what was a foul then and still is one. A hand that the rules would shrug off may go to them: they
        have the words for it. So may that of a player for whom alone the game waits.
        """
        if ruling.event == self.latest or self.same_scene(ruling.event):
            return ""
        now = feed(rules.clone(), at, ruling.seat, ruling.action)
        if now > FOUL or int(rules.awaited()) == 1 << ruling.seat:
            return ""
        foul = self.was_foul(ruling)
        if now == APPLIED:
            return TOO_SOON if foul else LATE
        return "" if foul else LATE

    def same_scene(self, event: int) -> bool:
        return event in self.scenes and self.scenes[event] == self.scenes[self.latest]

    def was_foul(self, ruling: Ruling) -> bool:
        if ruling.event not in self.truths:
            return False
        past = self.truths[ruling.event].clone()
        return feed(past, past.now, ruling.seat, ruling.action) == FOUL


def in_order(release: Release, drawn: tuple[int, ...]) -> list[Ruling]:
    """The inputs of a step; of a dead heat in the order drawn."""
    rulings = list(release.rulings)
    if not drawn:
        return rulings
    rank = {seat: place for place, seat in enumerate(drawn)}
    if release.race is None or release.race.goal is Goal.FIRST_WINS:
        return sorted(rulings, key=lambda ruling: rank[ruling.seat])
    # Only the last hands of a last-loses race are level; everything before them stays as it was.
    hands = [judged for judged in release.race.evidence if judged.seat in rank]
    level = [ruling for ruling in rulings if ruling.evidence in hands]
    before = [ruling for ruling in rulings if ruling not in level]
    return before + sorted(level, key=lambda ruling: rank[ruling.seat])
