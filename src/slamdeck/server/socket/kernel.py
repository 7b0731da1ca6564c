"""What the kernel knows of a connection."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import sys
from typing import Final

MIN_RTT_AT: Final = 148  # in Linux's struct tcp_info


def kernel_trip(transport: asyncio.Transport) -> int | None:
    """The smallest round trip that the kernel has seen (Linux): a page that answers late cannot hide it."""
    ours = transport.get_extra_info("socket")
    if ours is None or not sys.platform.startswith("linux"):
        return None
    try:
        with socket.socket(fileno=os.dup(ours.fileno())) as same:
            facts = same.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, MIN_RTT_AT + 4)
    except OSError:
        return None
    if len(facts) < MIN_RTT_AT + 4:
        return None
    trip: int = struct.unpack_from("=I", facts, MIN_RTT_AT)[0]
    return trip if 0 < trip < 1 << 31 else None
