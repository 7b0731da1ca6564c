"""Checkable dealing: the server promises its seed before anybody plays, the players stir in numbers of their own.

1. The server draws a seed and publishes its SHA-256.
2. Every browser draws a nonce and sends its SHA-256; only when all of these are in, the nonces themselves.
3. The key of the game is HMAC(seed, table, game, nonces). Neither side alone could have chosen it.
4. Every random act is a stream of that key with a name ("deal|1", "pick|7"), 32 bytes to a block.
5. At the end the seed is revealed, and anyone can do all of this again.

A revealed seed is spent: a game that is to stay secret for longer needs a seed of its own.
A seat may hold back its nonce. That gains nothing without the seed, so it simply counts as not given.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from slamdeck.core.dice import StreamDice
from slamdeck.core.problems import CheckFailed
from slamdeck.table.journal.blinds import framed
from slamdeck.table.journal.promises import Promise, Reveal

SEED_BYTES: Final = 32
NONCE_BYTES: Final = 32


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commit_to(seed: bytes) -> bytes:
    """Plain SHA-256, so that anybody can check it with the tools of any computer."""
    return hashlib.sha256(seed).digest()


def seal(nonce: bytes) -> bytes:
    return hashlib.sha256(nonce).digest()


def game_key(seed: bytes, table: str, game: str, nonces: Sequence[bytes | None]) -> bytes:
    """HMAC-SHA256(seed; table, game, nonces by seat). A nonce that was not given counts as empty."""
    given = [nonce or b"" for nonce in nonces]
    return hmac.digest(seed, framed(b"slamdeck key 1", table.encode(), game.encode(), *given), "sha256")


def streams(key: bytes) -> Callable[[str, int], bytes]:
    """`bytes_of(stream, block)`: 32 bytes for every numbered block of every named random act."""

    def bytes_of(stream: str, block: int) -> bytes:
        return hmac.digest(key, framed(b"slamdeck stream 1", stream.encode(), block.to_bytes(8, "big")), "sha256")

    return bytes_of


def committed_dice(key: bytes) -> StreamDice:
    return StreamDice(streams(key))


def check_seed(commitment: bytes, seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise CheckFailed(f"the seed has {len(seed)} bytes instead of {SEED_BYTES}")
    if commit_to(seed) != commitment:
        raise CheckFailed("the seed is not the one that was promised")


def check_nonce(seat: int, sealed: bytes | None, nonce: bytes | None) -> None:
    if nonce is None:
        return
    if sealed is None:
        raise CheckFailed(f"seat {seat}: gave a number without sealing it first")
    if len(nonce) != NONCE_BYTES:
        raise CheckFailed(f"seat {seat}: the number has {len(nonce)} bytes instead of {NONCE_BYTES}")
    if seal(nonce) != sealed:
        raise CheckFailed(f"seat {seat}: the number is not the one that was sealed")


def verify(promise: Promise, reveal: Reveal) -> bytes:
    """The key of the game, if everything revealed fits what was promised; a Problem says what does not."""
    check_seed(promise.commitment, reveal.seed)
    if len(reveal.nonces) != len(promise.sealed):
        raise CheckFailed(f"{len(reveal.nonces)} numbers were revealed for {len(promise.sealed)} seats")
    for seat, (sealed, nonce) in enumerate(zip(promise.sealed, reveal.nonces, strict=True)):
        check_nonce(seat, sealed, nonce)
    return game_key(reveal.seed, promise.table, promise.game, reveal.nonces)
