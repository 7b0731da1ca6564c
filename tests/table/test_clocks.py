"""The clock of a view counts from the moment at which the view is sent, in game time: late guests, news and pauses."""

from __future__ import annotations

import pytest

from slamdeck.core.sights import Clock
from slamdeck.table import messages as say
from slamdeck.table.live import LiveTable
from tests.table.evening import Browser, Evening


def slow_evening(trips: tuple[float, ...] = (20.0, 20.0)) -> Evening:
    """Nobody moves, and a turn lasts twenty seconds."""
    evening = Evening("hit_the_deck", trips=trips, bots=0, idle=True, options={"turn_ms": 20_000, "first_dealer": 0})
    evening.start()
    assert evening.run(lambda: all(browser.got(say.Stim) for browser in evening.people), 5)
    return evening


def last_clock(browser: Browser) -> Clock:
    update = [m for m in browser.got(say.Stim) + browser.got(say.News) if isinstance(m, say.Stim | say.News)][-1]
    assert update.view.clock is not None
    return update.view.clock


def sent_clock(evening: Evening, person: str) -> Clock:
    """That of the latest update made for somebody."""
    updates = [one.message for one in evening.delivered if one.person == person]
    view = [one.view for one in updates if isinstance(one, say.Stim | say.News)][-1]
    assert view.clock is not None
    return view.clock


def updates_to(evening: Evening, person: str) -> int:
    return sum(1 for one in evening.delivered if one.person == person and isinstance(one.message, say.Stim | say.News))


def test_an_event_comes_with_its_whole_time() -> None:
    evening = slow_evening()
    assert last_clock(evening.by_name["p0"]) == Clock([1], 20_000, 20_000)
    assert last_clock(evening.by_name["p1"]) == Clock([1], 20_000, 20_000)


def test_who_comes_later_is_told_what_is_left_by_then() -> None:
    evening = slow_evening()
    evening.wait(6)
    evening.come_back("p0", fresh=True)
    clock = sent_clock(evening, "p0")
    assert clock.whole == 20_000
    assert 13_000 < clock.left < 14_500
    assert evening.table.state.rules.now == 0, "nothing has happened: the view's own time would not know"


def test_news_tell_what_is_left_and_no_news_are_made_for_the_clock() -> None:
    evening = slow_evening()
    before = updates_to(evening, "p0")
    evening.wait(5)
    assert updates_to(evening, "p0") == before
    evening.by_name["p1"].act("call")
    evening.wait(3)
    assert updates_to(evening, "p0") == before + 1
    assert 14_000 < sent_clock(evening, "p0").left < 15_500


def test_a_clock_that_has_run_out_acts() -> None:
    evening = slow_evening()
    evening.wait(21)
    assert evening.table.state.rules.now >= 20_000
    assert sent_clock(evening, "p0").left == 20_000, "the next turn, with its whole time"


def test_in_a_pause_the_clock_stands() -> None:
    evening = slow_evening()
    evening.wait(5)
    evening.say("p0", say.Pause())
    evening.wait(30)
    evening.come_back("p1", fresh=True)
    stopped = sent_clock(evening, "p1")
    assert 14_000 < stopped.left < 15_500
    evening.wait(30)
    evening.come_back("p1", fresh=True)
    assert sent_clock(evening, "p1") == stopped
    evening.say("p0", say.GoOn())
    assert sent_clock(evening, "p1") == stopped


def test_a_table_that_wakes_up_paused_shows_the_same_clock() -> None:
    from slamdeck.bots.roster import House
    from slamdeck.games import all_games
    from slamdeck.table.journal.rebuild import rebuild
    from tests.table.evening import seeds

    evening = slow_evening()
    evening.wait(5)
    evening.say("p0", say.Pause())
    evening.come_back("p0", fresh=True)
    stopped = sent_clock(evening, "p0")
    table: LiveTable = rebuild(evening.entries, all_games(), House(), seeds(1))
    now = evening.now + 90_000_000
    table.wake(now)
    table.join(now + 5_000_000, "p0", "p0")
    views = [one.message.view for one in table.take_deliveries() if isinstance(one.message, say.Stim)]
    assert views[-1].clock == stopped


@pytest.mark.parametrize("seconds", [2, 6])
def test_what_was_missed_comes_with_what_the_clock_shows_by_then(seconds: float) -> None:
    evening = slow_evening()
    evening.wait(0.1)
    evening.drop("p0")
    evening.by_name["p1"].act("call")
    evening.wait(seconds)
    evening.come_back("p0")
    clock = sent_clock(evening, "p0")
    assert 20_000 - seconds * 1000 - 500 < clock.left < 20_000 - seconds * 1000 + 200
