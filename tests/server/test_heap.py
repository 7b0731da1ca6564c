"""What lies free between other things goes back to the system, where the system can be asked for that."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import sys

import pytest

from slamdeck.measure.bench import resident
from slamdeck.server.ops import heap

BLOCKS = 30_000
SIZE = 1_000  # bytes: more than Python keeps in its own pools, less than what goes back at once
LASTING = 50  # one of so many stays, so that no heap becomes shorter


def can_trim() -> bool:
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")


@pytest.mark.skipif(not can_trim(), reason="only glibc can be asked")
def test_holes_in_the_heap_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "EVERY_S", 0.001)
    blocks = [bytearray(SIZE) for _ in range(BLOCKS)]
    lasting = blocks[::LASTING]
    blocks.clear()
    full = resident()

    async def serve() -> None:
        giving = asyncio.get_running_loop().create_task(heap.give_back())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(20):
                while full - resident() < BLOCKS * SIZE / 2:
                    await asyncio.sleep(0.01)
        giving.cancel()

    asyncio.run(serve())
    assert full - resident() >= BLOCKS * SIZE / 2, "most of it is still held"
    assert len(lasting) == BLOCKS // LASTING
