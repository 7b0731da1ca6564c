"""The inputs of a game that is being played, for bots that play it again in their heads. Everything else about them is
in the journal; a long game must not weigh on the server's memory."""

from __future__ import annotations

from array import array
from typing import Final

from slamdeck.core.kernel import CLOCK

SEAT: Final = 16  # bits: where in the number the seat begins …
AT: Final = 20  # … and where the time
ACTIONS: Final = (1 << SEAT) - 1
SEATS: Final = (1 << AT - SEAT) - 1


class Inputs:
    """Every input is one number of 64 bits."""

    def __init__(self) -> None:
        self.packed = array("q")

    def __len__(self) -> int:
        return len(self.packed)

    def add(self, at: int, seat: int, action: int) -> None:
        """An action of CLOCK, time alone, is written as 0."""
        self.packed.append(at << AT | seat << SEAT | (0 if action == CLOCK else action + 1))

    def line(self, number: int) -> tuple[int, int, int]:
        one = self.packed[number]
        return one >> AT, one >> SEAT & SEATS, action_in(one)

    def to_bytes(self) -> bytes:
        """For another process of this computer."""
        return self.packed.tobytes()

    @classmethod
    def of_bytes(cls, data: bytes) -> Inputs:
        inputs = cls()
        inputs.packed.frombytes(data)
        return inputs

    def listed(self) -> list[tuple[int, int, int]]:
        return [self.line(number) for number in range(len(self.packed))]


def action_in(one: int) -> int:
    return (one & ACTIONS) - 1 if one & ACTIONS else int(CLOCK)
