"""The journal of a table: everything that ever happened there, as typed entries in one hash chain.

From these entries alone the table can be rebuilt, and a finished game can be checked by anyone. The bodies stay with
the server until the game is over (they hold its seed and everybody's moves); only the heads of the chain are public,
so an entry that could be guessed carries a blind.
"""

from __future__ import annotations

from slamdeck.table.journal.chain import Chain, canonical, read_canonical
from slamdeck.table.journal.entries import ChainedEntry, JournalEntry, entry_decoder


class Journal:
    """The growing journal. Entries go in here before anything they tell goes out."""

    def __init__(self, table: str) -> None:
        self.chain = Chain(table)
        self.unsaved: list[ChainedEntry] = []

    @property
    def seq(self) -> int:
        return self.chain.seq

    @property
    def head(self) -> bytes:
        return self.chain.head

    def write(self, entry: JournalEntry) -> None:
        self.unsaved.append(self.chain.extend(canonical(entry)))

    def accept(self, chained: ChainedEntry) -> JournalEntry:
        """An entry from the store."""
        self.chain.accept(chained)
        return read_entry(chained)


def read_entry(chained: ChainedEntry) -> JournalEntry:
    return read_canonical(chained, entry_decoder)
