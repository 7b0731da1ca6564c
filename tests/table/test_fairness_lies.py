"""The bars of the design on the real arbiter in virtual time: what lies win over an evening, and when they are noticed.

What a page's script gains on a clean line until then is in test_cheating.py.
"""

from __future__ import annotations

from functools import cache

import pytest

from slamdeck.measure.fairness.figures import EVENING, StudiedEvening, fair_share, gain
from slamdeck.measure.fairness.lies import LIES, knowing
from slamdeck.measure.fairness.lines import LINES
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.rows import blind
from slamdeck.measure.fairness.venue import play_evening, play_until_alarms

LARGE = [  # of 60 ms and more, and about races alone
    "claim −60",
    "claim and all stills −60",
    "claim −60, no stills at all",
    "clock slowed by 60, caught up",
    "claim −66, stills −60, `seen` +20",
    "every 12th pong +130, `seen` +90, claim and stills −110",
    "queue of 60 faked in races, pongs too",
    "pongs and `seen` +60 in races",
]
FAR = 55.0  # ms: more is gained on no line


@cache
def whole_evening(name: str) -> StudiedEvening:
    return play_evening(Player(lie=LIES[name]), Player(), EVENING, 4)


@pytest.mark.parametrize("name", LARGE)
def test_a_large_lie_about_races_wins_no_more_than_54_percent_of_an_evening(name: str) -> None:
    evening = whole_evening(name)
    assert evening.alarm is not None
    assert evening.alarm <= 20
    assert fair_share(evening.races) <= 0.54


def test_what_is_won_until_the_alarm_is_asked_of_as_many_evenings_as_it_takes() -> None:
    evening = play_until_alarms(Player(lie=LIES["claim and all stills −60"]), Player(), 40, 3)
    assert len(evening.races) == 40
    assert evening.alarm is not None
    assert evening.races[evening.alarm - 1].estimated, "the one after which it came is the last of its evening"
    assert 2 <= sum(race.estimated for race in evening.races) <= 5


@pytest.mark.parametrize("name", [name for name in LIES if "hang of" in name])
def test_a_feigned_hang_on_credit_wins_little(name: str) -> None:
    """In several evenings: one of them says it only to some three points."""
    evenings = [play_evening(Player(lie=LIES[name]), Player(), EVENING, seed) for seed in range(5)]
    races = [race for evening in evenings for race in evening.races]
    assert fair_share(races) <= 0.545
    assert gain(races) <= 15


def test_late_pongs_alone_gain_nothing() -> None:
    races = whole_evening("pongs +60 in races, nothing else").races
    assert abs(gain(races)) <= 2
    assert fair_share(races) <= 0.52


@pytest.mark.parametrize(("name", "slaps"), [("claim and all stills −60", 30), ("claim and later witnesses −30", 60)])
def test_on_a_mobile_line_it_takes_longer(name: str, slaps: int) -> None:
    player = Player(line=LINES["mobile"], lie=LIES[name])
    evenings = [play_evening(player, Player(), slaps + 3, seed, enforced=False) for seed in (2, 3, 4)]
    assert sum(evening.alarm is not None and evening.alarm <= slaps for evening in evenings) >= 2  # the median
    if not LIES[name].needs_own_client:
        assert all(gain(evening.races) <= FAR for evening in evenings)


def test_who_knows_the_law_and_lies_by_20_ms_is_noticed_within_20_slaps() -> None:
    evening = play_evening(Player(lie=knowing(20)), Player(), 24, 4, enforced=False)
    assert evening.alarm is not None
    assert evening.alarm <= 20


def test_a_slap_that_no_eye_can_have_made_never_wins() -> None:
    races = play_evening(blind(110, 130), Player(), 60, 4).races  # claims are soon not used any more
    assert all(race.counted[0] is None and race.won == 0 for race in races)


def test_nobody_human_is_taken_for_one_who_does_not_look() -> None:
    races = play_evening(Player(), Player(), 100, 4).races
    assert all(race.counted[0] is not None for race in races)
