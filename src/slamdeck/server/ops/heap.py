"""What the system's allocator keeps of memory that nobody uses any more.

By itself it gives every thread a heap of its own, and after the first large block that was freed it takes the next ones
from there, too: bodies, films and records that came and went leave holes, and a server that is asked for many of them
grows by tens of megabytes that it never needs again. So there are two heaps, and what is large is given back at once;
what is small and lies free between other things, now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import sys
from typing import Final

LARGE: Final = 128 * 1024  # bytes
SPARE: Final = 1024 * 1024  # bytes that stay at the end of a heap: not every message asks the system for some
HEAPS: Final = 2
EVERY_S: Final = 15.0  # a third of a millisecond each time

# As glibc numbers them.
M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8


def keep_small() -> None:
    """Before any thread is started. Only glibc can be told so; the others do without."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        tell = ctypes.CDLL(None).mallopt
        for what, value in ((M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, SPARE), (M_ARENA_MAX, HEAPS)):
            tell(what, value)


async def give_back() -> None:
    """Again and again, for as long as the server runs: whole pages in the middle of a heap, on which nothing lies."""
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    while trim is not None:  # only glibc has it
        await asyncio.sleep(EVERY_S)
        trim(0)
