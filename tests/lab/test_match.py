"""`import slamdeck as sd`: a game in one's hands. Every sentence of the guide about it is tried here."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import slamdeck as sd
from slamdeck.core.bits import count
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Game
from slamdeck.core.rules import NEVER
from slamdeck.games import all_games
from slamdeck.table.journal.reading import open_record
from tests.conformance.driving import every_game, every_table, sensible_step
from tests.scale import scaled


def played(info: GameInfo, seats: int, inputs: int, seed: int = 5) -> sd.Match:
    """Whoever is awaited does something at random; where nobody is, time passes."""
    match = sd.new(info.slug, seats=seats, seed=seed)
    roll = random.Random(seed)
    for _ in range(inputs):
        if match.over:
            break
        seat = next(iter(match.awaiting), None)
        moves = [] if seat is None else match.legal(seat, after=700, fouls=False)
        if seat is None or not moves:
            match.wait_for_deadline()
        else:
            match.act(seat, roll.choice(moves), after=700)
    return match


# ---- the front door --------------------------------------------------------------------------------


def in_a_fresh_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_front_door_is_lazy() -> None:
    code = """
import sys, slamdeck.core.kernel
assert not [name for name in sys.modules if name.startswith(("slamdeck.lab", "slamdeck.bots", "numpy"))]
import slamdeck as sd
sd.new("slamwich", seed=1)
assert "numpy" not in sys.modules and "matplotlib" not in sys.modules
print("lazy")
"""
    assert in_a_fresh_python(code) == "lazy"


def test_everything_that_is_offered_is_there() -> None:
    for name in sd.OFFERED:
        assert getattr(sd, name) is not None
        assert name in dir(sd)
    assert sd.titles()["slamwich"] == "Slamwich"
    with pytest.raises(AttributeError, match="slamdeck has no 'nwe'; it has "):
        sd.nwe  # noqa: B018


def test_play_and_compare_work_without_a_main_guard() -> None:
    code = """
import slamdeck as sd
class Tosser(sd.Bot):
    def choose(self, view, legal, rng):
        return "toss" if "toss" in legal else None
