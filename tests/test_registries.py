"""Nothing knows a game by its words: a game that says everything in other words is treated just the same.

Nor by its place: games come from packages, too, and one that is not right is named in one sentence and left out.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path

import pytest

import slamdeck
from slamdeck.games import find_game
from tests.behaviour import behaviour

ROOT = Path(__file__).parents[1]
GAME = "hit_the_deck"  # has hands, a shout, the host's word, a bounce time and a break between hands

VERBS = {
    "play": "fling", "draw": "fetch", "flip": "upend", "slap": "thwack", "call": "holler",
    "next_hand": "once_more", "cut": "halve",
}  # fmt: skip
PARAMETERS = {"card": "which_thing", "k": "thickness"}
PHASES = {
    "PLAY": "FLINGING", "MUST_PLAY": "OBLIGED", "DUTY_CUT": "HALVING", "DUTY_FLIP": "UPENDING", "RACE": "RUSH",
    "HAND_OVER": "RESPITE", "GAME_OVER": "FAREWELL",
}  # fmt: skip
OPTIONS = {
    "hand_ms": "rush_ms", "settle_ms": "calm_ms", "debounce_ms": "wobble_ms", "turn_ms": "dither_ms",
    "target_score": "enough_points", "resolve_last_card": "to_the_end", "max_turns_per_hand": "longest_hand",
    "first_dealer": "beginner", "hold_back": "keep_it", "last_words_act": "parting_shot",
}  # fmt: skip
EVENTS = {
    "cut": "halved", "flip": "upended", "call": "hollered", "bluff": "humbug", "hand": "rushed", "last": "hindmost",
    "forgot": "went_blank", "fake_out": "sham", "idle": "fell_asleep", "out": "all_gone", "blocked": "deadlock",
    "score": "tallied", "hand_over": "breather", "new_hand": "afresh", "end": "adieu",
    "leaving": "at_the_door",
}  # fmt: skip
SHORT: dict[str, object] = {"target_score": 40, "max_turns_per_hand": 40}


# ---- other words ---------------------------------------------------------------------------------


def in_other_words(source: str) -> str:
    """A file of the game's folder with every verb, parameter, phase, option and event renamed."""
    for words, pattern in (
        (VERBS, r'(?<=erb\("){}(?=")'),
        (PARAMETERS, r'(?<=Parameter\("){}(?=")'),
        (PHASES, r'(?<="){}(?=")'),
        (EVENTS, r'(?<=tell\("){}(?=")'),
        (EVENTS, r'(?<=^    "){}(?=": Telling)'),
        (OPTIONS, r"\b{}\b"),
        (VERBS, r'(?<=do = "){}(?=[" ])'),  # in a lesson: what is done …
        (VERBS, r'(?<== \["){}(?=[" ])'),  # … what is expected, or not needed yet
    ):
        for old, new in words.items():
            source = re.sub(pattern.format(old), new, source, flags=re.MULTILINE)
    return source


def translated(found: str) -> str:
    """What was found in other words, in the words of the house."""
    for words in (VERBS, PARAMETERS, PHASES, OPTIONS, EVENTS):
        for old, new in words.items():
            found = re.sub(rf"\b{new}\b", old, found)
    return found


def copied(folder: Path) -> Path:
    """Slamdeck as plain Python, which can be edited, and the tests."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web")
    shutil.copytree(Path(slamdeck.__file__).parent, folder / "slamdeck", ignore=ignored)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a Slamdeck makes of the game that finds it in other words."""
    folder = copied(tmp_path_factory.mktemp("renamed"))
    game = folder / "slamdeck" / "games" / GAME
    for path in [*game.glob("*.py"), *game.glob("lessons/*.toml")]:
        path.write_text(in_other_words(path.read_text(encoding="utf-8")), encoding="utf-8")
    short = json.dumps({OPTIONS[name]: value for name, value in SHORT.items()})
    done = subprocess.run(
        [sys.executable, "-m", "tests.behaviour", GAME, short],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)["wire"]
    assert {verb["name"] for verb in said["verbs"]} == set(VERBS.values()), "every word of the game needs another here"
    assert {option["name"] for option in said["options"]} == set(OPTIONS.values())
    assert {phase["name"] for phase in said["phases"]} == set(PHASES.values())
    # How cards move is not a game's own word, even where it has words for it.
    assert {event for event in said["events"] if not event.startswith("move ")} == set(EVENTS.values())
    found: dict[str, object] = json.loads(translated(done.stdout))
    return found


@cache
def usual() -> dict[str, object]:
    found: dict[str, object] = json.loads(json.dumps(behaviour(find_game(GAME), SHORT)))
    return found


