"""Where somebody comes from, as far as a table may know it.

A table writes down whom its host has sent away, and its record is anybody's to read. So it gets a mark of sixteen bits
that differs from table to table: enough to know a network again (another one has the same mark once in 65,536), too
little to find it among the many thousands that share it.
"""

from __future__ import annotations

import hashlib
from typing import Final

MARK_BYTES: Final = 2


def network_mark(network: str, table: str) -> str:
    if not network:
        return ""
    text = f"slamdeck network 1\0{network}\0{table}"
    return hashlib.sha256(text.encode()).digest()[:MARK_BYTES].hex()
