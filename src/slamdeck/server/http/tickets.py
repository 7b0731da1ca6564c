"""Tickets: good for one socket, once, for half a minute. So no long-lived secret is ever in a frame or an address."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

LIFE_S: Final = 30.0
MOST: Final = 20_000


@dataclass(frozen=True)
class Admission:
    """Whom a ticket lets in, and where."""

    code: str
    person: str
    session: str = ""  # whose it is, for what it is charged
    network: str = ""  # the table's mark of where they come from


class Tickets:
    def __init__(self, mark: str = "") -> None:
        """`mark`: with which our own begin, where several nodes give out tickets."""
        self.mark = mark
        self.valid: dict[str, tuple[float, Admission]] = {}  # oldest first

    def issue(self, admission: Admission, now: float) -> str:
        self.forget_old(now)
        ticket = self.mark + secrets.token_urlsafe(24)
        self.valid[ticket] = (now + LIFE_S, admission)
        if len(self.valid) > MOST:
            del self.valid[next(iter(self.valid))]
        return ticket

    def elsewhere(self, ticket: str) -> str:
        """The mark of the node that gave it out, if that was another."""
        mark = ticket[: len(self.mark)]
        return "" if mark == self.mark else mark

    def redeem(self, ticket: str, now: float) -> Admission | None:
        until, admission = self.valid.pop(ticket, (0.0, None))
        return admission if now <= until else None

    def forget_old(self, now: float) -> None:
        while self.valid and (oldest := next(iter(self.valid))) and self.valid[oldest][0] < now:
            del self.valid[oldest]
