"""Plays a lesson as learners do: every task right, and wrong in every way there is."""

from __future__ import annotations

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.answers import EXACTLY, THE_VERB, fits
from slamdeck.core.lessons.reading import plain_words, static_problems
from slamdeck.core.lessons.shapes import ANY_OTHER, LEARNER, STILL, LearnerInput, Lesson, Staged, Step, Task
from slamdeck.core.lessons.stage import Stage, stage
from slamdeck.core.problems import Problem

MOST_TRIED = 200  # other moves, of those that are legal
REACTION_MS = 350  # somebody quick
SLOW_MS = 1000  # somebody who sees this for the first time
# An honest guess at how long a lesson takes: reading at 200 words a minute, seeing and pressing, going on to a step.
WORD_MS = 300
ACTION_MS = 2000
STEP_MS = 1500


def lesson_problems(lesson: Lesson, info: GameInfo) -> list[str]:
    """What does not come out as the file says; empty if the lesson can be given."""
    found = static_problems(lesson, info)
    if found:
        return found
    check = LessonCheck(lesson, info)
    for number in range(len(lesson.step)):
        check.play_step(number)
    return check.found


def duration_ms(lesson: Lesson) -> int:
    """How long it takes somebody who makes no mistake."""
    return sum(STEP_MS + sum(line.after for line in step.before) + sum(map(task_ms, step.task)) for step in lesson.step)


def task_ms(task: Task) -> int:
    reading = WORD_MS * len(plain_words(f"{task.say} {task.cue} {task.done}"))
    scripted = sum(line.after for line in (*task.before, *task.after))
    return reading + scripted + (task.still_ms if task.expect == [STILL] else ACTION_MS)


class LessonCheck:
    """One lesson being checked, with what was found so far."""

    def __init__(self, lesson: Lesson, info: GameInfo) -> None:
        self.lesson = lesson
        self.info = info
        self.deck: Deck = info.deck()
        self.number = 0
        self.found: list[str] = []
        self.came_out = ""  # how the latest try came out

    def play_step(self, number: int) -> None:
        """Each task after the right answers to those before it; a task without one ends the step."""
        self.number = number
        step = self.lesson.step[number]
        right: list[LearnerInput] = []
        if self.try_inputs(right, "the beginning") is None:
            return
        for place in range(len(step.task)):
            answers = self.right_answers(step, place, right)
            if not answers:
                self.miss(place, f"nothing of expect = {step.task[place].expect} comes out right")
                return
            self.try_wrong_moves(step, place, right)
            right.append(answers[0])

    def miss(self, place: int, words: str) -> None:
        self.found.append(f"step {self.number + 1}, task {place + 1}: {words}")

    def try_inputs(self, inputs: list[LearnerInput], what: str) -> Staged | None:
        try:
            return stage(self.lesson, self.info, self.deck, self.number, inputs)
        except Problem as error:
            self.found.append(f"step {self.number + 1}, {what}: {error}")
            return None

    def stage_at(self, step: Step, right: list[LearnerInput]) -> Stage:
        """The stage as it is when this task is asked; with a clock, before anything else happens."""
        played = Stage(self.lesson, self.info, self.deck, step)
        for given in right:
            played.answer(given)
        return played

    # ---- right -------------------------------------------------------------------------------------

    def right_answers(self, step: Step, place: int, right: list[LearnerInput]) -> list[LearnerInput]:
        """One input for each line of `expect`, or a complaint about it."""
        found: list[LearnerInput] = []
        for line in step.task[place].expect:
            given = self.right_answer(step, place, right, line)
            if given is None:
                self.miss(place, f"expect: {line!r} does not come out right ({self.came_out})")
            else:
                found.append(given)
        return found

    def right_answer(self, step: Step, place: int, right: list[LearnerInput], line: str) -> LearnerInput | None:
        """Somebody quick and somebody slow must both have a chance."""
        for do in self.forms(step, right, line):
            for at in self.moments(step, right):
                given = LearnerInput(do=do, at=at)
                if not self.comes_out_right([*right, given]):
                    continue
                slow = LearnerInput(do=do, at=at + SLOW_MS - REACTION_MS)
                if step.clock and do != STILL and not self.comes_out_right([*right, slow]):
                    self.miss(place, f"{do!r} is right at {at} ms, but no longer at {slow.at} ({self.came_out})")
                return given
        return None

    def comes_out_right(self, inputs: list[LearnerInput]) -> bool:
        try:
            answer = stage(self.lesson, self.info, self.deck, self.number, inputs)
        except Problem as error:
            self.came_out = str(error)
            return False
        reason = f", {answer.clause}: {answer.why}" if answer.why else ""
        self.came_out = f"{answer.verdict or answer.state}{reason}"
        return answer.state == "right"

    def forms(self, step: Step, right: list[LearnerInput], line: str) -> list[str]:
        """A line as somebody may do it: the move itself, or every form of the verb that is legal."""
        if line == STILL:
            return [STILL]
        played = self.stage_at(step, right)
        rules, legal = played.rules, offered(played)
        exact = [rules.wording(LEARNER, code) for code in legal if fits(line, rules, code) == EXACTLY]
        return exact or [line, *[rules.wording(LEARNER, code) for code in legal if fits(line, rules, code) == THE_VERB]]

    def moments(self, step: Step, right: list[LearnerInput]) -> list[int]:
        """When somebody may act: with a clock a reaction after each thing that happens, else it does not matter."""
        if not step.clock:
            return [0]
        played = self.stage_at(step, right)
        happens = [played.at, *[at for at, _ in played.running]]
        return [at + later for at in happens for later in (REACTION_MS, SLOW_MS)]

    # ---- wrong -------------------------------------------------------------------------------------

    def try_wrong_moves(self, step: Step, place: int, right: list[LearnerInput]) -> None:
        """Every wrong move that the file names, then every other legal move: each gets its verdict, none breaks."""
        for wrong in step.task[place].wrong:
            if wrong.do not in (ANY_OTHER, STILL) and not wrong.verdict:
                self.must_be_wrong(step, place, right, wrong.do)
        played = self.stage_at(step, right)
        rules = played.rules
        named = [wrong.do for wrong in step.task[place].wrong]
        others = 0
        for code in offered(played)[:MOST_TRIED]:
            do = rules.wording(LEARNER, code)
            for at in self.moments(step, right):
                answer = self.try_inputs([*right, LearnerInput(do=do, at=at)], f"task {place + 1}, {do!r}")
                if answer is None:
                    return
                others += answer.state == "wrong"
        if step.clock:
            answer = self.try_inputs([*right, LearnerInput(do=STILL)], f"task {place + 1}, keeping still")
            if answer is not None and (answer.state == "right") != (step.task[place].expect == [STILL]):
                self.miss(place, f"keeping still is {answer.state}")
            others += answer is not None and answer.state == "wrong"
        if ANY_OTHER in named and not others:
            self.miss(place, 'wrong: "*" is for other moves, and there is none')

    def must_be_wrong(self, step: Step, place: int, right: list[LearnerInput], line: str) -> None:
        for do in self.forms(step, right, line):
            for at in self.moments(step, right):
                answer = self.try_inputs([*right, LearnerInput(do=do, at=at)], f"task {place + 1}, wrong {do!r}")
                if answer is None or answer.state == "wrong":
                    return
        self.miss(place, f"wrong: {line!r} is not wrong")


def offered(played: Stage) -> list[int]:
    """What the learner is offered."""
    rules = played.rules
    return [rules.read(LEARNER, words) for words in played.frames[-1].view.legal]
