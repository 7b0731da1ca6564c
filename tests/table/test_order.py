"""One order for everything: inputs and alarms reach the game in the order of virtual time."""

from __future__ import annotations

from slamdeck.table.messages import Seen
from slamdeck.table.races.arbiter import MOST_HELD, Arbiter
from slamdeck.table.races.evidence import FRAME, RaceOutcome, Verdict
from slamdeck.table.races.links import FIRST_CREDIT, Link
from slamdeck.table.races.rulings import Ruling
from slamdeck.table.times import MS
from tests.table.scene import Scene, steady_link


def test_the_faster_hand_is_first_although_it_arrives_last() -> None:
    scene = Scene(20, 300)
    scene.show()
    scene.race({0: 320, 1: 290})
    scene.drain()
    assert scene.order() == [(1,), (0,)]
    assert scene.record().seats == (1,)


def test_a_toss_cannot_bury_a_slap_that_was_earlier() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.seen(0, 20)
    scene.seen(1, 200)
    scene.move(0, 280, at=300)  # the near one tosses at 280 ms …
    scene.hand(1, 260, at=460)  # … the far one had slapped at 260 ms
    scene.drain()
    assert scene.order() == [(1,), (0,)]


def test_an_alarm_that_comes_while_the_input_is_in_flight_strikes_nobody() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.seen(0, 20)
    scene.seen(1, 200)
    scene.arbiter.alarm = 2_000 * MS
    scene.wait(2_150)
    scene.move(1, 1_990, at=2_190)
    scene.drain()
    assert [release.alarm for release in scene.releases] == [False, True]


def test_an_alarm_waits_for_nobody_longer_than_600_ms() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.arbiter.alarm = 2_000 * MS  # nobody has even seen the event
    scene.wait(2_599)
    assert not scene.releases
    scene.wait(2_600)
    assert scene.releases[0].alarm


def test_an_input_at_the_very_moment_of_the_alarm_comes_after_it() -> None:
    scene = Scene(20)
    scene.show()
    scene.seen(0, 20)
    scene.arbiter.alarm = 500 * MS
    scene.move(0, 500, at=520)
    scene.drain()
    assert [release.alarm for release in scene.releases] == [True, False]


def test_hands_closer_than_the_tie_band_are_a_dead_heat_whoever_arrives_first() -> None:
    for near, far in ((300, 305), (305, 300)):
        scene = Scene(20, 200)
        scene.show()
        scene.race({0: near, 1: far})
        scene.drain()
        assert scene.record().outcome is RaceOutcome.DEAD_HEAT
        assert set(scene.record().seats) == {0, 1}
        assert scene.releases[0].dead_heat


def test_the_tie_band_is_six_milliseconds() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.race({0: 300, 1: 306})
    scene.drain()
    assert (scene.record().outcome, scene.record().seats) == (RaceOutcome.WON, (0,))


def test_equal_times_are_a_dead_heat_even_without_a_band() -> None:
    scene = Scene(20, 200, band=0)
    scene.show()
    scene.race({0: 300, 1: 300})
    scene.drain()
    assert scene.record().outcome is RaceOutcome.DEAD_HEAT


def test_an_anticipation_is_about_the_event_before_and_comes_before_this_one() -> None:
    scene = Scene(20, 20)
    scene.show()
    scene.wait(1_000)
    scene.show()
    scene.seen(0, 1_020)
    ruling = scene.ruled(0, 60, at=1_080)
    assert (ruling.verdict, ruling.event) == (Verdict.ANTICIPATION, 1)
    assert ruling.at < 1_000 * MS
    scene.drain()
    assert scene.order() == [(0,)]
    assert not scene.records()


def test_a_bouncing_hand_enters_no_race() -> None:
    """After an early hand the same hand cannot win 200 ms later; the game still hears of it, for its shout."""
    scene = Scene(20, 20)
    scene.show()
    scene.seen(0, 20)
    assert scene.ruled(0, 60, at=80).verdict is Verdict.ANTICIPATION
    assert scene.ruled(0, 260, at=280).verdict is Verdict.BOUNCE
    scene.race({1: 300})
    scene.drain()
    assert scene.record().seats == (1,)
    assert scene.order() == [(0,), (0,), (1,)]


