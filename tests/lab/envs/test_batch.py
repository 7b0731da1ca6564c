"""The batch environment: many tables give what each of them would alone, and nobody is shown a secret."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import slamdeck as sd
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.rules import Moves
from slamdeck.games import find_game
from slamdeck.lab.envs.factors import Factors
from slamdeck.lab.envs.stepping import mixed
from slamdeck.lab.envs.tables import EnvPlan, rewards_of, table_seed
from tests.conformance.driving import every_game, every_table
from tests.scale import scaled

SHORT = 120  # decisions: a game that takes longer is cut off, so that many end


@every_game
@pytest.mark.parametrize("memory", [False, True], ids=["sight", "memory"])
def test_ten_thousand_steps_of_a_batch_equal_single_tables_bit_for_bit(info: GameInfo, memory: bool) -> None:
    n = 20
    together = sd.batch_env(info.slug, n=n, memory=memory, most_decisions=SHORT)
    together.reset(seed=5)
    alone = [together.plan.tables(1) for _ in range(n)]
    for k, table in enumerate(alone):
        table.deal_all([table_seed(5, k)])
    rolls = [random.Random(k) for k in range(n)]
    ended = 0
    for _ in range(scaled(10_000 // n)):
        answers = [roll.choice(table.choices(0)) for roll, table in zip(rolls, alone, strict=True)]
        seen, _, terminated, truncated, masks = together.step(answers)
        ended += int(terminated.sum() + truncated.sum())
        places = together.places
        for k, table in enumerate(alone):
            table.step(answers[k].to_bytes(8, "little"))
            assert look(together.plan, table.steppers[0].rules, table.asked[0]) == seen[k].tobytes()
            assert sorted(table.choices(0)) == np.flatnonzero(np.unpackbits(masks[k], bitorder="little")).tolist()
            assert bytes(table.places) == places[k].tobytes()
            assert (table.asked[0], table.ended[0]) == (together.seats[k], together.ended[k])
    assert ended > 0, "games were dealt anew on the way"


@every_table
@pytest.mark.parametrize("memory", [False, True], ids=["sight", "memory"])
def test_no_observation_differs_in_a_world_that_its_seat_cannot_tell_apart(
    info: GameInfo, seats: int, memory: bool
) -> None:
    plan = EnvPlan(info.slug, seats, memory, 1 << 40, None, {})
    knowing = EnvPlan(info.slug, seats, True, 1 << 40, None, {})  # plays with memory, so that worlds can be imagined
    stepper = knowing.stepper()
    stepper.deal(3, 4)
    roll = random.Random(seats)
    differed = 0
    for number in range(scaled(120)):
        if stepper.over():
            break
        for seat in range(seats):
            world = stepper.rules.imagine(seat, FastDice(number))
            here, there = stepper.rules.clone(), world
            if not memory:
                here.cards.untrack()
                there.cards.untrack()
            assert look(plan, here, seat) == look(plan, there, seat)
            other = (seat + 1) % seats
            differed += look(plan, stepper.rules, other) != look(plan, world, other)
        stepper.answer(roll.choice(stepper.choices()))
    if info.slug != "slamwich":  # where nobody has a hand of their own to see
        assert differed > 0, "the worlds hardly differ: the test would not notice a leak"


def look(plan: EnvPlan, rules: object, seat: int) -> bytes:
    room = plan.eyes.room()
    plan.eyes.look(rules, seat, room, 0)  # type: ignore[arg-type]
    return bytes(room)


@every_game
def test_the_mask_is_what_the_rules_would_not_reject(info: GameInfo) -> None:
    env = sd.batch_env(info.slug, n=8, most_decisions=SHORT)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(scaled(60)):
        possible = env.possible()
        assert possible.shape == (8, env.actions)
        for table in range(8):
            stepper = env.tables.steppers[table]
            assert np.flatnonzero(possible[table]).tolist() == sorted(env.tables.choices(table))
            sd_rules = stepper.rules
            listed = Moves(env.actions)
            sd_rules.legal(stepper.seat, stepper.at, listed)
            assert sorted(set(env.tables.choices(table)) - {env.wait}) == sorted(listed.listed())
            for code in env.tables.choices(table):
                if code != env.wait:
                    world = sd_rules.branch(FastDice(1))
                    world.now = stepper.at
                    assert world.act(stepper.seat, code) < 3, env.words(code)
        env.step(env.choose(rng.random(8)))


@every_game
def test_whole_games_end_and_rewards_add_up_to_nothing(info: GameInfo) -> None:
    env = sd.batch_env(info.slug, n=4)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    paid = 0
    for _ in range(scaled(4000)):
        _, rewards, terminated, truncated, _ = env.step(env.choose(rng.random(4)))
        assert not (terminated & truncated).any()
        assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6)
        assert (np.abs(rewards).sum(axis=1)[~terminated] == 0).all()
        paid += int((np.abs(rewards).sum(axis=1) > 0).sum())
        if paid >= 3:
            return
    assert paid > 0 or scaled(4000) < 4000


def test_rewards_share_what_shared_places_are_worth() -> None:
    assert rewards_of([1, 2]) == [1, -1]
    assert rewards_of([2, 1, 3]) == [0, 1, -1]
    assert rewards_of([1, 1, 3, 4]) == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])
    assert rewards_of([1, 1]) == [0, 0]


def test_the_same_seed_gives_the_same_tables_and_every_table_has_its_own() -> None:
    one, other = (sd.batch_env("hit_the_deck", n=64) for _ in range(2))
    seen, masks = one.reset(seed=9)
    again, masks_again = other.reset(seed=9)
    assert np.array_equal(seen, again)
    assert np.array_equal(masks, masks_again)
    assert len({bytes(row) for row in seen}) > 40
    different, _ = other.reset(seed=10)
    assert not np.array_equal(seen, different)


def test_seeds_of_games_do_not_meet() -> None:
    seeds = {mixed(table, number) for table in range(300) for number in range(300)}
    assert len(seeds) == 90_000
    assert all(0 <= seed < 1 << 62 for seed in seeds)


def test_an_answer_that_is_not_possible_is_a_wait() -> None:
    wild, calm = (sd.batch_env("slamwich", n=1, seats=3) for _ in range(2))
    for env in (wild, calm):
        env.reset(seed=1)
    for answer in (99, -1, 1 << 40):
        wild.step([answer])
        calm.step([calm.wait])
        assert np.array_equal(wild.observations, calm.observations)


def test_bad_questions_have_one_sentence() -> None:
    for call, sentence in (
        (lambda: sd.batch_env("slamwich", n=0), "0 is not a number of tables"),
        (lambda: sd.batch_env("chess"), "there is no game 'chess'"),
        (lambda: sd.batch_env("slamwich", seats=9), "not 9"),
        (lambda: sd.batch_env("slamwich", colour="red"), "has no option 'colour'"),
        (lambda: sd.batch_env("slamwich", most_decisions=0), "0 is not a number of decisions"),
        (lambda: sd.batch_env("slamwich", n=2).step([0]), "there are 2 tables, and 1 answers"),
        (lambda: sd.batch_env("slamwich", n=2).step([0, 0.5]), "answers are whole numbers"),
        (lambda: sd.batch_env("slamwich", n=2).choose([0.5, 1]), "at least 0 and below 1"),
        (lambda: sd.batch_env("slamwich", n=2).choose([0.5, float("nan")]), "at least 0 and below 1"),
        (lambda: sd.batch_env("slamwich", n=2).choose([0.5]), "there must be 2 shares"),
        (lambda: sd.batch_env("slamwich", n=2).choose(["a", "b"]), "shares are numbers"),
        (lambda: sd.batch_env("slamwich", n=2).words("x"), "'x' is not an action"),  # type: ignore[arg-type]
        (lambda: pickle.dumps(sd.batch_env("slamwich", n=2)), "cannot be sent elsewhere"),
        (lambda: sd.aec_env("slamwich").step(0), "call reset first"),
        (lambda: sd.parallel_env("slamwich").step({}), "call reset first"),
        (lambda: sd.open_spiel_game("slamwich", deals=0), "0 is not a number of deals"),
        (lambda: sd.batch_env("slamwich", n=2).reset(seed=-1), "-1 is not a seed"),
    ):
        with pytest.raises(sd.Problem, match=sentence):
            call()


@pytest.mark.parametrize(
    ("library", "call"),
    [
        ("numpy", "sd.batch_env('slamwich')"),
        ("pettingzoo", "sd.aec_env('slamwich')"),
        ("pettingzoo", "sd.parallel_env('slamwich')"),
        ("pyspiel", "sd.open_spiel_game('slamwich')"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(library: str, call: str) -> None:
    missing = f"import sys; sys.modules[{library!r}] = None\nimport slamdeck as sd\n"
    code = f"{missing}try:\n  {call}\nexcept sd.Problem as problem:\n  print(problem)"
    done = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith(f"this needs {library}: pip install 'slamdeck["), done.stderr


# ---- actions in parts ------------------------------------------------------------------------------


@every_table
def test_every_action_has_its_parts_and_back(info: GameInfo, seats: int) -> None:
    plan = EnvPlan(info.slug, seats, False, 10, None, {})
    factors = Factors(plan.catalogue)
    step = max(1, plan.size // 500)
    for answer in [*range(0, plan.wait, step), plan.wait]:
        parts = factors.parts(answer)
        assert len(parts) == len(factors.sizes)
        assert all(0 <= part < size for part, size in zip(parts, factors.sizes, strict=True))
        assert factors.flat(parts) == answer


def test_lowdowns_thousands_of_actions_are_few_choices_in_parts() -> None:
    plan = EnvPlan("lowdown", 4, False, 10, None, {})
    factors = Factors(plan.catalogue)
    assert plan.wait > 4000
    assert sum(factors.sizes) < 60
    stepper = plan.stepper()
    stepper.deal(1, 2)
    answers = stepper.choices()
    for verb in factors.possible(answers):
        for part in factors.possible(answers, (verb,)):
            assert factors.possible(answers, (verb, part))
    with pytest.raises(sd.Problem, match="99 is not a verb"):
        factors.flat((99, 0))


def test_a_carried_clear_is_not_offered_and_is_taken() -> None:
    """Whether it fits may hang on a face nobody has seen; the rules decide when it comes."""
    info = find_game("lowdown")
    stepper = EnvPlan("lowdown", 2, False, 4000, None, {}).stepper()
    stepper.deal(1, 2)
    carried = [code for code in range(stepper.wait) if "clear=" in stepper.rules.catalogue.text(code)]
    roll = random.Random(1)
    for _ in range(scaled(100)):
        assert not set(carried) & set(stepper.choices())
        stepper.answer(roll.choice(stepper.choices()))
    assert info.title == "Lowdown"
