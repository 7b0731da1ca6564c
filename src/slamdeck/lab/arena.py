"""The arena: bots play complete timed games in virtual time, by the same kernel and the same rules as live play."""

from __future__ import annotations

from dataclasses import dataclass

from slamdeck.bots.guest import Guest, Intention
from slamdeck.core.kernel import advance, feed
from slamdeck.core.rules import IGNORED, NEVER, Outcome, Rules
from slamdeck.core.zones import HOST

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
    """A table of bots. The rules object is dealt anew for every game."""

    def __init__(self, rules: Rules, guests: list[Guest]) -> None:
        self.rules = rules
        self.guests = guests
        self.next_hand = rules.catalogue.named.get("next_hand")

    def play(self) -> Result:
        """One game from the deal to the end."""
        self.rules.deal()
        for guest in self.guests:
            guest.new_game()
        inputs = fouls = 0
        self.look_up()
        while not self.rules.over and inputs < MOST_INPUTS:
            verdict = self.step()
            if verdict is not None:
                inputs += 1
                fouls += verdict == 1
        return Result(self.rules.outcome(), inputs, fouls, self.rules.now)

    def step(self) -> int | None:
        """Whatever comes next: a deadline, the host, or the earliest hand. Returns the verdict of an input."""
        rules = self.rules
        if rules.awaited() >> HOST & 1 and self.next_hand is not None:
            verdict = feed(rules, rules.now + HOST_MS, HOST, self.next_hand.base)
            self.look_up()
            return int(verdict)
        guest, intention = self.earliest()
        if guest is None or intention is None or rules.deadline <= intention.at:
            self.let_time_pass()
            return None
        verdict = feed(rules, max(intention.at, rules.now), guest.seat, intention.action)
        guest.acted(rules, rules.now, counted=verdict < IGNORED)
        self.look_up()
        return int(verdict)

    def earliest(self) -> tuple[Guest | None, Intention | None]:
        """The next hand to land; hands at the same millisecond take turns by the clock, not by the seat."""
        seats = len(self.guests)
        found: Guest | None = None
        best = (NEVER, 0)
        for guest in self.guests:
            if guest.intention is not None:
                at = guest.intention.at
                key = (at, (guest.seat + at) % seats)
                if key < best:
                    found, best = guest, key
        return found, found.intention if found else None

    def let_time_pass(self) -> None:
        rules = self.rules
        advance(rules, rules.now + PATIENCE_MS if rules.deadline >= NEVER else rules.deadline)
        if rules.deadline >= NEVER:
            for guest in self.guests:
                guest.occasion = -1
        self.look_up()

    def look_up(self) -> None:
        now = self.rules.now
        for guest in self.guests:
            guest.notice(self.rules, now)
