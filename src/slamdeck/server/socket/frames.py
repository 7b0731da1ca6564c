"""WebSockets (RFC 6455) without extensions, on a connection that HTTP has handed over.

No task, no queue and no future per frame: what arrives is given to its owner at once, what goes out is written at once.
No compression: the size of a message must not depend on what was sent before it.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
from collections.abc import Iterator, Mapping
from typing import Final

from slamdeck.core.native import mypyc_attr
from slamdeck.server.socket.screen_reports import read_report
from slamdeck.table.messages import Seen, Still

CONTINUED: Final = 0
TEXT: Final = 1
BINARY: Final = 2
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
DATA: Final = (CONTINUED, TEXT, BINARY)

PROTOCOL_ERROR: Final = 1002
TOO_LARGE: Final = 1009
MOST_PARTS: Final = 64  # of one message
MOST_LATE: Final = 64  # frames that were on their way when we said goodbye
PART: Final = (CONTINUED, b"")  # stands for a part of a message, none of which is given out before the last
SHORT: Final = 126  # a payload whose length fits the second byte

SECRET: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # the RFC's own


class Broken(Exception):  # noqa: N818 (the other side's doing)
    """What came in is no WebSocket traffic, or too large; `code` is what to close with."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


# ---- the handshake ---------------------------------------------------------------------------------


def accept_key(headers: Mapping[str, str]) -> str | None:
    """The answer to a browser's request for a socket; None if the request is none."""
    upgrade = headers.get("Upgrade", "").strip().lower()
    connection = [word.strip() for word in headers.get("Connection", "").lower().split(",")]
    key = headers.get("Sec-WebSocket-Key", "").strip()
    if upgrade != "websocket" or "upgrade" not in connection or headers.get("Sec-WebSocket-Version") != "13":
        return None
    try:
        if len(base64.b64decode(key, validate=True)) != 16:
            return None
    except (binascii.Error, ValueError):
        return None
    return answer_to(key)


def answer_to(key: str) -> str:
    return base64.b64encode(hashlib.sha1(key.encode() + SECRET, usedforsecurity=False).digest()).decode()


def switching(accept: str, headers: Mapping[str, str]) -> bytes:
    """The HTTP answer after which both sides speak frames."""
    lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
    lines.append(f"Sec-WebSocket-Accept: {accept}")
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


# ---- frames ----------------------------------------------------------------------------------------


def head(kind: int, size: int, mask: int = 0) -> bytes:
    if size < SHORT:
        return bytes((0x80 | kind, mask | size))
    if size < 1 << 16:
        return bytes((0x80 | kind, mask | 126, size >> 8, size & 0xFF))
    return bytes((0x80 | kind, mask | 127)) + size.to_bytes(8, "big")


def frame(kind: int, payload: bytes) -> bytes:
    """As a server sends it."""
    return head(kind, len(payload)) + payload


def masked(kind: int, payload: bytes, key: bytes) -> bytes:
    """As a client sends it."""
    return head(kind, len(payload), 0x80) + key + unmask(payload, key)


def unmask(payload: bytes, key: bytes) -> bytes:
    """Also the way to mask."""
    size = len(payload)
    pattern = (key * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(pattern, "little")).to_bytes(size, "little")


def short_frame(data: bytes, at: int) -> int:
    """Where a short masked frame ends that begins there; −1 if there is no whole one."""
    if len(data) < at + 6:
        return -1
    size = data[at + 1] ^ 0x80
    end = at + 6 + size
    return end if size < SHORT and end <= len(data) else -1


PING_HEAD: Final = head(PING, 8)  # of our own: their nonces have eight bytes


