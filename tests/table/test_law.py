"""r* of one input by its witnesses: design, section 4.

Server times in ms; the event was sent at 0 and painted at 60 (page time 0). The way is 50 ms there and 50 back, so a
message that the page sends at page time x arrives at 110 + x.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from slamdeck.table.races.closing import passed_at, rejudge_input
from slamdeck.table.races.evidence import (
    FOURTH_LAW,
    FRAME,
    LAW,
    SECOND_LAW,
    THIRD_LAW,
    Correction,
    Evidence,
    TimesUse,
    Verdict,
)
from slamdeck.table.races.law import (
    FASTEST_HUMAN,
    LONGEST_DOUBT,
    essential,
    judge,
    judge_finally,
    latest_paint,
    line_trip,
)
from slamdeck.table.times import MS, NEVER_COMES

WAY = 110.0


def hand(
    claim: float | None = 300,
    *,
    arrived: float | None = None,
    sent: float | None = None,
    stills: Sequence[tuple[float, float]] = ((266, 376), (299, 409), (302, 412)),
    pongs: Sequence[tuple[float, float]] = ((300, 400), (400, 500)),
    **changes: object,
) -> Evidence:
    """A hand at page time `claim` with honest witnesses: `stills` (page time, arrival) and `pongs` (sent, arrived)."""
    stamp = (claim or 300) + 1 if sent is None else sent
    facts = Evidence(
        seat=0,
        event=1,
        shown=0,
        law=LAW,
        paired=100 * MS,
        seen=round(WAY * MS),
        pressed=None if claim is None else round(claim * MS),
        stamp=round(stamp * MS),
        arrived=round((WAY + stamp if arrived is None else arrived) * MS),
        stills=tuple(round(x * MS) for pair in stills for x in pair),
        pongs=tuple(round(x * MS) for pair in pongs for x in pair),
        race=True,
    )
    return structs.replace(facts, **changes)


def r_star(facts: Evidence) -> float:
    judged = judge_finally(facts)
    assert judged.reaction is not None
    return judged.reaction / MS


def found(facts: Evidence) -> tuple[Verdict, Correction, float]:
    judged = judge_finally(facts)
    return judged.verdict, judged.why, r_star(facts)


def is_doubtful(facts: Evidence, after: float = 0) -> bool:
    assert facts.arrived is not None
    return judge(facts, facts.arrived + round(after * MS))[1]


# ---- the claim -------------------------------------------------------------------------------------


def test_a_claim_that_is_borne_out_counts_and_is_final_at_once() -> None:
    assert found(hand()) == (Verdict.COUNTS, Correction.NONE, 300)
    assert not is_doubtful(hand())


@pytest.mark.parametrize("distance", [0, 40, 300])
def test_a_constant_way_changes_nothing(distance: float) -> None:
    def later(pairs: tuple[int, ...], which: int) -> tuple[int, ...]:
        return tuple(x + (round(distance * MS) if k % 2 == which else 0) for k, x in enumerate(pairs))

    near = hand(stills=((266, 376), (299, 409), (302, 412)), sent=301, arrived=411)
    far = structs.replace(
        near,
        paired=(near.paired or 0) + round(distance * MS),
        seen=(near.seen or 0) + round(distance * MS),
        arrived=(near.arrived or 0) + round(distance * MS),
        stills=later(near.stills, 1),
        pongs=later(near.pongs, 1),
    )
    assert found(far) == found(near)


def test_the_offset_of_a_pages_clock_is_nobodys_business() -> None:
    """Page times count from the paint, so there is nothing left of it."""
    assert r_star(hand(shown=10**15)) == 300


@pytest.mark.parametrize(
    "facts",
    [
        hand(149),  # the claim
        hand(300, arrived=149),  # it is there before anybody's could be, whatever is claimed
        hand(300, arrived=249, coarse=True),  # hi = A − S − the shortest trip, where there is no claim
        hand(300, seen=None, pressed=0, stamp=0),  # before `seen`: page times count from the sending
    ],
    ids=["claim", "arrival", "coarse", "unseen"],
)
def test_too_soon_to_be_a_reaction(facts: Evidence) -> None:
    assert judge_finally(facts).verdict is Verdict.ANTICIPATION


def test_pongs_that_were_held_up_longer_than_the_hand_make_no_foul_of_it() -> None:
    """After a lost packet everything comes in one burst: the event's own pong, and right behind it an honest hand."""
    facts = hand(238)
    burst = (facts.arrived or 0) - 1 * MS
    assert judge_finally(structs.replace(facts, paired=burst, pongs=())).verdict is Verdict.COUNTS


