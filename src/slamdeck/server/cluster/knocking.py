"""Is anybody at that node's door? When a node dies, everybody asks for its tables in the same moment: one of them
knocks, and all hear the answer. To ask a node that is gone would cost each of them more than to take its table over."""

from __future__ import annotations

import asyncio
import time
from math import inf
from typing import Final

CONNECT_S: Final = 1.0
BELIEVED_S: Final = 0.1  # so long after somebody opened, nobody knocks


class Doors:
    def __init__(self) -> None:
        self.knocks: dict[str, asyncio.Task[bool]] = {}  # by address
        self.opened: dict[str, float] = {}  # when

    async def is_open(self, addr: str) -> bool:
        """Whoever listens there may still not answer."""
        if time.monotonic() < self.opened.get(addr, -inf) + BELIEVED_S:
            return True
        if addr not in self.knocks:
            self.knocks[addr] = asyncio.get_running_loop().create_task(self.knock(addr))
        return await asyncio.shield(self.knocks[addr])

    async def knock(self, addr: str) -> bool:
        host, port = read_addr(addr)
        try:
            async with asyncio.timeout(CONNECT_S):
                transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, host, port)
        except OSError:  # also if it takes too long
            self.opened.pop(addr, None)
            return False
        else:
            transport.close()
            self.opened[addr] = time.monotonic()
            return True
        finally:
            del self.knocks[addr]


def read_addr(addr: str) -> tuple[str, int]:
    """As nodes tell it to each other."""
    host, _, port = addr.rpartition(":")
    return host.strip("[]"), int(port)