def test_an_input_that_is_held_is_not_judged_again() -> None:
    scene = Scene(20, 20)
    scene.show()
    scene.seen(0, 20)
    first = scene.ruled(0, 300, at=320, id=7)
    again = scene.hand(0, 300, at=330, id=7)
    assert again is first
    scene.drain()
    assert scene.order() == [(0,)]


def test_a_late_packet_is_shown_but_changes_nothing() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.seen(1, 200)
    scene.race({0: 300})
    scene.wait(925)  # the far one is silent: the race waited for it until 320 + 600 ms
    announced = scene.record()
    assert announced.seats == (0,)
    assert scene.hand(1, 250, at=930) is None
    scene.still(1, at=930.5, stamp=352)  # what was sent right after it comes right after it: …
    scene.pong(1, at=930.6, sent=200)  # … its line had hung
    (late,) = scene.arbiter.take_turned_away()
    assert late.verdict is Verdict.LATE
    assert late.evidence is not None
    assert late.evidence.reaction == 250 * MS
    scene.drain()
    assert scene.records() == [announced]
    assert scene.order() == [(0,)]


def test_a_late_move_takes_place_where_the_order_is_now() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.seen(1, 200)
    scene.race({0: 300})
    scene.wait(925)
    scene.hand(1, 250, at=930, hand=False)
    scene.drain()
    assert not scene.arbiter.take_turned_away()
    assert [release.at for release in scene.releases] == sorted(release.at for release in scene.releases)
    assert scene.order() == [(0,), (1,)]


def test_a_seats_own_inputs_keep_their_order() -> None:
    scene = Scene(20, 20)
    scene.show()
    scene.seen(0, 20)
    first = scene.move(0, 200, at=220)
    second = scene.move(0, 198, at=221)
    assert second.at >= first.at


def test_a_later_input_does_not_overtake_one_that_is_in_doubt() -> None:
    scene = Scene(20, 20)
    scene.show()
    scene.seen(0, 20)
    assert scene.hand(0, 150, at=220, id=5) is None  # 50 ms slower than its `seen`
    scene.move(0, 205, at=225)
    scene.drain()
    assert [ruling.id for release in scene.releases for ruling in release.rulings] == [5, 2]


def test_inputs_about_events_never_sent_are_refused() -> None:
    scene = Scene(20, 20)
    scene.show()
    assert scene.ruled(0, 300, at=320, event=9).verdict is Verdict.UNKNOWN
    assert not scene.drain()


def test_one_seat_cannot_flood_the_table() -> None:
    scene = Scene(20, 20)
    scene.show()
    scene.seen(0, 20)
    verdicts = [scene.ruled(0, 300, at=320).verdict for _ in range(200)]
    assert verdicts.count(Verdict.CROWDED) == 200 - MOST_HELD
    scene.drain()
    assert sum(len(release.rulings) for release in scene.releases) == MOST_HELD


def test_who_is_no_contender_is_never_waited_for() -> None:
    """How long an input waits may follow from nothing but the contenders and their connections."""
    waits = []
    for trip in (20, 400):
        scene = Scene(20, 20, trip)
        scene.contenders = 0b011
        scene.show()
        scene.race({0: 300, 1: None})
        waits.append(scene.record().closed)
    assert waits[0] == waits[1]


def test_who_is_away_is_not_waited_for() -> None:
    scene = Scene(20, 300)
    scene.links[1].away = True
    scene.show()
    scene.race({0: 300})
    assert scene.record().closed == scene.record().first_hand
    assert scene.links[1].credit == FIRST_CREDIT


def test_bots_are_judged_like_everybody_and_wait_for_nobody_else_to_know() -> None:
    links = [Link(local=True), steady_link(200)]
    arbiter = Arbiter(links)
    stimulus = arbiter.release(1, 0)
    assert [screen.sent for screen in stimulus.screens] == [100 * MS, 0]  # the far seat is sent the card 100 ms earlier
    assert stimulus.shown == 100 * MS
    down = stimulus.shown + 290 * MS
    ruling = arbiter.rule(0, 1, down, down, 1, 0, True, down)
    assert ruling is not None
    assert ruling.at == stimulus.shown + 290 * MS
    arbiter.sightings.pong(1, 1, 0, 200 * MS, True)
    arbiter.sightings.hear(1, Seen(1, 100 * MS, 100 * MS), 200 * MS)
    faster = arbiter.rule(1, 1, 380 * MS, 380 * MS, 1, 0, True, 480 * MS)
    release = arbiter.take(480 * MS, 0b11)
    assert release is not None
    assert release.rulings == (faster,)


