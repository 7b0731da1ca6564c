"""What a journal store promises, whichever database is behind it.

*Durable before visible*: an append is awaited before anything it tells is broadcast. What was acknowledged is never
lost and never changed, whatever is killed.

A table belongs to one node at a time. Taking it over raises its epoch, and two fences keep a former owner out: an
append with an older epoch is refused, and a numbered entry is written once and never again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.server.tables.alarms import Alarms
from slamdeck.table.journal.entries import Link


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

    def __init__(self, table: str, owner: str, addr: str) -> None:
        super().__init__(f"table {table} is held by {owner} at {addr}")
        self.owner = owner
        self.addr = addr


class ForeignDatabase(CheckFailed):
    """Not a Slamdeck database, a newer one, or a damaged one. Refused at the start and left as it is."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table as the store knows it."""

    table: str
    owner: str
    addr: str
    epoch: int
    lease_until: int  # milliseconds since 1970 by the store's clock
    last_seq: int  # 0 before the first entry
    snapshot_seq: int  # 0 without a snapshot


class Snapshot(msgspec.Struct, frozen=True):
    """A table's state after entry `seq`, so that loading it need not start at the beginning."""

    seq: int
    blob: bytes


WhenStored = Callable[[Exception | None], None]


class Store(Protocol):
    """Every call may raise StoreUnavailable."""

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        """Own a new table, one's own, or one whose lease has run out; its new epoch. Raises TableHeld."""

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        """Prolong the lease of every table that this owner holds; says which those are."""

    async def release(self, table: str, epoch: int) -> None:
        """Give a table back, so that another node may open it at once. Raises StaleEpoch."""

    def post(self, table: str, epoch: int, links: Sequence[Link], told: WhenStored) -> None:
        """Write the entries, all or none. `told` hears None when they are durable, not earlier, or what is wrong:
        StoreUnavailable, StaleEpoch or Conflict. It is called on the event loop, perhaps before this returns.

        Calls take effect in the order in which they are made. Offering entries that are stored already, byte for
        byte, is fine.
        """

    def append(self, table: str, epoch: int, links: Sequence[Link]) -> asyncio.Future[None]:
        """`post`, for whoever would rather wait. Giving up waiting does not undo anything."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.post(table, epoch, links, lambda problem: settle(done, None, problem))
        return done

    def answer_through(self, alarms: Alarms) -> None:
        """Whoever waits for a write is told by these, if answers come from another thread."""
        return

    async def load(self, table: str, first: int = 1) -> list[Link]:
        """The entries from number `first` on."""

    async def tables(self) -> list[TableInfo]:
        """All tables, by name."""

    async def save_snapshot(self, table: str, epoch: int, snapshot: Snapshot) -> None:
        """Keep this as the table's only snapshot. Raises StaleEpoch, and Conflict for entries not stored yet."""

    async def load_snapshot(self, table: str) -> Snapshot | None: ...

    async def close(self) -> None:
        """Finish everything that was asked for, then close. Later calls raise StoreUnavailable."""


def settle(future: asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
    """Tell whoever still waits."""
    if future.done():
        return
    if problem is not None:
        future.set_exception(problem)
    else:
        future.set_result(result)
