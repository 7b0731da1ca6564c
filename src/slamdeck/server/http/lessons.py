"""The lessons of the games, for pages that give them. Nothing is kept of a learner: every question says it all."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.reading import lesson_files, load_lesson, static_problems
from slamdeck.core.lessons.shapes import Lesson, Staged, Step
from slamdeck.core.lessons.stage import stage
from slamdeck.core.problems import Problem, UsageProblem
from slamdeck.games import find_game
from slamdeck.server.http.answers import GameLessons, LessonOffered, LessonShown, StageWanted, StepShown
from slamdeck.server.http.errors import No, Refusing

log = logging.getLogger("slamdeck.http")


@cache
def lessons_of(slug: str) -> dict[str, Lesson]:
    """The lessons of a game by their names. One from elsewhere that makes no sense is not offered."""
    info = find_game(slug)
    found: dict[str, Lesson] = {}
    for path in lesson_files(info):
        try:
            lesson = load_lesson(path)
            problems = static_problems(lesson, info)
        except Problem as problem:
            problems = [str(problem)]
        if problems:
            log.warning("the lesson %s of %s is left out: %s", path.stem, info.title, problems[0])
        else:
            found[path.stem] = lesson
    return found


@cache
def deck_of(slug: str) -> Deck:
    return find_game(slug).deck()


def offered(info: GameInfo) -> list[LessonOffered]:
    """What a start page needs to know."""
    lessons = lessons_of(info.slug).items()
    return [LessonOffered(name=name, title=lesson.title, steps=len(lesson.step)) for name, lesson in lessons]


def all_about_lessons(slug: str) -> GameLessons:
    info = known_game(slug)
    shown = [lesson_shown(name, lesson) for name, lesson in lessons_of(info.slug).items()]
    return GameLessons(game=info.slug, lessons=shown)


def staged(slug: str, name: str, wanted: StageWanted) -> Staged:
    """A step with everything that was done on it so far, played from its beginning."""
    info = known_game(slug)
    lessons = lessons_of(info.slug)
    if name not in lessons:
        there_are = f"it has {', '.join(lessons)}" if lessons else "it has none"
        raise Refusing(No.NO_LESSON, f"{info.title} has no lesson {name[:40]!r}; {there_are}")
    try:
        return stage(lessons[name], info, deck_of(info.slug), wanted.step, wanted.inputs)
    except UsageProblem as problem:
        raise Refusing(No.BAD_REQUEST, str(problem)) from problem


def known_game(slug: str, games: Mapping[str, GameInfo] | None = None) -> GameInfo:
    try:
        return find_game(slug[:40], games)
    except UsageProblem as problem:
        raise Refusing(No.NO_GAME, str(problem)) from problem


def lesson_shown(name: str, lesson: Lesson) -> LessonShown:
    steps = [step_shown(lesson, step) for step in lesson.step]
    return LessonShown(name=name, title=lesson.title, names=lesson.names, steps=steps)


def step_shown(lesson: Lesson, step: Step) -> StepShown:
    return StepShown(
        title=step.title,
        clauses=step.clauses,
        tasks=len(step.task),
        flat=step.flat,
        later=step.later,
        clock=step.clock,
        rivals=step.rivals,
        options={**lesson.options, **step.options},
    )
