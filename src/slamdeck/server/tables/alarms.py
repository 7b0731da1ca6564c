"""One timer of the event loop for everybody who wants to be woken: its own timers are dear where thousands are set and
changed every second."""

# Compiled: every deadline of every table passes here.

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final, final

from slamdeck.table.times import MS, NEVER_COMES

log = logging.getLogger("slamdeck.alarms")

monotonic_ns: Final = time.monotonic_ns
FINEST: Final = MS  # uvloop's timers know nothing finer, and one that goes off too early is in vain
SAME_TIME: Final = 1 << 20  # alarms that may be set for the same microsecond


def micros() -> int:
    return monotonic_ns() // 1000


@final
class Alarm:
    """Rings once, at the time that was set last."""

    __slots__ = ("alarms", "at", "looked_at", "ring")

    def __init__(self, alarms: Alarms, ring: Callable[[int], None]) -> None:
        """`ring` is told for when the alarm was set."""
        self.alarms = alarms
        self.ring = ring
        self.at = NEVER_COMES
        self.looked_at = NEVER_COMES  # the earliest time at which it is in the queue; it may be set for later by then

    def set(self, at: int) -> None:
        self.at = at
        if at < self.looked_at:
            self.looked_at = at
            self.alarms.enqueue(at, self)

    def clear(self) -> None:
        self.at = NEVER_COMES

    def end(self) -> None:
        """It never rings again, and lets go of whom it would have woken, though it may still lie in the queue."""
        self.at = NEVER_COMES
        self.ring = wake_nobody


def wake_nobody(due: int) -> None:
    return


@final
class Alarms:
    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        # Numbers alone are compared far faster than pairs: a time and a count in one, …
        self.queue: list[int] = []
        self.set_for: dict[int, Alarm] = {}  # … and whose it is
        self.order = 0
        self.timer: asyncio.TimerHandle | None = None
        self.next = NEVER_COMES  # when the timer goes off
        self.ringing = False
        self.errands: deque[Callable[[], None]] = deque()  # from other threads

    def enqueue(self, at: int, alarm: Alarm) -> None:
        self.order = (self.order + 1) % SAME_TIME
        mark = at * SAME_TIME + self.order
        self.set_for[mark] = alarm
        heapq.heappush(self.queue, mark)
        if at < self.next and not self.ringing:
            self.wind_up(at)

    def wind_up(self, at: int) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.next = at
        nap = max((at - micros() + FINEST - 1) // FINEST, 1)
        self.timer = self.loop.call_later(nap / 1000, self.go_off)

    def run_soon(self, errand: Callable[[], None]) -> None:
        """For other threads: to be done on the event loop. It must not raise."""
        self.errands.append(errand)
        self.loop.call_soon_threadsafe(self.run_errands)

    def run_errands(self) -> None:
        while self.errands:
            self.errands.popleft()()

    def catch_up(self, now: int) -> None:
        """Called before every frame: the loop reads a burst of them to its end, and nobody who is due should wait for
        that."""
        if self.errands:
            self.run_errands()
        if now - self.next > FINEST and self.timer is not None:
            self.timer.cancel()
            self.go_off()

    def go_off(self) -> None:
        self.timer = None
        self.next = NEVER_COMES
        self.ringing = True
        now = micros()
        last = now * SAME_TIME + SAME_TIME - 1
        while self.queue and self.queue[0] <= last:
            mark = heapq.heappop(self.queue)
            alarm = self.set_for.pop(mark)
            if mark // SAME_TIME == alarm.looked_at:
                self.look_at(alarm, now)
        self.ringing = False
        if self.queue:
            self.wind_up(self.queue[0] // SAME_TIME)

    def look_at(self, alarm: Alarm, now: int) -> None:
        alarm.looked_at = NEVER_COMES
        due = alarm.at
        if due > now:
            if due < NEVER_COMES:
                alarm.set(due)
            return
        alarm.at = NEVER_COMES
        try:
            alarm.ring(due)
        except Exception:
            log.exception("an alarm rang in vain")
