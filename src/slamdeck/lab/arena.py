"""The arena: bots play complete timed games in virtual time, by the same kernel and the same rules as live play."""

from __future__ import annotations

from dataclasses import dataclass

from slamdeck.bots.guest import Guest
from slamdeck.core.kernel import advance, feed
from slamdeck.core.rules import FOUL, IGNORED, NEVER, Outcome, Rules
from slamdeck.core.schedule import DEADLINE, HAND_LANDS, HOST_CALL, Schedule
from slamdeck.core.zones import HOST
from slamdeck.lab.watching import Watcher, starter_of

HOST_MS = 1000  # the host asks for the next hand after this time
PATIENCE_MS = 5000  # where nobody moves and no deadline is set, somebody looks up after this time
MOST_INPUTS = 200_000


@dataclass
class Result:
    """One game: who came where, and how much happened."""

    outcome: Outcome | None
    inputs: int
    fouls: int
    ended_at: int


class Arena:
    """A table of bots, one on every seat. The rules object is dealt anew for every game."""

    def __init__(self, rules: Rules, guests: list[Guest]) -> None:
        self.rules = rules
        self.guests = guests
        self.schedule = Schedule(len(guests))
        self.log: list[tuple[int, int, int]] = []  # (at, seat, action) of the game that is played, or was
        self.watcher: Watcher | None = None  # counts what happens, where somebody wants to know
        self.starter = 0

    def play(self) -> Result:
        """One game from the deal to the end."""
        self.rules.deal()
        for guest in self.guests:
            guest.new_game()
        self.schedule.host_at = NEVER
        self.log = []
        self.starter = starter_of(self.rules)
        if self.watcher is not None:
            self.watcher.begin(self.rules)
        inputs = fouls = 0
        self.look_up()
        while not self.rules.over and inputs < MOST_INPUTS:
            verdict = self.step()
            if verdict is not None:
                inputs += 1
                fouls += verdict == FOUL
        return Result(self.rules.outcome(), inputs, fouls, self.rules.now)

    def step(self) -> int | None:
        """Whatever comes next: a deadline, the earliest hand, or the host. Returns the verdict of an input."""
        rules, schedule = self.rules, self.schedule
        what = schedule.next(rules.deadline)
        verdict: int | None = None
        if what == HAND_LANDS:
            verdict = self.let_act(self.guests[schedule.seat], max(schedule.at, rules.now))
        elif what == HOST_CALL:
            verdict = self.feed(max(schedule.at, rules.now), HOST, rules.catalogue.host_action)
        else:
            advance(rules, schedule.at if what == DEADLINE else rules.now + PATIENCE_MS)
            if rules.deadline >= NEVER:
                for guest in self.guests:
                    guest.occasion = -1
        self.look_up()
        return verdict

    def let_act(self, guest: Guest, at: int) -> int:
        assert guest.intention is not None
        verdict = self.feed(at, guest.seat, guest.intention.action)
        guest.acted(self.rules, self.rules.now, counted=verdict < IGNORED)
        return verdict

    def feed(self, at: int, seat: int, action: int) -> int:
        self.log.append((at, seat, action))
        return feed(self.rules, at, seat, action)

    def look_up(self) -> None:
        """Everybody sees what has happened, and the schedule when their hands will land."""
        rules, schedule = self.rules, self.schedule
        if self.watcher is not None:
            self.watcher.look(rules)
        for guest in self.guests:
            guest.notice(rules, rules.now)
            schedule.expect(guest.seat, guest.intention.at if guest.intention else NEVER)
        if not rules.awaited() >> HOST & 1:
            schedule.host_at = NEVER
        elif schedule.host_at == NEVER:
            schedule.host_at = rules.now + HOST_MS
