"""Two people and two bots at each of the games, through a server that is killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

import aiohttp

from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import WentOn
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.reading import open_record, read_entries
from tests.server.evening import BRIEF, PATIENCE, opened, until
from tests.server.process import ServerProcess

KILLS = 2


class Player:
    """A client that comes back whenever its socket is gone."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heads: list[bytes] = []
        self.back_after: list[float] = []
        self.ended = False

    async def live(self) -> None:
        while not self.ended:
            began = time.monotonic()
            try:
                await self.client.connect()
                await self.sit(began)
            except (aiohttp.ClientError, ConnectionError, TimeoutError, ServerSaidNo):
                await asyncio.sleep(0.05)

    async def sit(self, began: float) -> None:
        client = self.client
        playing = asyncio.ensure_future(client.play(slaps=0.1, pace=(0.05, 0.25)))
        try:
            while (message := await client.hear(60)) is not None:
                if isinstance(message, say.Stim | say.News):
                    self.heads.append(message.head)
                if client.is_over():
                    self.ended = True
                    return
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError, ConnectionError):
                await playing


async def evening_at(base: str, game: str) -> tuple[list[Player], list[asyncio.Task[None]]]:
    ann, bob = Client(base, "Ann"), Client(base, "Bob")
    settings = {"next_hand_ms": 300}
    code = await opened(ann, game, bots=["lightning", "lightning"], options=BRIEF[game], settings=settings)
    await bob.join(code)
    players = [Player(ann), Player(bob)]
    tasks = [asyncio.create_task(player.live()) for player in players]
    await until(lambda: ann.table is not None and sum(not seat.bot for seat in ann.table.seats) == 2)
    await ann.tell(say.Start())
    return players, tasks


def test_every_game_is_played_to_its_end_through_a_server_killed_and_restarted(tmp_path: Path) -> None:
    async def evening(server: ServerProcess) -> None:
        tables = {game: await evening_at(server.base, game) for game in all_games()}
        players = [player for pair, _ in tables.values() for player in pair]
        tasks = [task for _, pair in tables.values() for task in pair]
        for _ in range(KILLS):
            before = [player.client.last for player in players]
            await until(lambda: all(p.ended or p.client.last > 3 for p in players), 60)
            await asyncio.sleep(1.0)
            server.kill()
            await asyncio.to_thread(server.start)
            await until(lambda: any(p.client.last > b for p, b in zip(players, before, strict=True)), 60)  # noqa: B023
        await asyncio.wait_for(asyncio.gather(*tasks), 240 * PATIENCE)
        for game, (pair, _) in tables.items():
            await check_table(game, pair)
        for player in players:
            await player.client.__aexit__()

    with ServerProcess(tmp_path / "evening.db", warm=True) as server:
        asyncio.run(evening(server))


async def check_table(game: str, players: list[Player]) -> None:
    client = players[0].client
    data = await client.get(f"/api/tables/{client.code}/record")
    checked = open_record(data, all_games(), game)
    assert len(checked.results) == 1
    entries = read_entries(checked.table, data.split(b"\n")[1:-2], game)
    assert any(isinstance(read_entry(entry), WentOn) for entry in entries), f"{game} was never interrupted"
    heads = {entry.head for entry in entries}
    for player in players:
        assert player.heads
        lost = [head for head in player.heads if head not in heads]
        assert not lost, f"{game}: {len(lost)} heads that were shown are not in the chain"
        seated = [seat for seat in checked.state.seats if not seat.bot]
        assert len(seated) == 2
        for id, ok in player.client.answers.items():
            person = next(seat.who for seat in seated if seat.name == player.client.name)
            stored = checked.state.answer(person, id)
            if stored is not None:
                assert stored == ok