class Frames:
    """Frames out of a stream of bytes: whole messages, and control frames."""

    __slots__ = ("from_client", "kind", "most", "parts", "rest")

    def __init__(self, most: int, from_client: bool = True) -> None:
        self.most = most
        self.from_client = from_client
        self.rest = b""  # of the stream: less than one frame
        self.kind = 0  # of a message that comes in parts
        self.parts: list[bytes] = []

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Raises Broken. What the caller does not fetch any more is lost. Every frame is something: a part of a message
        that goes on is a PART, so that it can be charged."""
        stream = self.rest + data if self.rest else data
        self.rest = b""
        at = 0
        while True:
            found = self.one(stream, at)
            if found is None:
                self.rest = stream[at:]
                return
            first, payload, at = found
            yield self.whole(first, payload)

    def one(self, stream: bytes, at: int) -> tuple[int, bytes, int] | None:
        """The frame that begins there, and where the next one begins; None if it is not all here yet."""
        if len(stream) < at + 2:
            return None
        first, size = stream[at], stream[at + 1] & 0x7F
        body = at + 2
        if first & 0x70 or bool(stream[at + 1] & 0x80) is not self.from_client:
            raise Broken(PROTOCOL_ERROR)
        if size >= SHORT:
            wide = 2 if size == SHORT else 8
            if len(stream) < body + wide:
                return None
            size = int.from_bytes(stream[body : body + wide], "big")
            body += wide
        if size > self.most:
            raise Broken(TOO_LARGE)
        start = body + 4 if self.from_client else body
        end = start + size
        if len(stream) < end:
            return None
        payload = stream[start:end]
        return first, unmask(payload, stream[body:start]) if self.from_client else payload, end

    def whole(self, first: int, payload: bytes) -> tuple[int, bytes]:
        """A message, once its last part is here; before that, a PART."""
        kind, final = first & 0x0F, bool(first & 0x80)
        if kind not in DATA:
            if not final or len(payload) >= SHORT or kind not in (CLOSE, PING, PONG):
                raise Broken(PROTOCOL_ERROR)
            return kind, payload
        if (kind == CONTINUED) is not bool(self.parts):
            raise Broken(PROTOCOL_ERROR)
        if final and not self.parts:
            return kind, payload
        self.kind = kind or self.kind
        self.parts.append(payload)
        if len(self.parts) > MOST_PARTS or sum(map(len, self.parts)) > self.most:
            raise Broken(TOO_LARGE)
        if not final:
            return PART
        message = b"".join(self.parts)
        self.parts = []
        return self.kind, message


# ---- a socket --------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Owner:
    """Whoever the socket belongs to."""

    __slots__ = ()

    def text(self, data: bytes) -> None:
        raise NotImplementedError

    def report(self, report: Seen | Still) -> bool:
        """The text was one of these. False: it must be read as any other."""
        return False

    def binary(self) -> None:
        raise NotImplementedError

    def asked_for_pong(self, data: bytes) -> bool:
        """May it have one?"""
        raise NotImplementedError

    def pong(self, data: bytes) -> None:
        raise NotImplementedError

    def piece(self) -> None:
        """Something came that is not even one frame; it costs as much."""
        raise NotImplementedError

    def broken(self, code: int) -> None:
        raise NotImplementedError

    def full(self) -> None:
        """What was written last has not left; write nothing more …"""
        raise NotImplementedError

    def free(self) -> None:
        """… until now."""
        raise NotImplementedError

    def gone(self) -> None:
        raise NotImplementedError


NOBODY: Final = Owner()


class Socket:
    """The server's side of a socket: an asyncio.Protocol in all but name, so that it can be compiled."""

    __slots__ = ("deaf", "frames", "late", "leaving", "owner", "transport")

    def __init__(self, transport: asyncio.Transport, owner: Owner, most: int) -> None:
        self.transport = transport
        self.owner = owner
        self.frames = Frames(most)
        self.leaving = False  # we have said so
        self.late = 0  # frames that came after that
        self.deaf = False  # whatever still comes is not even looked at

    def data_received(self, data: bytes) -> None:
        if self.deaf:
            return
        at = 0
        if not self.frames.rest and not self.frames.parts:
            # Short whole frames and nothing else, as nearly always.
            while not self.leaving:
                end = short_frame(data, at)
                if end < 0 or not self.take_short(data if end - at == len(data) else data[at:end]):
                    break
                at = end
                if at == len(data) or self.deaf or self.transport.is_closing():
                    return
        self.take_any(data[at:] if at else data, at > 0)

    def take_short(self, data: bytes) -> bool:
        """One of these, whole. False if it is of no frequent kind."""
        if data[0] == 0x80 | TEXT:
            report = read_report(data)
            if report is None or not self.owner.report(report):
                self.owner.text(unmask(data[6:], data[2:6]))
            return True
        if data[0] == 0x80 | PONG:
            self.owner.pong(unmask(data[6:], data[2:6]))
            return True
        return False

    def take_any(self, data: bytes, found: bool) -> None:
        """`found`: a whole frame has come with it."""
        try:
            for kind, payload in self.frames.feed(data):
                found = True
                self.take(kind, payload)
                if self.deaf or self.transport.is_closing():
                    return
            if not found and not self.leaving:
                self.owner.piece()
        except Broken as broken:
            if self.leaving:
                self.stop_listening()
            else:
                self.owner.broken(broken.code)

    def take(self, kind: int, payload: bytes) -> None:
        if kind == CLOSE:
            self.part(payload)
        elif self.leaving:
            self.come_late()
        elif kind == CONTINUED:
            self.owner.piece()
        elif kind == TEXT:
            self.owner.text(payload)
        elif kind == PONG:
            self.owner.pong(payload)
        elif kind == PING:
            if self.owner.asked_for_pong(payload):
                self.transport.write(frame(PONG, payload))
        else:
            self.owner.binary()

    def come_late(self) -> None:
        """Nobody pays for what comes after the goodbye, so not much of it is read: only a goodbye is waited for."""
        self.late += 1
        if self.late > MOST_LATE:
            self.stop_listening()

    def part(self, payload: bytes) -> None:
        """The other side leaves, or answers our goodbye."""
        if not self.leaving:
            self.leaving = True
            self.transport.write(frame(CLOSE, payload[:2]))
        self.transport.close()

    def send(self, texts: list[bytes], nonce: bytes) -> None:
        """Each is a message, and with a nonce a ping follows them; together they are one write."""
        frames = [head(TEXT, len(text)) + text for text in texts]
        if nonce:
            frames.append(PING_HEAD + nonce)
        self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def leave(self, code: int, why: bytes) -> None:
        if not self.leaving:
            self.leaving = True
            self.transport.write(frame(CLOSE, code.to_bytes(2, "big") + why))

    def cut(self) -> None:
        self.transport.abort()

    def stop_listening(self) -> None:
        """What was said to be too much costs nothing from now on."""
        self.deaf = True
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        self.owner.full()

    def resume_writing(self) -> None:
        self.owner.free()

    def eof_received(self) -> None:
        """The other side is gone without a goodbye: the transport closes by itself."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing comes after this. Owner and socket let go of each other, or both would stay in memory until the
        collector comes by."""
        owner, self.owner = self.owner, NOBODY
        owner.gone()
