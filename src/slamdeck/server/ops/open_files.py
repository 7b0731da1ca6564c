"""How many connections this process may have open at all."""

from __future__ import annotations

import logging
import sys
from typing import Final

log = logging.getLogger("slamdeck.server")

RESERVED: Final = 128  # files for everything that is no connection: the database, the log, processes of search bots
WITHOUT_A_LIMIT: Final = 1 << 20


def raise_limit() -> int:
    """As many files as the system lets us have; how many of them may be connections."""
    if sys.platform == "win32":
        return WITHOUT_A_LIMIT
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, WITHOUT_A_LIMIT)
    if soft != resource.RLIM_INFINITY and soft < hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
            soft = hard
        except (OSError, ValueError) as error:
            log.info("the limit of open files stays at %d (%s)", soft, error)
    return WITHOUT_A_LIMIT if soft == resource.RLIM_INFINITY else max(soft - RESERVED, 16)
