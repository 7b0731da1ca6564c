"""The kernel: time before inputs, one verdict per input, everything on the log.

`feed` is all there is to playing a game. The lab calls it bare; `Game` adds the log and what was told.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.events import Event
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import APPLIED, REJECTED, Rules
from slamdeck.core.zones import HOST

CLOCK: Final[i64] = -(1 << 50)  # the action of an entry that only lets time pass; nobody can send it by mistake
MOST_ALARMS: Final[i64] = 100_000  # without time going on: more than any game needs, over before anybody gets bored


def advance(rules: Rules, at: i64) -> None:
    """Fire every deadline that has passed by then, earliest first, each at its own time.

    A game from elsewhere whose deadlines never get anywhere must not hold up everybody else's: it is stopped.
    """
    latest = rules.now
    stalled: i64 = 0
    while rules.deadline <= at and not rules.over:
        if rules.deadline > latest:
            latest = rules.deadline
            stalled = 0
        else:
            stalled += 1
            if stalled > MOST_ALARMS:
                raise CheckFailed(f"the game's deadline stays at {rules.deadline}, however often it comes")
        rules.now = rules.deadline
        rules.alarm()
    rules.now = at


def feed(rules: Rules, at: i64, seat: i64, action: i64) -> i64:
    """One input: time first, then the rules' verdict. An input that makes no sense is rejected, never a crash."""
    if at < rules.now:
        return rules.rejected("", "the log's time never runs backwards")
    if rules.deadline <= at:
        advance(rules, at)
    rules.now = at
    if action < 0 or action >= rules.catalogue.size:
        return rules.rejected("", "there is no such action")
    if seat < 0 or (seat >= rules.seats and seat != HOST):
        return rules.rejected("", "there is no such seat")
    return rules.act(seat, action)


@final
@mypyc_attr(acyclic=True)
class Entry:
    """One line of the log, with what became of it."""

    def __init__(
        self,
        at: i64,
        seat: i64,
        action: i64,
        verdict: i64,
        clause: str,
        why: str,
        told: list[Event],
    ) -> None:
        self.at: i64 = at
        self.seat: i64 = seat
        self.action: i64 = action
        self.verdict: i64 = verdict
        self.clause = clause
        self.why = why
        self.told = told


@final
class Game:
    """A game being played: the rules, the log, and what was told. The input log is the game."""

    def __init__(self, rules: Rules, dealt: bool = False) -> None:
        """Deal, or go on with a game that was `dealt` already."""
        self.rules = rules
        self.log: list[Entry] = []
        rules.cards.watch()
        if not dealt:
            rules.cards.track()
            rules.deal()
        self.opening = self.take_told()

    def input(self, at: i64, seat: i64, action: i64) -> Entry:
        rules = self.rules
        rules.clause = ""
        rules.why = ""
        verdict = feed(rules, at, seat, action)
        entry = Entry(at, seat, action, verdict, rules.clause, rules.why, self.take_told())
        if at >= rules.now:
            self.log.append(entry)
        return entry

    def wait(self, at: i64) -> Entry:
        """Let time pass without an input."""
        verdict: i64 = APPLIED
        if at < self.rules.now:
            verdict = REJECTED
        else:
            advance(self.rules, at)
        entry = Entry(at, HOST, CLOCK, verdict, "", "", self.take_told())
        if verdict == APPLIED:
            self.log.append(entry)
        return entry

    def take_told(self) -> list[Event]:
        told = self.rules.cards.told
        self.rules.cards.told = []
        return told