result = sd.play("slamwich", [Tosser(), "quick:policy"], seed=3, max_tosses=30)
print(result.places, sd.compare("slamwich", Tosser, "quick", games=2, max_tosses=30).games)
"""
    assert in_a_fresh_python(code).endswith("2")


def test_python_minus_m_slamdeck_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "slamdeck", "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("slamdeck ")


# ---- playing ---------------------------------------------------------------------------------------


def test_a_game_reads_like_the_rulebook() -> None:
    game = sd.new("slamwich", seats=3, seed=7)
    assert game.awaiting == [game.turn]
    assert "toss" in game.legal(game.turn)
    before = game.turn
    assert before is not None
    entry = game.act(game.turn, "toss", after=500)
    assert entry.ok
    assert game.clock == 500
    assert game.turn == (before + 1) % 3
    top = game.view(0).centre[-1]
    assert top == game.view().centre[-1]
    assert isinstance(top, str)
    assert game.view(0).stacks[0][0] is None
    assert game.view(0).turn == game.turn


def test_a_refused_input_is_answered_and_never_raises() -> None:
    game = sd.new("slamwich", seats=3, seed=7)
    others = [seat for seat in range(3) if seat != game.turn]
    early = game.act(others[0], "toss")
    assert (early.ok, early.verdict, early.clause) == (False, "rejected", "SW-R27")
    assert "somebody else's turn" in early.why
    nonsense = [
        (0, "tos", 0), (0, "", 0), (99, "toss", 0), (-1, "toss", 0), (None, "toss", 0), ("0", "toss", 0), (0, None, 0),
        (0, 3, 0), (0, "toss", -5), (0, "toss", 0.5), (0, "toss", None), (0, "toss", 1 << 70), (1 << 70, "slap", 0),
        (True, "slap", 0), (0, "toss now", 0),
    ]  # fmt: skip
    for seat, action, after in nonsense:
        before = game.copy()
        entry = game.act(seat, action, after=after)  # type: ignore[arg-type]
        assert not entry.ok
        assert entry.why, "a refusal says why"
        assert game == before, "nothing has happened"
        assert repr(entry)


def test_a_foul_is_answered_with_its_clause() -> None:
    game = sd.new("slamwich", seats=3, seed=7)
    game.act(game.turn, "toss", after=500)
    slip = next(entry for entry in (game.act(seat, "slap", after=400) for seat in (0, 1, 2)) if not entry.ok)
    assert slip.verdict in ("foul", "ignored")
    assert slip.clause


@every_game
def test_any_storm_of_words_is_answered(info: GameInfo) -> None:
    game = sd.new(info.slug, seed=3)
    roll = random.Random(3)
    words = [game.rules.catalogue.text(code) for code in range(0, game.rules.catalogue.size, 7)]
    for _ in range(scaled(200)):
        entry = game.act(roll.randrange(-1, 8), roll.choice(words), after=roll.choice([0, 80, 900]))
        assert entry.verdict in ("applied", "foul", "ignored", "rejected")


@every_table
def test_whoever_is_awaited_can_act_by_the_next_deadline(info: GameInfo, seats: int) -> None:
    """And the seat on turn is first among them."""
    game = sd.new(info.slug, seats=seats, seed=seats)
    roll = random.Random(seats)
    for _ in range(scaled(60)):
        if game.over:
            break
        awaiting = game.awaiting
        assert game.turn not in awaiting or awaiting[0] == game.turn
        later = min(game.rules.deadline - game.clock - 1, 5000)
        for seat in awaiting:
            assert game.legal(seat, after=max(later, 0)), f"seat {seat} is awaited in {game.phase}"
        step(game, roll)


def step(game: sd.Match, roll: random.Random) -> None:
    made = sensible_step(game.rules, roll)
    if made is None:
        game.wait_for_deadline()
    else:
        at, seat, action = made
        game.act(seat, game.rules.wording(seat, action), after=at - game.clock)


@every_table
def test_whom_a_game_waits_for_is_no_secret(info: GameInfo, seats: int) -> None:
    """It is the same in every world that somebody at the table, or beside it, cannot tell from the true one."""
    game = sd.new(info.slug, seats=seats, seed=2)
    roll = random.Random(2)
    for number in range(scaled(60)):
        if game.over:
            break
        for observer in range(seats):
            world = game.rules.imagine(observer, FastDice(number))
            assert world.waits_for() == game.rules.waits_for(), game.phase
        step(game, roll)


def test_who_merely_may_slap_is_not_awaited() -> None:
    game = sd.new("slamwich", seats=4, seed=1)
    assert count(game.rules.awaited()) in (1, 4)
    while count(game.rules.awaited()) == 1:
        assert game.act(game.turn, "toss", after=600).ok
    assert len(game.awaiting) <= 1


def test_in_a_race_of_all_hands_every_missing_one_is_awaited() -> None:
    game = played(all_games()["hit_the_deck"], 4, 0, seed=1)
    roll = random.Random(1)
    while not game.rules.race.open:
        seat = game.awaiting[0]
        game.act(seat, roll.choice(game.legal(seat, fouls=False)), after=500)
    assert len(game.awaiting) >= 3
    game.act(game.awaiting[-1], "slap", after=200)
    assert len(game.awaiting) >= 2


def test_between_hands_the_host_is_awaited() -> None:
    game = played(all_games()["lowdown"], 2, 5000, seed=1)
    assert game.over
    assert game.places is not None
    assert game.awaiting == []
    hosted = [entry for entry in game.log if entry.seat == sd.HOST and entry.action == "next_hand"]
    assert hosted, "several hands were played"


def test_legal_without_fouls_leaves_out_what_the_seat_could_know_to_be_one() -> None:
    game = sd.new("slamwich", seats=3, seed=1)
    game.act(game.turn, "toss", after=600)
    while count(game.rules.awaited()) > 1:
        game.act(game.turn, "toss", after=600)
    game.wait(1000)  # what was there before is long gone
    seat = next(seat for seat in range(3) if seat != game.turn)
    assert "slap" in game.legal(seat)
    assert "slap" not in game.legal(seat, fouls=False)


@every_table
def test_legal_without_fouls_tells_no_secret(info: GameInfo, seats: int) -> None:
    game = sd.new(info.slug, seats=seats, seed=4)
    roll = random.Random(4)
    for number in range(scaled(25)):
        if game.over:
            break
        seat = roll.randrange(seats)
        world = game.rules.imagine(seat, FastDice(number))
        world.dice = game.rules.dice.clone()
        twin = sd.Match(game.setup, Game(world, dealt=True), [], [])
        assert twin.legal(seat, fouls=False) == game.legal(seat, fouls=False)
        assert set(game.legal(seat, fouls=False)) <= set(game.legal(seat))
        step(game, roll)


def test_bad_questions_have_one_sentence() -> None:
    for call, sentence in (
        (lambda: sd.new("chess"), "there is no game 'chess'"),
        (lambda: sd.new(None), "None is not the name of a game"),  # type: ignore[arg-type]
        (lambda: sd.new("slamwich", deck=3), "3 is no deck"),  # type: ignore[arg-type]
        (lambda: sd.play("slamwich", "quick"), "'quick' are no bots: a list is needed"),
        (lambda: sd.new("slamwich", seats=9), "Slamwich is for 2 to 6 players, not 9"),
        (lambda: sd.new("slamwich", seats="3"), "'3' is not a number of seats"),  # type: ignore[arg-type]
        (lambda: sd.new("slamwich", seed=-1), "-1 is not a seed"),
        (lambda: sd.new("slamwich", colour="red"), "Slamwich has no option 'colour'"),
        (lambda: sd.new("slamwich", seed=1).legal(9), "there is no seat 9"),
        (lambda: sd.new("slamwich", seed=1).view(-1), "there is no seat -1"),
        (lambda: sd.new("slamwich", seed=1).wait(-1), "-1 is not a time"),
        (lambda: sd.new("slamwich", seed=1, deck="no/such/file.toml"), "cannot be read"),
    ):
        with pytest.raises(sd.Problem, match=sentence):
            call()
    with pytest.raises(AttributeError, match=r"this view has no 'center'; it has .*centre"):
        sd.new("slamwich", seed=1).view().center  # noqa: B018


def test_the_whole_numbers_of_numpy_are_whole_numbers() -> None:
    number: Any = np.int64
    game = sd.new("slamwich", seats=number(3), seed=number(7))
    twin = game.copy()
    reply = game.act(number(game.awaiting[0]), "toss", after=number(500))
    assert reply == twin.act(twin.awaiting[0], "toss", after=500)
    assert game == twin == sd.from_bytes(memoryview(game.to_bytes()))
    assert game.view(number(0)) == game.view(0)


# ---- keeping ---------------------------------------------------------------------------------------


@every_table
def test_equal_hash_copy_pickle(info: GameInfo, seats: int) -> None:
    game = played(info, seats, scaled(40))
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert hash(twin) == hash(game)
        twin.wait(1)
        assert twin != game
    assert game != sd.new(info.slug, seats=seats, seed=6)
    assert game != "a game"


@every_game
def test_a_copy_has_the_same_future_and_a_life_of_its_own(info: GameInfo) -> None:
    game = played(info, info.most, scaled(20))
    twin, third = game.copy(), game.copy()
    before = repr(game)
    for number in range(scaled(20)):
        for other in (twin, third):
            step(other, random.Random(number))
    assert twin == third
    assert repr(twin) == repr(third)
    assert repr(game) == before


def test_equal_games_were_played_alike_and_rejected_inputs_left_no_trace() -> None:
    one, other = (sd.new("slamwich", seats=3, seed=7) for _ in range(2))
    seat = one.turn
    assert seat is not None
    assert one.act(seat, "toss", after=500).ok
    assert not other.act((seat + 1) % 3, "toss", after=300).ok
    assert other.act(seat, "toss", after=200).ok
    assert one == other
    assert len({one, other}) == 1


@every_game
def test_a_game_is_a_record_like_any_other(info: GameInfo) -> None:
    game = played(info, info.fewest, scaled(60))
    again = open_record(game.record(), all_games(), "record")
    assert again.state.rules.now == game.clock
    assert again.state.rules.truth() == game.rules.truth()


# ---- showing ---------------------------------------------------------------------------------------


@every_game
def test_a_game_shows_itself_as_a_table_and_as_a_picture(info: GameInfo) -> None:
    game = played(info, info.most, scaled(30))
    text = repr(game)
    assert text.startswith(f"{info.title}, {info.most} seats, seed 5: {game.phase} at ")
    assert all(len(line) < 160 for line in text.splitlines())
    picture = game._repr_html_()
    assert picture.startswith("<div><svg ")
    assert picture.count("<svg") == picture.count("</svg>") == 1
    assert "script" not in picture


def test_a_picture_shows_only_what_its_seat_sees() -> None:
    game = sd.new("hit_the_deck", seats=3, seed=1)
    hand = game.view(0).hands[0]
    assert None not in hand
    assert all(f">{card}<" in game.svg(0) for card in hand)
    assert game.view().hands[0] == [None] * len(hand)
    assert game.svg().count("?×7") == 3


def test_deadlines_come_when_time_passes() -> None:
    game = sd.new("slamwich", seats=3, seed=7)
    assert game.rules.deadline < NEVER
    before = len(game.view().centre)
    game.wait_for_deadline()
    assert len(game.view().centre) == before + 1, "an absent player's card was tossed by the clock"
