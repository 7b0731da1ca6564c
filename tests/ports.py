"""Ports for servers that tests start as processes of their own."""

from __future__ import annotations

import random
import socket
from typing import Final

# Below the ports that a system gives to connections that go out: one of those may be free when it is asked for, and the
# near end of some other test's connection a moment later, before the server listens on it.
FOR_SERVERS: Final = range(20_000, 32_768)


def free_port() -> int:
    """Nobody listens on it, on any address of this computer."""
    chance = random.SystemRandom()  # tests that run side by side begin with the same seeds
    while True:
        port = chance.choice(FOR_SERVERS)
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
            except OSError:
                continue
            return port
