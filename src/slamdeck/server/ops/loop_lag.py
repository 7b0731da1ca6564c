"""How late the event loop is: what is asked for now begins so much later."""

from __future__ import annotations

import asyncio
import time
from typing import Final

SAMPLE_S: Final = 0.1
WEIGHT: Final = 0.3  # of the latest sample: one hiccup is no overload, three in a row are


class LoopLag:
    def __init__(self) -> None:
        self.seconds = 0.0

    async def measure(self) -> None:
        """For as long as the server runs."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(SAMPLE_S)
            late = max(0.0, time.monotonic() - began - SAMPLE_S)
            self.seconds += (late - self.seconds) * WEIGHT
