"""Work is bounded by what changed: what was said before is told to nobody, and what is told to all is told seldom."""

from __future__ import annotations

from collections import Counter

import pytest

from slamdeck.table import messages as say
from slamdeck.table.output import BETWEEN_TELLINGS
from slamdeck.table.settings import Settings
from slamdeck.table.times import MS, SECOND
from tests.table.evening import Evening
from tests.table.test_company import refusals

PER_SECOND = 38
SECONDS = 3


def lobby(watchers: int = 0) -> Evening:
    evening = Evening("slamwich", trips=(20.0, 150.0, 30.0), bots=1, idle=True)
    for number in range(watchers):
        evening.table.join(evening.now, f"w{number}", f"Watcher {number}", watch=True)
    evening.wait(2)
    evening.delivered.clear()
    return evening


@pytest.mark.parametrize(
    "message",
    [
        say.Ready(False),
        say.Rename("Person p0"),
        say.SetOptions({"max_tosses": 80}),
        say.SetSettings(Settings(next_hand_ms=800)),
        say.SetHandicap(1, 0),
        say.SetBot(3, "quick"),
        say.MakeHost(0),
        say.Lock(False),
        say.Hidden(False),
        say.ClockIs(5, 16_667),
    ],
)
def test_what_is_so_already_is_told_to_nobody(message: say.ClientMessage) -> None:
    evening = lobby()
    entries = len(evening.entries)
    for _ in range(3):
        evening.say("p0", message)
        evening.wait(1)
    assert evening.delivered == []
    assert len(evening.entries) == entries


def test_being_ready_twice_is_being_ready() -> None:
    evening = lobby()
    evening.say("p1", say.Ready())
    evening.wait(1)
    evening.delivered.clear()
    evening.say("p1", say.Ready())
    evening.wait(1)
    assert evening.delivered == []


def test_thirty_one_people_who_are_ready_and_not_ready_tell_the_table_a_few_times_a_second() -> None:
    evening = lobby(watchers=28)
    people = list(evening.table.people)
    assert len(people) == 31
    step = SECOND // PER_SECOND
    for beat in range(PER_SECOND * SECONDS):
        for person in people:
            evening.say(person, say.Ready(beat % 2 == 0))
        evening.wait(step / SECOND)
    evening.wait(1)
    kinds = Counter(type(one.message) for one in evening.delivered)
    told = kinds[say.TableShown]
    assert 0 < told <= len(people) * (SECONDS + 2) * SECOND // BETWEEN_TELLINGS
    assert kinds[say.Refused] <= len(people) * PER_SECOND * SECONDS, "at most one word for each, to who said it"


def test_what_was_held_back_is_told_in_the_end() -> None:
    evening = lobby()
    for name in ("Ann", "Anna", "Annabel"):
        evening.say("p1", say.Rename(name))
    evening.wait(1)
    for browser in evening.people:
        assert browser.shown().seats[1].name == "Annabel"
        tables = [one for one in evening.delivered if one.person == browser.person]
        assert len(tables) <= 2


def test_where_the_game_has_got_to_is_told_before_the_cards() -> None:
    evening = lobby()
    evening.say("p1", say.Rename("Ann"))  # now something has just been told
    evening.start()
    for browser in evening.people:
        kinds = [
            (one.message.phase if isinstance(one.message, say.TableShown) else "cards")
            for one in evening.delivered
            if one.person == browser.person and isinstance(one.message, say.TableShown | say.Stim)
        ]
        assert kinds[-3:] == ["sealing", "playing", "cards"]


def test_a_person_asks_no_faster_than_people_do_and_the_host_a_little_faster() -> None:
    evening = lobby()
    for number in range(100):
        evening.say("p1", say.Rename(f"Ann {number % 2}"))
        evening.say("p0", say.SetHandicap(1, number % 2))
    assert refusals(evening, "p1") == ["not so fast; wait a moment"] * 80
    assert refusals(evening, "p0") == ["not so fast; wait a moment"] * 40
    evening.wait(30)
    evening.say("p1", say.Rename("Anna"))
    assert evening.table.state.seats[1].name == "Anna"


def test_emotes_of_a_whole_crowd_are_a_few_a_second() -> None:
    evening = lobby(watchers=28)
    for _ in range(10):
        for person in list(evening.table.people):
            evening.say(person, say.Emote("wow"))
        evening.wait(1.05)
    emoted = sum(1 for one in evening.delivered if one.person == "p0" and isinstance(one.message, say.Emoted))
    assert 30 <= emoted <= 8 + 11 * SECOND // (250 * MS)


def test_shouts_are_as_rare_as_hands() -> None:
    evening = Evening("slamwich", idle=True)
    evening.start()
    assert evening.table.is_quick(say.Act(1, 5, 5, 1, "yell"))
    assert evening.table.is_quick(say.Act(1, 5, 5, 1, "slap yell=true"))
    assert not evening.table.is_quick(say.Act(1, 5, 5, 1, "toss"))
