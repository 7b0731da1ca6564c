"""What every store promises about whose a table is: one owner at a time, and a former one writes nothing."""

from __future__ import annotations

import asyncio
import time

import pytest

from slamdeck.server.store.contract import Conflict, StaleEpoch, Store, TableClosed, TableHeld
from slamdeck.table.journal.chain import Chain, verify
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.store.stories import LONG, OpenStore, some_entries, with_store, with_two_nodes

# Tables and leases.


def test_opening_a_table_again_raises_its_epoch(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epochs = [await store.open_table("T", "node", "here:1", LONG) for _ in range(3)]
        assert epochs == [1, 2, 3]

    with_store(open_store, story)


def test_a_leased_table_is_refused_to_others_and_says_who_has_it(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await store.open_table("T", "one", "a:1", LONG)
        with pytest.raises(TableHeld, match="table T is held by one at a:1") as held:
            await store.open_table("T", "two", "b:1", LONG)
        assert (held.value.owner, held.value.addr) == ("one", "a:1")

    with_store(open_store, story)


def test_a_released_table_can_be_opened_at_once(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "one", "a:1", LONG)
        await store.release("T", epoch)
        assert await store.open_table("T", "two", "b:1", LONG) == epoch + 1

    with_store(open_store, story)


def test_renewing_keeps_all_tables_of_an_owner(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await store.open_table("A", "one", "a:1", lease_ms=0)
        await store.open_table("B", "one", "a:1", lease_ms=0)
        await store.open_table("C", "two", "b:1", lease_ms=0)
        assert await store.renew("one", LONG) == ["A", "B"]
        with pytest.raises(TableHeld):
            await store.open_table("A", "two", "b:1", LONG)
        await store.open_table("C", "one", "a:1", LONG)

    with_store(open_store, story)


def test_tables_are_listed(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        await store.open_table("B", "node", "here:1", LONG)
        epoch = await store.open_table("A", "node", "here:1", LONG)
        await store.append("A", epoch, some_entries(Chain("A"), 7))
        listed = await store.tables()
        assert [(info.table, info.owner, info.addr, info.epoch, info.last_seq, info.closed) for info in listed] == [
            ("A", "node", "here:1", 1, 7, False),
            ("B", "node", "here:1", 1, 0, False),
        ]
        assert all(info.lease_until > 0 for info in listed)

    with_store(open_store, story)


def test_a_released_table_belongs_to_nobody_from_then_on(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "one", "a:1", LONG)
        (before,) = await store.tables()
        await store.release("T", epoch)
        (after,) = await store.tables()
        assert (after.owner, after.addr, after.epoch, after.closed) == ("", "", epoch, False)
        assert before.lease_until - LONG <= after.lease_until < before.lease_until
        assert await store.renew("one", LONG) == []

    with_store(open_store, story)


def test_a_lease_that_ran_out_long_ago_did_not_end_when_it_is_given_back(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "one", "a:1", lease_ms=-5000)
        (before,) = await store.tables()
        await store.release("T", epoch)
        (after,) = await store.tables()
        assert after.lease_until == before.lease_until

    with_store(open_store, story)


def test_an_owner_that_stops_gives_all_its_tables_back(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        for table, owner in (("A", "one"), ("B", "two"), ("C", "one")):
            await store.open_table(table, owner, "x:1", LONG)
        await store.release_all("one")
        assert [info.owner for info in await store.tables()] == ["", "two", ""]
        assert await store.open_table("A", "three", "c:1", LONG) == 2
        with pytest.raises(TableHeld):
            await store.open_table("B", "three", "c:1", LONG)

    with_store(open_store, story)


def test_a_closed_table_is_read_and_never_opened_again(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        epoch = await store.open_table("T", "one", "a:1", LONG)
        entries = some_entries(Chain("T"), 3)
        await store.append("T", epoch, entries)
        await store.close_table("T", epoch)
        for owner in ("one", "two"):
            with pytest.raises(TableClosed, match="table T was closed"):
                await store.open_table("T", owner, "a:1", LONG)
        assert [(info.owner, info.closed) for info in await store.tables()] == [("", True)]
        assert await store.load("T") == entries

    with_store(open_store, story)


# Two nodes.


def test_a_taken_over_table_refuses_its_former_owner(open_node: OpenStore) -> None:
    async def story(zombie: Store, successor: Store) -> None:
        old = await zombie.open_table("T", "zombie", "a:1", lease_ms=0)
        chain = Chain("T")
        entries = some_entries(chain, 2)
        await zombie.append("T", old, entries)
        new = await successor.open_table("T", "successor", "b:1", LONG)
        assert new > old
        late = Chain("T", entries[-1]).extend(b"from the grave")
        with pytest.raises(StaleEpoch, match=f"table T is in epoch {new}, this came from epoch {old}"):
            await zombie.append("T", old, [late])
        with pytest.raises(StaleEpoch):
            await zombie.release("T", old)
        with pytest.raises(StaleEpoch):
            await zombie.close_table("T", old)
        assert await zombie.renew("zombie", LONG) == []
        more = some_entries(chain, 1)
        await successor.append("T", new, more)
        assert await zombie.load("T") == entries + more

    with_two_nodes(open_node, story)


DAY_NS = 86_400 * 10**9


@pytest.mark.parametrize("days", [-1, 1])
def test_a_nodes_own_clock_decides_nothing(open_node: OpenStore, monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Leases run by the store's clock: a node that lives in another day neither takes a table nor keeps one."""
    true_ns = time.time_ns

    async def story(one: Store, two: Store) -> None:
        await one.open_table("held", "one", "a:1", LONG)
        monkeypatch.setattr(time, "time_ns", lambda: true_ns() + days * DAY_NS)
        monkeypatch.setattr(time, "time", lambda: (true_ns() + days * DAY_NS) / 10**9)
        with pytest.raises(TableHeld):
            await two.open_table("held", "two", "b:1", LONG)
        assert await one.open_table("given up", "one", "a:1", lease_ms=1) == 1
        await asyncio.sleep(0.02)
        assert await two.open_table("given up", "two", "b:1", LONG) == 2
        monkeypatch.undo()
        with pytest.raises(TableHeld):
            await one.open_table("given up", "one", "a:1", LONG)

    with_two_nodes(open_node, story)


def test_two_nodes_never_both_write_an_entry(open_node: OpenStore) -> None:
    """Both believe they own the table; each number is acknowledged to one of them at most."""

    async def story(one: Store, two: Store) -> None:
        acknowledged: dict[int, ChainedEntry] = {}

        async def play(store: Store, name: str) -> None:
            for _ in range(10):
                epoch = await store.open_table("T", name, name, lease_ms=0)
                stored = await store.load("T")
                chain = Chain("T", stored[-1] if stored else None)
                for _ in range(10):
                    entry = chain.extend(f"{name} {chain.seq}".encode())
                    try:
                        await store.append("T", epoch, [entry])
                    except (StaleEpoch, Conflict):
                        break
                    assert entry.seq not in acknowledged
                    acknowledged[entry.seq] = entry

        await asyncio.gather(play(one, "one"), play(two, "two"))
        entries = await one.load("T")
        assert {entry.seq: entry for entry in entries} == acknowledged
        verify("T", entries)

    with_two_nodes(open_node, story)
