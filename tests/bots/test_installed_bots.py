"""Bots from installed packages: they play wherever ours do, and a bad one harms nobody."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.bots.installed import found, makers
from slamdeck.bots.roster import House, left_out, parse_bot, parse_bot_for, policies_for, seat_bot
from slamdeck.cli import main
from slamdeck.core.dice import FastDice
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import Rules
from slamdeck.games import find_game
from slamdeck.lab.arena import Arena
from slamdeck.terminal.menu import ReadyMenu
from slamdeck.terminal.sitting import Seating, Sitting

COPYCAT = """
from slamdeck.bots.policies import BotMaker

class Copycat:
    def __init__(self, invitation):
        self.instinct = invitation.instinct

    def choose(self, world, seat, stimulus, dice):
        return self.instinct.choose(world, seat, stimulus, dice)

MAKER = BotMaker("copycat", Copycat, contract=1)
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package with one bot on the path, as pip would."""
    monkeypatch.syspath_prepend(str(tmp_path))
    installed: list[str] = []

    def put(package: str, source: str, name: str = "copycat") -> None:
        module = package.replace("-", "_")
        installed.append(module)
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        about = tmp_path / f"{module}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        (about / "entry_points.txt").write_text(f"[slamdeck.bots]\n{name} = {module}:MAKER\n", encoding="utf-8")
        found.cache_clear()

    yield put
    found.cache_clear()
    for module in installed:
        sys.modules.pop(module, None)


def changed(**changes: str) -> str:
    """The copycat with some of its words replaced."""
    source = COPYCAT
    for old, new in changes.items():
        source = source.replace({"name": '"copycat"', "contract": "contract=1", "body": BODY}[old], new)
    return source


BODY = "return self.instinct.choose(world, seat, stimulus, dice)"


def table(seed: int = 3) -> Rules:
    info = find_game("slamwich")
    rules = info.table(2, info.deck(), info.read_options({}, 2), FastDice(seed))
    rules.cards.track()
    return rules


def test_an_installed_bot_plays_in_the_arena(install: Install) -> None:
    install("slamdeck-copycat", COPYCAT)
    words = ["arena", "slamwich", "--games", "2", "--json", "--bots"]
    copied = CliRunner().invoke(main, [*words, "quick:copycat,casual:copycat"])
    assert copied.exit_code == 0, copied.output
    original = CliRunner().invoke(main, [*words, "quick:policy,casual:policy"])
    assert copied.stdout.replace("copycat", "policy") == original.stdout


def test_an_installed_bot_is_offered_for_every_game_or_for_those_it_names(install: Install) -> None:
    install("slamdeck-copycat", COPYCAT)
    install("slamdeck-picky", COPYCAT.replace('"copycat", Copycat,', '"picky", Copycat, games=("slamwich",),'), "picky")
    assert policies_for(find_game("slamwich")) == ["uniform", "policy", "copycat", "picky"]
    assert policies_for(find_game("lowdown")) == ["uniform", "policy", "search", "copycat"]
    assert str(parse_bot("copycat")) == "quick:copycat"
    with pytest.raises(UsageProblem, match="Lowdown has no picky bot; its policies are uniform, policy, search, "):
        parse_bot_for("picky", find_game("lowdown"))
    assert left_out() == []


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("1 / 0", "it cannot be loaded (ZeroDivisionError: division by zero)"),
        ("raise SystemExit", "it cannot be loaded (SystemExit)"),
        ("import no_such_module_at_all", "it cannot be loaded (ModuleNotFoundError: No module named"),
        ("", "it cannot be loaded (AttributeError: "),
        ("MAKER = 'copycat'", "odd_bots:MAKER is no BotMaker"),
        (changed(contract="contract=0"), "it was written for contract 0 of bots, this release has 1"),
        (changed(name='"odd_one"'), "its name is 'odd_one', which must be the entry point's name in small letters"),
        (changed(name="None"), "its name is None, which must be the entry point's name in small letters"),
    ],
)
def test_a_bad_one_is_left_out_with_one_sentence_and_the_rest_plays(
    install: Install, source: str, sentence: str
) -> None:
    install("odd-bots", source, "odd")
    install("slamdeck-copycat", COPYCAT)
    [said] = left_out()
    assert said.startswith(f"The bot 'odd' of the package odd-bots is left out: {sentence}")
    assert "\n" not in said
    assert list(makers()) == ["uniform", "policy", "search", "copycat"]


@pytest.mark.parametrize("name", ["search", "kid", "Big,Cat"])
def test_a_name_that_is_taken_or_cannot_be_written_is_left_out(install: Install, name: str) -> None:
    install("odd-bots", changed(name=repr(name)), name)
    [said] = left_out()
    taken, ill = "a bot or a level of that name is there already", "its name is 'Big,Cat', which must be"
    assert (ill if name == "Big,Cat" else taken) in said
    assert list(makers()) == ["uniform", "policy", "search"]


def test_of_two_bots_with_one_name_the_first_package_has_it(install: Install) -> None:
    install("b-bots", COPYCAT)
    install("a-bots", COPYCAT)
    assert [said.split(" is left out")[0] for said in left_out()] == ["The bot 'copycat' of the package b-bots"]


def test_the_list_of_games_names_what_was_left_out(install: Install) -> None:
    install("odd-bots", "1 / 0")
    result = CliRunner().invoke(main, ["games", "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)
    assert "The bot 'copycat' of the package odd-bots is left out" in result.stderr


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return 1 // 0", "did not know what to do (ZeroDivisionError: "),
        ("return 'slap'", "answered 'slap', which is no action of this game"),
        ("return 10_000", "answered 10000, which is no action of this game"),
        ("return None", "answered None, which is no action of this game"),
    ],
)
def test_a_bot_that_breaks_stops_the_arena_with_one_sentence(install: Install, body: str, sentence: str) -> None:
    install("slamdeck-copycat", changed(body=body))
    result = CliRunner().invoke(main, ["arena", "slamwich", "--bots", "copycat,quick", "--games", "2"])
    assert result.exit_code == 1
    [said] = result.stderr.strip().splitlines()
    assert said.startswith(f"slamdeck: the bot 'copycat' {sentence}")


def test_at_a_live_table_the_games_own_policy_takes_over_from_one_that_breaks(install: Install) -> None:
    install("slamdeck-copycat", changed(body="return 1 // 0"))
    info, rules = find_game("slamwich"), table()
    guests = [House().invite(info, rules, "quick:copycat", seat, seat) for seat in (0, 1)]
    broken = Arena(rules, guests).play()
    rules = table()
    guests = [seat_bot(parse_bot("quick:policy"), info, rules, seat, seat) for seat in (0, 1)]
    assert broken.inputs == Arena(rules, guests).play().inputs


def test_an_installed_bot_sits_in_the_terminal(install: Install) -> None:
    install("slamdeck-copycat", COPYCAT)
    info = find_game("slamwich")
    menu = ReadyMenu(info, 2)
    menu.press("tab")
    assert menu.policy == "copycat"
    seating = Seating(info, 2, info.read_options({}, 2), 3, "quick", "Kim", menu.policy)
    logs: list[list[tuple[int, int, int]]] = []
    for chosen in (seating, replace(seating, policy="policy")):
        sitting = Sitting(chosen, 0)
        for clock in range(0, 60_000, 50):
            sitting.tick(clock)
        logs.append([(entry.at, entry.seat, entry.action) for entry in sitting.game.log])
    assert logs[0] == logs[1]
    assert logs[0]


@pytest.mark.parametrize("source", [None, changed(body="pass").replace("self.instinct =", "self.instinct = 1 //")])
def test_a_table_outlives_the_package_of_its_bot(install: Install, source: str | None) -> None:
    """Gone, or broken when it sits down: the game's own policy sits there, at the same level."""
    if source is not None:
        install("slamdeck-copycat", source)
    guest = House().invite(find_game("slamwich"), table(), "kid:copycat", 0, 1)
    assert guest.policy is guest.instinct
    assert guest.reflexes.level.name == "kid"
