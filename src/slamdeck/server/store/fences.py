"""What every store asks before it writes: is it the present owner, and does it follow from what is stored?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import Conflict, StaleEpoch, StoreUnavailable
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry

MOST_ENDS: Final = 10_000  # that are remembered

Ends = dict[str, tuple[int, Chain]]  # by table: its epoch, and the end of its journal, as this connection wrote it last


class Unusual(Exception):  # noqa: N818 (nobody's mistake)
    """Entries that have to be looked at more closely."""


def check_present(table: str, epoch: int, present: int | None) -> None:
    """Fence 1: only the present owner writes."""
    if present is None:
        raise StaleEpoch(f"table {table} was never opened")
    if present != epoch:
        raise StaleEpoch(f"table {table} is in epoch {present}, this came from epoch {epoch}")


def check_same(table: str, again: Sequence[ChainedEntry], stored: Sequence[ChainedEntry]) -> None:
    """Entries that are offered a second time, because the first answer was lost, must be the stored ones."""
    known = {entry.seq: entry for entry in stored}
    for entry in again:
        if known.get(entry.seq) != entry:
            raise Conflict(f"table {table}, entry {entry.seq}: another entry is stored under this number")


def check_follows(chain: Chain, entries: Sequence[ChainedEntry]) -> None:
    if entries and entries[0].seq > chain.seq + 1:
        # An earlier append of this table failed and these were on their way already: not their fault.
        raise StoreUnavailable(f"table {chain.table}, entry {entries[0].seq}: entry {chain.seq + 1} is not stored yet")
    try:
        for entry in entries:
            chain.accept(entry)
    except CheckFailed as problem:
        raise Conflict(str(problem)) from problem
