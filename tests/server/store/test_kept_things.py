"""A few things that the server itself must not forget."""

from __future__ import annotations

from slamdeck.server.store.contract import Store
from tests.server.store.stories import OpenStore, with_store


def test_what_is_kept_is_found_by_how_its_name_begins(open_store: OpenStore) -> None:
    async def story(store: Store) -> None:
        assert await store.kept("") == {}
        await store.keep("key", b"\0\xff")
        await store.keep("forgotten 1", b"1")
        await store.keep("forgotten 2", b"2")
        await store.keep("forgotten%", b"")
        assert await store.kept("key") == {"key": b"\0\xff"}
        assert await store.kept("forgotten ") == {"forgotten 1": b"1", "forgotten 2": b"2"}
        assert sorted(await store.kept_names("forgotten ")) == ["forgotten 1", "forgotten 2"]
        await store.keep("key", b"new")
        await store.keep("forgotten 1", None)
        await store.keep("never there", None)
        assert await store.kept("") == {"key": b"new", "forgotten 2": b"2", "forgotten%": b""}

    with_store(open_store, story)


def test_it_outlives_the_server(open_node: OpenStore) -> None:
    async def keep(store: Store) -> None:
        await store.keep("key", b"secret")

    async def look(store: Store) -> None:
        assert await store.kept("key") == {"key": b"secret"}

    with_store(open_node, keep)
    with_store(open_node, look)
