"""How much of the random testing to do: plain Python is some fifty times slower than the compiled engine."""

from __future__ import annotations

import os

import slamdeck

# SLAMDECK_TEST_SCALE=10 makes a long night's run of it.
SCALE = float(os.environ.get("SLAMDECK_TEST_SCALE", "1")) * (1.0 if slamdeck.is_compiled() else 0.25)


def scaled(count: int) -> int:
    return max(2, round(count * SCALE))
