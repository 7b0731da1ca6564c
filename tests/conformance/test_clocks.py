"""Clocks are told wherever time will act and everybody may know it, and tell nothing else.

That a clock does not depend on what a seat cannot know is tried with the rest of the view, in `test_secrets`.
"""

from __future__ import annotations

from collections.abc import Iterator

from slamdeck.core.events import Event
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import CLOCK, Game
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.sights import Clock
from slamdeck.core.views import view_of
from slamdeck.core.zones import PUBLIC
from tests.conformance.driving import every_game, every_table, new_game, play
from tests.scale import scaled


def clock_of(rules: Rules, observer: int) -> Clock | None:
    return view_of(rules, observer).clock


def end_of(rules: Rules, observer: int) -> tuple[list[int], int] | None:
    """Whom the clock waits for, and when it will act."""
    clock = clock_of(rules, observer)
    return None if clock is None else (clock.seats, rules.now + clock.left)


def moments(info: GameInfo, seats: int, seed: int, most: int, storm: float = 0.0) -> Iterator[Rules]:
    game = new_game(info, seats, seed, live=True)
    yield game.rules
    for _ in play(game, seed, most, storm):
        yield game.rules


@every_table
def test_a_clock_is_the_same_for_everybody_and_within_its_bounds(info: GameInfo, seats: int) -> None:
    running = 0
    for rules in moments(info, seats, 4, scaled(250), storm=0.3):
        seen = clock_of(rules, PUBLIC)
        assert all(clock_of(rules, seat) == seen for seat in range(seats))
        if seen is not None:
            running += 1
            assert 0 <= seen.left <= seen.whole
            assert seen.seats == sorted(set(seen.seats) & set(range(seats)))
            assert not rules.over
            assert rules.deadline <= rules.now + seen.left, "time would not act when the clock says so"
        elif not rules.over:
            running += rules.deadline == NEVER
    assert running > 20, "hardly any clock was ever shown"


@every_game
def test_when_a_clock_has_run_out_something_happens_for_all_to_see(info: GameInfo) -> None:
    tried = 0
    for rules in moments(info, info.most, 5, scaled(150)):
        clock = clock_of(rules, PUBLIC)
        if clock is None or rules.over:
            continue
        later = Game(rules.clone(), dealt=True)
        told: list[Event] = later.wait(rules.now + clock.left).told
        assert told or later.rules.phase() != rules.phase() or later.rules.over
        tried += 1
    assert tried > 20


@every_table
def test_an_input_that_nobody_hears_of_moves_no_clock(info: GameInfo, seats: int) -> None:
    """A hand that is sealed, a slap that bounced, a move that was refused: the others' clocks go on as they were."""
    silent = 0
    for seed in range(scaled(3)):
        game = new_game(info, seats, seed, live=True)
        public, ends = public_facts(game.rules), ends_for_all(game.rules)
        for entry in play(game, seed, scaled(250), storm=0.5):
            then, before = public, ends
            public, ends = public_facts(game.rules), ends_for_all(game.rules)
            if not entry.told and entry.action != CLOCK and public == then:
                silent += 1
                before.pop(entry.seat, None)
                assert {seat: ends[seat] for seat in before} == before
    assert silent > 10


def public_facts(rules: Rules) -> object:
    return rules.phase(), rules.over, rules.facts(PUBLIC)


def ends_for_all(rules: Rules) -> dict[int, tuple[list[int], int] | None]:
    return {seat: end_of(rules, seat) for seat in [*range(rules.seats), int(PUBLIC)]}
