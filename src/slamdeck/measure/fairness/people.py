"""People and what they hold in their hands: how quickly somebody reacts, and what screen, page and clock make of it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

TOUCH_PERIOD: Final = 1000 / 120  # ms between two looks of a touch screen at the finger; nobody can measure it
USUAL_TOUCH: Final = TOUCH_PERIOD / 2
PAINT_WOBBLE: Final = 2.0  # ms between the frame's timestamp and its light
REACTION: Final = 260.0  # ms, to a picture that has to be recognised
SPREAD: Final = 60.0
EYE: Final = 160.0  # what eye and mind need at the least to recognise a picture (150), and a screen to light up
FIRST_BEAT: Final = 130.0  # ms after the paint; see `Device.beats`
DENSE_UNTIL: Final = 600.0
DENSE: Final = 33.0
SPARSE: Final = 200.0
LAST_BEAT: Final = 1200.0


@dataclass(frozen=True)
class Temper:
    """How quickly somebody reacts (ms; log-normal, as reaction times are skewed, but never sooner than eye and mind
    can), or the moments between which somebody slaps who does not look."""

    mean: float = REACTION
    spread: float = SPREAD
    eye: float = EYE
    blind: tuple[float, float] | None = None

    def reaction(self, chance: random.Random) -> float:
        if self.blind is not None:
            return chance.uniform(*self.blind)
        variance = math.log(1 + (self.spread / self.mean) ** 2)
        while True:
            reaction = math.exp(chance.gauss(math.log(self.mean) - variance / 2, math.sqrt(variance)))
            if reaction >= self.eye:
                return reaction


LOOKS: Final = Temper()


@dataclass(frozen=True)
class Device:
    """A screen, a page and a clock. Milliseconds; `hang_at_…` is a chance."""

    hz: float = 60.0
    work: tuple[float, float] = (0.0, 0.0)  # before every paint
    hang_at_paint: float = 0.0
    paint_hang: tuple[float, float] = (60.0, 150.0)
    hang_at_press: float = 0.0
    press_hang: tuple[float, float] = (30.0, 120.0)
    grain: float = 0.1  # of the clock
    drift: float = 5e-5

    @property
    def frame(self) -> float:
        return 1000 / self.hz

    def paint_delay(self, chance: random.Random) -> float:
        """From the arrival of an event to the light: what the page has to do, the rest of this frame, one frame."""
        delay = chance.uniform(*self.work) + chance.uniform(0, self.frame) + self.frame
        if self.hang_at_paint and chance.random() < self.hang_at_paint:
            delay += chance.uniform(*self.paint_hang)
        return delay

    def handling(self, chance: random.Random) -> float:
        """From the press to the message."""
        delay = chance.expovariate(1 / 1.5)
        if self.hang_at_press and chance.random() < self.hang_at_press:
            delay += chance.uniform(*self.press_hang)
        return delay

    def beats(self) -> tuple[float, ...]:
        """When this screen says `still`, in ms after the paint: two frames at once, then where hands come, then rarely.
        A page says it in its frames and no more often than it has frames."""
        times = [self.frame, 2 * self.frame]
        at = FIRST_BEAT
        while at <= LAST_BEAT:
            on_the_grid = math.ceil(at / self.frame - 1e-6) * self.frame
            if on_the_grid > times[-1] + 1e-6:
                times.append(on_the_grid)
            at = max(at, times[-1]) + (DENSE if times[-1] < DENSE_UNTIL else SPARSE)
        return tuple(times)


class DeviceClock:
    """`performance.now()` of one page: another zero, another speed, a grain. In and out: µs."""

    def __init__(self, device: Device, chance: random.Random) -> None:
        self.grain = round(device.grain * 1000)
        self.offset = chance.randrange(0, 10**9)
        self.speed = 1 + chance.uniform(-device.drift, device.drift)

    def read(self, at: float) -> int:
        return int((at * self.speed + self.offset) // self.grain) * self.grain


USUAL: Final = Device()
DEVICES: Final[dict[str, Device]] = {
    "30 fps": Device(hz=30),
    "slow phone, 5–25 ms of work per paint": Device(work=(5.0, 25.0)),
    "144 Hz": Device(hz=144),
    "page hangs at 10 % of paints": Device(hang_at_paint=0.1),
    "page hangs at 10 % of presses": Device(hang_at_press=0.1),
    "clock of 1 ms": Device(grain=1.0),
    "clock of 16.7 ms": Device(grain=16.7),
    "clock of 100 ms": Device(grain=100.0),
}
