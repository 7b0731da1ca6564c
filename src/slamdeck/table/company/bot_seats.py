"""Bots at a live table. They are guests: they look up when something is shown, and their hands land at their time.

The table knows them only by what it asks of them, so a server may think elsewhere than in its own process.
"""

from __future__ import annotations

from typing import Final, Protocol

from slamdeck.core.game import GameInfo
from slamdeck.core.recorded_hands import RecordedHands
from slamdeck.core.rules import Rules
from slamdeck.table.play.clock import GameClock
from slamdeck.table.play.input_log import Inputs
from slamdeck.table.races.law import FASTEST_HUMAN
from slamdeck.table.races.links import Link
from slamdeck.table.times import NEVER_COMES

GHOST: Final = "ghost"  # as the level of a seat: a recorded hand


class BotIntention(Protocol):
    @property
    def at(self) -> int: ...

    @property
    def action(self) -> int: ...


class BotGuest(Protocol):
    """`bots.guest.Guest` is one."""

    occasion: int

    @property
    def intention(self) -> BotIntention | None: ...

    def notice(self, rules: Rules, now: int) -> None: ...

    def acted(self, rules: Rules, now: int, counted: bool) -> None: ...


class BotHouse(Protocol):
    """Where bots come from; `bots.roster.House` is one."""

    def check(self, info: GameInfo, name: str) -> None:
        """A UsageProblem, if there is no bot of that name ("quick:policy") for this game."""

    def invite(self, info: GameInfo, rules: Rules, name: str, seat: int, seed: int) -> BotGuest:
        """A bot of that name sits down."""

    def haunt(self, info: GameInfo, rules: Rules, hands: RecordedHands, log: Inputs, seat: int, seed: int) -> BotGuest:
        """The recorded hand of that seat sits down; `log` grows with the game."""


class BotSeat:
    """A bot on its seat: what it is about to do, and about which event."""

    def __init__(self, seat: int, guest: BotGuest) -> None:
        self.seat = seat
        self.guest = guest
        self.link = Link(local=True)
        self.event = 0  # the one that its intention answers
        self.under_way = False  # its input is with the arbiter
        self.ids = -1  # counts down, so that no bot's input passes for a person's

    def next_id(self) -> int:
        self.ids -= 1
        return self.ids

    def notice(self, rules: Rules, now: int, event: int) -> None:
        before = self.guest.intention
        self.guest.notice(rules, now)
        if self.guest.intention is not before:
            self.event = event

    def acted(self, rules: Rules, now: int, counted: bool, event: int) -> None:
        self.under_way = False
        self.guest.acted(rules, now, counted)
        self.event = event

    def look_again(self, rules: Rules, now: int, event: int) -> None:
        """Nothing has happened for long: think anew about the same thing."""
        if self.guest.intention is None:
            self.guest.occasion = -1
            self.notice(rules, now, event)

    def lands_at(self, clock: GameClock, shown: int, is_hand: bool) -> int:
        """When its hand comes down, by the server's clock; no hand answers a picture faster than a person can."""
        intention = self.guest.intention
        if intention is None or self.under_way:
            return NEVER_COMES
        at = max(clock.moment(intention.at), shown)
        return max(at, shown + FASTEST_HUMAN) if is_hand else at
