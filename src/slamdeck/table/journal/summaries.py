"""What a record is about, read off its entries without playing them again: for lists of many games."""

from __future__ import annotations

from collections.abc import Iterable

from slamdeck.table.journal.entries import (
    ChainedEntry,
    Dealt,
    Decided,
    Ended,
    Opened,
    Passed,
    Played,
    Raced,
    Sealed,
    Seated,
    SeatHeld,
    Seeded,
)
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.record_parts import GameSummary, RecordSummary


class Summing:
    """Reads the entries of one table, one after the other; what follows its last finished game does not count."""

    def __init__(self) -> None:
        self.table = ""
        self.game = ""
        self.version = 0
        self.seats: tuple[SeatHeld, ...] = ()
        self.host = ""
        self.hands: set[str] = set()  # of the game that is being played
        self.players: list[str] = []
        self.undecided: set[int] = set()  # whose hands are in a race of which the game has not said anything yet
        self.sealed = False
        self.playing = False
        self.inputs = self.races = self.fouls = self.ms = 0
        self.games: list[GameSummary] = []
        self.entries = 0
        self.head = b""

    def read(self, entries: Iterable[ChainedEntry]) -> None:
        for chained in entries:
            self.hear(chained)

    def hear(self, chained: ChainedEntry) -> None:
        entry = read_entry(chained)
        if isinstance(entry, Opened):
            self.table, self.game, self.version = entry.table, entry.game, entry.rules_version
        elif isinstance(entry, Seated):
            self.seats, self.host = entry.seats, entry.host
            if self.playing:
                self.note_hands()
        elif isinstance(entry, Sealed):
            self.sealed = True
            self.version = entry.rules_version or self.version
        elif isinstance(entry, Dealt | Seeded):
            self.playing = True
            self.inputs = self.races = self.fouls = self.ms = 0
            self.hands = set()
            self.note_hands()
        elif isinstance(entry, Played):
            self.inputs += 1
            self.fouls += entry.verdict == "foul"
            self.ms = max(self.ms, entry.at)
            if entry.seat in self.undecided and entry.verdict in ("applied", "foul"):
                self.races += entry.verdict == "applied"  # a slap at nothing is a foul, and no race
                self.undecided = set()
        elif isinstance(entry, Passed):
            self.inputs += 1
            self.ms = max(self.ms, entry.at)
        elif isinstance(entry, Decided | Raced):
            hands = entry.record.evidence if entry.record is not None else ()
            self.undecided = {hand.seat for hand in hands if hand.arrived is not None}
        elif isinstance(entry, Ended):
            self.end(entry)
            self.entries, self.head = chained.seq, chained.head

    def note_hands(self) -> None:
        self.hands |= {seat.who for seat in self.seats if not seat.bot}

    def end(self, entry: Ended) -> None:
        self.playing = False
        self.players += [who for who in sorted(self.hands) if who not in self.players]
        self.games.append(
            GameSummary(
                number=len(self.games) + 1,
                rules_version=self.version,
                sealed=self.sealed,
                who=["" if seat.bot else seat.who for seat in self.seats],
                names=[seat.name for seat in self.seats],
                bots=[seat.bot for seat in self.seats],
                places=list(entry.places),
                points=list(entry.points),
                reason=entry.reason,
                clause=entry.clause,
                inputs=self.inputs,
                races=self.races,
                fouls=self.fouls,
                ms=self.ms,
            )
        )

    def summary(self) -> RecordSummary | None:
        """None, if no game was finished."""
        if not self.games:
            return None
        return RecordSummary(
            table=self.table,
            game=self.game,
            entries=self.entries,
            head=self.head,
            players=self.players,
            host=self.host,
            games=self.games,
        )


def summary_of(entries: Iterable[ChainedEntry]) -> RecordSummary | None:
    summing = Summing()
    summing.read(entries)
    return summing.summary()
