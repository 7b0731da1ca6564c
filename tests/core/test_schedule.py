"""What happens next: the earliest of a deadline, a hand and the host."""

from __future__ import annotations

from slamdeck.core.dice import FastDice
from slamdeck.core.rules import NEVER
from slamdeck.core.schedule import (
    DEADLINE,
    HAND_LANDS,
    HOST_CALL,
    NOTHING_COMES,
    PACE_MS,
    SOONEST_MS,
    SPREAD_MS,
    Schedule,
    pause_before,
)
from slamdeck.core.zones import HOST


def expecting(hands: dict[int, int], host_at: int = NEVER) -> Schedule:
    schedule = Schedule(4)
    for seat, at in hands.items():
        schedule.expect(seat, at)
    schedule.host_at = host_at
    return schedule


def test_nobody_lifts_a_hand_and_no_deadline_is_set() -> None:
    assert expecting({}).next(NEVER) == NOTHING_COMES


def test_the_earliest_hand_is_next() -> None:
    schedule = expecting({0: 700, 2: 300, 3: 500})
    assert schedule.next(NEVER) == HAND_LANDS
    assert (schedule.seat, schedule.at) == (2, 300)
    schedule.expect(2, NEVER)
    assert schedule.next(NEVER) == HAND_LANDS
    assert (schedule.seat, schedule.at) == (3, 500)


def test_time_acts_before_a_hand_of_the_same_moment() -> None:
    schedule = expecting({1: 300})
    assert schedule.next(300) == DEADLINE
    assert schedule.at == 300
    assert schedule.next(301) == HAND_LANDS


def test_hands_of_the_same_moment_take_turns_by_the_clock() -> None:
    firsts = set()
    for at in range(100, 104):
        schedule = expecting(dict.fromkeys(range(4), at))
        assert schedule.next(NEVER) == HAND_LANDS
        firsts.add(schedule.seat)
    assert firsts == {0, 1, 2, 3}, "every seat is first at some moment"


def test_the_host_speaks_when_nothing_else_comes_before() -> None:
    schedule = expecting({1: 900}, host_at=800)
    assert schedule.next(NEVER) == HOST_CALL
    assert (schedule.seat, schedule.at) == (HOST, 800)
    assert schedule.next(800) == DEADLINE
    schedule.expect(1, 800)
    assert schedule.next(NEVER) == HAND_LANDS


def test_one_player_keeps_a_pace_and_several_are_quick() -> None:
    dice = FastDice(1)
    assert pause_before(0b100, dice) == PACE_MS
    pauses = [pause_before(0b101, dice) for _ in range(200)]
    assert all(SOONEST_MS <= pause < SOONEST_MS + SPREAD_MS for pause in pauses)
    assert len(set(pauses)) > 50
