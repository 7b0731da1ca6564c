"""When races close and what comes of them: design, section 4."""

from __future__ import annotations

import pytest

from slamdeck.table.races.closing import STALL_COSTS
from slamdeck.table.races.evidence import Goal, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.races.links import EARNED_AT_FIRST, FIRST_CREDIT
from tests.table.scene import Scene


def last_loses(hands: dict[int, float | None], *trips: float) -> Scene:
    scene = Scene(*trips)
    scene.show(Goal.LAST_LOSES, (1 << len(trips)) - 1)
    scene.race(hands)
    scene.drain()
    return scene


def verdicts(record: RaceRecord) -> dict[int, Verdict]:
    return {judged.seat: judged.verdict for judged in record.evidence}


# ---- first wins ----------------------------------------------------------------------------------


def test_a_race_closes_as_soon_as_every_other_seat_has_proved_to_be_later() -> None:
    scene = Scene(20, 150)
    scene.show()
    scene.race({0: 290, 1: 400})
    # The far seat's `still` of frame 20 (333 ms) rules out what came before frame 19; the near hand was at 20 + 290.
    assert scene.record().closed == 150_000 + 20 * 16_667
    assert verdicts(scene.record()) == {0: Verdict.COUNTS, 1: Verdict.SLOWER}


def test_a_stalled_seat_is_waited_for_but_600_ms_at_most_and_pays_for_it() -> None:
    scene = Scene(20, 150)
    scene.show()
    scene.seen(1, 150)
    scene.race({0: 290})
    scene.drain()
    assert scene.record().closed - scene.record().first_hand == 600_000
    assert verdicts(scene.record())[1] is Verdict.STALLED
    assert scene.links[1].credit == FIRST_CREDIT - STALL_COSTS


def test_a_stalled_hand_that_comes_in_time_wins() -> None:
    scene = Scene(20, 150)
    scene.show()
    scene.seen(0, 20)
    scene.seen(1, 150)
    scene.hand(0, 290, at=310)
    assert scene.hand(1, 280, at=780) is None  # 350 ms late …
    scene.still(1, at=780.5, stamp=75 + 281)  # … and what was sent after it as well: that costs nothing
    scene.pong(1, at=780.6, sent=300)
    scene.drain()
    assert scene.record().seats == (1,)
    assert scene.links[1].credit == FIRST_CREDIT + EARNED_AT_FIRST


def test_a_hand_that_nothing_bears_out_is_judged_by_what_is_there() -> None:
    """Pulling the cable after a slap gains nothing."""
    scene = Scene(20, 150)
    scene.show()
    scene.seen(0, 20)
    scene.seen(1, 150)
    scene.hand(0, 290, at=310)
    assert scene.hand(1, 280, at=780) is None
    scene.drain()
    record = scene.record()
    assert record.seats == (0,)
    assert record.closed == (780 + 120) * 1000
    assert next(judged for judged in record.evidence if judged.seat == 1).reaction == (780 - 150 - 6) * 1000


def test_who_keeps_silent_while_pongs_come_back_is_not_waited_for() -> None:
    """A page that says nothing of keeping still, on a line that works: a hand would be here by now."""
    scene = Scene(20, 150)
    scene.links[1].credit = 0
    scene.show()
    scene.seen(0, 20)
    scene.seen(1, 150)
    scene.hand(0, 290, at=310)
    scene.pong(1, 450, sent=300)
    assert not scene.releases
    scene.pong(1, 550, sent=400)
    # P + best + band + what a hand may lie in the page and be slower than `seen`; the pong has come since.
    assert 150 + 290 + 6 + 8 + 6 < 550
    assert scene.record().closed == 550_000
    assert verdicts(scene.record())[1] is Verdict.SLOWER


def test_one_event_has_one_winner() -> None:
    scene = Scene(20, 20, 20)
    scene.show()
    scene.race({0: 300, 1: 340, 2: 500})
    scene.drain()
    assert len(scene.records()) == 1
    assert scene.order() == [(0,), (1,), (2,)]


# ---- last loses ----------------------------------------------------------------------------------


