"""Who somebody is: a random name that only this server can make, in a cookie, of which only hashes are ever kept."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Final

from msgspec import Struct

from slamdeck.server.store.contract import Store

COOKIE: Final = "slamdeck"
SEAT_COOKIE: Final = "slamdeck-seat"
COOKIE_DAYS: Final = 180
RENEW_DAYS: Final = 1  # a cookie of yesterday is given anew, so who plays now and then stays
DAY_S: Final = 86_400
SESSION_BYTES: Final = 16
KEY_BYTES: Final = 32
SHAPE: Final = re.compile(r"([0-9a-f]{32})([0-9a-f]{8})([0-9a-f]{32})")
UNSIGNED: Final = re.compile(r"[0-9a-f]{32}")  # what servers gave out before they signed

KEY: Final = "session key"
FORGOTTEN: Final = "forgotten "
MOST_FORGOTTEN: Final = 20_000


class Session(Struct, frozen=True):
    id: str
    since: int  # seconds since 1970: when its cookie was signed


class Sessions:
    """Signs sessions, so that one that somebody made up is none."""

    def __init__(self, key: bytes, forgotten: dict[str, int]) -> None:
        self.key = key
        self.forgotten = forgotten  # hash of a session, and when it was to be forgotten; oldest first

    @classmethod
    async def load(cls, store: Store, now: int) -> Sessions:
        """The key lasts as long as the tables, or their people would not find their seats."""
        key = await store.keep_first(KEY, secrets.token_bytes(KEY_BYTES))
        forgotten: dict[str, int] = {}
        for name, value in (await store.kept(FORGOTTEN)).items():
            when = int.from_bytes(value, "big")
            if now - when > COOKIE_DAYS * DAY_S:
                await store.keep(name, None)
            else:
                forgotten[name.removeprefix(FORGOTTEN)] = when
        return cls(key, dict(sorted(forgotten.items(), key=lambda one: one[1])))

    def new(self, now: int) -> Session:
        return Session(secrets.token_hex(SESSION_BYTES), now)

    def cookie(self, session: Session) -> str:
        return f"{session.id}{session.since:08x}{self.sign('session', session.id, f'{session.since:08x}')}"

    def read(self, cookie: str | None, now: int) -> Session | None:
        found = SHAPE.fullmatch(cookie or "")
        if found is None:
            return None
        name, since, signature = found.groups()
        if not hmac.compare_digest(signature, self.sign("session", name, since)):
            return None
        session = Session(name, int(since, 16))
        if now - session.since > COOKIE_DAYS * DAY_S or (self.forgotten and hash_of(name) in self.forgotten):
            return None
        return session

    def read_unsigned(self, cookie: str | None, now: int) -> Session | None:
        """Of an earlier server. It proves nothing by itself: only at a table that knows it does it count."""
        if cookie is None or not UNSIGNED.fullmatch(cookie) or hash_of(cookie) in self.forgotten:
            return None
        return Session(cookie, now)

    def renewed(self, session: Session, now: int) -> Session:
        """The same one; its cookie lasts longer."""
        return Session(session.id, now) if now - session.since > RENEW_DAYS * DAY_S else session

    async def forget(self, session: Session, store: Store, now: int) -> None:
        """For good, whoever may have a copy of its cookie."""
        name = hash_of(session.id)
        self.forgotten[name] = now
        await store.keep(FORGOTTEN + name, now.to_bytes(8, "big"))
        if len(self.forgotten) > MOST_FORGOTTEN:
            oldest = next(iter(self.forgotten))
            del self.forgotten[oldest]
            await store.keep(FORGOTTEN + oldest, None)

    def seat_pass(self, session: Session, code: str) -> str:
        """What a browser shows to come back to a table, even while others from its network guess codes."""
        return self.sign("seat", session.id, code)

    def opens(self, shown: str | None, session: Session, code: str) -> bool:
        """`shown`: whatever a client says, which need not even be text."""
        return shown is not None and shown.isascii() and hmac.compare_digest(shown, self.seat_pass(session, code))

    def sign(self, *words: str) -> str:
        return hmac.digest(self.key, "\0".join(words).encode(), "sha256").hex()[:32]


def hash_of(name: str) -> str:
    return hashlib.sha256(b"slamdeck forgotten 1\0" + name.encode()).hexdigest()[:32]


def cookie_name(plain: str, secure: bool) -> str:
    """Under TLS no other site of the same domain, and nobody on the way, can give a browser this cookie."""
    if not secure:
        return plain
    return f"__Host-{plain}" if plain == COOKIE else f"__Secure-{plain}"


def person_at(session: str, table: str, screen: bool = False) -> str:
    """The name under which a table knows a session. It differs by table and leads nowhere back.

    It stands in the journal, so a seat still belongs to its browser after the server was restarted.
    """
    what = b"screen" if screen else b"person"
    return hashlib.sha256(b"slamdeck " + what + b" 1\0" + session.encode() + b"\0" + table.encode()).hexdigest()[:32]
