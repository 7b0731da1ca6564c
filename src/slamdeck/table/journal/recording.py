"""A game that writes its record as it is played, without a table around it: in the lab, in the terminal, in a test.

It is the record of a live table with less in it: the deal comes from a plain number, nobody's hand was measured, and
nothing has to be hidden while the game runs.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from slamdeck.core.deck import Deck
from slamdeck.core.events import Event
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry as Line
from slamdeck.core.options import Options
from slamdeck.core.rules import VERDICT_NAMES, Rules
from slamdeck.table.journal.chain import Chain, canonical
from slamdeck.table.journal.entries import ChainedEntry, Ended, Passed, Played, Seated, SeatHeld, Seeded, Stopped
from slamdeck.table.journal.export import write_record
from slamdeck.table.journal.journal import Journal
from slamdeck.table.settings import Settings
from slamdeck.table.state import TableState, opening

LAB = "lab"  # what stands in such a record for the code of a table
TERMINAL = "terminal"


class Recording:
    """Feed it inputs as one would a `Game`; `to_bytes` is the record so far, at any time."""

    def __init__(
        self,
        info: GameInfo,
        seats: Sequence[SeatHeld],
        options: Options,
        seed: int,
        deck: Deck,
        *,
        place: str = LAB,
        version: int | None = None,
    ) -> None:
        opened = opening(place, info, deck, msgspec.to_builtins(options), Settings(), version)
        self.info = info
        self.log: list[Line] = []
        self.journal = Journal(place)
        self.state = TableState(opened, info)
        self.journal.write(opened)
        self.sit_down(Seated(seats=tuple(seats), host=""))
        self.deal(Seeded(seed=seed))

    def sit_down(self, entry: Seated) -> None:
        self.state.seat(entry.seats, entry.host)
        self.journal.write(entry)

    def deal(self, entry: Seeded) -> None:
        self.state.deal_openly(entry)
        self.journal.write(entry)

    @property
    def rules(self) -> Rules:
        return self.state.rules

    @property
    def opening(self) -> list[Event]:
        """What was told of the deal."""
        assert self.state.game is not None
        return self.state.game.opening

    def input(self, at: int, seat: int, action: int) -> Line:
        line = self.state.feed(at, seat, action)
        self.log.append(line)
        self.journal.write(
            Played(
                at=at,
                seat=seat,
                action=action,
                do=self.state.text_of(action),
                verdict=VERDICT_NAMES[line.verdict],
                clause=line.clause,
            )
        )
        return line

    def wait(self, at: int) -> Line:
        line = self.state.let_pass(at)
        self.log.append(line)
        self.journal.write(Passed(at=at))
        return line

    def ending(self) -> Ended | Stopped:
        return self.state.result() if self.rules.over else self.state.stop()

    def chained_entries(self) -> list[ChainedEntry]:
        """Everything so far, with the entry that ends it; the game may go on afterwards."""
        written = self.journal.unsaved
        return [*written, Chain(self.state.table, written[-1]).extend(canonical(self.ending()))]

    def to_bytes(self) -> bytes:
        return write_record(self.chained_entries())


def nameless(seats: int) -> list[SeatHeld]:
    """Players that are nobody in particular."""
    return [SeatHeld(who=f"seat {seat}", name=f"Seat {seat}") for seat in range(seats)]