def test_the_last_hand_loses_although_it_arrives_first() -> None:
    scene = last_loses({0: 420, 1: 300, 2: 380}, 20, 60, 300)
    assert (scene.record().outcome, scene.record().seats) == (RaceOutcome.LOST, (0,))
    assert [ruling.seat for ruling in scene.releases[0].rulings] == [1, 2, 0]


def test_the_hands_of_a_last_loses_race_are_sealed_until_it_closes() -> None:
    scene = Scene(20, 20, 20)
    scene.show(Goal.LAST_LOSES, 0b111)
    scene.race({0: 200, 1: 250})
    assert not scene.releases


def test_the_only_missing_seat_loses_when_it_is_proved_to_be_later() -> None:
    scene = last_loses({0: 250, 1: 300, 2: None}, 20, 20, 20)
    record = scene.record()
    assert (record.outcome, record.seats) == (RaceOutcome.LOST, (2,))
    assert record.closed - record.first_hand < 150_000


def test_several_missing_seats_lose_together_after_1500_ms_and_the_game_picks() -> None:
    scene = last_loses({0: 250, 1: None, 2: None}, 20, 20, 20)
    record = scene.record()
    assert (record.outcome, set(record.seats)) == (RaceOutcome.LOST, {1, 2})
    assert record.closed - record.first_hand == 1_500_000


def test_the_last_two_hands_within_the_band_are_a_dead_heat() -> None:
    scene = last_loses({0: 250, 1: 400, 2: 404}, 20, 150, 20)
    assert (scene.record().outcome, set(scene.record().seats)) == (RaceOutcome.DEAD_HEAT, {1, 2})


def test_a_seat_that_is_merely_stalled_voids_the_race_at_1500_ms() -> None:
    scene = last_loses({0: 250, 1: 300}, 20, 20, 20)  # seat 2 is never heard of
    record = scene.record()
    assert (record.outcome, record.seats) == (RaceOutcome.VOID, (2,))
    assert record.closed - record.first_hand == 1_500_000


def test_pulling_the_cable_voids_one_race_and_loses_the_next() -> None:
    scene = Scene(20, 20, 20)
    for _ in range(5):
        scene.show(Goal.LAST_LOSES, 0b111)
        scene.race({0: 250, 1: 300})
        scene.wait(scene.now + 3_000)
    outcomes = [record.outcome for record in scene.records()]
    assert outcomes == [RaceOutcome.VOID] + [RaceOutcome.LOST] * 4
    assert scene.records()[-1].seats == (2,)


def test_an_early_hand_in_a_last_loses_race_may_slap_again() -> None:
    """HD-R10: who paid for slapping too early still races."""
    scene = Scene(20, 20)
    scene.show(Goal.LAST_LOSES, 0b11)
    scene.seen(0, 20)
    assert scene.ruled(0, 50, at=70).verdict is Verdict.ANTICIPATION
    scene.race({1: 340})
    scene.hand(0, 380, at=400)
    scene.drain()
    assert scene.record().seats == (0,)


def test_what_else_was_done_before_the_last_hand_keeps_its_place() -> None:
    scene = Scene(20, 20, 20)
    scene.show(Goal.LAST_LOSES, 0b011)
    for seat in range(3):
        scene.seen(seat, 20)
    scene.hand(0, 250, at=270)
    scene.move(2, 270, at=290)
    scene.hand(1, 290, at=310)
    assert [ruling.seat for ruling in scene.releases[0].rulings] == [0, 2, 1]


def test_the_alarm_of_a_race_that_nobody_entered_ends_it() -> None:
    scene = Scene(20, 20)
    scene.show(Goal.LAST_LOSES, 0b11)
    scene.arbiter.alarm = 3_000_000
    scene.race({0: None, 1: None})
    scene.drain()
    assert [release.alarm for release in scene.releases] == [True]
    scene.show()
    assert scene.arbiter.race is None


def test_events_are_numbered_upwards() -> None:
    scene = Scene(20)
    scene.show()
    with pytest.raises(ValueError, match="event 1 comes after event 1"):
        scene.arbiter.release(1, 0)
