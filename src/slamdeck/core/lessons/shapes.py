"""A lesson as it is written in a game's `lessons/*.toml`, and a staged task as a page gets it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from slamdeck.core.sights import Told, View

LEARNER: Final = 0  # the learner's seat in every lesson
STILL: Final = "still"  # the right answer where there is nothing to do, and what it is called to do nothing
ANY_OTHER: Final = "*"  # in a wrong move: whatever is not named otherwise
PAUSE_MS: Final = 800  # between two inputs, where no clock runs

Wait = Annotated[int, Meta(ge=0, le=20_000)]
Place = Annotated[int, Meta(ge=0, le=99)]
Sentence = Annotated[str, Meta(max_length=240)]
Words = Annotated[str, Meta(max_length=48)]
Text = Annotated[str, Meta(max_length=80)]


# ---- the file ------------------------------------------------------------------------------------


class Written(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file."""


class ScriptedMove(Written, frozen=True, kw_only=True):
    """What happens by itself, so long after what was before it; "clock" only lets the time pass."""

    do: Text
    after: Wait = PAUSE_MS
    seat: int | Literal["host"] = "host"


class Mark(Written, frozen=True, kw_only=True):
    """Words at a card, counted from the top or from the bottom; at the whole zone if neither is said."""

    zone: Text
    words: Words
    top: Place | None = None
    index: Place | None = None


class Bow(Written, frozen=True, kw_only=True):
    """A dotted bow from one card of a zone to another, with words; the cards are counted from the top."""

    zone: Text
    words: Words
    top: Place
    to: Place


class ExampleHand(Written, frozen=True, kw_only=True):
    """Cards that would be right or wrong, side by side in the note: told apart by sign and words."""

    cards: Annotated[list[Text], Meta(min_length=1, max_length=9)]
    right: bool
    title: Words
    words: Words = ""


class WrongMove(Written, frozen=True, kw_only=True):
    """What is said to a wrong move: a move, a verb, "still" or "*"; perhaps only if it had a certain verdict.

    `after` plays, so that one sees what it costs.
    """

    do: Text
    say: Sentence
    verdict: Literal["", "applied", "foul", "ignored", "rejected"] = ""
    after: Annotated[list[ScriptedMove], Meta(max_length=8)] = []


class Task(Written, frozen=True, kw_only=True):
    """One thing to do: what is said, what is expected, and what happens then."""

    say: Sentence
    expect: Annotated[list[Text], Meta(min_length=1, max_length=20)]
    cue: Words = ""
    before: Annotated[list[ScriptedMove], Meta(max_length=40)] = []
    marks: Annotated[list[Mark], Meta(max_length=12)] = []
    bows: Annotated[list[Bow], Meta(max_length=4)] = []
    examples: Annotated[list[ExampleHand], Meta(max_length=3)] = []
    still_ms: Wait = 3000
    late_ms: Wait = 3000  # with a clock: so long after the last thing that happens it is too late
    after: Annotated[list[ScriptedMove], Meta(max_length=40)] = []
    done: Sentence = ""
    wrong: Annotated[list[WrongMove], Meta(max_length=20)] = []


class Step(Written, frozen=True, kw_only=True):
    """A stage and the tasks on it. With a `clock` everything happens at real speed."""

    title: Words
    clauses: Annotated[list[Text], Meta(min_length=1, max_length=12)]
    task: Annotated[list[Task], Meta(min_length=1, max_length=6)]
    options: dict[str, object] = {}
    given: dict[str, object] | None = None
    stacked: list[str] = []
    picks: list[int] = []
    seed: int = 1
    before: Annotated[list[ScriptedMove], Meta(max_length=40)] = []
    flat: Annotated[list[Text], Meta(max_length=12)] = []
    later: Words = ""
    clock: bool = False
    rivals: bool = False  # they are needed: no note may lie over them


class Lesson(Written, frozen=True, kw_only=True):
    title: Words
    game: Text
    seats: int
    names: Annotated[list[Words], Meta(max_length=8)]
    step: Annotated[list[Step], Meta(min_length=1, max_length=8)]
    options: dict[str, object] = {}


# ---- a task on its stage -----------------------------------------------------------------------------


class LearnerInput(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the learner did, and when, in ms since the stage began; without a clock the time does not matter."""

    do: Text
    at: Annotated[int, Meta(ge=0, le=600_000)] = 0


class HandDown(Struct, frozen=True):
    seat: int
    ms: int  # since the race was opened


class RunRace(Struct, frozen=True):
    """A race that is closed, with the hands in order of landing."""

    goal: Literal["first wins", "last loses"]
    hands: list[HandDown]


class LessonFrame(Struct, frozen=True):
    """What the learner's seat sees and hears at one moment."""

    at: int
    told: list[Told]
    view: View
    race: RunRace | None = None


class MarkShown(Struct, frozen=True):
    """`index` counts from the bottom of the zone, as in a view; none: the zone itself."""

    zone: str
    index: int | None
    words: str


class BowShown(Struct, frozen=True):
    zone: str
    index: int
    to: int
    words: str


class ExampleShown(Struct, frozen=True):
    cards: list[str]
    right: bool
    title: str
    words: str


class TaskAsked(Struct, frozen=True):
    """A task as it is asked: without its answer."""

    task: int
    say: str
    cue: str
    marks: list[MarkShown]
    bows: list[BowShown]
    examples: list[ExampleShown]
    still_ms: int | None  # keep the hands still for so long
    ends: int | None  # with a clock: when it is too late


class Staged(Struct, frozen=True):
    """What follows from the learner's latest input, or how the stage begins where there is none yet."""

    state: Literal["asked", "right", "wrong", "nothing"]
    frames: list[LessonFrame]
    then: list[LessonFrame]  # what happens before the next task is asked
    asked: TaskAsked | None  # what is to be done next; none: the step is done
    said: str = ""
    verdict: str = ""
    clause: str = ""
    why: str = ""
