"""Races as data."""

from __future__ import annotations

from slamdeck.core.races import FIRST_WINS, LAST_LOSES, RaceState


def last_loses(entrants: int = 0b1111) -> RaceState:
    race = RaceState()
    race.start(LAST_LOSES, entrants, 1000, 4000)
    return race


def test_hands_are_recorded_once_each_in_order() -> None:
    race = last_loses(0b1011)
    assert race.hand_down(3, 1200)
    assert race.hand_down(0, 1250)
    assert not race.hand_down(3, 1260), "a hand lands once"
    assert not race.hand_down(2, 1270), "who may not enter does not count"
    assert race.hands() == [3, 0]
    assert race.missing() == 0b0010
    assert not race.complete()


def test_the_last_hand_loses() -> None:
    race = last_loses(0b0111)
    for seat, at in ((2, 1200), (0, 1210), (1, 1400)):
        race.hand_down(seat, at)
    assert race.complete()
    assert race.slowest(0, 1, 4) == 1


def test_missing_hands_are_last_and_the_nearest_after_the_start_loses() -> None:
    race = last_loses()
    race.hand_down(1, 1200)
    assert race.slowest(1, 1, 4) == 2
    assert race.slowest(1, -1, 4) == 0
    race.hand_down(2, 1300)
    race.hand_down(0, 1310)
    assert race.slowest(1, 1, 4) == 3


def test_hands_too_close_to_tell_apart_are_jammed() -> None:
    race = last_loses(0b0111)
    for seat, at in ((2, 1200), (0, 1390), (1, 1400)):
        race.hand_down(seat, at)
    assert race.jammed(11)
    assert not race.jammed(10), "exactly that far apart can be told"
    assert not race.jammed(0)


def test_a_missing_hand_never_jams() -> None:
    race = last_loses(0b0111)
    race.hand_down(2, 1200)
    race.hand_down(0, 1200)
    assert not race.jammed(50)


def test_first_wins_and_clones_are_independent() -> None:
    race = RaceState()
    race.start(FIRST_WINS, 0b11, 0, 600)
    race.hand_down(1, 300)
    twin = race.clone()
    twin.hand_down(0, 310)
    assert (race.first, race.hands(), twin.hands()) == (1, [1], [1, 0])
