"""A sixth game from outside: installed beside the wheel, it is found, tested, simulated, and played by bots."""

from __future__ import annotations

import json
from pathlib import Path

import slamdeck
from tests.examples.outside import EXAMPLES, Outside

# Every word by which somebody else could know a game.
WORDS = """
import json
import re
from slamdeck.core.dice import FastDice
from slamdeck.games import all_games

def words(info):
    table = info.table(info.most, info.deck(), info.read_options({}, info.most), FastDice(1))
    verbs = table.catalogue.verbs
    return [
        *[verb.name for verb in verbs], *[parameter.name for verb in verbs for parameter in verb.parameters],
        *[phase.name for phase in info.phases], *info.options.__struct_fields__, *info.events,
    ]

print(json.dumps({slug: words(info) for slug, info in all_games().items()}))
"""


def test_it_is_found_beside_the_games_of_the_house(outside: Outside) -> None:
    shown = outside.output(outside.slamdeck, "games")
    assert "Turn over your cards." in shown
    assert "left out" not in shown


def test_it_has_none_of_the_words_of_the_others(outside: Outside) -> None:
    words = {slug: {word.lower() for word in said} for slug, said in json.loads(python(outside, WORDS)).items()}
    own = words.pop("snap")
    assert len(words) >= 5
    assert {slug: own & others for slug, others in words.items() if own & others} == {}


def python(outside: Outside, code: str) -> str:
    return outside.output(outside.python, "-c", code)


def test_it_is_interpreted_whatever_slamdeck_is(outside: Outside) -> None:
    assert python(outside, "import slamdeck; print(slamdeck.is_compiled())").strip() == str(slamdeck.is_compiled())
    assert python(outside, "import slamdeck_snap.rules; print(slamdeck_snap.rules.__file__)").strip().endswith(".py")


def test_its_own_tests_pass(outside: Outside) -> None:
    outside.output(outside.python, "-m", "pytest", "-p", "no:cacheprovider", EXAMPLES / "snap" / "tests")


def test_it_is_simulated_recorded_and_replayed(outside: Outside, tmp_path: Path) -> None:
    figures = json.loads(outside.output(outside.slamdeck, "simulate", "snap", "--games", "20", "--json"))
    assert figures["unfinished"] == 0
    record = tmp_path / "snap.jsonl"
    outside.output(outside.slamdeck, "simulate", "snap", "--games", "1", "--record", record)
    outside.output(outside.slamdeck, "replay", record)


def test_bots_play_it_and_the_quicker_one_wins_more(outside: Outside) -> None:
    words = ("arena", "snap", "--bots", "lightning,kid", "--games", "30", "--json")
    figures = json.loads(outside.output(outside.slamdeck, *words))
    quick, slow = figures["bots"]
    assert quick["share"] > slow["share"]


def test_its_worked_examples_hold(outside: Outside) -> None:
    outside.output(outside.slamdeck, "scenario", *sorted((EXAMPLES / "snap").glob("**/scenarios/*.toml")))
