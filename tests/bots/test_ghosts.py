"""Ghosts play a recorded game again to the millisecond, and go on as their record has it once the game departs."""

from __future__ import annotations

import pytest

from slamdeck.bots.ghosts import Ghost, RecordedReflexes, nearest_level, record_hands
from slamdeck.bots.roster import House
from slamdeck.core.instincts import CHANCE, RACE
from slamdeck.core.problems import UsageProblem
from slamdeck.core.recorded_hands import MOST_RECORDED
from slamdeck.table import messages as say
from slamdeck.table.company.bot_seats import GHOST
from slamdeck.table.journal.entries import Given, SeatHeld
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.live import LiveTable
from slamdeck.table.settings import Settings
from slamdeck.table.state import OVER, TableState
from tests.table.evening import SHORT, Evening, seeds

Line = tuple[int, int, int]
SEATS = 4


def bots_alone(game: str, seed: int) -> TableState:
    """A game between four bots, in virtual time."""
    evening = Evening(game, trips=(20.0,), bots=SEATS, seed=seed, idle=True)
    evening.say("p0", say.StandUp())
    while len(evening.table.state.seats) < SEATS:
        evening.say("p0", say.AddBot("casual"))
    evening.start()
    evening.play_on()
    return evening.table.state


def given_from(state: TableState) -> Given:
    key = state.key_with(state.nonces)
    hands = record_hands(state.undealt_with(key), state.info.instinct, state.inputs.listed())
    return Given(kind="ghosts", seed=key, hands=hands)


def haunted(state: TableState, given: Given) -> LiveTable:
    table = LiveTable.open(
        "TABLE2",
        state.info,
        House(),
        seeds(9),
        options=dict(state.options),
        settings=Settings(next_hand_ms=800),
        given=given,
    )
    table.seats.change([SeatHeld(who=f"bot:{seat}", name=f"Ghost {seat}", bot=GHOST) for seat in range(SEATS)])
    table.series.start(0)
    return table


def run(table: LiveTable, now: int = 0, until: int = 1 << 60) -> int:
    while table.state.phase != OVER and now < until:
        wakeup = table.next_wakeup(now)
        assert wakeup is not None
        now = max(now, wakeup)
        table.tick(now)
        table.take_deliveries()
    return now


def ghosts_of(table: LiveTable) -> list[Ghost]:
    play = table.series.play
    assert play is not None
    found = [bot.guest for bot in play.bots.seats.values()]
    assert all(isinstance(guest, Ghost) for guest in found)
    return [guest for guest in found if isinstance(guest, Ghost)]


@pytest.mark.parametrize("game", list(SHORT))
def test_a_recorded_game_is_played_again_to_the_millisecond(game: str) -> None:
    before = bots_alone(game, 3)
    table = haunted(before, given_from(before))
    run(table)
    assert table.state.inputs.listed() == before.inputs.listed()
    assert table.state.places == before.places
    assert not any(ghost.departed for ghost in ghosts_of(table))


def test_in_the_middle_of_it_another_server_goes_on_with_the_same_hands() -> None:
    before = bots_alone("slamwich", 5)
    table = haunted(before, given_from(before))
    run(table, until=20_000_000)
    again = rebuild(table.take_entries(), {before.info.slug: before.info}, House(), seeds(1))
    again.wake(0)
    assert not any(ghost.departed for ghost in ghosts_of(again))
    run(again)
    assert [line[1:] for line in again.state.inputs.listed()] == [line[1:] for line in before.inputs.listed()]


def test_once_the_game_departs_they_go_on_by_themselves() -> None:
    """Somebody slaps at nothing: from there on no input is as it was, and every seat still plays to the end."""
    before = bots_alone("slamwich", 4)
    table = haunted(before, given_from(before))
    run(table, until=10_000_000)
    state = table.state
    action = state.rules.read(2, "slap")
    state.feed(int(state.rules.now), 2, action)
    run(table, 10_000_000)
    after = table.state.inputs.listed()
    assert after != before.inputs.listed()
    assert all(ghost.departed for ghost in ghosts_of(table))
    assert {seat for _, seat, _ in after[len(after) // 2 :]} >= {0, 1}


def test_a_hand_that_departs_answers_as_fast_as_its_record() -> None:
    reflexes = RecordedReflexes({"chance": (300, 310, 320, 330), "race": (200, 201)}, 7)
    assert {reflexes.delay(CHANCE) for _ in range(40)} == {300, 310, 320, 330}
    assert len({reflexes.delay(RACE) for _ in range(40)}) > 5  # two say nothing: its level answers
    assert nearest_level({"chance": (300, 330, 310)}).name == "lightning"
    assert nearest_level({"chance": (850, 830, 810)}).name == "kid"
    assert nearest_level({}).name == "casual"


def test_a_game_that_is_too_long_is_refused() -> None:
    state = bots_alone("lowdown", 2)
    key = state.key_with(state.nonces)
    lines: list[Line] = [(at, 0, 0) for at in range(MOST_RECORDED + 1)]
    with pytest.raises(UsageProblem, match="too long for ghosts"):
        record_hands(state.undealt_with(key), state.info.instinct, lines)
