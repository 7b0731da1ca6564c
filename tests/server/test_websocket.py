"""WebSocket frames: what the standard allows is understood, however it is cut; everything else is refused."""

from __future__ import annotations

import asyncio
import random

import pytest

from slamdeck.server.socket.frames import (
    BINARY,
    CLOSE,
    MOST_LATE,
    PART,
    PING,
    PONG,
    PROTOCOL_ERROR,
    TEXT,
    TOO_LARGE,
    Broken,
    Frames,
    Owner,
    Socket,
    accept_key,
    frame,
    masked,
    unmask,
)
from slamdeck.table.messages import Seen, Still

KEY = b"\x01\xfe\x80\x7f"
GOOD = {
    "Upgrade": "websocket",
    "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def part(first: int, payload: bytes) -> bytes:
    return bytes((first, 0x80 | len(payload))) + KEY + unmask(payload, KEY)


def read(data: bytes, most: int = 1 << 16) -> list[tuple[int, bytes]]:
    return list(Frames(most).feed(data))


def test_the_handshake_of_the_standard() -> None:
    assert accept_key(GOOD) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Upgrade", "h2c"),
        ("Connection", "close"),
        ("Sec-WebSocket-Version", "8"),
        ("Sec-WebSocket-Key", ""),
        ("Sec-WebSocket-Key", "c2hvcnQ="),
        ("Sec-WebSocket-Key", "!!"),
    ],
)
def test_anything_else_is_no_handshake(header: str, value: str) -> None:
    assert accept_key({**GOOD, header: value}) is None


def test_frames_of_every_size_however_they_are_cut() -> None:
    roll = random.Random(1)
    sent = [roll.randbytes(size) for size in (0, 1, 3, 4, 125, 126, 127, 1000, 65_535, 65_536)]
    stream = b"".join(masked(TEXT, payload, KEY) for payload in sent)
    frames = Frames(1 << 17)
    heard: list[tuple[int, bytes]] = []
    while stream:
        cut = roll.choice((1, 2, 5, 7, 1000, 50_000))
        heard += frames.feed(stream[:cut])
        stream = stream[cut:]
    assert heard == [(TEXT, payload) for payload in sent]


def test_a_server_s_frames_are_read_by_a_client() -> None:
    data = frame(TEXT, b"x" * 70_000) + frame(PING, b"now")
    assert list(Frames(1 << 20, from_client=False).feed(data)) == [(TEXT, b"x" * 70_000), (PING, b"now")]


def test_parts_are_put_together_and_a_ping_may_come_between() -> None:
    stream = part(0x01, b"one ") + part(0x89, b"?") + part(0x00, b"two ") + part(0x80, b"three")
    assert read(stream) == [PART, (PING, b"?"), PART, (TEXT, b"one two three")]
    assert read(part(0x02, b"a") + part(0x80, b"b")) == [PART, (BINARY, b"ab")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, b"not masked"), PROTOCOL_ERROR),
        (part(0xC1, b"compressed"), PROTOCOL_ERROR),
        (part(0x80, b"continues nothing"), PROTOCOL_ERROR),
        (part(0x01, b"begun") + part(0x81, b"and again"), PROTOCOL_ERROR),
        (part(0x09, b"a ping in parts"), PROTOCOL_ERROR),
        (masked(CLOSE, b"c" * 126, KEY), PROTOCOL_ERROR),
        (part(0x83, b"no such kind"), PROTOCOL_ERROR),
        (masked(TEXT, b"x" * 3000, KEY), TOO_LARGE),
        (b"\x81\xff" + b"\xff" * 8, TOO_LARGE),
        (part(0x01, b"x" * 100) + part(0x00, b"x" * 100) * 20, TOO_LARGE),
        (part(0x01, b"") + part(0x00, b"") * 70, TOO_LARGE),
    ],
)
def test_what_is_no_frame_is_refused(data: bytes, code: int) -> None:
    with pytest.raises(Broken) as broken:
        read(data, most=2048)
    assert broken.value.code == code


def test_no_bytes_at_all_break_it() -> None:
    roll = random.Random(2)
    understood = refused = 0
    for _ in range(20_000):
        try:
            understood += len(read(roll.randbytes(roll.randrange(40)), most=2048))
        except Broken:
            refused += 1
    assert refused > 10_000 > understood


class Ears(Owner):
    """Whoever hears what a socket hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.reports = 0
        self.pieces = 0

    def text(self, data: bytes) -> None:
        self.heard.append(("text", data))

    def report(self, report: Seen | Still) -> bool:
        self.reports += 1
        return False  # read it as any other

    def pong(self, data: bytes) -> None:
        self.heard.append(("pong", data))

    def piece(self) -> None:
        """Not even one frame, or a part of a message."""
        self.pieces += 1


class Line(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.paused = False
        self.closed = False

    def is_closing(self) -> bool:
        return self.closed

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """To nobody."""

    def pause_reading(self) -> None:
        self.paused = True

    def close(self) -> None:
        self.closed = True


def test_a_socket_hears_the_same_however_frames_are_cut_and_joined() -> None:
    roll = random.Random(3)
    said = [
        (TEXT, b'{"m":"seen","n":4,"p":17,"c":18}'),
        (TEXT, b'{"m":"still","n":4,"c":19}'),
        (PONG, b"12345678"),
        (TEXT, b"a short one"),
        (TEXT, b"a long one " * 30),
    ]
    for _ in range(300):
        some = [roll.choice(said) for _ in range(roll.randrange(1, 6))]
        stream = b"".join(masked(kind, payload, KEY) for kind, payload in some)
        at = sorted(roll.choices(range(len(stream) + 1), k=roll.randrange(4)))
        cuts = [stream[a:b] for a, b in zip([0, *at], [*at, len(stream)], strict=True)]
        ears = Ears()
        socket = Socket(Line(), ears, 1 << 16)
        for cut in cuts:
            socket.data_received(cut)
        assert ears.heard == [("pong" if kind == PONG else "text", payload) for kind, payload in some]
        if not at and all(len(payload) < 100 for _, payload in some):
            assert ears.reports == sum(payload.startswith(b"{") for _, payload in some), (
                "also where several came at once"
            )


def test_every_part_of_a_message_is_charged() -> None:
    ears = Ears()
    Socket(Line(), ears, 1 << 16).data_received((part(0x01, b"a") + part(0x00, b"") * 40 + part(0x80, b"b")) * 10)
    assert ears.heard == [("text", b"ab")] * 10
    assert ears.pieces == 10 * 41


@pytest.mark.parametrize(
    "flood", [masked(PONG, b"", KEY), masked(TEXT, b"again", KEY), part(0x01, b""), frame(PING, b"")]
)
def test_after_the_goodbye_only_a_goodbye_is_waited_for(flood: bytes) -> None:
    line, ears = Line(), Ears()
    socket = Socket(line, ears, 1 << 16)
    socket.leave(4000, b"")
    socket.data_received(masked(TEXT, b"was on its way", KEY) * MOST_LATE)
    assert not line.paused
    socket.data_received(flood * 1000)
    assert line.paused, "and what is not read any more has to wait in the sender's own memory"
    assert ears.heard == []


def test_a_goodbye_that_comes_after_what_was_on_its_way_is_heard() -> None:
    line = Line()
    socket = Socket(line, Ears(), 1 << 16)
    socket.leave(4000, b"")
    socket.data_received(masked(TEXT, b"was on its way", KEY) * 20 + masked(CLOSE, b"", KEY))
    assert line.closed