def test_a_move_may_be_made_at_any_speed() -> None:
    assert r_star(hand(15, hand=False, stills=())) == 15
    assert judge_finally(hand(15, hand=False, seen=None, pressed=0, stamp=0)).verdict is Verdict.ESTIMATED


# ---- the press -------------------------------------------------------------------------------------


def test_a_hand_may_be_six_milliseconds_slower_than_the_slowest_message_around_it() -> None:
    assert found(hand(arrived=WAY + 301 + 6))[0] is Verdict.COUNTS
    assert found(hand(arrived=WAY + 301 + 16)) == (Verdict.CORRECTED, Correction.NEIGHBOURS, 310)


def test_a_claim_made_earlier_is_moved_to_where_its_neighbours_put_it() -> None:
    assert found(hand(240, sent=241, arrived=WAY + 301))[2] == pytest.approx(300 - 6, abs=1)


def test_what_holds_up_a_hand_holds_up_what_follows_it() -> None:
    held_up = hand(arrived=500, stills=((266, 376), (299, 409), (302, 500.5)), pongs=((300, 400), (330, 520)))
    assert found(held_up)[0] is Verdict.COUNTS


def test_what_held_up_a_hand_and_no_pong_is_believed_on_credit_only() -> None:
    """A page could make it up: by keeping silent, by a burst of its own, or by a clock that crawls."""
    held_up = hand(arrived=500, stills=((266, 376), (299, 409), (302, 500.5)))
    excess = 199 - 100 - 33.4 - 6
    assert found(held_up) == (Verdict.CORRECTED, Correction.NEIGHBOURS, pytest.approx(300 + excess))
    forgiven = judge_finally(structs.replace(held_up, credit=200 * MS))
    assert forgiven.verdict is Verdict.COUNTS
    assert forgiven.spent == pytest.approx(excess * 2.5 * MS, abs=1), "dear: two and a half times as much"
    assert r_star(structs.replace(held_up, credit=50 * MS)) == pytest.approx(300 + excess - 20)
    fourth = judge_finally(structs.replace(held_up, law=FOURTH_LAW, credit=1))
    assert (fourth.verdict, fourth.spent) == (Verdict.COUNTS, 1)
    assert found(structs.replace(held_up, law=SECOND_LAW))[0] is Verdict.COUNTS, "then stamps were enough"
    a_little = hand(arrived=460, stills=((266, 376), (299, 409), (302, 460.5)))
    assert found(a_little)[0] is Verdict.COUNTS
    assert found(structs.replace(a_little, wary=True))[0] is Verdict.CORRECTED
    assert found(hand(arrived=500, stills=((266, 376), (299, 409), (302, 412))))[0] is Verdict.CORRECTED


def test_a_press_may_lie_in_the_page_for_eight_milliseconds() -> None:
    assert found(hand(300, sent=308))[0] is Verdict.COUNTS
    assert found(hand(300, sent=330, stills=((266, 376), (331, 441)))) == (Verdict.CORRECTED, Correction.IDLE, 322)


def test_no_hand_is_older_than_what_came_ahead_of_it_less_a_frame() -> None:
    kept_still = hand(250, sent=290, arrived=WAY + 290, stills=((250, 360), (285, 395)), credit=0)
    assert r_star(kept_still) >= 285 - FRAME / MS


def test_a_frame_is_as_long_as_the_page_says_but_at_most_two() -> None:
    stills = ((304, 410), (306, 411))  # stamps ahead of the press
    assert found(hand(stills=stills, frame=1 * MS)) == (Verdict.CORRECTED, Correction.PROMISE, 305)
    assert found(hand(stills=stills, frame=10**9)) == (Verdict.COUNTS, Correction.NONE, 300)
    assert r_star(hand(stills=((360, 410),), frame=10**9)) >= 360 - 33.4


# ---- the paint -------------------------------------------------------------------------------------


def test_a_paint_is_believed_two_frames_late_and_six_milliseconds() -> None:
    """Painted x ms later than the line allows: every page time is x smaller, and so is the claim."""
    late = 33.4 + 6 - 10
    shifted = [(stamp - late, at) for stamp, at in ((266, 376), (299, 409), (302, 412))]
    assert found(hand(300 - late, arrived=411, stills=shifted))[0] is Verdict.COUNTS
    worse = [(stamp - late - 15, at) for stamp, at in ((266, 376), (299, 409), (302, 412))]
    verdict, why, reaction = found(hand(300 - late - 15, arrived=411, stills=worse))
    assert (verdict, why) == (Verdict.CORRECTED, Correction.PAINT)
    assert reaction == pytest.approx(300 - late)


