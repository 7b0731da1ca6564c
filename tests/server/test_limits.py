"""The table of limits is true: every limit is in it, with its default."""

from __future__ import annotations

import re
from pathlib import Path

from slamdeck.server.config import Limits
from slamdeck.server.http.limits import Rate

TABLE = Path(__file__).parents[2] / "docs" / "limits.md"


def shown(value: object) -> str:
    if isinstance(value, Rate):
        return f"{plain(value.per_second)}/s, {plain(value.burst)} at once"
    assert isinstance(value, int | float)
    return plain(value)


def plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def test_every_limit_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]{3,} \|$", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    limits = Limits()
    assert dict(rows) == {name: shown(getattr(limits, name)) for name in limits.__struct_fields__}
    assert [name for name, _ in rows] == list(limits.__struct_fields__)
