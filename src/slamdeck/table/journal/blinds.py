"""What makes an entry unguessable. Heads of the chain are public while the game runs: whoever guessed a move could
check the guess."""

from __future__ import annotations

import hashlib
from typing import Final

BLIND_BYTES: Final = 16
BLOCK: Final = 64  # bytes that SHA-256 takes at a time
INNER: Final = bytes([byte ^ 0x36 for byte in range(256)])
OUTER: Final = bytes([byte ^ 0x5C for byte in range(256)])


def blind(seed: bytes, table: str, seq: int) -> bytes:
    """Sixteen bytes that make a journal entry unguessable from its hash until the seed is revealed."""
    message = framed(b"slamdeck blind 1", table.encode(), seq.to_bytes(8, "big"))
    return keyed_digest(seed, message)[:BLIND_BYTES]


def keyed_digest(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 by its definition (RFC 2104), for keys of one block at most. The library's takes five times as long,
    and every entry of every journal asks for one."""
    padded = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(padded.translate(INNER) + message).digest()
    return hashlib.sha256(padded.translate(OUTER) + inner).digest()


def framed(*parts: bytes) -> bytes:
    """Each part behind its length: different parts can never add up to the same bytes."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])
