"""The real-time loop in made-up time: whole games, pauses, keys that mean something else now and then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slamdeck.core.actions import Catalogue, Verb
from slamdeck.core.game import GameInfo, Setup
from slamdeck.core.rules import NEVER, Rules
from slamdeck.games import all_games, find_game
from slamdeck.table.journal.reading import open_record
from slamdeck.terminal.sitting import (
    AGAIN,
    BREATHER,
    KEYS,
    LEAVING,
    OTHER,
    PLAYING,
    QUIT,
    RULES,
    YOU,
    Sitting,
)
from tests.terminal.evenings import evening, seating

every_game = pytest.mark.parametrize("info", all_games().values(), ids=lambda info: info.slug)


def has_several_hands(info: GameInfo) -> bool:
    return any(phase.between_hands for phase in info.phases)


def renamed(info: GameInfo) -> GameInfo:
    """The same game with other words for everything one does."""

    def set_up(setup: Setup) -> Rules:
        rules = info.set_up(setup)
        verbs = [
            Verb(f"w{number}", verb.parameters, verb.manner)
            for number, verb in enumerate(rules.catalogue.verbs, start=1)
        ]
        rules.catalogue = Catalogue(info.slug, verbs)
        return rules

    return replace(info, set_up=set_up)


def slamwich(seed: int = 3) -> Sitting:
    return Sitting(seating(find_game("slamwich"), seed), 0)


@every_game
def test_a_whole_game_is_played_to_its_standings(info: GameInfo) -> None:
    *_, last = evening(info, seed=11)
    outcome = last.outcome()
    assert outcome is not None
    assert sorted(outcome.places)[0] == 1
    assert any(entry.seat == YOU for entry in last.game.log)


@every_game
def test_bots_play_on_while_the_person_does_nothing(info: GameInfo) -> None:
    sitting = Sitting(seating(info, 5), 0)
    for clock in range(0, 120_000, 50):
        sitting.tick(clock)
    moves = [entry for entry in sitting.game.log if entry.seat in range(1, sitting.rules.seats)]
    assert len(moves) > 5


@every_game
def test_the_same_seed_and_keys_give_the_same_evening(info: GameInfo) -> None:
    logs: list[list[tuple[int, int, int]]] = []
    for _ in range(2):
        steps = evening(info, seed=4, most=400)
        *_, last = steps
        logs.append([(entry.at, entry.seat, entry.action) for entry in last.game.log])
    assert logs[0] == logs[1]


@every_game
def test_the_same_keys_play_a_game_whose_verbs_have_other_names(info: GameInfo) -> None:
    logs: list[list[tuple[int, int, int]]] = []
    for game in (info, renamed(info)):
        *_, last = evening(game, seed=7, most=600)
        logs.append([(entry.at, entry.seat, entry.action) for entry in last.game.log])
        reflexes = last.controls.reflexes
        assert list(reflexes.values()) == ["space", "tab", "."][: len(reflexes)]
    assert logs[0] == logs[1]
    assert any(seat == YOU for _, seat, _ in logs[0])


def test_space_slaps_at_once_and_a_wrong_slap_says_why() -> None:
    sitting = slamwich()
    while not sitting.rules.truth()["tossed"]:
        sitting.tick(sitting.rules.now + 50)
    sitting.press("space", sitting.rules.now + 300)
    assert sitting.game.log[-1].seat == YOU
    assert sitting.rules.catalogue.text(sitting.game.log[-1].action) == "slap"
    assert any("[SW-36]" in line.text and line.tone == "private" for line in sitting.chronicle.lines)


def test_a_letter_works_out_of_turn_and_is_refused_with_its_clause() -> None:
    sitting = slamwich()
    sitting.press("t", 10)
    if sitting.game.log[-1].verdict == 0:
        sitting.press("t", 20)
    assert any("[SW-R" in line.text for line in sitting.chronicle.lines)


@pytest.mark.parametrize(("key", "mode"), [("?", KEYS), ("r", RULES), ("q", LEAVING)])
def test_time_stands_still_while_one_reads(key: str, mode: str) -> None:
    sitting = slamwich()
    sitting.tick(1_000)
    sitting.press(key, 1_000)
    assert sitting.mode == mode
    sitting.tick(60_000)
    assert sitting.rules.now == 1_000
    sitting.press("x", 60_000)
    assert sitting.mode == PLAYING
    sitting.tick(60_100)
    assert sitting.rules.now <= 1_100


def test_leaving_is_asked_for_once() -> None:
    sitting = slamwich()
    sitting.press("q", 100)
    sitting.press("n", 200)
    assert not sitting.wish
    sitting.press("q", 300)
    sitting.press("y", 400)
    assert sitting.wish == QUIT


def test_after_the_end_a_late_key_does_nothing_and_then_one_chooses() -> None:
    *_, last = evening(find_game("slamwich"), seed=2)
    end = last.started + last.rules.now
    last.press("enter", end)
    assert not last.wish
    last.press("g", end + BREATHER)
    assert last.wish == OTHER
    last.press("enter", end + BREATHER)
    assert last.wish == AGAIN


@pytest.mark.parametrize(
    "info", [info for info in all_games().values() if has_several_hands(info)], ids=lambda i: i.slug
)
def test_any_key_deals_the_next_hand(info: GameInfo) -> None:
    sitting = next(step for seed in range(20) for step in evening(info, seed) if step.hand_is_over())
    clock = sitting.started + sitting.rules.now
    sitting.press("x", clock)
    assert sitting.hand_is_over()  # the key was meant for the last card
    sitting.press("x", clock + BREATHER)
    assert not sitting.hand_is_over()


@every_game
def test_the_table_never_waits_for_what_never_comes(info: GameInfo) -> None:
    """A hand is on its way, or the person is due, or time will act by itself."""
    for sitting in evening(info, seed=1, most=600):
        rules = sitting.rules
        if rules.over or sitting.hand_is_over():
            break
        on_its_way = any(bot.intention for bot in sitting.bots)
        assert on_its_way or rules.awaited() & 1 or rules.deadline < NEVER


def test_even_bots_learn_how_quick_you_are() -> None:
    """Somebody who never slaps meets ever slower hands."""
    sitting = Sitting(seating(find_game("slamwich"), 5, 3), 0)
    before = [bot.reflexes.pace for bot in sitting.bots]
    for clock in range(0, 240_000, 50):
        sitting.tick(clock)
    assert max(bot.reflexes.pace for bot in sitting.bots) > max(before)


@every_game
def test_a_game_of_the_terminal_leaves_a_record_like_any_other(info: GameInfo) -> None:
    *_, last = evening(info, seed=6)
    record = open_record(last.game.to_bytes(), all_games(), "the record")
    assert record.state.rules.truth() == last.rules.truth()
    outcome = last.outcome()
    assert outcome is not None
    assert [list(result.places) for result in record.results] == [outcome.places]
    assert [seat.bot != "" for seat in record.state.seats] == [False] + [True] * (last.rules.seats - 1)
