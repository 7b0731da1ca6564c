"""What every store promises about what it keeps, and about reading beside the writer."""

from __future__ import annotations

import asyncio

from slamdeck.server.store.contract import PIECE, Keeping, Store, pieces
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store.stories import LONG, OpenStore, some_entries, with_store

NOTHING = Keeping(-1)  # whatever rests, has rested too long
EVERYTHING = Keeping(10**12)
MOST_STEPS = 1000


async def tidy(store: Store, keeping: Keeping) -> int:
    """How many steps it took."""
    for steps in range(MOST_STEPS):
        if not await store.tidy(keeping):
            return steps
    raise AssertionError("it never came to an end")


async def a_table(store: Store, name: str, count: int) -> list[ChainedEntry]:
    """Filled, and held."""
    epoch = await store.open_table(name, "node", "here:1", LONG)
    entries = some_entries(Chain(name), count)
    await store.append(name, epoch, entries)
    return entries


async def names(store: Store) -> list[str]:
    return [found.table for found in await store.tables()]


def test_a_table_is_found_by_its_name(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await a_table(store, "A", 3)
        found = await store.find("A")
        assert found is not None
        assert [found] == await store.tables()
        assert await store.find("B") is None

    with_store(open_store, story)


def test_a_long_journal_is_read_in_pieces(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        entries = await a_table(store, "A", 2 * PIECE + 10)
        assert await store.load("A") == entries
        assert await store.load("A", PIECE) == entries[PIECE - 1 :]
        assert await store.read("A", 5, 7) == entries[4:7]
        assert await store.read("A", 2 * PIECE, 9 * PIECE) == entries[2 * PIECE - 1 :]

    assert list(pieces(1, 2 * PIECE + 1)) == [
        (1, PIECE),
        (PIECE + 1, 2 * PIECE),
        (2 * PIECE + 1, 2 * PIECE + 1),
    ]
    with_store(open_store, story)


def test_what_has_rested_for_too_long_is_forgotten(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await a_table(store, "A", 700)
        entries = await a_table(store, "B", 5)
        await store.release("A", 1)
        await tidy(store, EVERYTHING)
        assert await names(store) == ["A", "B"]
        await tidy(store, NOTHING)
        assert await names(store) == ["B"], "what somebody holds is kept"
        assert await store.find("A") is None
        assert await store.load("A") == []
        assert await store.load("B") == entries

    with_store(open_store, story)


def test_a_forgotten_name_can_be_used_again(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await a_table(store, "A", 40)
        await store.close_table("A", 1)
        await tidy(store, NOTHING)
        assert await a_table(store, "A", 3) == await store.load("A")

    with_store(open_store, story)


def test_too_much_is_forgotten_from_what_has_rested_longest(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        for name in ("B", "C", "A"):
            epoch = await store.open_table(name, "node", "here:1", LONG)
            await store.append(name, epoch, [Chain(name).extend(bytes(100_000))])
            await store.release(name, epoch)
            await asyncio.sleep(0.005)
        await tidy(store, Keeping(10**12, 280_000))
        assert await names(store) == ["A", "C"]
        await tidy(store, Keeping(10**12, 1))
        assert await names(store) == []

    with_store(open_store, story)


def test_a_table_that_is_held_does_not_rest(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await a_table(store, "A", 1)
        await asyncio.sleep(0.02)
        (held,) = await store.tables()
        await store.release("A", 1)
        await asyncio.sleep(0.02)
        (resting,) = await store.tables()
        assert held.rested == 0
        assert 0 < resting.rested < LONG

    with_store(open_store, story)


def test_a_table_that_nobody_holds_can_be_forgotten_at_once(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await a_table(store, "A", 2 * PIECE)
        await a_table(store, "B", 3)
        assert not await store.forget("A"), "somebody holds it"
        assert len(await store.load("A")) == 2 * PIECE
        await store.release_all("node")
        assert await store.forget("A")
        assert await store.load("A") == []
        assert await names(store) == ["B"]
        assert await store.forget("A"), "there is nothing left to do"

    with_store(open_store, story)
