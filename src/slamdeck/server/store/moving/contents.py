"""What is moved, and what each end of a move can do, whichever database it is.

Between servers nobody holds a table, so an owner, its address and its lease stay behind. How long a table has rested is
moved with the clock by which that is counted. A table that is half forgotten is forgotten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import pieces
from slamdeck.table.journal.chain import Chain, canonical
from slamdeck.table.journal.entries import ChainedEntry

UNKNOWN_EPOCH: Final = 0  # of an entry that was packed: the pack does not say


class MovedTable(msgspec.Struct, frozen=True):
    """Everything about a table besides its journal."""

    id: str
    epoch: int
    closed: bool
    used: int  # by the clock that stands still while no server runs
    last_seq: int


class MovedEntry(msgspec.Struct, frozen=True):
    epoch: int  # in which it was written; UNKNOWN_EPOCH if nobody knows any more
    entry: ChainedEntry


class MoveEnd(Protocol):
    """A database that is moved from or to. Nobody else uses it meanwhile."""

    name: str  # as it may be shown

    async def tables(self) -> list[MovedTable]:
        """By name."""

    async def read(self, table: str, first: int, last: int) -> list[MovedEntry]:
        """Entries by number."""

    async def kept(self) -> dict[str, bytes]:
        """What the server itself must not forget."""

    async def running(self) -> int:
        """The clock of resting tables, in ms."""


class MoveTarget(MoveEnd, Protocol):
    async def begin_table(self, table: MovedTable) -> None:
        """Until `end_table` nobody else sees anything of it; whoever is killed meanwhile leaves nothing of it."""

    async def write(self, table: str, entries: Sequence[MovedEntry]) -> None: ...

    async def end_table(self) -> None: ...

    async def drop_table(self, table: str) -> None: ...

    async def write_rest(self, kept: dict[str, bytes], running: int) -> None:
        """All besides the tables."""

    async def finish(self) -> None:
        """From here on it is a server's database; until then no server takes it for one."""


def digest_of(table: MovedTable, chain: Chain) -> bytes:
    """The head of a journal is a hash of all its entries."""
    row = (table.id, table.epoch, table.closed, table.used, chain.seq, chain.head.hex())
    return hashlib.sha256(canonical(row)).digest()


def digest_of_rest(kept: dict[str, bytes], running: int) -> bytes:
    rows = [(name, value.hex()) for name, value in sorted(kept.items())]
    return hashlib.sha256(canonical((rows, running))).digest()


def accept(end: MoveEnd, chain: Chain, entries: Sequence[MovedEntry], last: int) -> None:
    """Raises CheckFailed if they do not follow from those before, or if some are missing."""
    try:
        for moved in entries:
            chain.accept(moved.entry)
    except CheckFailed as problem:
        raise CheckFailed(f"{end.name}: is damaged ({problem})") from problem
    if chain.seq != last:
        raise CheckFailed(f"{end.name}: is damaged (table {chain.table}: entry {chain.seq + 1} is missing)")


async def look_through(end: MoveEnd, table: MovedTable) -> bytes:
    """Every link of its journal; its digest."""
    chain = Chain(table.id)
    for first, last in pieces(1, table.last_seq):
        accept(end, chain, await end.read(table.id, first, last), last)
    return digest_of(table, chain)
