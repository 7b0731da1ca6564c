"""A server in a thread of the test's own process, whose games can be made short and whose database can be looked at."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from slamdeck.server.app import Server
from slamdeck.server.config import Limits, ServerConfig


class House:
    def __init__(self, server: Server, loop: asyncio.AbstractEventLoop) -> None:
        self.address = f"http://127.0.0.1:{server.port}"
        self.server = server
        self.loop = loop

    def keep(self, name: str, value: bytes) -> None:
        asyncio.run_coroutine_threadsafe(self.server.store.keep(name, value), self.loop).result(60)


@contextmanager
def house_with(db: Path | None, game: str, **short: object) -> Iterator[House]:
    """Today's deal of that game has these house rules, too."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def start() -> Server:
        server = await Server.start(ServerConfig(port=0, db=db, profiles=True, limits=Limits(lag_ms=60_000)))
        info = server.lobby.games[game]
        assert info.short is not None
        brief = replace(info.short, options={**info.short.options, **short})
        server.lobby.games = {**server.lobby.games, game: replace(info, short=brief)}
        return server

    server = asyncio.run_coroutine_threadsafe(start(), loop).result(60)
    try:
        yield House(server, loop)
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def kept_in(db: Path) -> list[str]:
    """The names of everything that the server keeps besides its tables."""
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
        return sorted(name for (name,) in file.execute("SELECT name FROM kept"))