def test_a_bot_takes_over_a_seat_in_the_middle_of_an_event() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.race({0: 300})
    bot = Link(local=True)
    scene.links[1] = bot
    scene.arbiter.sightings.reseat(1, bot)
    scene.wait(400)
    assert scene.record().seats == (0,)  # nobody waits for the one who left
    ruling = scene.arbiter.rule(1, 1, 450 * MS, 450 * MS, 9, 0, True, 450 * MS)
    assert ruling is not None
    assert ruling.at == 450 * MS


def test_another_device_must_be_sent_the_event_before_it_can_act() -> None:
    scene = Scene(20, 200)
    scene.show()
    scene.arbiter.sightings.reseat(1, steady_link(60))
    assert scene.ruled(1, 300, at=400).verdict is Verdict.UNKNOWN
    scene.arbiter.sightings.sent(1, 1, 400 * MS)
    scene.trips, scene.shown = (20, 60), 400
    scene.seen(1, 460)
    assert scene.ruled(1, 300, at=760).verdict is Verdict.COUNTS


def test_staggered_release_makes_all_screens_flip_together() -> None:
    arbiter = Arbiter([steady_link(20), steady_link(150)])
    stimulus = arbiter.release(1, 0)
    flips = [screen.sent + trip * MS // 2 for screen, trip in zip(stimulus.screens, (20, 150), strict=True)]
    assert flips[0] == flips[1] == stimulus.shown


def test_a_coarse_clock_falls_back_to_the_servers_estimate() -> None:
    scene = Scene(20, 20)
    scene.links[0].clock_is(16 * MS, FRAME)
    scene.show()
    scene.seen(0, 25)
    ruling = scene.ruled(0, 300, at=330)
    assert (ruling.verdict, ruling.at) == (Verdict.ESTIMATED, 305 * MS)


# ---- one tablet, several hands -------------------------------------------------------------------


def tablet(*hands: tuple[int, float, float]) -> list[Ruling]:
    """Hands (seat, timestamp, arrival) on one screen; returns them as the game gets them."""
    link = steady_link(80)
    arbiter = Arbiter([link] * 3)
    arbiter.release(1, 0)
    arbiter.sightings.hear(0, Seen(1, 0, 0), 130 * MS)
    released: list[Ruling] = []
    for seat, stamp, at in hands:
        arbiter.rule(seat, 1, round(stamp * MS), round(stamp * MS), seat, 0, True, round(at * MS))
        while release := arbiter.take(round(at * MS), 0b111):
            released += release.rulings
    while (wake := arbiter.next_wakeup(round(hands[-1][2] * MS))) is not None:
        while release := arbiter.take(wake, 0b111):
            released += release.rulings
    return released


def test_on_a_shared_screen_the_timestamps_decide_however_late_the_messages_are() -> None:
    released = tablet((2, 310.0, 700), (0, 302.9, 701), (1, 296.0, 702))
    assert [ruling.seat for ruling in released] == [1, 0, 2]
    assert all(ruling.verdict is Verdict.COUNTS for ruling in released)


def test_on_a_shared_screen_only_the_tie_band_applies() -> None:
    arbiter = Arbiter([steady_link(80)] * 2)
    assert arbiter.sightings.one_clock
    arbiter.release(1, 0)
    arbiter.sightings.hear(0, Seen(1, 0, 0), 130 * MS)
    arbiter.rule(0, 1, 300 * MS, 300 * MS, 1, 0, True, 500 * MS)
    arbiter.rule(1, 1, 305 * MS, 305 * MS, 1, 0, True, 501 * MS)
    assert arbiter.take(501 * MS, 0b11) is None
    wake = arbiter.next_wakeup(501 * MS)
    assert wake is not None
    release = arbiter.take(wake, 0b11)
    assert release is not None
    assert release.dead_heat