def test_a_slow_screen_is_believed_as_far_as_it_usually_is_slow_and_no_farther_than_42_ms() -> None:
    assert latest_paint(hand(usual_paint=10 * MS)) == 2 * FRAME
    assert latest_paint(hand(usual_paint=38 * MS)) == 38 * MS
    assert latest_paint(hand(usual_paint=90 * MS)) == 42 * MS


def test_the_trip_is_that_of_the_events_own_ping_or_of_a_pong_next_to_the_hand() -> None:
    assert line_trip(hand(pongs=())) == 100 * MS
    assert line_trip(hand(pongs=((290, 405), (380, 520)))) == 140 * MS
    assert line_trip(hand(pongs=((0, 200),))) == 100 * MS, "211 ms away from the hand"


def test_a_trusted_screen_is_believed_whatever_its_pongs_say() -> None:
    """Somebody between answers its pings."""
    facts = hand(paired=2 * MS, pongs=((300, 302), (400, 402)))
    assert found(facts)[0] is Verdict.CORRECTED
    assert found(structs.replace(facts, use=TimesUse.TRUSTED))[0] is Verdict.COUNTS


# ---- doubt -----------------------------------------------------------------------------------------


def test_a_slow_hand_waits_for_the_next_stamped_message_120_ms_at_most() -> None:
    slow = hand(arrived=440, stills=((266, 376), (299, 409)))
    assert is_doubtful(slow)
    assert is_doubtful(slow, 119.9)
    assert not is_doubtful(slow, LONGEST_DOUBT / MS)
    assert not is_doubtful(structs.replace(slow, stills=(*slow.stills, 302 * MS, 441 * MS)))
    assert not is_doubtful(structs.replace(slow, race=False)), "where no race is possible none will come"


def test_a_late_paint_waits_for_the_next_pong() -> None:
    late = hand(220, arrived=411, stills=((186, 376), (219, 409), (222, 412)), pongs=((300, 400),))
    assert is_doubtful(late)
    assert not is_doubtful(structs.replace(late, pongs=(*late.pongs, 330 * MS, 440 * MS)))


@given(
    st.lists(st.tuples(st.integers(-50, 150), st.integers(0, 150)), max_size=3),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 150)), max_size=3),
    st.integers(-80, 200),
    st.integers(0, 80),
)
def test_a_later_witness_makes_the_law_milder_or_nothing(
    after: list[tuple[int, int]], pongs: list[tuple[int, int]], slow: int, idle: int
) -> None:
    """Except that a faster message next to the hand may show that its paint was too late."""
    before = hand(300, sent=300 + idle, arrived=WAY + 301 + idle + max(slow, 0), stills=((266, 376), (299, 409)))
    assert before.arrived is not None
    later = sorted((before.arrived + wait * MS + 1, 310 * MS + stamp * MS) for stamp, wait in after)
    stills = before.stills + tuple(x for at, stamp in later for x in (max(stamp, at - 130 * MS), at))
    came = sorted((before.arrived + wait * MS + 1, before.arrived - sent * MS) for sent, wait in pongs)
    later_pongs = tuple(x for at, sent in came for x in (sent, at))
    more = structs.replace(before, stills=stills, pongs=before.pongs + later_pongs)
    assert r_star(more) <= r_star(before) + 1e-9


# ---- hangs -----------------------------------------------------------------------------------------


HUNG_AT_PRESS = hand(300, sent=380, stills=((266, 376), (299, 409), (381, 491)))
HUNG_AT_PAINT = hand(
    seen=210 * MS, stills=((266, 476), (299, 509), (302, 512)), arrived=511, pongs=((400, 500), (500, 600))
)


@pytest.mark.parametrize(("credit", "reaction"), [(200, 300), (72, 300), (42, 330), (0, 372)])
def test_a_page_that_hung_at_the_press_is_forgiven_as_far_as_its_credit_reaches(credit: int, reaction: int) -> None:
    judged = judge_finally(structs.replace(HUNG_AT_PRESS, credit=credit * MS))
    assert (judged.reaction, judged.spent) == (reaction * MS, (372 - reaction) * MS)
    assert judged.why is (Correction.IDLE if reaction > 300 else Correction.NONE)


