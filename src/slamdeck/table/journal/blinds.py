"""What makes an entry unguessable. Heads of the chain are public while the game runs: whoever guessed a move could
check the guess. Every input needs a blind, so these few lines are compiled."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

BLIND_BYTES: Final = 16
BLOCK_BYTES: Final = 64  # of SHA-256
INNER: Final = bytes([byte ^ 0x36 for byte in range(256)])
OUTER: Final = bytes([byte ^ 0x5C for byte in range(256)])


def blind(seed: bytes, table: str, seq: int) -> bytes:
    """Sixteen bytes that make a journal entry unguessable from its hash until the seed is revealed."""
    message = framed(b"slamdeck blind 1", table.encode(), seq.to_bytes(8, "big"))
    return mac(seed, message)[:BLIND_BYTES]


def framed(*parts: bytes) -> bytes:
    """Each part behind its length: different parts can never add up to the same bytes."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) with a short key. Every input needs one, and OpenSSL takes long to set its own up."""
    if len(key) > BLOCK_BYTES:
        return hmac.digest(key, message, "sha256")
    padded = key.ljust(BLOCK_BYTES, b"\0")
    inner = hashlib.sha256(padded.translate(INNER) + message).digest()
    return hashlib.sha256(padded.translate(OUTER) + inner).digest()
