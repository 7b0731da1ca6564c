"""How a seat's times are found: who may change it, who is told, and what is remembered of it."""

from __future__ import annotations

import pytest

from slamdeck.bots.roster import House
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import Timed
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.races.evidence import Correction, TimesUse, Verdict
from slamdeck.table.times import MS, SECOND
from tests.table.evening import Evening, seeds


def evening_of_three() -> Evening:
    evening = Evening("slamwich", (20.0, 40.0, 60.0), bots=0, seed=4)
    evening.start()
    return evening


def told(evening: Evening, person: str) -> list[say.TimesShown | None]:
    """What this person's table says about the times of every seat."""
    shown = evening.table.people[person].table
    assert shown is not None
    return [seat.times for seat in shown.seats]


def notice(evening: Evening, person: str) -> None:
    """As if the running sums of an evening had spoken; it is looked at with the next event."""
    evening.table.people[person].link.suspicion.fired = True
    event = evening.table.state.event
    assert evening.run(lambda: evening.table.state.event > event + 1)
    evening.wait(1)


def entries(evening: Evening) -> list[Timed]:
    return [entry for link in evening.entries if isinstance(entry := read_entry(link), Timed)]


def refusals(evening: Evening, number: int) -> list[str]:
    return [message.why for _, message in evening.people[number].heard if isinstance(message, say.Refused)]


def test_a_seat_whose_messages_do_not_fit_is_estimated_and_only_it_and_the_host_are_told() -> None:
    evening = evening_of_three()
    notice(evening, "p1")
    estimated = say.TimesShown(use=TimesUse.ESTIMATED)
    assert told(evening, "p0") == [None, estimated, None]
    assert told(evening, "p1") == [None, estimated, None]
    assert told(evening, "p2") == [None, None, None]
    assert entries(evening) == [Timed(who="p1", times=TimesUse.ESTIMATED)]
    assert evening.table.people["p1"].link.use is TimesUse.ESTIMATED
    notice(evening, "p1")
    assert len(entries(evening)) == 1, "once is enough"


def test_nobody_is_told_why_a_time_is_estimated() -> None:
    evening = evening_of_three()
    notice(evening, "p1")
    evening.play_on()
    races = [race for race in evening.people[2].got(say.Race) if isinstance(race, say.Race)]
    times = [time for race in races for time in race.times if time.seat == 1 and time.verdict is Verdict.ESTIMATED]
    assert times
    assert {time.why for time in times} == {Correction.ESTIMATED}
    assert all(time.claim is None and time.pressed_said is None and time.painted_said is None for time in times)


def test_the_rest_of_the_evening_outlives_a_restart_and_a_reconnect() -> None:
    evening = evening_of_three()
    notice(evening, "p1")
    evening.drop("p1")
    evening.come_back("p1")
    assert evening.table.people["p1"].link.use is TimesUse.ESTIMATED
    again = rebuild(evening.entries, all_games(), House(), seeds(1))
    again.wake(evening.now)
    again.join(evening.now, "p1", "p1")
    assert again.people["p1"].link.use is TimesUse.ESTIMATED
    assert again.people["p0"].link.use is TimesUse.MEASURED


def test_the_host_switches_and_switches_back() -> None:
    evening = evening_of_three()
    notice(evening, "p1")
    evening.say("p0", say.SetTimes(1, TimesUse.MEASURED))
    evening.wait(1)
    assert told(evening, "p0") == [None, None, None]
    assert not evening.table.people["p1"].link.suspicion.fired, "what was noticed is forgotten"
    evening.say("p0", say.SetTimes(2, TimesUse.TRUSTED))
    evening.say("p0", say.SetTimes(2, TimesUse.TRUSTED))
    evening.wait(1)
    assert told(evening, "p2") == [None, None, say.TimesShown(use=TimesUse.TRUSTED, by_host=True)]
    assert told(evening, "p1") == [None, None, None]
    assert [entry.times for entry in entries(evening)] == [TimesUse.ESTIMATED, TimesUse.MEASURED, TimesUse.TRUSTED]
    evening.table.people["p2"].link.suspicion.fired = True
    evening.wait(5)
    assert evening.table.people["p2"].link.use is TimesUse.TRUSTED, "the host has said so"


@pytest.mark.parametrize("seat", [3, 5])
def test_only_the_host_and_only_for_people(seat: int) -> None:
    evening = Evening("slamwich", (20.0, 40.0, 60.0), bots=1, seed=4)
    evening.start()
    evening.say("p1", say.SetTimes(2, TimesUse.ESTIMATED))
    evening.say("p0", say.SetTimes(seat, TimesUse.ESTIMATED))
    evening.wait(1)
    assert refusals(evening, 1) == ["only the host may do that"]
    assert "nobody in person" in refusals(evening, 0)[-1]
    assert not entries(evening)


def test_a_slow_screen_and_late_pongs_are_told_as_facts_and_judge_nothing() -> None:
    evening = evening_of_three()
    link = evening.table.people["p1"].link
    for _ in range(32):
        link.note_paint(57 * MS)
    link.trips.extend([63 * MS] * 8)
    link.pong(63 * MS)
    link.kernel_says(20 * MS)
    evening.table.output.show_table()
    evening.table.tick(evening.now + SECOND)
    facts = say.TimesShown(use=TimesUse.MEASURED, screen_ms=60, pong_ms=40)
    assert told(evening, "p0")[1] == told(evening, "p1")[1] == facts
    assert told(evening, "p2")[1] is None
    assert not entries(evening)


def test_a_public_head_does_not_move_for_it() -> None:
    evening = evening_of_three()
    before = evening.table.output.public_head
    evening.say("p0", say.SetTimes(1, TimesUse.ESTIMATED))
    assert evening.table.output.public_head == before
    assert evening.table.head != before


def test_to_stand_up_leave_and_sit_down_again_wipes_no_slate_clean() -> None:
    evening = evening_of_three()
    evening.wait(10)
    link = evening.table.people["p1"].link
    link.spend(1)
    assert link.was_in_play
    evening.say("p1", say.StandUp())
    evening.drop("p1")
    assert "p1" not in evening.table.people
    evening.come_back("p1")
    assert evening.table.people["p1"].link is link
    assert not evening.table.output.links_left
