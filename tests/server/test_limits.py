"""The table of limits is true: every limit is in it, with its default."""

from __future__ import annotations

import re
from pathlib import Path

from slamdeck.server.config import Limits
from slamdeck.server.limit_words import show_limit

TABLE = Path(__file__).parents[2] / "docs" / "limits.md"


def test_every_limit_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]{3,} \|$", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    limits = Limits()
    assert dict(rows) == {name: show_limit(getattr(limits, name)) for name in limits.__struct_fields__}
    assert [name for name, _ in rows] == list(limits.__struct_fields__)
