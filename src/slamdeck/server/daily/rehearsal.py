"""The ghosts of today's deal: four bots play it once, at a live table in virtual time, and their hands are recorded.

Everything follows from the seed, so a server that starts again, or another one of the same house, has the same ghosts.
"""

from __future__ import annotations

from typing import Final

from slamdeck.bots.ghosts import record_hands
from slamdeck.bots.roster import House
from slamdeck.core.game import GameInfo
from slamdeck.core.options import ShortGame
from slamdeck.core.problems import CheckFailed
from slamdeck.core.recorded_hands import RecordedHands
from slamdeck.table.company.seats import BOT_ID
from slamdeck.table.journal.entries import Given, SeatHeld
from slamdeck.table.live import LiveTable
from slamdeck.table.settings import Settings
from slamdeck.table.state import OVER

LEVELS: Final = ("kid", "casual", "quick")  # somebody to beat, somebody to race, somebody to learn from
OWN_LEVEL: Final = "casual"  # of the hand whose place is taken
NEXT_HAND_MS: Final = 2_000
MOST_STEPS: Final = 50_000


def rehearse(info: GameInfo, short: ShortGame, seed: bytes) -> RecordedHands:
    """Half a second of work: not for the event loop."""
    table = LiveTable.open(
        "REHEARSE",
        info,
        House(),
        lambda: seed,
        options=short.options,
        settings=Settings(next_hand_ms=NEXT_HAND_MS),
        given=Given(kind="practice", seed=seed, hands=RecordedHands(inputs=(), times=())),
    )
    turned = seed[0] % len(LEVELS)
    others = (LEVELS * short.seats)[turned : turned + short.seats - 1]
    bots = [
        SeatHeld(who=f"{BOT_ID}{seat}", name=f"Bot {seat}", bot=bot) for seat, bot in enumerate((OWN_LEVEL, *others))
    ]
    table.seats.change(bots)
    now = 0
    table.series.start(now)
    for _ in range(MOST_STEPS):
        wakeup = table.next_wakeup(now)
        if wakeup is None:
            break
        now = max(now, wakeup)
        table.tick(now)
        table.take_entries()
        table.take_deliveries()
        if table.state.phase == OVER:
            state = table.state
            return record_hands(state.undealt_with(seed), info.instinct, state.inputs.listed())
    raise CheckFailed(f"today's deal of {info.title} never ended")
