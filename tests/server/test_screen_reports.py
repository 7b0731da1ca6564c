"""What screens say all the time is read in place: it must mean what the decoder would have made of it."""

from __future__ import annotations

import random

import msgspec
import pytest

from slamdeck.server.socket.frames import TEXT, masked
from slamdeck.server.socket.screen_reports import read_report
from slamdeck.table.messages import Seen, Still, decode_client
from tests.scale import scaled

KEY = b"\x01\xfe\x80\x7f"


def report(text: bytes, key: bytes = KEY) -> Seen | Still | None:
    return read_report(masked(TEXT, text, key))


def decoded(text: bytes) -> Seen | Still | None:
    """The same by way of the decoder."""
    try:
        message = decode_client(text)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return message if isinstance(message, Seen | Still) else None


@pytest.mark.parametrize("n", [0, 7, 10, 999_999_999_999_999])
@pytest.mark.parametrize("c", [0, 50_000, 1_200_000, 999_999_999_999_999])
def test_browsers_are_understood(n: int, c: int) -> None:
    p = c // 2
    for key in (bytes(4), KEY, b"\xff\xff\xff\xff"):
        assert report(b'{"m":"still","n":%d,"c":%d}' % (n, c), key) == Still(n, c)
        assert report(b'{"m":"seen","n":%d,"p":%d,"c":%d}' % (n, p, c), key) == Seen(n, p, c)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b'{"m":"still"',
        b'{"m":"still","n":',
        b'{"m":"still","n":1',
        b'{"m":"still","n":1,"c":',
        b'{"m":"still","n":1,"c":5',
        b'{"m":"still","n":1,"c":5}}',
        b'{"m":"still","n":01,"c":5}',
        b'{"m":"still","n":-1,"c":5}',
        b'{"m":"still","n":1,"c":9999999999999999}',
        b'{"m":"still","n":1,"c":5.0}',
        b'{"m":"still","n":1e3,"c":5}',
        b'{"m":"still","n":1}',
        b'{"m":"still","n":1,"up":5}',
        b'{"m":"seen","n":}',
        b'{"m":"seen","n":1,"c":2}',
        b'{"m":"seen","n":1,"p":2}',
        b'{"m":"seen","n":1,"c":2,"p":2}',
        b'{"m":"seen","n":9999999999999999999999,"p":1,"c":2}',
        b'{"m":"seal","n":1}',
    ],
)
def test_anything_else_is_left_to_the_decoder(text: bytes) -> None:
    assert report(text) is None


def test_whatever_is_read_means_what_the_decoder_says() -> None:
    roll = random.Random(7)
    alphabet = b'{}":,0123456789-.emstilunpc \x00\xff'
    recognised = 0
    for _ in range(scaled(20_000)):
        n, clock = roll.randrange(1 << 40), roll.randrange(1 << 45)
        text = bytearray(b'{"m":"still","n":%d,"c":%d}' % (n, clock))
        if roll.random() < 0.3:
            text = bytearray(b'{"m":"seen","n":%d,"p":%d,"c":%d}' % (n, clock, clock + 300))
        for _ in range(roll.randrange(3)):
            place = roll.randrange(len(text))
            text[place : place + roll.randrange(3)] = roll.choices(alphabet, k=roll.randrange(3))
        found = report(bytes(text), roll.randbytes(4))
        if found is not None:
            recognised += 1
            assert found == decoded(bytes(text)), text
    assert recognised > 0
