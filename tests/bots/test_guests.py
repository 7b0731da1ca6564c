"""Bots are guests, at every game found: they finish games, and they cannot see what a person cannot."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner, Result

from slamdeck.bots.guest import Guest
from slamdeck.bots.roster import parse_bot, parse_bots, seat_bot
from slamdeck.cli import main
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import Rules
from slamdeck.games import find_game
from slamdeck.lab.tournament import play_game
from tests.conformance.driving import every_game, every_table, new_game, sensible_step
from tests.scale import scaled


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@every_table
def test_bots_of_all_levels_play_to_the_end(info: GameInfo, seats: int) -> None:
    names = ["kid:policy", "casual:uniform", "quick:policy", "lightning:policy", "quick:uniform", "kid:uniform"]
    result = play_game(info, [parse_bot(name) for name in names[:seats]], {}, 3, 0)
    assert result.outcome is not None
    assert sorted(result.outcome.places)[0] == 1


@every_table
def test_a_bot_decides_the_same_in_worlds_it_cannot_tell_apart(info: GameInfo, seats: int) -> None:
    """Worlds that differ only in what the seat may not know, the same dice: the same eyes, the same answer."""
    game = new_game(info, seats, 4, live=True)
    roll = random.Random(4)
    decided = 0
    for number in range(scaled(120)):
        step = sensible_step(game.rules, roll)
        if game.rules.over:
            break
        if step is None:
            game.wait(min(game.rules.deadline, game.rules.now + 60_000))
        else:
            game.input(*step)
        seat = roll.randrange(seats)
        elsewhere = game.rules.imagine(seat, FastDice(number))
        for policy in ("quick:policy", "quick:uniform"):
            here = reaction(info, game.rules, seat, policy, number)
            assert here == reaction(info, elsewhere, seat, policy, number)
            decided += here[2] is not None
    assert decided > 5


def reaction(info: GameInfo, rules: Rules, seat: int, name: str, seed: int) -> tuple[object, ...]:
    guest: Guest = seat_bot(parse_bot(name), info, rules, seat, seed)
    occasion = guest.instinct.occasion(rules, seat)
    stimulus = guest.instinct.stimulus(rules, seat)
    return occasion, stimulus, guest.react(rules, rules.now)


@every_game
def test_the_arena_reports_and_repeats(info: GameInfo) -> None:
    bots = ",".join(["quick:policy", "casual:policy", "kid:uniform", "lightning"][: max(2, info.fewest)])
    words = ("arena", info.slug, "--bots", bots, "--games", "3", "--seed", "2")
    result = json.loads(run(*words, "--json").stdout)
    assert result["games"] == 3
    assert abs(sum(bot["share"] for bot in result["bots"]) - 1) < 1e-9
    assert json.loads(run(*words, "--json").stdout) == result
    assert "95 % interval" in run(*words).stdout


def test_strength_compares_what_the_names_promise() -> None:
    words = ("tournament", "slamwich", "--preset", "strength", "--games", "4", "--workers", "1", "--json")
    rows = json.loads(run(*words).stdout)["standings"]
    assert rows[0]["second"] == "quick:uniform"
    assert all(row["games"] == 4 for row in rows)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("quick", "Slamwich is for 2 to 6 players, not 1 bots"),
        ("quick,turbo", "there is no level 'turbo'; there are kid, steady, casual, brisk, quick, sharp, lightning"),
        ("quick,quick:genius", "there is no policy 'genius'; there are uniform, policy, search"),
        ("quick,search", "Slamwich has no search bot"),
    ],
)
def test_wrong_bots_are_named(bots: str, sentence: str) -> None:
    with pytest.raises(UsageProblem, match=sentence):
        parse_bots(bots, find_game("slamwich"))
    refused = run("arena", "slamwich", "--bots", bots)
    assert refused.exit_code == 2
    assert "Traceback" not in refused.output


def test_wrong_counts_are_refused() -> None:
    assert run("arena", "slamwich", "--bots", "quick,quick", "--games", "-3").exit_code == 2
    assert run("arena", "chess", "--bots", "quick,quick").exit_code == 2
    assert run("tournament", "chess", "--bots", "kid,quick").exit_code == 2
