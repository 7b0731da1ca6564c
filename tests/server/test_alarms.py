"""One timer wakes everybody: each at the time that was set last, and nobody's mistake keeps the others asleep."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

import pytest

from slamdeck.server.tables.alarms import Alarm, Alarms, micros

MS = 1000


def run(story: Callable[[Alarms, list[tuple[str, int]]], None], ms: int) -> list[tuple[str, int]]:
    """What rang, in order, with the time it was set for."""
    rang: list[tuple[str, int]] = []

    async def evening() -> None:
        story(Alarms(), rang)
        await asyncio.sleep(ms / 1000)

    asyncio.run(evening())
    return rang


def alarm(alarms: Alarms, rang: list[tuple[str, int]], name: str) -> Alarm:
    def ring(due: int) -> None:
        assert micros() >= due, "never too early"
        rang.append((name, due))

    return Alarm(alarms, ring)


def test_alarms_ring_once_in_the_order_of_their_times() -> None:
    began = micros()

    def story(alarms: Alarms, rang: list[tuple[str, int]]) -> None:
        for name, after in (("late", 30), ("soon", 5), ("between", 15)):
            alarm(alarms, rang, name).set(began + after * MS)

    assert run(story, 80) == [("soon", began + 5 * MS), ("between", began + 15 * MS), ("late", began + 30 * MS)]


def test_only_the_last_setting_counts() -> None:
    began = micros()

    def story(alarms: Alarms, rang: list[tuple[str, int]]) -> None:
        later = alarm(alarms, rang, "later")
        later.set(began + 5 * MS)
        later.set(began + 40 * MS)
        earlier = alarm(alarms, rang, "earlier")
        earlier.set(began + 50 * MS)
        earlier.set(began + 10 * MS)
        never = alarm(alarms, rang, "never")
        never.set(began + 10 * MS)
        never.clear()

    assert run(story, 120) == [("earlier", began + 10 * MS), ("later", began + 40 * MS)]


def test_an_alarm_may_be_set_again_while_it_rings() -> None:
    began = micros()

    def story(alarms: Alarms, rang: list[tuple[str, int]]) -> None:
        def ring(due: int) -> None:
            rang.append(("again", due))
            if len(rang) < 3:
                again.set(due + 5 * MS)

        again = Alarm(alarms, ring)
        again.set(began)

    assert run(story, 80) == [("again", began + k * 5 * MS) for k in range(3)]


def test_a_mistake_is_logged_and_the_others_ring(caplog: pytest.LogCaptureFixture) -> None:
    began = micros()

    def story(alarms: Alarms, rang: list[tuple[str, int]]) -> None:
        def fail(due: int) -> None:
            raise ZeroDivisionError

        Alarm(alarms, fail).set(began)
        alarm(alarms, rang, "other").set(began)

    with caplog.at_level(logging.ERROR):
        assert run(story, 30) == [("other", began)]
    assert "rang in vain" in caplog.text


def test_thousands_of_changes_keep_the_queue_short() -> None:
    began = micros()

    def story(alarms: Alarms, rang: list[tuple[str, int]]) -> None:
        one = alarm(alarms, rang, "one")
        for k in range(1000):
            one.set(began + (20 + k % 7) * MS)
        assert len(alarms.queue) < 10

    assert len(run(story, 60)) == 1


def test_a_loop_that_is_busy_can_catch_up_between_frames() -> None:
    async def story() -> None:
        alarms = Alarms()
        rung: list[int] = []
        alarm = Alarm(alarms, rung.append)
        due = micros()
        alarm.set(due)
        alarms.catch_up(due)
        assert not rung, "the timer is not late yet"
        alarms.catch_up(due + 2 * MS)
        assert rung == [due]
        await asyncio.sleep(0.02)
        assert rung == [due], "the timer does not ring a second time"
        later = micros() + 5 * MS
        alarm.set(later)
        await asyncio.sleep(0.03)
        assert rung == [due, later], "and the next one is not forgotten"

    asyncio.run(story())


def test_errands_of_other_threads_are_done_once() -> None:
    async def story() -> None:
        alarms = Alarms()
        done: list[str] = []
        thread = threading.Thread(target=alarms.run_soon, args=(lambda: done.append("early"),))
        thread.start()
        thread.join()
        assert not done, "not in that thread"
        alarms.catch_up(micros())
        assert done == ["early"]
        await asyncio.to_thread(alarms.run_soon, lambda: done.append("by itself"))
        await asyncio.sleep(0.02)
        assert done == ["early", "by itself"]

    asyncio.run(story())
