"""A step of a lesson on its stage: position, script and the learner's inputs, played again from the start every time.

Nothing is kept between two questions, so a page may ask again whenever it likes, and a server remembers nobody.
"""

from __future__ import annotations

from msgspec import structs

from slamdeck.core.deck import Deck
from slamdeck.core.dice import ScriptedDice
from slamdeck.core.events import Event
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, Game
from slamdeck.core.lessons.answers import expected, wrong_moves
from slamdeck.core.lessons.shapes import (
    LEARNER,
    PAUSE_MS,
    STILL,
    BowShown,
    ExampleShown,
    HandDown,
    LearnerInput,
    Lesson,
    LessonFrame,
    MarkShown,
    RunRace,
    ScriptedMove,
    Staged,
    Step,
    Task,
    TaskAsked,
    WrongMove,
)
from slamdeck.core.problems import CheckFailed, Problem, UsageProblem
from slamdeck.core.races import FIRST_WINS
from slamdeck.core.rules import APPLIED, REJECTED, VERDICT_NAMES, Rules
from slamdeck.core.staging import begin, hand_in
from slamdeck.core.views import heard_by, legal_codes, view_with

MOST_ALARMS = 60  # that time alone may cause on one stage


def stage(lesson: Lesson, info: GameInfo, deck: Deck, number: int, inputs: list[LearnerInput]) -> Staged:
    """Step `number` (from 0) with what the learner did on it: what follows from the last of these inputs.

    All inputs but the last must have been right, each for its task; a wrong one ends there and is left out next time.
    """
    if not 0 <= number < len(lesson.step):
        raise UsageProblem(f"there is no step {number + 1}; {lesson.title} has {len(lesson.step)}")
    step = lesson.step[number]
    if len(inputs) > len(step.task):
        raise UsageProblem(f"step {number + 1} has {len(step.task)} tasks, not {len(inputs)}")
    played = Stage(lesson, info, deck, step)
    for place, given in enumerate(inputs):
        if played.state not in ("asked", "right"):
            raise UsageProblem(f"input {place} of step {number + 1} was not right, so nothing follows it")
        played.answer(given)
    return played.staged()


