"""What must not matter: how far away somebody is, and what pongs of other events did.

Honest pages on jittery lines; every message has its own luck, drawn before anybody knows how far it has to travel.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest

from slamdeck.measure.client import STILLS, STILLS_AFTER_HAND
from slamdeck.table.messages import Seen, Still
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.closing import LAST_PING, PING_EVERY
from slamdeck.table.races.evidence import Goal, TimesUse, Verdict
from slamdeck.table.races.links import Link
from slamdeck.table.times import MS, SECOND

RACES = 60
Outcome = tuple[str, tuple[int, ...], tuple[tuple[int, int | None, Verdict], ...]]


@dataclass(frozen=True)
class Seat:
    """Distances in ms, one way each."""

    down: int
    up: int
    jitter: float = 4.0
    pongs_of_others: int = 0  # ms by which the pongs of events without a race are late
    estimated: bool = False


@dataclass(order=True)
class Arrival:
    at: int
    seat: int
    number: int
    what: str
    value: int = 0  # when a ping was sent, or a page's clock
    painted: int = 0


def script(seat: int, who: Seat, sent: int, reaction: int | None, roll: random.Random) -> list[Arrival]:
    """Everything that comes of one event, in microseconds; nobody's message overtakes another of the same way."""
    luck = [[round(roll.expovariate(1 / who.jitter) * MS) for _ in range(40)] for _ in range(2)]
    phase = roll.randrange(17, 33) * MS
    downs = iter(luck[0])
    pings = [sent + after for after in range(0, LAST_PING + 1, PING_EVERY)]
    there: list[int] = []
    for ping in pings:
        there.append(max([ping + who.down * MS + next(downs), *there[-1:]]))
    painted = there[0] + phase
    says = [(at, "pong", ping) for at, ping in zip(there, pings, strict=True)]
    says += [(painted + 300, "seen", 0)]
    if reaction is None:
        says += [(painted + after, "still", 0) for after in STILLS]
    else:
        pressed = painted + reaction
        says += [(painted + after, "still", 0) for after in STILLS if after < reaction]
        says += [(pressed + 900, "hand", pressed)]
        says += [(pressed + 900 + after, "still", 0) for after in STILLS_AFTER_HAND]
    arrivals: list[Arrival] = []
    last = 0
    for number, ((at, what, value), late) in enumerate(zip(sorted(says), luck[1], strict=False)):
        last = max(last, at + who.up * MS + late)
        late_pong = who.pongs_of_others * MS if what == "pong" and reaction is None else 0
        clock = at if what != "pong" and what != "hand" else value
        arrivals.append(Arrival(last + late_pong, seat, number, what, clock if what != "hand" else value, painted))
    return arrivals


def play(seats: tuple[Seat, ...], goal: Goal, seed: int = 3) -> list[Outcome]:
    links = [Link() for _ in seats]
    for link, who in zip(links, seats, strict=True):
        if who.estimated:
            link.use_times(TimesUse.ESTIMATED)
    arbiter = Arbiter(links)
    everybody = (1 << len(seats)) - 1
    now, found = SECOND, list[Outcome]()
    for event in range(1, 3 * RACES + 1):
        race = event % 3 == 0
        entrants = everybody if race and goal is Goal.LAST_LOSES else 0
        stimulus = arbiter.release(event, now, goal if race else Goal.FIRST_WINS, entrants)
        arrivals: list[Arrival] = []
        for seat, who in enumerate(seats):
            roll = random.Random(f"{seed} {seat} {event}")
            reaction = round(roll.gauss(280, 50) * MS) if race else None
            arrivals += script(seat, who, stimulus.screens[seat].sent, reaction, roll)
        for one in sorted(arrivals):
            while (wake := arbiter.next_wakeup(now)) is not None and wake < one.at:
                now = max(now, wake)
                collect(arbiter, now, everybody, found)
            now = one.at
            deliver(arbiter, event, one, links)
            collect(arbiter, now, everybody, found)
        now += 2 * SECOND
        collect(arbiter, now, everybody, found)
    return found


def deliver(arbiter: Arbiter, event: int, one: Arrival, links: list[Link]) -> None:
    sightings, seat = arbiter.sightings, one.seat
    if one.what == "pong":
        paired = one.value == sightings.events[event].screens[seat].sent
        sightings.pong(seat, event, one.value, one.at, paired)
        if paired:
            links[seat].pong(one.at - one.value)
    elif one.what == "seen":
        sightings.hear(seat, Seen(event, one.painted, one.value), one.at)
    elif one.what == "still":
        sightings.hear(seat, Still(event, one.value), one.at)
    else:
        arbiter.rule(seat, event, one.value, one.value + 900, event, 0, True, one.at)


def collect(arbiter: Arbiter, now: int, everybody: int, found: list[Outcome]) -> None:
    while (release := arbiter.take(now, everybody)) is not None:
        if release.race is not None:
            hands = [judged for judged in release.race.evidence if judged.arrived is not None]
            times = tuple(sorted((judged.seat, judged.reaction, judged.verdict) for judged in hands))
            found.append((release.race.outcome.value, tuple(sorted(release.race.seats)), times))


def winners(outcomes: list[Outcome]) -> list[tuple[str, tuple[int, ...]]]:
    return [(outcome, seats) for outcome, seats, _ in outcomes]


TRIO = (Seat(10, 10), Seat(30, 35), Seat(70, 55))


@pytest.mark.parametrize("goal", list(Goal))
def test_adding_a_constant_delay_to_any_seat_changes_no_winner(goal: Goal) -> None:
    expected = winners(play(TRIO, goal))
    assert len(expected) == RACES
    for seat, who in enumerate(TRIO):
        for down, up in ((40, 0), (0, 40), (120, 80)):
            moved = list(TRIO)
            moved[seat] = replace(who, down=who.down + down, up=who.up + up)
            assert winners(play(tuple(moved), goal)) == expected


@pytest.mark.parametrize("late", [25, 130, 600])
def test_delaying_pongs_of_other_events_changes_no_verdict(late: int) -> None:
    expected = play(TRIO, Goal.FIRST_WINS)
    for seat, who in enumerate(TRIO):
        moved = list(TRIO)
        moved[seat] = replace(who, pongs_of_others=late)
        again = play(tuple(moved), Goal.FIRST_WINS)
        assert winners(again) == winners(expected)
        for (_, _, times), (_, _, before) in zip(again, expected, strict=True):
            known = {number: (reaction, verdict) for number, reaction, verdict in before}
            assert all(known.get(number, (r, v)) == (r, v) for number, r, v in times)


def test_except_that_a_seat_whose_claims_are_not_used_is_farther_away_then() -> None:
    fallen = (Seat(10, 10, estimated=True), Seat(10, 10))
    late = (replace(fallen[0], pongs_of_others=130), fallen[1])
    assert winners(play(fallen, Goal.FIRST_WINS)) != winners(play(late, Goal.FIRST_WINS))
