"""Who somebody is: a random cookie, of which only hashes are ever kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

COOKIE: Final = "slamdeck"
COOKIE_DAYS: Final = 180
SESSION_BYTES: Final = 16
SHAPE: Final = re.compile(r"[0-9a-f]{32}")


def new_session() -> str:
    return secrets.token_hex(SESSION_BYTES)


def read_session(cookie: str | None) -> str | None:
    return cookie if cookie is not None and SHAPE.fullmatch(cookie) else None


def person_at(session: str, table: str, screen: bool = False) -> str:
    """The name under which a table knows a session. It differs by table and leads nowhere back.

    It stands in the journal, so a seat still belongs to its browser after the server was restarted.
    """
    what = b"screen" if screen else b"person"
    return hashlib.sha256(b"slamdeck " + what + b" 1\0" + session.encode() + b"\0" + table.encode()).hexdigest()[:32]