class Stage:
    """One step being played; `frames` are what is seen since the learner's latest input."""

    def __init__(self, lesson: Lesson, info: GameInfo, deck: Deck, step: Step) -> None:
        """The position, what happens by itself, and the first task."""
        self.step = step
        options = info.read_options({**lesson.options, **step.options}, lesson.seats)
        rules = info.table(lesson.seats, deck, options, ScriptedDice(list(step.picks), step.seed))
        self.game: Game = begin(rules, step.stacked, step.given)
        self.at = 0
        self.place = 0
        self.state = "asked"
        self.said = ""
        self.entry: Entry | None = None
        self.frames: list[LessonFrame] = []
        self.seen = -1  # so many of them come before the next task; none: all of them
        self.running: list[tuple[int, ScriptedMove]] = []  # with a clock: what is still to come, and when
        self.alarms = 0
        self.race_runs = False
        self.hands: list[HandDown] = []
        self.show([])
        self.play(step.before)
        self.play(step.task[0].before)

    @property
    def rules(self) -> Rules:
        return self.game.rules

    def task(self) -> Task | None:
        """The one that is asked now."""
        return self.step.task[self.place] if self.place < len(self.step.task) else None

    # ---- the learner -------------------------------------------------------------------------------

    def answer(self, given: LearnerInput) -> None:
        task = self.task()
        assert task is not None
        self.frames = []
        self.seen = -1
        self.entry = None
        if given.do == STILL:
            self.keep_still(task)
        else:
            self.do(task, given)

    def keep_still(self, task: Task) -> None:
        """Nothing was done, for as long as there was something to wait for."""
        if self.step.clock:
            self.run_to(self.ends(task))
        if task.expect == [STILL]:
            self.is_right(task)
        else:
            self.is_wrong(wrong_moves(task, self.rules, STILL, -1))

    def do(self, task: Task, given: LearnerInput) -> None:
        rules = self.rules
        at = self.at + PAUSE_MS
        if self.step.clock:
            at = min(max(given.at, self.at), self.ends(task))
            self.run_to(at)
        try:
            code = rules.read(LEARNER, given.do)
        except ValueError as error:
            raise UsageProblem(str(error)) from error
        wanted, known = expected(task, rules, code), wrong_moves(task, rules, given.do, code)
        entry = self.perform(at, LEARNER, given.do)
        self.entry = entry
        if self.step.clock and entry.verdict == REJECTED:
            self.state = "nothing"  # a little too soon, say: what runs goes on
        elif wanted and entry.verdict == APPLIED:
            self.is_right(task)
        else:
            self.is_wrong(known)

    def is_right(self, task: Task) -> None:
        self.state = "right"
        self.running = []
        self.place += 1
        self.play(task.after)
        self.run_out()  # with a clock, too, it is seen before anything else is asked
        self.said = filled(task.done, self.frames)
        self.seen = len(self.frames)
        following = self.task()
        if following is not None:
            self.play(following.before)

    def is_wrong(self, known: list[WrongMove]) -> None:
        """What the file says about it comes besides the engine's own verdict, sentence and clause."""
        self.state = "wrong"
        self.running = []
        verdict = "" if self.entry is None else VERDICT_NAMES[self.entry.verdict]
        for wrong in known:
            if wrong.verdict in ("", verdict):
                self.play(wrong.after)
                self.said = wrong.say
                break

    # ---- the script --------------------------------------------------------------------------------

    def play(self, script: list[ScriptedMove]) -> None:
        """At once, one after the other; with a clock each in its time, while the learner may act."""
        for line in script:
            if self.step.clock:
                last = self.running[-1][0] if self.running else self.at
                self.running.append((last + line.after, line))
            else:
                self.follow(self.at + line.after, line)

    def run_to(self, at: int) -> None:
        """What comes before that time. A hand of the same millisecond is the learner's."""
        while self.running and self.running[0][0] < at:
            self.follow(*self.running.pop(0))

    def run_out(self) -> None:
        while self.running:
            self.follow(*self.running.pop(0))

    def follow(self, at: int, line: ScriptedMove) -> None:
        entry = self.perform(at, line.seat, line.do)
        if entry.verdict == REJECTED:
            raise CheckFailed(f"{line.do!r} of seat {line.seat} is rejected ({entry.clause}: {entry.why})")

    def perform(self, at: int, seat: int | str, do: str) -> Entry:
        """One input, after everything that time alone does until then; each is a frame at its own time."""
        rules = self.rules
        while rules.deadline < at and not rules.over:
            self.alarms += 1
            if self.alarms > MOST_ALARMS:
                raise CheckFailed("time alone changes too much here; give it longer times in options")
            self.show(self.game.wait(rules.deadline).told)
        try:
            entry = hand_in(self.game, at, seat, do)
        except (Problem, ValueError) as error:
            raise UsageProblem(f"{do!r} of seat {seat}: {error}") from error
        self.at = at
        self.show(entry.told)
        return entry

    # ---- what is seen ------------------------------------------------------------------------------

    def show(self, told: list[Event]) -> None:
        """The view lists what may be done after a short look: there, time stands still until the learner acts."""
        rules = self.rules
        soon = max(rules.now, min(rules.now + PAUSE_MS, rules.deadline - 1))
        view = view_with(rules, LEARNER, legal_codes(rules, LEARNER, soon), rules.now, rules.now)
        if not self.step.clock:
            view = structs.replace(view, clock=None)  # nothing runs out here
        self.frames.append(LessonFrame(rules.now, heard_by(rules, told, LEARNER), view, self.closed_race()))

    def closed_race(self) -> RunRace | None:
        """The race that has just been closed. While it is open its hands are nobody's business."""
        race = self.rules.race
        down = race.hands()
        if len(down) < len(self.hands):
            self.hands = []
        for seat in down[len(self.hands) :]:
            self.hands.append(HandDown(seat, self.rules.now - race.opened_at))
        ran, self.race_runs = self.race_runs, race.open
        if not ran or race.open or not self.hands:
            return None
        return RunRace("first wins" if race.goal == FIRST_WINS else "last loses", list(self.hands))

    # ---- what is asked -----------------------------------------------------------------------------

    def staged(self) -> Staged:
        """The answer to a page. With a clock it holds what will happen, as if the learner did nothing."""
        asked = self.ask()
        entry = self.entry
        verdict = "" if entry is None else VERDICT_NAMES[entry.verdict]
        self.run_out()
        seen = len(self.frames) if self.seen < 0 else self.seen
        clause, why = ("", "") if entry is None else (entry.clause, entry.why)
        frames, then = self.frames[:seen], self.frames[seen:]
        return Staged(self.state, frames, then, asked, self.said, verdict, clause, why)  # type: ignore[arg-type]

    def ask(self) -> TaskAsked | None:
        task = self.task()
        if task is None:
            return None
        return TaskAsked(
            self.place,
            task.say,
            task.cue,
            [MarkShown(mark.zone, self.index_of(mark.zone, mark.top, mark.index), mark.words) for mark in task.marks],
            [
                BowShown(bow.zone, self.from_top(bow.zone, bow.top), self.from_top(bow.zone, bow.to), bow.words)
                for bow in task.bows
            ],
            [ExampleShown(one.cards, one.right, one.title, one.words) for one in task.examples],
            task.still_ms if task.expect == [STILL] else None,
            self.ends(task) if self.step.clock else None,
        )

    def ends(self, task: Task) -> int:
        """When it is too late, or long enough."""
        last = self.running[-1][0] if self.running else self.at
        return last + (task.still_ms if task.expect == [STILL] else task.late_ms)

    def index_of(self, zone: str, top: int | None, index: int | None) -> int | None:
        if top is not None:
            return self.from_top(zone, top)
        size = self.size_of(zone)
        if index is not None and index >= size:
            raise CheckFailed(f"marks: there is no card {index} in {zone!r}, which has {size}")
        return index

    def from_top(self, zone: str, top: int) -> int:
        size = self.size_of(zone)
        if top >= size:
            raise CheckFailed(f"marks: there is no card {top} from the top of {zone!r}, which has {size}")
        return size - 1 - top

    def size_of(self, zone: str) -> int:
        layout = self.rules.layout
        for number, name in enumerate(layout.zone_names()):
            if name == zone:
                return self.rules.cards.size(number)
        raise CheckFailed(f"marks: there is no zone {zone!r}; there are {', '.join(layout.zone_names())}")


def filled(text: str, frames: list[LessonFrame]) -> str:
    """{number} is the one that was told to the learner last, else the last one that was told at all."""
    if "{number}" not in text:
        return text
    told = [one for frame in frames for one in frame.told if one.number]
    own = [one for one in told if one.seat == LEARNER] or told
    if not own:
        raise CheckFailed(f"done: {text!r} wants a number, and none was told")
    return text.replace("{number}", str(own[-1].number))
