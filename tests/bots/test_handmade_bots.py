"""Bots of one's own: a class with one method, named wherever bots are named; what it does wrong is one sentence."""

from __future__ import annotations

import json
import random
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import slamdeck as sd
from slamdeck.bots.roster import House, bot_called, parse_bot
from slamdeck.cli import main
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import find_game
from slamdeck.table.journal.reading import open_record
from tests.conformance.driving import every_game

SHORT: dict[str, Any] = {"max_tosses": 40}


class Chancer(sd.Bot):
    """Anything at all, fouls included."""

    def choose(self, view: sd.View, legal: list[str], rng: random.Random) -> str | None:
        assert type(rng) is random.Random
        assert view.legal == legal
        return rng.choice(legal) if legal else None


class Sleeper(sd.Bot):
    """Waits, whatever happens."""

    def choose(self, view: sd.View, legal: list[str], rng: random.Random) -> str | None:
        return None


@every_game
def test_a_bot_of_ones_own_plays_every_game_and_its_record_holds(info: GameInfo) -> None:
    bots: list[str | type[sd.Bot]] = [Chancer, *["quick:uniform"] * (info.fewest - 1)]
    options: dict[str, Any] = {"max_turns_per_hand": 30, "target_score": 30} if info.slug == "hit_the_deck" else {}
    played = sd.play(info.slug, bots, seed=3, **options)
    assert sorted(played.places)[0] == 1
    assert len(played.places) == len(played.points) == info.fewest
    assert played.minutes > 0
    record = open_record(played.record, {info.slug: info}, "record")
    (game,) = record.games
    assert game.result is not None
    assert list(game.result.places) == played.places


def test_the_same_seed_gives_the_same_game_whatever_was_played_before() -> None:
    class Moody(Chancer):
        def __init__(self) -> None:
            self.asked = 0

        def choose(self, view: sd.View, legal: list[str], rng: random.Random) -> str | None:
            self.asked += 1
            return legal[self.asked % len(legal)] if legal else None

    moody = Moody()
    first = sd.play("slamwich", [moody, "quick"], seed=3, **SHORT)
    assert moody.asked == 0, "it is a copy that plays"
    assert sd.play("slamwich", [moody, "quick"], seed=3, **SHORT) == first
    assert sd.play("slamwich", [Moody, "quick"], seed=3, **SHORT) == first
    assert sd.play("slamwich", [Moody, "quick"], seed=4, **SHORT) != first
    one = sd.compare("slamwich", Moody, "quick", games=4, seed=2, **SHORT)
    assert one == sd.compare("slamwich", moody, "quick", games=4, seed=2, **SHORT)


def test_a_bot_that_waits_is_not_asked_again_until_something_happens() -> None:
    played = sd.play("slamwich", [Sleeper, "quick"], seed=1, **SHORT)
    assert played.places is not None


def test_it_is_shown_a_view_and_what_its_seat_may_not_see_is_not_in_it() -> None:
    seen: list[sd.View] = []

    class Looker(Chancer):
        def choose(self, view: sd.View, legal: list[str], rng: random.Random) -> str | None:
            seen.append(view)
            return super().choose(view, legal, rng)

    sd.play("hit_the_deck", [Looker, "quick"], seed=1, target_score=10)
    assert seen
    for view in seen:
        assert None not in view.hands[view.seat]
        assert set(view.hands[1 - view.seat]) <= {None}


def failing(**methods: object) -> type[sd.Bot]:
    return type("Failing", (sd.Bot,), dict(methods))


