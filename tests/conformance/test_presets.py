"""House rules to be chosen at one tap: each goes well together at every table, and a game by them ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Preset, describe
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rulebook import clauses
from slamdeck.games import own_games
from slamdeck.lab.arena import Arena
from tests.conformance.driving import GAMES, every_game

every_preset = pytest.mark.parametrize(
    ("info", "preset"),
    [(info, preset) for info in GAMES for preset in info.presets],
    ids=lambda value: value.slug if isinstance(value, GameInfo) else value.name,
)


@every_game
def test_presets_have_names_titles_and_differ(info: GameInfo) -> None:
    assert len({preset.name for preset in info.presets}) == len(info.presets)
    chosen = {info.read_options(preset.options, info.fewest) for preset in info.presets}
    assert len(chosen) == len(info.presets)
    for preset in info.presets:
        assert preset.title[0].isupper()
        assert preset.meaning[0].isupper()
        assert preset.meaning[-1] != "."


@pytest.mark.parametrize("info", own_games().values(), ids=lambda info: info.slug)
def test_our_own_games_are_played_by_the_box_quickly_or_with_children(info: GameInfo) -> None:
    assert [preset.name for preset in info.presets] == ["usual", "box", "quick", "children"]
    assert info.presets[0].options == {}


@pytest.mark.parametrize("info", own_games().values(), ids=lambda info: info.slug)
def test_by_the_box_every_switch_of_the_letter_is_set_and_nothing_else(info: GameInfo) -> None:
    """The options of the letter are those whose clause RULES.md tells to be changed by the preset."""
    told = " ".join(clauses(info).values())
    letter = {name for name, _, _ in describe(info.options) if f"By the box: `{name}`" in told}
    assert set(info.presets[1].options) == letter
    usual = info.read_options({}, info.fewest)
    assert all(getattr(usual, name) != value for name, value in info.presets[1].options.items())


@every_preset
def test_a_preset_is_sound_at_every_table(info: GameInfo, preset: Preset) -> None:
    for seats in range(info.fewest, info.most + 1):
        info.table(seats, info.deck(), info.read_options(preset.options, seats), FastDice(1)).deal()


@every_preset
def test_a_game_of_bots_ends_under_a_preset(info: GameInfo, preset: Preset) -> None:
    seats = info.fewest
    rules = info.table(seats, info.deck(), info.read_options(preset.options, seats), FastDice(2))
    bots = [seat_bot(parse_bot("quick"), info, rules, seat, seat) for seat in range(seats)]
    assert Arena(rules, bots).play().outcome is not None


@pytest.mark.parametrize(
    ("name", "value", "wrong"), [("turbo", 1, "no option 'turbo'"), ("toss_ms", 100, "less than min_toss_ms")]
)
def test_a_preset_that_does_not_go_together_is_refused_when_the_game_is_declared(
    name: str, value: object, wrong: str
) -> None:
    with pytest.raises(UsageProblem, match=wrong):
        replace(own_games()["slamwich"], presets=(Preset("odd", "Odd", "Odd", {name: value}),))
