"""What cheating clients gain, until they are noticed: never more than stated here (design, section 5).

A cheat sits 20 ms away opposite an equal, honest player. Gains are measured against what the hand deserved: the true
reaction plus what the touch screen took. For comparison: being 30 ms faster is worth about 16 points of wins. Whole
evenings, other lines and false alarms are in the study (`slamdeck fairness`).
"""

from __future__ import annotations

from functools import cache

import pytest

from slamdeck.measure.fairness.figures import StudiedEvening, gain
from slamdeck.measure.fairness.lies import LIES, Lie
from slamdeck.measure.fairness.lines import LINES
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.venue import Venue, play_evening
from slamdeck.table.messages import Seen
from slamdeck.table.races.closing import FIRST_WINS_CAP, LAST_LOSES_CAP, LEAST_FOR_A_STALL, STALL_COSTS, rejudge_input
from slamdeck.table.races.evidence import COUNTING, Goal, RaceOutcome, TimesUse, Verdict
from slamdeck.table.races.links import EARNED, EARNED_AT_FIRST, FIRST_CREDIT, FIRST_HANDS
from slamdeck.table.times import MS
from tests.table.scene import CLOCK, Scene

MOST_GAINED = 35.0  # ms on average, by whatever a page's script can do
SOON = 20  # hands
HONEST, CHEAT = 0, 1

ABOUT_RACES = {name: lie for name, lie in LIES.items() if lie.about_races_alone and lie.share == 1 and not lie.hang}
IN_THE_PAGE = [name for name, lie in ABOUT_RACES.items() if not lie.needs_own_client]
LATE_PONGS = [name for name, lie in ABOUT_RACES.items() if lie.needs_own_client and (lie.claim or lie.seen_late)]


@cache
def evening(name: str, slaps: int = SOON + 4) -> StudiedEvening:
    """Claims stay in use, whatever is noticed."""
    return play_evening(Player(line=LINES["20 ms"], lie=LIES[name]), Player(), slaps, 11, enforced=False)


def test_honesty_is_believed() -> None:
    played = play_evening(Player(), Player(), 40, 11)
    assert played.alarm is None
    assert abs(gain(played.races)) < 4
    assert sum(race.moved > 3 for race in played.races) <= 1


@pytest.mark.parametrize("name", IN_THE_PAGE)
def test_what_a_pages_script_can_pretend_about_races_gains_little_and_is_noticed_soon(name: str) -> None:
    played = evening(name)
    assert gain(played.races) <= MOST_GAINED
    assert played.alarm is not None
    assert played.alarm <= SOON


@pytest.mark.parametrize("name", LATE_PONGS)
def test_who_delays_pongs_in_races_is_noticed_as_soon(name: str) -> None:
    """That takes a client of one's own. What it gains until then the study states."""
    assert evening(name).alarm is not None


def test_late_pongs_alone_gain_nothing() -> None:
    assert gain(play_evening(Player(lie=Lie(pongs=60)), Player(), 20, 11).races) < 5


@pytest.mark.parametrize("name", ["hang of 110 feigned, 1 hand in 15", "hang of 110 feigned at slow hands"])
def test_feigned_hangs_gain_no_more_than_there_is_credit_for(name: str) -> None:
    """On average over all hands."""
    assert gain(evening(name, 60).races) <= 16


def test_from_the_alarm_on_claims_are_not_used() -> None:
    played = play_evening(Player(lie=LIES["claim and all stills −60"]), Player(), 40, 11)
    assert played.alarm is not None
    after = [race for race in played.races if race.estimated]
    assert len(after) >= 15
    assert gain(after) < 8


# ---- things that no statistic is needed for ----------------------------------------------------------


def test_a_slap_before_seen_is_an_anticipation_and_never_wins() -> None:
    scene = Scene(20, 20)
    scene.show()
    assert scene.ruled(CHEAT, 200, at=220).verdict is Verdict.ANTICIPATION
    scene.race({HONEST: 300})
    scene.drain()
    assert [record.seats for record in scene.records()] == [(HONEST,)]


def test_spam_never_wins_with_a_hand_that_was_not_lifted() -> None:
    """The first is an anticipation, a foul; the rest are the same hand bouncing, until a human could slap again."""
    scene = Scene(20, 20)
    scene.show()
    scene.seen(HONEST, 20)
    scene.seen(CHEAT, 20)
    rulings = [scene.hand(CHEAT, at - 20, at=at) for at in range(40, 330, 20)]
    counted = [ruling for ruling in rulings if ruling is not None and ruling.verdict in COUNTING]
    assert rulings[0] is not None
    assert rulings[0].verdict is Verdict.ANTICIPATION
    assert all(ruling.at >= 300 * MS for ruling in counted)


