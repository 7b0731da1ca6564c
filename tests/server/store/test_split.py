"""The promises on the way of an input, over two databases split by code: no statement there asks for two tables.

Whole games, too: a server over them deals, plays and wakes its tables wherever they live.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from slamdeck.measure.client import Client
from slamdeck.server import app
from slamdeck.server.app import Server
from slamdeck.server.config import ServerConfig
from slamdeck.server.store.contract import Store
from tests.server.evening import base_of, listening, play, until
from tests.server.store import test_journals as journals
from tests.server.store import test_leases as leases
from tests.server.store.postgres import database_of, is_there
from tests.server.store.split import in_two_databases, part_of
from tests.server.store.stories import OpenStore

pytestmark = pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")

ON_THE_WAY: tuple[Callable[[OpenStore], None], ...] = (
    journals.test_appends_take_effect_in_the_order_they_were_made,
    journals.test_tables_do_not_mix,
    journals.test_entries_must_follow_from_the_stored_ones,
    journals.test_a_refused_append_does_not_disturb_its_neighbours,
    leases.test_renewing_keeps_all_tables_of_an_owner,
    leases.test_an_owner_that_stops_gives_all_its_tables_back,
    leases.test_a_taken_over_table_refuses_its_former_owner,
    leases.test_two_nodes_never_both_write_an_entry,
)


@pytest.mark.parametrize("promise", ON_THE_WAY, ids=lambda promise: promise.__name__.removeprefix("test_"))
def test_over_two_databases(promise: Callable[[OpenStore], None], tmp_path: Path) -> None:
    promise(lambda: in_two_databases(tmp_path))


def test_games_are_played_over_two_databases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def split(place: object) -> Store:
        return await in_two_databases(tmp_path)

    monkeypatch.setattr(app, "open_store", split)

    async def evening() -> None:
        address = await database_of(tmp_path / "left")
        codes: list[str] = []
        server = await Server.start(ServerConfig(port=0, db=address, node="one"))
        while len({part_of(code, 2) for code in codes}) < 2:
            async with Client(base_of(server), "Ann") as ann:
                codes.append(await ann.open("slamwich", bots=["quick", "quick"], start=True))
                await ann.connect()
                async with listening(ann):
                    await until(lambda client=ann: client.last > 0)  # type: ignore[misc]
        before = {code: server.lobby.tables[code].durable for code in codes}
        assert server.lobby.metrics.store_failures.value == 0
        await server.stop()
        again = await Server.start(ServerConfig(port=0, db=address, node="two"))
        for code in codes:
            assert (await again.lobby.find(code)).durable >= before[code]
        await again.stop()

    play(evening)
    homes = asyncio.run(tables_in(tmp_path))
    assert all(homes.values()), "each has some"
    assert all(part_of(code, 2) == number for number, found in homes.items() for code in found)


async def tables_in(folder: Path) -> dict[int, list[str]]:
    both = await in_two_databases(folder)
    try:
        return {number: [one.table for one in await part.tables()] for number, part in enumerate(both.parts)}
    finally:
        await both.close()