def test_a_page_that_hung_at_the_paint_is_forgiven_for_two_thirds_of_that() -> None:
    """`seen` came as late as the paint claims to be. Who feigns that does not know yet how slow the hand will be."""
    late = 210 - 100 - 33.4 - 6
    assert r_star(HUNG_AT_PAINT) == pytest.approx(300 + late)
    judged = judge_finally(structs.replace(HUNG_AT_PAINT, credit=200 * MS))
    assert judged.reaction == 300 * MS
    assert judged.spent == pytest.approx(late * 2 / 3 * MS, abs=1)
    assert r_star(structs.replace(HUNG_AT_PAINT, credit=20 * MS)) == pytest.approx(300 + late - 30)
    in_time = structs.replace(HUNG_AT_PAINT, seen=round(WAY * MS), credit=200 * MS)
    assert judge_finally(in_time).spent < 10 * MS, "a page that said `seen` in time did not hang"


def test_who_is_looked_at_closely_is_allowed_one_frame_until_the_paint() -> None:
    assert latest_paint(hand(usual_paint=40 * MS, wary=True)) == FRAME
    assert r_star(structs.replace(HUNG_AT_PAINT, wary=True)) == pytest.approx(r_star(HUNG_AT_PAINT) + 16.7)


def test_no_hang_is_forgiven_more_than_150_ms() -> None:
    hung = hand(300, sent=470, stills=((266, 376), (299, 409), (471, 581)), credit=1000 * MS)
    assert r_star(hung) == 300 + 170 - 8 - 150


def test_what_the_laws_before_forgave_a_hang_was_one_credit_whatever_it_was() -> None:
    fourth = structs.replace(HUNG_AT_PRESS, law=FOURTH_LAW, credit=1)
    judged = judge_finally(fourth)
    assert (judged.reaction, judged.spent) == (300 * MS, 1)
    judged = judge_finally(structs.replace(HUNG_AT_PAINT, law=FOURTH_LAW, credit=1))
    assert (judged.reaction, judged.spent) == (300 * MS, 1)
    long = hand(300, sent=450, stills=((266, 376), (299, 409), (451, 561)), law=FOURTH_LAW, credit=1)
    assert (judge_finally(long).reaction, judge_finally(long).spent) == (362 * MS, 1), "80 ms of it"
    assert judge_finally(structs.replace(long, law=THIRD_LAW)).reaction == 300 * MS, "the third law forgave it all"
    small = hand(300, sent=315, stills=((266, 376), (299, 409), (316, 426)), law=FOURTH_LAW, credit=3)
    assert (judge_finally(small).reaction, judge_finally(small).spent) == (307 * MS, 0)


def test_a_late_paint_is_not_forgiven_to_a_page_that_tells_of_it_when_the_hand_is_known_to_be_slow() -> None:
    told_late = structs.replace(HUNG_AT_PAINT, seen=310 * MS, credit=200 * MS)
    assert judge_finally(told_late).spent == 0
    assert r_star(told_late) > 360
    assert judge_finally(structs.replace(told_late, law=THIRD_LAW, credit=1)).reaction == 300 * MS
    assert judge_finally(structs.replace(told_late, seen=260 * MS)).reaction == 300 * MS, "50 ms later it may be honest"


def test_what_is_small_or_forgiven_for_little_waits_for_no_witness() -> None:
    late = structs.replace(HUNG_AT_PAINT, pongs=(400 * MS, 500 * MS))
    assert is_doubtful(late)
    assert not is_doubtful(structs.replace(late, credit=200 * MS))
    held_up = hand(arrived=500, stills=((266, 376), (299, 409), (302, 500.5)), pongs=((300, 400),), credit=200 * MS)
    assert is_doubtful(held_up), "that would be dear, and the next pong may bear it out for nothing"
    assert is_doubtful(hand(arrived=421.1, stills=((266, 376), (299, 409))))
    assert not is_doubtful(hand(arrived=420, stills=((266, 376), (299, 409))))


def test_where_no_race_is_possible_there_is_nothing_to_forgive() -> None:
    assert judge_finally(hand(300, sent=390, stills=(), credit=200 * MS, race=False)).spent == 0


# ---- estimates -------------------------------------------------------------------------------------


