"""Every lesson of every game can be given: played right, and wrong in every way there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.checking import duration_ms, lesson_problems
from slamdeck.core.lessons.reading import lesson_files, load_lesson
from slamdeck.core.lessons.shapes import STILL
from slamdeck.games import find_game, own_games

TAUGHT = list(own_games().values())
FILES = [path for info in TAUGHT for path in lesson_files(info)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_lesson(path: Path) -> None:
    lesson = load_lesson(path)
    assert lesson_problems(lesson, find_game(lesson.game)) == []


@pytest.mark.parametrize("info", TAUGHT, ids=lambda info: info.slug)
def test_a_game_is_taught_in_one_to_two_minutes(info: GameInfo) -> None:
    """Five or six steps, one of them about keeping still, the last one at real speed."""
    lesson = load_lesson(lesson_files(info)[0])
    assert 5 <= len(lesson.step) <= 6
    assert any(task.expect == [STILL] for step in lesson.step for task in step.task)
    assert [step.clock for step in lesson.step] == [False] * (len(lesson.step) - 1) + [True]
    assert 60_000 <= duration_ms(lesson) <= 120_000, f"{duration_ms(lesson) / 1000:.0f} s"


@pytest.mark.parametrize("info", TAUGHT, ids=lambda info: info.slug)
def test_every_task_has_a_word_for_what_is_wrong(info: GameInfo) -> None:
    """The engine says what it costs; what was to be seen on the table is the lesson's to say."""
    lesson = load_lesson(lesson_files(info)[0])
    for number, step in enumerate(lesson.step, start=1):
        for place, task in enumerate(step.task, start=1):
            assert task.wrong, f"step {number}, task {place} of {lesson.title}"