def test_in_other_words_its_races_breaks_and_bounces_stay(renamed: dict[str, object]) -> None:
    ours = usual()["table"]
    assert isinstance(ours, dict)
    assert ours["races"], "the test would not notice if races were lost"
    assert ours["breaks"]
    assert ours["bounce"] == 450_000
    assert renamed["table"] == ours


def test_in_other_words_its_keys_stay(renamed: dict[str, object]) -> None:
    ours = usual()["terminal"]
    assert isinstance(ours, dict)
    assert "space" in ours["keys"]
    assert renamed["terminal"] == ours


def test_in_other_words_its_manners_sounds_and_breaks_are_on_the_wire(renamed: dict[str, object]) -> None:
    assert renamed["wire"] == usual()["wire"]


def test_in_other_words_its_bots_play_the_same(renamed: dict[str, object]) -> None:
    assert renamed["arena"] == usual()["arena"]


# ---- other packages ------------------------------------------------------------------------------

SOUND = """
from dataclasses import replace
from slamdeck.games.slamwich import GAME as SLAMWICH
GAME = replace(SLAMWICH, slug={slug!r}, title="Sound", prefix={prefix!r}, folder={folder})
"""


class Packages:
    """A folder on the path with packages in it that nobody had to install."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def offer(self, package: str, name: str, source: str) -> None:
        (self.folder / f"{package}.py").write_text(textwrap.dedent(source), encoding="utf-8")
        info = self.folder / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[slamdeck.games]\n{name} = {package}:GAME\n", encoding="utf-8")

    def offer_sound(self, package: str, slug: str, more: str = "", prefix: str = "QQ") -> None:
        """Slamwich under another name, with something changed."""
        home = self.folder / slug
        if not home.exists():
            shutil.copytree(Path(slamdeck.__file__).parent / "games" / "slamwich", home)
            deck = home / "deck.toml"
            deck.write_text(deck.read_text(encoding="utf-8").replace('"slamwich"', f'"{slug}"'), encoding="utf-8")
        folder = f"__import__('pathlib').Path({str(home)!r})"
        self.offer(package, slug, SOUND.format(slug=slug, prefix=prefix, folder=folder) + more)

    def offer_own(self, package: str, slug: str, prefix: str, wrong: str) -> None:
        home = self.folder / slug
        home.mkdir()
        card = '[[cards]]\nfamily = "only"\nname = "only"\ncopies = 2\n'
        deck = f'game = "{slug}"\n{card}[expect]\ntotal = 2\n'
        (home / "deck.toml").write_text(deck, encoding="utf-8")
        (home / "RULES.md").write_text(f"# Own\n\n- **{prefix}-01** Wait.\n", encoding="utf-8")
        self.offer(package, slug, OWN.format(slug=slug, prefix=prefix, home=str(home), wrong=wrong))

    def found(self) -> tuple[list[str], list[str]]:
        """The games that a fresh Slamdeck finds, and its sentences about others."""
        code = (
            "import json; from slamdeck.games import all_games, left_out\n"
            "print(json.dumps([list(all_games()), left_out()]))"
        )
        path = [str(self.folder), str(Path(slamdeck.__file__).parents[1])]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        games, sentences = json.loads(done.stdout)
        return games, sentences


@pytest.fixture
def packages(tmp_path: Path) -> Packages:
    return Packages(tmp_path)


def test_every_package_that_is_not_right_is_named_and_the_rest_plays(packages: Packages) -> None:
    packages.offer_sound("sound", "sound_game")
    packages.offer("broken", "broken_game", "raise RuntimeError('the printer is on fire')")
    packages.offer("missing", "missing_game", "import no_such_library")
    packages.offer("nothing", "nothing_game", "GAME = 42")
    packages.offer_sound("thief", "slamwich", prefix="QT")
    packages.offer_sound("older", "older_game", "GAME = replace(GAME, contract=0)\n", prefix="QO")
    packages.offer_sound("alike", "alike_game", prefix="SW")
    packages.offer_sound("crowd", "crowd_game", "GAME = replace(GAME, most=40)\n", prefix="QC")
    packages.offer_sound("jammed", "jammed_game", "GAME = replace(GAME, set_up=lambda table: 1 / 0)\n", prefix="QJ")
    packages.offer(
        "slip",
        "slip_game",
        """
        from slamdeck.core.actions import Verb
        GRAB = Verb("grab", manner="hnad")
        """,
    )
    packages.offer_sound("vague", "vague_game", "GAME = replace(GAME, phases=())\n", prefix="QV")
    games, sentences = packages.found()
    assert games[-1] == "sound_game"
    assert len(games) == 6
    assert sentences == [
        "The game 'alike_game' of the package alike is left out: "
        "its clauses begin with SW-, as those of another game do.",
        "The game 'broken_game' of the package broken is left out: "
        "it cannot be loaded (RuntimeError: the printer is on fire).",
        "The game 'crowd_game' of the package crowd is left out: "
        "it is for 2 to 40 players, and a table has 1 to 6 seats.",
        "The game 'jammed_game' of the package jammed is left out: "
        "it cannot be dealt (ZeroDivisionError: division by zero).",
        "The game 'missing_game' of the package missing is left out: "
        "it cannot be loaded (ModuleNotFoundError: No module named 'no_such_library').",
        "The game 'nothing_game' of the package nothing is left out: nothing:GAME is no GameInfo.",
        "The game 'older_game' of the package older is left out: "
        "it was written for contract 0 of games, this release has 1.",
        "The game 'slamwich' of the package thief is left out: a game of that name is there already.",
        "The game 'slip_game' of the package slip is left out: it cannot be loaded "
        "(the manner of grab is 'hnad', which is not one of move, hand, shout, host).",
        "The game 'vague_game' of the package vague is left out: "
        "it cannot be dealt (its phase 'TURN' is not declared).",
    ]


# The smallest game of all, and with it something that is wrong.
OWN = """
from pathlib import Path
from slamdeck.core.actions import Catalogue, Verb
from slamdeck.core.game import GameInfo, Phase
from slamdeck.core.options import Options
from slamdeck.core.rules import Rules
from slamdeck.core.zones import CLOSED, Layout, Row

