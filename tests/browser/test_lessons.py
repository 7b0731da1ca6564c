"""Lessons as people take them: pressing what is on the board, with a mistake on the way, and a break."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.shapes import STILL, LearnerInput
from slamdeck.core.rulebook import clauses
from slamdeck.games import find_game, own_games
from slamdeck.server.http.games_shown import about
from tests.browser.learner import IN_A_HURRY, PHASE, STEP, Learner, right_answers, verdict_on
from tests.browser.stage import DESKTOP, PHONE, wait_until, watched
from tests.browser.windows import SETTLED, TOUCH, Window, measure, resize, zone_verbs

TAUGHT = list(own_games().values())
# Phones, upright and on their side, and a low window, with large text too: the least room of each layout.
WINDOWS = tuple(
    Window(*size)
    for size in ((320, 568), (390, 844), (568, 320), (844, 390), (1366, 650), (1366, 650, 130))
)  # fmt: skip
# On the smallest phones the note takes its room from everything: a little less than at a table must do there.
LIVE_SHARE = 0.2
LEAST = {"own": 28, "pile": 56}
# What is right in the lesson of a game that is not installed here.
SNAP = [[LearnerInput(do=move, at=3200) for move in step] for step in (["turn_over", "grab"], [STILL], ["grab"])]


@pytest.fixture
def taking(chromium: Any) -> Iterator[Any]:
    """A learner in a hurry, where there is no clock."""
    pages: list[Any] = []

    def begin(server: str, size: dict[str, Any], answers: list[list[LearnerInput]]) -> tuple[Learner, list[str]]:
        page, complaints = watched(chromium, server, size)
        page.add_init_script(IN_A_HURRY)
        pages.append(page)
        return Learner(page, answers), complaints

    yield begin
    for page in pages:
        page.context.close()


def takes_time(learner: Learner, address: str) -> None:
    """Another page of the same browser, without any hurry: from here on the time is real."""
    page = learner.page.context.new_page()
    learner.page.close()
    learner.page = page
    page.goto(address)


def test_a_lesson_is_taken_with_a_mistake_and_a_break(server: str, taking: Any) -> None:
    info = find_game("slamwich")
    learner, complaints = taking(server, PHONE, right_answers(info))
    page = learner.page
    page.goto(server)
    page.get_by_role("button", name="Learn Slamwich in two minutes").click()
    learner.does_right(0)
    learner.go()
    learner.comes_to("asked")
    assert learner.step() == "Step 2: Same, other, same"
    learner.press("toss")
    learner.comes_to("wrong")
    engine = verdict_on(info, 1, "toss")
    assert engine.why[1:] in learner.said(), "the engine's own sentence"
    assert "In a lesson you get it back." not in learner.said(), "nothing was lost"
    page.get_by_role("button", name=engine.clause).click()
    page.get_by_role("dialog").get_by_text(clauses(info)[engine.clause]).wait_for()
    page.keyboard.press("Escape")
    learner.go()
    learner.comes_to("asked")
    page.reload()
    learner.comes_to("asked")
    assert learner.step() == "Step 2: Same, other, same", "a break changes nothing"
    for number in range(1, 5):
        learner.does_right(number)
        learner.go()
    learner.comes_to("asked")
    takes_time(learner, f"{server}/learn/slamwich")
    learner.does_right(5)
    assert "Your hand: " in learner.said()
    learner.go()
    learner.comes_to("finished")
    learner.go()
    wait_until(learner.page, "location.pathname.startsWith('/t/')")  # at a table of one's own
    learner.page.goto(server)
    learner.page.get_by_role("button", name="Play Slamwich").first.wait_for()
    assert learner.page.get_by_role("button", name="Learn Slamwich in two minutes").count() == 0
    assert complaints == []


def test_any_game_teaches_on_the_board_for_any_game(snap_server: str, taking: Any) -> None:
    """By keyboard alone, until the time is real."""
    learner, complaints = taking(snap_server, DESKTOP, SNAP)
    keys = learner.page.keyboard
    learner.page.goto(f"{snap_server}/learn/snap")
    learner.comes_to("asked")
    keys.press("Space")
    learner.comes_to("wrong")
    assert "Two, seven, jack: no two alike." in learner.said()
    assert "SN-08" in learner.said()
    assert "In a lesson you get it back." in learner.said()
    learner.page.wait_for_timeout(600)  # a second press in a row is not meant
    keys.press("Enter")
    learner.comes_to("asked")
    keys.press("1")
    learner.page.locator(".mark").nth(1).wait_for()
    assert [mark.inner_text() for mark in learner.page.locator(".mark").all()] == ["same", "same"]
    keys.press("Space")
    learner.comes_to("right")
    learner.page.wait_for_timeout(600)
    keys.press("Space")
    learner.does_right(1)
    takes_time(learner, f"{snap_server}/learn/snap")
    learner.does_right(2)
    learner.go()
    learner.comes_to("finished")
    assert complaints == []


@pytest.mark.parametrize("info", TAUGHT, ids=lambda info: info.slug)
def test_note_and_board_share_every_window(server: str, taking: Any, info: GameInfo) -> None:
    """Each task of each step with a clock that stands: nothing is covered or cut off, and the zone is still large."""
    learner, complaints = taking(server, TOUCH, right_answers(info))
    learner.page.goto(f"{server}/learn/{info.slug}")
    complaints += ill_fitting(learner, zone_verbs(about(info)))
    assert "\n".join(complaints) == ""


def test_note_and_the_board_for_any_game_share_every_window(snap_server: str, taking: Any) -> None:
    learner, complaints = taking(snap_server, TOUCH, SNAP)
    learner.page.goto(f"{snap_server}/learn/snap")
    complaints += ill_fitting(learner, ["grab"])
    assert "\n".join(complaints) == ""


def ill_fitting(learner: Learner, verbs: list[str]) -> Iterator[str]:
    page = learner.page
    learner.comes_to("asked")
    for number in range(len(learner.answers) - 1):
        page.locator("header ol button").nth(number).click()
        wait_until(page, f"{STEP}.startsWith('Step {number + 1}:')")
        learner.comes_to("asked", *learner.maybe_over(number))
        for task in learner.tasks(number):
            for window in WINDOWS:
                found = measure(page, verbs, window, True, LIVE_SHARE, LEAST)
                if page.evaluate(PHASE) != "asked":  # whoever had to keep still has done so meanwhile
                    break
                yield from (f"step {number + 1}, task {task + 1}, {window}: {one}" for one in found)
            resize(page, WINDOWS[1])
            page.evaluate(SETTLED, WINDOWS[1].width)


def test_a_lesson_that_is_not_there_is_told(server: str, taking: Any) -> None:
    learner, _ = taking(server, PHONE, [])
    learner.page.goto(f"{server}/learn/chess")
    learner.page.get_by_role("heading", name="No such game").wait_for()
