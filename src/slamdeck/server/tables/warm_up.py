"""Play the first moments of every game for nobody, so that the first guests find everything loaded."""

from __future__ import annotations

import logging
from typing import Final

from slamdeck.core.game import GameInfo
from slamdeck.games import all_games
from slamdeck.server.tables.search_pool import Thinkers, ThinkingHouse
from slamdeck.table.journal.commitment import new_seed
from slamdeck.table.live import LiveTable
from slamdeck.table.messages import AddBot, Start

log = logging.getLogger("slamdeck.server")

STEPS: Final = 4  # the deal, and the first moves


def warm_up() -> None:
    for info in all_games().values():
        try:
            play_a_little(info)
        except Exception:  # a game from elsewhere may fail in any way it likes: at its own tables, not here
            log.exception("%s failed before anybody played it", info.title)


def play_a_little(info: GameInfo) -> None:
    house = ThinkingHouse(Thinkers(0), lambda: None)
    live = LiveTable.open("WARM", info, house, new_seed)
    house.state = live.state
    live.join(0, "nobody", "Nobody")
    for _ in range(info.fewest - 1):
        live.receive(0, "nobody", AddBot("quick"))
    live.receive(0, "nobody", Start())
    for _ in range(STEPS):
        wakeup = live.next_wakeup(0)
        if wakeup is not None:
            live.tick(wakeup)
