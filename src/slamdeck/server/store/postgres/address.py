"""Where a database is, and how it is called in front of others: never with its password."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from msgspec import Struct

from slamdeck.core.problems import UsageProblem

SCHEMES: Final = ("postgresql", "postgres")
USUAL_PORT: Final = 5432


class PostgresAddress(Struct, frozen=True):
    """A database by its URL. `str` is what may be shown."""

    url: str
    called: str = ""  # by whoever named it, if not by its URL

    def __str__(self) -> str:
        if self.called:
            return self.called
        parts = urlsplit(self.url)
        asked = dict(parse_qsl(parts.query))
        user = unquote(parts.username or asked.get("user", ""))
        host = parts.hostname or asked.get("host", "")
        where = f"[{host}]" if ":" in host else quote(host, safe="")
        port = f":{parts.port}" if parts.port not in (None, USUAL_PORT) else ""
        return f"postgresql://{f'{user}@' if user else ''}{where}{port}{parts.path}"

    def __repr__(self) -> str:
        return f"PostgresAddress({self})"


def is_postgres(text: str) -> bool:
    return text.partition("://")[0] in SCHEMES


def read_address(url: str) -> PostgresAddress:
    """Raises UsageProblem, which does not quote what was given: a password may be in it."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 (it is read here, and may be none)
    except ValueError as error:
        raise UsageProblem(
            "the database's URL makes no sense; it is written as postgresql://user@host:5432/name"
        ) from error
    if not parts.path.strip("/") and "dbname" not in parts.query and "database" not in parts.query:
        raise UsageProblem(f"{PostgresAddress(url)}: names no database; write postgresql://user@host/name")
    return PostgresAddress(url)
