"""The hash chain of a table's journal: every entry carries the hash of everything before it.

The head after an entry is sha256(head before it ‖ its bytes). Whoever has seen a head can tell later whether any
byte of the journal up to there was changed, dropped or put in another order.

The heads are public while the game runs, so an entry that hides something must not be guessable from them: its body
has to contain `blinds.blind`, or a seat could try all fifty-two cards until the hash fits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from slamdeck.core.problems import CheckFailed
from slamdeck.table.journal.entries import ChainedEntry

FIRST: Final = 1  # the number of a table's first entry

Shape = TypeVar("Shape")
canonical_encoder: Final = msgspec.json.Encoder(order="deterministic")


def first_head(table: str) -> bytes:
    """The head of an empty journal. It differs by table, so no journal can pass for another table's."""
    return hashlib.sha256(b"slamdeck journal 1\0" + table.encode()).digest()


def canonical(value: object) -> bytes:
    """The one way to write this value down: the same value always gives the same bytes."""
    return canonical_encoder.encode(value)


def read_canonical(chained: ChainedEntry, decoder: msgspec.json.Decoder[Shape]) -> Shape:
    """The value of an entry; bytes that mean the same but are written otherwise are refused."""
    try:
        value = decoder.decode(chained.body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CheckFailed(f"entry {chained.seq}: {error}") from error
    if canonical(value) != chained.body:
        raise CheckFailed(f"entry {chained.seq}: is not written the way Slamdeck writes it")
    return value


class Chain:
    """The growing end of a journal: how many entries there are, and the head after the last."""

    def __init__(self, table: str, last: ChainedEntry | None = None) -> None:
        self.table = table
        self.seq = last.seq if last else FIRST - 1
        self.head = last.head if last else first_head(table)

    def extend(self, body: bytes) -> ChainedEntry:
        chained = ChainedEntry(self.seq + 1, self.head, body)
        self.move_to(chained)
        return chained

    def accept(self, chained: ChainedEntry) -> None:
        """Go on to an entry that somebody else wrote, if it fits."""
        if chained.seq != self.seq + 1:
            raise CheckFailed(f"table {self.table}, entry {chained.seq}: entry {self.seq + 1} should come here")
        if chained.prev != self.head:
            before = f"entry {self.seq}" if self.seq >= FIRST else "the opening of this table"
            raise CheckFailed(f"table {self.table}, entry {chained.seq}: does not follow from {before}")
        self.move_to(chained)

    def move_to(self, chained: ChainedEntry) -> None:
        self.seq = chained.seq
        self.head = chained.head


def verify(table: str, entries: Iterable[ChainedEntry], published: bytes | None = None) -> Chain:
    """Check a whole journal; a Problem names the first entry that does not fit.

    The last entry is vouched for only by a head that was published after it, so a complete check needs that head.
    """
    chain = Chain(table)
    for chained in entries:
        chain.accept(chained)
    if published is not None and chain.head != published:
        raise CheckFailed(f"table {table}: the published head does not fit after entry {chain.seq}, the last one here")
    return chain
