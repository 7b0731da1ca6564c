"""The server's calendar: its own date counts, whatever a browser's clock says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

Now = Callable[[], datetime]


def local_now() -> datetime:
    return datetime.now().astimezone()


class Calendar:
    def __init__(self, now: Now = local_now) -> None:
        self.now = now

    def today(self) -> date:
        return self.now().date()

    def yesterday(self) -> date:
        return self.today() - timedelta(days=1)

    def seconds_left(self) -> int:
        """Of today."""
        now = self.now()
        midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), now.tzinfo)
        return max(1, round((midnight - now).total_seconds()))
