"""The honest table, in a process of its own: what the attackers cost themselves must not look like the server's doing.

    python -m tests.redteam.honest http://127.0.0.1:8484

It is told by lines what to do (`sit`, `begin`, `end`) and answers each with a line of JSON.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Final

import aiohttp
import msgspec

from slamdeck.measure.crowd import CrowdPlayer, sit_down
from slamdeck.measure.load import LoadedServer, LoadPlan, Storm
from slamdeck.server.app import new_loop
from slamdeck.server.tables.alarms import micros

# Somebody can nearly always do something there, and no hand is last: where the last hand loses, a hand that lies on the
# table waits up to a second and a half for people who keep theirs back, whether anybody attacks or not.
GAMES: Final = ("slamwich", "yahtzee_hands_down")
PEOPLE: Final = 4
THINKING: Final = (0.15, 0.35)  # s: quick people, but no more hands than the server takes from anybody
SEED: Final = 7
HOME: Final = "127.0.0.9"  # nobody's proxy, nobody's attacker


class Felt(msgspec.Struct, frozen=True, kw_only=True):
    """What the honest people noticed: how long each input took (µs), and how many of their sockets were closed."""

    took: list[int] = []
    lost: int = 0
    problem: str = ""


class HonestTables(Storm):
    """Played on and on; who was thrown out comes to a new table when `sit` is said again."""

    def __init__(self, base: str, http: aiohttp.ClientSession) -> None:
        plan = LoadPlan(tables=len(GAMES), seconds=0, thinking=THINKING, people=PEOPLE, games=GAMES)
        super().__init__(LoadedServer(base, ops="", pid=0, db=None), plan, http)  # nobody asks what it costs
        self.players: list[CrowdPlayer] = []

    async def sit(self) -> Felt:
        for player in self.players:
            player.leave()
        self.players = []
        try:
            self.crowd.hand_verbs = self.crowd.hand_verbs or await self.hand_verbs()
            for number in range(len(GAMES)):
                seats = await self.open_table(number)
                came = [await self.come(seat, SEED + PEOPLE * number + k) for k, seat in enumerate(seats)]
                came[0].start()
                self.players += came
        except Exception as error:  # whatever it is, it is told to whoever runs the attacks
            return Felt(problem=f"the honest people did not get in: {error or type(error).__name__}")
        self.crowd.lost = 0
        return Felt()

    async def come(self, invitation: tuple[str, str], seed: int) -> CrowdPlayer:
        ticket = await self.ticket(*invitation)
        return await sit_down(self.address, ticket, self.crowd, seed, HOME)

    def begin(self) -> Felt:
        """What was asked before counts for the attack before."""
        for player in self.players:
            player.asked = (0, 0)
        self.crowd.begin()
        self.crowd.lost = 0
        return Felt()

    def end(self) -> Felt:
        """What is still unanswered has taken at least as long as it waits."""
        waiting = [micros() - at for id, at in (player.asked for player in self.players) if id]
        return Felt(took=[*self.crowd.answer_us, *(age for age in waiting if age > 100_000)], lost=self.crowd.lost)


async def obey(base: str) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    timeout = aiohttp.ClientTimeout(total=20)
    connector = aiohttp.TCPConnector(local_addr=(HOME, 0))
    jar = aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(connector=connector, cookie_jar=jar, timeout=timeout) as http:
        tables = HonestTables(base, http)
        while line := (await reader.readline()).decode().strip():
            felt = await tables.sit() if line == "sit" else tables.begin() if line == "begin" else tables.end()
            sys.stdout.write(msgspec.json.encode(felt).decode() + "\n")
            sys.stdout.flush()
        for player in tables.players:
            player.leave()


if __name__ == "__main__":
    gc.freeze()
    with asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(obey(sys.argv[1]))
