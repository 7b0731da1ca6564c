"""Time alone can make a move legal: when to look at the game again although nothing has happened."""

from __future__ import annotations

from typing import Final

from slamdeck.core.rules import Moves, Rules
from slamdeck.table.play.bot_hands import BotHands
from slamdeck.table.play.clock import GameClock
from slamdeck.table.play.showing import Announcer
from slamdeck.table.times import MS, NEVER_COMES

LOOKS: Final = (250, 500, 750, 1_000)  # ms after an event: what is found then is shown then
LAST_LOOK: Final = 1_500  # ms after an event
LONG_LOOK: Final = 5_000 * MS


class LookTimes:
    """The moments of the looks to come. At the last of them bots think again."""

    def __init__(self, rules: Rules, clock: GameClock, announcer: Announcer, bots: BotHands) -> None:
        self.rules = rules
        self.clock = clock
        self.announcer = announcer
        self.bots = bots
        self.moves = Moves(rules.catalogue.size)
        self.moments: list[int] = []
        self.unplanned_since = NEVER_COMES  # something has happened then

    def plan_anew(self, now: int) -> None:
        """Something has happened. When to look again is found out when somebody asks: messages leave before that."""
        self.unplanned_since = now

    def plan(self, now: int) -> None:
        """Whatever time changes before the next event, it does not change back: if the last look finds nothing that a
        screen does not show, no earlier one does, and without bots nobody needs it."""
        self.unplanned_since = NEVER_COMES
        since = self.clock.since
        if since + LAST_LOOK * MS <= now:
            return
        moments: set[int] = set()
        for seat, legal in self.announcer.shown_legal().items():
            in_the_end = self.legal_after(LAST_LOOK, seat)
            if legal != in_the_end:
                moments.add(since + LAST_LOOK * MS)
            for after in LOOKS:
                if legal == in_the_end:
                    break
                if since + after * MS > now:
                    then = self.legal_after(after, seat)
                    if then != legal:
                        moments.add(since + after * MS)
                        legal = then
        if not moments:
            moments.add(since + (LAST_LOOK * MS if self.bots.seats else LONG_LOOK))
        self.moments = sorted(moments)

    def legal_after(self, ms: int, seat: int) -> list[int]:
        """What that seat may do so long after the latest event."""
        self.rules.legal(seat, self.before_deadline(self.clock.base + ms), self.moves)
        return self.moves.listed()

    def game_time(self, moment: int) -> int:
        """As the game will show it, if nothing happens before."""
        return self.before_deadline(self.clock.game(moment))

    def before_deadline(self, at: int) -> int:
        return max(int(self.rules.now), min(at, int(self.rules.deadline) - 1))

    def next(self) -> int:
        if self.unplanned_since < NEVER_COMES:
            self.plan(self.unplanned_since)
        return self.moments[0] if self.moments else NEVER_COMES

    def is_due(self, now: int) -> bool:
        """And if so, it is this one's turn."""
        if self.unplanned_since < NEVER_COMES and now < self.clock.since + LOOKS[0] * MS:
            return False  # it is too early for any look
        if self.next() > now:
            return False
        del self.moments[0]
        return True