def test_a_bot_that_fails_is_named_in_one_sentence() -> None:
    def stall(self: sd.Bot, view: sd.View, legal: list[str], rng: random.Random) -> str:
        while True:
            time.sleep(0.01)

    def cheat(self: sd.Bot, view: sd.View, legal: list[str], rng: random.Random) -> str:
        view.legal.insert(0, "cheat")
        return "cheat"

    async def wait_for_it(self: sd.Bot, view: sd.View, legal: list[str], rng: random.Random) -> None:
        return None

    def sit_wrongly(self: sd.Bot) -> None:
        raise RuntimeError("no chair")

    cases: list[tuple[type[sd.Bot], str]] = [
        (failing(choose=lambda self, view, legal, rng: 1 / 0), "did not know what to do (ZeroDivisionError: division"),
        (failing(choose=lambda self, view, legal, rng: "dance"), "answered 'dance', which is not one of: "),
        (failing(choose=lambda self, view, legal, rng: 7), "answered 7, which is not one of: "),
        (failing(choose=lambda self, view, legal, rng: (yield)), "did not answer: choose must return, not yield"),
        (failing(choose=cheat), "answered 'cheat', which is not one of: "),
        (failing(choose=wait_for_it), "did not answer: choose must return, not yield or await"),
        (failing(choose=lambda self: None), "did not know what to do (TypeError: "),
        (failing(), "did not know what to do (NotImplementedError: Failing has no method choose"),
        (failing(choose=stall, patience_s=0.2), "did not answer within 0.2 seconds"),
        (failing(__init__=sit_wrongly), "did not sit down (RuntimeError: no chair)"),
    ]
    for bot, sentence in cases:
        with pytest.raises(CheckFailed) as caught:
            sd.play("slamwich", [bot, "quick"], seed=1)
        assert str(caught.value).startswith("the bot 'Failing' ")
        assert sentence in str(caught.value)
        assert "\n" not in str(caught.value)


def test_what_is_no_bot_is_refused() -> None:
    for wrong in (7, object, len, None):
        with pytest.raises(UsageProblem, match="is no bot"):
            sd.play("slamwich", [wrong, "quick"], seed=1)  # type: ignore[list-item]
    with pytest.raises(UsageProblem, match="there is no level 'sleepy'"):
        sd.play("slamwich", [failing(level="sleepy"), "quick"], seed=1)
    with pytest.raises(UsageProblem, match="Slamwich is for 2 to 6 players, not 1"):
        sd.play("slamwich", ["quick"], seed=1)


# ---- by name ---------------------------------------------------------------------------------------

MODULE = """
import slamdeck as sd

class MyBot(sd.Bot):
    level = "kid"
    def choose(self, view, legal, rng):
        return "toss" if "toss" in legal else None

class Thrower(sd.Bot):
    def choose(self, view, legal, rng):
        raise RuntimeError("no idea")

NOT_A_BOT = 42
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_own_module.py").write_text(textwrap.dedent(MODULE), encoding="utf-8")
    (tmp_path / "my_broken_module.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_bot_is_named_by_its_module_and_class(folder: Path) -> None:
    assert str(bot_called("my_own_module:MyBot")) == "kid:MyBot"
    assert str(bot_called("lightning:my_own_module:MyBot")) == "lightning:MyBot"
    assert str(bot_called("quick:policy")) == "quick:policy"
    for name, sentence in (
        ("my_own_module:Nobody", "there is no Nobody in the module my_own_module"),
        ("my_own_module:NOT_A_BOT", "is no bot"),
        ("no_such_module:MyBot", "cannot be loaded (ModuleNotFoundError"),
        ("my_broken_module:MyBot", "cannot be loaded (ZeroDivisionError"),
        ("quick:nothing", "there is no policy 'nothing'"),
        (":", "there is no"),
    ):
        with pytest.raises(UsageProblem) as caught:
            bot_called(name)
        assert sentence in str(caught.value)


def test_the_arena_takes_it_by_name(folder: Path) -> None:
    words = ["arena", "slamwich", "--bots", "my_own_module:MyBot,quick:policy", "--games", "2", "--json"]
    result = CliRunner().invoke(main, [*words, "-o", "max_tosses=40"])
    assert result.exit_code == 0, result.output
    assert [bot["bot"] for bot in json.loads(result.stdout)["bots"]] == ["kid:MyBot", "quick:policy"]
    result = CliRunner().invoke(main, ["arena", "slamwich", "--bots", "my_own_module:Thrower,quick", "--games", "2"])
    assert result.exit_code == 1
    assert result.stderr.strip() == "slamdeck: the bot 'Thrower' did not know what to do (RuntimeError: no idea)"


def test_nobody_at_a_table_can_name_a_module(folder: Path) -> None:
    """Naming one imports it: a server would run whatever its visitors like."""
    house, info = House(), find_game("slamwich")
    for name in ("my_own_module:MyBot", "kid:my_own_module:MyBot", "os:system"):
        with pytest.raises(UsageProblem):
            house.check(info, name)
        with pytest.raises(UsageProblem):
            parse_bot(name)
