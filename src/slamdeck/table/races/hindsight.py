"""Hands that come about something that is no longer there, and the order of hands that nobody can tell apart."""

from __future__ import annotations

from typing import Final

from slamdeck.core.kernel import feed
from slamdeck.core.races import LAST_LOSES
from slamdeck.core.rules import APPLIED, FOUL, Rules
from slamdeck.table.journal.entries import Played
from slamdeck.table.races.arbiter import REMEMBERED_EVENTS
from slamdeck.table.races.evidence import Goal
from slamdeck.table.races.rulings import Release, Ruling
from slamdeck.table.state import LATE, TOO_SOON, TableState

REMEMBERED_TRUTHS: Final = 8  # a hand comes at most two seconds late, and nobody reacts to more pictures than that
HAND_VERBS: Final = frozenset({"slap", "touch"})  # they mean something only at their moment


def is_hand_verb(rules: Rules, action: int) -> bool:
    return rules.catalogue.verb_of(action).name in HAND_VERBS


def is_hand(rules: Rules, seat: int, action: int) -> bool:
    """A slap is a hand in a race, unless its player is the only one whom the game waits for: then it is a move at one's
    own time, like the fake that must not be told from it."""
    return is_hand_verb(rules, action) and int(rules.awaited()) != 1 << seat


def race_is_on(rules: Rules) -> bool:
    """A race in which the last hand loses. It is public: everybody has seen what it is about."""
    race = rules.race
    return bool(race.open and race.goal == LAST_LOSES and race.missing())


class Hindsight:
    """The game as it was at its latest events: a hand is judged by what its player saw."""

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
        have the words for it. So may that of a player for whom alone the game waits.
        """
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


def draw(state: TableState, release: Release) -> tuple[int, ...]:
    """A dead heat is drawn: among the last hands of a last-loses race, else among all that came at the same time."""
    if not release.dead_heat:
        return ()
    if release.race is not None and release.race.goal is Goal.LAST_LOSES:
        return state.draw(release.race.seats)
    return state.draw(sorted({ruling.seat for ruling in release.rulings}))


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


def played(rules: Rules, ruling: Ruling, at: int, verdict: str, clause: str, why: str) -> Played:
    return Played(
        at=at,
        seat=ruling.seat,
        action=ruling.action,
        do=rules.catalogue.text(ruling.action),
        verdict=verdict,
        clause=clause,
        why=why,
        id=max(ruling.id, -1),
        evidence=ruling.evidence,
    )
