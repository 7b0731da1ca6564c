"""What one drawing of the table needs: a seat's view, its log and its keys. The rules never come here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slamdeck.core.game import GameInfo
from slamdeck.core.rules import Outcome
from slamdeck.core.views import Clock, View, ZoneView
from slamdeck.core.zones import Layout, Row
from slamdeck.terminal.chronicle import LogLine
from slamdeck.terminal.controls import Prompt
from slamdeck.terminal.faces import Faces
from slamdeck.terminal.labels import Labels

SEAT_INKS = ("bright_white", "color(117)", "color(216)", "color(150)", "color(183)", "color(223)")


@dataclass(frozen=True)
class Scene:
    """All that one drawing of the table needs."""

    info: GameInfo
    layout: Layout
    faces: Faces
    labels: Labels
    names: list[str]
    you: int
    view: View
    log: Sequence[LogLine]
    prompts: list[Prompt]
    spelled: tuple[str, ...]
    digits: str
    leaving: bool
    hand_over: bool
    outcome: Outcome | None

    def zones(self) -> list[tuple[Row, int, ZoneView]]:
        """Every zone with its row and its owner."""
        layout = self.layout
        return [(layout.row_of[i], int(layout.owners[i]), zone) for i, zone in enumerate(self.view.zones)]

    def fact(self, name: str) -> object:
        return self.view.facts.get(name)

    def turn(self) -> int:
        turn = self.fact("turn")
        return turn if isinstance(turn, int) and not self.view.over and not self.hand_over else -1

    def seconds(self) -> int:
        """What is left to you before time acts by itself; 0 if it does not wait for you."""
        return seconds_for(self.you, self.view.clock)


def seconds_for(seat: int, clock: Clock | None) -> int:
    """The whole seconds that a clock leaves to a seat; 0 if it does not wait for it."""
    return -(-clock.left // 1000) if clock is not None and seat in clock.seats else 0
