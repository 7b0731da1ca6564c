"""What a journal store promises, whichever database is behind it.

*Durable before visible*: an append is awaited before anything it tells is broadcast. What was acknowledged is never
lost and never changed, whatever is killed.

A table belongs to one node at a time. Taking it over raises its epoch, and two fences keep a former owner out: an
append with an older epoch is refused, and a numbered entry is written once and never again.

A table that sleeps is one whose lease was given back, or has run out: its journal waits for whoever opens it next.
It waits for as long as it is kept, by a clock that stands still while no server runs.

Readers never stand in the writer's line: whatever only reads is done beside it, piece by piece.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

import msgspec

from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.table.journal.entries import ChainedEntry


class StoreProblem(Problem):
    """Something that the store refused or could not do, in one sentence."""


class StoreUnavailable(StoreProblem):
    """Not stored for now (disk full, locked, too far behind). Offer the same entries again later, in order.

    Whether a failed write reached the disk after all is not always knowable; offering it again settles it.
    """


class StaleEpoch(StoreProblem):
    """The table belongs to somebody else by now: let go of it."""


class Conflict(StoreProblem):
    """The entries do not follow from those that are stored: load the table again."""


class TableHeld(StoreProblem):
    """Another node holds the table, and its lease has not run out. Players belong there."""

    def __init__(self, table: str, owner: str, addr: str, left_ms: int) -> None:
        """`left_ms`: of its lease, unless it renews it."""
        super().__init__(f"table {table} is held by {owner} at {addr}")
        self.owner = owner
        self.addr = addr
        self.left_ms = left_ms


class TableClosed(StoreProblem):
    """Closed for good: its journal can be read, and nobody goes on with it."""


class StoreDamaged(StoreProblem):
    """This journal cannot be read, now or later; others may be whole."""


class ForeignDatabase(CheckFailed):
    """Not a Slamdeck database, a newer one, or a damaged one. Refused at the start and left as it is."""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as the store knows it."""

    table: str
    owner: str  # nobody, if its lease was given back
    addr: str
    epoch: int
    lease_until: int  # milliseconds since 1970 by the store's clock; in the past, when its last lease ended
    last_seq: int  # 0 before the first entry
    closed: bool
    rested: int  # milliseconds since it was given back, counted only while a server ran; 0 while somebody holds it


class NodeShown(msgspec.Struct, frozen=True):
    """A node as the others see it."""

    name: str
    addr: str  # where other nodes reach it
    public: str  # where browsers reach it and no other; "": they do not
    load: int  # people and tables
    left_ms: int = 0  # until it counts as gone, unless it says once more that it lives


class Keeping(msgspec.Struct, frozen=True):
    """What is kept of tables that nobody holds."""

    rest_ms: int  # what has rested for longer is forgotten
    most_bytes: int = 0  # beyond this, whatever has rested longest is forgotten, too; 0: no bound


WhenStored = Callable[[Exception | None], None]
RunSoon = Callable[[Callable[[], None]], object]  # called by any thread: has something done on the event loop


