"""Lessons from their files: found by listing a game's folder, checked as far as a file can be without playing it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from slamdeck.core.actions import Catalogue
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.shapes import LEARNER, STILL, Lesson, ScriptedMove, Step, Task
from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.core.rulebook import clauses
from slamdeck.core.written_files import read_toml

MOST_WORDS = 20  # of a sentence


def lesson_files(info: GameInfo) -> list[Path]:
    return sorted((info.folder / "lessons").glob("*.toml"))


def load_lesson(path: Path) -> Lesson:
    data = read_toml(path, "lesson")
    try:
        return msgspec.convert(data, Lesson)
    except msgspec.ValidationError as error:
        raise CheckFailed(f"lesson {path}: {error}") from error


def static_problems(lesson: Lesson, info: GameInfo) -> list[str]:
    """What is wrong with the words and the numbers of a lesson, one sentence each."""
    try:
        info.check_seats(lesson.seats)
        options = info.read_options(lesson.options, lesson.seats)
        catalogue = info.table(lesson.seats, info.deck(), options, FastDice(1)).catalogue
    except Problem as error:
        return [str(error)]
    found: list[str] = []
    if lesson.game != info.slug:
        found.append(f"game is {lesson.game!r}, but it lies with {info.slug!r}")
    if len(lesson.names) != lesson.seats:
        found.append(f"names has {len(lesson.names)} names for {lesson.seats} seats")
    for number, step in enumerate(lesson.step, start=1):
        place = f"step {number}"
        found += step_problems(step, place, lesson, catalogue, set(clauses(info)))
        for asked, task in enumerate(step.task, start=1):
            found += task_problems(task, f"{place}, task {asked}", catalogue)
    return found


def step_problems(step: Step, place: str, lesson: Lesson, catalogue: Catalogue, known: set[str]) -> list[str]:
    found = [f"{place}, clauses: there is no clause {clause}" for clause in step.clauses if clause not in known]
    if step.flat and not step.later:
        found.append(f"{place}, later: must say when the flat ones come")
    for move in step.flat:
        try:
            catalogue.parse(move) if " " in move else catalogue.verb(move)
        except Problem as error:
            found.append(f"{place}, flat: {error}")
    for script in (step.before, *scripts(step)):
        for line in script:
            if line.seat == LEARNER:
                found.append(f"{place}, {line.do!r}: seat {LEARNER} is the learner's, and plays nothing by itself")
            elif line.seat != "host" and not 0 <= line.seat < lesson.seats:
                found.append(f"{place}, {line.do!r}: there is no seat {line.seat}")
    return found


def scripts(step: Step) -> list[list[ScriptedMove]]:
    found: list[list[ScriptedMove]] = []
    for task in step.task:
        found += [task.before, task.after, *[wrong.after for wrong in task.wrong]]
    return found


def task_problems(task: Task, place: str, catalogue: Catalogue) -> list[str]:
    found = [
        f"{place}, {field}: has {length} words, and {MOST_WORDS} are enough"
        for field, text in sentences(task)
        if (length := len(plain_words(text))) > MOST_WORDS
    ]
    if "{" in task.done.replace("{number}", ""):
        found.append(f"{place}, done: only {{number}} can be filled in")
    if STILL in task.expect and task.expect != [STILL]:
        found.append(f"{place}, expect: to keep still is right only where nothing else is")
    if task.expect == [STILL] and task.still_ms == 0:
        found.append(f"{place}, still_ms: must be more than 0")
    for move in task.expect:
        if move != STILL and move.split(" ")[0] not in catalogue.named:
            found.append(f"{place}, expect: there is no action {move!r}; there are {', '.join(catalogue.named)}")
    return found


def sentences(task: Task) -> list[tuple[str, str]]:
    said = [("say", task.say), ("done", task.done)]
    return said + [(f"wrong {wrong.do!r}", wrong.say) for wrong in task.wrong]


def plain_words(text: str) -> list[str]:
    return text.replace("**", "").split()