def test_copied_slaps_change_nothing() -> None:
    fair, copies = Scene(20, 20), Scene(20, 20)
    for scene in (fair, copies):
        scene.show()
        scene.seen(HONEST, 20)
        scene.seen(CHEAT, 20)
        scene.hand(CHEAT, 300, at=320, id=9)
        if scene is copies:
            for copy in range(10):
                scene.hand(CHEAT, 300, at=321 + copy, id=9 + copy % 2)
        scene.hand(HONEST, 310, at=332, stamp=322)
        scene.drain()
    assert fair.records()[0].seats == copies.records()[0].seats == (CHEAT,)


def test_before_the_alarm_less_is_allowed() -> None:
    """Nothing is forgiven any more. That is in the evidence, so that it can be judged again."""
    venue = Venue((Player(lie=LIES["claim and all stills −60"]), Player()), 11)
    judged = []
    while 0 not in venue.alarms:
        judged.append(venue.race().judged[0])
    wary = [one.wary for one in judged]
    assert wary.index(True) in range(3, len(wary) - 2)
    assert not any(one.credit or one.spent for one in judged if one.wary)
    assert any(one.spent for one in judged)
    assert all(rejudge_input(one) == one for one in judged)


@pytest.mark.parametrize("late", [60, 200, 400])
def test_a_late_seen_is_no_later_paint_once_the_credit_is_spent(late: float) -> None:
    scene = Scene(20, 20)
    scene.links[CHEAT].credit = 0
    scene.show()
    scene.seen(CHEAT, 20 + late)
    scene.pong(CHEAT, 720, sent=700)
    ruling = scene.hand(CHEAT, 400, at=20 + late + 400)
    scene.pong(CHEAT, 860, sent=840)
    scene.drain()
    judged = ruling.evidence if ruling is not None else scene.record().evidence[0]
    assert judged is not None
    assert judged.reaction is not None
    assert judged.reaction >= (400 + late - 33.4 - 6) * MS - 1


def test_pulling_the_cable_does_not_pay_in_last_loses_races() -> None:
    """A race is void while there is credit, and the next only after as many hands as that was worth."""
    scene = Scene(20, 20)
    for _ in range(8):
        scene.show(Goal.LAST_LOSES, 0b11)
        scene.seen(CHEAT, scene.now + 20)
        scene.race({HONEST: 300})
        scene.wait(scene.now + 3_000)
    assert [record.outcome for record in scene.records()] == [RaceOutcome.VOID] + [RaceOutcome.LOST] * 7
    assert all(record.seats == (CHEAT,) for record in scene.records()[1:])
    link = scene.links[CHEAT]
    assert link.credit == FIRST_CREDIT - STALL_COSTS
    link.believed = FIRST_HANDS
    for _ in range(STALL_COSTS // EARNED):
        assert link.credit < LEAST_FOR_A_STALL
        link.note_hand(believed=True)
    assert link.credit == LEAST_FOR_A_STALL


def test_credit_grows_back_with_hands_not_with_time() -> None:
    scene = Scene(20, 20)
    scene.links[CHEAT].credit = 0
    scene.wait(3_600_000)
    assert scene.links[CHEAT].credit == 0
    for _ in range(3):
        scene.show()
        scene.race({CHEAT: 300})
        scene.wait(scene.now + 2_000)
    assert scene.links[CHEAT].credit == 3 * EARNED_AT_FIRST


def test_saying_nothing_at_all_gains_nothing() -> None:
    """No `still`s, no pongs: the claim is measured against `seen` alone, and the paint against nothing."""
    scene = Scene(20, 20)
    scene.show()
    scene.wait(60)
    scene.painted[CHEAT, 1] = CLOCK + 60
    painted = round((CLOCK + 60) * MS)
    scene.arbiter.sightings.hear(CHEAT, Seen(1, painted, painted), 60 * MS)
    scene.hand(CHEAT, 200, at=320)
    scene.drain()
    judged = scene.record().evidence[0]
    assert judged.reaction is not None
    assert judged.reaction >= 250 * MS


@pytest.mark.parametrize("use", list(TimesUse))
@pytest.mark.parametrize("goal", list(Goal))
def test_every_race_closes_in_time_however_silent_somebody_is(goal: Goal, use: TimesUse) -> None:
    cap = FIRST_WINS_CAP if goal is Goal.FIRST_WINS else LAST_LOSES_CAP
    for silence in range(3):
        scene = Scene(20, 20)
        scene.links[CHEAT].use_times(use)
        scene.show(goal, 0b11)
        if silence:
            scene.seen(CHEAT, 20)
        scene.race({HONEST: 300})
        if silence == 2:
            scene.hand(CHEAT, 200, at=820)
        scene.drain()
        assert scene.record().closed - scene.record().first_hand <= cap
