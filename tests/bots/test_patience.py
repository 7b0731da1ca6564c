"""Nobody waits long for a table of bots: at four seats one's own turn comes round within eight seconds, at any level.

In Hands Down turns are longer, but full of hands that everybody has to watch: there it is the time without any.
"""

from __future__ import annotations

import pytest

from slamdeck.bots.levels import LEVELS, Level
from slamdeck.bots.reflexes import FASTEST_MS
from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.instincts import TURN
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.zones import HOST, PUBLIC
from slamdeck.games import find_game
from slamdeck.lab.arena import Arena
from tests.scale import scaled

SEATS = 4
LONGEST_MS = 8000
# A whole hand takes too long for a test; so many of its steps do.
STEPS = 260
# Between two hands or rounds nobody's turn comes; in a race, or while a hand is in the air, everybody is on it.
NOBODYS_TURN = {"SETUP_FLIP", "CLEARING", "REVEAL", "LAST_CALL"}
EVERYBODYS_TURN = {"hands_down": {"WINDUP", "RACE", "FAKE"}}


def table_of(info: GameInfo, level: str, seed: int) -> Arena:
    rules = info.table(SEATS, info.deck(), info.read_options({}, SEATS), FastDice(seed))
    bots = [seat_bot(parse_bot(level), info, rules, seat, seed * 8 + seat) for seat in range(SEATS)]
    arena = Arena(rules, bots)
    rules.deal()
    arena.schedule.host_at = NEVER
    arena.look_up()
    return arena


def who_is_down(rules: Rules) -> set[int]:
    """Who has called takes no part until the round is over, and waits for no turn."""
    down = rules.facts(PUBLIC).get("down")
    return {hand["seat"] for hand in down} if isinstance(down, list) else set()


def waits(arena: Arena, everybodys: set[str], steps: int) -> list[int]:
    """How long seats waited from the end of a turn of their own to the next one."""
    rules = arena.rules
    found: list[int] = []
    since: dict[int, int] = {}
    turn: object = None
    for _ in range(steps):
        arena.step()
        phase, now = rules.phase(), int(rules.now)
        if rules.over:
            break
        if rules.awaited() >> HOST & 1 or phase in NOBODYS_TURN:
            since, turn = {}, None
            continue
        if phase in everybodys:
            found += [now - then for then in since.values()]
            since = dict.fromkeys(range(SEATS), now)
        before, turn = turn, rules.facts(PUBLIC)["turn"]
        if turn != before and isinstance(turn, int):
            if turn in since:
                found.append(now - since.pop(turn))
            if isinstance(before, int):
                since[before] = now
        for seat in who_is_down(rules):
            since.pop(seat, None)
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("slug", ["lowdown", "hit_the_deck", "yahtzee_hands_down", "hands_down"])
def test_ones_own_turn_comes_soon(slug: str, level: str) -> None:
    info = find_game(slug)
    found: list[int] = []
    for seed in range(scaled(1)):
        found += waits(table_of(info, level, seed), EVERYBODYS_TURN.get(slug, set()), STEPS)
    assert len(found) > 20
    assert max(found) <= LONGEST_MS


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_the_choices_of_a_turn_take_less_than_its_time_however_many_they_are(level: Level) -> None:
    """What the table of four rests on: three turns of others, and what races and screens take."""
    assert 3 * level.turn_ms <= LONGEST_MS - 2000
    arena = table_of(find_game("lowdown"), level.name, 1)
    guest = arena.guests[0]
    guest.turn = -1
    taken = [guest.time_for(arena.rules, TURN) for _ in range(8)]
    assert sum(taken) <= level.turn_ms + 4 * FASTEST_MS
    assert taken[0] > taken[-1] == FASTEST_MS


def test_the_test_notices_slow_thinkers() -> None:
    arena = table_of(find_game("lowdown"), "quick", 1)
    for guest in arena.guests:
        guest.time_for = lambda rules, stimulus: 2000  # type: ignore[method-assign]
    assert max(waits(arena, set(), STEPS)) > LONGEST_MS