@pytest.mark.parametrize("unmeasured", [{"coarse": True}, {"pressed": None}], ids=["coarse", "unmeasured"])
def test_without_a_usable_claim_the_server_estimates_by_this_events_witnesses(unmeasured: dict[str, object]) -> None:
    assert found(hand(**unmeasured)) == (Verdict.ESTIMATED, Correction.ESTIMATED, 411 - WAY)  # type: ignore[arg-type]
    late_seen = hand(seen=200 * MS, **unmeasured)  # type: ignore[arg-type]
    assert r_star(late_seen) == pytest.approx(411 - 100 - 33.4)


def test_of_a_seat_whose_claims_are_not_used_only_the_usual_trip_counts() -> None:
    facts = hand(200, use=TimesUse.ESTIMATED, usual_trip=90 * MS, arrived=411)
    assert found(facts) == (Verdict.ESTIMATED, Correction.ESTIMATED, pytest.approx(411 - 90 - 25.05))
    assert found(structs.replace(facts, pongs=(), paired=99 * MS, stills=()))[2] == pytest.approx(411 - 90 - 25.05)


def test_on_one_clock_the_claim_is_exact() -> None:
    assert found(hand(300, arrived=900, exact=True)) == (Verdict.COUNTS, Correction.NONE, 300)
    assert judge_finally(hand(149, arrived=900, exact=True)).verdict is Verdict.ANTICIPATION


def test_a_handicap_is_a_head_start_but_nobody_gets_faster_than_a_human() -> None:
    assert r_star(hand(handicap=50 * MS)) == 250
    assert r_star(hand(160, stills=(), handicap=250 * MS)) == FASTEST_HUMAN / MS
    assert r_star(hand(15, hand=False, stills=(), handicap=50 * MS)) == 15


# ---- clocks that make no sense ---------------------------------------------------------------------


@pytest.mark.parametrize("stamp", [10**9, 1 << 53, -(1 << 53)])
def test_no_clock_puts_an_input_into_the_future_or_the_past(stamp: int) -> None:
    for facts in (
        hand(stamp=stamp),
        hand(stills=((stamp / MS, 376), (299, 409))),
        hand(pressed=stamp) if stamp > 0 else hand(seen_stamp=stamp),
    ):
        reaction = judge_finally(facts).reaction
        assert reaction is not None
        assert -1 <= reaction <= (facts.arrived or 0) - facts.sent


whole = st.integers(-(1 << 53), 1 << 53) | st.integers(-500 * MS, 2_000 * MS)
pairs = st.lists(st.tuples(whole, whole), max_size=6)
flat = pairs.map(lambda of: tuple(x for pair in sorted(of, key=itemgetter(1)) for x in pair))  # in order of arrival
anything = st.builds(
    Evidence,
    seat=st.just(0),
    event=st.just(1),
    shown=st.just(0),
    sent=st.integers(-100 * MS, 0),
    paired=st.none() | whole,
    seen=st.none() | whole,
    seen_stamp=whole,
    arrived=st.integers(0, 5_000 * MS),
    pressed=st.none() | whole,
    stamp=whole,
    stills=flat,
    pongs=flat,
    frame=st.integers(0, 3_600_000_000),
    usual_paint=whole,
    usual_trip=st.integers(0, 60_000 * MS),
    credit=st.integers(0, 300 * MS),
    wary=st.booleans(),
    coarse=st.booleans(),
    use=st.sampled_from(TimesUse),
    race=st.booleans(),
    hand=st.booleans(),
    exact=st.booleans(),
    handicap=st.integers(0, 250 * MS),
    not_before=st.integers(0, 1_000 * MS),
)


@given(anything, st.integers(0, 5_500 * MS))
def test_whatever_was_measured_is_judged_and_judged_again_from_what_is_kept(facts: Evidence, now: int) -> None:
    judge(facts, now)
    judged = judge_finally(facts)
    kept = essential(judged)
    assert judged.reaction is not None
    assert rejudge_input(kept) == kept
    assert len(kept.stills) <= len(facts.stills)
    assert len(kept.pongs) <= 6


@given(anything, st.integers(-100 * MS, 3_000 * MS))
def test_whoever_has_not_moved_has_passed_a_reaction_at_some_moment_or_is_left_to_the_cap(
    facts: Evidence, reaction: int
) -> None:
    silent = structs.replace(facts, arrived=None, pressed=None)
    passed = passed_at(silent, reaction)
    assert passed <= NEVER_COMES
    if not silent.race:  # no pong is waited for
        assert passed <= passed_at(silent, reaction + 50 * MS)
