from __future__ import annotations

from slamdeck.table.races.links import CREDIT_REFILL, WINDOW, Link, leads
from slamdeck.table.races.sightings import Screen
from slamdeck.table.times import MS, SECOND


def link_with(*trips: float) -> Link:
    link = Link(0)
    for number, trip in enumerate(trips):
        link.pong(number * SECOND, round(trip * MS))
    return link


def test_nothing_measured_assumes_nothing_in_the_players_favour() -> None:
    assert (Link(0).trip, Link(0).budget) == (0, 120 * MS)


def test_the_round_trip_is_the_smallest_of_the_window() -> None:
    assert link_with(50, 31, 40).trip == 31 * MS
    assert link_with(31, *[40] * WINDOW).trip == 40 * MS  # the 31 has left the window


def test_the_budget_is_p97_above_the_minimum_plus_ten_within_20_and_120() -> None:
    assert link_with(*[30] * 40).budget == 20 * MS
    assert link_with(*range(30, 70)).budget == (67 - 30 + 10) * MS  # of 40 samples the 38th smallest
    assert link_with(*[30] * 30, *[900] * 10).budget == 120 * MS


def test_one_slow_ping_in_sixty_four_does_not_widen_the_budget() -> None:
    assert link_with(*[30] * 63, 900).budget == 20 * MS


def test_the_kernels_minimum_unmasks_a_client_that_answers_pings_late() -> None:
    link = link_with(180, 170)
    link.kernel_says(20 * MS)
    assert link.trip == 20 * MS


def test_three_stalls_are_forgiven_and_one_more_every_two_minutes() -> None:
    link = Link(0)
    for left in (2, 1, 0, 0):
        link.spend(SECOND)
        assert link.credit(SECOND) == left
    assert link.credit(SECOND + CREDIT_REFILL - 1) == 0
    assert link.credit(SECOND + CREDIT_REFILL) == 1
    assert link.credit(SECOND + 100 * CREDIT_REFILL) == 3


def test_the_silence_before_a_burst_belongs_to_every_message_of_it() -> None:
    link = Link(0)
    link.hear(50 * MS)
    for at in (400, 401, 403):
        link.hear(at * MS)
        assert link.silence == 350 * MS
    link.hear(453 * MS)
    assert link.silence == 50 * MS


def test_a_coarse_clock_is_told_by_its_granularity() -> None:
    link = Link(0)
    link.clock_granularity(100)
    assert not link.coarse
    link.clock_granularity(16 * MS)
    assert link.coarse


def test_far_seats_are_sent_events_earlier_by_their_way_but_100_ms_at_most() -> None:
    assert leads([link_with(20), link_with(150), link_with(400), Link(0)]) == [10 * MS, 75 * MS, 100 * MS, 0]
    assert leads([link_with(2), link_with(7)]) == [0, 0], "nobody sees that"


def test_a_bot_has_no_way_to_go_and_no_stalls_to_be_forgiven() -> None:
    bot = Link(0, local=True)
    bot.pong(SECOND, 30 * MS)
    assert (bot.trip, bot.budget, bot.credit(CREDIT_REFILL * 5)) == (0, 0, 0)


def test_a_watermark_cannot_claim_more_time_than_has_passed() -> None:
    screen = Screen()
    screen.send(0, link_with(100))
    assert not screen.note_still(50 * MS, 200 * MS)  # before `seen` it means nothing
    screen.note_seen(110 * MS)
    screen.note_still(9_000 * MS, 200 * MS)
    assert screen.watermark == 100 * MS
    screen.note_still(20 * MS, 300 * MS)
    assert screen.watermark == 100 * MS


def test_a_quick_seen_proves_a_shorter_way_than_the_pings_did() -> None:
    screen = Screen()
    screen.send(0, link_with(100))
    screen.note_seen(60 * MS)
    assert screen.trip == 60 * MS
