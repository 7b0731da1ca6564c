"""What happened, as it is told. Views are truth, events are theatre: a screen can be drawn from a view alone."""

from __future__ import annotations

from typing import final

from slamdeck.core.native import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Event:
    """One thing that happened on the table.

    `what` names it: a movement of cards ("move", "take", "sweep", "bury", "trade", "show", "gather", "shuffle",
    "turn", "look", "swap"), or a game's own word ("slip", "race", "score"). `seats` is the set of seats that may
    see `card`; everybody sees everything else. A game's own words carry the clause that they follow from, and `why`:
    what a player would like to hear about it. That is for people alone; no record keeps it.
    """

    def __init__(
        self,
        what: str,
        card: i64,
        source: i64,
        target: i64,
        number: i64,
        seats: i64,
        seat: i64 = -1,
        clause: str = "",
        why: str = "",
    ) -> None:
        self.what = what
        self.card: i64 = card
        self.source: i64 = source
        self.target: i64 = target
        self.number: i64 = number
        self.seats: i64 = seats
        self.seat: i64 = seat
        self.clause = clause
        self.why = why
