"""What a game was like, counted while it is played: turns, races, the longest hand. It only looks."""

from __future__ import annotations

from typing import final

from slamdeck.core.bits import ALL_BELOW, lowest
from slamdeck.core.kernel import CLOCK, advance
from slamdeck.core.native import i64, vec
from slamdeck.core.rules import FOUL, Rules
from slamdeck.core.zones import PUBLIC
from slamdeck.lab.playouts import Playout


@final
class Watcher:
    """Look after everything that happens at one table."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.held: vec[i64] = vec[i64]([0] * seats)
        self.turns: i64 = 0  # how often the game began to wait for somebody else
        self.races: i64 = 0
        self.longest: i64 = 0  # the most cards that one seat had
        self.waited_for: i64 = 0
        self.race_since: i64 = -1

    def begin(self, rules: Rules) -> None:
        """A new game is dealt."""
        self.turns = 0
        self.races = 0
        self.longest = 0
        self.waited_for = 0
        self.race_since = -1
        self.look(rules)

    def look(self, rules: Rules) -> None:
        waits = rules.waits_for()
        if waits != self.waited_for:
            self.waited_for = waits
            if waits != 0:
                self.turns += 1
        if not rules.race.open:
            self.race_since = -1
        elif rules.race.opened_at != self.race_since:
            self.race_since = rules.race.opened_at
            self.races += 1
        self.count_cards(rules)

    def count_cards(self, rules: Rules) -> None:
        seat: i64 = 0
        while seat < self.seats:
            self.held[seat] = 0
            seat += 1
        owners = rules.layout.owners
        zone: i64 = 0
        while zone < rules.layout.zones:
            owner = i64(owners[zone])
            if owner < self.seats:
                self.held[owner] += rules.cards.size(zone)
                if self.held[owner] > self.longest:
                    self.longest = self.held[owner]
            zone += 1


def starter_of(rules: Rules) -> int:
    """Who begins, of a game that was just dealt: the seat on turn, or the first that the game waits for."""
    turn = rules.facts(PUBLIC).get("turn")
    return turn if isinstance(turn, int) else int(lowest(rules.waits_for() & ALL_BELOW[rules.seats]))


def play_watched(playout: Playout, watcher: Watcher, most: i64) -> i64:
    """A random game that is dealt already, as `Playout.play_on` plays it; returns the number of inputs."""
    rules = playout.rules
    playout.at = rules.now
    watcher.begin(rules)
    made: i64 = 0
    while made < most and not rules.over:
        action = playout.ask()
        if action == CLOCK:
            advance(rules, playout.at)
        else:
            rules.now = playout.at
            if rules.act(playout.seat, action) == FOUL:
                playout.fouls += 1
            made += 1
        watcher.look(rules)
    return made
