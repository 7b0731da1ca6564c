"""Tables that are open to whoever comes by: only where the host wants that, and as long as there is a seat."""

from __future__ import annotations

import msgspec

from slamdeck.measure.client import Client
from slamdeck.server.app import Server
from slamdeck.server.http.answers import OpenTables
from slamdeck.table import messages as say
from tests.server.evening import base_of, listening, play, serving, until


async def listed(server: Server, client: Client) -> list[tuple[str, str, int]]:
    server.api.first_page.listed = (-10.0, OpenTables(tables=[]))  # nothing is remembered of a second ago
    found = msgspec.json.decode(await client.get("/api/tables"), type=OpenTables).tables
    return [(table.code, table.host, table.people) for table in found]


def test_a_host_lists_a_table_and_a_stranger_sits_down() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            code = await ann.open("slamwich")
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.table is not None)
                assert await listed(server, bob) == []
                await ann.tell(say.OpenUp(True))
                await until(lambda: ann.table is not None and ann.table.listed)
                assert await listed(server, bob) == [(code, "Ann", 1)]
                await bob.join(code)
                await bob.connect()
                async with listening(bob):
                    await until(lambda: bob.table is not None and bool(bob.table.yours))
                    await bob.tell(say.OpenUp(False))
                    await until(lambda: any(isinstance(one, say.Refused) for one in bob.heard))
                    assert await listed(server, bob) == [(code, "Ann", 2)]
                    await ann.tell(say.Lock(True))
                    await until(lambda: ann.table is not None and ann.table.locked)
                    assert await listed(server, bob) == []

    play(evening)
