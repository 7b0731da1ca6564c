"""Game time. It counts what players have of the game, so it stands still whenever they have nothing of it."""

from __future__ import annotations

from slamdeck.table.times import MS


class GameClock:
    """Whole milliseconds of game time against microseconds of the server's clock.

    It stands still in pauses, and from the moment of an input until its result is on the screens: a deadline of 250 ms
    is 250 ms that everybody sees, however far away they sit. Inputs that fall into such a stop have the time of its
    beginning.
    """

    __slots__ = ("base", "since")

    def __init__(self) -> None:
        self.since = 0  # it has been running since then …
        self.base = 0  # … and showed this at that moment

    def go_on(self, at: int, base: int) -> None:
        self.since = at
        self.base = base

    def game(self, at: int) -> int:
        return self.base + max(at - self.since, 0) // MS

    def moment(self, game: int) -> int:
        """When the clock will show that, if nothing stops it before."""
        return self.since + max(game - self.base, 0) * MS
