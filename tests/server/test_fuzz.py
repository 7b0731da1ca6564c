"""Frames that nobody would send: nothing but clean refusals, and a table that plays on."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Iterator

import aiohttp
import msgspec

from slamdeck.measure.client import Client
from slamdeck.server.app import Server
from slamdeck.server.config import Limits
from slamdeck.server.http.limits import Rate
from slamdeck.server.socket.messages import hello_decoder
from slamdeck.table import messages as say
from tests.server.evening import base_of, listening, play, serving, until

DECODED = 1_000_000
SENT = 100_000
PER_SOCKET = 2_500
BUSY = {"toss_ms": 500, "min_toss_ms": 300}  # something happens all the time
WIDE_OPEN = Limits(
    messages=Rate(1e9, 1e9),
    messages_per_session=Rate(1e9, 1e9),
    messages_per_network=Rate(1e9, 1e9),
    slaps=Rate(1e9, 1e9),
    ticketing=Rate(1e6, 1e6),
    joining=Rate(1e6, 1e6),
    bad_frames=1 << 60,
)

SAMPLES: tuple[say.ClientMessage, ...] = (
    say.Seen(3, 5_000_000, 5_000_900),
    say.Still(3, 5_050_000),
    say.Act(1, 5_250_000, 5_251_000, 7, "slap"),
    say.Act(2, None, 5_900_000, 8, "play R4", 1),
    say.Resume(2),
    say.ClockIs(100, 16_667),
    say.Hidden(False),
    say.Seal(b"s" * 32),
    say.Nonce(b"n" * 32),
    say.Ready(),
    say.Emote("wow"),
    say.Sit(1),
    say.StandUp(),
    say.Rename("Zoë"),
    say.SetOptions({"max_tosses": 3}),
    say.AddBot("kid"),
    say.AddHand("Tim"),
    say.Remove(1),
    say.SetHandicap(0, 100),
    say.Start(),
    say.Pause(),
    say.GoOn(),
    say.MakeHost(0),
    say.SetBot(1, "kid"),
    say.MoveTo("K7Q2M4XA"),
)
FRAMES = [msgspec.json.encode(message) for message in SAMPLES]
ODD = [b"{", b"}", b'"', b"null", b"1e999", b"-1", b"\\u0000", b"\xff", b"[]", b"9" * 30, b"\xed\xa0\x80", b":", b","]


def mangled(roll: random.Random, count: int) -> Iterator[bytes]:
    """Messages with bytes changed, cut, doubled, mixed, or replaced by something odd."""
    for _ in range(count):
        frame = FRAMES[roll.getrandbits(5) % len(FRAMES)]
        kind = roll.getrandbits(3)
        at = roll.getrandbits(9) % (len(frame) + 1)
        if kind == 0:
            yield frame[:at]
        elif kind == 1:
            yield frame[:at] + ODD[roll.getrandbits(6) % len(ODD)] + frame[at:]
        elif kind == 2:
            yield frame[:at] + bytes([roll.getrandbits(8)]) + frame[at + 1 :]
        elif kind == 3:
            yield frame[:at] + FRAMES[roll.getrandbits(5) % len(FRAMES)][at:]
        elif kind == 4:
            yield roll.randbytes(at)
        elif kind == 5:
            yield b"[" * at + frame
        elif kind == 6:
            yield frame + frame
        else:
            yield frame


def test_a_million_frames_against_the_decoder() -> None:
    refused = understood = 0
    began = time.monotonic()
    for number, frame in enumerate(mangled(random.Random(7), DECODED)):
        decode = say.decode_client if number % 16 else hello_decoder.decode
        try:
            decode(frame)
            understood += 1
        except (msgspec.MsgspecError, UnicodeDecodeError):
            refused += 1
    assert refused + understood == DECODED
    assert refused > understood > DECODED // 10
    assert time.monotonic() - began < 120


async def pester(server: Server, code: str, frames: list[bytes], number: int) -> None:
    """A stranger with a good many frames, who reads along."""
    async with Client(base_of(server), f"Pest {number}") as pest:
        await pest.join(code, watch=True)
        await pest.connect()
        assert pest.ws is not None
        expected = server.lobby.metrics.frames.value + len(frames)
        async with listening(pest):
            for frame in frames:
                await pest.ws.send_frame(frame, aiohttp.WSMsgType.TEXT)
            await until(lambda: server.lobby.metrics.frames.value >= expected, 60)


def test_strangers_with_broken_browsers_do_not_disturb_a_game() -> None:
    """They are not thrown out here, so that all of it reaches the server."""

    async def evening() -> None:
        async with serving(limits=WIDE_OPEN) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["lightning"], start=True, options=BUSY)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.last > 0)
                before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                for number in range(0, SENT, PER_SOCKET):
                    frames = list(mangled(random.Random(number), PER_SOCKET))
                    await pester(server, code, frames, number)
                ann.heard.clear()
                last = ann.last
                await until(lambda: ann.last > last + 2)
                assert ann.closing is None
            metrics = server.lobby.metrics
            assert metrics.frames.value >= SENT
            assert metrics.bad_frames.value > SENT // 3
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            assert grown < 100_000, f"{grown} kB more than before"

    play(evening)
