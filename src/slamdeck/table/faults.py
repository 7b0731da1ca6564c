"""Mistakes in a game, a bot or the table itself, found while somebody's input was read or carried out.

They are noted once for every place in the code, by that place, and without anything that somebody has sent or holds.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import PurePath
from typing import Final

log = logging.getLogger("slamdeck.table")

MOST_PLACES: Final = 200  # a flood of different ones is not written down for ever
noted: Final[set[str]] = set()


def note_fault(what: str, error: BaseException) -> None:
    """The words of the error are left out: they may quote a hand."""
    place = f"{type(error).__name__} at {place_of(error)}"
    if place not in noted and len(noted) < MOST_PLACES:
        noted.add(place)
        log.error("%s: %s (noted once)", what, place)


def place_of(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return "an unknown place"
    last = frames[-1]
    return f"{'/'.join(PurePath(last.filename).parts[-3:])}:{last.lineno} in {last.name}"
