"""A journal as it comes out of the store, piece by piece: a long evening is never in memory as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from slamdeck.server.store.contract import PIECE, Store, pieces
from slamdeck.table.journal.entries import ChainedEntry


async def begin_to_read(store: Store, code: str) -> tuple[list[ChainedEntry], int]:
    """Its first piece, and the number of its last entry, of a table that nobody else writes to. Most journals have no
    more than one piece: those are asked for once."""
    begun = await store.read(code, 1, PIECE)
    if len(begun) < PIECE:
        return begun, len(begun)
    stored = await store.find(code)
    return begun, stored.last_seq if stored is not None else 0


def journal_of(
    store: Store, code: str, last: int, loop: asyncio.AbstractEventLoop, begun: Sequence[ChainedEntry] = ()
) -> Iterator[ChainedEntry]:
    """For a thread beside the loop. `begun`: what has been read already."""
    yield from begun
    for first, until in pieces(len(begun) + 1, last):
        yield from asyncio.run_coroutine_threadsafe(store.read(code, first, until), loop).result()
