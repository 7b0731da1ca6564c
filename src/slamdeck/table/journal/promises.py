"""What was promised before a deal, and what is told after it."""

from __future__ import annotations

import msgspec


class Promise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody knew before the deal. `sealed` has one hash per seat, None for a seat that sent none."""

    table: str
    game: str  # which game at this table, for instance "slamwich 2"
    commitment: bytes
    sealed: tuple[bytes | None, ...]


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is told afterwards. `nonces` are those that were used, by seat."""

    seed: bytes
    nonces: tuple[bytes | None, ...]

    def __repr__(self) -> str:
        return "Reveal(…)"  # a seed must not end up in a log
