"""Hostile frames and hostile requests by the million, of every kind and mixed, and the server is still there.

SLAMDECK_HOSTILE=1000000 sends so many frames and a tenth of that in requests (`make chaos`); `make test` sends a few.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from typing import Final

import pytest

from slamdeck.server.socket.frames import PING, PONG, TEXT, masked
from tests.redteam.attacks.bodies import ODD_JSON, ODD_PATHS, ODD_REQUESTS
from tests.redteam.attacks.frames import BAD
from tests.redteam.attacks.words import ODD_MESSAGES, ODD_NUMBERS
from tests.redteam.scene import Person, Scene
from tests.redteam.target import own_server
from tests.redteam.trial import FAULT
from tests.redteam.wire import KEY, http, text_frame

FRAMES: Final = int(os.environ.get("SLAMDECK_HOSTILE", "20000"))
REQUESTS: Final = FRAMES // 10
TABLES: Final = 6
PESTS: Final = 20  # at each table
IN_A_ROW: Final = 500  # frames of one socket
PIPELINED: Final = 25
AT_ONCE: Final = 12
MOST_GROWTH_MB: Final = 60.0  # two hundred people stay at tables meanwhile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it comes from many addresses of 127.0.0.0/8")

GOOD: Final = [text_frame(message) for message in ODD_MESSAGES]
FLOODS: Final = [
    masked(PONG, b"", KEY),
    masked(PING, b"x" * 125, KEY),
    masked(TEXT, b"", KEY),
    text_frame({"m": "ready"}),
]


def hostile_frames(roll: random.Random) -> tuple[bytes, int]:
    """What one socket sends, and how many frames it is: mostly what is read, with something broken at its end."""
    frames = [one_frame(roll) for _ in range(IN_A_ROW - 1)]
    return b"".join([*frames, roll.choice(list(BAD.values()))]), IN_A_ROW


def one_frame(roll: random.Random) -> bytes:
    kind = roll.randrange(6)
    if kind == 0:
        return roll.choice(FLOODS)
    if kind == 1:
        return roll.choice(GOOD)
    if kind == 2:
        do = f"{roll.choice(['cut', 'slap', 'toss', 'play', 'place', 'x'])} {roll.choice(ODD_NUMBERS)}"
        return text_frame(
            {
                "m": "act",
                "n": roll.randrange(9),
                "t": roll.randrange(10**9),
                "c": roll.randrange(10**9),
                "id": roll.randrange(99),
                "do": do,
            }
        )
    if kind == 3:
        return masked(TEXT, roll.randbytes(roll.randrange(40)), roll.randbytes(4))
    if kind == 4:
        data = bytearray(roll.choice(GOOD)[6:])
        data[roll.randrange(len(data))] = roll.randrange(256)
        return masked(TEXT, bytes(data), KEY)
    return text_frame(b'{"m":"still","n":%d,"c":%d}' % (roll.randrange(1 << 40), roll.randrange(1 << 32)))


def hostile_request(roll: random.Random, headers: dict[str, str]) -> bytes:
    if roll.random() < 0.04:
        return roll.choice(ODD_REQUESTS)
    method = roll.choice(["GET", "GET", "GET", "HEAD", "POST", "PUT", "BREW"])
    path = roll.choice([*ODD_PATHS, "/", "/health", "/api/games", "/api/records", "/ws", "/api/tables"])
    path = path[: roll.choice([40, 4000])]
    body = roll.choice(ODD_JSON) if method == "POST" else b""
    odd = {} if roll.random() < 0.9 else {roll.choice(["Cookie", "Origin", "X-Forwarded-For"]): "=;,::ffff" * 5}
    return http(method, path, {**headers, **odd}, body)


class Onslaught:
    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene = scene
        self.roll = random.Random(seed)
        self.frames = self.requests = self.sockets = 0

    async def seat_pests(self) -> list[Person]:
        pests: list[Person] = []
        for number in range(TABLES):
            host = self.scene.person("Host", self.scene.new_source())
            await host.open(("slamwich", "hit_the_deck", "lowdown")[number % 3], bots=["kid", "kid"])
            self.neighbour = host
            for k in range(PESTS):
                pest = self.scene.person(f"Pest {k}", self.scene.new_source())
                if (await pest.join(host.code, watch=k > 1)).status == 200:
                    pests.append(pest)
        await self.neighbour.connect()
        return pests

    async def pour_frames(self, pests: list[Person]) -> None:
        while self.frames < FRAMES:
            data, count = hostile_frames(self.roll)
            self.frames += count
            pest = self.roll.choice(pests)
            pest.source = self.scene.new_source()
            try:
                plug = await pest.connect()
                self.sockets += not plug.cut_off.is_set()
                await plug.send(data)
                await plug.is_closed(0.5)
                self.scene.drop(plug)
            except OSError:
                continue

    async def pour_requests(self) -> None:
        while self.requests < REQUESTS:
            bundle = [hostile_request(self.roll, self.scene.headers()) for _ in range(PIPELINED)]
            self.requests += PIPELINED
            line = await self.scene.line(self.scene.new_source())
            line.push(b"".join(bundle))
            line.writer.write_eof()
            await line.is_cut(1.0)
            self.scene.drop(line)

    async def run(self) -> None:
        pests = await self.seat_pests()
        await asyncio.gather(*(self.pour_frames(pests) for _ in range(AT_ONCE)))
        await asyncio.gather(*(self.pour_requests() for _ in range(AT_ONCE)))


def test_a_million_hostile_frames_and_requests_end_nothing() -> None:
    seed = random.randrange(1 << 30)
    began = time.monotonic()

    async def onslaught() -> None:
        scene = Scene(target)
        storm = Onslaught(scene, seed)
        try:
            before = target.memory_mb()
            await storm.run()
            after = target.memory_mb()
            assert storm.neighbour.plug is not None
            assert not storm.neighbour.plug.cut_off.is_set(), f"seed {seed}: a neighbour was thrown out"
            assert (await scene.ask("GET", "/health", source=scene.new_source())).status == 200
        finally:
            scene.close()
            await asyncio.sleep(0.05)
        assert before is not None
        assert after is not None
        print(
            f"{storm.frames} hostile frames on {storm.sockets} sockets, {storm.requests} hostile requests "
            f"in {time.monotonic() - began:.0f} s: {after - before:+.1f} MB"
        )
        assert storm.sockets > FRAMES / IN_A_ROW / 2, "hardly a socket was let in: nothing was tried"
        assert after - before < MOST_GROWTH_MB, f"seed {seed}"

    with own_server(long=200) as target:
        asyncio.run(onslaught())
        assert target.lives()
        text = target.log_since(0)
        assert "Traceback" not in text, f"seed {seed}: {text[text.index('Traceback') :][:3000]}"
        assert [line for line in text.splitlines() if FAULT in line] == [], f"seed {seed}"