CATALOGUE = Catalogue("own", [Verb("wait")])

class Own(Rules):
    def __init__(self, layout, deck, dice, source=None):
        super().__init__(layout, deck, CATALOGUE, dice, source)
    def branch(self, dice):
        return Own(self.layout, self.deck, dice, self)
    def deal(self):
        self.lay_out_deck(0, self.deck.cards)
        self.deadline = 0
    def alarm(self):
        self.deadline = 1 << 60
    def legal(self, seat, at, moves):
        moves.count = 0
    def awaited(self):
        return 0
    def phase(self):
        return "WAITING"
    def facts(self, seat):
        return {{}}
    {wrong}

GAME = GameInfo(
    contract=1, slug={slug!r}, title="Own", tagline="", prefix={prefix!r}, fewest=2, most=2, minutes=1,
    rules_version=1, options=Options, simulated={{}}, families={{"only": ()}}, tallies=(), events={{}},
    phases=(Phase("WAITING"),), card_words=lambda kind: kind.name, folder=Path({home!r}),
    set_up=lambda table: Own(Layout([Row("pile", CLOSED, each=0)], 2, 2), table.deck, table.dice),
)
"""


def test_a_game_is_looked_at_from_every_seat_before_anybody_plays_it(packages: Packages) -> None:
    """What would fail at the first screen, or never end at the first deadline, is left out like any other."""
    packages.offer_own("endless", "endless_game", "QE", "def alarm(self): pass")
    packages.offer_own("failing", "failing_game", "QF", "def alarm(self): 1 / 0")
    packages.offer_own("unseen", "unseen_game", "QU", "def facts(self, seat): 1 / 0")
    packages.offer_own("wild", "wild_game", "QW", "def legal(self, seat, at, moves): moves.add(99)")
    packages.offer_own("plain", "plain_game", "QP", "def reread(self): pass")
    games, sentences = packages.found()
    assert games[-1] == "plain_game", sentences
    assert len(games) == 6
    assert [said.split("it cannot be dealt ")[1] for said in sentences] == [
        "(the game's deadline stays at 0, however often it comes).",
        "(ZeroDivisionError: division by zero).",
        "(ZeroDivisionError: division by zero).",
        "(own has no action 99 (codes run from 0 to 0)).",
    ]


def test_of_two_packages_with_one_name_the_first_one_plays(packages: Packages) -> None:
    packages.offer_sound("first", "twice_game")
    packages.offer_sound("second", "twice_game", prefix="QS")
    games, sentences = packages.found()
    assert games.count("twice_game") == 1
    assert sentences == [
        "The game 'twice_game' of the package second is left out: a game of that name is there already."
    ]


def test_the_command_line_says_what_was_left_out_and_plays_on(packages: Packages) -> None:
    packages.offer("broken", "broken_game", "raise RuntimeError('the printer is on fire')")
    path = [str(packages.folder), str(Path(slamdeck.__file__).parents[1])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "COLUMNS": "200"}
    words = [sys.executable, "-c", "from slamdeck.cli import main; main()"]
    done = subprocess.run([*words, "games"], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert "slamwich" in done.stdout
    assert "The game 'broken_game' of the package broken is left out" in done.stdout + done.stderr
