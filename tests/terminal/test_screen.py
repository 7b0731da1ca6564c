"""The drawing: it fits every screen, and tells nothing that the seat may not see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.views import view_of
from slamdeck.games import all_games, find_game
from slamdeck.terminal.faces import Block
from slamdeck.terminal.menu import GameMenu, ReadyMenu
from slamdeck.terminal.performance import draw_sitting, scene_of
from slamdeck.terminal.screen import draw
from slamdeck.terminal.sitting import KEYS, RULES, YOU, Sitting
from tests.scale import scaled
from tests.terminal.evenings import evening, seating

every_game = pytest.mark.parametrize("info", all_games().values(), ids=lambda info: info.slug)
SIZES = [(80, 24), (120, 40), (40, 12), (200, 60)]


def plain(lines: Block) -> list[str]:
    return [line.plain for line in lines]


def check_fit(lines: Block, width: int, height: int) -> None:
    assert len(lines) == height
    assert max(line.cell_len for line in lines) <= width
    assert not any("\n" in line.plain for line in lines)


@every_game
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_line_is_wider_than_the_screen(info: GameInfo, width: int, height: int) -> None:
    for seats in {info.fewest, info.most}:
        for number, sitting in enumerate(evening(info, seed=6, seats=seats, most=scaled(1200))):
            if number % 12 == 0 or sitting.rules.over:
                check_fit(draw_sitting(sitting, width, height), width, height)


@every_game
def test_the_standings_fit_and_say_why(info: GameInfo) -> None:
    *_, last = evening(info, seed=9)
    outcome = last.outcome()
    assert outcome is not None
    for width, height in ((80, 24), (120, 40)):
        lines = draw_sitting(last, width, height)
        check_fit(lines, width, height)
        text = "\n".join(plain(lines))
        assert f"[{outcome.clause}]" in text
        assert all(name in text for name in last.names)


@every_game
@pytest.mark.parametrize("mode", [KEYS, RULES])
def test_pages_fit_at_every_number(info: GameInfo, mode: str) -> None:
    sitting = Sitting(seating(info, 1), 0)
    sitting.mode = mode
    for width, height in SIZES:
        for sitting.page in (0, 1, 999):
            check_fit(draw_sitting(sitting, width, height), width, height)


@every_game
def test_the_screen_is_the_same_in_every_world_the_seat_cannot_tell_apart(info: GameInfo) -> None:
    """Change every card that the seat does not know: not a letter on the screen may change with it."""
    differed = 0
    for number, sitting in enumerate(evening(info, seed=13, most=scaled(1500))):
        if number % 10:
            continue
        world = sitting.rules.imagine(YOU, FastDice(number))
        rules = sitting.rules
        zones = range(rules.layout.zones)
        differed += any(world.cards.listed(zone) != rules.cards.listed(zone) for zone in zones)
        scene = replace(scene_of(sitting), view=view_of(rules, YOU))
        other = replace(scene, view=view_of(world, YOU))
        for width, height in ((80, 24), (120, 40)):
            assert plain(draw(scene, width, height)) == plain(draw(other, width, height))
    assert differed > 3


def test_the_seconds_that_are_left_to_you_run_down() -> None:
    sitting = Sitting(replace(seating(find_game("lowdown"), 6), seats=2), 0)
    assert " 15 s" in plain(draw_sitting(sitting, 80, 24))[0]
    before = sitting.changes
    sitting.tick(900)
    assert sitting.changes == before, "nothing to draw anew within a second"
    sitting.tick(4_100)
    assert " 11 s" in plain(draw_sitting(sitting, 80, 24))[0]


def test_no_hidden_card_of_slamwich_is_named() -> None:
    """The words of a card stand on the screen only if the view, or the log, shows that card."""
    for number, sitting in enumerate(evening(find_game("slamwich"), seed=21, most=scaled(2000))):
        if number % 7:
            continue
        scene = scene_of(sitting)
        shown = {name for zone in sitting.view.zones for name in zone.cards if name}
        said = " ".join(line.text for line in sitting.chronicle.lines)
        text = " ".join(plain(draw(replace(scene, log=[]), 120, 40)))
        for name, words in scene.faces.words.items():
            if name not in shown and name not in said:
                assert words.split()[0] not in text or words.split()[0] in ("muncher",)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_menus_fit(width: int, height: int) -> None:
    games = list(all_games().values())
    check_fit(GameMenu(games).draw(width, height), width, height)
    for info in games:
        check_fit(ReadyMenu(info, None).draw(width, height), width, height)


def test_a_game_is_picked_by_arrow_or_by_number() -> None:
    games = list(all_games().values())
    by_number = GameMenu(games)
    by_number.press(str(len(games)))
    assert by_number.chosen is games[-1]
    by_arrow = GameMenu(games)
    by_arrow.press("up")
    by_arrow.press("enter")
    assert by_arrow.chosen is games[-1]


def test_players_stay_within_what_the_game_allows() -> None:
    info = find_game("slamwich")
    menu = ReadyMenu(info, None)
    for _ in range(9):
        menu.press("right")
    assert menu.seats == info.most
    for _ in range(9):
        menu.press("left")
    assert menu.seats == info.fewest
    menu.press("enter")
    assert menu.done
