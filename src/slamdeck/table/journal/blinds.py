"""What makes an entry unguessable. Heads of the chain are public while the game runs: whoever guessed a move could
check the guess."""

from __future__ import annotations

import hmac
from typing import Final

BLIND_BYTES: Final = 16


def blind(seed: bytes, table: str, seq: int) -> bytes:
    """Sixteen bytes that make a journal entry unguessable from its hash until the seed is revealed."""
    message = framed(b"slamdeck blind 1", table.encode(), seq.to_bytes(8, "big"))
    return hmac.digest(seed, message, "sha256")[:BLIND_BYTES]


def framed(*parts: bytes) -> bytes:
    """Each part behind its length: different parts can never add up to the same bytes."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])
