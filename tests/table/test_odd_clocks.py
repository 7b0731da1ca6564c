"""Clocks and pongs as no honest device has them: judged like everything else, never a crash, never a wait beyond the
caps, and nothing that would be worth the trouble."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slamdeck.measure.fairness.figures import StudiedRace, gain
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.venue import Venue, studied
from slamdeck.table.messages import Seen, Still
from slamdeck.table.races.closing import FIRST_WINS_CAP
from slamdeck.table.times import MS, SECOND

ODD = 0  # the seat; the other one is honest
RACES = 10
MOST_GAINED = 35.0  # ms: what any page's lie gains until it is noticed

CLOCKS: dict[str, Callable[[float], int]] = {
    "backwards": lambda at: round(10**9 - at),
    "jumps ahead twice a second": lambda at: round(at) + 3600 * SECOND * int(at // (SECOND // 2)),
    "jumps back twice a second": lambda at: round(at) - 7 * SECOND * int(at // (SECOND // 2)),
    "stands still": lambda at: 5 * SECOND,
    "is coarser than it says": lambda at: int(at // (100 * MS)) * 100 * MS,
    "twice as fast": lambda at: round(2 * at),
    "half as fast": lambda at: round(at / 2),
    "in the future": lambda at: round(at) + 10**15,
}


def table_of_two() -> Venue:
    """What is forgiven at the beginning of an evening hides nothing here."""
    venue = Venue((Player(), Player()), 5)
    venue.links[ODD].credit = 0
    return venue


def play(venue: Venue) -> list[StudiedRace]:
    return [studied(venue, venue.race()) for _ in range(RACES)]


def check(races: list[StudiedRace]) -> None:
    assert all(race.proof <= FIRST_WINS_CAP / MS for race in races)
    assert gain(races) <= MOST_GAINED
    assert not [race for race in races if race.winner == ODD and race.truth[0] > race.truth[1] + 3 * MOST_GAINED]


@pytest.mark.parametrize("name", CLOCKS)
def test_whatever_a_clock_does_the_table_goes_on_and_it_gains_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    venue = table_of_two()
    monkeypatch.setattr(venue.worlds[ODD].page.clock, "read", CLOCKS[name])
    check(play(venue))


@pytest.mark.parametrize("copies", [0, 2])
def test_pongs_that_never_come_or_come_twice_gain_nothing(copies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    venue = table_of_two()
    world = venue.worlds[ODD]
    once = world.pong

    def pong(ping: bytes) -> None:
        for _ in range(copies):
            once(ping)

    monkeypatch.setattr(world, "pong", pong)
    check(play(venue))


def test_stills_and_seens_without_an_event_are_nobodys() -> None:
    venue = table_of_two()
    hear = venue.arbiter.sightings.hear
    for event in (-1, 0, venue.event + 1, 10**9):
        hear(ODD, Seen(event, 10**15, 10**15), venue.now)
        hear(ODD, Still(event, 10**15), venue.now)
    check(play(venue))
