"""What every store promises about entries, checked against the interface alone."""

from __future__ import annotations

import asyncio
import itertools

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slamdeck.server.store.contract import Conflict, Keeping, StaleEpoch, Store, StoreUnavailable
from slamdeck.server.store.sqlite import packing
from slamdeck.table.journal.chain import Chain, verify
from slamdeck.table.journal.entries import ChainedEntry
from tests.scale import scaled
from tests.server.store.stories import LONG, OpenStore, some_entries, with_store

# Appending and loading.


def test_what_was_appended_is_loaded(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 5)
        await store.append("T", epoch, entries[:1])
        await store.append("T", epoch, entries[1:])
        assert await store.load("T") == entries
        assert await store.load("T", first=4) == entries[3:]
        assert await store.load("T", first=6) == []
        verify("T", await store.load("T"), published=entries[-1].head)

    with_store(open_store, story)


def test_any_bytes_can_be_an_entry(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("Tisch “ä”", "node", "here:1", LONG)
        chain = Chain("Tisch “ä”")
        entries = [chain.extend(body) for body in (b"", b"\0", bytes(range(256)), b"x" * 100_000)]
        await store.append("Tisch “ä”", epoch, entries)
        assert await store.load("Tisch “ä”") == entries

    with_store(open_store, story)


def test_appends_take_effect_in_the_order_they_were_made(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 300)
        answers = [store.append("T", epoch, [entry]) for entry in entries]
        await answers[-1]  # what was acknowledged is seen by whoever reads, and so is everything before it
        assert await store.load("T") == entries
        await asyncio.gather(*answers)

    with_store(open_store, story)


def test_tables_do_not_mix(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        async def fill(table: str) -> list[ChainedEntry]:
            epoch = await store.open_table(table, "node", "here:1", LONG)
            entries = some_entries(Chain(table), 20)
            for entry in entries:
                await store.append(table, epoch, [entry])
            return entries

        names = [f"T{number}" for number in range(20)]
        filled = await asyncio.gather(*(fill(name) for name in names))
        for name, entries in zip(names, filled, strict=True):
            assert await store.load(name) == entries

    with_store(open_store, story)


def test_the_callers_list_may_change_after_the_call(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 2)
        answer = store.append("T", epoch, entries)
        kept = [*entries]
        entries.clear()
        await answer
        assert await store.load("T") == kept

    with_store(open_store, story)


def test_an_unknown_table_is_empty(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        assert await store.load("nobody") == []
        assert await store.tables() == []
        with pytest.raises(StaleEpoch, match="table nobody was never opened"):
            await store.append("nobody", 1, some_entries(Chain("nobody"), 1))

    with_store(open_store, story)


# The fences.


def test_offering_the_same_entries_again_is_fine(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 6)
        await store.append("T", epoch, entries[:3])
        await store.append("T", epoch, entries[:3])
        await store.append("T", epoch, entries[1:2])
        await store.append("T", epoch, entries[2:5])  # partly stored, partly new
        await store.append("T", epoch, entries)
        assert await store.load("T") == entries

    with_store(open_store, story)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_stored_entry_is_never_written_over(open_store: OpenStore, number: int) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 3)
        await store.append("T", epoch, entries)
        other = msgspec.structs.replace(entries[number - 1], body=b"another")
        with pytest.raises(Conflict, match=f"table T, entry {number}: another entry is stored under this number"):
            await store.append("T", epoch, [other])
        assert await store.load("T") == entries

    with_store(open_store, story)


def test_entries_must_follow_from_the_stored_ones(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 3)
        await store.append("T", epoch, entries[:1])
        stranger = msgspec.structs.replace(entries[1], prev=b"\0" * 32)
        with pytest.raises(Conflict, match="entry 2: does not follow from entry 1"):
            await store.append("T", epoch, [stranger])
        with pytest.raises(Conflict, match="entry 3: does not follow from entry 2"):
            await store.append("T", epoch, [entries[1], msgspec.structs.replace(entries[2], prev=b"\0" * 32)])
        for number in (0, -1):
            with pytest.raises(Conflict, match=f"entry {number}"):
                await store.append("T", epoch, [msgspec.structs.replace(entries[0], seq=number)])
        assert await store.load("T") == entries[:1], "all or none"

    with_store(open_store, story)


def test_entries_behind_one_that_failed_wait_for_it(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 3)
        await store.append("T", epoch, entries[:1])
        with pytest.raises(StoreUnavailable, match="entry 3: entry 2 is not stored yet"):
            await store.append("T", epoch, entries[2:])
        await store.append("T", epoch, entries[1:])
        assert await store.load("T") == entries

    with_store(open_store, story)


def test_a_refused_append_does_not_disturb_its_neighbours(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epochs = {name: await store.open_table(name, "node", "here:1", LONG) for name in "ABC"}
        entries = {name: some_entries(Chain(name), 2) for name in "ABC"}
        answers = [store.append(name, epochs[name] + (name == "B"), entries[name]) for name in "ABC"]
        results = await asyncio.gather(*answers, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), StaleEpoch, type(None)]
        assert await store.load("A") == entries["A"]
        assert await store.load("B") == []
        assert await store.load("C") == entries["C"]

    with_store(open_store, story)


# Closing.


def test_closing_finishes_what_was_asked_for(open_node: OpenStore) -> None:
    async def story() -> None:
        store = await open_node()
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 400)
        answers = [store.append("T", epoch, [entry]) for entry in entries]
        await store.close()
        await asyncio.gather(*answers)
        again = await open_node()
        assert await again.load("T") == entries
        assert (await again.tables())[0].epoch == epoch
        await again.close()

    asyncio.run(story())


def test_a_closed_store_says_so(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await store.close()
        await store.close()
        with pytest.raises(StoreUnavailable, match="the journal is closed"):
            await store.append("T", 1, [])
        with pytest.raises(StoreUnavailable, match="the journal is closed"):
            await store.load("T")

    with_store(open_store, story)


def test_giving_up_waiting_does_not_undo_an_append(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "node", "here:1", LONG)
        entries = some_entries(Chain("T"), 2)
        answer = asyncio.ensure_future(store.append("T", epoch, entries[:1]))
        answer.cancel()
        await store.append("T", epoch, entries[1:])
        assert await store.load("T") == entries

    with_store(open_store, story)


# Anything that may be asked, in any order, against a plain dictionary.

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["append", "append", "append", "again", "forge", "stale", "gap", "reopen", "sleep", "tidy"]),
        st.integers(0, 2),
        st.integers(1, 4),
    ),
    max_size=25,
)
examples = itertools.count()


