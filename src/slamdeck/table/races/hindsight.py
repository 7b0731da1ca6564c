"""Hands that come about something that is no longer there: they are judged by what their player saw."""

from __future__ import annotations

from typing import Final

from slamdeck.core.kernel import feed
from slamdeck.core.rules import APPLIED, FOUL, Rules
from slamdeck.table.races.evidence import Verdict
from slamdeck.table.races.rulings import Ruling
from slamdeck.table.races.sightings import REMEMBERED_EVENTS
from slamdeck.table.state import LATE, TOO_SOON

REMEMBERED_TRUTHS: Final = 8  # a hand comes at most two seconds late, and nobody reacts to more pictures than that


def is_hand(rules: Rules, seat: int, action: int) -> bool:
    """A slap is a hand in a race, unless its player is the only one whom the game waits for: then it is a move at one's
    own time, like the fake that must not be told from it."""
    return bool(rules.catalogue.is_hand(action)) and int(rules.awaited()) != 1 << seat


class Hindsight:
    """The game as it was at its latest events."""

    def __init__(self) -> None:
        self.scenes: dict[int, int] = {}  # what lay there for all to see; oldest first
        self.truths: dict[int, Rules] = {}

    def keep(self, event: int, scene: int, rules: Rules) -> None:
        self.scenes[event] = scene
        self.truths[event] = rules.clone()
        if len(self.scenes) > REMEMBERED_EVENTS:
            del self.scenes[next(iter(self.scenes))]
        if len(self.truths) > REMEMBERED_TRUTHS:
            del self.truths[next(iter(self.truths))]

    def verdict(self, ruling: Ruling, rules: Rules, at: int, scene: int) -> str:
        """`scene` is what lies there now. Empty if the hand may go to the rules as they stand now, else why it may not.

        It never wins what was not yet on its player's screen, and what was right when it was seen is no foul now. It
        does pay for what was a foul then and still is one. A hand that the rules would shrug off may go to them: they
        have the words for it. So may that of a player for whom alone the game waits. One whose place in the order has
        passed can only pay.
        """
        if ruling.verdict is Verdict.LATE:
            return "" if self.was_foul(ruling) and feed(rules.clone(), at, ruling.seat, ruling.action) == FOUL else LATE
        if ruling.event in self.scenes and self.scenes[ruling.event] == scene:
            return ""
        now = feed(rules.clone(), at, ruling.seat, ruling.action)
        if now > FOUL or int(rules.awaited()) == 1 << ruling.seat:
            return ""
        foul = self.was_foul(ruling)
        if now == APPLIED:
            return TOO_SOON if foul else LATE
        return "" if foul else LATE

    def was_foul(self, ruling: Ruling) -> bool:
        if ruling.event not in self.truths:
            return False
        past = self.truths[ruling.event].clone()
        return feed(past, past.now, ruling.seat, ruling.action) == FOUL
