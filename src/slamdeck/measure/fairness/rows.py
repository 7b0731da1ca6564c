"""The rows of the study: who is in question. The opponent is always an equal, honest player on a clean 20 ms line."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from slamdeck.measure.fairness.lies import LIES
from slamdeck.measure.fairness.lines import LINES
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.people import DEVICES

WIFI: Final = LINES["Wi-Fi"]
SLOW_PHONE: Final = "slow phone, 5–25 ms of work per paint"
BREAKS: Final = "Wi-Fi that breaks right after the slap"
CLEAN_NAME: Final = "20 ms"
LYING_LINES: Final = (CLEAN_NAME, "mobile")

ON_A_LINE: Final = {name: Player(line=line) for name, line in LINES.items()}
ON_A_DEVICE: Final = {name: Player(device=device) for name, device in DEVICES.items()} | {
    "30 fps on Wi-Fi": Player(line=WIFI, device=DEVICES["30 fps"]),
    SLOW_PHONE: Player(line=WIFI, device=DEVICES[SLOW_PHONE]),
}
HONEST_ROWS: Final[dict[str, Player]] = ON_A_LINE | ON_A_DEVICE | {BREAKS: Player(line=WIFI, breaks=True)}


def liar(name: str, line: str) -> Player:
    return Player(line=LINES[line], lie=LIES[name])


def blind(least: float, most: float) -> Player:
    """Slaps at whatever comes, without looking."""
    honest = Player()
    return replace(honest, temper=replace(honest.temper, blind=(least, most)))
