"""When Python may look for garbage that only its collector can find: circles of objects, of which play leaves none and
people who come and go leave a few.

By itself it would stop all tables for a tenth of a second whenever many objects are new, mostly to find nothing. So the
youngest objects are looked at every second, which takes a millisecond or two, those of the last seconds now and then,
and all of them when nobody is playing. Sockets and tables are not left to it: they come apart when they end.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import time
from collections.abc import Callable
from typing import Final

EVERY_S: Final = 1.0
ALL_EVERY_S: Final = 300.0  # if nobody plays …
AT_LEAST_EVERY_S: Final = 6 * 3600.0  # … and if somebody always does

YOUNGEST: Final = 0
YOUNG: Final = 1
YOUNG_EVERY: Final = 60  # rounds: with a thousand people it takes 40 ms, and what play leaves goes without it


def take_over() -> None:
    """From now on it is up to `collect`. Whatever is loaded by now is there to stay."""
    gc.freeze()
    gc.disable()


async def collect(playing: Callable[[], bool]) -> None:
    """For as long as the server runs."""
    last = time.monotonic()
    for count in itertools.count(1):
        await asyncio.sleep(EVERY_S)
        age = time.monotonic() - last
        if age > AT_LEAST_EVERY_S or (age > ALL_EVERY_S and not playing()):
            gc.collect()
            last = time.monotonic()
        else:
            gc.collect(YOUNGEST if count % YOUNG_EVERY else YOUNG)
