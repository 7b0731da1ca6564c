"""Invite codes: eight characters that can be read out over the phone (Crockford's base 32, 40 bits)."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 8
MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The one form of a code as somebody typed it; None if it cannot be one."""
    if len(text) > 4 * LENGTH:
        return None
    code = text.upper().translate(MISREAD)
    return code if len(code) == LENGTH and all(letter in LETTERS for letter in code) else None
