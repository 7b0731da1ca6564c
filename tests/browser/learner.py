"""Somebody who takes a lesson: reads the note, presses what is on the board, presses the loud thing on the note."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.checking import LessonCheck
from slamdeck.core.lessons.reading import lesson_files, load_lesson
from slamdeck.core.lessons.shapes import STILL, LearnerInput, Staged
from slamdeck.core.lessons.stage import stage
from tests.browser.person import LOOK
from tests.browser.stage import PATIENCE_MS, wait_until

# Where no clock runs nobody has to wait for what a person would like to look at.
IN_A_HURRY: Final = "{ const wait = window.setTimeout; window.setTimeout = (then, ms) => wait(then, ms / 6); }"
PHASE: Final = "(document.querySelector('.note')?.dataset.phase ?? '')"
STAGE: Final = "(document.querySelector('.note')?.dataset.stage ?? '')"  # another one for every task and every try
AGAIN_MS: Final = 4_000
MOST_STEPS: Final = 6  # cards of a hand that are chosen together
SAID: Final = "document.querySelector('.note').innerText"
STEP: Final = "document.querySelector('header [aria-current=step]').getAttribute('aria-label')"


def right_answers(info: GameInfo) -> list[list[LearnerInput]]:
    """For each task of each step of a game's lesson, as its own check finds them."""
    lesson = load_lesson(lesson_files(info)[0])
    check = LessonCheck(lesson, info)
    found: list[list[LearnerInput]] = []
    for check.number, step in enumerate(lesson.step):
        found.append([])
        for place in range(len(step.task)):
            found[-1].append(check.right_answers(step, place, found[-1])[0])
    return found


def verdict_on(info: GameInfo, number: int, move: str) -> Staged:
    """What the engine says to a first move on a step."""
    return stage(load_lesson(lesson_files(info)[0]), info, info.deck(), number, [LearnerInput(do=move)])


def is_same(one: str, other: str) -> bool:
    """Cards that go together may be named in any order; numbers have their places; a verb alone is any of its moves."""
    if " " not in other:
        return one.split(" ")[0] == other
    if any(word.isdigit() for word in one.split()):
        return one == other
    return sorted(one.split()) == sorted(other.split())


def kind_of(step: Any) -> str:
    """Steps of one kind are chosen together: cards, say."""
    return str(step["name"]).partition(" ")[0]


class Learner:
    def __init__(self, page: Any, answers: list[list[LearnerInput]]) -> None:
        self.page = page
        self.answers = answers

    def comes_to(self, *phases: str) -> str:
        for _ in range(PATIENCE_MS // 20):
            phase: str = self.page.evaluate(PHASE)
            if phase in phases:
                return phase
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never {phases}: it is {self.page.evaluate(PHASE)}, {self.page.evaluate(SAID)}")

    def spots(self, move: str) -> list[Any]:
        return [spot for spot in self.page.evaluate(LOOK) if is_same(spot["move"], move)]

    def press(self, move: str) -> None:
        spots = self.spots(move)
        assert spots, f"nothing to press for {move!r}"
        self.press_at(spots[0])

    def go(self) -> None:
        self.page.locator(".note [data-go]").click()

    def said(self) -> str:
        return str(self.page.evaluate(SAID))

    def step(self) -> str:
        return str(self.page.evaluate(STEP))

    def leads_to(self, move: str) -> bool:
        """Prepares a move that takes several presses: one step that makes it appear, or several of a few."""
        steps = [spot for spot in self.page.evaluate(LOOK) if spot["step"] and not spot["move"]]
        for step in steps:
            self.press_at(step)
            if self.spots(move):
                return True
            self.press_at(step)  # taken back
        return any(self.leads_together(list(alike), move) for _, alike in groupby(steps, kind_of))

    def leads_together(self, steps: list[Any], move: str) -> bool:
        """Each press goes to the next choice of so many cards: in the end every choice has been there."""
        for number in range(1, 2 ** min(len(steps), MOST_STEPS)):
            self.press_at(steps[(number & -number).bit_length() - 1])
            if self.spots(move):
                return True
        return False

    def press_at(self, spot: Any) -> None:
        self.page.mouse.click(spot["x"], spot["y"])

    def tasks(self, number: int) -> Iterator[int]:
        """A step without a clock, task by task: each is there to be looked at, and then done right."""
        for task, given in enumerate(self.answers[number]):
            if self.comes_to("asked", "right") == "right":
                if task == 0:  # to keep still was asked, and is over before a busy computer could look
                    assert given.do == STILL
                    continue
                before = self.page.evaluate(STAGE)
                self.go()
                wait_until(self.page, f"{STAGE} !== '{before}'")
                self.comes_to("asked", *(["right"] if given.do == STILL else []))
            yield task
            stage = self.page.evaluate(STAGE)
            if given.do == STILL:
                wait_until(self.page, f"{PHASE} === 'right' || {STAGE} !== '{stage}'")
            else:
                self.answer(given.do, stage)

    def answer(self, move: str, stage: str) -> None:
        """Presses it; and once more, as people do, if the board was not there yet or moved away under the finger."""
        for _ in range(PATIENCE_MS // AGAIN_MS):
            asked = self.page.evaluate(PHASE) == "asked" and self.page.evaluate(STAGE) == stage
            if asked and (self.spots(move) or self.leads_to(move)):
                self.press(move)
            for _ in range(AGAIN_MS // 50):
                if self.page.evaluate(f"{PHASE} === 'right' || {STAGE} !== '{stage}'"):
                    return
                self.page.wait_for_timeout(50)
        raise AssertionError(f"{move!r} is not possible, or has no effect: {self.said()}")

    def maybe_over(self, number: int) -> list[str]:
        """A step that begins with keeping still may be done before a busy computer looks."""
        return ["right"] if self.answers[number][0].do == STILL else []

    def does_right(self, number: int) -> None:
        """A whole step, to its last note; with a clock if it is the last one."""
        self.comes_to("asked", *self.maybe_over(number))
        began = time.monotonic()
        if number < len(self.answers) - 1:
            for _ in self.tasks(number):
                pass
        else:
            for given in self.answers[number]:
                self.page.wait_for_timeout(max(0.0, given.at - 1000 * (time.monotonic() - began)))
                if given.do != STILL:
                    self.press(given.do)
        self.comes_to("right")
