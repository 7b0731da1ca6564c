from __future__ import annotations

from slamdeck.table.messages import Seen
from slamdeck.table.races.evidence import FRAME, TimesUse
from slamdeck.table.races.links import (
    EARNED,
    EARNED_AT_FIRST,
    FIRST_CREDIT,
    FIRST_HANDS,
    MOST_CREDIT,
    REMEMBERED_TRIPS,
    Link,
    leads,
)
from slamdeck.table.races.sightings import MOST_PONGS, MOST_STILLS, SAME_MOMENT, Screen
from slamdeck.table.times import MS


def link_with(*trips: float) -> Link:
    link = Link()
    for trip in trips:
        link.pong(round(trip * MS))
    return link


def test_nothing_measured_is_nothing_usual() -> None:
    assert (Link().trip, Link().usual_trip(), Link().usual_paint) == (0, 0, 0)


def test_the_usual_trip_is_the_median_of_the_last_eight() -> None:
    assert link_with(50, 31, 900).trip == 50 * MS
    assert link_with(*[31] * 9, *[40] * REMEMBERED_TRIPS).trip == 40 * MS
    assert link_with(-5).trip == 0, "no ping comes back before it was sent"


def test_the_kernel_is_asked_only_for_a_seat_whose_claims_are_not_used() -> None:
    link = link_with(180, 170)
    link.kernel_says(20 * MS)
    assert (link.trip, link.usual_trip()) == (180 * MS, 20 * MS)
    link.kernel_says(300 * MS)
    assert link.usual_trip() == 180 * MS


def test_late_pongs_and_a_late_screen_are_facts_about_the_device() -> None:
    link = link_with(60, 60)
    link.kernel_says(21 * MS)
    assert link.late_pongs() == 0
    link.kernel_says(20 * MS)
    assert link.late_pongs() == 40 * MS
    for _ in range(7):
        link.note_paint(55 * MS)
    assert link.late_screen() == 0, "too few to tell"
    link.note_paint(55 * MS)
    assert link.late_screen() == 55 * MS


def test_what_is_forgiven_is_a_span_that_every_hand_makes_longer_if_it_is_believed_as_it_came() -> None:
    link = Link()
    assert link.credit == FIRST_CREDIT
    for _ in range(100):
        link.note_hand(believed=False)
    assert link.credit == FIRST_CREDIT
    link.note_hand(believed=True)
    assert link.credit == FIRST_CREDIT + EARNED_AT_FIRST
    for _ in range(FIRST_HANDS):
        link.note_hand(believed=True)
    assert link.credit == MOST_CREDIT
    link.spend(50 * MS)
    link.note_hand(believed=True)
    assert link.credit == MOST_CREDIT - 50 * MS + EARNED
    for _ in range(100):
        link.note_hand(believed=True)
    assert link.credit == MOST_CREDIT
    link.spend(MOST_CREDIT + EARNED)
    assert link.credit == -EARNED
    link.note_hand(believed=True)
    assert link.credit == 0


def test_a_seat_is_looked_at_closely_as_long_as_its_times_are_measured() -> None:
    link = Link()
    assert not link.wary
    link.suspicion.wary = True
    assert link.wary
    for use in (TimesUse.TRUSTED, TimesUse.ESTIMATED):
        link.use = use
        assert not link.wary


def test_a_coarse_clock_is_told_by_its_granularity() -> None:
    link = Link()
    link.clock_is(100, FRAME)
    assert not link.coarse
    link.clock_is(16 * MS, FRAME)
    assert link.coarse


def test_switching_how_times_are_found_forgets_what_was_noticed() -> None:
    link = Link()
    link.suspicion.fired = True
    link.use_times(TimesUse.MEASURED)
    assert not link.suspicion.fired


def test_far_seats_are_sent_events_earlier_by_their_way_but_100_ms_at_most() -> None:
    assert leads([link_with(20), link_with(150), link_with(400), Link()]) == [10 * MS, 75 * MS, 100 * MS, 0]
    assert leads([link_with(2), link_with(7)]) == [0, 0], "nobody sees that"


def test_a_bot_has_no_way_to_go_and_no_hangs_to_be_forgiven() -> None:
    bot = Link(local=True)
    bot.pong(30 * MS)
    bot.note_hand(believed=True)
    assert (bot.trip, bot.credit) == (0, 0)


# ---- one event on one device -----------------------------------------------------------------------


def test_only_the_first_seen_counts_and_nothing_stamped_before_it() -> None:
    screen = Screen()
    assert not screen.note_seen(Seen(1, 5, 6), 100), "it was never sent"
    screen.sent = 0
    assert not screen.note_stamp(5, 100)
    assert screen.note_seen(Seen(1, 5, 6), 100)
    assert not screen.note_seen(Seen(1, 50, 60), 200)
    assert (screen.painted, screen.seen_stamp, screen.seen) == (5, 6, 100)


def test_a_ping_is_paired_only_with_the_first_sending_of_the_event() -> None:
    """After a reconnect the event comes again, with another ping; that one tells nothing of the first way."""
    screen = Screen()
    screen.sent = 1_000 * MS
    screen.note_pong(1_000 * MS + SAME_MOMENT + 1, 3_000 * MS, True)
    assert screen.paired < 0
    screen.note_pong(1_002 * MS, 1_052 * MS, True)
    assert screen.paired == 1_050 * MS, "the trip counts, not that the server wrote it a little later"
    screen.note_pong(1_002 * MS, 9_000 * MS, True)
    assert screen.paired == 1_050 * MS, "no ping comes back twice"


def test_what_is_remembered_of_one_event_is_bounded() -> None:
    screen = Screen()
    screen.sent = 0
    screen.note_seen(Seen(1, 0, 0), 10)
    for k in range(1_000):
        screen.note_stamp(k, 20 + k)
        screen.note_pong(k, 20 + k, False)
    assert len(screen.stills) == MOST_STILLS
    assert list(screen.stills[-2:]) == [999, 1_019]
    assert len(screen.pongs) == MOST_PONGS