class Store(Protocol):
    """Every call may raise StoreUnavailable."""

    async def announce(self, owner: str) -> None:
        """Where several nodes share a store: this one lives for as long as its connection does, so that others need not
        wait for its leases when it dies. Raises StoreUnavailable if another one of that name lives."""
        return

    async def meet(self, node: NodeShown, lease_ms: int) -> list[NodeShown]:
        """Say that this node lives for so long, and hear which others do."""
        return []

    async def part(self, name: str) -> None:
        """This node stops: nobody is sent there any more."""
        return

    async def spend(self, purse: str, cost: float, per_second: float, burst: float) -> float | None:
        """Take so much out of a purse that all nodes share; it fills up by so much a second, and holds as much as is
        taken at once. What is left then, below 0 if it was not enough. None: there are no others."""
        return None

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        """Own a new table, one's own, or one that nobody holds; its new epoch. Raises TableHeld and TableClosed."""

    async def note_opener(self, table: str, opener: str) -> int | None:
        """Note who has opened this table, which we hold. How many of those that any node holds were opened by them,
        with this one; None: there are no others."""
        return None

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        """Prolong the lease of every table that this owner holds; says which those are."""

    async def release(self, table: str, epoch: int) -> None:
        """Give a table back, so that another node may open it at once. Raises StaleEpoch."""

    async def release_all(self, owner: str) -> None:
        """Give back every table that this owner holds: it stops, or has just started and runs none of them."""

    async def close_table(self, table: str, epoch: int) -> None:
        """Give a table back for good: nobody opens it again. Raises StaleEpoch."""

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], told: WhenStored) -> None:
        """Write the entries, all or none. `told` hears None when they are durable, not earlier, or what is wrong:
        StoreUnavailable, StaleEpoch or Conflict. It is called on the event loop, perhaps before this returns.

        Calls take effect in the order in which they are made. Offering entries that are stored already, byte for
        byte, is fine.
        """

    def append(self, table: str, epoch: int, entries: Sequence[ChainedEntry]) -> asyncio.Future[None]:
        """`post`, for whoever would rather wait. Giving up waiting does not undo anything."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.post(table, epoch, entries, lambda problem: settle(done, None, problem))
        return done

    def answer_through(self, run_soon: RunSoon) -> None:
        """Whoever waits for a write is told by way of this, if answers come from another thread."""
        return

    async def find(self, table: str) -> StoredTable | None:
        """The table of that name, unless it is unknown or forgotten."""

    async def read(self, table: str, first: int, last: int) -> list[ChainedEntry]:
        """The entries from number `first` to `last`: what is stored when this is asked, a journal in pieces of at most
        `PIECE`."""

    async def load(self, table: str, first: int = 1) -> list[ChainedEntry]:
        """The entries from number `first` on, as they are stored when this is asked."""
        found = await self.find(table)
        entries: list[ChainedEntry] = []
        for piece in pieces(first, found.last_seq if found else 0):
            entries += await self.read(table, *piece)
        return entries

    async def tables(self) -> list[StoredTable]:
        """All tables, by name."""

    async def keep(self, name: str, value: bytes | None) -> None:
        """A few things that the server itself must not forget, such as its key; None forgets it."""

    async def kept(self, beginning: str) -> dict[str, bytes]:
        """All of those whose names begin like this."""

    async def kept_names(self, beginning: str) -> list[str]:
        """Only their names: what is kept under them may be large."""
        return list(await self.kept(beginning))

    async def forget(self, table: str) -> bool:
        """Delete a table that nobody holds, with all its entries, in steps that hold up nobody. False, if somebody
        holds it."""

    async def keep_first(self, name: str, value: bytes) -> bytes:
        """Keep it unless there is one already; what is kept then, whoever came first."""
        found = (await self.kept(name)).get(name)
        if found is None:
            await self.keep(name, value)
        return found or value

    async def tidy(self, keeping: Keeping) -> bool:
        """One small step of keeping house, which holds up nobody: something is forgotten that is no longer kept, or is
        put away in less room. True if another step may find more to do."""

    async def close(self) -> None:
        """Finish everything that was asked for, then close. Later calls raise StoreUnavailable."""


PIECE: Final = 512  # entries


def pieces(first: int, last: int) -> Iterator[tuple[int, int]]:
    """A journal from its entry `first` to `last`, in pieces that can be read one at a time."""
    for start in range(max(first, 1), last + 1, PIECE):
        yield start, min(start + PIECE - 1, last)


def now_ms() -> int:
    """Leases run by the store's own clock."""
    return time.time_ns() // 1_000_000


def settle(future: asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
    """Tell whoever still waits."""
    if future.done():
        return
    if problem is not None:
        future.set_exception(problem)
    else:
        future.set_result(result)