class Model:
    """One table as it should be."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.epoch = 0
        self.entries: list[ChainedEntry] = []

    def chain(self) -> Chain:
        return Chain(self.table, self.entries[-1] if self.entries else None)

    async def do(self, store: Store, step: str, count: int) -> None:
        new = some_entries(self.chain(), count)
        if step == "append":
            await store.append(self.table, self.epoch, new)
            self.entries += new
        elif step == "again":
            await store.append(self.table, self.epoch, self.entries[-count:])
        elif step == "forge" and self.entries:
            with pytest.raises(Conflict):
                await store.append(
                    self.table, self.epoch, [ChainedEntry(self.entries[-1].seq, self.entries[-1].prev, b"forged")]
                )
        elif step == "stale":
            with pytest.raises(StaleEpoch):
                await store.append(self.table, self.epoch - 1, new)
        elif step == "gap" and count > 1:
            with pytest.raises(StoreUnavailable):
                await store.append(self.table, self.epoch, new[1:])
        elif step == "reopen":
            self.epoch = await store.open_table(self.table, "node", "here:1", LONG)
        elif step == "sleep":
            await store.release(self.table, self.epoch)
            self.epoch = await store.open_table(self.table, "another node", "there:1", LONG)
            await store.release(self.table, self.epoch)
        elif step == "tidy":
            while await store.tidy(Keeping(10**12)):
                pass


@settings(max_examples=scaled(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_store_behaves_like_a_dictionary(
    open_store: OpenStore, steps: list[tuple[str, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "AT_REST", 1)  # so that even these journals are packed

    async def story(store: Store) -> None:
        example = next(examples)
        models = [Model(f"{example}-{number}") for number in range(3)]
        for model in models:
            model.epoch = await store.open_table(model.table, "node", "here:1", LONG)
        for step, which, count in steps:
            await models[which].do(store, step, count)
        for model in models:
            assert await store.load(model.table) == model.entries
            verify(model.table, model.entries)

    with_store(open_store, story)


# How much it carries.


@pytest.mark.parametrize("tables", [1, 8, 64])
def test_many_tables_at_once(open_store: OpenStore, tables: int) -> None:
    """A smoke test without a stopwatch: every table has one append under way all the time."""

    async def story(store: Store) -> None:
        async def play(table: str) -> None:
            epoch = await store.open_table(table, "node", "here:1", LONG)
            chain = Chain(table)
            for _ in range(25):
                await store.append(table, epoch, some_entries(chain, 2))

        await asyncio.gather(*(play(f"T{number}") for number in range(tables)))
        assert [info.last_seq for info in await store.tables()] == [50] * tables

    with_store(open_store, story)
